import Predicates

extension Value {
  /// How deep lists and dictionaries may stand in each other in an attribute: what is kept is compared, written and shown
  /// by functions that call themselves.
  public static let nestingLimit = 16

  /// What keeps a value from being kept as it is. O(values inside), without recursion.
  var nestingMisfit: CoercionError? {
    guard elements != nil || isDictionary else { return nil }
    var work = [(value: self, depth: 0)]
    while let (value, depth) = work.popLast() {
      guard depth <= Value.nestingLimit else { return CoercionError(.depth) }
      switch value {
      case .array(let elements), .set(let elements): work += elements.map { ($0, depth + 1) }
      case .dictionary(let entries): work += entries.values.map { ($0, depth + 1) }
      case .object: return CoercionError(.type, value: value)
      default: break
      }
    }
    return nil
  }

  private var isDictionary: Bool {
    if case .dictionary = self { true } else { false }
  }
}
