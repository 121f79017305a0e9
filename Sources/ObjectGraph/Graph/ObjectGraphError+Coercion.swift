import Predicates

extension ObjectGraphError {
  /// Why a property does not take a value; of a composite the element that does not, by its path.
  init(_ error: CoercionError, setting value: Value, of property: Property, in entity: Entity) {
    let key = ([property.name] + error.path).joined(separator: ".")
    switch error.misfit {
    case .derived: self = .derived(property.name, entity: entity.name)
    case .depth: self = .nestedTooDeep(key: key, entity: entity.name, limit: Value.nestingLimit)
    case .range:
      var type = property.type
      if case .attribute(let expected) = error.expected { type = expected }
      self = .outOfRange(key: key, entity: entity.name, type: type, value: error.value ?? value)
    case .type:
      self = .wrongType(
        key: key, entity: entity.name,
        expected: error.expected ?? property.attribute?.compositeName.map { .composite($0) }
          ?? .attribute(property.type), value: error.value ?? value)
    case .unknownElement(let known):
      let composite = ([entity.name, property.name] + error.path.dropLast()).joined(separator: ".")
      self = .unknownKey(error.path.last ?? "", entity: composite, known: known)
    }
  }
}
