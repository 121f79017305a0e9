import ObjectGraph
import Predicates

/// The properties that two graphs have in common, under the names that each has for them.
struct SharedKeys {
  struct Attribute {
    var mine: String
    var theirs: String
  }

  struct Relationship {
    var mine: String
    var theirs: String
    /// Whether both keep an order.
    var isOrdered: Bool
    var isToMany: Bool
  }

  struct Entity {
    var mine: String
    var theirs: String
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    /// Properties of the solution that are missing here.
    var missing: [PropertyDescription] = []
  }

  /// The entities that both have.
  private(set) var entities: [Entity] = []

  init(_ mine: ManagedObjectModel, _ theirs: ManagedObjectModel, _ match: NameMatch) {
    for entity in theirs.entities {
      guard let name = match.entities[entity.name], mine[entity: name] != nil else { continue }
      var shared = Entity(mine: name, theirs: entity.name)
      for ancestor in theirs.lineage(of: entity.name) {
        for property in ancestor.properties {
          let key = match.properties[ModelRenaming.Property(property.name, of: ancestor.name)] ?? property.name
          let own = mine.property(key, of: name)?.property
          switch (property, own) {
          case (.attribute(let attribute), .attribute(let ownAttribute)):
            if attribute.derivation != nil || ownAttribute.derivation != nil { continue }
            shared.attributes.append(Attribute(mine: key, theirs: property.name))
          case (.relationship(let relationship), .relationship(let ownRelationship)):
            shared.relationships.append(
              Relationship(
                mine: key, theirs: property.name, isOrdered: relationship.isOrdered && ownRelationship.isOrdered,
                isToMany: ownRelationship.isToMany))
          case (.fetched, _): continue
          default: shared.missing.append(property)
          }
        }
      }
      entities.append(shared)
    }
  }
}

/// The objects of a graph as the nodes of a labelled graph: the label is the entity and the attributes' values, the links
/// are the relationships' members.
struct LabelledObjects {
  /// The label of an object, equal for objects that differ in their links alone.
  struct Label: Hashable {
    /// The place in ``SharedKeys/entities``.
    var entity: Int
    var values: [Value]
  }

  private(set) var ids: [ManagedObjectID] = []
  private(set) var labels: [Label] = []
  /// The members' places, by object and relationship; −1 for one that is gone.
  private(set) var links: [[[Int]]] = []
  private(set) var places: [ManagedObjectID: Int] = [:]

  /// - Throws: what reading the graph throws; nothing, for properties that the model has.
  init(_ graph: Graph, _ keys: SharedKeys, isMine: Bool, clock: EndState) throws {
    let source = GraphSource(graph, now: clock.now)
    for (index, entity) in keys.entities.enumerated() {
      let name = isMine ? entity.mine : entity.theirs
      for id in graph.objectIDs(of: name) where graph.entityName(of: id) == name {
        places[id] = ids.count
        ids.append(id)
        let values = try entity.attributes.map {
          Self.label(try source.value(forKey: isMine ? $0.mine : $0.theirs, of: id.reference), clock)
        }
        labels.append(Label(entity: index, values: values))
      }
    }
    for (place, id) in ids.enumerated() {
      links.append(
        try keys.entities[labels[place].entity].relationships.map { relationship in
          let value = try source.value(forKey: isMine ? relationship.mine : relationship.theirs, of: id.reference)
          let members = (value.objectIDs ?? []).map { places[$0] ?? -1 }
          return relationship.isOrdered ? members : members.sorted()
        })
    }
  }

  /// A value as it is compared: identifiers that were made and times that were read at the insertion are free.
  private static func label(_ value: Value, _ clock: EndState) -> Value {
    switch value {
    case .uuid: .string("an identifier")
    case .date(let date) where date == clock.now: .string("the time")
    case .double(let number) where number == number.rounded() && abs(number) < 1e15: .integer(Int64(number))
    default: value
    }
  }
}
