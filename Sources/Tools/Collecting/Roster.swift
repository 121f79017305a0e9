import Diagnostics
import Grading

/// The students of a class, from a CSV file whose first row names the columns.
///
/// ```
/// student,name,email,login,section
/// ada,Ada Lovelace,ada@example.com,,
/// ```
///
/// `student` (or `id`) is the student's id in the submissions. The files that platforms write are read as they are: Moodle's
/// grading worksheet and its list of participants, Canvas's gradebook, GitHub Classroom's roster and Gradescope's. Columns
/// may be separated by commas, semicolons or tabs. Other columns are ignored.
package enum Roster {
  /// A column that is read.
  private enum Column: Hashable {
    case id, name, firstName, lastName, email, login, section, group, number, participant, grade, maximum, submitted,
      graded, feedback, role

    /// The names of the columns, in lower case, as Graphbook and the platforms write them, Moodle's also in German.
    static let names: [(Column, [String])] = [
      (.id, ["student", "id", "github_username"]),
      (.participant, ["identifier", "teilnehmer-id", "id"]),
      (.name, ["name", "full name", "vollständiger name", "vollständiger name des nutzers", "roster_identifier"]),
      (.maximum, ["maximum grade", "bestwertung"]),
      (.submitted, ["last modified (submission)", "zuletzt geändert (abgabe)"]),
      (.graded, ["last modified (grade)", "zuletzt geändert (bewertung)"]),
      (.firstName, ["first name", "vorname", "firstname"]),
      (.lastName, ["last name", "surname", "nachname", "lastname"]),
      (.email, ["email", "email address", "e-mail", "e-mail-adresse"]),
      (.login, ["login", "username", "sis login id", "anmeldename"]),
      (.section, ["section", "sections"]),
      (.role, ["role"]),
      (.group, ["group", "groups", "gruppe", "gruppen", "group_name"]),
      (.number, ["id number", "id-nummer", "sid", "sis user id", "matriculation number", "matrikelnummer"]),
    ]
  }

  /// The places of the columns in a file.
  private struct Columns {
    var places: [Column: Int] = [:]
    /// The columns that can be a student's id, the first of which a row has.
    var ids: [Column] = []
    /// Whether the first row after the head is Canvas's with the possible points.
    var isCanvas = false
    /// Whether it is Moodle's worksheet in a language of which the titles are not known, and its columns are recognised by their places.
    var isForeign = false

    /// - Parameter rows: the first rows after the head.
    init(_ head: [String], _ rows: [[String]]) {
      let head = head.map { $0.lowercased() }
      func place(_ column: Column) -> Int? {
        let names = Column.names.first { $0.0 == column }?.1 ?? []
        return names.lazy.compactMap { head.firstIndex(of: $0) }.first
      }
      for (column, _) in Column.names where column != .participant { places[column] = place(column) }
      places[.participant] = head.firstIndex(of: "identifier") ?? head.firstIndex(of: "teilnehmer-id")
      if places[.participant] == nil, Self.isWorksheet(head, rows) {
        places[.participant] = 0
        // Moodle shows names and addresses together, or neither.
        if places[.email] == nil {
          places[.email] = rows.first.flatMap { row in row.firstIndex { $0.contains("@") } }
        }
        if places[.name] == nil, places[.email] != nil, head.count > 1 { places[.name] = 1 }
        places[.id] = nil
        if places[.maximum] == nil { isForeign = true }
      }
      if isForeign {
        let found = WorksheetPlaces(rows, count: head.count)
        places[.maximum] = found.maximum
        places[.grade] = found.grade
        places[.submitted] = places[.submitted] ?? found.submitted
        places[.graded] = places[.graded] ?? found.graded
        places[.feedback] = found.feedback
      }
      if head.first?.contains("student") == true, head.contains("section"), let id = head.firstIndex(of: "id") {
        // Canvas: 'Student' is the name.
        isCanvas = true
        places[.id] = id
        places[.name] = 0
        ids = [.id]
      } else if head.contains("github_username") {
        // GitHub Classroom: 'identifier' is a name or an address that the teacher chose.
        places[.participant] = nil
        places[.name] = head.firstIndex(of: "name")
        places[.number] = head.firstIndex(of: "identifier") ?? head.firstIndex(of: "roster_identifier")
        ids = [.id, .number]
      } else if head.contains("student") || places[.id] != nil && places[.participant] == nil {
        ids = [.id]
      } else {
        places[.id] = nil
        ids = [.participant, .number, .email].filter { places[$0] != nil }
      }
    }

    /// Whether it is Moodle's grading worksheet in some language: its first column has the word for *Participant*, which is
    /// the same in all rows, and a number, `Participant 20001` or `Teilnehmer/in20001`. A login such as `student01` is none.
    private static func isWorksheet(_ head: [String], _ rows: [[String]]) -> Bool {
      guard head.count >= 6, head[0] != "student", !head.contains("login"), !rows.isEmpty else { return false }
      let words = Set(rows.map { row in String((row.first ?? "").reversed().drop { $0.isNumber }.reversed()) })
      guard words.count == 1, let word = words.first, word.contains(where: \.isLetter) else { return false }
      return rows.allSatisfy { $0[0].count > word.count }
    }
  }

  /// Returns Moodle's grading worksheet, to write it back with the grades; nil for any other file.
  package static func sheet(in source: SourceText) -> GradingSheet? {
    let separator = CSVReader.separator(of: source.text)
    var reader = CSVReader(source.text, separator: separator)
    guard let head = (try? reader.next()).flatMap({ $0 }) else { return nil }
    let raw = reader.rawFields
    var first: [[String]] = []
    while first.count < 200, let row = (try? reader.next()).flatMap({ $0 }) {
      first.append(row.map { trimmed($0 ?? "") })
    }
    let columns = Columns(head.map { trimmed($0 ?? "") }, first)
    guard columns.places[.participant] != nil else { return nil }
    return GradingSheet(
      head: raw, separator: String(separator), lineEnd: source.text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n",
      hasMark: source.text.unicodeScalars.first == "\u{FEFF}", grade: columns.places[.grade],
      feedback: columns.places[.feedback])
  }

  /// Returns lines about a worksheet of Moodle's in a language of which the titles are not known: which columns were read, and which
  /// were not recognised.
  package static func warnings(about source: SourceText) -> [String] {
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text))
    guard let head = (try? reader.next())?.map({ trimmed($0 ?? "") }) else { return [] }
    var rows: [[String]] = []
    while let row = try? reader.next() { rows.append(row.map { trimmed($0 ?? "") }) }
    let columns = Columns(head, Array(rows.prefix(200)))
    var lines: [String] = []
    if columns.isForeign {
      let parts: [(Column, String)] = [
        (.grade, "grade"), (.maximum, "maximum grade"), (.submitted, "time of the submission"),
        (.graded, "time of the grade"), (.feedback, "feedback"),
      ]
      let told = parts.compactMap { column, words in
        columns.places[column].map { "'\(DisplayText.visible(head[$0]))' as the \(words)" }
      }
      let lacking = parts.filter { columns.places[$0.0] == nil }.map { "the \($0.1)" }
      let unread = head.indices.filter { place in !columns.places.values.contains(place) }
      var line = "the roster looks like Moodle's grading worksheet in a language whose titles are not known"
      if !told.isEmpty { line += ": by their places, \(Listing.all(told)) \(told.count == 1 ? "is" : "are") read" }
      if !lacking.isEmpty { line += "; \(Listing.all(lacking)) \(lacking.count == 1 ? "is" : "are") not recognised" }
      if !unread.isEmpty {
        line += "; not read: \(Listing.all(unread.map { "'\(DisplayText.visible(head[$0]))'" }))"
      }
      lines.append(line + "; " + Self.inEnglish)
    }
    if let place = columns.places[.submitted] {
      let unknown = rows.compactMap { $0.indices.contains(place) ? $0[place] : nil }.filter {
        $0.contains(where: \.isNumber) && MoodleTime.date(in: $0) == nil
      }
      if let first = unknown.first {
        lines.append(
          "\(DisplayText.grouped(unknown.count)) of the worksheet's times of submission can't be read, such as "
            + "'\(DisplayText.visible(first))', and lateness costs nothing there; \(Self.inEnglish)")
      }
    }
    return lines
  }

  private static let inEnglish =
    "to be sure, set your Moodle to English, download the worksheet again, and leave it in English for the upload"

  /// Returns the points of the assignments in Canvas's gradebook, by their numbers; none in any other file.
  package static func canvasPoints(in source: SourceText) -> [Int: Double] {
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text))
    guard let head = try? reader.next() else { return [:] }
    while let row = try? reader.next() {
      guard trimmed((row.first ?? nil) ?? "") == "Points Possible" else { continue }
      let points = zip(head, row).compactMap { title, cell -> (Int, Double)? in
        guard let match = title?.firstMatch(of: /\(([0-9]+)\)\s*$/), let id = Int(match.1),
          let points = number(in: trimmed(cell ?? ""))
        else { return nil }
        return (id, points)
      }
      return Dictionary(points) { first, _ in first }
    }
    return [:]
  }

  /// The columns of a list that the teacher writes.
  private static let ownColumns = "student,name,email,login,section"

  /// - Throws: a diagnostic for a file without a column of ids, an empty or repeated id, or a row that is not CSV.
  package static func students(in source: SourceText) throws(Diagnostic) -> [Student] {
    let file = "the roster '\(DisplayText.visible(source.name ?? "roster"))'"
    var reader = CSVReader(source.text, separator: CSVReader.separator(of: source.text), file: file)
    guard let head = try reader.next() else { throw Diagnostic.columns("roster", "\(file) is empty", ownColumns, []) }
    var ahead = reader
    var first: [[String]] = []
    while first.count < 200, let row = try ahead.next() { first.append(row.map { trimmed($0 ?? "") }) }
    let columns = Columns(head.map { trimmed($0 ?? "") }, first)
    if Self.isListOfAssignments(head.map { trimmed($0 ?? "").lowercased() }) {
      throw Diagnostic.columns(
        "roster", "\(file) looks like a list of assignments, not of students", ownColumns, head.map { $0 ?? "" })
    }
    guard !columns.ids.isEmpty else {
      var problem = Diagnostic.columns(
        "roster", "\(file) has no column with the students' ids", ownColumns, head.map { $0 ?? "" })
      problem.hint =
        "name the column 'student'; Moodle's, Canvas's, GitHub Classroom's and Gradescope's lists are read as they are"
      throw problem
    }
    var students: [Student] = []
    var known: Set<String> = []
    while true {
      let line = reader.line
      guard let row = try reader.next() else { return students }
      func cell(_ column: Column) -> String {
        columns.places[column].flatMap { $0 < row.count ? row[$0] : nil }.map(trimmed) ?? ""
      }
      if columns.isCanvas, row.first.flatMap({ $0 }).map(isNoStudent) ?? true { continue }
      if Self.staff.contains(cell(.role).lowercased()) { continue }
      var student = Student(id: "", email: cell(.email), login: cell(.login), section: cell(.section))
      student.number = cell(.number)
      student.group = cell(.group)
      // The worksheet of the report has English heads, so Moodle is in English when it reads this.
      let participant = participant(cell(.participant))
      student.participant =
        participant.allSatisfy(\.isNumber) && !participant.isEmpty ? "Participant \(participant)" : cell(.participant)
      student.localTime = MoodleTime.date(in: cell(.submitted))
      student.maximum = number(in: cell(.maximum))
      student.gradeTime = cell(.graded)
      if columns.places[.participant] != nil { student.sheetCells = reader.rawFields }
      let ids = columns.ids.map { $0 == .participant ? participant : cell($0) }
      guard let id = ids.first(where: { !$0.isEmpty }) else {
        let what = row.compactMap { $0 }.prefix(3).map { DisplayText.visible($0) }.joined(separator: ", ")
        throw Diagnostic(
          "roster", "\(file), line \(line): the student has no id",
          notes: what.isEmpty ? [] : ["the line begins with: \(what)"])
      }
      guard known.insert(id).inserted else {
        throw Diagnostic("roster", "\(file), line \(line): '\(DisplayText.visible(id))' is listed twice")
      }
      student.id = id
      let whole = [cell(.firstName), cell(.lastName)].filter { !$0.isEmpty }.joined(separator: " ")
      student.name = [cell(.name), whole, id].first { !$0.isEmpty } ?? id
      if columns.isCanvas { student.name = inReadingOrder(student.name) }
      students.append(student)
    }
  }

  /// The roles in Gradescope's roster that hand nothing in.
  private static let staff: Set = ["instructor", "ta", "reader"]

  /// Whether the columns are those of assignments, `ID,Name,Points`: none is about a person.
  private static func isListOfAssignments(_ head: [String]) -> Bool {
    let persons = ["email", "email address", "e-mail", "login", "username", "section", "first name", "surname", "sid"]
    let works = ["points", "points possible", "max points", "assignment", "due", "due date", "maximum points"]
    return head.contains(where: works.contains) && !head.contains { persons.contains($0) }
  }

  /// The number in `100.00` or `100,00`; nil for any other text.
  private static func number(in text: String) -> Double? { Double(text.replacing(",", with: ".")) }

  /// The number in `Participant 1001`, in any language.
  static func participant(_ text: String) -> String {
    let digits = text.reversed().prefix { $0.isNumber }.reversed()
    return digits.isEmpty ? text : String(digits)
  }

  /// Whether a row of Canvas's gradebook is not a student's: `    Points Possible`, the test student, or a note.
  private static func isNoStudent(_ name: String) -> Bool {
    ["", "Points Possible", "Student, Test"].contains(trimmed(name))
  }

  /// `Lovelace, Ada` as `Ada Lovelace`.
  private static func inReadingOrder(_ name: String) -> String {
    let parts = name.split(separator: ",", maxSplits: 1).map { trimmed(String($0)) }
    return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension Diagnostic {
  /// A file of the teacher's that has other columns than it needs: both are shown, each with the words for which they are.
  static func columns(_ id: String, _ message: String, _ expected: String, _ found: [String]) -> Diagnostic {
    let names = found.prefix(8).map { DisplayText.visible($0) }.joined(separator: ",")
    let rest = Listing.rest(found.count - 8, after: ",")
    return Diagnostic(
      id, message,
      notes: ["columns expected: \(expected)"] + (found.isEmpty ? [] : ["columns of the file: \(names)\(rest)"]))
  }
}
