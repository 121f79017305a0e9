import ObjectGraph
import Predicates

/// Fetch request templates, and what is tried for their variables.
extension ScriptVocabulary {
  /// Those to fetch once, as only one model takes them as they are, and those that both have.
  static func templates(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel, _ samples: ScriptSamples
  ) -> (lone: [TemplateCall], observed: [TemplateUse]) {
    var lone: [TemplateCall] = []
    var observed: [TemplateUse] = []
    func use(_ template: FetchRequestTemplate, in model: ManagedObjectModel) -> TemplateUse {
      TemplateUse(
        name: template.name,
        variables: template.variables.map { name in
          TemplateUse.Variable(name: name, choice: choice(of: name, in: template.request, model, samples))
        })
    }
    /// With no objects about, whatever the variables stand for.
    func call(_ template: FetchRequestTemplate) -> TemplateCall {
      TemplateCall(
        name: template.name,
        bindings: template.variables.map { TemplateCall.Binding(variable: $0, argument: .value(.null)) })
    }
    for template in first.fetchRequestTemplates {
      let other = second.fetchRequestTemplate(named: template.name)
      if let other, Set(other.variables) == Set(template.variables) {
        observed.append(use(template, in: first))
      } else {
        lone.append(call(template))
      }
    }
    lone += second.fetchRequestTemplates.filter { first.fetchRequestTemplate(named: $0.name) == nil }.map(call)
    return (lone, observed)
  }

  /// What a variable may stand for, by what its request compares it with.
  private static func choice(
    of variable: String, in request: FetchRequest, _ model: ManagedObjectModel, _ samples: ScriptSamples
  ) -> TemplateUse.Choice {
    var open = [request.predicate].compactMap { $0 }
    while let predicate = open.popLast() {
      switch predicate.kind {
      case .constant, .truth: break
      case .and(let operands), .or(let operands): open += operands
      case .not(let operand): open.append(operand)
      case .comparison(let comparison):
        let sides = [comparison.left, comparison.right]
        guard let beside = sides.first(where: { $0.variableName == variable }),
          let path = sides.first(where: { $0 != beside })?.keyPath,
          let choice = choice(path, request.entity, model, samples)
        else { continue }
        return choice
      }
    }
    return .values([.string("A"), .integer(1)])
  }

  private static func choice(
    _ path: [String], _ entity: String, _ model: ManagedObjectModel, _ samples: ScriptSamples
  ) -> TemplateUse.Choice? {
    var entity = entity
    for (place, key) in path.enumerated() {
      switch model.property(key, of: entity)?.property {
      case .relationship(let relationship): entity = relationship.destination
      case .fetched(let fetched): entity = fetched.destination
      case .attribute where place == path.count - 1:
        return .values(Array(samples.values(of: key, entity).filter { !$0.isNull }.prefix(3)))
      case .attribute, nil: return nil
      }
    }
    return .objects(of: entity)
  }
}
