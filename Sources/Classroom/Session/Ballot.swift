import Courses

/// A vote on one question, in at most two rounds: before the students have talked about it, and after.
package struct Ballot: Hashable, Sendable {
  package enum Phase: String, Hashable, Sendable {
    case open, closed, revealed
  }

  /// A student's answer.
  package struct Answer: Hashable, Sendable {
    /// The chosen answers, from 0; empty for a typed value.
    package var choices: [Int]
    /// The value as typed, or the words of one who does not know; nil for choices.
    package var value: String?
    package var isRight: Bool
    /// Whether the student has said that they do not know, which is no wrong answer.
    package var isUnknown = false

    package init(choices: [Int], isRight: Bool) {
      self.choices = choices
      self.isRight = isRight
    }

    package init(value: String, isRight: Bool) {
      choices = []
      self.value = value
      self.isRight = isRight
    }

    /// The answer of a student who does not know.
    /// - Parameter words: the words for it in the lesson's language.
    package static func unknown(_ words: String) -> Answer {
      var answer = Answer(value: words, isRight: false)
      answer.isUnknown = true
      return answer
    }
  }

  package static let roundLimit = 2

  package internal(set) var phase = Phase.open
  /// The answers of each round, by student. Never empty.
  package internal(set) var rounds: [[Int: Answer]] = [[:]]

  /// The students who were here when a round was closed last; nil if none was.
  package internal(set) var present: Set<Int>?

  /// The current round, from 0.
  package var round: Int { rounds.count - 1 }

  /// Whether the vote is as it was before its second round, but for the round itself.
  package var canTakeBack: Bool { rounds.count > 1 && rounds.last?.isEmpty == true && phase != .revealed }

  /// The number of answers in a round.
  package func count(inRound round: Int) -> Int { rounds.indices.contains(round) ? rounds[round].count : 0 }

  /// How often each choice was taken in a round. O(answers).
  package func tally(ofRound round: Int, choices: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: choices)
    guard rounds.indices.contains(round) else { return counts }
    for answer in rounds[round].values {
      for choice in answer.choices where counts.indices.contains(choice) { counts[choice] += 1 }
    }
    return counts
  }

  /// The typed values of a round, the most frequent first. O(n log n) in the number of answers.
  package func values(ofRound round: Int) -> [(value: String, count: Int, isRight: Bool)] {
    guard rounds.indices.contains(round) else { return [] }
    var counts: [String: (count: Int, isRight: Bool)] = [:]
    for answer in rounds[round].values {
      guard let value = answer.value else { continue }
      counts[value] = ((counts[value]?.count ?? 0) + 1, answer.isRight)
    }
    return counts.map { ($0.key, $0.value.count, $0.value.isRight) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The typed values of all rounds, with how often each was given in each round: the most frequent first, or the right ones
  /// before the others.
  package func values(rightFirst: Bool) -> [(value: String, counts: [Int], isRight: Bool)] {
    var all: [String: (counts: [Int], isRight: Bool)] = [:]
    for round in rounds.indices {
      for (value, count, isRight) in values(ofRound: round) {
        all[value, default: (rounds.map { _ in 0 }, isRight)].counts[round] = count
      }
    }
    func rank(_ counts: [Int], _ isRight: Bool) -> (Int, Int) { (rightFirst && isRight ? 0 : 1, -counts.reduce(0, +)) }
    return all.map { ($0.key, $0.value.counts, $0.value.isRight) }.sorted { one, other in
      let (first, second) = (rank(one.1, one.2), rank(other.1, other.2))
      return first == second ? one.0 < other.0 : first < second
    }
  }
}
