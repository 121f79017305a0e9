import Predicates
import RandomOperations
import Support
import Testing

@testable import ObjectGraph

@Suite("Damaged files are refused, never followed")
struct DamagedStoreTests {
  static let model = ManagedObjectModel("Fuzz") {
    CompositeDescription("Address") { Attribute("city", .string) }
    EntityDescription("Team") {
      Attribute("name", .string, isOptional: true)
      Attribute("color", .transformable, isOptional: true, transformerName: "HexColor")
      Attribute("home", composite: "Address", isOptional: true)
      ToMany("players", to: "Player", inverse: "team", isOrdered: true)
    }
    EntityDescription("Player") {
      Attribute("age", .integer16, isOptional: true)
      Attribute("any", .transformable, isOptional: true)
      ToOne("team", to: "Team", inverse: "players")
      ToMany("friends", to: "Player", inverse: "friends")
      ToMany("tags", to: "Tag", inverse: "players")
      ToOne("spouse", to: "Player", inverse: "spouse")
    }
    EntityDescription("Tag") { ToMany("players", to: "Player", inverse: "tags", isOrdered: true) }
  }

  static func schema() throws -> Schema {
    let context = try ManagedObjectContext(model: model)
    try context.prepare()
    return context.graph.schema
  }

  /// A small file that has everything in it.
  static func sample() throws -> (Schema, [UInt8]) {
    let context = try ManagedObjectContext(model: model)
    let teams = try (0..<2).map { try context.make("Team", ["name": .string("Team \($0)"), "color": "#98002e"]) }
    try context.setValue("Miami", of: teams[0], forKeyPath: "home.city")
    let tags = try (0..<2).map { _ in try context.make("Tag") }
    var players: [ManagedObjectID] = []
    for index in 0..<5 {
      players.append(
        try context.make(
          "Player",
          [
            "age": .integer(Int64(index)), "any": .array([.integer(1), .dictionary(["a": 2.5])]),
            "team": teams[index % 2].value, "tags": .array(tags.map(\.value)),
          ]))
    }
    try context.set(players[0], "spouse", players[1])
    try context.add([players[2], players[3]], to: "friends", of: players[0])
    try context.insert(players[4], into: "players", of: teams[0], at: 0)
    try context.save()
    let graph = context.graph
    let head = StoreFile.Head(
      identifier: "00000000-0000-0000-0000-000000000000", configuration: nil, hashes: model.versionHashes(),
      highest: ["Team": 9, "Player": 9, "Tag": 9])
    let bytes = try StoreFileWriter.bytes(head, graph, objects: graph.allObjects(), isOwn: { _ in true })
    return (graph.schema, bytes)
  }

