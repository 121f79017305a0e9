import ObjectGraph
import Predicates

/// What the conditions of two models turn at.
extension ScriptSamples {
  /// What the conditions compare with.
  static func constants(of models: [ManagedObjectModel]) -> [Value] {
    var found: [Value] = []
    for predicate in models.flatMap(predicates) {
      predicate.forEachExpression { expression in
        if case .constant(let value) = expression.kind { found += value.elements ?? [value] }
      }
    }
    return found
  }

  private static func predicates(of model: ManagedObjectModel) -> [Predicate] {
    model.entities.flatMap { entity in
      entity.rules.map(\.predicate) + entity.properties.compactMap { $0.fetched?.predicate }
    } + model.fetchRequestTemplates.compactMap(\.request.predicate)
  }

  /// The attributes of the objects of a smallest graph on which a condition holds in one model and not in the other, for
  /// each condition that differs.
  static func witnesses(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel
  ) -> [String: [[ScriptStep.Given]]] {
    var result: [String: [[ScriptStep.Given]]] = [:]
    for (entity, one, other) in differing(first, second) + differing(second, first) {
      let shape = ConditionShape(model: first[entity: entity] == nil ? second : first)
      let limits = SearchLimits(objects: 2, graphs: 3_000)
      guard case .differ(let witness) = Predicate.distinguish(one, other, entity: entity, in: shape, limits: limits)
      else { continue }
      for object in witness.objects {
        let given = object.values.compactMap { key, value -> ScriptStep.Given? in
          guard case .attribute? = shape.model.property(key, of: object.entity)?.property else { return nil }
          return ScriptStep.Given(key: key, value: value)
        }
        if !given.isEmpty, result[object.entity]?.contains(given) != true {
          result[object.entity, default: []].append(given)
        }
      }
    }
    return result
  }

  /// The conditions of a model that read otherwise in another, or are not there, with what stands in their place.
  private static func differing(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel
  ) -> [(entity: String, one: Predicate, other: Predicate)] {
    let always = Predicate(.constant(true))
    var result: [(entity: String, one: Predicate, other: Predicate)] = []
    for entity in first.entities {
      for rule in entity.rules {
        let other = second[entity: entity.name]?.rules.first { $0.name == rule.name }?.predicate ?? always
        if other != rule.predicate { result.append((entity.name, rule.predicate, other)) }
      }
      for case .fetched(let fetched) in entity.properties {
        guard let other = second.property(fetched.name, of: entity.name)?.property.fetched else { continue }
        let (own, their) = (fetched.predicate ?? always, other.predicate ?? always)
        if own != their { result.append((fetched.destination, own, their)) }
      }
    }
    for template in first.fetchRequestTemplates {
      guard let other = second.fetchRequestTemplate(named: template.name)?.request else { continue }
      let (own, their) = (template.request.predicate ?? always, other.predicate ?? always)
      if own != their { result.append((template.request.entity, own, their)) }
    }
    return result
  }
}
