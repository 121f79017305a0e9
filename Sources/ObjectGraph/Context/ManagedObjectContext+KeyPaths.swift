import Predicates

extension ManagedObjectContext {
  /// Returns the value at the end of a path of relationships, elements of composites and collection operators:
  /// `team.address.city`, `players.@count`, `friendships.@sum.friend.age`. `.null` where the path meets none on its way.
  ///
  /// Behind a to-many it goes as in predicates: a key of a set gives the set of its values, each once, of an ordered
  /// one the list. A path is looked up once in each context; `@count`, and `@sum`, `@avg`, `@min` and `@max` of whole
  /// numbers, are then as quick as a loop over the objects' numbers.
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context; `EvaluationError`
  ///   for what an operator cannot do; the errors of evaluating a fetched property.
  /// - Complexity: O(1) for `@count` of a to-many, else O(objects that the path meets).
  public func value(of id: ManagedObjectID, forKeyPath path: String) throws -> Value {
    switch shortValue(of: id, forKeyPath: path) {
    case .none: return .null
    case .integer(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .unknown: break
    }
    var value = Value.object(id.reference)
    var keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    while let key = keys.first {
      switch value {
      case .null: return .null
      case .object:
        guard let object = value.objectID else { return .null }
        value = try object == id ? self.value(of: object, forKey: key) : valueOfLinked(object, forKey: key)
      case .dictionary(let entries): value = entries[key] ?? .null
      default: return try values(of: value, forKeyPath: keys)
      }
      keys.removeFirst()
    }
    return value
  }

  /// Returns the value of a key of an object that a link leads to, which may dangle.
  func valueOfLinked(_ id: ManagedObjectID, forKey key: String) throws -> Value {
    if graph.place(of: id) == nil, let value = valueOfGone(id, key, isLinked: true) { return value }
    return try value(of: id, forKey: key)
  }

  /// Returns the whole number at the end of a path, such as `players.@count`; nil where there is none, and for a value
  /// of another type.
  /// - Throws: ``ObjectGraphError`` for an unknown key, or an object that is gone or of another context;
  ///   `EvaluationError` for what an operator cannot do; the errors of evaluating a fetched property.
  /// - Complexity: O(1) for `@count` of a to-many, else O(objects that the path meets).
  public func integer(of id: ManagedObjectID, forKeyPath path: String) throws -> Int? {
    switch shortValue(of: id, forKeyPath: path) {
    case .none, .double: return nil
    case .integer(let number): return Int(number)
    case .unknown: break
    }
    if case .integer(let number) = try value(of: id, forKeyPath: path) { return Int(number) }
    return nil
  }

  @inline(__always)
  private func shortValue(of id: ManagedObjectID, forKeyPath path: String) -> KeyPathPlan.Outcome {
    guard readsShortWay, graph.isAlive(id) else { return .unknown }
    if !keyPaths.isFor(graph.memory) { keyPaths.follow(graph.schema) }
    return keyPaths.value(path, of: id, in: graph.memory)
  }

  /// Returns the values that a path leads to from a collection: as in a predicate, with this context's objects.
  private func values(of collection: Value, forKeyPath keys: ArraySlice<String>) throws -> Value {
    var path = Expression(.constant(collection))
    for key in keys { path = Expression(.key(path, key)) }
    return try path.compiled(over: self).value()
  }

  /// Sets an attribute, a relationship or an element of a composite at the end of a path: `address.city` of a person,
  /// `team.name`. The other elements of the composite keep their values.
  /// - Throws: ``ObjectGraphError`` for an unknown key, a value of another type, a to-one on the way that is nil, or an
  ///   object that is deleted, gone or of another context.
  /// - Complexity: O(keys + elements of the composites on the way), and O(members) for a to-many at the end.
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
