import Foundation

/// A class of 120 students who hand in an answer to `free-agents` in every way that students do, as each platform writes
/// such a class into a folder or a zip file.
///
/// Sources of the names: Moodle's `mod_assign\downloader` (since 4.2) and `assign::download_submissions` (before), its
/// grading worksheet (`assignfeedback_offline`) · Canvas's `ContentZipper` and `GradebookExporter` · GitHub's
/// documentation *Using GitHub Classroom with GitHub CLI*, and the roster's head `"identifier","github_username",
/// "github_id","name"` · Gradescope's export with `submission_metadata.yml`, as scripts on GitHub read it, and its roster
/// `First Name,Last Name,SID,Email,Role`.
struct CollectedClass {
  enum Platform: String, CaseIterable {
    case moodle = "moodle"
    case moodleFlat = "moodle-flat"
    case moodleGroups = "moodle-groups"
    case moodleTeams = "moodle-teams"
    case canvas, github, gradescope, folders, files
  }

  struct Student {
    var number: Int
    var first: String
    var last: String
    var name: String { "\(first) \(last)" }
    /// The number of the participant of the course, of the user, or of the submission.
    var participant: Int { 1000 + number }
    var matriculation: String { "77\(1000 + number)" }
    var login: String { "\(first.prefix(1))\(last)\(number)".lowercased() }
    var email: String { "\(login)@example.com" }
    var team: Int { number / 3 }
  }

  /// What a student handed in: the names of files and their bytes.
  struct File {
    var name: String
    var bytes: [UInt8]
    /// What was typed into the platform's form instead of a file.
    var isTyped = false
  }

  static let students: [Student] = {
    let first = ["Ada", "Böbbi", "Carol", "Dan", "Eve", "Fay", "Gil", "Hélène", "Ian", "Jo-Ann", "Kim", "Li"]
    let last = ["Lovelace", "Smith", "O'Neil", "van Dyk", "Müller", "Jones", "Çelik", "Nguyen", "Park", "Roe"]
    return (0..<120).map { Student(number: $0, first: first[$0 % 12], last: last[$0 / 12]) }
  }()

  static let answer = "// Answer to 03-league/free-agents\nchange Player.team, optional\n"
  /// An answer that was not written by `hand in`.
  static let bare = "change Player.team, optional\n"

  /// The ways of handing in, each chosen by five students.
  static let ways: [(what: String, files: [File])] = {
    func text(_ name: String, _ text: String) -> File { File(name: name, bytes: Array(text.utf8)) }
    let utf16: [UInt8] =
      [0xFF, 0xFE] + bare.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    return [
      ("as hand in writes it", [text("free-agents.graph", answer)]),
      ("capital letters", [text("Free-Agents.graph", bare)]),
      ("underscores", [text("free_agents.graph", bare)]),
      ("spaces", [text("free agents.graph", bare)]),
      ("a second ending", [text("free-agents.graph.txt", bare)]),
      ("another ending", [text("free-agents.txt", bare)]),
      ("a copy", [text("free-agents (1).graph", bare)]),
      ("two copies", [text("free-agents.graph", answer), text("free-agents (1).graph", answer)]),
      ("another name", [text("answer.graph", bare)]),
      ("another name, with the first line", [text("homework.txt", answer), text("notes.txt", "to do")]),
      (
        "a Word document", [File(name: "free-agents.docx", bytes: [0x50, 0x4B, 3, 4] + Array(repeating: 7, count: 60))]
      ),
      ("a zip file", [File(name: "work.zip", bytes: [0x50, 0x4B, 3, 4] + Array(repeating: 7, count: 60))]),
      ("UTF-16", [File(name: "free-agents.graph", bytes: utf16)]),
      ("an empty file", [text("free-agents.graph", " \n")]),
      ("a folder in it", [text("hw1/free-agents.graph", bare)]),
      ("a number after the ending", [text("free-agents.graph (2)", bare)]),
      ("with a program's files", [text("free-agents.graph", bare), text(".DS_Store", "\u{0}\u{0}")]),
      ("two others", [text("one.graph", bare), text("two.graph", bare)]),
      ("nothing", []),
      ("another exercise's name, with the first line", [text("whose.graph", answer)]),
      ("an answer to another exercise", [text("whose.graph", "delete heat\n")]),
      ("only a description", [text("README.md", "# My work\n")]),
      ("a name around it", [text("my-free-agents-final.graph", bare)]),
      (
        "typed",
        [
          File(
            name: "", bytes: Array("<p>change Player.team, optional</p><p>// a -&gt; b</p>".utf8), isTyped: true)
        ]
      ),
    ]
  }()

  let platform: Platform
  /// The paths and bytes, in the order in which the platform writes them.
  var files: [(path: String, bytes: [UInt8])] = []
  /// The roster as the platform writes it.
  var roster = ""

