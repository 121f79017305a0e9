import Predicates
import Testing

/// The league with inverses, as a search for witnesses asks for them.
struct PairedShape: ModelShape {
  static let entities: [String: [(String, PropertyShape)]] = [
    "Player": [
      ("name", .attribute(.string, isOptional: true)), ("age", .attribute(.integer, isOptional: true)),
      ("active", .attribute(.boolean, isOptional: false)), ("team", .toOne("Team", isOptional: true)),
      ("friends", .toMany("Player")), ("rating", .attribute(.double, isOptional: false)),
    ],
    "Team": [
      ("name", .attribute(.string, isOptional: false)), ("players", .toMany("Player")),
      ("city", .toOne("City", isOptional: false)),
    ],
    "City": [("name", .attribute(.string, isOptional: false)), ("teams", .toMany("Team"))],
  ]

  func property(_ key: String, of entity: String) -> PropertyShape? {
    Self.entities[entity]?.first { $0.0 == key }?.1
  }

  func keys(of entity: String) -> [String] { Self.entities[entity]?.map(\.0) ?? [] }

  func inverse(of relationship: String, of entity: String) -> String? {
    switch (entity, relationship) {
    case ("Player", "team"): "players"
    case ("Team", "players"): "team"
    case ("Player", "friends"): "friends"
    case ("Team", "city"): "teams"
    case ("City", "teams"): "city"
    default: nil
    }
  }
}

@Suite("What tells two predicates apart")
struct DistinguishTests {
  static let different: [(first: String, second: String, witness: String)] = [
    ("age > 30", "age >= 30", "Player#1: age 30, active FALSE, rating 1.0\nfails, holds"),
    ("age != 30", "NOT age == 30 AND age != nil", "Player#1: age nil, active FALSE, rating 1.0\nholds, fails"),
    ("name == 'Ray'", "name ==[c] 'Ray'", "Player#1: name \"ray\", active FALSE, rating 1.0\nfails, holds"),
    (
      "name BEGINSWITH 'R'", "name CONTAINS 'R'", "Player#1: name \"aR\", active FALSE, rating 1.0\nfails, holds"
    ),
    ("age BETWEEN {1, 3}", "age IN {1, 3}", "Player#1: age 2, active FALSE, rating 1.0\nholds, fails"),
    (
      "active == TRUE AND age > 3", "active == TRUE OR age > 3",
      "Player#1: age 3, active TRUE, rating 1.0\nfails, holds"
    ),
    ("age / 2 == 3", "age == 6", "Player#1: age 7, active FALSE, rating 1.0\nholds, fails"),
    ("TRUEPREDICATE", "FALSEPREDICATE", "Player#1: active FALSE, rating 1.0\nholds, fails"),
    (
      "friends.@count == 0", "friends.@count <= 1",
      "Player#1: active FALSE, friends {Player#1}, rating 1.0\nfails, holds"
    ),
    (
      "name MATCHES '[A-Z]{2}\\\\d+'", "name MATCHES '[A-Z]{2}\\\\d*'",
      "Player#1: name \"AA\", active FALSE, rating 1.0\nfails, holds"
    ),
    (
      "ALL friends.age > 3", "ANY friends.age > 3",
      "Player#1: age 3, active FALSE, friends {}, rating 1.0\nholds, fails"
    ),
    (
      "team.name == 'X'", "team != nil",
      """
      Player#1: active FALSE, team Team#2, rating 1.0
      Team#2: name "a", players {Player#1}, city City#3
      City#3: name "a", teams {Team#2}
      fails, holds
      """
    ),
    (
      "SUBQUERY(friends, $f, $f.age > 3).@count == friends.@count", "friends.@count == 0",
      "Player#1: age 4, active FALSE, friends {Player#1}, rating 1.0\nholds, fails"
    ),
  ]

  @Test("The smallest graph on which they differ", arguments: different)
  func differ(_ row: (first: String, second: String, witness: String)) throws {
    let (first, second) = try (parsed(row.first), parsed(row.second))
    guard case .differ(let witness) = Predicate.distinguish(first, second, entity: "Player", in: PairedShape()) else {
      Issue.record("\(row.first) and \(row.second) are not told apart")
      return
    }
    #expect(witness.description + "\n" + witness.answers.map(\.rawValue).joined(separator: ", ") == row.witness)
  }

  static let same: [(first: String, second: String, objects: Int)] = [
    ("age > 30", "30 < age", 4), ("NOT (age > 30 OR active == TRUE)", "NOT age > 30 AND active == FALSE", 4),
    ("age > 3", "age >= 4", 4), ("age BETWEEN {1, 3}", "age >= 1 AND age <= 3", 4),
    ("age IN {1, 2}", "age == 1 OR age == 2", 4),
    ("NONE friends.age > 3", "NOT ANY friends.age > 3", 2),
    ("friends.@count > 0", "friends[SIZE] != 0", 3),
    ("name BEGINSWITH 'R'", "name LIKE 'R*'", 4),
  ]

