import Diagnostics

/// The pages of the report on a class: one for each student, and `index.html`. They are a function of the verdicts and of what
/// the exercises' folders say.
///
/// ```swift
/// var pages = ReportPages(exercises, time: "2026-01-15T09:00:00.000Z", studentCount: students.count)
/// for student in verdicts { for file in pages.add(student, page: "ada") { write(file) } }
/// for file in pages.finish() { write(file) }
/// ```
///
/// Students are added one after the other, and none is kept, so that memory does not grow with the class. Only the
/// statements that are compared are (``AlikeAnswers``).
package struct ReportPages: Sendable {
  package struct File: Hashable, Sendable {
    /// The path in the report's folder: `students/ada.html`.
    package var path: String
    package var text: String
  }

  /// The folders that the files are in.
  package static let folders = ["students", "tables"]
  /// The most students in one table; a larger class has several pages of tables.
  static let tableLimit = 500

  let exercises: [ReportedExercise]
  let studentCount: Int
  /// When the grading was begun, as people read it.
  let time: String
  private(set) var tallies: [ExerciseTally]
  /// The students that pairs of alike answers may name.
  private(set) var students: [ReportStudent] = []
  private(set) var added = 0
  /// The rows of the table that is not full yet.
  private(set) var rows: HTML = ""
  /// The tables that are pages of their own: the first and the last student of each, from 1.
  private(set) var tables: [ClosedRange<Int>] = []

  package init(_ exercises: [ReportedExercise], time: String, studentCount: Int) {
    self.exercises = exercises
    self.studentCount = studentCount
    let parts = time.split(separator: "T")
    self.time = parts.count == 2 ? "\(parts[0]) \(parts[1].prefix(5)) UTC" : time
    tallies = exercises.map(ExerciseTally.init)
  }

  /// The table is a part of `index.html` where it is short enough.
  var hasTablePages: Bool { studentCount > Self.tableLimit }

  /// Adds a student: their page, and the page of a table that is full.
  /// - Parameter page: the name of the student's file, without an ending: a plain one.
  package mutating func add(_ verdicts: StudentVerdicts, page: String) -> [File] {
    // A per cent sign in a file's name is one that an address has to escape.
    let address = page.replacing("%", with: "%25") + ".html"
    let student = ReportStudent(
      place: added, id: verdicts.student.id, name: verdicts.student.name, page: address)
    added += 1
    if added <= AlikeAnswers.studentLimit { students.append(student) }
    for place in tallies.indices {
      guard let verdict = verdicts.verdict(on: exercises[place].assignment) else { continue }
      tallies[place].add(verdict, of: student)
    }
    rows += row(student, verdicts)
    return [File(path: "students/\(page).html", text: studentPage(verdicts))] + (tableIsFull ? [closeTable()] : [])
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

  /// `index.html`, and the last table.
  package mutating func finish() -> [File] {
    let last = hasTablePages && !rows.text.isEmpty ? [closeTable()] : []
    return last + [File(path: "index.html", text: indexPage())] + [File(path: "alike.csv", text: alikeRows())]
  }

  // MARK: The table

  private func row(_ student: ReportStudent, _ verdicts: StudentVerdicts) -> HTML {
    let folder: HTML = hasTablePages ? "../students/" : "students/"
    let cells = exercises.html { exercise in
      guard let verdict = verdicts.verdict(on: exercise.assignment) else { return "<td></td>" }
      let points = verdict.isMissing ? "" : " " + pointsText(verdict.score)
      return "<td class=\"number \(verdict.kind)\">\(verdict.sign)\(text: points)</td>"
    }
    return "<tr><th scope=\"row\">\(student.link(from: folder))</th>\(cells)"
      + "<td class=\"number\">\(text: pointsText(verdicts.verdicts.score))</td></tr>\n"
  }

  /// A table of students and exercises.
  /// - Parameter link: the way to the folder of `index.html`.
  func table(_ rows: HTML, link: HTML = "") -> HTML {
    let page: HTML = hasTablePages ? link + "index.html" : ""
    let heads = exercises.enumerated().html { place, exercise -> HTML in
      let link: HTML = "<a href=\"\(page)#exercise-\(place + 1)\">\(HTML(exercise.name, upTo: 200))</a>"
      return "<th scope=\"col\" class=\"number\">\(link)</th>"
    }
    let maxima = exercises.html { "<td class=\"number\">\(text: pointsText($0.assignment.maxScore))</td>" }
    let total = exercises.reduce(0) { $0 + $1.assignment.maxScore }
    let contents: HTML = """
      <thead><tr><th scope="col">Student</th>\(heads)<th scope="col" class="number">Total</th></tr>
      <tr><th scope="row">Points possible</th>\(maxima)<td class="number">\(text: pointsText(total))</td></tr></thead>
      <tbody>
      \(rows)</tbody>
      """
    return """
      <p class="soft">✓ passed · no sign: not yet · ! could not be graded · – not handed in</p>
      \(ReportStyle.table("Points by student and exercise", contents, isFixed: true))
      """
  }
}

extension Verdict {
  /// The class of its style.
  var kind: HTML {
    switch status {
    case .passed: "passed"
    case .failed: "failed"
    case .error: isMissing ? "missing" : "error"
    }
  }

  /// The sign in a table, so that colour does not say it alone.
  var sign: HTML {
    switch status {
    case .passed: "<span aria-label=\"passed\" role=\"img\">✓</span>"
    case .failed: ""
    case .error:
      isMissing
        ? "<span aria-label=\"not handed in\" role=\"img\">–</span>"
        : "<span aria-label=\"could not be graded\" role=\"img\">!</span>"
    }
  }

  /// `not yet`, as people read it.
  var word: String {
    isMissing ? "not handed in" : status == .error ? "could not be graded" : TextFormat.word(for: status)
  }
}
