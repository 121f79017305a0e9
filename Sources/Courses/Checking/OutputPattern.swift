/// The text of an `output` block, in which `…` matches any text.
///
/// ```swift
/// OutputPattern("saved … objects").matches("saved 12 objects")   // true
/// ```
///
/// Blanks at the ends of lines and empty lines at both ends of the text do not count.
struct OutputPattern: Hashable, Sendable {
  private let parts: [String]

  init(_ text: String) {
    parts = Self.normalized(text).split(separator: "…", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a text is as the pattern says. O(text × parts).
  func matches(_ text: String) -> Bool {
    let text = Array(Self.normalized(text).utf8)
    guard let first = parts.first.map({ Array($0.utf8) }), let last = parts.last.map({ Array($0.utf8) }) else {
      return false
    }
    if parts.count == 1 { return text == first }
    guard text.count >= first.count + last.count, text.starts(with: first), text.suffix(last.count).elementsEqual(last)
    else { return false }
    // Between its two ends the text must hold the other parts one after the other: the first place is as good as any.
    var position = first.count
    let end = text.count - last.count
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = Self.find(Array(part.utf8), in: text[position..<end]) else { return false }
      position = found + part.utf8.count
    }
    return true
  }

  private static func find(_ part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard part.count <= text.count else { return nil }
    return (text.startIndex...(text.endIndex - part.count)).first { start in
      text[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// The lines without blanks at their ends and without empty lines at the ends of the text.
  static func normalized(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while let last = line.last, last.isWhitespace { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop { $0.isEmpty }.joined(separator: "\n")
  }
}
