import Diagnostics
import WorkbookLanguage

import struct Foundation.Date

/// Makes the interpreter that a lesson, an exercise or a check starts from. With a date, its clock is fixed at that
/// time.
///
/// ```swift
/// let make: InterpreterMaker = { now in Interpreter(environment: .init(now: { now ?? Date() })) }
/// ```
package typealias InterpreterMaker = @Sendable (_ now: Date?) -> Interpreter

/// A lesson being played: what was shown, whose turn it is, and the current state.
///
/// ```swift
/// var player = LessonPlayer(lesson: lesson, makeInterpreter: make)
/// show(player.begin(step: 0))
/// show(player.execute(SourceText("delete heat")))   // the learner's turn: checks run after each statement
/// show(player.next())
/// ```
///
/// The player prints nothing: every call returns the events to show. Each step starts from its world, the earlier graph
/// blocks and the earlier solutions, replayed once and kept (a copy of the graph is O(1)), so that a wrong attempt
/// never reaches the next step. Anything a learner types between the lesson's own blocks is a trial; the lesson's next
/// block runs as if it had not been typed.
///
/// A copy of a player shares the learner's current graph with it, as a copy of an interpreter does.
///
/// ## Topics
/// - ``begin(step:)``, ``next()``, ``back()``, ``restart()``, ``skip()``
/// - ``execute(_:)``, ``check()``, ``hint()``, ``solution()``, ``answer(_:)``
/// - ``LessonEvent``
package struct LessonPlayer {
  package enum Phase: Hashable, Sendable {
    /// Nothing was begun.
    case ready
    /// A prediction waits for its answer.
    case asking(Prediction)
    /// The task is the learner's.
    case task
    case stepDone
    case lessonDone
  }

  /// Whether a prediction waits for its answer.
  package var isAsking: Bool { if case .asking = phase { true } else { false } }

  package let lesson: Lesson
  /// The state that the learner sees and changes now.
  package var interpreter: Interpreter
  /// The current step, from 0.
  package internal(set) var stepIndex = 0
  package internal(set) var phase = Phase.ready
  /// The steps that were done, and those that were skipped.
  package internal(set) var doneSteps: Set<Int> = []
  package internal(set) var skippedSteps: Set<Int> = []
  /// The steps that were done before this player was made; `next` leaves their tasks.
  package var earlierSteps: Set<Int> = []
  /// The budget of each of the learner's inputs; nil for the lesson's own.
  package var inputBudget: Budget?
  /// How many hints were given in all, those of earlier sessions included where they were recorded.
  package var hintsGiven = 0

  var replay: LessonReplay
  /// The lesson's own state at this place of the step, which nothing typed can touch.
  var base: Interpreter
  /// The block of the step that comes next.
  var nextBlock = 0
  /// Answered and skipped predictions whose block has not run yet.
  var pending: [PendingPrediction] = []
  var checks: [CheckScript] = []
  /// Watches how the open task is done.
  var watch: AnswerRulesWatch?
  /// The open task, in the state in which it began.
  var openTask: LessonTask?
  /// The statements typed since the open task or question was shown that changed something, in order.
  package internal(set) var work: [String] = []
  /// Whether the step's task was left undone; what comes after it is shown.
  private var isTaskSkipped = false
  /// The places of the hints that were shown since the step began.
  var hintsOfStep: Set<Int> = []
  /// How many hints were given for the open question.
  var hintsOfQuestion = 0

  struct PendingPrediction {
    var prediction: Prediction
    var answer: PredictionAnswer
    /// The state in which the learner predicted.
    var before: Interpreter
  }

  /// The questions that were answered and are not judged yet, because the statements that decide them have not run.
  package var unjudged: [(question: Prediction, answer: PredictionAnswer)] {
    pending.map { ($0.prediction, $0.answer) }
  }

  package init(lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) {
    self.lesson = lesson
    replay = LessonReplay(lesson: lesson, makeInterpreter: makeInterpreter)
    base = makeInterpreter(lesson.now)
    interpreter = base.trial()
  }

  /// The current step; nil for a lesson without any.
  package var step: Step? { lesson.steps.indices.contains(stepIndex) ? lesson.steps[stepIndex] : nil }
}

