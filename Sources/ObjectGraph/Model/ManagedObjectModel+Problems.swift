import Predicates

extension ManagedObjectModel {
  /// Returns everything that keeps the model from having objects, in the order of the entities; empty when it is sound.
  ///
  /// O(properties + entities × depth of the hierarchy), plus the compilation of patterns not met before.
  public func problems() -> [ModelProblem] {
    var found: [ModelProblem] = []
    var names: Set<String> = []
    for entity in entities {
      if !names.insert(entity.name).inserted { found.append(.duplicateEntity(entity.name)) }
      if entity.name.isEmpty { found.append(.invalidName(entity.name, entity: nil)) }
    }
    let index = ModelIndex(self)
    found += hierarchyProblems(index)
    let inherited = index.inheritedNames()
    var relationships: [String: KnownNames] = [:]
    for place in entities.indices { found += propertyProblems(at: place, inherited[place], &relationships, index) }
    found += compositeProblems(index)
    found += derivationProblems(index)
    found += requestProblems(index)
    return found
  }

  private func hierarchyProblems(_ index: ModelIndex) -> [ModelProblem] {
    var found: [ModelProblem] = []
    let parents = Dictionary(entities.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    var settled: Set<String> = []
    for entity in entities {
      if let parent = entity.parent, parents[parent] == nil {
        found.append(.unknownParent(parent, entity: entity.name, known: index.entityNames))
      }
      var path: [String] = []
      var onPath: [String: Int] = [:]
      var next: String? = entity.name
      while let name = next, let parent = parents[name], !settled.contains(name) {
        if let start = onPath[name] {
          found.append(.parentCycle(Array(path[start...])))
          break
        }
        onPath[name] = path.count
        path.append(name)
        next = parent
      }
      settled.formUnion(path)
    }
    return found
  }

  /// - Parameters:
  ///   - inherited: The entity's properties that an ancestor declares too.
  ///   - relationships: The names of the relationships of each entity that was asked about.
  private func propertyProblems(
    at place: Int, _ inherited: [String: Int], _ relationships: inout [String: KnownNames], _ index: ModelIndex
  ) -> [ModelProblem] {
    let entity = entities[place]
    var found: [ModelProblem] = []
    var seen: Set<String> = []
    for property in entity.properties {
      let name = property.name
      if !seen.insert(name).inserted { found.append(.duplicateProperty(name, entity: entity.name)) }
      if !name.isName { found.append(.invalidName(name, entity: entity.name)) }
      if let ancestor = inherited[name] {
        found.append(.inheritedProperty(name, entity: entity.name, ancestor: entities[ancestor].name))
      }
      if ReservedNames.properties.contains(name) { found.append(.reservedName(name, entity: entity.name)) }
      switch property {
      case .attribute(let attribute):
        found += attribute.problems(in: entity.name)
        found += problems(ofComposite: attribute, in: entity.name, index)
        if let derivation = attribute.derivation {
          let unknown = problems(of: derivation, attribute: name, in: entity.name, index)
          let misfit = unknown.isEmpty ? DerivationMisfit(derivation, of: attribute, in: entity.name, index) : nil
          found += unknown + (misfit.map { [.underivable(name, entity: entity.name, $0)] } ?? [])
        }
      case .relationship(let relationship): found += problems(of: relationship, in: entity.name, &relationships, index)
      case .fetched(let fetched):
        if index.places[fetched.destination] == nil {
          found.append(
            .unknownFetchedDestination(
              fetched.destination, property: name, entity: entity.name, known: index.entityNames))
        }
      }
    }
    var uniqueKeys: KnownNames?
    for key in entity.uniquenessConstraints.joined() {
      switch index.property(key, of: entity.name)?.property {
      case .attribute: break
      case .relationship(let relationship) where !relationship.isToMany: break
      case nil where key.contains(".") && index.attribute(atKeyPath: key, of: entity.name) != nil: break
      default:
        let known =
          uniqueKeys
          ?? KnownNames(
            index.properties(of: entity.name).filter { $0.relationship?.isToMany != true && $0.fetched == nil }
              .map(\.name))
        uniqueKeys = known
        found.append(.unknownUniqueKey(key, entity: entity.name, known: known))
      }
    }
    return found
  }

  private func problems(
    of relationship: RelationshipDescription, in entity: String, _ relationships: inout [String: KnownNames],
    _ index: ModelIndex
  ) -> [ModelProblem] {
    var found: [ModelProblem] = []
    let name = relationship.name
    if relationship.minimumCount < 0 || relationship.maximumCount < 0 {
      found.append(.negativeCount(relationship: name, entity: entity))
    } else if relationship.isToMany, relationship.maximumCount == 1 {
      found.append(.maximumOfOne(relationship: name, entity: entity))
    }
    // A minimum above the maximum is not a problem of the model: every save of an object with a destination there
    // fails.
    guard index.places[relationship.destination] != nil else {
      found.append(
        .unknownDestination(relationship.destination, relationship: name, entity: entity, known: index.entityNames))
      return found
    }
    guard let inverseName = relationship.inverse else { return found }
    let destination = relationship.destination
    guard let back = index.property(inverseName, of: destination)?.property.relationship else {
      let known =
        relationships[destination] ?? KnownNames(index.properties(of: destination).compactMap { $0.relationship?.name })
      relationships[destination] = known
      found.append(
        .unknownInverse(inverseName, relationship: name, entity: entity, destination: destination, known: known))
      return found
    }
    guard index.isKind(entity, of: back.destination) || index.isKind(back.destination, of: entity) else {
      found.append(
        .inverseLeadsElsewhere(
          inverseName, relationship: name, entity: entity, destination: destination, leadsTo: back.destination))
      return found
    }
    let leadsBack =
      back.inverse == name && (index.isKind(entity, of: back.destination) || index.isKind(back.destination, of: entity))
      && index.property(name, of: back.destination)?.declaredBy == index.places[entity]
    if !leadsBack {
      found.append(
        .inverseNotMutual(
          inverseName, relationship: name, entity: entity, destination: destination,
          found: back.inverse.map { "\(back.destination).\($0)" }))
    }
    return found
  }
}

extension AttributeDescription {
  /// Returns the problems of the attribute by itself; `entity` may be a composite's name.
  func problems(in entity: String) -> [ModelProblem] {
    var found: [ModelProblem] = []
    if type == .undefined, !isTransient, compositeName == nil {
      found.append(.undefinedNotTransient(attribute: name, entity: entity))
    }
    if minimumLength != nil || maximumLength != nil {
      if type != .string {
        found.append(.lengthOfNonString(attribute: name, entity: entity, type: type))
      } else if let least = minimumLength, let greatest = maximumLength, least > greatest {
        found.append(.lengthsReversed(attribute: name, entity: entity, minimum: least, maximum: greatest))
      }
    }
    if let pattern {
      if type != .string {
        found.append(.patternOfNonString(attribute: name, entity: entity, type: type))
      } else if PatternCache.shared.compiled(pattern) == nil {
        found.append(.invalidPattern(pattern, attribute: name, entity: entity))
      }
    }
    if minimumValue != nil || maximumValue != nil {
      if !type.isOrdered {
        found.append(.rangeOfUnordered(attribute: name, entity: entity, type: type))
      } else {
        for bound in [minimumValue, maximumValue].compactMap({ $0 }) {
          if bound.isNull || !bound.isComparable(as: type) {
            found.append(.boundOfOtherType(bound, attribute: name, entity: entity, type: type))
          }
        }
        if let least = minimumValue, let greatest = maximumValue, least.precedes(greatest) == false,
          greatest.precedes(least) == true
        {
          found.append(.boundsReversed(attribute: name, entity: entity))
        }
      }
    }
    switch defaultValue {
    case .now where type != .date:
      found.append(.defaultOfOtherType(.now, attribute: name, entity: entity, type: type))
    case .value(let value):
      if case .failure = coerced(value) {
        found.append(.defaultOfOtherType(.value(value), attribute: name, entity: entity, type: type))
      }
    case .now, nil: break
    }
    return found
  }
}
