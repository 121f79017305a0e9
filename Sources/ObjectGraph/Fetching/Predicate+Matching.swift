import Predicates

extension Predicate {
  /// The predicate made ready to be asked of many candidates.
  func matcher(over source: GraphSource) throws -> (Value) throws -> Bool {
    { candidate in try self.holds(candidate, source) }
  }

  private func holds(_ candidate: Value, _ source: GraphSource) throws -> Bool {
    switch kind {
    case .constant(let value): return value
    case .and(let parts): return try parts.allSatisfy { try $0.holds(candidate, source) }
    case .or(let parts): return try parts.contains { try $0.holds(candidate, source) }
    case .not(let part): return try !part.holds(candidate, source)
    case .truth(let expression): return try expression.plainValue(candidate, source) == .boolean(true)
    case .comparison(let comparison):
      let left = try comparison.left.plainValue(candidate, source)
      let right = try comparison.right.plainValue(candidate, source)
      switch comparison.operator {
      case .equal: return left == right
      case .notEqual: return left != right
      case .less: return left.precedes(right) ?? false
      case .greater: return right.precedes(left) ?? false
      case .lessOrEqual: return left == right || left.precedes(right) ?? false
      case .greaterOrEqual: return left == right || right.precedes(left) ?? false
      default: throw ObjectGraphError.unknownForm("\(comparison.operator)")
      }
    }
  }
}

extension Expression {
  fileprivate func plainValue(_ candidate: Value, _ source: GraphSource) throws -> Value {
    switch kind {
    case .constant(let value): return value
    case .candidate: return candidate
    case .variable(let name): return try source.value(forVariable: name) ?? .null
    case .key(let base, let key):
      guard case .object(let object) = try base.plainValue(candidate, source) else { return .null }
      return try source.value(forKey: key, of: object)
    case .extension(let form): return try source.value(of: form.base, candidate: candidate)
    default: throw ObjectGraphError.unknownForm("\(kind)")
    }
  }
}
