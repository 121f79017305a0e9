import Courses

/// A wrong answer, or an advice of a task's checks, and how many students got there.
package struct Misconception: Hashable, Sendable {
  /// The step, from 0.
  package var step: Int
  package var text: String
  /// The author's remark on it.
  package var remark: String?
  package var count: Int
  /// Out of how many students.
  package var total: Int
  /// The sentences of the ideas that the question practises.
  package var ideas: [String]
}

extension ClassSession {
  /// Returns the misconceptions so far, the most frequent first: wrong choices in the last round of each question, and the
  /// advice of tasks' checks. O(answers).
  ///
  /// - Parameters:
  ///   - sentences: the ideas of the course, by id.
  ///   - shown: Makes the text for a typed answer; answers with the same text are counted together.
  package func misconceptions(
    sentences: [String: String] = [:], shown: (String) -> String = { $0 }
  ) -> [Misconception] {
    var found: [Misconception] = []
    for (place, ballot) in ballots {
      guard let prediction = prediction(at: place), let last = ballot.rounds.lastIndex(where: { !$0.isEmpty }) else {
        continue
      }
      let total = ballot.count(inRound: last)
      let ideas = prediction.practises.compactMap { sentences[$0] }
      switch prediction.answer {
      case .choices(let choices):
        for (choice, count) in zip(choices, ballot.tally(ofRound: last, choices: choices.count))
        where count > 0 && !choice.isRight {
          found.append(
            Misconception(
              step: place.step, text: choice.text, remark: choice.remark, count: count, total: total, ideas: ideas))
        }
      case .expression(let expression):
        var counts: [String: Int] = [:]
        for (value, count, isRight) in ballot.values(ofRound: last) where !isRight {
          counts[shown(value), default: 0] += count
        }
        for (value, count) in counts {
          found.append(
            Misconception(
              step: place.step, text: "`\(expression.text)` is \(value)", remark: nil, count: count, total: total,
              ideas: ideas))
        }
      }
    }
    for (step, advices) in advised {
      let ideas = lesson.steps.indices.contains(step) ? lesson.steps[step].practises.compactMap { sentences[$0] } : []
      for (advice, students) in advices {
        found.append(
          Misconception(
            step: step, text: advice, remark: nil, count: students.count, total: self.students.count, ideas: ideas))
      }
    }
    return found.sorted { ($1.count, $0.step, $0.text) < ($0.count, $1.step, $1.text) }
  }
}

extension IdeaList {
  /// The sentences by the ids of the ideas.
  package var sentences: [String: String] {
    Dictionary(ideas.map { ($0.id, $0.sentence) }, uniquingKeysWith: { first, _ in first })
  }
}
