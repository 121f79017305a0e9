import Courses
import Diagnostics
import Pages

/// The pages of the report about the class, which are for the teacher. They depend only on the verdicts, the accounts of the
/// files and the exercises' folders. The students' own pages are ``StudentPages``.
///
/// ```swift
/// var pages = ReportPages(exercises, time: "2026-01-15T09:00:00.000Z", studentCount: students.count)
/// for student in verdicts {
///   if let table = pages.add(student, page: "ada") { write(table) }
/// }
/// for file in pages.finish() { write(file) }
/// ```
///
/// Students are added one after the other and not kept, so memory does not grow with the class. Only the statements to
/// compare are kept (``AlikeAnswers``).
package struct ReportPages: Sendable {
  package struct File: Hashable, Sendable {
    /// The path in the report's folder: `students/ada.html`.
    package var path: String
    package var text: String
  }

  /// The folders of the files.
  package static let folders = [StudentPages.folder, "tables"]
  /// The most students in one table; a larger class has several pages of tables.
  static let tableLimit = 500

  let exercises: [ReportedExercise]
  let studentCount: Int
  /// The name of the folder or zip file that was graded, for the title; empty if unknown.
  package var title = ""
  /// The seconds from UTC in which the time is shown.
  package var offset = 0
  /// The time at which grading began, as reports keep it.
  let time: String
  private(set) var tallies: [ExerciseTally]
  /// The files that a teacher should look at.
  package var files: [FileAccount] = []
  /// The answers, by student and exercise, that others of a group have handed in as well (`copiesInGroups`).
  package var copiesInGroups: Set<[String]> = []
  /// The students that pairs of alike answers may name.
  private(set) var students: [ReportStudent] = []
  private(set) var added = 0
  /// How the times of the answers are known.
  private(set) var times = TimeTally()
  /// The rows of the table that is not full yet.
  private(set) var rows: HTML = ""
  /// The tables on separate pages: the first and the last student of each, from 1.
  private(set) var tables: [ClosedRange<Int>] = []

  package init(_ exercises: [ReportedExercise], time: String, studentCount: Int) {
    self.exercises = exercises
    self.studentCount = studentCount
    self.time = time
    tallies = exercises.map(ExerciseTally.init)
  }

  /// Whether the table is too long to be part of `index.html`.
  var hasTablePages: Bool { studentCount > Self.tableLimit }

  /// Adds a student to the tables and the figures. Returns the page of a table that is now full.
  /// - Parameter page: the name under which the student's page was made.
  package mutating func add(_ verdicts: StudentVerdicts, page: String) -> File? {
    // An address must escape a per cent sign in a file's name.
    let address = page.replacing("%", with: "%25") + ".html"
    let student = ReportStudent(
      place: added, id: verdicts.student.id, name: verdicts.student.name, page: address)
    added += 1
    if added <= AlikeAnswers.studentLimit { students.append(student) }
    for place in tallies.indices {
      guard let verdict = verdicts.verdict(on: exercises[place].assignment) else { continue }
      if exercises[place].isDue { times.add(verdict) }
      let slug = exercises[place].assignment.slug
      tallies[place].add(verdict, of: student, isCopy: copiesInGroups.contains([student.id, slug]))
    }
    rows += row(student, verdicts)
    return tableIsFull ? closeTable() : nil
  }

  private var tableIsFull: Bool { hasTablePages && added % Self.tableLimit == 0 }

  private mutating func closeTable() -> File {
    let first = (tables.last?.upperBound ?? 0) + 1
    tables.append(first...added)
    let title = "Students \(first) to \(added)"
    let text = ReportStyle.page(
      title,
      """
      <nav aria-label="Report"><ul><li><a href="../index.html">The class</a></li></ul></nav>
      <main id="main"><h1>\(text: title)</h1>
      \(table(rows, link: "../"))</main>
      """)
    rows = ""
    return File(path: "tables/\(tables.count).html", text: text)
  }

  /// Returns `index.html`, `alike.csv` and the last table.
  package mutating func finish() -> [File] {
    let last = hasTablePages && !rows.text.isEmpty ? [closeTable()] : []
    return last + [File(path: "index.html", text: indexPage())] + [File(path: "alike.csv", text: alikeRows())]
  }

  // MARK: The table

  private func row(_ student: ReportStudent, _ verdicts: StudentVerdicts) -> HTML {
    let folder: HTML = hasTablePages ? "../students/" : "students/"
    let cells = exercises.html { exercise in
      guard let verdict = verdicts.verdict(on: exercise.assignment) else { return "<td></td>" }
      let points = verdict.status == .error ? "" : " " + pointsText(verdict.score)
      return "<td class=\"number \(verdict.kind)\">\(verdict.sign)\(text: points)</td>"
    }
    let assignments = exercises.map(\.assignment)
    let maximum = verdicts.maxScore(of: assignments)
    let score = verdicts.total(of: assignments).map(pointsText) ?? ""
    let ungraded = verdicts.verdicts.count(where: \.isUngraded)
    let total =
      (score.isEmpty || maximum == possible ? score : "\(score) of \(pointsText(maximum))")
      + (ungraded == 0 ? "" : (score.isEmpty ? "" : ", ") + "\(ungraded) not graded")
    let late: HTML = hasLateColumn ? "<td>\(text: lateness(of: verdicts))</td>" : ""
    return "<tr><th scope=\"row\">\(student.link(from: folder))</th>\(cells)\(late)"
      + "<td class=\"number\">\(text: total)</td></tr>\n"
  }

  private var hasLateColumn: Bool { exercises.contains(where: \.isDue) }

  /// `3 days, −2.1`: the most days of a student's answers, and the points that lateness cost together; empty if none was late.
  private func lateness(of verdicts: StudentVerdicts) -> String {
    guard verdicts.verdicts.contains(where: { $0.handedIn?.isLate == true }) else { return "" }
    let (days, cost) = verdicts.late
    guard days > 0 else { return "marked late" }
    return counted(days, "day") + (cost > 0 ? ", −\(pointsText(cost))" : "")
  }

  /// The points of all exercises.
  private var possible: Double { exercises.reduce(0) { $0 + $1.assignment.maxScore } }

  /// Returns a table of students and exercises.
  /// - Parameter link: the path to the folder of `index.html`.
  func table(_ rows: HTML, link: HTML = "") -> HTML {
    let page: HTML = hasTablePages ? link + "index.html" : ""
    let heads = exercises.enumerated().html { place, exercise -> HTML in
      let link: HTML = "<a href=\"\(page)#exercise-\(place + 1)\">\(HTML(exercise.name, upTo: 200))</a>"
      return "<th scope=\"col\" class=\"number\">\(link)</th>"
    }
    let late: HTML = hasLateColumn ? "<th scope=\"col\">Late</th>" : ""
    let maxima = exercises.html { "<td class=\"number\">\(text: pointsText($0.assignment.maxScore))</td>" }
    let contents: HTML = """
      <thead><tr><th scope="col">Student</th>\(heads)\(late)<th scope="col" class="number">Total</th></tr>
      <tr><th scope="row">Points possible</th>\(maxima)\(hasLateColumn ? "<td></td>" : "")<td class="number">\(text: pointsText(possible))</td></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    return """
      <p class="soft">✓ passed · no sign: not yet · ! could not be graded · – not handed in · EX excused</p>
      \(ReportStyle.table("Points by student and exercise", contents, .fixed))
      """
  }
}

extension Verdict {
  /// Its CSS class.
  var kind: HTML {
    switch status {
    case .passed: "passed"
    case .failed: "failed"
    case .error: isMissing || isExcused ? "missing" : "error"
    }
  }

  /// The symbol in a table, so that the colour is not the only sign.
  var sign: HTML {
    switch status {
    case .passed: "<span aria-label=\"passed\" role=\"img\">✓</span>"
    case .failed: ""
    case .error:
      if isExcused {
        "EX"
      } else if isMissing {
        "<span aria-label=\"not handed in\" role=\"img\">–</span>"
      } else {
        "<span aria-label=\"could not be graded\" role=\"img\">!</span>"
      }
    }
  }

  /// The status in words: `not yet`.
  package func word(in words: FixedWords) -> String {
    if isExcused { return words(.excused) }
    if isMissing { return words(.notHandedIn) }
    switch status {
    case .passed: return words(.passed)
    case .failed: return words(.notYet)
    case .error: return words(.notGraded)
    }
  }
}
