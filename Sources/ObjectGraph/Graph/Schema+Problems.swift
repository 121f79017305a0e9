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
