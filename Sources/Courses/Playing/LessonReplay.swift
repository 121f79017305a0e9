import Diagnostics
import WorkbookLanguage

/// The state before each step of a lesson: its world, the earlier graph blocks and the earlier solutions.
///
/// Each state is computed once and kept as a trial, whose copy is O(1): going through a lesson runs each block once.
struct LessonReplay {
  let lesson: Lesson
  let makeInterpreter: InterpreterMaker
  private var states: [Int: Interpreter] = [:]

  init(lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) {
    self.lesson = lesson
    self.makeInterpreter = makeInterpreter
  }

  /// A trial of the state in which a step begins. The index is one of the lesson's.
  mutating func state(before index: Int) -> Interpreter {
    // The nearest state at or before the step that is known or starts from the world alone.
    var start = index
    while start > 0, states[start] == nil, !lesson.steps[start].startsFresh { start -= 1 }
    var current = states[start]?.trial() ?? world()
    if states[start] == nil { states[start] = current.trial() }
    while start < index {
      for source in lesson.steps[start].canonicalSources { _ = current.run(source) }
      start += 1
      current.forgetUndo()
      states[start] = current.trial()
    }
    return current
  }

  /// Takes a state that was computed elsewhere.
  mutating func know(_ state: Interpreter, before index: Int) { states[index] = state }

  /// The lesson's world and nothing else.
  func world() -> Interpreter {
    var interpreter = makeInterpreter(lesson.now)
    // A lesson that is played again must not find the files of the last time.
    interpreter.environment.storePath = nil
    if let world = lesson.world { _ = interpreter.run(world) }
    return interpreter
  }
}

extension Step {
  /// Whether a solution takes back a change that the lesson made.
  var isSolvedByUndo: Bool {
    solutions.contains { WorkbookParser.parse($0).statements.contains { $0.kind == .undo } }
  }

  /// The step's own effects on the state, in order: its graph blocks and its solution.
  package var canonicalSources: [SourceText] {
    blocks.compactMap { block in
      switch block {
      case .graph(let source, _), .solution(let source): source
      case .prose, .predict, .task, .check, .hint, .wrong, .note: nil
      }
    }
  }
}
