/// A proof that functional dependencies imply another, step by step in Armstrong's axioms and the rules that follow from
/// them. The last step is what was to be shown.
public struct Derivation: Hashable, Sendable {
  /// Why a step holds. Numbers are earlier steps, from 0.
  public enum Rule: Hashable, Sendable {
    /// It is declared: the `index`-th functional dependency of the schema.
    case given(Int)
    /// Y ⊆ X gives X → Y.
    case reflexivity
    /// X → Y gives XZ → YZ.
    case augmentation(Int, with: AttributeSet)
    /// X → Y and Y → Z give X → Z.
    case transitivity(Int, Int)
    /// X → Y and X → Z give X → YZ.
    case union(Int, Int)
    /// X → YZ gives X → Y.
    case decomposition(Int)
    /// X → Y and WY → Z give WX → Z.
    case pseudotransitivity(Int, Int, with: AttributeSet)
  }

  /// A dependency and why it holds.
  public struct Step: Hashable, Sendable {
    public let dependency: FunctionalDependency
    public let rule: Rule

    public init(_ dependency: FunctionalDependency, _ rule: Rule) {
      self.dependency = dependency
      self.rule = rule
    }
  }

  /// The steps in order; each uses only those before it.
  public let steps: [Step]

  public init(steps: [Step]) { self.steps = steps }

  /// The dependency that is derived; nil for a derivation without steps.
  public var conclusion: FunctionalDependency? { steps.last?.dependency }

  /// The same proof without detours: what is shown twice is shown once, and steps that nothing uses are left out. O(steps).
  func withoutDetours() -> Derivation {
    guard let last = steps.indices.last else { return self }
    var places: [FunctionalDependency: Int] = [:]
    let first = steps.indices.map { step in
      let place = places[steps[step].dependency] ?? step
      places[steps[step].dependency] = place
      return place
    }
    var isNeeded = [Bool](repeating: false, count: steps.count)
    var open = [first[last]]
    while let step = open.popLast() {
      if isNeeded[step] { continue }
      isNeeded[step] = true
      open += steps[step].rule.sources.map { first[$0] }
    }
    let kept = steps.indices.filter { isNeeded[$0] }
    let numbers = Dictionary(zip(kept, kept.indices), uniquingKeysWith: { first, _ in first })
    return Derivation(
      steps: kept.map { step in
        Step(steps[step].dependency, steps[step].rule.renumbered { numbers[first[$0]] ?? $0 })
      })
  }

  /// Returns the first step that its rule does not justify; nil when every step is sound. Any derivation can be
  /// checked, not only those found here. O(steps).
  public func firstUnsoundStep(from declared: [FunctionalDependency]) -> Int? {
    steps.indices.first { index in
      !steps[index].rule.justifies(steps[index].dependency, from: declared) { step in
        step >= 0 && step < index ? steps[step].dependency : nil
      }
    }
  }
}

extension Derivation.Rule {
  /// Whether the rule gives a dependency from the declared ones and what earlier steps have shown.
  func justifies(
    _ shown: FunctionalDependency, from declared: [FunctionalDependency], _ earlier: (Int) -> FunctionalDependency?
  ) -> Bool {
    switch self {
    case .given(let place): return declared.indices.contains(place) && declared[place] == shown
    case .reflexivity: return shown.isTrivial
    case .augmentation(let step, let added):
      guard let from = earlier(step) else { return false }
      return shown.determinant == from.determinant.union(added) && shown.dependent == from.dependent.union(added)
    case .transitivity(let first, let second):
      guard let from = earlier(first), let to = earlier(second) else { return false }
      return from.dependent == to.determinant && shown.determinant == from.determinant
        && shown.dependent == to.dependent
    case .union(let first, let second):
      guard let one = earlier(first), let other = earlier(second) else { return false }
      return one.determinant == other.determinant && shown.determinant == one.determinant
        && shown.dependent == one.dependent.union(other.dependent)
    case .decomposition(let step):
      guard let from = earlier(step) else { return false }
      return shown.determinant == from.determinant && shown.dependent.isSubset(of: from.dependent)
    case .pseudotransitivity(let first, let second, let added):
      guard let from = earlier(first), let to = earlier(second) else { return false }
      return to.determinant == from.dependent.union(added) && shown.determinant == from.determinant.union(added)
        && shown.dependent == to.dependent
    }
  }

  /// The earlier steps that the rule uses. O(1).
  public var sources: [Int] {
    switch self {
    case .given, .reflexivity: []
    case .augmentation(let step, _), .decomposition(let step): [step]
    case .transitivity(let first, let second), .union(let first, let second),
      .pseudotransitivity(let first, let second, _):
      [first, second]
    }
  }

  func renumbered(_ number: (Int) -> Int) -> Derivation.Rule {
    switch self {
    case .given, .reflexivity: self
    case .augmentation(let step, let added): .augmentation(number(step), with: added)
    case .decomposition(let step): .decomposition(number(step))
    case .transitivity(let first, let second): .transitivity(number(first), number(second))
    case .union(let first, let second): .union(number(first), number(second))
    case .pseudotransitivity(let first, let second, let added):
      .pseudotransitivity(number(first), number(second), with: added)
    }
  }
}