// MARK: - From step to step

extension LessonPlayer {
  /// Opens the lesson without beginning a step: the learner sees the lesson's world.
  /// - Parameter index: the step that ``next()`` begins with.
  package mutating func open(before index: Int) {
    stepIndex = index
    base = replay.state(before: 0)
    interpreter = base.trial()
  }

  /// Begins a step afresh, whatever went before. A number outside the lesson gives its nearest step.
  package mutating func begin(step index: Int) -> [LessonEvent] {
    guard !lesson.steps.isEmpty else {
      phase = .lessonDone
      return [.lessonDone(summary)]
    }
    let isFirst = phase == .ready
    stepIndex = min(max(index, 0), lesson.steps.count - 1)
    base = replay.state(before: stepIndex)
    base.startCounting()
    base.forgetUndo()
    interpreter = base.trial()
    nextBlock = 0
    pending = []
    work = []
    isTaskSkipped = false
    hintsOfStep = []
    let step = lesson.steps[stepIndex]
    checks = step.checks
    var events: [LessonEvent] = []
    if isFirst, stepIndex == 0, !lesson.introduction.isEmpty { events.append(.introduction(lesson.introduction)) }
    events.append(
      .stepBegins(
        index: stepIndex, count: lesson.steps.count, title: step.title,
        origin: step.startsFresh && step.hasStatements && stepIndex > 0 ? .fresh : .lesson))
    return events + play()
  }

  /// Shows the open question or task again, after the text and statements that lead to it; what was typed so far stays.
  /// Nil where none is open.
  package func resume() -> [LessonEvent]? {
    switch phase {
    case .asking, .task: break
    case .ready, .stepDone, .lessonDone: return nil
    }
    var copy = self
    var events = copy.begin(step: stepIndex)
    while case .asking(let earlier) = copy.phase, copy.nextBlock < nextBlock {
      copy.pass(earlier, &events)
    }
    return events.map { event in
      guard case .stepBegins(let index, let count, let title, _) = event else { return event }
      return .stepBegins(index: index, count: count, title: title, origin: .resumed(work))
    }
  }

  /// Begins a step whose task was left in an earlier session, and runs what was typed in it. Its questions stay
  /// unanswered.
  package mutating func goOn(step index: Int, from draft: [String]) -> [LessonEvent] {
    _ = begin(step: index)
    while case .asking(let prediction) = phase { _ = take(.skipped, for: prediction) }
    if phase == .task {
      for text in draft { _ = execute(SourceText(text)) }
    }
    // A lesson that has changed since may have no task there, or one that is done.
    guard phase == .task, let events = resume() else { return begin(step: index) }
    return events
  }

  /// Whether the learner has changed anything since the step's task or question was shown. O(objects).
  package var hasOwnWork: Bool {
    switch phase {
    case .task, .asking: !interpreter.hasSameContent(as: base)
    case .ready, .stepDone, .lessonDone: false
    }
  }

  /// The step that ``next()`` begins; nil where it begins none.
  package var stepAfter: Int? {
    let isLeft =
      switch phase {
      case .stepDone: true
      case .task: isDoneBefore
      case .ready, .asking, .lessonDone: false
      }
    return isLeft && stepIndex + 1 < lesson.steps.count ? stepIndex + 1 : nil
  }

  /// The step that ``back()`` begins; nil at the first.
  package var stepBefore: Int? { stepIndex > 0 ? stepIndex - 1 : nil }

  private var isDoneBefore: Bool { doneSteps.contains(stepIndex) || earlierSteps.contains(stepIndex) }

  /// Goes on to the next step, once this one is done. An open question is left unanswered.
  package mutating func next() -> [LessonEvent] {
    switch phase {
    case .ready: return begin(step: stepIndex)
    case .asking: return skip()
    case .task:
      return isDoneBefore ? skip() : [.refused(.taskIsOpen)]
    case .stepDone: return goOn()
    case .lessonDone: return [.refused(.lessonIsDone)]
    }
  }

