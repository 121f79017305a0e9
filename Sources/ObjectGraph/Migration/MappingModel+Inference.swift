extension MappingModel {
  /// Works out how the data of one model become data of another.
  /// - Parameters:
  ///   - old: The model that the data have.
  ///   - new: The model that they get.
  ///   - renaming: The new names, for an edit of the old model, in which everything else keeps its name; nil for two
  ///     versions, matched by their renaming identifiers.
  ///   - configuration: The configuration of a store; a problem with an entity that it does not keep is no reason to
  ///     refuse its migration. Nil for all entities.
  /// - Throws: ``MappingError`` with every reason why it cannot be inferred.
  /// - Complexity: O(properties with the inherited ones counted at each entity).
  public static func inferred(
    from old: ManagedObjectModel, to new: ManagedObjectModel, renaming: ModelRenaming? = nil,
    configuration: String? = nil
  ) throws(MappingError) -> MappingModel {
    let unresolved = old.problems() + new.problems()
    guard unresolved.isEmpty else { throw MappingError(problems: [.unresolved(unresolved)]) }
    let matching = ModelMatching(from: old, to: new, renaming: renaming)
    let problems = matching.mappingProblems(configuration)
    guard problems.isEmpty else { throw MappingError(problems: problems) }
    return MappingModel(matching)
  }

  init(_ matching: ModelMatching) {
    let (old, new) = (matching.old.model, matching.new.model)
    let oldHashes = old.versionHashes()
    let newHashes = new.versionHashes()
    entities = new.entities.map { entity in
      let sources = matching.sources(in: entity.name)
      let properties = matching.new.properties(of: entity.name).filter { $0.fetched == nil }.map { property in
        let source = sources[property.name]?.property
        let fills = property.attribute.map { !$0.isOptional && source?.attribute?.isOptional == true } ?? false
        return PropertyMapping(destination: property.name, source: source?.name, fillsMissing: fills)
      }
      guard let oldName = matching.oldNames[entity.name] else {
        return EntityMapping(
          kind: .added, source: nil, destination: entity.name, properties: properties, dropped: [])
      }
      let taken = Set(sources.values.map(\.property.name))
      let dropped = matching.old.properties(of: oldName).filter { $0.fetched == nil && !taken.contains($0.name) }
      return EntityMapping(
        kind: oldHashes[oldName] == newHashes[entity.name] ? .copied : .transformed, source: oldName,
        destination: entity.name, properties: properties, dropped: dropped.map(\.name))
    }
    for entity in old.entities where matching.newNames[entity.name] == nil {
      entities.append(
        EntityMapping(kind: .removed, source: entity.name, destination: nil, properties: [], dropped: []))
    }
  }
}

extension ModelMatching {
  /// Returns the reasons why a lightweight migration would refuse, as far as the models show them.
  /// - Parameter configuration: the configuration of the store; nil for one that keeps everything.
  func mappingProblems(_ configuration: String? = nil) -> [MappingProblem] {
    let kept = new.model.entityNames(keptByConfiguration: configuration)
    let entities = new.model.entities.filter { kept?.contains($0.name) ?? true }
    var found: [MappingProblem] = []
    var known: Set<MappingProblem> = []
    func note(_ problem: MappingProblem) {
      if known.insert(problem).inserted { found.append(problem) }
    }
    let claimants = claimants
    for entity in entities {
      for (identifier, names) in claims(in: entity.name, claimants) {
        note(.ambiguousRenaming(identifier, entity: entity.name, properties: names))
      }
      // Inherited properties have been noted with their ancestor, unless the two have another origin or the ancestor is
      // left out.
      for property in mayMove || kept != nil ? new.properties(of: entity.name) : entity.properties {
        guard let source = source(of: property.name, in: entity.name) else { continue }
        let declaredBy = new.property(property.name, of: entity.name).map { new.model.entities[$0.declaredBy].name }
        for problem in problems(of: property, since: source.property, in: declaredBy ?? entity.name) { note(problem) }
      }
    }
    for problem in mergers(of: entities) { note(problem) }
    return found
  }

