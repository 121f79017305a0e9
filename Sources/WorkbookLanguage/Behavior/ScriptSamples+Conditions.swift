import ObjectGraph
import Predicates

/// The values at which the conditions of two models change their answer.
extension ScriptSamples {
  /// Returns the constants that the conditions compare with.
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
    for (entity, one, other, variables) in differing(first, second) + differing(second, first) {
      let shape = ConditionShape(model: first[entity: entity] == nil ? second : first)
      let limits = SearchLimits(objects: 2, graphs: 3_000)
      let found = Predicate.distinguish(
        one, other, entity: entity, in: shape, variables: variables, limits: limits)
      guard case .differ(let witness) = found else { continue }
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

  /// The conditions of a model that differ in another or are missing there, with their counterparts.
  private static func differing(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel
  ) -> [(entity: String, one: Predicate, other: Predicate, variables: [String: Value])] {
    let always = Predicate(.constant(true))
    var result: [(entity: String, one: Predicate, other: Predicate, variables: [String: Value])] = []
    for entity in first.entities {
      for rule in entity.rules {
        let other = second[entity: entity.name]?.rules.first { $0.name == rule.name }?.predicate ?? always
        if other != rule.predicate { result.append((entity.name, rule.predicate, other, [:])) }
      }
      for case .fetched(let fetched) in entity.properties {
        guard let other = second.property(fetched.name, of: entity.name)?.property.fetched else { continue }
        let (own, their) = (fetched.predicate ?? always, other.predicate ?? always)
        if own != their { result.append((fetched.destination, own, their, [:])) }
      }
    }
    for template in first.fetchRequestTemplates {
      guard let other = second.fetchRequestTemplate(named: template.name)?.request else { continue }
      let (own, their) = (template.request.predicate ?? always, other.predicate ?? always)
      if own != their {
        result.append((template.request.entity, own, their, usualValues(of: template, in: first)))
      }
    }
    return result
  }

  /// Returns the first values to try for the variables of a template.
  private static func usualValues(
    of template: FetchRequestTemplate, in model: ManagedObjectModel
  ) -> [String: Value] {
    var result: [String: Value] = [:]
    for variable in template.variables {
      guard let path = template.request.paths(beside: variable).first else { continue }
      var entity = template.request.entity
      for key in path {
        switch model.property(key, of: entity)?.property {
        case .relationship(let relationship): entity = relationship.destination
        case .fetched(let fetched): entity = fetched.destination
        case .attribute(let attribute): result[variable] = usual(attribute.type)
        case nil: break
        }
      }
    }
    return result
  }
}
