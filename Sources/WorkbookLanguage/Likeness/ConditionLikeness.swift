import ObjectGraph
import Predicates

/// The comparison of two conditions, which may ask the same in different words.
struct ConditionLikeness {
  let model: ManagedObjectModel

  /// The graphs on which two conditions are tried where their normal forms differ.
  private static let limits = SearchLimits(objects: 3, graphs: 20_000)

  /// Whether two conditions on the objects of an entity have one normal form, or no small graph shows a difference. With
  /// variables that nothing gives a value, the normal forms decide.
  func isSame(_ first: Predicate?, _ second: Predicate?, entity: String) -> Bool {
    let always = Predicate(.constant(true))
    let (first, second) = (first ?? always, second ?? always)
    if first == second || first.normalForm == second.normalForm { return true }
    guard !first.hasVariables, !second.hasVariables, model[entity: entity] != nil else { return false }
    let found = Predicate.distinguish(
      first, second, entity: entity, in: ConditionShape(model: model), limits: Self.limits)
    if case .agree = found { return true }
    return false
  }
}

extension ManagedObjectModel {
  /// The model with another's way to write each condition that asks the same: of fetched properties, of templates and of
  /// rules. The sentences of rules are free, except for those that the start has.
  func writingConditions(as own: ManagedObjectModel, start: ManagedObjectModel) -> ManagedObjectModel {
    let likeness = ConditionLikeness(model: own)
    var model = self
    for place in model.entities.indices {
      let entity = model.entities[place]
      guard let mine = own[entity: entity.name] else { continue }
      let fixed = Set((start[entity: entity.name]?.rules ?? []).map(\.name))
      model.entities[place].rules = entity.rules.writing(as: mine.rules) { rule, own in
        (rule.name == own.name || !fixed.contains(rule.name))
          && likeness.isSame(rule.predicate, own.predicate, entity: entity.name)
      }
      for index in entity.properties.indices {
        guard var fetched = entity.properties[index].fetched, let same = mine[property: fetched.name]?.fetched,
          same.destination == fetched.destination,
          likeness.isSame(same.predicate, fetched.predicate, entity: fetched.destination)
        else { continue }
        fetched.predicate = same.predicate
        model.entities[place].properties[index] = .fetched(fetched)
      }
    }
    for index in model.fetchRequestTemplates.indices {
      let request = model.fetchRequestTemplates[index].request
      guard let same = own.fetchRequestTemplate(named: model.fetchRequestTemplates[index].name)?.request,
        same.entity == request.entity, likeness.isSame(same.predicate, request.predicate, entity: request.entity)
      else { continue }
      model.fetchRequestTemplates[index].request.predicate = same.predicate
    }
    return model
  }
}

extension [ValidationRule] {
  /// The rules in another list's words and order, where each of them says the same as one of that list; else as they are.
  fileprivate func writing(as own: Self, isSame: (ValidationRule, ValidationRule) -> Bool) -> Self {
    guard count == own.count else { return self }
    var left = self
    for rule in own {
      guard let index = left.firstIndex(where: { isSame($0, rule) }) else { return self }
      left.remove(at: index)
    }
    return own
  }
}

extension Predicate {
  /// Whether some variable is left open, that of a SUBQUERY not counted.
  fileprivate var hasVariables: Bool {
    var found = false
    forEachExpression { if $0.variableName != nil { found = true } }
    return found
  }
}
