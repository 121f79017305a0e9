import Predicates
import Testing

@testable import ObjectGraph

@Suite("A graph is a value")
struct GraphValueTests {
  /// So many players in teams of ten, with tags and long names, saved.
  static func league(_ count: Int) throws -> ManagedObjectContext {
    let context = try ManagedObjectContext(model: .league())
    var teams: [ManagedObjectID] = []
    for number in 0..<max(1, count / 10) {
      teams.append(try context.insert("Team"))
      try context.setValue(.string("Team \(number)"), of: teams[number], forKey: "name")
    }
    let tag = try context.insert("Tag")
    for number in 0..<count {
      let player = try context.insert("Player")
      try context.setValue(.string(name(number)), of: player, forKey: "name")
      try context.setValue(.integer(Int64(number % 60)), of: player, forKey: "age")
      try context.setValue(teams[number % teams.count].value, of: player, forKey: "team")
      if number % 3 == 0 { try context.add([tag], to: "tags", of: player) }
    }
    try context.save()
    return context
  }

  static func name(_ number: Int) -> String {
    number % 2 == 0 ? "Player \(number)" : "A player whose name is long, number \(number)"
  }

  /// Everything that a graph holds, in words: values, links and the order of members.
  static func contents(_ graph: Graph) -> [String] {
    graph.schema.entities.compactMap { $0 }.filter { $0.table == $0.index }.flatMap { entity in
      graph.liveObjects(of: entity).map { place in
        let kind = graph.entity(at: place)
        let values = (kind?.properties ?? []).map { "\($0.name)=\(graph.value(of: $0, at: place))" }
        return "\(kind?.name ?? "")#\(place.row) \(graph.header(at: place).marks.rawValue) \(values)"
      }
    }
  }

  @Test("A copy that is changed leaves the other as it was, whichever of the two it is", arguments: [false, true])
  func copies(changesCopy: Bool) throws {
    let context = try Self.league(1500)
    var first = context.graph
    var second = first
    let before = Self.contents(first)
    if changesCopy { try Self.change(&second, by: 7) } else { try Self.change(&first, by: 7) }
    #expect(Self.contents(changesCopy ? first : second) == before)
    #expect(Self.contents(changesCopy ? second : first) != before)
    #expect(first.checkInvariants() == [])
    #expect(second.checkInvariants() == [])
    // And then the other one too.
    if changesCopy { try Self.change(&first, by: 7) } else { try Self.change(&second, by: 7) }
    #expect(Self.contents(first) == Self.contents(second))
    #expect(Self.contents(context.graph) == before)
  }

  /// Gives some players other ages, names and teams, makes one and deletes one.
  static func change(_ graph: inout Graph, by seed: Int) throws {
    let player = try #require(graph.schema.entity(named: "Player"))
    let layout = try #require(player.property("team")?.layout)
    let tags = try #require(player.property("tags")?.layout)
    guard case .attribute(let age) = player.property("age")?.storage,
      case .attribute(let name) = player.property("name")?.storage
    else { return }
    let players = graph.liveObjects(of: player)
    for (index, place) in players.enumerated() where index % 11 == seed % 11 {
      graph.setValue(.integer(Int64(seed)), of: age, at: place)
      graph.setValue(.string("A new name that is long as well, \(seed) of \(index)"), of: name, at: place)
      graph.connect(layout, place.row, Int32(seed + 1))
      graph.disconnect(tags, place.row, 1)
      graph.markUpdated(place.table, place.row)
    }
    graph.insert(player, row: Int32(players.count * 2 + seed))
    if let place = players.last { _ = graph.propagateDeletion(of: [graph.id(at: place)]) }
  }

