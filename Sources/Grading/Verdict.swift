import Courses
import Diagnostics
import WorkbookLanguage

/// A grader's verdict on one answer to one exercise: the record from which every format is written.
///
/// The same answer gets the same verdict on every machine: limits count steps and objects, and the clock is fixed.
///
/// ## Topics
/// - ``Grader``, ``CheckResult``, ``IdeaReminder``
/// - ``VerdictFormat``, ``TextFormat``, ``JSONFormat``
package struct Verdict: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, CaseIterable {
    /// Every check holds, whatever was tried before.
    case passed
    /// The answer ran, but not every check holds.
    case failed
    /// The answer could not be run to its end, or the exercise itself is broken.
    case error
  }

  /// The exercise's id: `13-dice/links`.
  package var exercise: String
  package var title: String
  package var status: Status
  /// The checks' points scaled to the exercise's, rounded to hundredths.
  package var score: Double
  package var maxScore: Double
  /// The first thing to read, for an answer that ran and did not pass.
  package var cause: Cause?
  /// Whether the answer would pass with `save` or `rollback` at its end: then no lesson explains what is wrong.
  package var lacksOnlyLastStatement = false
  /// Whether no statement of the answer did anything: then no check says what it found.
  package var isUntouched = false
  /// The exercise's wrong answer that a failed answer ends like, by file name: `cascade`.
  package var misconception: String?
  /// The digest of the state in which a failed answer ends. Answers that end alike have the same digest, whatever names
  /// they chose.
  package var end: UInt64?
  /// The fingerprints of the answer's own text, for comparing answers.
  package var shape = AnswerShape()
  /// The ideas that the exercise practises, for an answer that did not pass.
  package var ideas: [IdeaReminder] = []
  /// In the order of `check.graph`.
  package var checks: [CheckResult]
  /// The mistakes in the answer, each with its place.
  package var diagnostics: [Diagnostic]
  /// The number of steps that the answer took, without its checks.
  package var steps: Int
  /// When the answer of a class was handed in; nil for any other answer.
  package var handedIn: HandedIn?
  /// The other exercise of a class to which the text looks like the answer: all statements run there, and not here.
  package var looksLike: String?
  /// Whether the student is excused: 0 of 0 points.
  package var isExcused = false
  /// The words around the texts of the exercise, in its language. A record in JSON has none.
  package var words = FixedWords.english

  package init(
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

extension Verdict {
  /// The name of a wrong answer in words, `deny-at-the-owner` → `Deny at the owner`: it says what was done.
  package static func words(forMisconception name: String) -> String {
    let words = name.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Verdict {
  /// Whether it judges the same as another verdict: its status, points and checks are the same. The steps and the
  /// messages may differ, because they depend on the text of the answer: a statement that has no effect costs steps in
  /// a file.
  package func judges(like other: Verdict) -> Bool {
    exercise == other.exercise && status == other.status && score == other.score && maxScore == other.maxScore
      && checks == other.checks
  }
}

/// The result of one check of an exercise.
package struct CheckResult: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, CaseIterable {
    case passed, failed
    /// There was nothing to check: the answer could not be run, or something that the check needs is missing, which an
    /// earlier check says.
    case notRun
  }

  /// The check's sentence.
  package var name: String
  package var status: Status
  /// The check's own points, not scaled: all or none.
  package var points: Int
  package var maxPoints: Int
  /// The points of the exercise that failing it cost, for a check that has none of its own: never more than the answer had.
  package var cost = 0.0
  /// The feedback for the learner, line by line: for each failure its advice, then the findings. Empty if the check
  /// passed.
  package var feedback: [Feedback]
  /// The statements that failed, in order.
  package var failures: [Failure]
  /// The check that every exercise gets and no author writes, if it is one.
  var implicit: Implicit?
  /// The check as it is written, and its place.
  package var statement: String
  package var file: String?
  package var line: Int

  /// A statement that failed: one of the check's, or one of the set-up before it.
  package struct Failure: Hashable, Sendable {
    package var statement: String
    package var file: String?
    package var line: Int
    /// The findings: what is wrong, then the values.
    package var found: [CheckFinding]
    /// The advice of the check's author, unless it is about something that is right in this answer.
    package var advice: String?
    /// The claim that was expected, and the statements that were tried for it, in the learner's words; nil and empty where they have
    /// names of the check alone.
    package var claim: String?
    package var tried: [String] = []
    /// The same statements and the one that failed, as trees; empty in a record.
    var trees: [Statement] = []
    /// The part that was compared with the solutions, if it is such an expectation.
    package var likeness: Expectation.Likeness?
    /// Whether it says that something does not hold; false where an error kept it from being judged.
    package var wasJudged = true
    /// Whether it is about what was saved last.
    package var looksAtSaved = false

    package init(statement: String, file: String? = nil, line: Int, found: [CheckFinding], advice: String? = nil) {
      self.statement = statement
      self.file = file
      self.line = line
      self.found = found
      self.advice = advice
      claim = statement.claimText
    }
  }

  package init(
    name: String, status: Status, points: Int, maxPoints: Int, feedback: [Feedback] = [], failures: [Failure] = [],
    statement: String, file: String? = nil, line: Int
  ) {
    self.name = name
    self.status = status
    self.points = points
    self.maxPoints = maxPoints
    self.feedback = feedback
    self.failures = failures
    self.statement = statement
    self.file = file
    self.line = line
  }
}

extension CheckResult {
  /// A check that every exercise gets automatically. It earns no points, but an answer that fails it loses one.
  enum Implicit: String {
    case nothingElse, reachedAsAsked
    /// Only for an answer of which checks hold once it is saved.
    case saved
    /// Only for an answer that adds a required attribute to an entity with objects; see ``Grader/grade(_:answer:besides:)``.
    case fitsObjects
    /// Only for an answer in which what solutions allow to be missing lacks its question mark.
    case hasQuestionMarks
    /// Only for an answer in which a condition uses one of the learner's names without the `$`.
    case marksItsNames
    /// Only for an answer that gives what the task names another name.
    case namesAsAsked
    /// Only for an answer with refused statements, where the message says how to write them.
    case readAsMeant
    /// Only for an open brief.
    case eachFactOnce
    /// Only for an exercise with a second start; see ``Exercise/again``.
    case holdsAgain
    /// A check for the class and not for the exercise; see ``GradingPolicy``.
    case handedInOnTime
    /// The teacher's points; see ``Correction``.
    case corrected

    /// The sentence in records and reports, in whatever language the exercise is.
    var name: String {
      switch self {
      case .nothingElse: "Everything else is as it was"
      case .reachedAsAsked: "It was done as the task asks"
      case .saved: "It is saved"
      case .fitsObjects: "What it adds suits the objects that are there"
      case .hasQuestionMarks: "What may be missing has a question mark"
      case .marksItsNames: "Your own names have a $ in conditions"
      case .namesAsAsked: "Names are written as in the task"
      case .readAsMeant: "Statements are written as the workbook reads them"
      case .eachFactOnce: "Nothing is stored that the rest says already"
      case .holdsAgain: "It works with other data too"
      case .handedInOnTime: "It was handed in on time"
      case .corrected: "Corrected by the teacher"
      }
    }
  }

  /// Whether it is about how the answer was reached, and not about the result.
  package var isAboutRules: Bool { implicit == .reachedAsAsked }

  /// Whether it is about the time at which the answer was handed in.
  package var isAboutTime: Bool { implicit == .handedInOnTime }

  /// Whether only answers that fail it have it.
  var isOnlyWhereItFails: Bool {
    switch implicit {
    case .saved, .fitsObjects, .hasQuestionMarks, .marksItsNames, .namesAsAsked, .readAsMeant: true
    case .nothingElse, .reachedAsAsked, .eachFactOnce, .holdsAgain, .handedInOnTime, .corrected, nil: false
    }
  }

  /// Whether it is the teacher's correction.
  var isCorrection: Bool { implicit == .corrected }

  /// The result of such a check.
  /// - Parameter problems: the problems, one on each line; empty if the check holds.
  init(_ check: Implicit, of exercise: Exercise, _ problems: [String]) {
    self.init(check, of: exercise, feedback: problems.map(Feedback.text))
  }

  private init(_ check: Implicit, of exercise: Exercise, feedback: [Feedback]) {
    self.init(
      name: check.name, status: feedback.isEmpty ? .passed : .failed, points: 0, maxPoints: 0,
      feedback: feedback.shortened(to: 100), statement: check.name, file: exercise.source.name, line: 1)
    implicit = check
  }

  /// The check that an answer is saved, of which another check says that it is not.
  init(_ check: Implicit, of exercise: Exercise, _ other: CheckResult) {
    self.init(check, of: exercise, feedback: other.feedback)
    failures = other.failures
  }
}

extension Verdict {
  /// The verdict on an answer before it is run: an error, no points, and checks that have not run.
  init(on exercise: Exercise, _ script: CheckScript) {
    self.init(
      exercise: exercise.id, title: exercise.title, status: .error, score: 0, maxScore: Double(exercise.points),
      checks: script.checks.map { CheckResult(notRun: $0, exercise.words) })
    words = exercise.words
  }

  /// The verdict for an exercise to which no answer could be read.
  package init(on exercise: Exercise, refusedFor problems: [Diagnostic]) {
    self.init(on: exercise, CheckScript(exercise.check))
    diagnostics = problems
  }

  /// The verdict for an exercise that does not exist or cannot be read.
  package init(onUnknown word: String, refusedFor problems: [Diagnostic]) {
    self.init(exercise: word, title: "", status: .error, score: 0, maxScore: 0, diagnostics: problems)
  }
}
