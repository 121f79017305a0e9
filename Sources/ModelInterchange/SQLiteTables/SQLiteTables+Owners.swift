import ObjectGraph
import Predicates

/// Who has an object in a to-many without inverse, and where.
struct LinkOwner: Sendable {
  var owner: ManagedObjectID
  /// From 1.
  var place: Int64
}

extension SQLiteTables {
  /// An object that several objects have in the same to-many without inverse. Its row has one column for the owner.
  public struct ContestedLink: Hashable, Sendable {
    /// The relationship without inverse.
    public var relationship: SQLiteProperty
    /// Whom they have.
    public var object: ManagedObjectID
    /// Who has it, by number; the last one is what the column holds. Which one Core Data would leave there depends on
    /// what it writes last.
    public var owners: [ManagedObjectID]
  }

  /// Returns the links that would not survive a store: see ``ContestedLink``. By relationship and number. O(links of
  /// to-many relationships without inverse).
  public func contestedLinks() -> [ContestedLink] {
    var found: [ContestedLink] = []
    for column in schema.tables.flatMap(\.columns) {
      guard case .owner(let property) = column.content else { continue }
      var owners: [ManagedObjectID: [ManagedObjectID]] = [:]
      forEachLink(property) { owner, _, member in owners[member, default: []].append(owner) }
      let contested = owners.filter { $0.value.count > 1 }.sorted { $0.key.number < $1.key.number }
      found += contested.map { ContestedLink(relationship: property, object: $0.key, owners: $0.value) }
    }
    return found
  }

  /// The owner of each member: of several the one with the highest number.
  func ownersOfLinks(_ property: SQLiteProperty) -> [ManagedObjectID: LinkOwner] {
    var owners: [ManagedObjectID: LinkOwner] = [:]
    forEachLink(property) { owner, place, member in owners[member] = LinkOwner(owner: owner, place: place) }
    return owners
  }

  private func forEachLink(
    _ property: SQLiteProperty, _ body: (_ owner: ManagedObjectID, _ place: Int64, _ member: ManagedObjectID) -> Void
  ) {
    let source = self.source
    for owner in graph.objectIDs(of: property.entity) {
      let members = (try? source.value(forKey: property.name, of: owner.reference))?.objectIDs ?? []
      for (place, member) in members.enumerated() { body(owner, Int64(place + 1), member) }
    }
  }
}

/// The places of objects in ordered relationships. A relationship is read once for each object that has it, not once
/// for each of its members.
struct LinkOrders {
  private struct Key: Hashable {
    var relationship: String
    var owner: ManagedObjectID
  }

  let source: GraphSource
  private var places: [Key: [ManagedObjectID: Int64]] = [:]

  init(source: GraphSource) { self.source = source }

  /// From 1; nil when the object is not there.
  mutating func place(of member: ManagedObjectID, in relationship: String, of owner: ManagedObjectID) -> Int64? {
    let key = Key(relationship: relationship, owner: owner)
    if let known = places[key] { return known[member] }
    let members = (try? source.value(forKey: relationship, of: owner.reference))?.objectIDs ?? []
    let found = Dictionary(
      members.enumerated().map { ($1, Int64($0 + 1)) }, uniquingKeysWith: { first, _ in first })
    places[key] = found
    return found[member]
  }
}
