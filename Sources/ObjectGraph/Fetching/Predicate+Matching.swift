import Predicates

extension Predicate {
  /// The predicate prepared to be tested on many objects of an entity.
  func matcher(over source: GraphSource, of entity: Entity) throws -> (Value) throws -> Bool {
    let compiled = try compiled(over: source, entity: entity.name)
    return { candidate in try compiled.matches(candidate) }
  }
}
