import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date

@Suite("Validation collects what is wrong")
struct ValidationTests {
  @Test(
    "Each property by itself: nil first and alone, then every bound and the pattern",
    arguments: [
      (AttributeDescription("x", .string), .null, ["1570  T#1: x is a required value"]),
      (AttributeDescription("x", .string, isOptional: true, minimumLength: 3), .null, []),
      (
        AttributeDescription("x", .string, minimumLength: 3, pattern: "H.*!"), .null,
        ["1570  T#1: x is a required value"]
      ),
      (
        AttributeDescription("x", .string, maximumLength: 5, pattern: "^H.*!$"), "This is too long",
        [
          "1660  T#1: x: \"This is too long\" is too long (16, at most 5)",
          "1680  T#1: x: \"This is too long\" does not match \"^H.*!$\"",
        ]
      ),
      (AttributeDescription("x", .string, maximumLength: 15, pattern: "^H.*!$"), "Hello!", []),
      (AttributeDescription("x", .string, pattern: "a|ab"), "ab", []),
      (AttributeDescription("x", .string, pattern: "a"), "ab", ["1680  T#1: x: \"ab\" does not match \"a\""]),
      (AttributeDescription("x", .string, minimumLength: 1), "", ["1670  T#1: x: \"\" is too short (0, at least 1)"]),
      (AttributeDescription("x", .string, maximumLength: 1), "😀", ["1660  T#1: x: \"😀\" is too long (2, at most 1)"]),
      (
        AttributeDescription("x", .string, pattern: "(a+)+b"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ["1680  T#1: x: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" takes \"(a+)+b\" too many steps to match"]
      ),
      (AttributeDescription("x", .integer16, maximumValue: 10), 10, []),
      (AttributeDescription("x", .integer16, maximumValue: 10), 11, ["1610  T#1: x: 11 is too large (at most 10)"]),
      (AttributeDescription("x", .integer16, minimumValue: 0), -1, ["1620  T#1: x: -1 is too small (at least 0)"]),
      (AttributeDescription("x", .double, maximumValue: 10), 10.5, ["1610  T#1: x: 10.5 is too large (at most 10)"]),
      (AttributeDescription("x", .decimal, minimumValue: 0), -1, ["1620  T#1: x: -1 is too small (at least 0)"]),
      (
        AttributeDescription("x", .date, maximumValue: .date(Date(timeIntervalSinceReferenceDate: 0))),
        .date(Date(timeIntervalSinceReferenceDate: 1)),
        ["1630  T#1: x: 2001-01-01T00:00:01Z is too late (at most 2001-01-01)"]
      ),
      (
        AttributeDescription("x", .date, minimumValue: .date(Date(timeIntervalSinceReferenceDate: 0))),
        .date(Date(timeIntervalSinceReferenceDate: -1)),
        ["1640  T#1: x: 2000-12-31T23:59:59Z is too early (at least 2001-01-01)"]
      ),
      (AttributeDescription("x", .integer16, defaultValue: .value(5)), .null, ["1570  T#1: x is a required value"]),
    ] as [(AttributeDescription, Value, [String])])
  func attributes(attribute: AttributeDescription, value: Value, lines: [String]) throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [EntityDescription("T", properties: [.attribute(attribute)])]))
    let id = try context.make("T", ["x": value])
    #expect(context.saveLines() == lines)
    #expect(context.isInserted(id) == !lines.isEmpty)
  }

  @Test(
    "Counts are not asked of an optional to-many that is empty, and required alone asks for none",
    arguments: [
      (true, 3, 0, 0, nil), (true, 3, 0, 2, "1580  Team#1: players: Too few items (2, at least 3)"),
      (true, 3, 0, 3, nil), (false, 0, 0, 0, nil), (false, 0, 2, 0, nil), (false, 0, 0, 1, nil),
      (false, 1, 0, 0, "1580  Team#1: players: Too few items (0, at least 1)"), (false, 1, 0, 1, nil),
      (false, 3, 0, 0, "1580  Team#1: players: Too few items (0, at least 3)"),
      (true, 0, 2, 3, "1590  Team#1: players: Too many items (3, at most 2)"),
      (false, 0, 2, 3, "1590  Team#1: players: Too many items (3, at most 2)"),
    ] as [(Bool, Int, Int, Int, String?)])
  func counts(isOptional: Bool, minimum: Int, maximum: Int, members: Int, line: String?) throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription("Player", properties: [.one("team", "Team", "players")]),
      EntityDescription(
        "Team",
        properties: [
          .relationship(
            RelationshipDescription(
              "players", to: "Player", isToMany: true, isOptional: isOptional, inverse: "team", minimumCount: minimum,
              maximumCount: maximum))
        ]),
    ])
    let context = try ManagedObjectContext.checked(model)
    let team = try context.make("Team")
    for _ in 0..<members { _ = try context.make("Player", ["team": team.value]) }
    #expect(context.saveLines() == (line.map { [$0] } ?? []))
  }

  @Test func requiredToOne() throws {
    let context = try ManagedObjectContext.checked(.league(required: true))
    let heat = try context.make("Team")
    _ = try context.make("Player")
    let wade = try context.make("Player", ["team": heat.value])
    #expect(context.saveLines() == ["1570  Player#1: team is a required value"])
    try context.delete(heat)
    #expect(
      context.saveLines()
        == ["1570  Player#1: team is a required value", "1570  Player#2: team is a required value"])
    try context.delete(wade)  // a deleted object is not asked for its values
    #expect(context.saveLines() == ["1570  Player#1: team is a required value"])
    let error = SaveError.validation(context.pendingErrors() + context.pendingErrors())
    #expect(error.code == 1560)
    #expect(error.diagnostic.message == "1560  2 errors keep this from being saved")
  }

  @Test(
    "A save asks bounds that no number of the type lies within",
    arguments: [
      (.integer16, 3_000_000_000, nil, Int64(Int16.max)), (.integer16, nil, -3_000_000_000, Int64(Int16.min)),
      (.integer32, 3_000_000_000, nil, Int64(Int32.max)), (.integer32, nil, -3_000_000_000, Int64(Int32.min)),
      (.integer32, 3_000_000_000, 4_000_000_000, Int64(Int32.max)),
      (.integer64, .max, nil, .max - 1), (.integer64, nil, .min, .min + 1),
    ] as [(AttributeType, Int64?, Int64?, Int64)])
  func boundsBeyondTheType(type: AttributeType, least: Int64?, most: Int64?, number: Int64) throws {
    let attribute = AttributeDescription(
      "x", type, minimumValue: least.map { .integer($0) }, maximumValue: most.map { .integer($0) })
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [EntityDescription("T", properties: [.attribute(attribute)])]))
    let id = try context.make("T", ["x": .integer(number)])
    let code = least.map { number < $0 } == true ? "1620" : "1610"
    #expect(context.validateForInsert(id).map(\.code).map(String.init) == [code])
    #expect(context.saveLines().map { String($0.prefix(4)) } == [code])
  }

  @Test("A save lets the last numbers of a type through")
  func boundsOfTheType() throws {
    let attribute = AttributeDescription(
      "x", .integer32, minimumValue: .integer(-3_000_000_000), maximumValue: .integer(3_000_000_000))
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [EntityDescription("T", properties: [.attribute(attribute)])]))
    for number in [Int32.min, 0, .max] { _ = try context.make("T", ["x": .integer(Int64(number))]) }
    #expect(context.saveLines() == [])
  }

  @Test func uniquenessAndRules() throws {
    let late = try #require(Predicate.parse("due == nil OR due >= created").predicate)
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        "Task",
        properties: [
          .text("title"), .attribute(AttributeDescription("created", .integer64, isOptional: true)),
          .attribute(AttributeDescription("due", .integer64, isOptional: true)),
        ],
        uniquenessConstraints: [["title", "created"]], rules: [ValidationRule("due after created", late)])
    ])
    let context = try ManagedObjectContext.checked(model)
    _ = try context.make("Task", ["title": "a", "created": 1])
    try context.save()
    _ = try context.make("Task", ["title": "a", "created": 2, "due": 1])
    _ = try context.make("Task", ["title": "a"])
    _ = try context.make("Task", ["title": "a"])
    let twin = try context.make("Task", ["title": "a", "created": 1])
    #expect(
      context.saveLines()
        == ["1550  Task#2: due after created", "1551  Task#5: title, created are not unique: Task#1 has the same"])
    try context.delete(twin)
    #expect(context.saveLines() == ["1550  Task#2: due after created"])
  }

  @Test func objectsThatAreAllAlikeTakeMemoryOnce() throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription("Task", properties: [.text("title")], uniquenessConstraints: [["title"]])
    ])
    let context = try ManagedObjectContext.checked(model)
    for _ in 0..<7 { _ = try context.make("Task", ["title": "a"]) }
    let errors = context.pendingErrors()
    #expect(
      errors.map(\.line).first
        == "1551  Task#1: title is not unique: Task#2, Task#3, Task#4, Task#5 and 2 more have the same")
    #expect(
      errors.map(\.line).last
        == "1551  Task#7: title is not unique: Task#1, Task#2, Task#3, Task#4 and 2 more have the same")
    let arrays = errors.map { error -> UnsafePointer<ValidationError.Named>? in
      guard case .notUnique(_, let objects) = error.reason else { return nil }
      return objects.withUnsafeBufferPointer(\.baseAddress)
    }
    #expect(arrays.count == 7)
    #expect(Set(arrays).count == 1)
    #expect(!arrays.contains(nil))
  }

  @Test(
    "Values that a type takes, and what it makes of them",
    arguments: [
      (.integer16, 7, 7), (.integer16, 40000, nil), (.integer32, 2_147_483_648, nil),
      (.integer64, .integer(.max), .integer(.max)),
      (.integer16, 1.0, nil), (.double, 1, 1.0), (.float, 0.1, .double(Double(Float(0.1)))), (.float, 1e300, nil),
      (.decimal, 1, .decimal(1)), (.boolean, true, true), (.boolean, 1, nil), (.string, "x", "x"), (.string, 1, nil),
      (.integer16, true, nil), (.uuid, "no", nil), (.uri, "", nil), (.date, 1, nil), (.double, "1", nil),
    ] as [(AttributeType, Value, Value?)])
  func coercion(type: AttributeType, value: Value, kept: Value?) throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [
        EntityDescription("T", properties: [.attribute(AttributeDescription("x", type, isOptional: true))])
      ]))
    let id = try context.make("T")
    if let kept {
      try context.setValue(value, of: id, forKey: "x")
      #expect(try context.value(of: id, forKey: "x") == kept)
    } else {
      #expect(throws: ObjectGraphError.self) { try context.setValue(value, of: id, forKey: "x") }
    }
  }

  @Test(
    "Values that `==` calls equal and that are not the same are kept apart, in every kind of column",
    arguments: [AttributeType.transformable, .undefined],
    [
      ("\u{E9}", "e\u{301}"), (0.0, -0.0), (.array(["\u{E9}"]), .array(["e\u{301}"])),
      (.dictionary(["a": 0.0]), .dictionary(["a": -0.0])),
    ] as [(Value, Value)])
  func identity(type: AttributeType, values: (Value, Value)) throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [
        EntityDescription(
          "T",
          properties: [
            .attribute(AttributeDescription("x", type, isOptional: true, isTransient: type == .undefined))
          ])
      ]))
    let id = try context.make("T", ["x": values.0])
    try context.save()
    context.endEvent()
    try context.setValue(values.1, of: id, forKey: "x")
    #expect(context.changedValues(of: id).count == 1)
    #expect(context.endEvent()?.updated.map(\.keys) == [["x"]])
    #expect(context.isUpdated(id))
  }

  @Test func notANumberIsTheSameAsItself() throws {
    let context = try ManagedObjectContext.checked(
      ManagedObjectModel(entities: [
        EntityDescription("T", properties: [.attribute(AttributeDescription("x", .transformable, isOptional: true))])
      ]))
    let id = try context.make("T", ["x": .double(.nan)])
    try context.save()
    try context.setValue(.double(.nan), of: id, forKey: "x")
    #expect(!context.hasChanges)
  }

  @Test func settingAnEqualValueChangesNothing() throws {
    let context = try ManagedObjectContext.checked(.league())
    let heat = try context.make("Team", ["name": "Heat"])
    try context.save()
    try context.setValue("Heat", of: heat, forKey: "name")
    #expect(!context.hasChanges)
  }
}
