extension String {
  /// The text as ``DisplayText/visible(_:)`` returns it, and without the two characters that neither XML nor YAML
  /// allows.
  package var harmless: String {
    let text = DisplayText.visible(self)
    // Both have three bytes, the first of which is this one.
    guard text.utf8.contains(0xEF) else { return text }
    return text.replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }

  /// Returns the text if it has at most `limit` bytes of UTF-8; otherwise its beginning and its full length. O(text).
  package func limited(toBytes limit: Int) -> String {
    let count = utf8.count
    guard count > limit else { return self }
    let note = "\n… (\(DisplayText.grouped(count)) bytes in all)"
    let room = limit - note.utf8.count
    guard room > 0 else { return "" }
    var end = utf8.index(startIndex, offsetBy: room)
    // Never inside a Unicode scalar.
    while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return String(self[..<end]) + note
  }
}
