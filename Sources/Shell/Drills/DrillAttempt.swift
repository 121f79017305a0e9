import Drills
import WorkbookLanguage

/// A drill that is going on at the prompt, and the drill's own workbook.
package struct DrillAttempt {
  /// The kinds that the learner chose from; `next` asks about one of them.
  let kinds: [DrillKind]
  let drill: Drill
  /// The drill's workbook: the question's until it is answered, then one to look around in.
  var interpreter: Interpreter
  /// Whether the answer was given or shown.
  var isAnswered = false

  init(_ drill: Drill, of kinds: [DrillKind]) {
    self.drill = drill
    self.kinds = kinds
    interpreter = drill.opened().interpreter
  }
}
