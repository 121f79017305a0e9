import Diagnostics
import Predicates
import WorkbookLanguage

/// Something that happens in a lesson and is to be shown. The player makes them, the shell and the web page render them.
package enum LessonEvent: Sendable {
  /// What the lesson says before its first step.
  case introduction([MarkdownDocument.Block])
  /// `index` counts from 0.
  case stepBegins(index: Int, count: Int, title: String)
  case prose([MarkdownDocument.Block])
  /// The teacher's own: shown to the presenter only.
  case note(MarkdownDocument)
  /// A graph block, and what came of it.
  case run(SourceText, [Outcome])
  /// Now the player waits for an answer.
  case question(Prediction)
  case predictionResult(PredictionResult)
  /// Now it is the learner's turn.
  case taskBegins(MarkdownDocument)
  /// What the learner typed, and what came of it.
  case executed(SourceText, [Outcome])
  /// The task's checks, where not all hold yet.
  case checks([CheckOutcome])
  /// `number` counts from 1.
  case hint(MarkdownDocument, number: Int, count: Int)
  case solution([SourceText])
  /// All checks of the task hold; what the step says after it follows.
  case taskDone
  case stepDone(index: Int, isSkipped: Bool)
  case lessonDone(LessonSummary)
  /// What was asked for cannot be had now; the hint says what can.
  case refused(Diagnostic)
}

/// How a lesson went.
package struct LessonSummary: Hashable, Sendable {
  package var steps: Int
  package var done: Int
  package var skipped: Int
  package var hints: Int
}

/// What a learner predicts.
package enum PredictionAnswer: Hashable, Sendable {
  /// The indices of the chosen answers, from 0.
  case choices([Int])
  /// The value, as typed: an expression, or a plain text.
  case value(String)
}

/// Whether a prediction came true, and what differs.
package struct PredictionResult: Hashable, Sendable {
  package var prediction: Prediction
  package var answer: PredictionAnswer
  package var isRight: Bool
  /// The indices of the right choices.
  package var rightChoices: [Int]
  /// The remark of the chosen answer; where several were chosen, of the first wrong one.
  package var remark: String?
  /// For each choice, whether its condition held; nil for a choice without one.
  package var held: [Bool?]
  /// For a value: what the learner predicted, where it could be understood, and what it is.
  package var predicted: Value?
  package var actual: Value?
  /// Why the lesson's own expression or condition could not be evaluated.
  package var diagnostic: Diagnostic?
}
