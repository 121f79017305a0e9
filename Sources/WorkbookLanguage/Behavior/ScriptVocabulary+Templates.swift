import ObjectGraph
import Predicates

/// Fetch request templates, and what is tried for their variables.
extension ScriptVocabulary {
  /// The templates that only one model accepts, to be fetched once, and those that both have.
  ///
  /// - Parameter entities: what objects are made of; other templates find nothing.
  static func templates(
    _ first: ManagedObjectModel, _ second: ManagedObjectModel, _ samples: ScriptSamples, _ entities: [String]
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
    /// Without objects, whatever the variables' values.
    func call(_ template: FetchRequestTemplate) -> TemplateCall {
      TemplateCall(
        name: template.name,
        bindings: template.variables.map { TemplateCall.Binding(variable: $0, argument: .value(.null)) })
    }
    for template in first.fetchRequestTemplates {
      let other = second.fetchRequestTemplate(named: template.name)
      if let other, Set(other.variables) == Set(template.variables) {
        let finds = entities.contains { entity in
          first.isKind(entity, of: template.request.entity) || second.isKind(entity, of: other.request.entity)
        }
        if finds { observed.append(use(template, in: first)) }
      } else {
        lone.append(call(template))
      }
    }
    lone += second.fetchRequestTemplates.filter { first.fetchRequestTemplate(named: $0.name) == nil }.map(call)
    return (lone, observed)
  }

  /// Returns the values for a variable, judged by what its request compares it with.
  private static func choice(
    of variable: String, in request: FetchRequest, _ model: ManagedObjectModel, _ samples: ScriptSamples
  ) -> TemplateUse.Choice {
    for path in request.paths(beside: variable) {
      if let choice = choice(path, request.entity, model, samples) { return choice }
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
      case .attribute(let attribute) where place == path.count - 1:
        let usual = ScriptSamples.usual(attribute.type)
        let others = samples.values(of: key, entity).filter { !$0.isNull && $0 != usual }
        return .values(Array(((usual.map { [$0] } ?? []) + others).prefix(3)))
      case .attribute, nil: return nil
      }
    }
    return .objects(of: entity)
  }
}

extension FetchRequest {
  /// The key paths that a variable is compared with.
  func paths(beside variable: String) -> [[String]] {
    var found: [[String]] = []
    var open = [predicate].compactMap { $0 }
    while let predicate = open.popLast() {
      switch predicate.kind {
      case .constant, .truth: break
      case .and(let operands), .or(let operands): open += operands
      case .not(let operand): open.append(operand)
      case .comparison(let comparison):
        let sides = [comparison.left, comparison.right]
        guard let beside = sides.first(where: { $0.variableName == variable }) else { continue }
        found += sides.filter { $0 != beside }.compactMap(\.keyPath)
      }
    }
    return found
  }
}
