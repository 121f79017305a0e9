import Dispatch
import Support
import Testing
import WorkbookLanguage

@testable import Classroom

@Suite("One student keeps no other waiting")
struct FairnessTests {
  private func desk(_ control: DeskControl = DeskControl(), share: Int = StudentSession.share) throws -> StudentSession
  {
    var screens = ClassScreens(lesson: smallLesson, makeInterpreter: makeTestInterpreter)
    let place = ClassPlace(step: 2, screen: 0)
    let found = screens.player(at: place)
    let player = try #require(found)
    return StudentSession(
      Transfer(player.student(StudentSession.budget)).take(), at: place, control, share: share,
      makeInterpreter: makeTestInterpreter)
  }

  /// With one processor, the long statement ends only when the short one, which comes later, has run.
  @Test("A statement that runs long lets those go on that wait", .timeLimit(.minutes(60)))
  func turns() async {
    let workers = StatementWorkers(threads: 1)
    let isShortDone = Locked(false)
    let hasBegun = Locked(false)
    async let long: Void = workers.run { turn in
      hasBegun.withLock { $0 = true }
      while !isShortDone.withLock({ $0 }) { turn.letOthersRun() }
    }
    while !hasBegun.withLock({ $0 }) { await Task.yield() }
    await workers.run { _ in isShortDone.withLock { $0 = true } }
    await long
  }

  @Test("Of many that run long, each goes on in turn", .timeLimit(.minutes(60)))
  func manyTurns() async {
    let workers = StatementWorkers(threads: 2)
    let ended = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      // More than there are threads.
      for _ in 0..<100 {
        group.addTask {
          await workers.run { turn in
            let end = WebServer.now() + 0.02
            while WebServer.now() < end { turn.letOthersRun() }
            ended.withLock { $0 += 1 }
          }
        }
      }
    }
    #expect(ended.withLock { $0 } == 100)
  }

  /// The statement asks for its turn while it runs, and would take minutes.
  @Test("A student who is removed runs nothing any more", .timeLimit(.minutes(60)))
  func removal() async throws {
    let control = DeskControl()
    let desk = try desk(control)
    let workers = StatementWorkers(threads: 1)
    async let answer = workers.run { turn in
      desk.run("for i in 1...9000 { let n = count Player where name MATCHES \"(W*)*x\" }", width: 80, in: turn)
    }
    await workers.run { _ in desk.stop() }
    #expect(await answer.output.text.contains("stopped"))
    #expect(desk.run("count Team", width: 80).output.text.contains("stopped"))
  }

  @Test(
    "What stays in memory is counted over the whole screen, and restart frees it",
    arguments: [
      "let %d = \"\\(t)\\(t)\\(t)%d\"",
      "heat.name = \"\\(t)\\(t)\\(t)%d\"",
      "for i in 1...3 { Team(name: t) }", "add Team.a%d: String?; for t2 in (fetch Team) { t2.a%d = t }",
      "for i in 1...1000 { Player(name: \"x\") }", "for i in 1...1000 { heat.name = \"n\\(i)\" }; save",
    ])
  func share(text: String) throws {
    let desk = try desk(share: 4 << 20)
    let piece = String(repeating: "abcdefgh", count: 400)
    _ = desk.run("let heat = Team(name: \"Heat\"); let t = \"\(piece)\"", width: 80)
    for _ in 1...3 { _ = desk.run("let t = \"\\(t)\\(t)\\(t)\"", width: 80) }
    var inputs = 0
    while !desk.run(text.replacing("%d", with: "x\(inputs)"), width: 80).isRefused, inputs < 2_000 { inputs += 1 }
    #expect(inputs < 2_000)
    #expect(inputs > 3)
    #expect(desk.run("count Team", width: 80).output.text.contains("Type restart to begin the screen again."))
    #expect(desk.run("restart", width: 80).output.text.contains("from the beginning"))
    #expect(!desk.run("count Team", width: 80).isRefused)
  }

  /// The objects would get copies of the text, 90 MB in all.
  @Test("A default value that many objects would get is counted before they do")
  func defaults() throws {
    let desk = try desk()
    _ = desk.run("entity Box { n: Int }; for i in 1...4500 { Box(n: i) }", width: 80)
    let text = String(repeating: "abcdefgh", count: 250)
    for statement in [
      "add Box.text: String = \"\(text)\"", "add Box.a: Int?; add Box.text: String = \"\(text)\"",
      "version \"2\"; add Box.text: String = \"\(text)\"",
    ] {
      #expect(desk.run(statement, width: 80).output.text.contains("stopped after making"), "\(statement.prefix(30))")
    }
  }

  @Test("Refreshing counts what is pending, which is put over what is saved each time")
  func refreshing() throws {
    let desk = try desk()
    _ = desk.run("entity Box { n: Int }; for i in 1...4500 { Box(n: i) }", width: 80)
    #expect(desk.run("for i in 1...2000 { refresh Box#1 }", width: 80).output.text.contains("stopped after looking at"))
    // What was read here is kept as it was, whatever others save.
    _ = desk.run("save; count Box where n > 3; batch update Box set n = 1", width: 80)
    #expect(desk.run("for i in 1...2000 { refresh Box#1 }", width: 80).output.text.contains("stopped after looking at"))
  }

  @Test("A model with many entities costs each input little, and is not drawn")
  func manyEntities() throws {
    let desk = try desk()
    let entities = (0..<60).map { "entity E\($0) { a: Int }" }.joined(separator: "\n")
    #expect(desk.run(entities, width: 80).diagram?.contains("too many entities") == true)
    #expect(desk.run("restart", width: 80).diagram?.contains("<svg") == true)
  }
}
