import JSON
import Support

/// Reads the text of a ``StoreFile``. Any bytes are safe: what is wrong is an error with its line.
struct StoreFileReader {
  private typealias Damage = StoreFile.Damage

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 0
  private var checksums: [UInt8] = []
  private var lastChecksum: [UInt8] = []

  /// The head alone. O(its length).
  static func head(_ bytes: [UInt8]) throws(StoreFile.Damage) -> StoreFile.Head {
    try withReader(bytes) { (reader) throws(StoreFile.Damage) in try reader.readHead() }
  }

  /// The head, and the properties of each entity that has objects, without a model. O(the file's length).
  static func outline(
    _ bytes: [UInt8]
  ) throws(StoreFile.Damage) -> (head: StoreFile.Head, properties: [String: [String]]) {
    try withReader(bytes) { (reader) throws(StoreFile.Damage) in
      let head = try reader.readHead()
      var properties: [String: [String]] = [:]
      while true {
        let part = try reader.next()
        guard let entity = part["entity"]?.text, let count = part["objects"]?.whole, count >= 0 else { break }
        properties[entity] = part["properties"]?.elements?.compactMap(\.text) ?? []
        for _ in 0..<count { _ = try reader.next() }
      }
      return (head, properties)
    }
  }

  /// Everything, as a graph of this schema, settled. O(objects + links).
  static func contents(
    _ bytes: [UInt8], _ schema: Schema
  ) throws(StoreFile.Damage) -> (head: StoreFile.Head, graph: Graph) {
    try withReader(bytes) { (reader) throws(StoreFile.Damage) in
      let head = try reader.readHead()
      return (head, try reader.readGraph(schema, head))
    }
  }

