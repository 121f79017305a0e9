import Predicates

/// What a sort compares first: eight bytes whose order is the order of the values, as far as eight bytes tell it apart.
struct SortPrefix: Hashable {
  /// The kinds that have no order between them keep apart by it, and nil comes before all.
  var kind: UInt8
  var bits: UInt64
  /// Whether equal prefixes mean equal values.
  var isExact: Bool

  init(_ value: Value) {
    switch value {
    case .null: self.init(kind: 0, bits: 0, isExact: true)
    case .integer(let number): self.init(kind: 1, bits: UInt64(bitPattern: number) ^ (1 << 63), isExact: true)
    case .double(let number): self.init(kind: 2, bits: SortPrefix.ordered(number), isExact: true)
    case .date(let date):
      self.init(kind: 3, bits: SortPrefix.ordered(date.timeIntervalSinceReferenceDate), isExact: true)
    case .boolean(let flag): self.init(kind: 4, bits: flag ? 1 : 0, isExact: true)
    case .string(let text):
      // The order of UTF-8 bytes is that of the Unicode scalars.
      var bits: UInt64 = 0
      var count = 0
      for byte in text.utf8 {
        if count == 8 { break }
        bits = bits << 8 | UInt64(byte)
        count += 1
      }
      self.init(kind: 5, bits: count == 0 ? 0 : bits << UInt64(8 * (8 - count)), isExact: false)
    default: self.init(kind: 6, bits: 0, isExact: false)
    }
  }

  private init(kind: UInt8, bits: UInt64, isExact: Bool) {
    self.kind = kind
    self.bits = bits
    self.isExact = isExact
  }

  /// A NaN comes after every number; -0 and 0 are one.
  private static func ordered(_ number: Double) -> UInt64 {
    if number.isNaN { return .max }
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
  }
}
