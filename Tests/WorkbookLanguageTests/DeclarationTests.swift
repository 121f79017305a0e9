import Diagnostics
import ObjectGraph
import Testing

@testable import WorkbookLanguage

/// Declarations wait while nothing needs the schema, and each looks at its part of the model alone. Whoever watches a
/// context wants to know of each change, so that there every one of them is carried out on the whole model.
@Suite("Declarations that wait")
struct DeclarationTests {
  @Test("behave as those that are carried out at once, in random models", arguments: 0..<60)
  func behavesAlike(seed: Int) { compare(seed: seed, lines: 40, withObjects: false) }

  @Test("behave as those that are carried out at once, with objects that follow", arguments: 0..<100)
  func behavesAlikeWithObjects(seed: Int) { compare(seed: seed &+ 1_000, lines: 60, withObjects: true) }

  private func compare(seed: Int, lines: Int, withObjects: Bool) {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1, withObjects: withObjects)
    var waiting = Interpreter()
    var atOnce = Interpreter()
    waiting.context.checksInvariants = true
    atOnce.context.observe { _ in }
    var program: [String] = []
    for _ in 0..<lines {
      let line = dice.statement()
      program.append(line)
      let source = SourceText(line)
      let (one, other) = (waiting.run(source), atOnce.run(source))
      guard one.map(Self.text) == other.map(Self.text) else {
        Issue.record(
          "after \(program.joined(separator: "\n")):\n\(one.map(Self.text))\nat once: \(other.map(Self.text))")
        return
      }
    }
    let all = program.joined(separator: "\n")
    #expect(waiting.context.model == atOnce.context.model, "\(all)")
    #expect(waiting.context.modelProblems == atOnce.context.modelProblems, "\(all)")
    #expect(waiting.context.undoHistory == atOnce.context.undoHistory, "\(all)")
    #expect(Self.contents(waiting.context) == Self.contents(atOnce.context), "\(all)")
    while atOnce.context.undo() {
      // Some steps one after the other, without a look at what they made.
      if !dice.isLucky, waiting.declaringContext.undoDeclaration() != nil { continue }
      #expect(waiting.context.undo(), "\(all)")
      #expect(waiting.context.model == atOnce.context.model, "\(all)")
      #expect(Self.contents(waiting.context) == Self.contents(atOnce.context), "\(all)")
    }
    #expect(waiting.context.model == atOnce.context.model, "\(all)")
    while atOnce.context.redo() {
      if !dice.isLucky, waiting.declaringContext.redoDeclaration() != nil { continue }
      #expect(waiting.context.redo(), "\(all)")
      #expect(waiting.context.model == atOnce.context.model, "\(all)")
      #expect(waiting.context.modelProblems == atOnce.context.modelProblems, "\(all)")
      #expect(Self.contents(waiting.context) == Self.contents(atOnce.context), "\(all)")
    }
    #expect(waiting.context.model == atOnce.context.model, "\(all)")
    #expect(Self.contents(waiting.context) == Self.contents(atOnce.context), "\(all)")
  }

  /// All values of all objects, and which of them would be saved.
  private static func contents(_ context: ManagedObjectContext) -> [String] {
    guard context.modelProblems.isEmpty else { return [] }
    return context.model.entities.flatMap { entity -> [String] in
      let request = FetchRequest(entity.name, includesSubentities: false)
      return ((try? context.fetch(request)) ?? []).map { id in
        let values = context.model.properties(of: entity.name).filter { $0.fetched == nil }.map {
          "\($0.name) \((try? context.value(of: id, forKey: $0.name)).map { "\($0)" } ?? "?")"
        }
        return "\(entity.name)#\(id.number) \(values)"
      }
    } + ["\(context.insertedObjects) \(context.updatedObjects) \(context.deletedObjects)"]
  }

  private static func text(of outcome: Outcome) -> String {
    "\(outcome.failed) \(outcome.result.map { "\($0)" } ?? "") \(outcome.diagnostics)"
  }

  @Test("make no schema until something else is done, and then one")
  func schemas() {
    var interpreter = Interpreter()
    let empty = interpreter.context.graph.schema
    for number in 0..<50 {
      _ = interpreter.run(SourceText("entity E\(number) { name: String; next -> E\(number + 1)?, inverse previous }"))
      _ = interpreter.run(SourceText("add E\(number).previous -> E\(max(0, number - 1))?"))
    }
    #expect(interpreter.declaringContext.graph.schema === empty)
    #expect(interpreter.context.graph.schema !== empty)
    #expect(interpreter.context.model.entities.count == 50)
    #expect(interpreter.context.undoCount == 100)
  }

  @Test("make one schema of many changes beside objects, and none of those that are undone and done again")
  func changes() {
    var interpreter = Interpreter()
    let members = (0..<200).map { "x\($0): Integer64? = \($0)" }
    _ = interpreter.run(SourceText("entity A { \(members.joined(separator: "; ")) }; A(x3: 7); A(x150: nil)"))
    _ = interpreter.run(SourceText("add A.y: String?"))
    let schema = interpreter.context.graph.schema
    // The second statement about the model in a row waits.
    _ = interpreter.run(SourceText("add A.z: String?"))
    let second = interpreter.declaringContext.graph.schema
    for number in 0..<200 {
      let line =
        switch number % 5 {
        case 0: "change A.x\(number), range ...\(number + 10)"
        case 1: "rename A.x\(number) to w\(number)"
        case 2: "remove A.x\(number)"
        case 3: "change A.x\(number): Double?"
        default: "add A.v\(number): Integer16 = 5"
        }
      let outcomes = interpreter.run(SourceText(line))
      #expect(outcomes.map(\.failed) == [false], "\(line)")
    }
    #expect(interpreter.declaringContext.graph.schema === second)
    for _ in 0..<150 { _ = interpreter.run(SourceText("undo")) }
    for _ in 0..<100 { _ = interpreter.run(SourceText("redo")) }
    #expect(interpreter.declaringContext.graph.schema === second)
    #expect(schema === second)
    let outcomes = interpreter.run(
      SourceText(
        """
        expect A#1.x3 == 7.0
        expect A#2.x150 == nil
        expect A#1.w146 == 146
        expect A#1.v149 == 5
        expect A#1.x151 == 151
        """))
    #expect(outcomes.filter(\.failed).map(\.diagnostics) == [])
    #expect(interpreter.context.model[entity: "A"]?[property: "x147"] == nil)
    #expect(interpreter.context.model[entity: "A"]?[property: "x152"] != nil)
    #expect(interpreter.context.graph.schema !== second)
  }

  @Test("that are refused among waiting ones get their messages in their places")
  func refusals() {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(
      SourceText(
        """
        entity Team { name: String; founded: Integer16? }
        entity Player { name: String; team -> Team?; born: String? }
        Player(name: "Dwyane", born: "unknown")
        change Team.founded, range 1900...
        change Team.founded, indexed
        change Player.born: Integer16?
        change Team.foundde, indexed
        change Player.team, inverse name
        rename Player.name to born
        add Player.age: Integer16
        remove Team.founded
        """))
    #expect(outcomes.map(\.failed) == [false, false, false, false, false, true, true, true, true, true, false])
    let messages = outcomes.flatMap(\.diagnostics).map { "\($0.message)|\($0.hint ?? "")" }
    #expect(
      messages == [
        "Player#1.born is \"unknown\", which is not an Integer16|change the value first",
        "Team has no 'foundde'|did you mean founded?",
        "Team.name is not a relationship, so it can't be the inverse of team|Team has no relationships yet",
        "Player has a property 'born' already|change Player.born … changes it",
        "Player has objects already, and they would have no age|write add Player.age: Integer16?, or give it a default with =",
      ])
    let places = outcomes.flatMap { outcome in outcome.diagnostics.compactMap { $0.range.map { outcome.source[$0] } } }
    #expect(places.map(String.init) == ["change Player.born: Integer16?", "foundde", "team", "born", "age"])
  }

  @Test("look at as much of a large model as of a small one", arguments: [10, 1_000])
  func parts(count: Int) {
    var interpreter = Interpreter()
    for number in 0..<count {
      _ = interpreter.run(
        SourceText(
          "entity E\(number) { name: String; next -> E\(number + 1)?, inverse previous; previous -> E\(number - 1 &+ (number == 0 ? 1 : 0))? }"
        ))
    }
    let part = interpreter.declaringContext.partOfDraft(
      DeclarationReach(["E5"], naming: ["E8"], properties: ["other", "next"]), making: nil)
    #expect(part?.entityNames == ["E5", "E6", "E8", "E9"])
    #expect(part?.entities.map { $0.properties.map(\.name) } == [["next"], ["previous"], ["next"], ["previous"]])
  }

  @Test("look at as much of a wide entity and of a deep hierarchy as of small ones", arguments: [10, 20, 40, 400])
  func wideAndDeep(count: Int) {
    var interpreter = Interpreter()
    _ = interpreter.run(SourceText("entity Wide { }; entity E0 { a0: String }"))
    for number in 1..<count {
      _ = interpreter.run(
        SourceText("add Wide.a\(number): String?; entity E\(number): E\(number - 1) { a\(number): String }"))
    }
    let context = interpreter.declaringContext
    let wide = context.partOfDraft(DeclarationReach(["Wide"], properties: ["a5", "b"]), making: nil)
    #expect(wide?.entities.map { $0.properties.map(\.name) } == [["a5"]])
    let deep = context.partOfDraft(DeclarationReach(["E6"], properties: ["a5", "b"]), making: nil)
    #expect(deep?.entityNames == ["E5", "E6"])
    #expect(deep?.entities.flatMap { $0.properties.map(\.name) } == ["a5"])
    #expect(interpreter.context.model.entities.first?.properties.count == count - 1)
  }

  @Test("are one step of undo each, whose graphs are made when they are gone back to")
  func undoing() {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(
      SourceText(
        """
        entity Team { name: String }
        entity Player { age: Integer16; team -> Team?, inverse players }
        add Team.players ->> Player?
        dependency Player: team -> age
        undo; undo
        expect Player.team.inverseRelationship == nil
        redo
        let heat = Team(name: "Miami Heat")
        Player(age: 30, team: heat)
        expect heat.players.@count == 1
        save
        undo; undo; undo; undo
        expect model.entities.@count == 1
        redo; redo
        expect (count Team) == 0
        """))
    #expect(outcomes.filter(\.failed).map(\.diagnostics) == [])
  }
}

