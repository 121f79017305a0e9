extension Progress {
  /// Records an answer to something that may be asked again. An item that was never answered wrong needs no practice.
  package mutating func practise(_ item: PracticeItem, isRight: Bool, on day: Int) {
    answers[item.key] = isRight
    if !isRight {
      practice[item.key] = PracticeCard(missedOn: day)
    } else {
      practice[item.key]?.advance(on: day)
    }
  }

  /// Records the answers to a lesson's questions. A question whose answer was looked up counts as answered wrong; one
  /// that was skipped, or that the lesson itself cannot answer, does not count.
  package mutating func practise(_ events: [LessonEvent], in player: LessonPlayer, on day: Int) {
    for event in events {
      switch event {
      case .predictionResult(let result) where result.answer != .skipped && result.diagnostic == nil:
        practise(player.item(of: result.prediction), isRight: result.isRight, on: day)
      case .revealed(let result): practise(player.item(of: result.prediction), isRight: false, on: day)
      case .predictionResult, .introduction, .stepBegins, .prose, .note, .questionHint, .run, .question, .taskBegins,
        .executed, .checks, .hint, .solution, .taskDone, .stepDone, .lessonDone, .refused:
        break
      }
    }
  }

  private mutating func practise(_ item: PracticeItem?, isRight: Bool, on day: Int) {
    if let item { practise(item, isRight: isRight, on: day) }
  }

  /// Returns the items that are due, those that have waited longest first.
  /// - Complexity: O(*n* log *n*) in the number of cards.
  package func duePractice(on day: Int) -> [PracticeItem] {
    practice.filter { $0.value.isDue(on: day) }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
      .compactMap { PracticeItem(key: $0.key) }
  }

  /// The first day on which something is due; nil if nothing needs practice.
  package var nextPractice: Int? { practice.values.filter { !$0.isLearned }.map(\.due).min() }

  /// Returns the card of an item; nil if it was never answered wrong.
  package func card(of item: PracticeItem) -> PracticeCard? { practice[item.key] }
}

extension LessonPlayer {
  /// Returns the practice item for a question of the current step.
  fileprivate func item(of prediction: Prediction) -> PracticeItem? {
    step?.predictions.firstIndex(of: prediction).map {
      .question(lesson: lesson.slug, step: stepIndex, number: $0)
    }
  }
}
