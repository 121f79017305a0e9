import ObjectGraph

/// The proposals for an entity: a way out for each violation, and for values that hold several.
package struct ProposalFinder {
  package let model: ManagedObjectModel
  private var names: ProposedNames

  package init(_ model: ManagedObjectModel) {
    self.model = model
    names = ProposedNames(model)
  }

  /// The way out of a violation; nil where there is none that is sure: attributes that the entity inherits belong to
  /// another one, and an entity that others lead to is not taken apart.
  ///
  /// - Parameter copies: The attributes that can be read at the end of the relationship that decides them. They are not
  ///   moved; while copies disagree with it, there is no way out that is sure.
  package mutating func proposal(
    for violation: EntityNormalization.Violation, in relation: EntityRelation, copies: [RelatedCopy] = []
  ) -> Proposal? {
    let entity = relation.entity
    func isOwn(_ keys: [String]) -> Bool {
      keys.allSatisfy { key in relation.columns.contains { $0.name == key && $0.declaredBy == entity } }
    }
    switch violation.kind {
    case .functional(let determinant, let dependents):
      guard !determinant.isEmpty, isOwn(dependents) else { return nil }
      if determinant.count == 1, let place = relation.place(of: determinant[0]),
        let destination = relation.columns[place].destination
      {
        let copies = copies.filter { dependents.contains($0.column) && $0.path.first == determinant[0] }
        guard copies.allSatisfy(\.isExact) else { return nil }
        let readings = Dictionary(
          copies.map { ($0.column, Array($0.path.dropFirst()) + [$0.attribute]) },
          uniquingKeysWith: { first, _ in first })
        let fits = dependents.allSatisfy { key in
          if readings[key] != nil { return true }
          guard let there = model.property(key, of: destination)?.property else { return true }
          return there.attribute?.type == model.property(key, of: entity)?.property.attribute?.type
            && there.relationship == nil
        }
        guard fits else { return nil }
        return .moveAttributes(
          Proposal.MovedAttributes(
            entity: entity, attributes: dependents, through: determinant[0], destination: destination,
            readings: readings))
      }
      guard isOwn(determinant) else { return nil }
      return .makeEntity(newEntity(entity, determinant, dependents))
    case .multivalued(let determinant, let blocks):
      return splitAssociation(blocks.map { determinant + $0 }, of: relation)
    case .join(let components): return splitAssociation(components, of: relation)
    }
  }

  /// Reading an attribute where it is, instead of its copy; nil while there are copies that differ.
  package mutating func reading(_ copy: RelatedCopy, in relation: EntityRelation) -> Proposal? {
    let violation = EntityNormalization.Violation(
      form: .third, kind: .functional(determinant: [copy.path[0]], dependents: [copy.column]), isFound: true)
    return proposal(for: violation, in: relation, copies: [copy])
  }

  /// A look-up entity: `Color` for `uniformColor`.
  package mutating func lookup(_ attribute: String, of entity: String) -> Proposal {
    .makeEntity(newEntity(entity, [attribute], []))
  }

  private mutating func newEntity(
    _ entity: String, _ determinant: [String], _ dependents: [String]
  ) -> Proposal.NewEntity {
    let isLookup = dependents.isEmpty
    // `Name` says nothing about what is named.
    let isVague = determinant.count == 1 && ProposedNames.isVague(determinant[0])
    let name = names.entity(
      for: isVague ? [ProposedNames.lowered(entity)] + determinant : determinant, isLookup: isLookup)
    let role = determinant.count == 1 && !isVague ? determinant[0] : ProposedNames.lowered(name)
    let relationship = names.property(role, of: entity, gone: Set(determinant + dependents))
    let keeps = isLookup && determinant.count == 1 ? [determinant[0]: "name"] : [:]
    var inverse = EnglishNouns.plural(ProposedNames.lowered(entity))
    while (determinant + dependents).contains(where: { (keeps[$0] ?? $0) == inverse }) { inverse += "Entries" }
    return Proposal.NewEntity(
      entity: entity, determinant: determinant, dependents: dependents, name: name, relationship: relationship,
      inverse: inverse, keeps: keeps)
  }

  /// Numbered properties as one to-many. `members` as in ``Proposal/NumberedProperties``.
  package mutating func gather(
    _ members: [[String]], stem: String, names wanted: [String], of entity: String
  ) -> Proposal? {
    guard let first = members.first?.first, let property = model.property(first, of: entity) else { return nil }
    let gone = Set(members.joined())
    let relationship = names.property(EnglishNouns.plural(stem), of: entity, gone: gone)
    if let destination = property.property.relationship?.destination {
      let inverse = names.property(EnglishNouns.plural(ProposedNames.lowered(entity)), of: destination)
      return .gatherNumbered(
        Proposal.NumberedProperties(
          entity: entity, members: members, names: [], destination: destination, relationship: relationship,
          inverse: inverse))
    }
    let destination = names.entity(for: [stem])
    var inverse = ProposedNames.lowered(entity)
    while wanted.contains(inverse) { inverse += "Entry" }
    return .gatherNumbered(
      Proposal.NumberedProperties(
        entity: entity, members: members, names: wanted, destination: destination, relationship: relationship,
        inverse: inverse))
  }

  package mutating func split(_ attribute: String, delimiter: String, of entity: String) -> Proposal {
    let name = names.entity(for: [EnglishNouns.singular(attribute)])
    let plural = EnglishNouns.singular(attribute) == attribute ? EnglishNouns.plural(attribute) : attribute
    let relationship = names.property(plural, of: entity, gone: [attribute])
    return .splitList(
      Proposal.SplitList(
        entity: entity, attribute: attribute, delimiter: delimiter, name: name, relationship: relationship,
        inverse: EnglishNouns.plural(ProposedNames.lowered(entity))))
  }

  private mutating func splitAssociation(_ components: [[String]], of relation: EntityRelation) -> Proposal? {
    let entity = relation.entity
    let isLeaf = model.subentities(of: entity).isEmpty && model[entity: entity]?.parent == nil
    let ends = Set(relation.columns.compactMap(\.destination))
    // Relationships that lead here from elsewhere, other than the inverses of its own, would lead nowhere.
    let isReferenced = model.entities.contains { other in
      other.properties.contains { property in
        guard let relationship = property.relationship, relationship.destination == entity else { return false }
        guard let inverse = relationship.inverse else { return true }
        return relation.place(of: inverse) == nil
      }
    }
    let properties = model[entity: entity]?.properties.count
    guard isLeaf, !isReferenced, !ends.contains(entity), properties == relation.columns.count else { return nil }
    let parts = components.map { columns -> Proposal.SplitAssociation.Part in
      let destinations = columns.compactMap { column in
        relation.place(of: column).flatMap { relation.columns[$0].destination }
      }
      if columns.count == 2, destinations.count == 2, destinations[0] != destinations[1] {
        let relationship = names.property(
          EnglishNouns.plural(ProposedNames.lowered(columns[1])), of: destinations[0])
        let inverse = names.property(EnglishNouns.plural(ProposedNames.lowered(columns[0])), of: destinations[1])
        return .manyToMany(columns: columns, entities: destinations, relationship: relationship, inverse: inverse)
      }
      let name = names.entity(for: columns)
      var inverses: [String: String] = [:]
      for column in columns {
        guard let destination = relation.place(of: column).flatMap({ relation.columns[$0].destination }) else {
          continue
        }
        inverses[column] = names.property(EnglishNouns.plural(ProposedNames.lowered(name)), of: destination)
      }
      return .entity(name: name, columns: columns, inverses: inverses)
    }
    return .splitAssociation(Proposal.SplitAssociation(entity: entity, parts: parts))
  }
}
