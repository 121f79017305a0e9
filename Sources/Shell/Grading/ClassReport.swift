import Courses
import Diagnostics
import Grading
import JSON
import Support

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder with the verdicts on a class.
///
/// | File | Contents |
/// |---|---|
/// | `grading.json` | what was asked for, so that only the same grading is continued |
/// | `verdicts.jsonl` | a line for each verdict, appended student by student |
/// | `gradescope/ada.json` | a document for each student, in a folder for each format of documents |
/// | `canvas.csv` | a file for each format of gradebooks, made from `verdicts.jsonl` at the end |
///
/// The documents of a student are written before the student's lines: whoever has lines has documents.
struct ClassReport {
  let folder: String
  let formats: [OutputFormat]
  let circumstances: OutputFormat.Circumstances
  let assignments: [Assignment]
  private var verdicts: Int32 = -1

  init(
    folder: String, formats: [OutputFormat], circumstances: OutputFormat.Circumstances, assignments: [Assignment]
  ) {
    self.folder = folder
    self.formats = formats
    self.circumstances = circumstances
    self.assignments = assignments
  }

  private var path: String { "\(folder)/verdicts.jsonl" }

  /// When the report in a folder was begun; nil where there is none.
  static func time(of folder: String) -> String? {
    guard let text = try? TextFile.read("\(folder)/grading.json").text else { return nil }
    return value(Array(text.utf8)[...])?["time"]?.text
  }

  /// The verdicts that a report has already.
  struct Done {
    var students = 0
    /// The verdicts on these students by their status.
    var counts: [Verdict.Status: Int] = [:]
    /// Where their lines end.
    fileprivate var bytes = 0
  }

  /// Opens the report, and cuts off what an interrupted grading left of a student.
  mutating func begin(_ request: JSONValue, students: [Student], resuming: Bool) throws(Diagnostic) -> Done {
    try Self.make(folder)
    for format in formats {
      if case .document = format.kind(circumstances) { try Self.make("\(folder)/\(format.rawValue)") }
    }
    let exists = access("\(folder)/grading.json", F_OK) == 0
    if exists, !resuming {
      throw Diagnostic(
        "report-exists", "there is a report in '\(DisplayText.visible(folder))' already",
        hint: "continue it with --resume, or name another folder with --out")
    }
    var done = Done()
    if exists {
      let earlier = try TextFile.read("\(folder)/grading.json").text
      guard earlier == request.line + "\n" else {
        throw Diagnostic(
          "other-report", "the report in '\(DisplayText.visible(folder))' is of another grading",
          hint: "resume with the same exercises, formats and options, or name another folder with --out")
      }
      if access(path, F_OK) == 0 { done = try completed(students) }
    } else {
      try Self.write(request.line + "\n", to: "\(folder)/grading.json")
    }
    verdicts = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard verdicts >= 0, ftruncate(verdicts, off_t(done.bytes)) == 0 else { throw Self.unwritable(path) }
    return done
  }

  /// The students whose lines are all there.
  private func completed(_ students: [Student]) throws(Diagnostic) -> Done {
    var lines = try LineFile(path)
    var done = Done()
    var bytes = 0
    var statuses: [Verdict.Status] = []
    while let line = try lines.next() {
      bytes += line.count + 1
      let record = Self.value(line)
      guard done.students < students.count, let status = record?["status"]?.text.flatMap(Verdict.Status.init),
        record?["student"]?.text == students[done.students].id,
        record?["exercise"]?.text == assignments[statuses.count].exercise
      else {
        throw Diagnostic(
          "other-report", "the report in '\(DisplayText.visible(folder))' is of other students",
          hint: "name another folder with --out")
      }
      statuses.append(status)
      guard statuses.count == assignments.count else { continue }
      for status in statuses { done.counts[status, default: 0] += 1 }
      statuses = []
      done.students += 1
      done.bytes = bytes
    }
    return done
  }

  private static func value(_ line: ArraySlice<UInt8>) -> JSONValue? {
    line.withUnsafeBufferPointer { try? JSONValue($0) }
  }

  /// Adds the verdicts on one student's answers.
  func add(_ student: StudentVerdicts) throws(Diagnostic) {
    for format in formats {
      guard case .document(let document) = format.kind(circumstances(for: student.student)) else { continue }
      let name = Self.fileName(student.student.id)
      let text = document.text(for: student.verdicts)
      try Self.write(text, to: "\(folder)/\(format.rawValue)/\(name).\(format.fileExtension)")
    }
    let lines = student.verdicts.map { JSONFormat().record(of: $0, student: student.student.id).line + "\n" }
    try Self.write(lines.joined(), to: verdicts, path)
  }

  private func circumstances(for student: Student) -> OutputFormat.Circumstances {
    var circumstances = circumstances
    circumstances.student = student
    return circumstances
  }

  /// Writes the files of gradebooks from the verdicts, a student at a time.
  func finish(_ students: [Student]) throws(Diagnostic) {
    close(verdicts)
    var books: [(format: any GradebookFormat, path: String, file: Int32)] = []
    defer { for book in books { close(book.file) } }
    for format in formats {
      guard case .gradebook(let gradebook) = format.kind(circumstances) else { continue }
      let path = "\(folder)/\(format.rawValue).\(format.fileExtension)"
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw Self.unwritable(path) }
      books.append((gradebook, path, file))
      try Self.write(gradebook.head(for: assignments), to: file, path)
    }
    guard !books.isEmpty else { return }
    var lines = try LineFile(path)
    for student in students {
      var verdicts: [Verdict] = []
      while verdicts.count < assignments.count, let line = try lines.next() {
        guard let record = Self.value(line), let verdict = JSONFormat.verdict(from: record) else {
          throw Diagnostic("broken-report", "'\(DisplayText.visible(path))' has been changed: a line is no verdict")
        }
        verdicts.append(verdict)
      }
      let rows = StudentVerdicts(student, verdicts)
      for book in books { try Self.write(book.format.rows(for: rows, assignments), to: book.file, book.path) }
    }
  }

  /// A file's name for a student: letters, digits, `-` and `_` as they are, every other byte as `%` and two digits. Of a
  /// long one only the beginning is kept, with a UUID of the whole: file systems take at most 255 bytes.
  static func fileName(_ id: String) -> String {
    var name = ""
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return name.utf8.count <= 200 ? name : "\(name.prefix(120))-\(NamedUUID.make(from: id))"
  }

  private static func make(_ folder: String) throws(Diagnostic) {
    if mkdir(folder, 0o755) != 0, errno != EEXIST {
      let reason = String(cString: strerror(errno)).lowercased()
      throw Diagnostic("unwritable-file", "the folder '\(DisplayText.visible(folder))' cannot be made: \(reason)")
    }
  }

  private static func write(_ text: String, to path: String) throws(Diagnostic) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw unwritable(path) }
    defer { close(file) }
    try write(text, to: file, path)
  }

  private static func write(_ text: String, to file: Int32, _ path: String) throws(Diagnostic) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(file, UnsafeRawBufferPointer(rebasing: $0[written...])) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw unwritable(path) }
      written += count
    }
  }

  private static func unwritable(_ path: String) -> Diagnostic {
    let reason = String(cString: strerror(errno)).lowercased()
    return Diagnostic(
      "unwritable-file", "'\(DisplayText.visible(path))' cannot be written: \(reason)",
      hint: "what is graded is kept; --resume continues")
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