  private static func withReader<Result>(
    _ bytes: [UInt8], _ body: (inout StoreFileReader) throws(StoreFile.Damage) -> Result
  ) throws(StoreFile.Damage) -> Result {
    let result: Swift.Result<Result, StoreFile.Damage> = bytes.withUnsafeBufferPointer { buffer in
      var reader = StoreFileReader(buffer)
      do throws(StoreFile.Damage) { return .success(try body(&reader)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func damage(_ reason: String) -> StoreFile.Damage { StoreFile.Damage(line: max(1, line), reason: reason) }

  // MARK: Lines

  /// The value in the next line, after checking its checksum.
  private mutating func next() throws(StoreFile.Damage) -> JSONValue {
    line += 1
    guard position < bytes.count else { throw damage("the file ends before its last line") }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    guard position < bytes.count else { throw damage("the file ends in the middle of a line") }
    let end = position
    position += 1
    guard end - start > 9, bytes[end - 9] == UInt8(ascii: "\t") else { throw damage("the checksum is missing") }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<(end - 9)])
    let stated = Array(bytes[(end - 8)..<end])
    guard stated == Array(CRC32.checksum(of: text).hexadecimal.utf8) else {
      throw damage("the line is not what was written: its checksum differs")
    }
    checksums += lastChecksum
    lastChecksum = stated
    do {
      return try JSONValue(text)
    } catch {
      throw damage("\(error.message) (byte \(error.offset + 1) of the line)")
    }
  }

  private mutating func readHead() throws(StoreFile.Damage) -> StoreFile.Head {
    // A file that begins with another word is of another kind, not damaged.
    let start = Array("{\"format\":\"\(StoreFile.format)\"".utf8)
    guard bytes.starts(with: start) else {
      line = 1
      throw damage(bytes.isEmpty ? "the file is empty" : "this is not a store of Graphbook")
    }
    let head = try next()
    guard head["format"]?.text == StoreFile.format else { throw damage("this is not a store of Graphbook") }
    guard let version = head["version"]?.whole else { throw damage("the version is missing") }
    guard version == StoreFile.version else {
      throw damage(
        "the file is of version \(version), and this program reads version \(StoreFile.version)")
    }
    guard let identifier = head["identifier"]?.text else { throw damage("the identifier is missing") }
    guard case .object(let hashes)? = head["hashes"], case .object(let highest)? = head["highest"] else {
      throw damage("the hashes of the model are missing")
    }
    var result = StoreFile.Head(
      identifier: identifier, configuration: head["configuration"]?.text, hashes: [:], highest: [:])
    for member in hashes {
      guard let hash = member.value.text.flatMap(VersionHash.init),
        result.hashes.updateValue(hash, forKey: member.key) == nil
      else { throw damage("the hash of \(member.key) is none") }
    }
    for member in highest {
      guard let number = member.value.whole, (0..<Int64(Int32.max)).contains(number),
        result.highest.updateValue(UInt32(number), forKey: member.key) == nil
      else { throw damage("the highest number of \(member.key) is none") }
    }
    return result
  }

  // MARK: Objects

  /// Links that wait until all objects are there.
  private struct Links {
    var line: Int
    var place: Graph.Place
    var property: Property
    var layout: RelationshipLayout
    var isLeading: Bool
    var rows: [Int32]
  }

  private mutating func readGraph(_ schema: Schema, _ head: StoreFile.Head) throws(StoreFile.Damage) -> Graph {
    var graph = Graph(schema, context: 0)
    var links: [Links] = []
    var total: Int64 = 0
    var seen: Set<String> = []
    while true {
      let part = try next()
      if let count = part["end"]?.whole {
        guard count == total else { throw damage("\(count) objects were written, and there are \(total)") }
        let checksum = checksums.withUnsafeBufferPointer { CRC32.checksum(of: $0).hexadecimal }
        guard part["checksum"]?.text == checksum else { throw damage("lines are missing or in another order") }
        guard position == bytes.count else {
          line += 1
          throw damage("there is more after the last line")
        }
        break
      }
      guard let name = part["entity"]?.text, let keys = part["properties"]?.elements,
        let count = part["objects"]?.whole, count >= 0
      else { throw damage("this is not a part of an entity") }
      guard let entity = schema.entity(named: name), !entity.isAbstract else {
        throw damage("the model has no concrete entity \(name)")
      }
      guard seen.insert(name).inserted else { throw damage("the objects of \(name) are in two parts") }
      let expected = StoreFile.properties(of: entity)
      let named = Dictionary(expected.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let properties = keys.compactMap { key in key.text.flatMap { named[$0] } }
      guard properties.count == keys.count, properties.count == expected.count,
        Set(properties.map(\.name)).count == properties.count
      else { throw damage("the properties of \(name) are not those of the model") }
      let leading = properties.map { property in
        property.layout.map { StoreFile.isLeading(property, $0, in: schema) } ?? false
      }
      let limit = head.highest[schema.entity(at: entity.table)?.name ?? name] ?? 0
      for _ in 0..<count {
        try readObject(entity, properties, leading, limit: Int64(limit), &graph, &links)
        total += 1
      }
    }
    try connect(links, &graph)
    graph.settle(commit: 0)
    return graph
  }

  private mutating func readObject(
    _ entity: Entity, _ properties: [Property], _ leading: [Bool], limit: Int64, _ graph: inout Graph,
    _ links: inout [Links]
  ) throws(StoreFile.Damage) {
    guard let values = try next().elements, values.count == properties.count + 1, let number = values[0].whole else {
      throw damage("this is not an object of \(entity.name)")
    }
    guard number > 0, number <= limit else { throw damage("\(number) is not a number that was given to an object") }
    let place = Graph.Place(table: entity.table, row: Int32(truncatingIfNeeded: number))
    guard !graph.header(at: place).isAlive else { throw damage("there are two objects with the number \(number)") }
    graph.insert(entity, row: place.row)
    for index in properties.indices {
      let property = properties[index]
      let json = values[index + 1]
      switch property.storage {
      case .attribute(let column):
        if json == .null { continue }
        guard let value = property.shape?.restored(json) else {
          throw damage("\(entity.name)#\(number).\(property.name) is not a value of its type")
        }
        graph.setValue(value, of: column, at: place)
      case .relationship(let layout):
        guard let rows = rows(json, isToMany: layout.isToMany) else {
          throw damage("\(entity.name)#\(number).\(property.name) leads to no numbers")
        }
        if !rows.isEmpty {
          links.append(
            Links(
              line: line, place: place, property: property, layout: layout, isLeading: leading[index], rows: rows))
        }
      case .fetched: break
      }
    }
    for property in entity.transients {
      guard case .attribute(let column) = property.storage, let value = property.shape?.initialValue else { continue }
      graph.setValue(value, of: column, at: place)
    }
  }

  private func rows(_ json: JSONValue, isToMany: Bool) -> [Int32]? {
    if json == .null { return [] }
    let numbers = isToMany ? json.elements?.compactMap(\.whole) ?? [] : json.whole.map { [$0] } ?? []
    guard !numbers.isEmpty, !isToMany || numbers.count == json.elements?.count else { return nil }
    let rows = numbers.compactMap { $0 > 0 && $0 < Int64(Int32.max) ? Int32($0) : nil }
    return rows.count == numbers.count ? rows : nil
  }

  private func connect(_ links: [Links], _ graph: inout Graph) throws(StoreFile.Damage) {
    func fault(_ link: Links, _ reason: String) -> StoreFile.Damage {
      let name = graph.entity(at: link.place)?.name ?? "object"
      return StoreFile.Damage(line: link.line, reason: "\(name)#\(link.place.row).\(link.property.name) \(reason)")
    }
    // Links are made in the order of the numbers, in whatever part of an inheritance tree a line is, so that the other ends arrive in
    // that order.
    let links = links.sorted { ($0.place.row, $0.line) < ($1.place.row, $1.line) }
    for link in links where link.isLeading {
      let layout = link.layout
      let back = layout.hasInverse ? graph.schema.relationships[layout.inverse] : nil
      for row in link.rows {
        let other = Graph.Place(table: layout.destinationTable, row: row)
        guard graph.header(at: other).isLive, graph.entity(at: other)?.isKind(of: layout.destination) == true else {
          throw fault(link, "leads to \(row), which is not an object that it can hold")
        }
        if graph.isConnected(layout, link.place.row, row) {
          // Both directions of one link are in the file.
          if back?.shape == .oneToOne || back?.index == layout.index { continue }
          throw fault(link, "holds \(row) twice")
        }
        let isFree =
          (layout.isToMany || graph.count(of: layout, link.place.row) == 0)
          && back.map { $0.isToMany || graph.count(of: $0, row) == 0 } ?? true
        let kind = graph.entity(at: link.place)
        guard isFree, back.map({ kind?.isKind(of: $0.destination) == true }) ?? true else {
          throw fault(link, "leads to \(row), which leads to another object")
        }
        graph.connect(layout, link.place.row, row)
      }
    }
    for link in links where link.layout.isToMany {
      let members = graph.members(of: link.layout, link.place.row)
      if members == link.rows { continue }
      guard Set(members) == Set(link.rows), link.rows.count == members.count else {
        throw fault(link, "holds other objects than those that lead back to it")
      }
      graph.reorder(link.layout, link.place.row, link.rows)
    }
  }
}
