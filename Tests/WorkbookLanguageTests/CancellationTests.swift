import Diagnostics
import ObjectGraph
import TestSupport
import Testing

@testable import WorkbookLanguage

@Suite("Ctrl-C in the midst of a statement")
struct CancellationTests {
  static let setUp = """
    model League
    entity Team { name: String; players ->> Player?, inverse team, delete cascade }
    entity Player {
      name: String, length 1...
      city: String?
      age: Integer16 = 0, range 0...200
      team -> Team?, inverse players
      rule "grown up": age >= 0
      unique name
    }
    let heat = Team(name: "Heat")
    let suns = Team(name: "Suns")
    for i in 1...4150 { Player(name: "First \\(i)", age: i % 90, city: "Miami", team: heat) }
    save
    for i in 1...50 { Player(name: "Second \\(i)", age: i % 90, city: "Phoenix", team: suns) }
    """

  static let statements = [
    "save", "delete heat", "delete Player where age > 3", "delete [heat, suns]",
    "fetch Player where name MATCHES \".*9.*\" OR age > 3 sort age, name",
    "fetch Player where city == \"Miami\" sort name desc", "let old = fetch Player where name CONTAINS[c] \"9\"",
    "count Player where name MATCHES \".*9.*\"", "group Player by age: count, avg age", "explain delete heat",
    "compare delete heat", "explain fetch Player where name MATCHES \".*9.*\" OR age > 3", "normalize Player", "review",
    "expect save succeeds", "expect save fails", "expect { delete heat; save } succeeds",
    "expect { delete heat; save } fails", "context draft on main { Player#1.age = 3; save }",
    "for p in heat.players { p.age = 30 }", "compare model \"a.graph\" with \"b.graph\"",
    "expect behaves like \"b.graph\"",
    "expect normal form Player at least BCNF in data", "validate heat", "heat.players.team.players.@count",
    "count Team where name == \"Suns\" AND "
      + "SUBQUERY(players, $x, SUBQUERY($x.team.players, $y, $y.age > 1000).@count > 0).@count > 0",
    "for i in 1...9 { let both = [fetch Player, fetch Player] }", "let text = \"\\(heat.players)\"",
    "heat.players = fetch Player", "heat.players.remove(fetch Player)", "show graph", "show changes",
  ]

  @Test("leaves the graph as it was before, whenever it comes")
  func stopped() {
    let question = StopQuestion()
    var base = Interpreter(
      environment: .init(
        readFile: { path, _ in
          let rule = path == "a.graph" ? ", delete cascade" : ""
          return SourceText("entity A { b -> B?, inverse a\(rule) }; entity B { a -> A?, inverse b }", name: path)
        }, isCancelled: question.ask))
    #expect(base.run(SourceText(Self.setUp)).allSatisfy { !$0.failed })
    for statement in Self.statements {
      question.begin()
      var whole = base.trial()
      // Counting from 0, the question is asked at the same places each time.
      whole.budget = .unlimited
      _ = whole.run(SourceText(statement))
      let count = question.count
      #expect(count > 1, "\(statement)")
      let stride = max(1, count / 5)
      let numbers = Set(Array(1...min(count, 5)) + Array(Swift.stride(from: 1, through: count, by: stride)) + [count])
      for number in numbers.sorted() { stop(statement, at: number, question, base) }
    }
  }

  private func stop(_ statement: String, at number: Int, _ question: StopQuestion, _ base: Interpreter) {
    var interpreter = base.trial()
    interpreter.budget = .unlimited
    let (graph, committed) = (interpreter.context.graph.checksum(), interpreter.context.committed.checksum())
    let undo = interpreter.context.undoName
    question.begin(yesAt: number)
    let outcome = interpreter.run(SourceText(statement)).last
    question.begin()
    #expect(outcome?.failed == true, "\(statement), question \(number)")
    #expect(outcome?.diagnostics.contains { $0.id == "cancelled" } == true, "\(statement), question \(number)")
    #expect(interpreter.context.graph.checksum() == graph, "\(statement), question \(number)")
    #expect(interpreter.context.committed.checksum() == committed, "\(statement), question \(number)")
    #expect(interpreter.context.undoName == undo)
    #expect(interpreter.names.keys.sorted() == ["heat", "suns"])
  }
}
