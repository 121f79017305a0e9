/// A required relationship that a batch deletion would leave without an object, which SQLite stores refuse (134050).
///
/// Core Data's store has a trigger for it, named in reports as *mandatory OTM nullify inverse*, and MTM and OTO: of an
/// owner's to-many, of a many-to-many and of a one-to-one relationship (wireapp/wire-ios-data-model, pull request 1287).
public struct EmptiedRelationship: Hashable, Sendable {
  /// The object that would stay, and lack what it requires.
  public var object: ValidationError.Named
  /// The required relationship.
  public var key: String
  /// The object that the batch would delete.
  public var deleted: ValidationError.Named
  /// The deleted object's relationship, with the rule nullify.
  public var inverse: String
  /// Whether `key` is a to-many.
  public var isToMany: Bool
}

/// The effects of a batch deletion.
package struct BatchDeletion: Sendable {
  /// The effects of the delete rules.
  package var explanation: DeletionExplanation
  /// The objects that lead to deleted ones through a to-one without inverse.
  package var holders: [ManagedObjectID]
}

extension DeletionExplanation {
  /// The required relationships of the objects that stay which *nullify* has emptied, each once, in the order met.
  ///
  /// Reports name the inverses of a to-many, a many-to-many and a one-to-one relationship. The inverse of a to-one that
  /// is a to-many may be empty: no report says that it is refused. O(objects that were reached).
  func emptiedRelationships(in graph: Graph, _ cancellation: Cancellation) -> [EmptiedRelationship] {
    struct Place: Hashable {
      var object: ManagedObjectID
      var relationship: Int
    }
    var found: [EmptiedRelationship] = []
    var met: Set<Place> = []
    for effect in effects where effect.rule == .nullify {
      let owner = nodes[Int(effect.node)].id
      guard let entity = schema.entity(at: owner.entity),
        let layout = entity.relationships[Int(effect.relationship)].layout, layout.hasInverse,
        layout.shape != .manyToOne
      else { continue }
      let inverse = schema.relationships[layout.inverse]
      guard cancellation.allows(.rows, effect.objects.count) else { return found }
      for place in effect.objects {
        let id = objects[Int(place)]
        guard let holder = schema.entity(at: id.entity),
          let property = holder.relationships.first(where: { $0.layout?.index == inverse.index }), !property.isOptional,
          graph.count(of: inverse, Int32(bitPattern: id.number)) == 0,
          met.insert(Place(object: id, relationship: inverse.index)).inserted
        else { continue }
        found.append(
          EmptiedRelationship(
            object: .init(id: id, entity: holder.name), key: property.name,
            deleted: .init(id: owner, entity: entity.name),
            inverse: entity.relationships[Int(effect.relationship)].name,
            isToMany: inverse.isToMany))
      }
    }
    return found
  }
}

extension Graph {
  /// The objects that lead to deleted ones through a to-one without inverse, of which neither a delete rule nor a
  /// trigger that anyone has reported knows. O(objects of the entities with such a relationship).
  func holders(of deleted: [ManagedObjectID], _ cancellation: Cancellation) -> [ManagedObjectID] {
    let layouts = schema.relationships.filter { $0.shape == .toOne }
    var found: [ManagedObjectID] = []
    if layouts.isEmpty { return found }
    var gone = RowBits()
    var tables: Set<Int> = []
    for id in deleted {
      let table = Int(memory.entities[Int(id.entity)].table)
      gone.insert(Int32(bitPattern: id.number), of: table)
      tables.insert(table)
    }
    for layout in layouts where tables.contains(layout.destinationTable) {
      guard let source = schema.entity(at: layout.source) else { continue }
      for (count, place) in liveObjects(of: source).enumerated() {
        if count & 255 == 0, !cancellation.allows(.rows, 256) { return found }
        forEachMember(of: layout, place.row) { member in
          if gone.contains(member, of: layout.destinationTable) { found.append(id(place.table, place.row)) }
        }
      }
    }
    return found
  }
}
