import Courses
import Platform

/// The answers of a class to one exercise, for finding pairs that are more alike than chance explains: a list for
/// people to read, never a verdict.
///
/// A shape (``AnswerShape``) leaves out what the exercise's own texts contain. Every other statement is evidence for or
/// against one answer being a copy of the other: the logarithm of how much more likely a copy is than an honest answer
/// to share it, or not to share it. An honest answer is as likely to have a statement as any answer of the class. The
/// evidence of all statements is added up from both sides, and the mean is the pair's weight. Pairs with a weight of
/// more than ln(answers) + 1 are listed: by chance, a student has such a partner in one class out of three. Identical answers are
/// listed whatever their weight, unless more than three are: short ones agree by chance.
package struct AlikeAnswers: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    /// The places of the two students, in the order in which they were added.
    package var first: Int
    package var second: Int
    /// How much more likely the pair is as a copy than by chance, as a natural logarithm.
    package var weight: Double
    /// Whether both are the same but for names, comments and layout.
    package var isIdentical = false
    /// The lines of the statements that they share.
    package var firstLines: [Int]
    package var secondLines: [Int]
  }

  /// The fewest statements, beyond the task's, of an answer that is compared although the solution is shorter than that: short
  /// answers are the same by chance.
  package static let lineMinimum = 5
  /// The fewest statements of identical answers to list: one alone is soon the same.
  static let identicalMinimum = 2
  /// The most students whose identical answers are listed whatever they weigh: what more write is usual.
  static let identicalLimit = 3
  /// The lines that a pair must share more of if more than ``identicalLimit`` answers have each of them.
  static let fewLines = 2
  /// The most pairs that are listed.
  package static let pairLimit = 50
  /// The most students that are compared. Their shapes are kept in memory.
  package static let studentLimit = 5000

  /// The distinct statements of each student.
  private var answers: [(student: Int, units: [AnswerShape.Unit])] = []
  /// The places of the answers that are too short to be compared.
  private var short: Set<Int> = []
  /// The places of the answers with the same statements in the same order, if these are enough to be listed.
  private var identical: [[[UInt64]]: [Int]] = [:]
  /// The number of answers, including those that add no statements.
  private var count = 0

  package init() {}

  package var isComplete: Bool { count <= Self.studentLimit }

  /// Adds an answer. O(its statements).
  /// - Parameter isLong: whether the exercise's solution is long enough to compare answers of any length.
  package mutating func add(_ shape: AnswerShape, of student: Int, isLong: Bool = true) {
    count += 1
    guard isComplete, !shape.units.isEmpty else { return }
    if !isLong, shape.units.count < Self.lineMinimum { short.insert(answers.count) }
    if shape.units.count >= Self.identicalMinimum {
      identical[shape.units.map(\.marks), default: []].append(answers.count)
    }
    var known: Set<[UInt64]> = []
    answers.append((student, shape.units.filter { known.insert($0.marks).inserted }))
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && left.answers.elementsEqual(right.answers) { $0.student == $1.student && $0.units == $1.units }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }

  /// Returns the pairs that chance does not explain, the least likely first. O(pairs with a rare fingerprint in common
  /// × their statements).
  package func pairs() -> [Pair] {
    guard isComplete, answers.count > 1 else { return [] }
    var holders: [UInt64: [Int]] = [:]
    for (place, answer) in answers.enumerated() {
      for mark in Set(answer.units.flatMap(\.marks)) { holders[mark, default: []].append(place) }
    }
    // Only pairs that share something rare are considered.
    let limit = max(3, min(64, count / 8))
    var candidates: Set<SIMD2<Int>> = []
    for places in holders.values where (2...limit).contains(places.count) {
      for (index, first) in places.enumerated() {
        for second in places[(index + 1)...] { candidates.insert(SIMD2(first, second)) }
      }
    }
    candidates = candidates.filter { !short.contains($0[0]) && !short.contains($0[1]) }
    var same: Set<SIMD2<Int>> = []
    for places in identical.values where (2...Self.identicalLimit).contains(places.count) {
      for (index, first) in places.enumerated() {
        for second in places[(index + 1)...] { same.insert(SIMD2(first, second)) }
      }
    }
    let evidence = Evidence(holders.mapValues(\.count), Self.holders(of: answers), of: count)
    let contents = answers.map { Contents($0.units) }
    let threshold = log(Double(count)) + 1
    let pairs = candidates.union(same).compactMap { candidate -> Pair? in
      let (first, second) = (answers[candidate[0]], answers[candidate[1]])
      let (weight, lines, rarest) = evidence.weight(of: first.units, in: contents[candidate[1]])
      let (otherWeight, otherLines, _) = evidence.weight(of: second.units, in: contents[candidate[0]])
      let mean = (weight + otherWeight) / 2
      let isIdentical = same.contains(candidate)
      guard mean > threshold || isIdentical else { return nil }
      // A line or two that others have as well say nothing, however few these others are in a class with few mistakes.
      let isShort = min(lines.count, otherLines.count) <= Self.fewLines
      if isShort, rarest > Self.identicalLimit { return nil }
      return Pair(
        first: first.student, second: second.student, weight: mean, isIdentical: isIdentical, firstLines: lines,
        secondLines: otherLines)
    }
    let sorted = pairs.sorted { ($1.weight, $0.first, $0.second) < ($0.weight, $1.first, $1.second) }
    return Array(sorted.prefix(Self.pairLimit))
  }

  /// Returns the number of answers that have each statement.
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

  /// The evidence of one answer's statements about another: the logarithm of how much more likely they are to be
  /// present, or absent, in a copy than in an honest answer.
  private struct Evidence {
    /// The share of the original that a copy keeps.
    private static let kept = 0.95

    private let ofMarks: [UInt64: Int]
    private let ofUnits: [[UInt64]: Int]
    private let count: Double

    init(_ marks: [UInt64: Int], _ units: [[UInt64]: Int], of count: Int) {
      (ofMarks, ofUnits, self.count) = (marks, units, Double(count))
    }

    private func weight(holders: Int?, isShared: Bool) -> Double {
      // The share of the other answers that have it, taken as at least one answer of the class.
      let others = max(Double((holders ?? 1) - 1) / (count - 1), 1 / count)
      return isShared ? log(Self.kept / min(others, Self.kept)) : log((1 - Self.kept) / max(1 - others, 1 - Self.kept))
    }

    /// - Returns: the weight, the lines that are shared, and how many answers have the rarest of their statements.
    func weight(of units: [AnswerShape.Unit], in other: Contents) -> (weight: Double, lines: [Int], rarest: Int) {
      var weight = 0.0
      var rarest = Int.max
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
        guard 2 * shared >= unit.marks.count else { continue }
        if lines.last != unit.line { lines.append(unit.line) }
        let holders = unit.marks.filter(other.marks.contains).compactMap { ofMarks[$0] }.min() ?? 1
        rarest = min(rarest, other.units.contains(unit.marks) ? ofUnits[unit.marks] ?? 1 : holders)
      }
      return (weight, lines, rarest)
    }
  }
}

extension Exercise {
  /// The number of lines in the solution, without comments and empty lines.
  package var solutionLineCount: Int {
    solution.text.split(whereSeparator: \.isNewline).count { line in
      let line = line.drop(while: \.isWhitespace)
      return !line.isEmpty && !line.hasPrefix("//")
    }
  }
}
