import Predicates

/// An object's entity as a value of predicates: what `entity` gives, and what `entity.name` asks.
///
/// It counts as equal to another one when both mean the same entity of one schema.
package struct EntityReference: Hashable, Sendable {
  /// The entity's stable place in the schema.
  let place: Int

  private static let tag: UInt64 = 0x03

  init(place: Int) { self.place = place }

  init?(_ reference: ObjectReference) {
    guard reference.rawValue >> 56 == Self.tag else { return nil }
    place = Int(reference.rawValue & 0xFFFF)
  }

  /// The value that represents the entity.
  package var value: Value {
    .object(ObjectReference(rawValue: Self.tag << 56 | UInt64(UInt16(truncatingIfNeeded: place))))
  }

  /// A key that a predicate may ask of an entity.
  enum Key: String, CaseIterable {
    case name, managedObjectClassName, isAbstract, superentity, renamingIdentifier, userInfo
  }
}

extension Graph {
  /// The entity of a name as conditions compare it; nil when there is none.
  package func reference(toEntity name: String) -> EntityReference? {
    schema.entity(named: name).map { EntityReference(place: $0.index) }
  }

  /// The value of a key of an entity, by Core Data's name for it; nil for a key that entities do not have.
  func value(forKey key: String, of reference: EntityReference) -> Value? {
    guard let entity = schema.entity(at: reference.place) else { return .null }
    let description = schema.model[entity: entity.name]
    switch EntityReference.Key(rawValue: key) {
    case .name: return .string(entity.name)
    case .managedObjectClassName: return .string(description?.managedObjectClassName ?? entity.name)
    case .isAbstract: return .boolean(entity.isAbstract)
    case .superentity: return description?.parent.flatMap { self.reference(toEntity: $0)?.value } ?? .null
    case .renamingIdentifier: return .string(description?.renamingIdentifier ?? entity.name)
    case .userInfo: return .dictionary(description?.userInfo ?? [:])
    case nil: return nil
    }
  }
}
