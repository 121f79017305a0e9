import JSON
import Predicates
import Support

/// Writes a graph as the text of a ``StoreFile``.
struct StoreFileWriter {
  private(set) var bytes: [UInt8] = []
  private var checksums: [UInt8] = []
  private let graph: Graph
  private let isOwn: (Graph.Place) -> Bool

  /// Returns the bytes of a file with these objects of a graph. O(objects + links). The reader limits the depth of
  /// nesting; attribute values stay far below it (`Value.nestingLimit`).
  /// - Throws: when `cancellation` has said yes.
  static func bytes(
    _ head: StoreFile.Head, _ graph: Graph, objects: [ManagedObjectID], isOwn: @escaping (Graph.Place) -> Bool,
    _ cancellation: Cancellation = .never
  ) throws(StoreFile.Damage) -> [UInt8] {
    var writer = StoreFileWriter(graph: graph, isOwn: isOwn)
    writer.bytes.reserveCapacity(64 * objects.count + 1_024)
    writer.write(head)
    var byEntity = [[Graph.Place]](repeating: [], count: graph.schema.entities.count)
    for (count, id) in objects.enumerated() {
      if count & 4_095 == 4_095 { try check(cancellation) }
      if let place = graph.place(of: id) { byEntity[Int(id.entity)].append(place) }
    }
    let entities = graph.schema.entities.compactMap { $0 }.sorted { $0.name < $1.name }
    for entity in entities where !byEntity[entity.index].isEmpty {
      try writer.write(entity, byEntity[entity.index], cancellation)
    }
    let checksum = writer.checksums.withUnsafeBufferPointer { CRC32.checksum(of: $0) }
    writer.write(
      JSONValue([("end", .integer(Int64(objects.count))), ("checksum", .string(checksum.hexadecimal))]))
    return writer.bytes
  }

  private init(graph: Graph, isOwn: @escaping (Graph.Place) -> Bool) {
    self.graph = graph
    self.isOwn = isOwn
  }

  private mutating func write(_ head: StoreFile.Head) {
    var members: [(String, JSONValue)] = [
      ("format", .string(StoreFile.format)), ("version", .integer(StoreFile.version)),
      ("identifier", .string(head.identifier)),
    ]
    if let configuration = head.configuration { members.append(("configuration", .string(configuration))) }
    members.append(
      (
        "hashes",
        JSONValue(head.hashes.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.description)) })
      ))
    members.append(
      ("highest", JSONValue(head.highest.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })))
    write(JSONValue(members))
  }

  private mutating func write(
    _ entity: Entity, _ places: [Graph.Place], _ cancellation: Cancellation
  ) throws(StoreFile.Damage) {
    let properties = StoreFile.properties(of: entity)
    write(
      JSONValue([
        ("entity", .string(entity.name)), ("properties", .array(properties.map { .string($0.name) })),
        ("objects", .integer(Int64(places.count))),
      ]))
    let leading = properties.map { property in
      property.layout.map { StoreFile.isLeading(property, $0, in: graph.schema) } ?? false
    }
    for (count, place) in places.enumerated() {
      if count & 4_095 == 4_095 { try Self.check(cancellation) }
      let start = bytes.count
      bytes.append(UInt8(ascii: "["))
      JSONValue.write(Int64(place.row), to: &bytes)
      for (property, isLeading) in zip(properties, leading) {
        bytes.append(UInt8(ascii: ","))
        write(property, of: place, isLeading: isLeading, in: entity)
      }
      bytes.append(UInt8(ascii: "]"))
      endLine(from: start)
    }
  }

  private mutating func write(
    _ property: Property, of place: Graph.Place, isLeading: Bool, in entity: Entity
  ) {
    switch property.storage {
    case .attribute(let column):
      let value = graph.value(of: column, at: place)
      // The columns that most values are in, without a JSON value between.
      switch value {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .integer(let number) where property.shape?.isSpecial == false && property.type != .transformable:
        JSONValue.write(number, to: &bytes)
      case .string(let text) where property.type == .string: JSONValue.write(text, to: &bytes)
      default:
        (property.shape?.stored(value) ?? .null).write(to: &bytes)
      }
    case .relationship(let layout):
      // A link to an object that is gone is not written.
      let members = graph.members(of: layout, place.row).filter { row in
        let other = Graph.Place(table: layout.destinationTable, row: row)
        return graph.header(at: other).isLive && isOwn(other)
      }
      if !layout.isToMany {
        if let member = members.first { JSONValue.write(Int64(member), to: &bytes) } else { writeNull() }
      } else if isLeading ? members.isEmpty : zip(members, members.dropFirst()).allSatisfy({ $0 < $1 }) {
        writeNull()
      } else {
        bytes.append(UInt8(ascii: "["))
        for (index, member) in members.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          JSONValue.write(Int64(member), to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
      }
    case .fetched: writeNull()
    }
  }

  private static func check(_ cancellation: Cancellation) throws(StoreFile.Damage) {
    if cancellation.isRequested { throw StoreFile.Damage(line: 0, reason: "stopped") }
  }

  private mutating func writeNull() { bytes.append(contentsOf: "null".utf8) }

  private mutating func write(_ value: JSONValue) {
    let start = bytes.count
    value.write(to: &bytes)
    endLine(from: start)
  }

  private mutating func endLine(from start: Int) {
    let checksum = bytes.withUnsafeBufferPointer { CRC32.checksum(of: UnsafeBufferPointer(rebasing: $0[start...])) }
    let digits = Array(checksum.hexadecimal.utf8)
    checksums += digits
    bytes.append(UInt8(ascii: "\t"))
    bytes += digits
    bytes.append(UInt8(ascii: "\n"))
  }
}
