import Predicates

/// The first sixteen bytes that a sort compares; their order is the order of the values, as far as sixteen bytes can
/// tell. A number needs eight; a text of up to fifteen bytes fits in, followed by its length.
struct SortPrefix: Hashable {
  /// The kinds that have no order between them keep apart by it, and nil comes before all.
  var kind: UInt8
  var bits: UInt64
  var more: UInt64
  /// Whether equal prefixes mean equal values.
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
      self = text.withUTF8 { SortPrefix(text: UnsafeRawBufferPointer($0)) }
    default: self.init(kind: 6, bits: 0, isExact: false)
    }
  }

  static let null = SortPrefix(kind: 0, bits: 0, isExact: true)

  init(_ number: Int64) { self.init(kind: 1, bits: UInt64(bitPattern: number) ^ (1 << 63), isExact: true) }

  init(_ number: Double, isDate: Bool) {
    self.init(kind: isDate ? 3 : 2, bits: SortPrefix.ordered(number), isExact: true)
  }

  /// A text: the order of UTF-8 bytes is that of the Unicode scalars.
  init(text: UnsafeRawBufferPointer) {
    var bits: UInt64 = 0
    var more: UInt64 = 0
    for place in 0..<min(8, text.count) { bits |= UInt64(text[place]) << UInt64(56 - 8 * place) }
    if text.count > 8 {
      for place in 8..<min(15, text.count) { more |= UInt64(text[place]) << UInt64(120 - 8 * place) }
    }
    self.init(kind: 5, bits: bits, more: more | UInt64(min(255, text.count + 1)), isExact: text.count <= 15)
    if !isExact { self.more |= 255 }
  }

  /// A text as a column keeps it.
  @inline(__always)
  init(_ slot: TextSlot, whole: (TextSlot) -> SortPrefix) {
    if slot.isNull {
      self = .null
    } else if slot.isLong {
      self = whole(slot)
    } else {
      self.init(kind: 5, bits: slot.low.byteSwapped, more: slot.high.byteSwapped, isExact: true)
    }
  }

  @inline(__always)
  private init(kind: UInt8, bits: UInt64, more: UInt64 = 0, isExact: Bool) {
    self.kind = kind
    self.bits = bits
    self.more = more
    self.isExact = isExact
  }

  /// A NaN comes after every number; -0 and 0 are one.
  private static func ordered(_ number: Double) -> UInt64 {
    if number.isNaN { return .max }
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | (1 << 63)
  }
}
