import Courses

/// A wrong answer, or the advice of a task's checks at which students stopped, and how many got there.
package struct Misconception: Hashable, Sendable {
  /// The step, from 0.
  package var step: Int
  package var text: String
  /// The question that the answer was for; nil for an advice.
  package var question: String?
  /// The author's remark on it.
  package var remark: String?
  /// How many students gave the answer in any round, or were left with the advice.
  package var count: Int
  /// How many gave it in each round, and out of how many; empty for an advice.
  package var rounds: [Share] = []
  /// How many of them still gave it in the last round; nil if there was only one.
  package var left: Int?
  /// Out of how many students.
  package var total: Int
  /// The sentences of the ideas that the question practises.
  package var ideas: [String]

  package struct Share: Hashable, Sendable {
    package var count: Int
    package var total: Int
  }
}

extension ClassSession {
  /// Returns the misconceptions so far, the most frequent first: the wrong answers of all rounds, and the last advice of the
  /// checks to those who did not finish a task. A task on which the class is at work is not among them: while students type,
  /// what is missing says little. O(answers).
  ///
  /// - Parameters:
  ///   - sentences: the ideas of the course, by id.
  ///   - shown: Makes the text for a typed answer; answers with the same text are counted together.
  package func misconceptions(
    sentences: [String: String] = [:], shown: (String) -> String = { $0 }
  ) -> [Misconception] {
    var found: [Misconception] = []
    for (place, ballot) in ballots {
      guard let prediction = prediction(at: place) else { continue }
      let rounds = ballot.rounds.filter { !$0.isEmpty }
      let total = Set(rounds.flatMap(\.keys)).count
      for (wrong, students) in Self.wrongAnswers(in: rounds, to: prediction, shown) {
        let left = rounds.count > 1 ? students.count { wrong.isGiven(by: rounds.last?[$0], shown) } : nil
        found.append(
          Misconception(
            step: place.step, text: wrong.text, question: prediction.question.plainText, remark: wrong.remark,
            count: students.count,
            rounds: rounds.map { round in
              .init(count: students.count { wrong.isGiven(by: round[$0], shown) }, total: round.count)
            }, left: left, total: total, ideas: prediction.practises.compactMap { sentences[$0] }))
      }
    }
    var stuck: [Int: [String: Int]] = [:]
    for (step, advice) in students.values.flatMap(\.advice) where isOver || step != place.step {
      stuck[step, default: [:]][advice, default: 0] += 1
    }
    for (step, advices) in stuck {
      for (advice, count) in advices {
        found.append(Misconception(step: step, text: advice, count: count, total: students.count, ideas: []))
      }
    }
    return found.sorted { ($1.count, $0.step, $0.text) < ($0.count, $1.step, $1.text) }
  }

  /// A wrong answer: a choice by its number, or the text of a typed value.
  private struct WrongAnswer: Hashable {
    var choice: Int?
    var value: String?
    var text: String
    var remark: String?

    func isGiven(by answer: Ballot.Answer?, _ shown: (String) -> String) -> Bool {
      guard let answer, !answer.isRight || choice != nil else { return false }
      return choice.map(answer.choices.contains) ?? (!answer.isUnknown && answer.value.map(shown) == value)
    }
  }

  /// The wrong answers of some rounds, each with the students who gave it in any of them.
  private static func wrongAnswers(
    in rounds: [[Int: Ballot.Answer]], to prediction: Prediction, _ shown: (String) -> String
  ) -> [WrongAnswer: Set<Int>] {
    var found: [WrongAnswer: Set<Int>] = [:]
    for (student, answer) in rounds.joined() where !answer.isUnknown {
      switch prediction.answer {
      case .choices(let choices):
        for choice in answer.choices where choices.indices.contains(choice) && !choices[choice].isRight {
          let wrong = WrongAnswer(choice: choice, text: choices[choice].text, remark: choices[choice].remark)
          found[wrong, default: []].insert(student)
        }
      case .expression(let expression):
        guard !answer.isRight, let value = answer.value.map(shown) else { continue }
        let remark = prediction.remark(onValue: value)
        let wrong = WrongAnswer(value: value, text: "`\(expression.text)` is \(value)", remark: remark)
        found[wrong, default: []].insert(student)
      }
    }
    return found
  }
}

extension IdeaList {
  /// The sentences by the ids of the ideas.
  package var sentences: [String: String] {
    Dictionary(ideas.map { ($0.id, $0.sentence) }, uniquingKeysWith: { first, _ in first })
  }
}
