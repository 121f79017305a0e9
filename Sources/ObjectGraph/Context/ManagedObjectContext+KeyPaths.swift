import Predicates

extension ManagedObjectContext {
  /// The value at the end of a path of to-ones and elements of composites: `team.address.city`. `.null` where the path
  /// meets none on its way.
  /// - Throws: as ``value(of:forKey:)``; ``ObjectGraphError/toManySortKey(_:)`` for a path through a to-many.
  public func value(of id: ManagedObjectID, forKeyPath path: String) throws -> Value {
    var value = Value.object(id.reference)
    for key in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      switch value {
      case .null: return .null
      case .object:
        guard let object = value.objectID else { return .null }
        value = try self.value(of: object, forKey: key)
      case .dictionary(let entries): value = entries[key] ?? .null
      default: throw ObjectGraphError.toManySortKey(path)
      }
    }
    return value
  }

  /// Sets an attribute, a relationship or an element of a composite at the end of a path: `address.city` of a person,
  /// `team.name`. The other elements of the composite keep their values.
  /// - Throws: as ``setValue(_:of:forKey:)``, also when a to-one on the way is nil.
  public func setValue(_ value: Value, of id: ManagedObjectID, forKeyPath path: String) throws {
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    var owner = id
    while keys.count > 1, let key = keys.first {
      let (_, entity) = try locate(owner)
      guard let property = entity.property(key) else {
        throw ObjectGraphError.unknownKey(key, entity: entity.name, known: entity.propertyNames)
      }
      if property.shape?.elements != nil {
        guard keys.count <= AttributeShape.depthLimit + 1 else {
          throw ObjectGraphError.unknownKey(path, entity: entity.name, known: entity.propertyNames)
        }
        let whole = try self.value(of: owner, forKey: key)
        try setValue(whole.setting(value, at: Array(keys.dropFirst())), of: owner, forKey: key)
        return
      }
      guard property.relationship?.isToMany == false else {
        throw ObjectGraphError.notRelationship(key, entity: entity.name)
      }
      guard let next = try self.value(of: owner, forKey: key).objectID else {
        throw ObjectGraphError.wrongType(
          key: key, entity: entity.name, expected: .object(property.relationship?.destination ?? ""), value: .null)
      }
      owner = next
      keys = keys.dropFirst()
    }
    try setValue(value, of: owner, forKey: keys.first ?? "")
  }
}

extension Value {
  /// A composite's value with one element changed, made where there is none.
  fileprivate func setting(_ value: Value, at keys: [String]) -> Value {
    var inner: [[String: Value]] = []
    var here = self
    for key in keys {
      if case .dictionary(let entries) = here {
        inner.append(entries)
        here = entries[key] ?? .null
      } else {
        inner.append([:])
        here = .null
      }
    }
    var result = value
    for (key, entries) in zip(keys, inner).reversed() {
      var entries = entries
      entries[key] = result
      result = .dictionary(entries)
    }
    return result
  }
}
