/// Breaks statements that are shown into lines between their words, where possible so that they can be typed as they are shown.
///
/// ```swift
/// SourceWrap(width: 30).lines("name: String, length 1...40, indexed")
/// // ["name: String, length 1...40,", "    indexed"]
/// ```
package struct SourceWrap: Sendable {
  /// The cells of a line.
  package var width: Int

  package init(width: Int) { self.width = width }

  /// The lines of one line of source; further ones are indented by four cells more. A line goes on after a comma, AND or OR, and a member ends at a semicolon, so it
  /// is broken there; where there is none, between other words; never inside quotes. O(line).
  package func lines(_ line: String) -> [String] {
    guard DisplayText.width(line) > width else { return [line] }
    let indent = String(line.prefix { $0 == " " }) + "    "
    var result: [String] = []
    var current = ""
    var used = 0
    // The words so far that must stay on one line with the next.
    for piece in Self.pieces(line) {
      let cells = DisplayText.width(piece)
      if !current.isEmpty, current != indent, used + cells > width {
        result.append(current)
        current = indent + piece.drop { $0 == " " }
        used = DisplayText.width(current)
      } else {
        current += piece
        used += cells
      }
    }
    return (result + [current]).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The line in parts after each of which it may be broken, with the spaces before them.
  private static func pieces(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in line {
      if quote == nil, character == " ", !word.isEmpty, !word.allSatisfy({ $0 == " " }) {
        words.append(word)
        word = ""
      }
      word.append(character)
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
        isEscaped = character == "\\" && !isEscaped
      } else if character == "\"" {
        quote = character
      }
    }
    words.append(word)
    let continues = { (word: String) in
      [",", ";", "{"].contains { word.hasSuffix($0) } || word.hasSuffix(" AND") || word.hasSuffix(" OR")
    }
    guard words.contains(where: continues) else { return words }
    var pieces: [String] = []
    var piece = ""
    for word in words {
      piece += word
      if continues(word) {
        pieces.append(piece)
        piece = ""
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
