import Diagnostics
import Testing
import WorkbookLanguage

@Suite("How much outcomes say")
struct DetailTests {
  private static let program = SourceText(
    """
    entity Team { name: String }
    entity Player { name: String; team -> Team? }
    Team.players ->> Player?, inverse team
    let heat = Team(name: "Heat")
    let wade = Player(name: "Wade", team: heat)
    save
    change Team.players, delete cascade
    remove Player.name
    let heat = Team(name: "Celtics")
    [object valueForKey:@"name"];
    delete heat
    fetch Team
    save
    """)

  private static func ended(_ detail: Interpreter.Detail) -> (interpreter: Interpreter, outcomes: [Outcome]) {
    var interpreter = Interpreter()
    interpreter.detail = detail
    let outcomes = interpreter.run(program)
    return (interpreter, outcomes)
  }

  @Test(
    "The state and what fails are the same at each level", arguments: [Interpreter.Detail.verdict, .errors, .values])
  func sameState(detail: Interpreter.Detail) {
    let (all, some) = (Self.ended(.changes), Self.ended(detail))
    #expect(some.outcomes.map(\.failed) == all.outcomes.map(\.failed))
    #expect(some.interpreter.context.model == all.interpreter.context.model)
    for expression in ["heat", "wade.team", "Team.players.deleteRule", "count Team", "count Player"] {
      #expect(text(expression, some.interpreter) == text(expression, all.interpreter), "\(expression)")
    }
  }

  @Test("Only the level of changes says what a deletion marks, and only a verdict keeps its values to itself")
  func levels() {
    func results(_ detail: Interpreter.Detail) -> (values: Int, marked: Int) {
      let results = Self.ended(detail).outcomes.compactMap(\.result)
      return (
        results.count { if case .objects = $0 { true } else { false } },
        results.count { if case .marked = $0 { true } else { false } }
      )
    }
    #expect(results(.changes) == (1, 1))
    #expect(results(.values) == (1, 0))
    #expect(results(.errors) == (0, 0))
  }

  private func text(_ text: String, _ interpreter: Interpreter) -> String {
    switch interpreter.evaluate(text) {
    case .success(let value): "\(interpreter.shown(value))"
    case .failure(let problem): problem.message
    }
  }
}
