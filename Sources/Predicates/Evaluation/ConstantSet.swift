import struct Foundation.Decimal

/// The elements of a list, prepared once for `x IN {…}` and for comparing sets: a lookup in place of a comparison with
/// each.
struct ConstantSet {
  private var texts: Set<LiteralText> = []
  private var integers: Set<Int64> = []
  /// Doubles and decimals by the nearest double, which equal numbers of all types share.
  private var numbers: [Double: [Value]] = [:]
  /// Objects, dates and whatever else is equal only to the very same value.
  private var exact: Set<Value> = []
  /// Lists, which have to be compared one by one.
  private var lists: [Value] = []
  private var hasNull = false
  private let options: Predicate.Comparison.Options

  /// O(elements).
  init(_ elements: [Value], options: Predicate.Comparison.Options = []) {
    self.options = options
    for element in elements {
      switch element {
      case .string(let text): texts.insert(LiteralText(options.folded(text)))
      case .integer(let integer): integers.insert(integer)
      case .boolean(let flag): integers.insert(flag ? 1 : 0)
      case .double(let double): numbers[double, default: []].append(element)
      case .decimal(let decimal): numbers[Self.nearest(decimal), default: []].append(element)
      case .null: hasNull = true
      case .object, .date, .data, .uuid, .url: exact.insert(element)
      case .array, .set, .dictionary: lists.append(element)
      }
    }
  }

  /// Whether a value is equal to one of the elements, as ``Value/isEqual(to:options:)`` has it. O(1), and O(lists) for a
  /// list.
  func holds(_ value: Value) -> Bool {
    switch value {
    case .null: hasNull
    case .string(let text): texts.contains(LiteralText(options.folded(text)))
    case .integer(let integer): integers.contains(integer) || holds(value, near: Double(integer))
    case .boolean(let flag): integers.contains(flag ? 1 : 0) || holds(value, near: flag ? 1 : 0)
    case .double(let double):
      Int64(exactly: double).map(integers.contains) ?? false || holds(value, near: double)
    case .decimal(let decimal):
      Int64(decimal.description).map(integers.contains) ?? false || holds(value, near: Self.nearest(decimal))
    case .object, .date, .data, .uuid, .url: exact.contains(value)
    case .array, .set, .dictionary: lists.contains { $0.isEqual(to: value, options: options) }
    }
  }

  /// The same for `IN`: nil is in nothing, also where the list holds it.
  func contains(_ value: Value) -> Bool { !value.isNull && holds(value) }

  private func holds(_ value: Value, near double: Double) -> Bool {
    !numbers.isEmpty && numbers[double]?.contains { $0.isEqual(to: value) } ?? false
  }

  /// Converted by its digits: Foundation's own conversion is off by a bit now and then.
  private static func nearest(_ decimal: Decimal) -> Double { Double(decimal.description) ?? .nan }
}