  /// Begins the next step, and says where that is not what the learner has made.
  private mutating func goOn() -> [LessonEvent] {
    let left = interpreter
    let events = begin(step: stepIndex + 1)
    return events.map { event in
      guard case .stepBegins(let index, let count, let title, .lesson) = event,
        !left.hasSameContent(as: replay.state(before: index))
      else { return event }
      return .stepBegins(index: index, count: count, title: title, origin: .withoutOwnChanges)
    }
  }

  /// Goes back to the step before.
  package mutating func back() -> [LessonEvent] {
    guard let stepBefore else { return [.refused(.isFirstStep)] }
    return begin(step: stepBefore)
  }

  /// Begins the current step afresh and discards what was typed in it.
  package mutating func restart() -> [LessonEvent] { begin(step: stepIndex) }

  /// Leaves a question unanswered, or a task undone, and goes on.
  package mutating func skip() -> [LessonEvent] {
    switch phase {
    case .ready: return begin(step: stepIndex)
    case .asking(let prediction):
      return take(.skipped, for: prediction)
    case .task:
      isTaskSkipped = true
      // What the step says after its task is for everybody, once.
      guard step?.endsWithTask == true || isDoneBefore else { return play() }
      let events = finishStep()
      return phase == .lessonDone ? events : events + begin(step: stepIndex + 1)
    case .stepDone: return goOn()
    case .lessonDone: return [.refused(.lessonIsDone)]
    }
  }

  /// Shows and runs the step's blocks up to the next place where the learner is asked for something.
  mutating func play() -> [LessonEvent] {
    guard let step else { return [] }
    var events: [LessonEvent] = []
    while nextBlock < step.blocks.count {
      switch step.blocks[nextBlock] {
      case .prose(let blocks): events.append(.prose(blocks))
      case .note(let document): events.append(.note(document))
      case .graph(let source, _):
        let outcomes = base.run(source)
        // A verdict comes directly after the answer, while its question is on the screen.
        events = pending.map { .predictionResult($0.result(after: base)) } + events + [.run(source, outcomes)]
        pending = []
      case .predict(let prediction):
        takeTurn()
        phase = .asking(prediction)
        hintsOfQuestion = 0
        return events + [.question(prediction)]
      case .task(let document):
        takeTurn(keepsUndo: step.isSolvedByUndo)
        watch = AnswerRulesWatch(step.answerRules, on: &interpreter)
        openTask = LessonTask(
          lesson: lesson, step: step, start: interpreter.trial(), solutions: step.solutions(from: base))
        phase = .task
        nextBlock += 1
        return events + [.taskBegins(document)]
      case .solution(let source):
        // The lesson's own state goes on as if the learner had typed it; what the learner made stays theirs.
        _ = base.run(source)
      case .check, .hint, .wrong: break
      }
      nextBlock += 1
    }
    // The end of the step: after a task the learner keeps what they made.
    if step.task == nil {
      interpreter = base.trial()
      limitInputs()
    }
    return events + finishStep()
  }

  /// Gives the learner a copy of the lesson's own state.
  /// - Parameter keepsUndo: whether `undo` reaches what the lesson did in this step.
  mutating func takeTurn(keepsUndo: Bool = false) {
    interpreter = base.trial()
    limitInputs()
    if !keepsUndo { interpreter.forgetUndo() }
    work = []
  }

  private mutating func limitInputs() {
    if let inputBudget { interpreter.budget = inputBudget }
  }

  private mutating func finishStep() -> [LessonEvent] {
    work = []
    if isTaskSkipped {
      if !doneSteps.contains(stepIndex), !earlierSteps.contains(stepIndex) { skippedSteps.insert(stepIndex) }
    } else {
      doneSteps.insert(stepIndex)
      skippedSteps.remove(stepIndex)
    }
    let isLast = stepIndex == lesson.steps.count - 1
    phase = isLast ? .lessonDone : .stepDone
    return [.stepDone(index: stepIndex, isSkipped: isTaskSkipped)] + (isLast ? [.lessonDone(summary)] : [])
  }

  var summary: LessonSummary {
    LessonSummary(
      steps: lesson.steps.count, done: doneSteps.union(earlierSteps).count, skipped: skippedSteps.count,
      hints: hintsGiven)
  }
}
