extension LessonPlayer {
  /// Begins a step at one of its questions, from 0, with the text and statements that lead to it. Earlier questions
  /// stay unanswered, and a task before it counts as solved. Nil if the step has no such question.
  package mutating func begin(step index: Int, question number: Int) -> [LessonEvent]? {
    guard lesson.steps.indices.contains(index) else { return nil }
    var events = begin(step: index)
    var passed = 0
    while true {
      switch phase {
      case .asking where passed == number: return events
      case .asking(let earlier):
        pass(earlier, &events)
        passed += 1
      case .task:
        events.removeLast()
        events += play()
      case .ready, .stepDone, .lessonDone: return nil
      }
    }
  }

  /// Takes a typed answer to the open question, and goes on until it is judged; later questions stay unanswered.
  /// - Returns: what to show: the result, and the statements that decide it; without a result, the reason why the text is
  ///   no answer.
  package mutating func judge(typed text: String) -> (events: [LessonEvent], result: PredictionResult?) {
    guard case .asking(let asked) = phase else { return (answer(typed: text), nil) }
    let isDecidedByRun = runsBeforeTask
    var events: [LessonEvent] = []
    var found: PredictionResult?
    var new = answer(typed: text)
    while true {
      for event in new {
        switch event {
        case .predictionResult(let result) where result.prediction == asked:
          events.append(event)
          found = result
          if !isDecidedByRun { return (events, found) }
        case .predictionResult, .question: break
        case .run:
          events.append(event)
          if found != nil { return (events, found) }
        case .introduction, .stepBegins, .prose, .note, .questionHint, .revealed, .taskBegins, .executed,
          .checks, .hint, .solution, .taskDone, .stepDone, .lessonDone, .refused:
          events.append(event)
        }
      }
      guard case .asking(let later) = phase, later != asked else { return (events, found) }
      new = take(.skipped, for: later)
    }
  }

  /// Goes on from the open question without an answer, as if it had not been asked.
  /// - Parameter events: what was shown so far; the question is the last of it.
  mutating func pass(_ question: Prediction, _ events: inout [LessonEvent]) {
    events.removeLast()
    events += take(.skipped, for: question).filter { !$0.isPredictionResult }
  }
}
