import Diagnostics
import ObjectGraph
import Predicates
import Testing
import WorkbookLanguage

@Suite("export writes model and objects, and run brings the same graph back")
struct GraphTextTests {
  /// The compared parts of a graph: each object with its marks and values, and the learner's names.
  struct Snapshot: Equatable {
    var model: ManagedObjectModel
    var objects: [String: [String: String]]
    var saved: [String: [String: String]]
    var names: [String: String]
  }

  /// Objects by their numbers, or by their places among all of their tree where numbers do not come back.
  @TaskLocal static var usesNumbers = true

  static func label(_ id: ManagedObjectID, in context: ManagedObjectContext) -> String {
    let entity = context.entityName(of: id)
    if usesNumbers { return "\(entity)#\(id.number)" }
    let root = context.model.lineage(of: entity).last?.name ?? entity
    let deleted = context.deletedObjects.filter { other in
      context.model.lineage(of: context.entityName(of: other)).contains { $0.name == root }
    }
    let place = (context.graph.objectIDs(of: root) + deleted).count { $0.number < id.number }
    return "\(entity)@\(place)"
  }

  static func text(_ value: Value, in context: ManagedObjectContext) -> String {
    switch value {
    case .object(let reference):
      guard let id = ManagedObjectID(reference), context.exists(id) else { return "nothing" }
      return label(id, in: context)
    case .array(let values), .set(let values):
      return "[" + values.map { text($0, in: context) }.filter { $0 != "nothing" }.joined(separator: ", ") + "]"
    case .null: return "nothing"
    case .dictionary(let entries):
      return "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value, in: context))" }.joined() + "}"
    default: return "\(value)"
    }
  }

  static func objects(_ context: ManagedObjectContext) -> [String: [String: String]] {
    var found: [String: [String: String]] = [:]
    let live = context.model.entities.filter { $0.parent == nil }.flatMap { context.graph.objectIDs(of: $0.name) }
    for id in live + context.deletedObjects {
      let isDeleted = context.isDeleted(id)
      var values = ["": isDeleted ? "deleted" : context.isInserted(id) ? "inserted" : "saved"]
      for property in context.model.properties(of: context.entityName(of: id))
      where !isDeleted && property.fetched == nil && property.attribute?.derivation == nil {
        values[property.name] = text((try? context.value(of: id, forKey: property.name)) ?? .null, in: context)
      }
      found[label(id, in: context)] = values
    }
    return found
  }

  static func snapshot(_ interpreter: Interpreter) -> Snapshot {
    let context = interpreter.context
    let saved = interpreter.trial().context
    saved.rollback()
    let names = interpreter.names.mapValues { text($0, in: context) }
    return Snapshot(
      model: context.model, objects: objects(context), saved: objects(saved),
      names: names.filter { $0.value != "nothing" })
  }

  /// The text that a session writes, and the session that runs it.
  static func trip(_ interpreter: inout Interpreter) -> (
    text: String, losses: [String], copy: Interpreter, failures: [String]
  ) {
    let folder = ExportTests.Folder()
    interpreter.environment.writeFile = folder.environment.writeFile
    var losses: [String] = []
    for outcome in interpreter.run(SourceText("export \"league.graph\"")) {
      if case .exported(let export)? = outcome.result { losses = export.losses }
    }
    let text = folder.files["league.graph"] ?? ""
    var copy = Interpreter(environment: .init(readFile: { _, _ in SourceText(text, name: "league.graph") }))
    let failures = copy.run(SourceText("run \"league.graph\"")).filter(\.failed).flatMap(\.diagnostics).map(\.message)
    return (text, losses, copy, failures)
  }

  @Test("Merge policies and merging, of main and of other contexts, come back")
  func contexts() {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(
      SourceText(
        """
        model League
        entity Team { name: String }
        let heat = Team(name: "Heat")
        save
        merge policy object
        context main, merging
        context plain { count Team }
        context base { count Team }
        context draft on base, merging
        context draft { merge policy store }
        context other { merge policy overwrite }
        """))
    #expect(outcomes.allSatisfy { !$0.failed })
    let trip = Self.trip(&interpreter)
    #expect(
      trip.text.hasSuffix(
        """

        // contexts
        merge policy object
        context main, merging
        context base, no merging
        context draft on base, merging
        context draft { merge policy store }
        context other, no merging
        context other { merge policy overwrite }

        """))
    #expect(trip.failures == [])
    #expect(Self.snapshot(trip.copy) == Self.snapshot(interpreter))
    var copy = trip.copy
    #expect(Self.trip(&copy).text == trip.text)
    #expect(copy.context.mergePolicy == .object)
    #expect(copy.context.automaticallyMergesChangesFromParent)
    // The text is the model's alone without the objects.
    let folder = ExportTests.Folder()
    interpreter.environment.writeFile = folder.environment.writeFile
    _ = interpreter.run(SourceText("export \"model.graph\", model only"))
    #expect(folder.files["model.graph"] == "model League\nentity Team {\n  name: String\n}\n")
  }

  @Test("Saved objects, links, names and what has changed since")
  func league() {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(
      SourceText(
        """
        model League
        entity Team { name: String; color: String = "Red"; players ->> Player?, inverse team }
        entity Player { name: String; team -> Team?, inverse players; rivals ->> Player?, inverse rivals }
        let heat = Team(name: "Miami \\"Heat\\"")
        let suns = Team(name: "Suns", color: "Orange")
        let wade = Player(name: "Wade", team: heat)
        let flash = wade
        Player(name: "Bosh", team: suns)
        Player(name: "Allen\\nRay", team: heat)
        let nash = Player(name: "Nash", team: suns)
        nash.rivals.add([Player#3, wade])
        delete Player#2
        save
        nash.team = heat
        wade.name = "Dwyane"
        let late = Player(name: "Late")
        delete Player#3
        let squad = [wade, nash]
        """))
    #expect(outcomes.allSatisfy { !$0.failed })
    let trip = Self.trip(&interpreter)
    #expect(
      trip.text == """
        model League
        entity Team {
          name: String
          color: String = "Red"
          players ->> Player?, inverse team
        }
        entity Player {
          name: String
          team -> Team?, inverse players
          rivals ->> Player?, inverse rivals
        }

        // objects
        let heat = Team(name: "Miami \\"Heat\\"")
        let suns = Team(name: "Suns", color: "Orange")
        let flash = Player(name: "Wade", team: heat)
        let wade = flash
        Player()  // for a number that no object has
        Player(name: "Allen\\nRay", team: heat)
        let nash = Player(name: "Nash", team: suns)
        Player#3.rivals.add(nash)
        flash.rivals.add(nash)
        delete Player#2
        save

        // changes that are not saved
        let late = Player(name: "Late")
        flash.name = "Dwyane"
        heat.players.add(nash)
        delete Player#3

        // names
        let squad = [flash, nash]

        """)
    #expect(trip.failures.isEmpty)
    #expect(trip.losses.isEmpty)
    #expect(Self.snapshot(trip.copy) == Self.snapshot(interpreter))
  }

  @Test("What cannot be written is said")
  func losses() {
    let programs: [(program: String, losses: [String])] = [
      (
        "entity A { x: Double?; b -> B? }\nentity B { }\nlet b = B()\nlet a = A(b: b)\nsave\ndelete b\nsave",
        [
          "links of A.b to objects that are gone",
          "the name b, which leads to an object that is gone",
        ]
      ),
      (
        "entity A { n: String? }\nA()\nsave\nadd A.m: String = \"x\"\nentity B { }\nadd A.b -> B?\nchange A.b, required",
        ["that the objects are saved, as a save would refuse them now: b is a required value"]
      ),
      (
        "entity A { }\nfor i in 1...3000 { A() }\ndelete A where SELF != A#3000\nsave",
        ["the numbers of A objects: they count from 1 again"]
      ),
      ("entity A { n: String? }\nversion \"2\"\nadd A.m: String?", ["the other versions: Model"]),
      (
        "entity A { n: String? }\nlet a = A()\nsave\ncontext other { A() }",
        ["the unsaved changes of the context other"]
      ),
    ]
    for (program, losses) in programs {
      var interpreter = Interpreter()
      #expect(interpreter.run(SourceText(program)).allSatisfy { !$0.failed }, "\(program)")
      #expect(Self.trip(&interpreter).losses == losses, "\(program)")
    }
  }

  @Test(", model only leaves the objects out, and other endings have none")
  func modelOnly() {
    let folder = ExportTests.Folder()
    var interpreter = Interpreter(environment: folder.environment)
    let outcomes = interpreter.run(
      SourceText("entity A { n: String? }\nA(n: \"x\")\nexport \"m.graph\", model only\nexport \"m.svg\", model only"))
    #expect(outcomes.allSatisfy { !$0.failed })
    #expect(folder.files["m.graph"] == "model Model\nentity A {\n  n: String?\n}\n")
    var other = Interpreter()
    let problem = other.run(SourceText("entity A { }\nexport \"m.graph\", model")).flatMap(\.diagnostics).first
    #expect(problem?.message == "'only' is missing at the end")
  }

  @Test("Random graphs come back", arguments: 0..<150)
  func random(seed: Int) {
    var program = RandomProgram(seed: UInt64(seed))
    var interpreter = Interpreter()
    for line in program.lines() { _ = interpreter.run(SourceText(line)) }
    let trip = Self.trip(&interpreter)
    #expect(trip.failures == [], "seed \(seed)\n\(trip.text)")
    let keepsNumbers = !trip.losses.contains { $0.hasPrefix("the numbers of") }
    let (found, wanted) = Self.$usesNumbers.withValue(keepsNumbers) {
      (Self.snapshot(trip.copy), Self.snapshot(interpreter))
    }
    #expect(found.model == wanted.model, "seed \(seed)")
    #expect(found.names == wanted.names, "seed \(seed)")
    // Without numbers an object is known by its place, which saved objects and new ones may exchange.
    guard keepsNumbers || wanted.saved.isEmpty else { return }
    for (label, values) in wanted.saved where found.saved[label] != values {
      Issue.record("seed \(seed), saved \(label): \(values) came back as \(found.saved[label] ?? [:])\n\(trip.text)")
    }
    for (label, values) in wanted.objects where found.objects[label] != values {
      Issue.record("seed \(seed), \(label): \(values) came back as \(found.objects[label] ?? [:])\n\(trip.text)")
    }
    #expect(found.objects.count == wanted.objects.count, "seed \(seed)")
    #expect(found.saved.count == wanted.saved.count, "seed \(seed)")
  }
}

