/// The sixteen bytes that Swift keeps a string in, to recognise one that was met before.
///
/// They say nothing by themselves. But while a string is kept, another one of the same bytes is the same text, whatever
/// the bytes mean: both would be read in the same way from the same memory. So whoever compares bits has to keep the string
/// that the known ones are of. Strings of other bits may be equal all the same.
struct KeyBits: Equatable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  @inline(__always)
  init(_ text: String) {
    // Where strings are kept in less, every text has the same bits as any other: nothing may be recognised.
    guard KeyBits.areKnown else { return }
    (first, second) = unsafeBitCast(text, to: (UInt64, UInt64).self)
  }

  /// Whether strings are kept in sixteen bytes here: on all platforms of 64 bits.
  @inline(__always)
  static var areKnown: Bool { MemoryLayout<String>.size == 16 }

  @inline(__always)
  static func == (a: KeyBits, b: KeyBits) -> Bool { areKnown && a.first == b.first && a.second == b.second }

  @inline(__always)
  var hash: Int {
    Int(truncatingIfNeeded: ((first ^ second &* 0x9E37_79B9_7F4A_7C15) &* 0xFF51_AFD7_ED55_8CCD) &>> 40)
  }
}