/// Numbers that look random and are the same each time.
private struct Dice {
  var state: UInt64
  var withObjects = false

  var isLucky: Bool { mutating get { roll(3) == 0 } }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % sides
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }

  mutating func entity() -> String { pick(["A", "B", "C", "D", "E", "F"]) }
  mutating func key() -> String { pick(["one", "two", "three", "four", "fuor"]) }

  mutating func member() -> String {
    switch roll(8) {
    case 0: return "\(key()): String"
    case 1: return "\(key()): Integer16?"
    case 2: return "\(key()) ~> \(entity()) where one == nil"
    case 3: return "\(key()) -> \(entity())?"
    case 4: return "\(key()) ->> \(entity())?"
    case 5: return "\(key()) ->> \(entity())?, inverse \(key())"
    default: return "\(key()) -> \(entity())?, inverse \(key())"
    }
  }

  mutating func statement() -> String {
    if withObjects, roll(4) == 0 { return object() }
    switch roll(33) {
    case 0..<(withObjects ? 5 : 10):
      let parent = roll(3) == 0 ? ": \(entity())" : ""
      let unique = roll(6) == 0 ? ["unique \(key())"] : []
      let members = (0..<roll(4)).map { _ in member() } + unique
      return "entity \(entity())\(parent) { \(members.joined(separator: "; ")) }"
    case 0..<14: return change()
    case 14..<19: return "add \(entity()).\(member())"
    case 19..<22:
      return "\(entity()).\(key()) \(pick(["<-->", "<-->>", "<<-->", "<<-->>"])) \(entity()).\(key())"
    case 22: return "\(pick(["", "", "remove "]))dependency \(entity()): \(key()) -> \(key())"
    case 23..<26: return "remove \(entity()).\(key())"
    case 26: return "remove \(entity())"
    case 27:
      return
        "change \(entity()), \(pick(["parent \(entity())", "abstract", "no abstract", "renamed from \"Z\"", "unique \(key())", "no unique", "rule \"r\": \(key()) != nil", "no rule", "userInfo a: 1"]))"
    case 28: return "rename \(entity()).\(key()) to \(key())"
    case 29: return pick(["undo", "redo", "undo; undo", "undo; undo; redo", "show model", "save", "undo; undo; undo"])
    case 31: return "add \(entity()).unique \(key()), \(key())"
    case 30: return part()
    case 32: return pick(["rename \(entity()) to \(entity())", "remove T", "remove P", "remove F", "rename T to U"])
    default: return "show \(entity())"
    }
  }

  private mutating func change() -> String {
    let property = "\(entity()).\(key())"
    switch roll(12) {
    case 0..<2: return "change \(property): \(pick(["String?", "Integer16?", "Integer64", "Double?", "P?"]))"
    case 2: return "change \(property) \(pick(["->", "->>"])) \(entity())?"
    case 3: return "change \(property), inverse \(key())"
    case 4: return "change \(property), no inverse"
    case 5: return "change \(property), \(pick(["required", "optional", "transient", "no transient", "indexed"]))"
    case 6: return "change \(property) = \(pick(["5", "\"x\"", "nil"]))"
    case 7: return "change \(property), delete \(pick(["cascade", "deny", "nullify"]))"
    case 8: return "change \(property), derived \(key())"
    case 9: return "change \(property), count 2...3"
    default: return "rename \(property) to \(pick([key(), "five", "six"]))"
    }
  }

  private mutating func part() -> String {
    switch roll(8) {
    case 0: return "composite P { one: String? }"
    case 1: return "add P.two: Integer16?"
    case 2: return "add \(entity()).\(key()): P?"
    case 3: return "template T = fetch \(entity()) where \(key()) != nil"
    case 4: return "configuration F { \(entity()) }"
    case 5: return "add \(entity()).\(key()): String?, derived \(key()).\(key())"
    case 6: return "rename P.one to \(pick(["one", "three"]))"
    default: return "rename P to Q"
    }
  }

  private mutating func object() -> String {
    switch roll(5) {
    case 0..<2: return "\(entity())()"
    case 2: return "\(entity())(\(key()): \(pick(["1", "\"a\"", "\"7\"", "nil"])))"
    case 3: return "\(entity())#\(1 + roll(3)).\(key()) = \(pick(["2", "\"b\"", "\(entity())#\(1 + roll(3))"]))"
    default: return pick(["save", "delete \(entity())#\(1 + roll(3))", "rollback"])
    }
  }
}
