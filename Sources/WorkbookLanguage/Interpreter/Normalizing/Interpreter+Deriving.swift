import Diagnostics
import ModelReview
import Normalization
import ObjectGraph

/// `derive team -> uniformColor`.
extension Interpreter {
  /// Step by step from what is declared. The entity is the one that declares dependencies and has all these names; of
  /// several, the first from which the goal follows.
  func derive(_ left: [Identifier], _ right: [Identifier], isMultivalued: Bool) throws -> DerivationView {
    let names = left + right
    let wanted = Set(names.map(\.text))
    func columns(of entity: String) -> Set<String> {
      Set(EntityRelation.columns(of: entity, in: context.model).map(\.name))
    }
    let having = context.model.entityNames.filter { wanted.isSubset(of: columns(of: $0)) }
    guard !having.isEmpty else {
      let known = Set(context.model.entityNames.flatMap(columns(of:)))
      if let name = names.first(where: { !known.contains($0.text) }) {
        throw Diagnostic(
          Diagnostic.ID.unknownProperty, "no entity has a property '\(DisplayText.visible(name.text))'", at: name.range,
          nearest: Suggestions.nearest(to: name.text, among: known.sorted()))
      }
      throw Diagnostic.ofNoEntity(at: names.first?.range)
    }
    let declaring = having.filter { !context.model.dependencies(of: $0).isEmpty }
    var views: [DerivationView] = []
    for entity in declaring.isEmpty ? Array(having.prefix(1)) : declaring {
      let view = try judged {
        try derivation(of: left.map(\.text), right.map(\.text), isMultivalued: isMultivalued, in: entity)
      }
      if !view.steps.isEmpty { return view }
      views.append(view)
    }
    guard let view = views.first else { throw Diagnostic.ofNoEntity(at: names.first?.range) }
    return view
  }

  private func derivation(
    of left: [String], _ right: [String], isMultivalued: Bool, in entity: String
  ) throws -> DerivationView {
    let relation = EntityRelation(entity, emptyIn: context.model)
    let names = relation.columns.map(\.name)
    let dependencies = context.model.dependencies(of: entity)
    var functional: [(determinant: [String], dependent: [String])] = []
    var multivalued: [(determinant: [String], dependent: [String])] = []
    for dependency in dependencies {
      switch dependency {
      case .functional(let left, let right): functional.append((left, right))
      case .multivalued(let left, let right): multivalued.append((left, right))
      case .join: break
      }
    }
    let declaredCount = functional.count
    functional += EntityNormalization.declaredKeys(of: relation, in: context.model).map { ($0, names) }
    let schema = try RelationSchema(
      attributes: names, functionalDependencies: functional, multivaluedDependencies: multivalued)
    let goal: Dependency
    guard let determinant = schema.attributes(left), let dependent = schema.attributes(right) else {
      throw Diagnostic(Diagnostic.ID.unknownProperty, "\(entity) has not all of these")
    }
    goal =
      isMultivalued
      ? .multivalued(MultivaluedDependency(determinant, dependent))
      : .functional(FunctionalDependency(determinant, dependent))
    var view = DerivationView(
      entity: entity, goal: schema.text(of: goal), steps: [], counterexample: [], declaredCount: dependencies.count)
    if case .functional(let dependency) = goal, let derivation = schema.derivation(of: dependency) {
      view.steps = derivation.steps.map { step in
        DerivationView.Step(
          text: schema.text(of: step.dependency), rule: rule(step.rule, schema, declaredCount: declaredCount))
      }
    } else if case .multivalued(let dependency) = goal, multivalued.isEmpty,
      let derivation = schema.derivation(of: FunctionalDependency(dependency.determinant, dependency.dependent))
    {
      // One value is a set of values: nothing else can be the reason here.
      view.steps = derivation.steps.map { step in
        DerivationView.Step(
          text: schema.text(of: step.dependency), rule: rule(step.rule, schema, declaredCount: declaredCount))
      }
      view.steps.append(DerivationView.Step(text: view.goal, rule: .replication(view.steps.count)))
    } else if let derivation = try schema.mixedDerivation(of: goal) {
      view.steps = derivation.steps.map { step in
        DerivationView.Step(
          text: schema.text(of: step.dependency), rule: rule(step.rule, schema, declaredCount: declaredCount))
      }
    } else {
      let closure = try schema.closure(of: determinant)
      view.counterexample = names.enumerated().map { ($0.element, closure.contains($0.offset)) }
    }
    return view
  }

  private func rule(_ rule: Derivation.Rule, _ schema: RelationSchema, declaredCount: Int) -> DerivationRule {
    switch rule {
    case .given(let index): index < declaredCount ? .given : .key
    case .reflexivity: .reflexivity
    case .augmentation(let step, let added): .augmentation(step + 1, with: schema.text(of: added))
    case .transitivity(let first, let second): .transitivity(first + 1, second + 1)
    case .union(let first, let second): .union(first + 1, second + 1)
    case .decomposition(let step): .decomposition(step + 1)
    case .pseudotransitivity(let first, let second, let added):
      .pseudotransitivity(first + 1, second + 1, with: schema.text(of: added))
    }
  }

  private func rule(_ rule: MixedDerivation.Rule, _ schema: RelationSchema, declaredCount: Int) -> DerivationRule {
    switch rule {
    case .armstrong(let rule): self.rule(rule, schema, declaredCount: declaredCount)
    case .givenMultivalued: .given
    case .replication(let step): .replication(step + 1)
    case .complementation(let step): .complementation(step + 1)
    case .multivaluedAugmentation(let step, let left, _):
      .multivaluedAugmentation(step + 1, with: schema.text(of: left))
    case .multivaluedTransitivity(let first, let second): .multivaluedTransitivity(first + 1, second + 1)
    case .multivaluedUnion(let first, let second): .multivaluedUnion(first + 1, second + 1)
    case .difference(let first, let second): .difference(first + 1, second + 1)
    case .intersection(let first, let second): .intersection(first + 1, second + 1)
    case .coalescence(let first, let second): .coalescence(first + 1, second + 1)
    }
  }
}

extension Diagnostic {
  /// Names that are there, but in no entity together.
  fileprivate static func ofNoEntity(at range: SourceRange?) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.unknownProperty, "no entity has all of these", at: range,
      hint: "a dependency is between the properties of one entity")
  }
}
