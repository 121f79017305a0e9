import Diagnostics
import WorkbookLanguage

/// A lesson as it plays out, from the first word to the last: every part in order, with the results of its examples.
///
/// Where a ``LessonPlayer`` waits for a learner, a script has everything at once: for the projector, for a class, for
/// paper. Each step starts as in the player, and the results are those that a learner sees.
///
/// ```swift
/// let script = LessonScript(lesson, makeInterpreter: make)
/// script.steps[3].parts           // prose, examples, questions, the task and a solution
/// script.states[3][2].trial()     // the graph after the third part of the fourth step
/// ```
package struct LessonScript {
  package let lesson: Lesson
  let makeInterpreter: InterpreterMaker
  package private(set) var steps: [PlayedStep] = []
  /// For each step, the state in which it starts, and the one after each of its parts. Use them as trials only.
  package private(set) var states: [[Interpreter]] = []
  /// The questions by number, each with the state in which it is asked and the one in which it is judged.
  private var questions: [QuestionJudge] = []

  /// Runs the lesson's examples and solutions, each once.
  package init(_ lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) {
    self.lesson = lesson
    self.makeInterpreter = makeInterpreter
    var replay = LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
    for index in lesson.steps.indices {
      var state = replay.state(before: index)
      // Each step may do as much as the whole lesson.
      state.startCounting()
      state.forgetUndo()
      var maker = PartMaker(step: lesson.steps[index], state: state, firstQuestion: questions.count)
      maker.run()
      questions += maker.questions
      steps.append(PlayedStep(title: lesson.steps[index].title, parts: maker.parts, notes: lesson.steps[index].notes))
      states.append(maker.states)
    }
  }
}

extension LessonScript {
  /// Returns the judge of a question, by its number; nil for a number that no question has.
  /// - Parameter budget: the most that evaluating the answer may use; nil for the lesson's own budget.
  package func judge(ofQuestion number: Int, _ budget: Budget? = nil) -> QuestionJudge? {
    guard questions.indices.contains(number) else { return nil }
    var judge = questions[number]
    (judge.before, judge.after) = (judge.before.trial(), judge.after.trial())
    if let budget { judge.before.budget = budget }
    return judge
  }
}

/// A question with copies of the workbook from before and after its block, so that answers can be judged without the script.
package struct QuestionJudge {
  package let prediction: Prediction
  fileprivate(set) var before: Interpreter
  fileprivate(set) var after: Interpreter

  /// Judges an answer as it is typed: `2`, `1, 3` or `b` for choices, the value itself otherwise. An empty answer is none.
  ///
  /// - Returns: the result; a diagnostic for what is no answer to this question.
  package func judge(_ text: String) -> Result<PredictionResult, Diagnostic> {
    let answer: PredictionAnswer
    if text.allSatisfy(\.isWhitespace) {
      answer = .skipped
    } else {
      switch prediction.answer {
      case .expression(let expression):
        if let problem = before.problem(withValue: text, actual: try? after.evaluate(expression).get()) {
          // Its hint is for the prompt, where one can skip.
          return .failure(Diagnostic(problem.id, problem.message))
        }
        answer = .value(text)
      case .choices(let choices):
        guard
          let indices = prediction.choice(saying: text).map({ [$0] })
            ?? LessonPlayer.indices(in: text, count: choices.count),
          prediction.allows(.choices(indices))
        else {
          return .failure(.notAChoice(text, count: choices.count, allowsSeveral: prediction.allowsSeveral))
        }
        answer = .choices(indices)
      }
    }
    let pending = LessonPlayer.PendingPrediction(prediction: prediction, answer: answer, before: before)
    return .success(pending.result(after: after))
  }
}

/// A step of a ``LessonScript``.
package struct PlayedStep: Sendable {
  package var title: String
  package var parts: [LessonPart]
  /// The teacher's own.
  package var notes: [MarkdownDocument]
}

/// A part of a step, in the order in which it is shown.
package enum LessonPart: Sendable {
  case prose(MarkdownDocument.Block)
  /// An example: what is typed, and what came of each statement.
  case example([Outcome])
  case question(LessonQuestion)
  case task(MarkdownDocument)
  /// `number` counts from 1.
  case hint(MarkdownDocument, number: Int, count: Int)
  /// A solution of the task, run.
  case solution([Outcome])
}

/// A prediction of a lesson, and its answer.
package struct LessonQuestion: Hashable, Sendable {
  /// The place among the questions of the lesson, from 0.
  package var number: Int
  package var prediction: Prediction
  /// The right choices or the value, as the lesson itself finds them.
  package var answer: PredictionResult
}

/// Goes through the blocks of a step.
private struct PartMaker {
  let step: Step
  var state: Interpreter
  let firstQuestion: Int
  var questions: [QuestionJudge] = []
  var parts: [LessonPart] = []
  var states: [Interpreter] = []
  /// The questions whose answer the next example gives: their places in `parts`.
  private var open: [(place: Int, pending: LessonPlayer.PendingPrediction)] = []

  init(step: Step, state: Interpreter, firstQuestion: Int) {
    self.step = step
    self.state = state
    self.firstQuestion = firstQuestion
    states = [state.trial()]
  }

  mutating func run() {
    let hints = step.hints.count
    var hintNumber = 0
    for block in step.blocks {
      switch block {
      case .prose(let blocks):
        for block in blocks { add(.prose(block)) }
      case .graph(let source, _):
        let outcomes = state.run(source)
        settle()
        add(.example(outcomes))
      case .predict(let prediction): add(prediction)
      case .task(let task):
        settle()
        add(.task(task))
      case .hint(let hint):
        hintNumber += 1
        add(.hint(hint.text, number: hintNumber, count: hints))
      case .solution(let source): add(.solution(state.run(source)))
      case .check, .wrong, .note: break
      }
    }
    settle()
  }

  private mutating func add(_ part: LessonPart) {
    parts.append(part)
    states.append(state.trial())
  }

  private mutating func add(_ prediction: Prediction) {
    let before = state.trial()
    let pending = LessonPlayer.PendingPrediction(prediction: prediction, answer: .skipped, before: before)
    open.append((parts.count, pending))
    let number = firstQuestion + questions.count
    questions.append(QuestionJudge(prediction: prediction, before: before, after: before))
    add(.question(LessonQuestion(number: number, prediction: prediction, answer: pending.result(after: before))))
  }

  /// Finds the answers to the questions before this place, now that what they ask about has run.
  private mutating func settle() {
    for (place, pending) in open {
      guard case .question(var question) = parts[place] else { continue }
      let after = state.trial()
      question.answer = pending.result(after: after)
      questions[question.number - firstQuestion].after = after
      parts[place] = .question(question)
    }
    open = []
  }
}
