extension ModelProblem {
  /// Whether the model is merely unfinished: a name leads nowhere yet, and a later declaration may define it.
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
  /// The model without what is unfinished in it: what can be stored already. O(properties + problems).
  func leavingOut(_ problems: [ModelProblem]) -> ManagedObjectModel {
    guard problems.contains(where: \.isUnfinished) else { return self }
    var model = self
    let places = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var removed: [Int: Set<String>] = [:]
    var freed: [Int: Set<String>] = [:]
    for problem in problems {
      switch problem {
      case .unknownParent(_, let entity, _): if let place = places[entity] { model.entities[place].parent = nil }
      case .unknownDestination(_, let name, let entity, _), .unknownFetchedDestination(_, let name, let entity, _):
        if let place = places[entity] { removed[place, default: []].insert(name) }
      case .unknownInverse(_, let name, let entity, _, _):
        if let place = places[entity] { freed[place, default: []].insert(name) }
      case .unknownComposite(_, let name, let owner, _):
        if let place = places[owner] { removed[place, default: []].insert(name) }
        model[composite: owner]?[element: name] = nil
      case .unknownTemplateEntity(_, let name, _):
        model.fetchRequestTemplates.removeAll { $0.name == name }
      case .unknownConfigurationEntity(let entity, let name, _):
        guard let place = model.configurations.firstIndex(where: { $0.name == name }) else { continue }
        model.configurations[place].entities.removeAll { $0 == entity }
      default: continue
      }
    }
    for (place, names) in removed { model.entities[place].properties.removeAll { names.contains($0.name) } }
    for (place, names) in freed {
      for index in model.entities[place].properties.indices {
        guard var relationship = model.entities[place].properties[index].relationship,
          names.contains(relationship.name)
        else { continue }
        relationship.inverse = nil
        model.entities[place].properties[index] = .relationship(relationship)
      }
    }
    return model
  }
}