  init(_ platform: Platform) {
    self.platform = platform
    var metadata = "---\n"
    for student in Self.students {
      // In a team, one hands in for all.
      if platform == .moodleTeams, student.number % 3 != 0 { continue }
      let way = Self.ways[(platform == .moodleTeams ? student.team : student.number) % Self.ways.count]
      for (place, file) in way.files.enumerated() {
        files.append((path(of: file, place, student), contents(of: file, student)))
      }
      let submitters =
        platform == .gradescope
        ? [student] : []
      for submitter in submitters where !way.files.isEmpty {
        metadata += """
          submission_\(90000 + submitter.number):
            :submitters:
            - :name: \(submitter.name)
              :sid: '\(submitter.matriculation)'
              :email: \(submitter.email)
            :created_at: 2026-11-20 22:14:05.123456000 Z
            :score:
            :status: processed
            :history:
            - :id: \(80000 + submitter.number)
              :created_at: 2026-11-19 10:00:00.000000000 Z

          """
      }
    }
    if platform == .gradescope { files.append(("assignment_7_export/submission_metadata.yml", Array(metadata.utf8))) }
    if platform == .github {
      for student in Self.students.prefix(2) {
        files.append(("hw1-submissions/hw1-\(student.login)/.git/HEAD", Array("ref: refs/heads/main\n".utf8)))
      }
    }
    if platform == .folders { files.append(("notes on the class.txt", Array("see me\n".utf8))) }
    roster = Self.roster(platform)
  }

  private func contents(of file: File, _ student: Student) -> [UInt8] {
    guard file.isTyped else { return file.bytes }
    switch platform {
    case .moodle, .moodleFlat, .moodleGroups, .moodleTeams:
      return Array("<!DOCTYPE html><html><head><meta charset=\"UTF-8\"></head><body>".utf8) + file.bytes
        + Array("</body></html>".utf8)
    case .canvas:
      return Array(
        "<!DOCTYPE html><html><head><title>Homework 1: \(student.name)</title></head>\n<body>\n<h1>Homework 1: \(student.name)</h1>\n"
          .utf8)
        + file.bytes + Array("\n</body>\n</html>\n".utf8)
    case .github, .gradescope, .folders, .files: return Array(Self.bare.utf8)
    }
  }

  private func path(of file: File, _ place: Int, _ student: Student) -> String {
    let name = file.isTyped ? "typed.txt" : file.name
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let plugin = file.isTyped ? "onlinetext" : "file"
    let inner = file.isTyped ? "onlinetext.html" : name
    switch platform {
    case .moodle: return "\(student.name)_\(student.participant)_assignsubmission_\(plugin)/\(inner)"
    case .moodleFlat:
      return "\(student.name)_\(student.participant)_assignsubmission_\(plugin)_\(file.isTyped ? inner : plain)"
    case .moodleGroups:
      return "Group \(student.team % 5)-\(student.name)_\(student.participant)_assignsubmission_\(plugin)_/\(inner)"
    case .moodleTeams: return "Team \(student.team)_\(500 + student.team)_assignsubmission_\(plugin)/\(inner)"
    case .canvas:
      let sortable = "\(student.last)\(student.first)".lowercased().filter { $0.isLetter || $0.isNumber }
      let late = student.number % 7 == 0 ? "_LATE" : ""
      return file.isTyped
        ? "\(sortable)\(late)_\(student.participant)_text.html"
        : "\(sortable)\(late)_\(student.participant)_\(70000 + student.number * 4 + place)_\(plain)"
    case .github: return "hw1-submissions/hw1-\(student.login)/\(name)"
    case .gradescope: return "assignment_7_export/submission_\(90000 + student.number)/\(name)"
    case .folders: return "\(student.login)/\(name)"
    // A file for each student cannot have the same name twice, so the student's login begins it.
    case .files: return "\(student.login)_\(plain)"
    }
  }

  private static func roster(_ platform: Platform) -> String {
    func quoted(_ text: String) -> String { "\"\(text)\"" }
    switch platform {
    case .moodle, .moodleFlat, .moodleGroups, .moodleTeams:
      let head =
        "\u{FEFF}Identifier,\"Full name\",\"Email address\",Status,Group,Grade,\"Maximum grade\",\"Grade can be changed\","
        + "\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n"
      return head
        + students.map { student in
          "\"Participant \(student.participant)\",\(quoted(student.name)),\(student.email),\"Submitted for grading\","
            + "\"Team \(student.team)\",,10.00,Yes,\"Friday, 20 November 2026, 10:14 PM\",-,\r\n"
        }.joined()
    case .canvas:
      return "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (12),Current Score\n"
        + "    Points Possible,,,,,10,(read only)\n"
        + students.map { student in
          "\"\(student.last), \(student.first)\",\(student.participant),\(student.matriculation),\(student.login),G1,,\n"
        }.joined()
    case .github:
      return "\"identifier\",\"github_username\",\"github_id\",\"name\"\n"
        + students.map { student in
          let hasJoined = student.number != 119
          return [
            student.matriculation, hasJoined ? student.login : "", hasJoined ? "\(60000 + student.number)" : "",
            student.name,
          ].map(quoted).joined(separator: ",") + "\n"
        }.joined()
    case .gradescope:
      return "First Name,Last Name,SID,Email,Role\n"
        + students.map { "\($0.first),\($0.last),\($0.matriculation),\($0.email),Student\n" }.joined()
    case .folders:
      return "Student;Name;E-Mail\n" + students.map { "\($0.login);\($0.name);\($0.email)\n" }.joined()
    case .files:
      return "student,name\n" + students.map { "\($0.login),\($0.name)\n" }.joined()
    }
  }
}
