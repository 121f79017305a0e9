import Predicates

/// The identity of a managed object: eight bytes that mean something to its context.
///
/// It stays the same for the object's whole life, through saves, undo and redo, and is never given to another object of
/// the same context: an ID kept across a rollback leads to the same object or to none. Only a change of the model that
/// moves an entity into another tree may renumber its objects; ``ManagedObjectContext/setModel(_:renaming:)`` returns
/// which.
public struct ManagedObjectID: Hashable, Sendable {
  /// The entity's place in the schema's stable table: it survives renaming, and is not given to another entity.
  public let entity: UInt16
  /// Distinguishes the contexts of one session; 0 unless the context was made with another.
  public let context: UInt8
  /// Counts from 1 in each root entity: one numbering for a whole inheritance tree, as the Z_PK of stores does that
  /// Core Data wrote.
  public let number: UInt32

  init(entity: Int, number: Int32, context: UInt8) {
    self.entity = UInt16(truncatingIfNeeded: entity)
    self.context = context
    self.number = UInt32(bitPattern: number)
  }

  /// The same ID as a coordinator's graph writes it.
  var ofCoordinator: ManagedObjectID {
    ManagedObjectID(entity: Int(entity), number: Int32(bitPattern: number), context: 0)
  }

  /// The top byte of a reference to a managed object; hosts of other objects use 2 and above.
  public static let referenceTag: UInt64 = 1

  /// The ID in a reference; nil when it is not a reference to a managed object.
  public init?(_ reference: ObjectReference) {
    let bits = reference.rawValue
    guard bits >> 56 == ManagedObjectID.referenceTag else { return nil }
    entity = UInt16(truncatingIfNeeded: bits >> 32)
    context = UInt8(truncatingIfNeeded: bits >> 48)
    number = UInt32(truncatingIfNeeded: bits)
  }

  /// The ID as a value refers to it: tag, context, entity and number in 8, 8, 16 and 32 bits.
  public var reference: ObjectReference {
    ObjectReference(
      rawValue: ManagedObjectID.referenceTag << 56 | UInt64(context) << 48 | UInt64(entity) << 32 | UInt64(number))
  }

  /// The ID as a value.
  public var value: Value { .object(reference) }

  /// The object's row in its table; numbers above Int32 never occur and lead to no row.
  var row: Int { Int(number) }
}

extension Value {
  /// The managed object that the value refers to, or nil.
  public var objectID: ManagedObjectID? {
    if case .object(let reference) = self { ManagedObjectID(reference) } else { nil }
  }

  /// The managed objects in an array or a set, or the single one; nil when there is anything else among them.
  /// O(elements).
  public var objectIDs: [ManagedObjectID]? {
    switch self {
    case .object: return objectID.map { [$0] }
    case .array(let elements), .set(let elements):
      var found: [ManagedObjectID] = []
      found.reserveCapacity(elements.count)
      for element in elements {
        guard let id = element.objectID else { return nil }
        found.append(id)
      }
      return found
    default: return nil
    }
  }
}
