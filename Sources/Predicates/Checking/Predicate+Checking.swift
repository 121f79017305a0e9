import Diagnostics

extension Predicate {
  /// Returns the mistakes in the predicate, for objects of an entity, before it is run.
  ///
  /// ```swift
  /// predicate.check(against: model, entity: "Player")
  /// // Player has no 'lastNme'
  /// //   lastNme BEGINSWITH "W"
  /// //   ^^^^^^^ did you mean lastName?
  /// ```
  ///
  /// Reports keys that the entity does not have, to-many relationships compared as if they were one object, operators
  /// that do not apply to the types, and variables that are not bound; as warnings, conditions that always or never
  /// hold. O(size of the predicate); O(n²) in the comparisons of one key, of which at most twenty are compared.
  /// - Parameters:
  ///   - shape: The entities and properties that it may name.
  ///   - entity: The entity of the candidates.
  ///   - variables: the names that `$name` may have; nil when any may be bound later, as in a template.
  ///   - ownNames: the learner's own names, which a condition writes `$name`.
  public func check(
    against shape: some ModelShape, entity: String, variables: Set<String>? = nil, ownNames: Set<String> = []
  ) -> [Diagnostic] {
    var checker = Checker(shape: shape, entity: entity, variables: variables, ownNames: ownNames)
    checker.check(self)
    // A predicate with errors cannot run, so the truth check is skipped.
    if !checker.diagnostics.containsError { checker.checkTruth(self) }
    return checker.diagnostics
  }
}

extension Expression {
  /// Returns the mistakes in the expression, for objects of an entity. See
  /// ``Predicate/check(against:entity:variables:ownNames:)``. O(nodes).
  public func check(
    against shape: some ModelShape, entity: String, variables: Set<String>? = nil, ownNames: Set<String> = []
  ) -> [Diagnostic] {
    var checker = Checker(shape: shape, entity: entity, variables: variables, ownNames: ownNames)
    _ = checker.type(of: self)
    return checker.diagnostics
  }

  /// Returns the type that checking infers for the value, and the expression's problems.
  package func inferredType(
    against shape: some ModelShape, entity: String
  ) -> (type: InferredType, diagnostics: [Diagnostic]) {
    var checker = Checker(shape: shape, entity: entity, variables: nil, ownNames: [])
    let type = checker.type(of: self)
    return (type, checker.diagnostics)
  }
}
