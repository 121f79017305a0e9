import Diagnostics

/// What a grader says of one answer to one exercise: the one record from which every format is made.
///
/// The same answer gives the same verdict on every machine: limits count steps and objects, and the clock stands still.
///
/// ## Topics
/// - ``Grader``, ``CheckResult``
/// - ``VerdictFormat``, ``TextFormat``, ``JSONFormat``
public struct Verdict: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Every check holds, and the answer ran without an error.
    case passed
    /// The answer ran, but not every check holds.
    case failed
    /// The answer could not be run to its end, or the exercise itself is broken.
    case error
  }

  /// The exercise's id: `13-dice/links`.
  public var exercise: String
  public var title: String
  public var status: Status
  /// The checks' points scaled to the exercise's, rounded to hundredths.
  public var score: Double
  public var maxScore: Double
  /// In the order of `check.graph`.
  public var checks: [CheckResult]
  /// What is wrong with the answer, each with its place in it.
  public var diagnostics: [Diagnostic]
  /// How many steps the answer took, its checks not among them.
  public var steps: Int

  public init(
    exercise: String, title: String, status: Status, score: Double, maxScore: Double, checks: [CheckResult] = [],
    diagnostics: [Diagnostic] = [], steps: Int = 0
  ) {
    self.exercise = exercise
    self.title = title
    self.status = status
    self.score = score
    self.maxScore = maxScore
    self.checks = checks
    self.diagnostics = diagnostics
    self.steps = steps
  }
}

/// What came of one check of an exercise.
public struct CheckResult: Hashable, Sendable {
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case passed, failed
    /// The answer could not be run, so that there was nothing to check.
    case notRun
  }

  /// Its sentence.
  public var name: String
  public var status: Status
  /// Points of the check itself, not scaled: all or none.
  public var points: Int
  public var maxPoints: Int
  /// What to tell the learner, a line each; what the check's author advises comes first. Empty when it passed.
  public var feedback: [String]
  /// The lines of the feedback that the check's author wrote.
  public var advice: [String]
  /// The statement that failed, or the check where none did, and where it stands.
  public var statement: String
  public var file: String?
  public var line: Int

  public init(
    name: String, status: Status, points: Int, maxPoints: Int, feedback: [String] = [], advice: [String] = [],
    statement: String, file: String? = nil, line: Int
  ) {
    self.name = name
    self.status = status
    self.points = points
    self.maxPoints = maxPoints
    self.feedback = feedback
    self.advice = advice
    self.statement = statement
    self.file = file
    self.line = line
  }
}
