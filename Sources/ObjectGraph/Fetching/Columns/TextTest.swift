import Predicates

/// A test of texts: by bytes if both sides are ASCII, as most are, and by ``exact`` if not.
///
/// Parts of texts are found character by character and by canonical equivalence, as Swift has it: a byte decides only
/// where no byte beyond ASCII could change what it means.
struct TextTest {
  enum Sign: Hashable, Sendable { case equal, notEqual, beginsWith, endsWith, contains }

  let sign: Sign
  /// The constant in ASCII, folded; nil when only ``exact`` can decide.
  let needle: [UInt8]?
  /// The constant, to be looked for inside of texts.
  private let search: TextSearch
  /// Capitals count as their small letters.
  let foldsCase: Bool
  /// The test of the first eight bytes, which a column keeps in one word.
  let quick: QuickTextTest?
  /// Counts the long texts that are read.
  let meter: Meter?
  /// The answer of the closures, for any value.
  let exact: (Value) throws -> Bool

  /// Nil for an operator that is about something else than text, and an empty or other constant.
  init?(
    _ sign: Predicate.Comparison.Operator, _ constant: Value, _ options: Predicate.Comparison.Options,
    _ meter: Meter?, exact: @escaping (Value) throws -> Bool
  ) {
    guard case .string(let text) = constant else { return nil }
    switch sign {
    case .equal: self.sign = .equal
    case .notEqual: self.sign = .notEqual
    case .beginsWith: self.sign = .beginsWith
    case .endsWith: self.sign = .endsWith
    case .contains: self.sign = .contains
    default: return nil
    }
    guard !text.isEmpty || self.sign == .equal || self.sign == .notEqual else { return nil }
    self.exact = exact
    self.meter = meter
    foldsCase = options.contains(.caseInsensitive) && !options.contains(.normalized)
    let folded = foldsCase ? text.lowercased() : text
    let bytes = Array(folded.utf8)
    search = TextSearch(self.sign == .contains ? folded : "")
    // Two line ends can be one character.
    needle = text.utf8.allSatisfy { $0 < 0x80 && $0 != 10 && $0 != 13 } ? bytes : nil
    quick = QuickTextTest(self.sign, needle, foldsCase: foldsCase)
  }

  /// The answer for a text; nil when ``exact`` has to be asked.
  @inline(__always)
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let needle else { return nil }
    return needle.withUnsafeBufferPointer { needle in
      switch sign {
      case .equal: equals(text, needle)
      case .notEqual: equals(text, needle).map { !$0 }
      case .beginsWith: begins(text, needle)
      case .endsWith: ends(text, needle)
      case .contains: search.isFound(inASCII: text, foldingCase: foldsCase)
      }
    }
  }

  @inline(__always)
  private func folded(_ byte: UInt8) -> UInt8 {
    foldsCase && byte &- 65 < 26 ? byte | 0x20 : byte
  }

  /// Whether the text goes on as the needle from a place of each; nil at a byte beyond ASCII.
  @inline(__always)
  private func begins(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool? {
    var place = 0
    while place < needle.count {
      if place >= text.count { return false }
      let byte = text[place]
      if byte >= 0x80 { return nil }
      if folded(byte) != needle[place] { return false }
      place += 1
    }
    // A mark after the last letter belongs to it.
    return place < text.count && text[place] >= 0x80 ? nil : true
  }

  @inline(__always)
  private func equals(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let begins = begins(text, needle) else { return nil }
    return begins && text.count == needle.count
  }

  @inline(__always)
  private func ends(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool? {
    var left = needle.count
    let shift = text.count - needle.count
    while left > 0 {
      left -= 1
      let place = left + shift
      if place < 0 { return false }
      let byte = text[place]
      if byte >= 0x80 { return nil }
      if folded(byte) != needle[left] { return false }
    }
    // Some signs combine with the letter after them.
    return shift > 0 && text[shift - 1] >= 0x80 ? nil : true
  }
}

/// A test of a text by the one or two words that its column keeps of it; most answers are found so.
struct QuickTextTest {
  private let sign: TextTest.Sign
  private let low: UInt64
  private let mask: UInt64
  private let count: Int

  /// Nil where more than the first eight bytes decide.
  init?(_ sign: TextTest.Sign, _ needle: [UInt8]?, foldsCase: Bool) {
    guard let needle, !foldsCase, sign == .beginsWith || sign == .equal || sign == .notEqual else { return nil }
    self.sign = sign
    count = needle.count
    var low: UInt64 = 0
    for (place, byte) in needle.prefix(8).enumerated() { low |= UInt64(byte) << UInt64(8 * place) }
    self.low = low
    mask = count >= 8 ? .max : (1 << UInt64(8 * count)) - 1
  }

  /// The answer; nil where the whole text has to be looked at.
  @inline(__always)
  func matches(_ text: TextSlot) -> Bool? {
    if text.isNull { return nil }
    if text.low & mask != low {
      // Bytes beyond ASCII may be another way to write the same.
      return text.low & 0x8080_8080_8080_8080 & (mask << 8 | mask) == 0 ? sign == .notEqual : nil
    }
    guard count < 8, text.low & 0x8080_8080_8080_8080 == 0 else { return nil }
    switch sign {
    case .beginsWith: return text.isLong || text.shortCount >= count ? true : nil
    case .equal: return !text.isLong && text.shortCount == count
    case .notEqual: return text.isLong || text.shortCount != count
    case .endsWith, .contains: return nil
    }
  }
}
