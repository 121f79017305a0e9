extension ModelProblem {
  /// Whether the model is merely unfinished: a name leads nowhere yet, and a later declaration may make what it
  /// stands for.
  public var isUnfinished: Bool {
    switch self {
    case .unknownParent, .unknownDestination, .unknownFetchedDestination, .unknownInverse, .unknownComposite,
      .unknownTemplateEntity, .unknownConfigurationEntity:
      true
    default: false
    }
  }
}

extension ManagedObjectModel {
  /// The model without what is unfinished in it: what can be stored already. O(problems × entities).
  func leavingOut(_ problems: [ModelProblem]) -> ManagedObjectModel {
    var model = self
    for problem in problems {
      switch problem {
      case .unknownParent(_, let entity, _): model[entity: entity]?.parent = nil
      case .unknownDestination(_, let name, let entity, _), .unknownFetchedDestination(_, let name, let entity, _):
        model[entity: entity]?[property: name] = nil
      case .unknownInverse(_, let name, let entity, _, _):
        guard var relationship = model[entity: entity]?[property: name]?.relationship else { continue }
        relationship.inverse = nil
        model[entity: entity]?[property: name] = .relationship(relationship)
      case .unknownComposite(_, let name, let owner, _):
        model[entity: owner]?[property: name] = nil
        model[composite: owner]?[element: name] = nil
      case .unknownTemplateEntity(_, let name, _):
        model.fetchRequestTemplates.removeAll { $0.name == name }
      case .unknownConfigurationEntity(let entity, let name, _):
        guard let place = model.configurations.firstIndex(where: { $0.name == name }) else { continue }
        model.configurations[place].entities.removeAll { $0 == entity }
      default: continue
      }
    }
    return model
  }
}

extension Schema {
  /// Whether a problem of the next model is about a property that this one stores values or links of: these would be
  /// lost.
  func stores(_ problem: ModelProblem) -> Bool {
    switch problem {
    case .unknownDestination(_, let name, let entity, _):
      self.entity(named: entity)?.property(name)?.layout != nil
    case .unknownComposite(_, let name, let entity, _):
      self.entity(named: entity)?.property(name)?.attribute != nil || model[composite: entity] != nil
    default: false
    }
  }
}
