import Diagnostics
import WorkbookLanguage

import struct Foundation.Date

/// A generated exercise: a small workbook, a question about it, and the answer that the engine found.
///
/// ```swift
/// let drill = DrillMaker.drill(.deleteRules, seed: 7, level: 2)
/// drill.judge("lee, tom")   // .right, .wrong or .notAnAnswer
/// ```
package struct Drill: Sendable {
  package let kind: DrillKind
  package let seed: UInt64
  /// The difficulty, from 1 to 5.
  package let level: Int
  /// The statements that build the workbook.
  package let setup: [String]
  /// The question, in Markdown of one paragraph.
  package let question: String
  /// The form that the answer has: `names of objects, or none`.
  package let prompt: String
  /// The right answer, as it could be typed.
  package var answer: String { key.text }
  /// Statements that show why, run after ``setup``.
  package let trace: [String]
  /// Sentences that say why, for what no statement shows.
  package let reasons: [String]
  let key: AnswerKey
  /// The world behind the question, for a second way to find the answer.
  let facts: DrillFacts

  /// Whether the answer could be guessed without reading: nothing, or everything there is.
  package var isTrivial: Bool { key.isTrivial }

  /// Judges an answer as it was typed.
  package func judge(_ answer: String) -> DrillVerdict { key.judge(answer) }
}

/// The judgement on an answer.
package enum DrillVerdict: Hashable, Sendable {
  case right
  /// The answer is wrong, with a sentence that says where; it does not give the answer away.
  case wrong(String)
  /// The text is not an answer to this question, with a sentence that says why. It does not count.
  case notAnAnswer(String)
}

/// A drill without its kind, seed and level, as a maker returns it.
struct DrillDraft {
  var setup: [String]
  var question: String
  var prompt: String
  var trace: [String] = []
  var reasons: [String] = []
  var key: AnswerKey
  var facts: DrillFacts
}

extension Drill {
  /// Builds the drill's workbook in a new interpreter.
  /// - Returns: the interpreter, and the outcomes that failed; a drill has none.
  package func opened() -> (interpreter: Interpreter, failures: [Outcome]) {
    var interpreter = Interpreter(
      environment: Interpreter.Environment(now: { Date(timeIntervalSinceReferenceDate: 0) }))
    let failures = interpreter.run(SourceText(setup.joined(separator: "\n"))).filter(\.failed)
    return (interpreter, failures)
  }

  /// Runs the trace in a copy of the drill's workbook, so that the workbook stays as the question shows it.
  /// - Returns: the outcomes of each statement.
  package func traced(in interpreter: Interpreter) -> [(statement: String, outcomes: [Outcome])] {
    var copy = interpreter.rehearsal()
    return trace.map { ($0, copy.run(SourceText($0))) }
  }
}
