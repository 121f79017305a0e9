extension ModelProblem {
  /// Whether the model is merely unfinished: a name leads nowhere yet, and a later declaration may make what it stands for.
  public var isUnfinished: Bool {
    switch self {
    case .unknownParent, .unknownDestination, .unknownFetchedDestination, .unknownInverse: true
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
      default: continue
      }
    }
    return model
  }
}

extension Schema {
  /// Whether a problem of the next model is about a relationship that this one stores links of: these would be lost.
  func stores(_ problem: ModelProblem) -> Bool {
    guard case .unknownDestination(_, let name, let entity, _) = problem else { return false }
    return self.entity(named: entity)?.property(name)?.layout != nil
  }
}
