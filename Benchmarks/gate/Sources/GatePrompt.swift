import Courses
import Diagnostics
import Grading
import ModelReview
import ObjectGraph
import Predicates
import Shell
import WorkbookLanguage

/// Statements at the prompt, told and quiet; a student's input in a class; a verdict.
struct GatePrompt {
  private var session: Session
  private static let count = 1_000

  init(isQuiet: Bool = false) {
    session = Session(.script, isQuiet: isQuiet)
    run("entity Player { name: String; age: Integer16? }")
  }

  private mutating func run(_ text: String) { _ = session.evaluate(WorkbookParser.parse(SourceText(text))) }

  private mutating func insert() {
    for number in 0..<Self.count { run("let p\(number) = Player(name: \"Player \(number)\", age: \(number % 30))") }
    run("save")
  }

  private mutating func update() {
    for number in 0..<Self.count { run("p\(number).age = \(number % 31)") }
    run("save")
  }

  @inline(never)
  mutating func gateInserts() throws { insert() }

  @inline(never)
  mutating func gateUpdates() throws { update() }

  @inline(never)
  mutating func gateFetches() throws {
    for number in 0..<50 { run("fetch Player where age > \(number % 30) AND name CONTAINS[c] \"9\" sort name limit 5") }
  }

  @inline(never)
  mutating func gateQuietInserts() throws { insert() }

  @inline(never)
  mutating func gateQuietUpdates() throws { update() }

  /// Lines as they are typed: through the prompt's own loop.
  @inline(never)
  func gateTyped() throws {
    var session = Session(.prompt)
    let lines = (0..<500).map { "Player(name: \"Player \($0)\", age: \($0 % 30))" }
    _ = session.run(
      TextReader((["entity Player { name: String; age: Integer16? }"] + lines).joined(separator: "\n")), write: { _ in }
    )
  }

  /// A student's inputs, each as the class runs them, with the diagram's model beside.
  @inline(never)
  func gateStudent() throws {
    var session = Session(.student)
    _ = session.take(
      "entity Team { name: String; players ->> Player?, inverse team }\n"
        + "entity Player { name: String; team -> Team?, inverse players }", width: 76)
    for number in 0..<100 {
      _ = session.take(
        "let t\(number) = Team(name: \"Team \(number)\"); Player(name: \"x\", team: t\(number))", width: 76)
      _ = session.interpreter.network(upTo: 24)
    }
  }

  @inline(never)
  func gateVerdict() throws {
    let files = [
      "task.md": "---\ntitle: Rules\npoints: 4\nnames: [Team.players]\n---\nChange the rule.\n",
      "start.graph": """
      entity Team { name: String; players ->> Player?, inverse team, delete cascade }
      entity Player { name: String; team -> Team? }
      let heat = Team(name: "Heat")
      for i in 1...20 { Player(name: "Player \\(i)", team: heat) }
      save
      """,
      "solution.graph": "change Team.players, delete nullify",
      "check.graph": """
      check "the rule" { expect Team.players.deleteRule == "nullify" }
      check "the players stay" { delete heat; save; expect count Player == 20 }
      check "the model" { expect model like solution; expect objects like solution }
      """,
    ]
    let sources = Dictionary(uniqueKeysWithValues: files.map { ($0, SourceText($1, name: $0)) })
    guard let exercise = ExerciseReader.read(sources, slug: "rules", folder: "01-rules").exercise else {
      fatalError("the exercise cannot be read")
    }
    let grader = Grader { _ in Interpreter() }
    let prepared = grader.prepare(exercise)
    for answer in ["change Team.players, delete nullify", "change Team.players, delete deny", "delete heat; save"] {
      _ = grader.grade(prepared, answer: SourceText(answer, name: "answer.graph"))
    }
  }
}

/// `review` of a model with 300 entities and a hierarchy of 100 levels.
@inline(never)
func gateReview() throws {
  let flat = (0..<200).map { number in
    EntityDescription("E\(number)") {
      Attribute("name", .string)
      Attribute("note", .string, isOptional: true)
      ToMany("next", to: "E\((number + 1) % 200)", inverse: "previous", isOptional: true)
      ToOne("previous", to: "E\((number + 199) % 200)", inverse: "next", isOptional: true)
    }
  }
  let deep = (0..<100).map { level in
    EntityDescription("D\(level)", parent: level == 0 ? nil : "D\(level - 1)") { Attribute("a\(level)", .string) }
  }
  let context = try ManagedObjectContext(model: ManagedObjectModel(name: "Large", entities: flat + deep))
  _ = try ModelReview(of: ReviewSubject(context))
}

/// `review` of a hierarchy of 600 levels, which shows what grows with the square of its depth.
@inline(never)
func gateDeepReview() throws {
  let deep = (0..<600).map { level in
    EntityDescription("D\(level)", parent: level == 0 ? nil : "D\(level - 1)") {
      Attribute("a\(level)", .string)
      Attribute("b\(level)", .integer32, isOptional: true)
    }
  }
  let context = try ManagedObjectContext(model: ManagedObjectModel(name: "Deep", entities: deep))
  _ = try ModelReview(of: ReviewSubject(context))
}

/// A batch request each that inserts, updates and deletes 5,000 objects.
@inline(never)
func gateBatch() throws {
  let player = EntityDescription("Player") {
    Attribute("name", .string)
    Attribute("points", .double)
  }
  let context = try ManagedObjectContext(model: ManagedObjectModel(name: "Batch", entities: [player]))
  let objects: [[String: Value]] = (0..<5_000).map { ["name": .string("Player \($0)"), "points": .double(Double($0))] }
  try context.execute(BatchInsertRequest("Player", objects: objects))
  var update = BatchUpdateRequest("Player")
  update.propertiesToUpdate = ["points": Expression(.constant(.double(50)))]
  try context.execute(update)
  try context.execute(BatchDeleteRequest(FetchRequest("Player")))
}
