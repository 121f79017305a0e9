/// The cost of a comparison for a ``Meter``, by its operator.
struct ComparisonCost {
  /// How many bytes of a text count as a row, as a power of two: few where a text is folded or taken apart.
  private let shift: Int
  /// Whether each character of the one text may be compared with each of the other.
  private let isProduct: Bool

  init(_ comparison: Predicate.Comparison) {
    switch comparison.operator {
    case .like: isProduct = true
    default: isProduct = false
    }
    shift = comparison.options.folds ? 0 : isProduct ? 2 : 4
  }

  /// The rows that comparing two values counts for.
  func rows(_ left: Value, _ right: Value, upTo limit: Int) -> Int {
    switch (left, right) {
    case (.string(let a), .string(let b)):
      let (a, b) = (a.utf8.count, b.utf8.count)
      guard isProduct else { return (a &+ b) >> shift }
      let product = a.multipliedReportingOverflow(by: b)
      return product.overflow ? .max : max(product.partialValue >> 6, (a &+ b) >> shift)
    case (.string(let text), _), (_, .string(let text)): return rows(text, with: left) ?? rows(text, with: right) ?? 0
    default:
      guard left.elements != nil || right.elements != nil else { return 0 }
      let (a, b) = (left.size(upTo: limit) >> 4, right.size(upTo: limit) >> 4)
      // Sets inside each other are compared element by element, each with each.
      guard left.isFlatList || right.isFlatList else {
        let product = a.multipliedReportingOverflow(by: b)
        return product.overflow ? .max : product.partialValue
      }
      return a &+ b
    }
  }

  /// A text looked for in a list: it is compared with each element.
  private func rows(_ text: String, with list: Value) -> Int? {
    guard let elements = list.elements else { return nil }
    // Each is compared up to where the shorter one ends.
    return elements.reduce(elements.count &+ text.utf8.count >> shift) { sum, element in
      guard case .string(let other) = element else { return sum }
      return sum &+ min(other.utf8.count, text.utf8.count) >> shift
    }
  }
}

extension Value {
  /// Whether it is a list without lists inside it.
  fileprivate var isFlatList: Bool {
    switch self {
    case .array(let elements): !elements.contains { $0.isCollection }
    case .set, .dictionary: false
    default: true
    }
  }

  private var isCollection: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}

extension Meter {
  /// Spends for comparing two values.
  /// - Throws: as ``spend(_:_:)``.
  func spend(comparing left: Value, _ right: Value, _ cost: ComparisonCost) throws(OperationCancelled) {
    let rows = cost.rows(left, right, upTo: sizeLimit)
    if rows > 0 { try spend(.rows, rows) }
  }

  /// Spends for putting two collections together, or for looking for each element of the one in the other.
  /// - Throws: as ``spend(_:_:)``.
  func spend(joining left: Value, _ right: Value, eachWithEach: Bool) throws(OperationCancelled) {
    let (a, b) = (left.size(upTo: sizeLimit), right.size(upTo: sizeLimit))
    try spend(making: a.addingReportingOverflow(b).overflow ? .max : a + b)
    guard eachWithEach else { return }
    let product = (a >> 4).multipliedReportingOverflow(by: b >> 4)
    try spend(.rows, product.overflow ? .max : product.partialValue)
  }
}

extension Expression.BinaryOperator {
  /// Whether it works on whole collections.
  var joinsCollections: Bool { self == .union || self == .intersect || self == .minus }
}
