/// A proof that functional and multivalued dependencies together imply one of either kind, step by step in the rules of
/// Beeri, Fagin and Howard (1977). The last step is what was to be shown.
public struct MixedDerivation: Hashable, Sendable {
  /// Why a step holds. Numbers are earlier steps, from 0; U are all attributes.
  public enum Rule: Hashable, Sendable {
    /// One of Armstrong's rules, over functional dependencies alone.
    case armstrong(Derivation.Rule)
    /// It is declared: the `index`-th multivalued dependency of the schema.
    case givenMultivalued(Int)
    /// X → Y gives X ↠ Y.
    case replication(Int)
    /// X ↠ Y gives X ↠ U − X − Y.
    case complementation(Int)
    /// X ↠ Y and V ⊆ W give XW ↠ YV.
    case multivaluedAugmentation(Int, left: AttributeSet, right: AttributeSet)
    /// X ↠ Y and Y ↠ Z give X ↠ Z − Y.
    case multivaluedTransitivity(Int, Int)
    /// X ↠ Y and X ↠ Z give X ↠ YZ.
    case multivaluedUnion(Int, Int)
    /// X ↠ Y and X ↠ Z give X ↠ Y − Z.
    case difference(Int, Int)
    /// X ↠ Y and X ↠ Z give X ↠ Y ∩ Z.
    case intersection(Int, Int)
    /// X ↠ Y and W → Z, with Z ⊆ Y and nothing of W in Y, give X → Z.
    case coalescence(Int, Int)
  }

  /// A dependency and why it holds.
  public struct Step: Hashable, Sendable {
    public let dependency: Dependency
    public let rule: Rule

    public init(_ dependency: Dependency, _ rule: Rule) {
      self.dependency = dependency
      self.rule = rule
    }
  }

  /// The steps in order; each uses only those before it.
  public let steps: [Step]

  public init(steps: [Step]) { self.steps = steps }

  /// The dependency that is derived; nil for a derivation without steps.
  public var conclusion: Dependency? { steps.last?.dependency }

  /// Returns the first step that its rule does not justify; nil when every step is sound. O(steps).
  public func firstUnsoundStep(in schema: RelationSchema) -> Int? {
    steps.indices.first { !isSound($0, schema) }
  }

  private func isSound(_ index: Int, _ schema: RelationSchema) -> Bool {
    func functional(_ step: Int) -> FunctionalDependency? {
      guard step >= 0, step < index, case .functional(let dependency) = steps[step].dependency else { return nil }
      return dependency
    }
    func multivalued(_ step: Int) -> MultivaluedDependency? {
      guard step >= 0, step < index, case .multivalued(let dependency) = steps[step].dependency else { return nil }
      return dependency
    }
    switch steps[index].dependency {
    case .functional(let shown): return isSound(shown, steps[index].rule, schema, functional, multivalued)
    case .multivalued(let shown): return isSound(shown, steps[index].rule, schema, functional, multivalued)
    case .join: return false
    }
  }

  private func isSound(
    _ shown: FunctionalDependency, _ rule: Rule, _ schema: RelationSchema,
    _ functional: (Int) -> FunctionalDependency?, _ multivalued: (Int) -> MultivaluedDependency?
  ) -> Bool {
    switch rule {
    case .armstrong(let rule): return rule.justifies(shown, from: schema.functionalDependencies, functional)
    case .coalescence(let first, let second):
      guard let from = multivalued(first), let other = functional(second) else { return false }
      return shown.determinant == from.determinant && shown.dependent == other.dependent
        && other.dependent.isSubset(of: from.dependent) && other.determinant.isDisjoint(with: from.dependent)
    case .givenMultivalued, .replication, .complementation, .multivaluedAugmentation, .multivaluedTransitivity,
      .multivaluedUnion, .difference, .intersection:
      return false
    }
  }

  private func isSound(
    _ shown: MultivaluedDependency, _ rule: Rule, _ schema: RelationSchema,
    _ functional: (Int) -> FunctionalDependency?, _ multivalued: (Int) -> MultivaluedDependency?
  ) -> Bool {
    func both(_ first: Int, _ second: Int, _ combined: (AttributeSet, AttributeSet) -> AttributeSet) -> Bool {
      guard let one = multivalued(first), let other = multivalued(second) else { return false }
      return one.determinant == other.determinant && shown.determinant == one.determinant
        && shown.dependent == combined(one.dependent, other.dependent)
    }
    switch rule {
    case .givenMultivalued(let place):
      return schema.multivaluedDependencies.indices.contains(place) && schema.multivaluedDependencies[place] == shown
    case .replication(let step):
      guard let from = functional(step) else { return false }
      return shown.determinant == from.determinant && shown.dependent == from.dependent
    case .complementation(let step):
      guard let from = multivalued(step) else { return false }
      return shown == from.complement(in: schema.heading)
    case .multivaluedAugmentation(let step, let left, let right):
      guard let from = multivalued(step) else { return false }
      return right.isSubset(of: left) && shown.determinant == from.determinant.union(left)
        && shown.dependent == from.dependent.union(right)
    case .multivaluedTransitivity(let first, let second):
      guard let from = multivalued(first), let to = multivalued(second) else { return false }
      return from.dependent == to.determinant && shown.determinant == from.determinant
        && shown.dependent == to.dependent.subtracting(from.dependent)
    case .multivaluedUnion(let first, let second): return both(first, second) { $0.union($1) }
    case .difference(let first, let second): return both(first, second) { $0.subtracting($1) }
    case .intersection(let first, let second): return both(first, second) { $0.intersection($1) }
    case .armstrong, .coalescence: return false
    }
  }
}
