import Diagnostics
import Pages

/// The results of a class on one exercise, counted answer by answer. Its size does not grow with the class.
struct ExerciseTally: Sendable {
  /// A mistake, and the students who made it.
  struct Mistake: Sendable {
    var count = 0
    /// The first students who made it.
    var students: [ReportStudent] = []
    /// The checks that failed in the first such answer, with their feedback.
    var example: [CheckResult] = []
    /// The sentence that its students read first; empty if there is none.
    var cause = ""
  }

  /// The fact that answers with the same mistake share: the sentence about it or, without one, the end state.
  enum Cause: Hashable, Sendable {
    case sentence(String)
    case end(UInt64)
  }

  /// The most causes that are counted separately, and the most answers that could not be graded that are listed.
  static let kindLimit = 500
  /// The most students who are named for one mistake.
  static let nameLimit = 12
  /// The most bars in a histogram.
  static let barLimit = 13

  let exercise: ReportedExercise
  private(set) var counts: [Verdict.Status: Int] = [:]
  /// The number of errors because nothing was handed in.
  private(set) var missing = 0
  /// The number of graded answers by points, from none to all.
  private(set) var bars: [Int]
  private(set) var sumOfScores = 0.0
  /// The answers that have points.
  private(set) var graded = 0
  /// How often each check was run, and how often it failed.
  private(set) var checks: [(name: String, failed: Int, count: Int)] = []
  /// The mistakes that the exercise knows, by the name of the wrong answer.
  private(set) var known: [String: Mistake] = [:]
  /// The other mistakes, by their cause.
  private(set) var unknown: [Cause: Mistake] = [:]
  /// The answers that could not be graded, each with its own reason.
  private(set) var errors: [(student: ReportStudent, reason: String)] = []
  /// The number of mistakes beyond ``kindLimit``.
  private(set) var others = 0
  private(set) var alike = AlikeAnswers()

  init(_ exercise: ReportedExercise) {
    self.exercise = exercise
    bars = Array(repeating: 0, count: Self.barCount(exercise.assignment.maxScore))
  }

  private static func barCount(_ maximum: Double) -> Int {
    let points = maximum.isFinite ? Int(max(1, min(maximum, 1e6))) : 1
    return points < barLimit ? points + 1 : 11
  }

  /// Returns the points at which a bar begins.
  func points(ofBar bar: Int) -> Double { exercise.assignment.maxScore * Double(bar) / Double(bars.count - 1) }

  /// The answers that were handed in.
  var answers: Int { counts.values.reduce(0, +) - missing }
  var passed: Int { counts[.passed] ?? 0 }

  /// Counts a verdict; one on a student who is excused does not count.
  /// - Parameter isCopy: whether another student of the same group has handed in the same file, which is not compared with itself.
  mutating func add(_ verdict: Verdict, of student: ReportStudent, isCopy: Bool = false) {
    if verdict.isExcused { return }
    counts[verdict.status, default: 0] += 1
    guard !verdict.isMissing else {
      missing += 1
      return
    }
    if !verdict.isUngraded { addPoints(verdict.score) }
    // Lateness is no mistake in an answer, and a check that only failed answers have says nothing about the others.
    let counted = verdict.checks.filter { !$0.isAboutTime && !$0.isCorrection && !$0.isOnlyWhereItFails }
    for check in counted where check.status != .notRun {
      let place = checks.firstIndex { $0.name == check.name } ?? checks.count
      if place == checks.count {
        guard checks.count < Self.kindLimit else { continue }
        checks.append((check.name, 0, 0))
      }
      checks[place].count += 1
      if check.status == .failed { checks[place].failed += 1 }
    }
    if !isCopy { alike.add(verdict.shape, of: student.place, isLong: exercise.isComparable) }
    switch verdict.status {
    case .passed: break
    // An answer that only the teacher graded has no mistake that is known.
    case .failed where verdict.isCorrected && verdict.cause == nil && verdict.end == nil: break
    case .failed:
      if let name = verdict.misconception {
        others += Self.note(name, in: &known, verdict, student)
      } else {
        let cause = verdict.cause.map { Cause.sentence($0.sentence) } ?? .end(verdict.end ?? 0)
        others += Self.note(cause, in: &unknown, verdict, student)
      }
    case .error:
      guard errors.count < Self.kindLimit else { break }
      errors.append((student, verdict.diagnostics.first { $0.severity == .error }?.message ?? "an error"))
    }
  }

  private mutating func addPoints(_ points: Double) {
    let score = points.isFinite ? max(0, min(points, exercise.assignment.maxScore)) : 0
    graded += 1
    sumOfScores += score
    let part = exercise.assignment.maxScore > 0 ? score / exercise.assignment.maxScore : 0
    bars[min(bars.count - 1, Int(part * Double(bars.count - 1) + 1e-9))] += 1
  }

  /// Counts a mistake. Returns 1 if there were already too many to count it separately, otherwise 0.
  private static func note<Key: Hashable>(
    _ key: Key, in mistakes: inout [Key: Mistake], _ verdict: Verdict, _ student: ReportStudent
  ) -> Int {
    guard mistakes[key] != nil || mistakes.count < kindLimit else { return 1 }
    var mistake = mistakes.removeValue(forKey: key) ?? Mistake()
    if mistake.count == 0 {
      mistake.example = verdict.checks.filter { $0.status == .failed && !$0.isAboutTime }
      mistake.cause = verdict.cause?.sentence ?? ""
    }
    mistake.count += 1
    if mistake.students.count < nameLimit { mistake.students.append(student) }
    mistakes[key] = mistake
    return 0
  }
}

/// A student to whose page other pages link.
struct ReportStudent: Hashable, Sendable {
  /// The place in the list of students.
  var place: Int
  /// The student's id in the submissions.
  var id: String
  var name: String
  /// The address of the student's page in its folder.
  var page: String

  /// Returns the name as a link, with the id, because two students may have the same name. `folder` is the path to the folder of the
  /// page.
  func link(from folder: HTML = "") -> HTML {
    let link: HTML = "<a href=\"\(folder)\(text: page)\"><bdi>\(HTML(name, upTo: 200))</bdi></a>"
    return id == name ? link : link + " <span class=\"soft\">\(HTML(id, upTo: 100))</span>"
  }
}
