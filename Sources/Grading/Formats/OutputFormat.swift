/// The formats that verdicts can be written in, by the names that people type.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case text, json
  /// A document for each student.
  case gradescope, prairielearn, exercism, junit, tap, github, classroom, summary
  /// Rows or lines for a class.
  case canvas, moodle, worksheet, csv, lti, xapi

  /// The facts that some formats write in addition to the verdicts.
  package struct Metadata: Sendable {
    /// The student whose answer it is; nil if unknown.
    package var student: Student?
    /// The name of the file with the answer.
    package var answer: String?
    /// The time of the grading: `2026-01-15T09:00:00.000Z`.
    package var time: String
    /// Moodle's worksheet, to write back.
    package var sheet: GradingSheet?
    /// The address of the system on which the students have accounts.
    package var homePage: String

    package init(
      student: Student? = nil, answer: String? = nil, time: String, homePage: String = Metadata.anyHomePage
    ) {
      self.student = student
      self.answer = answer
      self.time = time
      self.homePage = homePage
    }

    /// An address that does not exist.
    package static let anyHomePage = "https://graphbook.invalid"
  }

  /// How a format writes a student's verdicts.
  package enum Kind {
    /// One document.
    case document(any VerdictFormat)
    /// Rows or lines of a file for the class.
    case gradebook(any GradebookFormat)
  }

  /// - Parameter text: how `text` is written.
  package func kind(_ metadata: Metadata, text: TextFormat = TextFormat()) -> Kind {
    switch self {
    case .text: .document(text)
    case .json: .document(JSONFormat())
    case .gradescope: .document(GradescopeFormat())
    case .prairielearn: .document(PrairieLearnFormat())
    case .exercism: .document(ExercismFormat())
    case .junit: .document(JUnitFormat(student: metadata.student))
    case .tap: .document(TAPFormat())
    case .github: .document(GitHubFormat(answer: metadata.answer))
    case .classroom: .document(ClassroomFormat())
    case .summary: .document(SummaryFormat())
    case .canvas: .gradebook(CanvasFormat())
    case .moodle: .gradebook(MoodleFormat())
    case .worksheet: .gradebook(WorksheetFormat(metadata.sheet))
    case .csv: .gradebook(CSVFormat())
    case .lti: .gradebook(LTIFormat(time: metadata.time))
    case .xapi: .gradebook(XAPIFormat(homePage: metadata.homePage, time: metadata.time))
    }
  }

  /// The formats whose rows name the student, for a sentence: `canvas, moodle and csv`.
  package static let naming: String = {
    let names = allCases.filter(\.needsStudent).map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }()

  /// Whether its rows name the student.
  package var needsStudent: Bool {
    if case .gradebook = kind(Metadata(time: "")) { true } else { false }
  }

  /// The extension of its files.
  package var fileExtension: String {
    switch self {
    case .text, .github: "txt"
    case .json, .lti, .xapi: "jsonl"
    case .gradescope, .prairielearn, .exercism: "json"
    case .junit: "xml"
    case .tap: "tap"
    case .classroom: "env"
    case .summary: "md"
    case .canvas, .moodle, .worksheet, .csv: "csv"
    }
  }

  /// Returns the text for the verdict on one answer.
  /// - Parameter number: the assignment's number on the platform.
  package func text(
    for verdict: Verdict, _ metadata: Metadata, number: Int? = nil, text: TextFormat = TextFormat()
  ) -> String {
    switch kind(metadata, text: text) {
    case .document(let format): return format.text(for: [verdict])
    case .gradebook(let format):
      let assignment = Assignment(
        exercise: verdict.exercise, title: verdict.title, maxScore: verdict.maxScore, number: number)
      let student = metadata.student ?? Student(id: "")
      return format.text(for: [StudentVerdicts(student, [verdict])], [assignment])
    }
  }
}
