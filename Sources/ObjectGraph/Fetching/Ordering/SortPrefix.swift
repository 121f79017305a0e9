import Predicates

/// What a sort compares first: eight bytes whose order is the order of the values, as far as eight bytes tell it apart.
struct SortPrefix: Hashable {
  /// The kinds that have no order between them keep apart by it, and nil comes before all.
  var kind: UInt8
  var bits: UInt64
  /// Whether equal prefixes that are both exact mean equal values.
  var isExact: Bool

  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let number): self.init(number)
    case .double(let number): self.init(number, isDate: false)
    case .date(let date): self.init(date.timeIntervalSinceReferenceDate, isDate: true)
    case .boolean(let flag): self.init(kind: 4, bits: flag ? 1 : 0, isExact: true)
    case .string(let text):
      var text = text
      self = text.withUTF8 { SortPrefix($0) }
    default: self.init(kind: 6, bits: 0, isExact: false)
    }
  }

  static let null = SortPrefix(kind: 0, bits: 0, isExact: true)

  init(_ number: Int64) { self.init(kind: 1, bits: UInt64(bitPattern: number) ^ (1 << 63), isExact: true) }

  init(_ number: Double, isDate: Bool) {
    self.init(kind: isDate ? 3 : 2, bits: SortPrefix.ordered(number), isExact: true)
  }

  /// A text: the order of UTF-8 bytes is that of the Unicode scalars.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var bits: UInt64 = 0
    var hasZero = false
    let count = min(8, text.count)
    for place in 0..<count {
      bits = bits << 8 | UInt64(text[place])
      if text[place] == 0 { hasZero = true }
    }
    self.init(
      kind: 5, bits: count == 0 ? 0 : bits << UInt64(8 * (8 - count)), isExact: text.count <= 8 && !hasZero)
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