  private func problems(
    of property: PropertyDescription, since old: PropertyDescription, in entity: String
  ) -> [MappingProblem] {
    switch (old, property) {
    case (.attribute(let before), .attribute(let now)): return problems(of: now, since: before, in: entity)
    case (.relationship(let before), .relationship(let now)):
      var found: [MappingProblem] = []
      if before.isToMany, !now.isToMany { found.append(.toManyBecameToOne(now.name, entity: entity)) }
      let destination = newNames[before.destination]
      if destination != now.destination, destination != nil || new.places[before.destination] == nil {
        let isKin =
          destination.map { new.isKind($0, of: now.destination) || new.isKind(now.destination, of: $0) } ?? false
        if !isKin {
          found.append(
            .destinationChanged(now.name, entity: entity, from: before.destination, to: now.destination))
        }
      }
      return found
    case (.attribute, _), (.relationship, _), (.fetched, _): return []
    }
  }

  private func problems(
    of now: AttributeDescription, since before: AttributeDescription, in entity: String
  ) -> [MappingProblem] {
    var found: [MappingProblem] = []
    var work = [(path: now.name, before: before, now: now, inside: [String]())]
    while let (path, before, now, inside) = work.popLast() {
      let isTransient = before.isTransient || now.isTransient
      let isKept = before.type == now.type || now.type.isConverted(from: before.type)
      if !isTransient, !isKept || (before.compositeName == nil) != (now.compositeName == nil) {
        found.append(.typeChanged(path, entity: entity, from: before.typeName, to: now.typeName))
        continue
      }
      guard let oldName = before.compositeName, let newName = now.compositeName, !inside.contains(newName),
        let oldComposite = old.composites[oldName], let newComposite = new.composites[newName]
      else { continue }
      let names = elements(of: newName, since: oldName)
      for element in newComposite.elements.reversed() {
        guard let earlier = names[element.name].flatMap({ oldComposite[element: $0] }) else { continue }
        work.append((path + "." + element.name, earlier, element, inside + [newName]))
      }
    }
    return found
  }

  /// The new properties that have another identifier than their name, with the entities that declare them.
  private var claimants: [(entity: String, property: String, identifier: String)] {
    new.model.entities.flatMap { entity in
      entity.properties.compactMap { property in
        property.renamingIdentifier.flatMap { $0 == property.name ? nil : (entity.name, property.name, $0) }
      }
    }
  }

  /// New properties of an entity that claim the same old one by their renaming identifiers.
  private func claims(
    in entity: String, _ claimants: [(entity: String, property: String, identifier: String)]
  ) -> [(String, [String])] {
    guard claimants.count > 1, let before = oldNames[entity] else { return [] }
    var claims: [String: [String]] = [:]
    for claimant in claimants
    where new.isKind(entity, of: claimant.entity) && old.property(claimant.identifier, of: before) != nil {
      claims[claimant.identifier, default: []].append(claimant.property)
    }
    claims = claims.filter { $0.value.count > 1 }
    guard !claims.isEmpty else { return [] }
    let order = new.properties(of: entity).map(\.name)
    return claims.sorted { $0.key < $1.key }.map { claim in (claim.key, order.filter(claim.value.contains)) }
  }

  /// "If two existing entities do not share a common parent in the source, they cannot share a common parent in the
  /// destination" (Core Data's guide to lightweight migration). An entity counts as an ancestor of itself in the source,
  /// so that children may be moved about inside a hierarchy; that a whole tree moved under an entity with children is a
  /// merger too follows from the sentence.
  private func mergers(of entities: [EntityDescription]) -> [MappingProblem] {
    guard mayMove || isReparented else { return [] }
    let oldRoots = old.roots
    // For each ancestor the trees that its descendants come from, by the root's place, with the first of them.
    var trees: [Int: [Int: String]] = [:]
    for entity in entities {
      guard let before = oldNames[entity.name], let place = old.places[before] else { continue }
      let tree = oldRoots[place]
      // Above an ancestor that an earlier entity has marked with the tree, all are.
      let (line, _) = new.line(of: entity.name, endingAbove: { trees[$0]?[tree] != nil })
      for ancestor in line where ancestor != new.places[entity.name] {
        trees[ancestor, default: [:]][tree] = entity.name
      }
    }
    var mostBelow: [String: Int] = [:]
    for (place, entity) in new.model.entities.enumerated() {
      guard let parent = entity.parent, let count = trees[place]?.count else { continue }
      mostBelow[parent] = max(mostBelow[parent] ?? 0, count)
    }
    var found: [MappingProblem] = []
    for (place, entity) in new.model.entities.enumerated() {
      guard let merged = trees[place], merged.count > 1 else { continue }
      // Reported once, at the lowest ancestor that brings them together.
      if mostBelow[entity.name] != merged.count {
        found.append(.hierarchiesMerged(merged.values.sorted(), ancestor: entity.name))
      }
    }
    return found
  }
}
