import Diagnostics
import WorkbookLanguage

extension Exercise {
  /// Runs the start of the exercise, in the session and in the grader alike.
  ///
  /// `undo` cannot take the start away: it reaches only what the start leaves unsaved after its last save, as an exercise
  /// about a mistake does.
  package func begin(in interpreter: inout Interpreter) -> [Outcome] {
    let tree = WorkbookParser.parse(start)
    var outcomes: [Outcome] = []
    var hasSaved = false
    if tree.diagnostics.isEmpty {
      for statement in tree.statements {
        outcomes.append(interpreter.execute(statement, in: start))
        guard case .save = statement.kind else { continue }
        interpreter.forgetUndo()
        hasSaved = true
      }
    } else {
      outcomes = interpreter.run(tree)
    }
    if !hasSaved || !interpreter.context.hasChanges { interpreter.forgetUndo() }
    return outcomes
  }
}
