import Drills
import WorkbookLanguage

/// A drill that is going on at the prompt, and the drill's own workbook.
package struct DrillAttempt {
  /// The kinds that the learner chose from; `next` asks about one of them.
  package let kinds: [DrillKind]
  package let drill: Drill
  /// The drill's workbook: the question's until it is answered, then one to look around in.
  var interpreter: Interpreter
  /// Whether the answer was given or shown.
  package internal(set) var isAnswered = false
  /// The round of practice that the drill belongs to; nil for one that was asked for.
  package internal(set) var round: PracticeRound?

  init(_ drill: Drill, of kinds: [DrillKind], in round: PracticeRound? = nil) {
    self.drill = drill
    self.kinds = kinds
    self.round = round
    interpreter = drill.opened().interpreter
  }
}
