import Diagnostics
import ObjectGraph
import Testing

@testable import WorkbookLanguage

/// Declarations wait while nothing needs the schema, and each looks at its part of the model alone. Whoever watches a
/// context wants to know of each change, so that there every one of them is carried out on the whole model.
@Suite("Declarations that wait")
struct DeclarationTests {
  @Test("behave as those that are carried out at once, in random models", arguments: 0..<120)
  func behavesAlike(seed: Int) {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    var waiting = Interpreter()
    var atOnce = Interpreter()
    atOnce.context.observe { _ in }
    var program: [String] = []
    for _ in 0..<40 {
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
    while atOnce.context.undo() {
      #expect(waiting.context.undo(), "\(all)")
      #expect(waiting.context.model == atOnce.context.model, "\(all)")
    }
    while atOnce.context.redo() {
      #expect(waiting.context.redo(), "\(all)")
      #expect(waiting.context.model == atOnce.context.model, "\(all)")
      #expect(waiting.context.modelProblems == atOnce.context.modelProblems, "\(all)")
    }
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
    #expect(deep?.entities.count == count)
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
    switch roll(33) {
    case 0..<14:
      let parent = roll(3) == 0 ? ": \(entity())" : ""
      let unique = roll(6) == 0 ? ["unique \(key())"] : []
      let members = (0..<roll(4)).map { _ in member() } + unique
      return "entity \(entity())\(parent) { \(members.joined(separator: "; ")) }"
    case 14..<20: return "add \(entity()).\(member())"
    case 20..<24:
      return "\(entity()).\(key()) \(pick(["<-->", "<-->>", "<<-->", "<<-->>"])) \(entity()).\(key())"
    case 24: return "dependency \(entity()): \(key()) -> \(key())"
    case 25: return "remove \(entity()).\(key())"
    case 26: return "remove \(entity())"
    case 27: return "change \(entity()), parent \(entity())"
    case 28: return "rename \(entity()).\(key()) to \(key())"
    case 29: return pick(["undo", "redo", "undo; undo", "show model"])
    case 31: return "add \(entity()).unique \(key()), \(key())"
    case 30: return pick(["composite P { one: String? }", "add \(entity()).\(key()): P?", "template T = fetch A"])
    default: return "show \(entity())"
    }
  }
}
