/// A text to look for in others: CONTAINS, and IN between two texts.
///
/// Texts are compared character by character and by canonical equivalence, as Swift does; a letter is therefore not
/// found if a mark follows it. ASCII text is compared by its bytes, where this cannot occur.
package struct TextSearch: Sendable {
  private let characters: SequenceSearch<Character>
  /// The same in bytes; nil where a byte could be a part of a character.
  private let bytes: SequenceSearch<UInt8>?
  private let isLiteral: Bool

  /// - Parameters:
  ///   - needle: Folded like the texts in which it is looked for.
  ///   - isLiteral: Whether scalars are compared, as `[n]` asks for.
  /// - Complexity: O(needle).
  package init(_ needle: String, isLiteral: Bool = false) {
    self.isLiteral = isLiteral
    characters = SequenceSearch(Array(needle))
    // A carriage return and a line feed are one character.
    let isPlain = isLiteral || needle.utf8.allSatisfy { $0 < 0x80 && $0 != 10 && $0 != 13 }
    bytes = isPlain ? SequenceSearch(Array(needle.utf8)) : nil
  }

  /// Whether the needle occurs in a text. An empty needle occurs in none. O(text).
  package func isFound(in text: String) -> Bool {
    if characters.needle.isEmpty { return false }
    var text = text
    if isLiteral, let bytes { return text.withUTF8 { bytes.place(in: $0) != nil } }
    return text.withUTF8 { isFound(inASCII: $0, foldingCase: false) } ?? (characters.place(in: text) != nil)
  }

  /// Whether the needle occurs in a text of ASCII; nil where bytes do not decide: the text or the needle has others.
  /// - Parameter foldingCase: Whether capitals count as small letters, of which the needle then has no others.
  package func isFound(inASCII text: UnsafeBufferPointer<UInt8>, foldingCase: Bool) -> Bool? {
    guard let bytes, text.allSatisfy({ $0 < 0x80 }) else { return nil }
    if !foldingCase { return bytes.place(in: text) != nil }
    return bytes.place(in: text.lazy.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }) != nil
  }
}
