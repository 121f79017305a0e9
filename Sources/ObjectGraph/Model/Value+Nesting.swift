import Predicates

extension Value {
  /// How deep lists and dictionaries can be nested in an attribute: recursive functions compare, write and show the
  /// values.
  public static let nestingLimit = 16

  /// The reason why a value cannot be stored as it is; nil if there is none. O(values inside), without recursion.
  var nestingMisfit: CoercionError? {
    guard isWithinNesting else { return CoercionError(.depth) }
    var work = [self]
    while let value = work.popLast() {
      switch value {
      case .array(let elements), .set(let elements): work += elements
      case .dictionary(let entries): work += entries.values
      case .object: return CoercionError(.type, value: value)
      default: break
      }
    }
    return nil
  }

  /// Whether lists and dictionaries inside it are nested at most ``nestingLimit`` levels deep. O(values inside), without
  /// recursion.
  package var isWithinNesting: Bool {
    var work = [(value: self, depth: 0)]
    while let (value, depth) = work.popLast() {
      switch value {
      case .array(let elements), .set(let elements):
        if depth >= Value.nestingLimit, !elements.isEmpty { return false }
        work += elements.lazy.filter(\.isCollection).map { ($0, depth + 1) }
      case .dictionary(let entries):
        if depth >= Value.nestingLimit, !entries.isEmpty { return false }
        work += entries.values.lazy.filter(\.isCollection).map { ($0, depth + 1) }
      default: break
      }
    }
    return true
  }

  private var isCollection: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}