  /// The same lines under fresh checksums: what a reader sees that trusts them.
  static func resealed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var sums: [UInt8] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where index < lines.count - 1 || !line.isEmpty {
      var text = Array(line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).first ?? [])
      if text.starts(with: Array("{\"end\"".utf8)), text.suffix(2) == Array("\"}".utf8), text.count > 20 {
        let sum = sums.withUnsafeBufferPointer { CRC32.checksum(of: $0).hexadecimal }
        text = Array(text.dropLast(10)) + Array(sum.utf8) + Array("\"}".utf8)
      }
      let sum = Array(text.withUnsafeBufferPointer { CRC32.checksum(of: $0).hexadecimal }.utf8)
      sums += sum
      result += text + [UInt8(ascii: "\t")] + sum + [UInt8(ascii: "\n")]
    }
    return result
  }

  @Test func everyFlippedByteAndEveryCutIsFound() throws {
    let (schema, bytes) = try Self.sample()
    #expect(try StoreFileReader.contents(bytes, schema).graph.checkInvariants() == [])
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8(index % 8)
      #expect(throws: StoreFile.Damage.self) { try StoreFileReader.contents(flipped, schema) }
      #expect(throws: StoreFile.Damage.self) { try StoreFileReader.contents(Array(bytes[..<index]), schema) }
    }
    #expect(throws: StoreFile.Damage.self) { try StoreFileReader.contents(bytes + [10], schema) }
  }

  @Test func theLineIsNamed() throws {
    let (schema, bytes) = try Self.sample()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func error(_ changed: [UInt8]) -> StoreFile.Damage? {
      do throws(StoreFile.Damage) {
        _ = try StoreFileReader.contents(changed, schema)
        return nil
      } catch { return error }
    }
    var flipped = bytes
    flipped[lines[0].count + 1 + lines[1].count + 1 + 1] = UInt8(ascii: "8")
    #expect(
      error(flipped)
        == StoreFile.Damage(line: 3, reason: "the line is not what was written: its checksum differs"))
    let without = Array(lines[..<2].joined(separator: [10])) + [10] + Array(lines[3...].joined(separator: [10]))
    #expect(error(without)?.reason == "this is not an object of Player")
    #expect(
      error(Array(bytes.dropLast(lines[lines.count - 2].count + 1)))?.reason == "the file ends before its last line")
    let newer = String(decoding: bytes, as: UTF8.self).replacing(
      "\"version\":1,", with: "\"version\":2,", maxReplacements: 1)
    #expect(
      error(Self.resealed(Array(newer.utf8)))
        == StoreFile.Damage(line: 1, reason: "the file is of version 2, and this program reads version 1"))
  }

  /// Bytes changed, cut out, doubled and moved, half of them under fresh checksums so that the reader goes on to look at what
  /// they say. Each is refused, or is a sound graph.
  @Test(arguments: 0..<5) func fuzz(slice: UInt64) throws {
    let (schema, bytes) = try Self.sample()
    var random = SplitMix(2_026 &+ slice)
    let words = [
      "null", "[", "]", "{", "}", "-1", "0", "99999999999999999999", "1e400", "\"\\ud800\"", "\t", "\n", ",", "true",
    ]
    var accepted = 0
    for round in 0..<2_000 {
      var mutated = bytes
      for _ in 0...(random.next() % 3) {
        let place = Int(random.next() % UInt64(mutated.count))
        switch random.next() % 6 {
        case 0: mutated[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: mutated[place] = Array("0123456789[]{},\":".utf8)[Int(random.next() % 17)]
        case 2: mutated.removeSubrange(place..<min(mutated.count, place + Int(random.next() % 12)))
        case 3: mutated.insert(contentsOf: words[Int(random.next() % UInt64(words.count))].utf8, at: place)
        case 4:
          let end = min(mutated.count, place + Int(random.next() % 80))
          mutated.insert(contentsOf: Array(mutated[place..<end]), at: Int(random.next() % UInt64(mutated.count)))
        default: mutated = Array(mutated[..<place])
        }
        if mutated.isEmpty { mutated = [0] }
      }
      if round % 2 == 0 { mutated = Self.resealed(mutated) }
      guard let (_, graph) = try? StoreFileReader.contents(mutated, schema) else { continue }
      accepted += 1
      let problems = graph.checkInvariants()
      if !problems.isEmpty { Issue.record("round \(round): \(problems)") }
    }
    // Some changes leave a file that says something else, and says it well.
    #expect(accepted > 0)
  }

  @Test(
    "Values of other types, links that do not fit",
    arguments: [
      ("[1,0,", "[1,\"0\",", "Player#1.age is not a value of its type"),
      ("[1,0,", "[1,70000,", "Player#1.age is not a value of its type"),
      ("[1,0,", "[2,0,", "there are two objects with the number 2"),
      ("[1,0,", "[10,0,", "10 is not a number that was given to an object"),
      ("{\"city\":\"Miami\"}", "{\"town\":\"Miami\"}", "Team#1.home is not a value of its type"),
      ("[3,4]", "[3,9]", "Player#1.friends leads to 9, which is not an object that it can hold"),
      ("[3,4]", "[3,3]", "Player#1.friends holds other objects than those that lead back to it"),
      ("\"entity\":\"Tag\"", "\"entity\":\"Tug\"", "the model has no concrete entity Tug"),
      ("\"objects\":5", "\"objects\":4", "this is not a part of an entity"),
    ])
  func precise(found: String, replacement: String, reason: String) throws {
    let (schema, bytes) = try Self.sample()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(found))
    let changed = Self.resealed(Array(text.replacing(found, with: replacement, maxReplacements: 1).utf8))
    do throws(StoreFile.Damage) {
      _ = try StoreFileReader.contents(changed, schema)
      Issue.record("it was read")
    } catch {
      #expect(error.reason == reason)
    }
  }
}
