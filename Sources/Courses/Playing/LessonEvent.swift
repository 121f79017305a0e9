import Diagnostics
import Predicates
import WorkbookLanguage

/// An event in a lesson that should be shown. The player makes them; the shell and the web page render them.
package enum LessonEvent: Sendable {
  /// The lesson's introduction, before its first step.
  case introduction([MarkdownDocument.Block])
  /// `index` counts from 0.
  case stepBegins(index: Int, count: Int, title: String, origin: StepOrigin)
  case prose([MarkdownDocument.Block])
  /// The teacher's own: shown to the presenter only.
  case note(MarkdownDocument)
  /// Help with the open question, without the answer.
  case questionHint(QuestionHint)
  /// The answer to the open question, which stays open.
  case revealed(PredictionResult)
  /// A graph block and its results.
  case run(SourceText, [Outcome])
  /// Now the player waits for an answer.
  case question(Prediction)
  case predictionResult(PredictionResult)
  /// Now it is the learner's turn.
  case taskBegins(MarkdownDocument)
  /// The learner's input and its results.
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
  /// A command that is not possible now; the hint says what is.
  case refused(Diagnostic)
}

extension LessonEvent {
  var isPredictionResult: Bool { if case .predictionResult = self { true } else { false } }
}

/// The graph that a step begins with, seen from what was on the screen before.
package enum StepOrigin: Hashable, Sendable {
  /// The lesson's own, and nothing on the screen says otherwise.
  case lesson
  /// The lesson's world alone: what earlier steps made is not there.
  case fresh
  /// The lesson's own, without what the learner did in the step before.
  case withoutOwnChanges
  /// The learner's own, as it was when they left the step, with the statements that made it.
  case resumed([String])
}

/// Help with a question that does not answer it.
package enum QuestionHint: Sendable {
  /// The statements that run next; and, if the answer is computed from them, the expression that is then evaluated.
  case runsNext(SourceText, asked: SourceText?)
  /// A choice that is wrong, by its index.
  case wrongChoice(Int)
}

/// How a lesson went.
package struct LessonSummary: Hashable, Sendable {
  package var steps: Int
  package var done: Int
  package var skipped: Int
  package var hints: Int
}

/// A learner's prediction.
package enum PredictionAnswer: Hashable, Sendable {
  /// The indices of the chosen answers, from 0.
  case choices([Int])
  /// The value, as typed: an expression, or a plain text.
  case value(String)
  /// The learner went on without one.
  case skipped
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

  /// Whether every choice that was given is right, and others are missing.
  package var isIncomplete: Bool {
    guard case .choices(let given) = answer else { return false }
    return !isRight && given.allSatisfy(rightChoices.contains)
  }
}
