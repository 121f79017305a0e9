import Diagnostics

/// The results of a class on one exercise, counted answer by answer. Its size does not grow with the class.
struct ExerciseTally: Sendable {
  /// A mistake that several students made.
  struct Mistake: Sendable {
    var count = 0
    /// The first students who made it.
    var students: [ReportStudent] = []
    /// The checks that failed in the first such answer, with their feedback; or the message.
    var example: [CheckResult] = []
    var message = ""
  }

  /// How many different ends, and how many messages, are told apart; later ones are counted together.
  static let kindLimit = 500
  /// How many students of a mistake are named.
  static let nameLimit = 12
  /// The most bars of a histogram.
  static let barLimit = 13

  let exercise: ReportedExercise
  private(set) var counts: [Verdict.Status: Int] = [:]
  /// Those who handed in nothing, of the errors.
  private(set) var missing = 0
  /// The answers by points, from none to all.
  private(set) var bars: [Int]
  private(set) var sumOfScores = 0.0
  /// By check: how often it was looked at, how often it failed.
  private(set) var checks: [(name: String, failed: Int, count: Int)] = []
  /// By the name of the wrong answer.
  private(set) var known: [String: Mistake] = [:]
  /// By the number of the end.
  private(set) var unknown: [UInt64: Mistake] = [:]
  /// By the id of the problem.
  private(set) var errors: [String: Mistake] = [:]
  /// Mistakes that came after too many others.
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

  /// The points with which a bar begins.
  func points(ofBar bar: Int) -> Double { exercise.assignment.maxScore * Double(bar) / Double(bars.count - 1) }

  /// The answers that were handed in.
  var answers: Int { counts.values.reduce(0, +) - missing }
  var passed: Int { counts[.passed] ?? 0 }

  mutating func add(_ verdict: Verdict, of student: ReportStudent) {
    counts[verdict.status, default: 0] += 1
    guard !verdict.isMissing else {
      missing += 1
      return
    }
    let score = verdict.score.isFinite ? max(0, min(verdict.score, exercise.assignment.maxScore)) : 0
    sumOfScores += score
    let part = exercise.assignment.maxScore > 0 ? score / exercise.assignment.maxScore : 0
    bars[min(bars.count - 1, Int(part * Double(bars.count - 1) + 1e-9))] += 1
    for check in verdict.checks where check.status != .notRun {
      let place = checks.firstIndex { $0.name == check.name } ?? checks.count
      if place == checks.count {
        guard checks.count < Self.kindLimit else { continue }
        checks.append((check.name, 0, 0))
      }
      checks[place].count += 1
      if check.status == .failed { checks[place].failed += 1 }
    }
    if exercise.isComparable { alike.add(verdict.shape, of: student.place) }
    switch verdict.status {
    case .passed: break
    case .failed:
      if let name = verdict.misconception {
        others += Self.note(name, in: &known, verdict, student)
      } else {
        others += Self.note(verdict.end ?? 0, in: &unknown, verdict, student)
      }
    case .error:
      others += Self.note(verdict.diagnostics.first { $0.severity == .error }?.id ?? "", in: &errors, verdict, student)
    }
  }

  /// Counts a mistake; 1 where it came too late to be told apart.
  private static func note<Key: Hashable>(
    _ key: Key, in mistakes: inout [Key: Mistake], _ verdict: Verdict, _ student: ReportStudent
  ) -> Int {
    guard mistakes[key] != nil || mistakes.count < kindLimit else { return 1 }
    var mistake = mistakes.removeValue(forKey: key) ?? Mistake()
    if mistake.count == 0 {
      mistake.example = verdict.checks.filter { $0.status == .failed }
      mistake.message = verdict.diagnostics.first { $0.severity == .error }?.message ?? ""
    }
    mistake.count += 1
    if mistake.students.count < nameLimit { mistake.students.append(student) }
    mistakes[key] = mistake
    return 0
  }
}

/// A student as pages link to them.
struct ReportStudent: Hashable, Sendable {
  /// The place in the list of students.
  var place: Int
  /// By which the submissions know them.
  var id: String
  var name: String
  /// The address of the page in its folder.
  var page: String

  /// The name as a link, from the folder of `index.html`.
  func link(from folder: HTML = "") -> HTML {
    "<a href=\"\(folder)\(text: page)\"><bdi>\(HTML(name, upTo: 200))</bdi></a>"
  }
}
