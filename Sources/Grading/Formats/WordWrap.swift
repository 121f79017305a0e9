import Diagnostics

extension StringProtocol {
  /// Returns the text in lines of at most `width` cells, broken between words; a longer word gets its own line. White
  /// space of any kind separates words, so control characters must be made visible first. O(text).
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in split(whereSeparator: \.isWhitespace) {
      let cells = DisplayText.width(String(word))
      if !line.isEmpty, used + 1 + cells > width {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty { (line, used) = (line + " ", used + 1) }
      line += word
      used += cells
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }
}