  @Test("Copies are changed and read on several threads at once")
  func threads() async throws {
    let context = try Self.league(1500)
    let graph = context.graph
    let before = Self.contents(graph)
    let results = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        for seed in 1...3 {
          group.addTask {
            var copy = graph
            var steps: [Graph] = []
            for step in 0..<6 {
              steps.append(copy)
              try Self.change(&copy, by: seed + step)
            }
            guard copy.checkInvariants().isEmpty, Self.contents(steps[0]) == before else { return ["not sound"] }
            copy = steps[3]
            for step in 3..<6 { try Self.change(&copy, by: seed + step) }
            return Self.contents(copy)
          }
        }
      }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(results.count == 3)
    #expect(!results.contains(["not sound"]))
    #expect(Self.contents(graph) == before)
    #expect(graph.checkInvariants() == [])
  }

  @Test("A trial of a deletion that cascades to everything leaves the original as it was, byte by byte")
  func trial() throws {
    let context = try ManagedObjectContext(model: .league(.cascade))
    let team = try context.insert("Team")
    let tags = try (0..<3).map { _ in try context.insert("Tag") }
    var last: ManagedObjectID?
    for number in 0..<3_000 {
      let player = try context.insert("Player")
      try context.setValue(Self.name(number), of: player, forKey: "name")
      try context.setValue(team, of: player, forKey: "team")
      try context.add(tags[number % 3], to: "tags", of: player)
      if let last { try context.add(last, to: "friends", of: player) }
      last = player
    }
    try context.save()
    let (graph, before) = (context.graph, context.graph.checksum())
    let trial = context.copy()
    try trial.delete(team)
    try trial.save()
    #expect(try trial.count(FetchRequest("Player")) == 0)
    #expect(trial.graph.checksum() != before)
    #expect(graph.checksum() == before)
    #expect(context.graph.checksum() == before)
    #expect(try context.explainDelete([team]).nodeCount == 3_001)
    #expect(context.graph.checksum() == before)
    #expect(context.graph.checkInvariants() == [])
    #expect(trial.graph.checkInvariants() == [])
  }

  @Test("Texts that are given up do not stay for ever")
  func texts() throws {
    let context = try Self.league(10)
    let player = try #require(try context.fetch(FetchRequest("Player")).first)
    let other = try #require(try context.fetch(FetchRequest("Player")).last)
    try context.setValue("This one is long and stays as it is", of: other, forKey: "name")
    for number in 0..<40_000 {
      try context.setValue(.string("A text of more than fifteen bytes, number \(number)"), of: player, forKey: "name")
    }
    #expect(context.graph.storage.texts.pointee.totalBytes < 1_500_000)
    #expect(try context.value(of: player, forKey: "name") == "A text of more than fifteen bytes, number 39999")
    #expect(try context.value(of: other, forKey: "name") == "This one is long and stays as it is")
    #expect(context.graph.checkInvariants() == [])
  }

  /// Long texts of two copies that each begin a chunk stand at the same place in chunks of the same number, and may
  /// begin alike.
  @Test(
    "Copies that keep other long texts in the same place differ",
    arguments: [
      ("A long name that ends in one", "A long name that ends in two"), ("The same long name", "The same long name"),
    ])
  func textsInTheSamePlace(_ one: String, _ two: String) throws {
    let context = try ManagedObjectContext(model: .league())
    let player = try context.insert("Player")
    try context.save()
    let copies = [context.copy(), context.copy()]
    for (copy, name) in zip(copies, [one, two]) { try copy.setValue(name, of: player, forKey: "name") }
    let (first, second) = (copies[0].graph, copies[1].graph)
    let layout = try #require(first.schema.entity(named: "Player")?.property("name"))
    guard case .attribute(let name) = layout.storage, let place = first.place(of: player) else { return }
    #expect(first.memory.slot(name.slot, place.row) == second.memory.slot(name.slot, place.row))
    let changes = EventSummary(UndoStep(graph: first, committed: first), after: second, deletions: nil).updated
    #expect(changes == (one == two ? [] : [.init(id: player, keys: ["name"])]))
    var rows: [Int32] = []
    second.forEachRowChanged(name.slot, of: place.table, since: first) { rows.append($0) }
    #expect(rows == (one == two ? [] : [place.row]))
  }

  @Test(
    "Texts of every length come back as they were",
    arguments: [
      "", "a", "ab", "abc", "abcd", "abcde", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno",
      "abcdefghijklmnop", "é", "日本語の名前", "😀😀😀😀", String(repeating: "long ", count: 20_000), "\u{0}", "a\u{0}b",
    ])
  func lengths(_ text: String) throws {
    let context = try Self.league(10)
    let player = try #require(try context.fetch(FetchRequest("Player")).first)
    try context.setValue(.string(text), of: player, forKey: "name")
    let value = try context.value(of: player, forKey: "name")
    guard case .string(let found) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(Array(found.utf8) == Array(text.utf8))
    context.endEvent()
    try context.setValue(.string(text), of: player, forKey: "name")
    #expect(context.endEvent() == nil)
  }

  @Test("A graph with a few objects takes little room")
  func smallGraphs() throws {
    let context = try Self.league(10)
    let storage = context.graph.storage
    var bytes = 0
    for column in 0..<storage.schema.columns.count where storage.columns[column] != 0 {
      let first = MemoryBlock(entry: PageTree.chunk(storage.columns[column], 0).entries[0])
      bytes += 640 + (first == PageTree.zeroPage ? 0 : first.count)
    }
    #expect(bytes < 32_000)
  }

  @Test(
    "Rows far apart are as good as others",
    arguments: [3, 63, 64, 65, 511, 512, 513, 32_767, 32_768, 100_000] as [Int32])
  func gaps(_ row: Int32) throws {
    let context = try ManagedObjectContext(model: .league())
    var graph = context.graph
    let team = try #require(graph.schema.entity(named: "Team"))
    guard case .attribute(let name) = team.property("name")?.storage else { return }
    graph.insert(team, row: 2)
    graph.setValue("second", of: name, at: Graph.Place(table: team.table, row: 2))
    graph.insert(team, row: row)
    graph.setValue("far", of: name, at: Graph.Place(table: team.table, row: row))
    #expect(graph.value(of: name, at: Graph.Place(table: team.table, row: row)) == "far")
    #expect(graph.value(of: name, at: Graph.Place(table: team.table, row: 2)) == "second")
    #expect(graph.value(of: name, at: Graph.Place(table: team.table, row: row + 1)) == .null)
    #expect(graph.checkInvariants() == [])
  }
}
