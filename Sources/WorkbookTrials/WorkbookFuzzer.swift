import Diagnostics
import Mutations
import ObjectGraph
import Shell
import WorkbookLanguage

import struct Foundation.Date

/// Runs changed statements in worlds where they mean something. It looks for traps and hangs, unsound graphs, failures
/// without a message, and models whose source is not the same model.
///
/// Nothing touches a file: the interpreters can neither read nor write any.
struct WorkbookFuzzer {
  struct Report {
    var inputs = 0
    /// The number of statements that ran or were refused, including syntax errors.
    var statements = 0
    var failed = 0
    var broken: [String] = []
    /// The slowest input, and how long it took.
    var slowest: (text: String, duration: Duration) = ("", .zero)

    var line: String { "\(statements) statements in \(inputs) inputs, \(failed) refused, \(broken.count) broken" }
  }

  /// Called with each text, and the number of its world, before it runs: after a trap there is nothing left to ask.
  var willRun: ((_ text: String, _ world: Int) -> Void)?
  private var mutator: Mutator
  private let worlds: [Interpreter]
  private let styles = [TextStyle.plain, TextStyle(dress: .ansi, width: 40)]

  init(_ texts: [String], seed: UInt64) {
    mutator = Mutator(texts, pieces: Samples.pieces + OddCharacters.pieces, seed: seed)
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    worlds = Samples.worlds.map { text in
      var interpreter = Interpreter(environment: .init(now: { date }))
      _ = interpreter.run(SourceText(text))
      return interpreter
    }
  }

  /// Runs until the number of statements or the time is reached.
  mutating func run(statements: Int, within limit: Duration, progress: (Report) -> Void) -> Report {
    var report = Report()
    let clock = ContinuousClock()
    let end = clock.now + limit
    var next = 1_000_000
    while report.statements < statements, clock.now < end {
      let world = mutator.random.below(worlds.count)
      var interpreter = worlds[world].trial()
      // Several inputs on one graph, so that some meet what others have made.
      for _ in 0..<(1 + mutator.random.below(6)) {
        let text = mutator.next()
        willRun?(text, world)
        interpreter.budget = Budget(steps: 500, objects: 300, textBytes: 10_000, nesting: 20)
        let start = clock.now
        check(text, &interpreter, &report)
        let duration = clock.now - start
        if duration > report.slowest.duration { report.slowest = (text, duration) }
        report.inputs += 1
      }
      checkState(interpreter, &report)
      if report.statements >= next {
        progress(report)
        next += 1_000_000
      }
    }
    return report
  }

  private mutating func check(_ text: String, _ interpreter: inout Interpreter, _ report: inout Report) {
    if mutator.random.below(16) == 0 { return type(text, &report) }
    let outcomes = interpreter.run(SourceText(text))
    report.statements += outcomes.count
    let style = styles[mutator.random.below(styles.count)]
    for outcome in outcomes {
      let lines = OutcomeRenderer().document(for: outcome).lines(style)
      guard outcome.failed else { continue }
      report.failed += 1
      if lines.isEmpty || lines[0].isEmpty { note("no message: \(text)", &report) }
    }
  }

  /// The same text line by line at a prompt, commands and unfinished input included.
  private func type(_ text: String, _ report: inout Report) {
    var session = Session(.prompt)
    report.statements += 1
    session.run(TextReader(text), opening: { _ in [] }, write: { _ in })
  }

  private mutating func checkState(_ interpreter: Interpreter, _ report: inout Report) {
    guard mutator.random.below(32) == 0 else { return }
    for problem in interpreter.context.graph.checkInvariants() { note("not sound: \(problem)", &report) }
    let model = interpreter.context.model
    guard model.problems().isEmpty else { return }
    let source = ModelText.source(model)
    var copy = Interpreter(environment: interpreter.environment)
    let outcomes = copy.run(SourceText(source))
    if outcomes.contains(where: \.failed) { return note("the source of a model is refused: \(source)", &report) }
    if ModelText.source(copy.context.model) != source { note("another source: \(source)", &report) }
  }

  private func note(_ text: String, _ report: inout Report) {
    if report.broken.count < 20 { report.broken.append(text) }
  }
}