  @Test("Predicates that say the same", arguments: same)
  func agree(_ row: (first: String, second: String, objects: Int)) throws {
    let (first, second) = try (parsed(row.first), parsed(row.second))
    guard case .agree(let objects) = Predicate.distinguish(first, second, entity: "Player", in: PairedShape()) else {
      Issue.record("\(row.first) and \(row.second) are told apart")
      return
    }
    #expect(objects >= row.objects)
  }

  static let undecidable = [
    ("age > $x", "age >= $x", "$x has no value"), ("age > %d", "age > 1", "%d has no value"),
    ("shoe == 1", "shoe == 2", "Player has no 'shoe'"), ("random() > 1", "random() > 2", "random() is never the same"),
  ]

  @Test("What cannot be decided says why", arguments: undecidable)
  func undecided(_ row: (first: String, second: String, reason: String)) throws {
    let found = try Predicate.distinguish(parsed(row.first), parsed(row.second), entity: "Player", in: PairedShape())
    #expect(found == .undecided(row.reason))
  }

  @Test("Variables are bound alike in both")
  func variables() throws {
    let found = try Predicate.distinguish(
      parsed("age > $x"), parsed("age >= $x"), entity: "Player", in: PairedShape(), variables: ["x": 7])
    guard case .differ(let witness) = found else {
      Issue.record("not told apart")
      return
    }
    #expect(witness.objects[0].values.first?.value == 7)
  }

  @Test("Every witness is what it says, and inverses agree", arguments: different)
  func witnessesAreLegal(_ row: (first: String, second: String, witness: String)) throws {
    guard
      case .differ(let witness) = try Predicate.distinguish(
        parsed(row.first), parsed(row.second), entity: "Player", in: PairedShape())
    else { return }
    for (place, object) in witness.objects.enumerated() {
      for (key, value) in object.values {
        guard let inverse = PairedShape().inverse(of: key, of: object.entity) else { continue }
        for case .object(let other) in value.elements ?? [value] {
          let back = witness.objects[Int(other.rawValue)].values.first { $0.key == inverse }?.value
          let own = Value.object(ObjectReference(rawValue: UInt64(place)))
          #expect(back == own || back?.elements?.contains(own) == true, "\(key) of \(place)")
        }
      }
    }
  }

  static let store: [(text: String, notes: String)] = [
    (
      "name != 'Ray'",
      """
      note: a SQLite store leaves out what has nil here
        name != 'Ray'
             ^^ found in memory and not in the store: Player#1: name nil, active FALSE, rating 1.0
      """
    ),
    (
      "NOT name CONTAINS 'a'",
      """
      note: a SQLite store leaves out what has nil here
        NOT name CONTAINS 'a'
                 ^^^^^^^^ found in memory and not in the store: Player#1: name nil, active FALSE, rating 1.0
      """
    ),
    (
      "name == team.name",
      """
      note: a SQLite store leaves out what has nil here
        name == team.name
             ^^ found in memory and not in the store: Player#1: name nil, active FALSE, team nil, rating 1.0
      """
    ),
    ("name == 'Ray'", ""), ("rating != 1", ""), ("name != nil", ""),
    (
      "name MATCHES 'a+'",
      """
      note: a SQLite store does not translate MATCHES
        name MATCHES 'a+'
             ^^^^^^^ fetch without it and filter the objects
      """
    ),
    (
      "ANY friends.friends.age > 3",
      """
      note: a SQLite store does not translate ANY over two to-many steps
        ANY friends.friends.age > 3
            ^^^^^^^^^^^^^^^^^^^ write SUBQUERY(friends, $x, ANY $x.friends.age > 3).@count > 0
      """
    ),
  ]

  @Test("Where a SQLite store answers otherwise", arguments: store)
  func storeNotes(_ row: (text: String, notes: String)) throws {
    let notes = try parsed(row.text).storeNotes(entity: "Player", in: PairedShape())
    #expect(shown(notes, row.text) == row.notes)
  }

  @Test(
    "Which comparisons may hold of nil in memory",
    arguments: [
      ("name == team.name", true), ("name <= team.name", true), ("name >= team.name", true),
      ("age == age + 1", true), ("name IN {'a', nil}", true), ("name != 'a'", true), ("NOT name == 'a'", true),
      ("active == true OR name == team.name", true), ("name == 'a'", false), ("age >= 3", false),
      ("name < team.name", false), ("age == friends.@count", false), ("name == nil", false), ("name IN {'a'}", false),
      ("name IN {team.name, nil}", false),
      ("ANY friends.name == team.name", false), ("name BEGINSWITH team.name", false),
    ])
  func holdsOfNil(_ row: (text: String, isSuspect: Bool)) throws {
    #expect((try parsed(row.text).inStore != nil) == row.isSuspect)
  }

  private func parsed(_ text: String) throws -> Predicate { try #require(Predicate.parse(text).predicate) }
}
