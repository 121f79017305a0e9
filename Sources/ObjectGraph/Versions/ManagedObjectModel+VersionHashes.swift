extension ManagedObjectModel {
  /// Returns the hash of each entity of a configuration and of its descendants by its name, those of the whole model
  /// for nil: what a store remembers of the model it was made with. A store of a configuration keeps the objects of
  /// subentities too, so that a change of one is a change for the store.
  ///
  /// In an entity's hash are its name, whether it is abstract, its modifier, the hashes of its properties, its uniqueness
  /// constraints and the hash of its parent; in a property's its name, whether it is optional and transient and its
  /// modifier; in an attribute's further its type; in a relationship's its destination, its inverse and its counts (Core
  /// Data's headers NSEntityDescription.h and NSPropertyDescription.h; the type and the constraints by public tests).
  /// Not in it are delete rules, defaults, bounds, patterns, `indexed`, rules, userInfo, renaming identifiers, fetched
  /// properties' conditions, templates and the order of anything.
  ///
  /// That these are in it too is our reading, since a store's data depends on them: whether a relationship is ordered,
  /// the elements of a composite, and the expression of a derived attribute.
  /// O(properties × log properties).
  public func versionHashes(forConfiguration configuration: String? = nil) -> [String: VersionHash] {
    let index = ModelIndex(self)
    var hashes = VersionHashes(index)
    let kept = entityNames(keptByConfiguration: configuration)
    return Dictionary(
      entityNames.filter { kept?.contains($0) ?? true }.map { ($0, hashes.hash(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the hash of an entity, as in ``versionHashes(forConfiguration:)``; nil when the model does not have it.
  /// O(properties + entities).
  public func versionHash(ofEntity name: String) -> VersionHash? {
    var hashes = VersionHashes(ModelIndex(self))
    return self[entity: name] == nil ? nil : hashes.hash(of: name)
  }

  /// Returns the hash of a property, its own or inherited; nil when the entity does not have it. O(properties +
  /// entities).
  public func versionHash(ofProperty name: String, of entity: String) -> VersionHash? {
    let hashes = VersionHashes(ModelIndex(self))
    return property(name, of: entity).map { hashes.hash(of: $0.property) }
  }

  /// One hash over all entities: two models with the same checksum can use each other's stores.
  /// O(properties × log properties).
  public var versionChecksum: VersionHash {
    var hasher = VersionHasher("model")
    for (name, hash) in versionHashes().sorted(by: { $0.key < $1.key }) {
      hasher.add(name)
      hasher.add(hash)
    }
    return hasher.finalize()
  }

  /// Whether a store with these hashes can be used with this model as it is: the same entities, each with the same
  /// hash. A store that is not compatible needs a migration (Core Data's error 134100). O(properties × log properties).
  public func isCompatible(withHashes hashes: [String: VersionHash], configuration: String? = nil) -> Bool {
    versionHashes(forConfiguration: configuration) == hashes
  }

  /// Returns the names of the entities whose hashes are not those given, those included that only one side has; sorted.
  /// Empty when the model is compatible. O(properties × log properties).
  public func entities(
    differingFrom hashes: [String: VersionHash], configuration: String? = nil
  ) -> [String] {
    let own = versionHashes(forConfiguration: configuration)
    return Set(own.keys).union(hashes.keys).filter { own[$0] != hashes[$0] }.sorted()
  }
}

/// The computation of a model's hashes, each once.
struct VersionHashes {
  let index: ModelIndex
  private var known: [Int: VersionHash] = [:]

  init(_ index: ModelIndex) { self.index = index }

  /// An entity's hash; its ancestors' are computed on the way, root first. In a cycle of parents the line ends where it
  /// began.
  mutating func hash(of name: String) -> VersionHash {
    let (line, above) = index.line(of: name) { known[$0] != nil }
    var parent = above.flatMap { known[$0] }
    for place in line {
      let entity = index.model.entities[place]
      if let found = known[place] {
        parent = found
        continue
      }
      var hasher = VersionHasher("entity")
      hasher.add(entity.name)
      hasher.add(entity.isAbstract)
      hasher.add(entity.versionHashModifier)
      hasher.add(parent != nil)
      if let parent { hasher.add(parent) }
      let properties = entity.properties.sorted { $0.name < $1.name }
      hasher.add(properties.count)
      for property in properties { hasher.add(hash(of: property)) }
      let constraints = entity.uniquenessConstraints.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
      hasher.add(constraints.count)
      for keys in constraints {
        hasher.add(keys.count)
        for key in keys { hasher.add(key) }
      }
      let hash = hasher.finalize()
      known[place] = hash
      parent = hash
    }
    return parent ?? VersionHasher("entity").finalize()
  }

  func hash(of property: PropertyDescription) -> VersionHash {
    var hasher: VersionHasher
    switch property {
    case .attribute: hasher = VersionHasher("attribute")
    case .relationship: hasher = VersionHasher("relationship")
    case .fetched: hasher = VersionHasher("fetched")
    }
    hasher.add(property.name)
    hasher.add(property.isOptional)
    hasher.add(property.isTransient)
    hasher.add(property.versionHashModifier)
    switch property {
    case .attribute(let attribute):
      hasher.add(attribute.type.code)
      hasher.add(attribute.derivation?.description)
      addComposite(of: attribute, to: &hasher)
    case .relationship(let relationship):
      hasher.add(relationship.destination)
      hasher.add(relationship.inverse)
      hasher.add(relationship.isToMany)
      hasher.add(relationship.isToMany ? relationship.minimumCount : 1)
      hasher.add(relationship.isToMany ? relationship.maximumCount : 1)
      hasher.add(relationship.isToMany && relationship.isOrdered)
    case .fetched: break
    }
    return hasher.finalize()
  }

  /// The elements of a composite, those of composites in it included, as a list of paths. One inside itself, which is a
  /// problem of the model, is not gone into again.
  private func addComposite(of attribute: AttributeDescription, to hasher: inout VersionHasher) {
    var lines: [(path: String, element: AttributeDescription)] = []
    var work: [(path: String, composite: String, inside: [String])] = []
    if let name = attribute.compositeName { work.append(("", name, [])) }
    while let (path, name, inside) = work.popLast() {
      guard !inside.contains(name), let composite = index.composites[name] else { continue }
      for element in composite.elements {
        lines.append((path + element.name, element))
        if let next = element.compositeName { work.append((path + element.name + ".", next, inside + [name])) }
      }
    }
    hasher.add(lines.count)
    for (path, element) in lines.sorted(by: { $0.path < $1.path }) {
      hasher.add(path)
      hasher.add(element.type.code)
      hasher.add(element.isOptional)
      if let modifier = element.versionHashModifier { hasher.add(modifier) }
    }
  }
}
