import Predicates

import struct Foundation.Date

/// The place in an ordered index of the values that can pass a comparison.
enum IndexLookup: Sendable {
  /// Numbers and dates: stretches of ``SortPrefix`` bits, in no order and perhaps overlapping.
  case keys([ClosedRange<UInt64>])
  /// Texts; those that differ from them only in their composition are found as well.
  case texts([String])
  /// The texts that begin with this one.
  case prefix(String)

  /// Nil where an index would not help: another operator, an option that folds text, a constant of another type.
  init?(
    _ sign: Predicate.Comparison.Operator, _ constant: Value, _ options: Predicate.Comparison.Options,
    _ kind: AttributeColumn.Kind
  ) {
    switch kind {
    case .boolean, .value: return nil
    case .string:
      guard !options.contains(.caseInsensitive), !options.contains(.diacriticInsensitive) else { return nil }
      switch (sign, constant) {
      case (.equal, .string(let text)): self = .texts([text])
      case (.beginsWith, .string(let text)) where !text.isEmpty && !options.contains(.normalized): self = .prefix(text)
      case (.in, _):
        guard let elements = constant.elements else { return nil }
        self = .texts(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
      default: return nil
      }
    case .integer, .wideInteger:
      if sign == .in {
        guard let elements = constant.elements, !elements.contains(where: \.isDecimal) else { return nil }
        self = .keys(
          elements.compactMap { IntegerTest(.equal, $0).flatMap { $0.lowest <= $0.highest ? Self.keys($0) : nil } })
        return
      }
      guard let test = IntegerTest(sign, constant), !test.isNegated else { return nil }
      self = .keys(test.lowest <= test.highest ? [Self.keys(test)] : [])
    case .double, .date:
      if sign == .in {
        guard let elements = constant.elements, !elements.contains(where: \.isDecimal) else { return nil }
        self = .keys(
          elements.compactMap { element in
            DoubleTest(.equal, element, isDate: kind == .date).map { Self.key($0.constant)...Self.key($0.constant) }
          })
        return
      }
      guard let test = DoubleTest(sign, constant, isDate: kind == .date) else { return nil }
      let key = Self.key(test.constant)
      switch test.sign {
      case .equal: self = .keys([key...key])
      case .notEqual: return nil
      // A NaN, the last of all, is looked at too: its order is an error.
      case .less, .lessOrEqual: self = .keys([0...key, .max...(.max)])
      case .greater, .greaterOrEqual: self = .keys([key...(.max)])
      case .between:
        let upper = Self.key(test.upper)
        self = .keys(key <= upper ? [key...upper, .max...(.max)] : [.max...(.max)])
      }
    }
  }

  private static func keys(_ test: IntegerTest) -> ClosedRange<UInt64> {
    SortPrefix(.integer(test.lowest)).bits...SortPrefix(.integer(test.highest)).bits
  }

  private static func key(_ number: Double) -> UInt64 { SortPrefix(.double(number)).bits }
}

extension Value {
  /// A decimal may equal a key, and is not looked up by one.
  fileprivate var isDecimal: Bool {
    if case .decimal = self { true } else { false }
  }
}