/// A model with every kind of attribute and relationship, and statements on it, some of which fail.
struct RandomProgram {
  private var state: UInt64
  private var numbers: [String: Int] = [:]

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }

  static let texts = [
    "\"\"", "\"a \\\"quoted\\\" text\"", "\"two\\nlines\\r\\n\\ttab\"", "\"\\\\(x) \\\\\"", "\"é\"", "\"e\u{301}\"",
    "\"\u{301}x\"",
    "\"\u{202E}abc\"", "\"👩‍👩‍👧\"", "\"\\u0000\\u0007\"", "\"{a} // no comment; }\"", "\"it's\"", "\" blanks \"", "\"nil\"",
    "\"\u{2028}\"",
    "\"\u{FEFF}x\"", "\"\u{200D}\"", "\"%@ $x #y\"",
  ]
  static let values: [String: [String]] = [
    "text": texts, "short": ["1", "-32768", "32767", "nil"],
    "long": ["9223372036854775807", "-9223372036854775808", "0"],
    "double": ["0.1", "-0.0", "1e300", "5e-324", "1.0e22", "123456789.125", "nil"], "float": ["0.5", "1e10"],
    "decimal": ["1.50", "123456789012345678901234567890.123", "-1e-20", "7", "nil"], "flag": ["true", "false", "nil"],
    "date": ["2026-01-01", "2026-01-01T10:00:00.25Z", "now()", "1066-10-14", "nil"],
    "bytes": ["data \"\"", "data \"0aff00000000000000000000000000000000000000\"", "nil"],
    "uuid": ["uuid \"00000000-0000-0000-0000-00000000abcd\"", "nil"], "uri": ["url \"http://x/%22y?z=1#f\"", "nil"],
    "color": ["color \"#98002e\"", "nil"], "any": ["[1, \"a\", [2.5]]", "true", "\"x\"", "nil"],
    "scratch": ["[1, [2, 3]]", "2.5", "\"y\"", "nil"], "kept": ["\"t\"", "nil"],
    "home": [
      "Address(city: \"M \\\"x\\\"\", place: Place(x: 0.5))", "Address(city: nil)", "Address(place: Place(y: nil))",
      "nil",
    ],
  ]
  static let keys = values.keys.sorted()

  private mutating func model() -> [String] {
    func ordered(_ flag: Int) -> String { flag == 0 ? ", ordered" : "" }
    var rules: [String] = []
    for _ in 0..<12 {
      rules.append(pick(["", ", delete cascade", ", delete deny", ", delete none", ", delete nullify"]))
    }
    var orders: [String] = []
    for _ in 0..<8 { orders.append(ordered(next(2))) }
    return [
      "model Random",
      "composite Place { x: Double?; y: Double? = 1.5 }",
      "composite Address { city: String? = \"Miami\"; place: Place? }",
      """
      entity A {
        text: String = "x"; short: Integer16? = 7; long: Integer64?; double: Double? = 1.5; float: Float?; decimal: Decimal?
        flag: Boolean? = true; date: Date? = now(); bytes: BinaryData?; uuid: UUID?; uri: URI?
        color: Transformable?, transformer "HexColor"; any: Transformable?; scratch: Undefined?, transient; kept: String?, transient
        home: Address?; size: Integer64?, derived cs.@count
        c -> C?, inverse as\(rules[0]); cs ->> C?, inverse ws\(orders[0])\(rules[1]); friends ->> A?, inverse friends\(orders[1])
        single -> C?, inverse single; way -> C?; ways ->> C?\(orders[2]); mate -> A?, inverse mate
        unique text, short
      }
      """,
      "entity B: A { extra: String?; boss -> A?; minions ->> B?, inverse chief\(orders[3])\(rules[2]); chief -> B?, inverse minions\(rules[3]) }",
      """
      entity C { name: String?; as ->> A?, inverse c\(orders[4])\(rules[4]); ws ->> A?, inverse cs\(orders[5])\(rules[5]); single -> A?, inverse single
        parent -> C?, inverse children; children ->> C?, inverse parent\(orders[6])\(rules[6]) }
      """,
      "entity D { n: String?; next -> D, inverse last; last -> D, inverse next; e -> E, inverse ds }",
      "entity E { ds ->> D, inverse e\(orders[7]), count 1... }",
    ]
  }

  private mutating func object(_ entity: String) -> String { "\(entity)#\(1 + next(max(1, numbers[entity] ?? 0)))" }

  private mutating func made(_ entity: String, in tree: String) -> String {
    numbers[tree, default: 0] += 1
    return entity
  }

  private mutating func a() -> String { pick([object("A"), object("B"), object("A")]) }

  mutating func lines() -> [String] {
    var lines = model()
    for _ in 0..<(10 + next(60)) { lines += statement() }
    return lines
  }

  private mutating func statement() -> [String] {
    numbers["B"] = numbers["A"]
    let name = pick(["", "let x = ", "let y = ", "let z = "])
    switch next(24) {
    case 0...3:
      let (key, other) = (pick(Self.keys), pick(Self.keys))
      let arguments =
        [(key, pick(Self.values[key] ?? ["nil"]))]
        + (key == other ? [] : [(other, pick(Self.values[other] ?? ["nil"]))])
      let text = arguments.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
      return [name + "\(made(pick(["A", "B"]), in: "A"))(\(text))"]
    case 4...6: return [name + "\(made("C", in: "C"))(name: \(pick(Self.texts)))"]
    case 7:
      // A circle of required links, and two objects that need each other.
      let first = (numbers["D"] ?? 0) + 1
      numbers["D"] = first + 2
      numbers["E", default: 0] += 1
      let e = numbers["E"] ?? 1
      return [
        "E(); D(); D(); D()",
        "D#\(first).next = D#\(first + 1); D#\(first + 1).next = D#\(first + 2); D#\(first + 2).next = D#\(first)",
        "E#\(e).ds = [D#\(first + 2), D#\(first), D#\(first + 1)]",
      ]
    case 8, 9:
      let key = pick(Self.keys)
      return ["\(a()).\(key) = \(pick(Self.values[key] ?? ["nil"]))"]
    case 10: return ["\(a()).c = \(pick([object("C"), "nil"]))"]
    case 11: return ["\(object("C")).as.add([\(a()), \(a())])"]
    case 12: return ["\(a()).cs.\(pick(["add", "remove"]))([\(object("C")), \(object("C"))])"]
    case 13:
      return ["\(object("C")).ws.\(pick(["add", "remove"]))(\(a()))", "\(object("C")).ws = [\(a()), \(a()), \(a())]"]
    case 14: return ["\(a()).friends.\(pick(["add", "remove"]))([\(a()), \(a())])"]
    case 15: return ["\(a()).single = \(pick([object("C"), "nil"]))", "\(a()).mate = \(a())"]
    case 16:
      return [
        "\(a()).way = \(object("C"))", "\(a()).ways.\(pick(["add", "remove"]))([\(object("C")), \(object("C"))])",
      ]
    case 17: return ["\(object("C")).children.\(pick(["add", "remove"]))([\(object("C")), \(object("C"))])"]
    case 18: return ["\(object("B")).minions.add([\(object("B")), \(object("B"))])", "\(object("B")).boss = \(a())"]
    case 19: return ["\(a()).cs.insert(\(object("C")), at: 0)", "\(object("C")).as.insert(\(a()), at: 0)"]
    case 20: return ["delete \(pick([a(), object("C"), object("D"), object("E")]))"]
    case 21, 22: return ["save"]
    default:
      return [pick(["undo", "rollback", "redo", "let v = 5", "let w = [\(a()), \(object("C"))]", "let t = \"q\\\"\""])]
    }
  }
}
