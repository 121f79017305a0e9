import Diagnostics
import WorkbookLanguage

/// A part of a step that can be shown by itself, with the state after it.
///
/// A learner alone meets the parts of a step one after the other in a ``LessonPlayer``. A class meets them when the
/// teacher goes on, and may go back, so every part has a player of its own, at the place where the part ends.
package struct LessonPiece {
  package enum Content {
    case prose(MarkdownDocument.Block)
    /// A statement of a graph block and its result; a whole block where it cannot be parsed.
    case run(SourceText, [Outcome])
    case question(Prediction)
    /// The answer to the last question, after what decides it has run.
    case answer(PredictionResult)
    case task(MarkdownDocument)
    case solution([SourceText])
  }

  package var content: Content
  /// The learner's place: at a question or task its own phase, elsewhere the end of a step. Its `interpreter` is the
  /// state after the piece. Copies share it: see ``LessonPlayer/student()``.
  package var player: LessonPlayer
  /// The teacher's notes that follow the piece.
  package var notes: [MarkdownDocument] = []
}

extension LessonPlayer {
  /// The pieces of a step, in order. Statements run once, with the lesson's own budget.
  ///
  /// What follows a task starts from the lesson's solution. O(statements of the steps up to this one that have not run).
  package mutating func pieces(ofStep index: Int) -> [LessonPiece] {
    guard lesson.steps.indices.contains(index) else { return [] }
    _ = begin(step: index)
    base = replay.state(before: index)
    base.budget = base.budget
    base.forgetUndo()
    pending = []
    phase = .stepDone
    let step = lesson.steps[index]
    var pieces: [LessonPiece] = []
    for (place, block) in step.blocks.enumerated() {
      nextBlock = place
      switch block {
      case .prose(let blocks):
        let player = standing()
        pieces += blocks.map { LessonPiece(content: .prose($0), player: player) }
      case .note(let document):
        if pieces.isEmpty { continue }
        pieces[pieces.count - 1].notes.append(document)
      case .graph(let source, _): run(source, &pieces)
      case .predict(let prediction):
        takeTurn()
        phase = .asking(prediction)
        pieces.append(LessonPiece(content: .question(prediction), player: snapshot()))
        let asked = PendingPrediction(prediction: prediction, answer: .skipped, before: base.trial())
        if step.blocks[(place + 1)...].contains(where: { if case .graph = $0 { true } else { false } }) {
          pending.append(asked)
        } else {
          pieces.append(LessonPiece(content: .answer(asked.result(after: base)), player: standing()))
        }
        phase = .stepDone
      case .task(let document):
        takeTurn(keepsUndo: step.isSolvedByUndo)
        watch = MannerWatch(step.manner, start: interpreter)
        solutions = step.solutions(from: base)
        phase = .task
        pieces.append(LessonPiece(content: .task(document), player: snapshot()))
        phase = .stepDone
        if !step.solutions.isEmpty {
          for source in step.solutions { _ = base.run(source) }
          pieces.append(LessonPiece(content: .solution(step.solutions), player: standing()))
        }
      case .check, .hint, .solution: break
      }
    }
    return pieces
  }

  private mutating func run(_ source: SourceText, _ pieces: inout [LessonPiece]) {
    let tree = WorkbookParser.parse(source)
    if tree.diagnostics.containsError {
      pieces.append(LessonPiece(content: .run(source, base.run(source)), player: standing()))
    } else {
      for statement in tree.statements {
        let outcome = base.execute(statement, in: source)
        let text = SourceText(String(source[statement.range]), name: source.name)
        pieces.append(LessonPiece(content: .run(text, [outcome]), player: standing()))
      }
    }
    let decided = pending
    pending = []
    if decided.isEmpty { return }
    let player = standing()
    pieces += decided.map { LessonPiece(content: .answer($0.result(after: base)), player: player) }
  }

  /// A copy in which the learner looks at the lesson's state as it is now.
  private func standing() -> LessonPlayer {
    var copy = snapshot()
    copy.interpreter = base.trial()
    copy.interpreter.forgetUndo()
    copy.phase = .stepDone
    return copy
  }

  private func snapshot() -> LessonPlayer {
    var copy = self
    copy.base = base.trial()
    return copy
  }

  /// An independent copy for one learner, which ends with the task or question that is open. O(1) in the size of the graph.
  ///
  /// The step's later blocks are left out of it: when the task is done, nothing more is shown.
  package func student() -> LessonPlayer {
    var copy = copy()
    copy.nextBlock = step?.blocks.count ?? 0
    return copy
  }

  /// An independent copy, with the budget of an answer. O(1) in the size of the graph.
  package func copy() -> LessonPlayer {
    var copy = self
    copy.base = base.trial()
    copy.base.budget = .grading
    copy.interpreter = interpreter.trial()
    copy.interpreter.budget = .grading
    copy.replay = LessonReplay(lesson: lesson, makeInterpreter: replay.makeInterpreter)
    return copy
  }

  /// Judges a typed answer to the open question, on a copy; fails with the reason why the text is no answer.
  package func judged(_ text: String) -> Result<PredictionResult, Diagnostic> {
    guard case .asking(let prediction) = phase else { return .failure(.noQuestion) }
    var copy = copy()
    let (events, result) = copy.judge(typed: text)
    if let result { return .success(result) }
    for case .refused(let problem) in events { return .failure(problem) }
    return .success(copy.outlook(of: prediction))
  }

  /// The answer to the open question; nil where none is open.
  package func answered() -> PredictionResult? {
    guard case .asking(let prediction) = phase else { return nil }
    return outlook(of: prediction)
  }
}
