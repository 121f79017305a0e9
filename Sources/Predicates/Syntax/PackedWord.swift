/// A short word of ASCII as two numbers: words are looked up for every token of a text, so it needs no allocation.
package struct PackedWord: Hashable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  /// Nil for a word of more than fifteen bytes or with a byte beyond ASCII. O(bytes).
  /// - Parameter inCapitals: whether small letters count as their capitals.
  package init?(_ word: some StringProtocol, inCapitals: Bool = false) {
    self.init(bytes: word.utf8, inCapitals: inCapitals)
  }

  /// The word that bytes spell.
  @inline(__always)
  init?(bytes: some Sequence<UInt8>, inCapitals: Bool = false) {
    var count = 0
    for byte in bytes {
      if count == 15 || byte >= 0x80 { return nil }
      first = first << 8 | second >> 56
      second = second << 8 | UInt64(inCapitals && byte &- 0x61 < 26 ? byte &- 0x20 : byte)
      count += 1
    }
  }

  /// Few bits differ between words: two multiplications spread them well enough.
  package func hash(into hasher: inout Hasher) { hasher.combine(first &* 0x9E37_79B9_7F4A_7C15 ^ second) }
}
