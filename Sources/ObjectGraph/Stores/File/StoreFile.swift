/// The text of a store's file, which a person can read: lines of JSON, each followed by a tab and the CRC-32 of its bytes in
/// eight hexadecimal digits.
///
/// ```
/// {"format":"graphbook store","version":1,"identifier":"6F…","hashes":{"Team":"5c…"},"highest":{"Team":2}}    1f2e3d4c
/// {"entity":"Team","properties":["name","players"],"objects":2}                                               …
/// [1,"Miami Heat",null]                                                                                       …
/// [2,"Boston Celtics",[4,3]]                                                                                  …
/// {"end":2,"checksum":"…"}                                                                                    …
/// ```
///
/// Behind the head there is a part for each entity that has objects, and in it a line for each object: its number, then the
/// values in the order that the part's line says. A to-one is the number of the other object; a to-many without inverse, or
/// the first of two in the alphabet, is the list of the numbers. Its inverse, and the to-many end of a one-to-many, is nil
/// unless its order is another than that of the numbers. The last line has the number of objects and the checksum over all
/// the lines' checksums.
enum StoreFile {
  static let format = "graphbook store"
  /// Raised by one when an older reader would misread a file.
  static let version: Int64 = 1

  /// A damage in a file, and its line, counted from 1.
  struct Damage: Error, Hashable {
    var line: Int
    var reason: String

    var place: String { "line \(line)" }
  }

  /// The contents of the first line.
  struct Head: Hashable, Sendable {
    var identifier: String
    var configuration: String?
    var hashes: [String: VersionHash]
    var highest: [String: UInt32]
  }

  /// Whether a relationship is written in the file itself, so that the other direction follows from it.
  static func isLeading(_ property: Property, _ layout: RelationshipLayout, in schema: Schema) -> Bool {
    guard layout.hasInverse, let inverse = schema.property(of: schema.relationships[layout.inverse]) else {
      return true
    }
    if property.isTransient { return false }
    if inverse.isTransient || inverse === property { return true }
    switch layout.shape {
    case .toOne, .toMany, .manyToOne, .oneToOne: return true
    case .oneToMany: return false
    case .manyToMany:
      let name = [schema.entity(at: layout.source)?.name ?? "", property.name]
      let other = [schema.entity(at: layout.destination)?.name ?? "", inverse.name]
      let owner = [schema.entity(at: inverse.declaredBy)?.name ?? other[0], inverse.name]
      return name.lexicographicallyPrecedes(owner)
    }
  }

  /// The properties of an entity that a file keeps, in the order of their names.
  static func properties(of entity: Entity) -> [Property] {
    entity.properties.filter { !$0.isTransient && $0.storage != .fetched }.sorted { $0.name < $1.name }
  }
}

extension Schema {
  /// The property that a layout is of.
  func property(of layout: RelationshipLayout) -> Property? {
    entity(at: layout.source)?.relationships.first { $0.layout?.index == layout.index }
  }
}
