/// A text that equals only the same Unicode scalars, as `NSString.isEqual` and SQLite compare texts: é as one scalar and
/// as e with an accent are two texts.
package struct LiteralText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: LiteralText, b: LiteralText) -> Bool { a.text.isLiterally(b.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether the two have the same scalars. O(length).
  package func isLiterally(_ other: String) -> Bool {
    var (a, b) = (self, other)
    return a.withUTF8 { a in b.withUTF8 { b in a.count == b.count && a.elementsEqual(b) } }
  }
}
