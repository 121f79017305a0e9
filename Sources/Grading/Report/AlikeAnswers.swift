import Courses

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The answers of a class to one exercise, of which pairs are found that are more alike than chance explains: a list for
/// people to read, never a verdict.
///
/// What the exercise's own texts contain is not in a shape (``AnswerShape``). Every other statement is evidence, for one answer
/// being a copy of the other or against it: the logarithm of how much likelier it is to be shared, or not, by a copy than by an
/// honest answer, of which as many have it as of the class. The evidence of all statements is added up, from both sides, and
/// the mean is the pair's weight. Listed are the pairs of more than ln(answers) + 1: by chance, a student has such a partner in
/// one class of three.
package struct AlikeAnswers: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    /// The places of the two students, in the order in which they were added.
    package var first: Int
    package var second: Int
    /// How much likelier it is for a copy than for chance: a natural logarithm.
    package var weight: Double
    /// The lines of the statements that they share.
    package var firstLines: [Int]
    package var secondLines: [Int]
  }

  /// The lines that a solution needs: in shorter answers everyone writes the same.
  package static let lineMinimum = 5
  /// The most pairs that are listed.
  package static let pairLimit = 50
  /// The most students that are compared. Their shapes are kept in memory.
  package static let studentLimit = 5000

  /// By student: the distinct statements.
  private var answers: [(student: Int, units: [AnswerShape.Unit])] = []
  /// How many answers there are, those without statements of their own among them.
  private var count = 0

  package init() {}

  package var isComplete: Bool { count <= Self.studentLimit }

  /// Adds an answer. O(its statements).
  package mutating func add(_ shape: AnswerShape, of student: Int) {
    count += 1
    guard isComplete, !shape.units.isEmpty else { return }
    var known: Set<[UInt64]> = []
    answers.append((student, shape.units.filter { known.insert($0.marks).inserted }))
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.answers.elementsEqual(right.answers) { $0.student == $1.student && $0.units == $1.units }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }

  /// The pairs that chance does not explain, the least likely first. O(pairs with a rare fingerprint in
  /// common × their statements).
  package func pairs() -> [Pair] {
    guard isComplete, answers.count > 1 else { return [] }
    var holders: [UInt64: [Int]] = [:]
    for (place, answer) in answers.enumerated() {
      for mark in Set(answer.units.flatMap(\.marks)) { holders[mark, default: []].append(place) }
    }
    // Only pairs that share something which not everyone wrote are looked at.
    let limit = max(3, min(64, count / 8))
    var candidates: Set<SIMD2<Int>> = []
    for places in holders.values where (2...limit).contains(places.count) {
      for (index, first) in places.enumerated() {
        for second in places[(index + 1)...] { candidates.insert(SIMD2(first, second)) }
      }
    }
    let evidence = Evidence(holders.mapValues(\.count), Self.holders(of: answers), of: count)
    let contents = answers.map { Contents($0.units) }
    let threshold = log(Double(count)) + 1
    let pairs = candidates.compactMap { candidate -> Pair? in
      let (first, second) = (answers[candidate[0]], answers[candidate[1]])
      let (weight, lines) = evidence.weight(of: first.units, in: contents[candidate[1]])
      let (otherWeight, otherLines) = evidence.weight(of: second.units, in: contents[candidate[0]])
      let mean = (weight + otherWeight) / 2
      guard mean > threshold else { return nil }
      return Pair(
        first: first.student, second: second.student, weight: mean, firstLines: lines, secondLines: otherLines)
    }
    let sorted = pairs.sorted { ($1.weight, $0.first, $0.second) < ($0.weight, $1.first, $1.second) }
    return Array(sorted.prefix(Self.pairLimit))
  }

  /// How many answers have each statement.
  private static func holders(of answers: [(student: Int, units: [AnswerShape.Unit])]) -> [[UInt64]: Int] {
    var counts: [[UInt64]: Int] = [:]
    for answer in answers { for unit in answer.units { counts[unit.marks, default: 0] += 1 } }
    return counts
  }

  /// The statements of an answer and all their fingerprints.
  private struct Contents {
    var units: Set<[UInt64]>
    var marks: Set<UInt64>

    init(_ units: [AnswerShape.Unit]) {
      self.units = Set(units.map(\.marks))
      marks = Set(units.flatMap(\.marks))
    }
  }

  /// The evidence of one answer's statements about another: the logarithm of how much likelier they are to be there, or not, in
  /// a copy than in an honest answer.
  private struct Evidence {
    /// A copy keeps so much of what it copies.
    private static let kept = 0.95

    private let ofMarks: [UInt64: Int]
    private let ofUnits: [[UInt64]: Int]
    private let count: Double

    init(_ marks: [UInt64: Int], _ units: [[UInt64]: Int], of count: Int) {
      (ofMarks, ofUnits, self.count) = (marks, units, Double(count))
    }

    private func weight(holders: Int?, isShared: Bool) -> Double {
      // Of the others, so many have it; never fewer than one of all.
      let others = max(Double((holders ?? 1) - 1) / (count - 1), 1 / count)
      return isShared ? log(Self.kept / min(others, Self.kept)) : log((1 - Self.kept) / max(1 - others, 1 - Self.kept))
    }

    func weight(of units: [AnswerShape.Unit], in other: Contents) -> (weight: Double, lines: [Int]) {
      var weight = 0.0
      var lines: [Int] = []
      for unit in units {
        let shared = unit.marks.count(where: other.marks.contains)
        if other.units.contains(unit.marks) {
          weight += self.weight(holders: ofUnits[unit.marks], isShared: true)
        } else {
          weight +=
            unit.marks.reduce(0) { sum, mark in
              sum + self.weight(holders: ofMarks[mark], isShared: other.marks.contains(mark))
            } / Double(unit.marks.count)
        }
        if 2 * shared >= unit.marks.count, lines.last != unit.line { lines.append(unit.line) }
      }
      return (weight, lines)
    }
  }
}

extension Exercise {
  /// The lines of the solution, without comments and empty lines.
  package var solutionLineCount: Int {
    solution.text.split(whereSeparator: \.isNewline).count { line in
      let line = line.drop(while: \.isWhitespace)
      return !line.isEmpty && !line.hasPrefix("//")
    }
  }
}
