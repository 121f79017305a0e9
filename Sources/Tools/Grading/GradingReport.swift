import CommandIO
import Courses
import Diagnostics
import Grading
import JSON
import Platform
import Support

import class Foundation.ProcessInfo

/// The folder with the verdicts on a class, which only its owner can read.
///
/// | File | Contents |
/// |---|---|
/// | `grading.json` | the settings, so that only the same grading is continued |
/// | `files.jsonl`, `files.csv` | a line for each file that was handed in: what became of it (``FileAccount``) |
/// | `students.jsonl` | a line for each student, with the place in the class, for merging parts |
/// | `verdicts.jsonl` | a line for each verdict, appended student by student |
/// | `verdicts.sums` | a line for each student, by which an edited verdict is noticed (``VerdictSums``) |
/// | `gradescope/ada.json` | a document for each student, in a folder for each format of documents |
/// | `canvas.csv` | a file for each format of gradebooks, Canvas's and Moodle's for each of their assignments, made from `verdicts.jsonl` at the end |
/// | `students/5f0c….html` | a page for each student (``StudentPages``), which the worker makes |
/// | `pages.key` | the key of their names (``PageNames``) |
/// | `index.html`, `alike.csv` | the pages about the class (``ReportPages``), made from `verdicts.jsonl` at the end |
/// | `exercises.json` | what the pages say about the exercises (``ReportedExercise``) |
/// | `grades.csv` | a row for each student (``GradesFormat``) |
///
/// A student's documents are written before the student's lines, and the sum after them, so a student who has a sum has
/// everything.
struct GradingReport {
  let folder: String
  let request: ReportRequest
  private(set) var names: PageNames
  private var verdicts: Int32 = -1
  private var sums: Int32 = -1
  private var lastKept = ContinuousClock.now
  /// Keeps other runs out of the folder, to the end of this one.
  private var lock: LockedFile?

  init(folder: String, _ request: ReportRequest, _ names: PageNames) {
    self.folder = folder
    self.request = request
    self.names = names
  }

  /// A student of the report, and the student's place in the class.
  struct Member: Hashable, Sendable {
    var place: Int
    var student: Student
  }

  private var path: String { "\(folder)/verdicts.jsonl" }
  private var sumPath: String { "\(folder)/\(VerdictSums.file)" }
  private var filePath: String { "\(folder)/files.jsonl" }
  private var formats: [OutputFormat] { request.formats }
  private var metadata: OutputFormat.Metadata { request.metadata }
  private var assignments: [Assignment] { request.assignments }

  /// The verdicts that are already in a report.
  struct Done {
    var students = 0
    /// The number of verdicts on these students by status.
    var counts: [Verdict.Status: Int] = [:]
    /// The offset at which their lines end.
    fileprivate var bytes = 0
  }

  /// Opens the report, and cuts off a student whom an interrupted grading left incomplete.
  /// - Parameter work: the hash of the work of a student, by the place in the report.
  mutating func begin(
    _ members: [Member], _ files: [FileAccount], resuming: Bool, work: (Int) -> UInt64 = { _ in 0 }
  ) throws(Diagnostic) -> Done {
    try Self.make(folder)
    lock = try locked()
    for name in ReportPages.folders { try Self.make("\(folder)/\(name)") }
    for format in formats {
      if case .document = format.kind(metadata) { try Self.make("\(folder)/\(format.rawValue)") }
    }
    let exists = access("\(folder)/grading.json", F_OK) == 0
    if exists, !resuming {
      throw Diagnostic(
        "report-exists", "there is a report in '\(DisplayText.visible(folder))' already",
        hint: "continue it with --resume, or name another folder with --out")
    }
    let record = request.record.line + "\n"
    if exists, let kept = PageNames(in: folder) { names = kept }
    var done = Done()
    let kept = exists ? try TextFile.read("\(folder)/grading.json").text : ""
    // Nothing has been graded yet if the settings are incomplete: the disk was full.
    if kept == record || !record.hasPrefix(kept) || Self.hasContents(path) {
      guard kept == record else {
        let differences = ReportRequest.read(from: folder).map(request.differences) ?? []
        throw Diagnostic(
          "other-report",
          "the report in '\(DisplayText.visible(folder))' belongs to another grading"
            + (differences.isEmpty ? "" : ": it differs in \(Listing.all(differences))"),
          hint: "resume with the same exercises, formats and options, or name another folder with --out")
      }
      if access(path, F_OK) == 0 { done = try completed(members.map(\.student), work) }
    } else {
      try Self.write(Array(record.utf8), to: "\(folder)/grading.json")
    }
    try Self.write(Array((names.key + "\n").utf8), to: "\(folder)/\(PageNames.file)")
    let students = members.map { $0.record(page: "\(StudentPages.folder)/\(names.name(of: $0.student.id)).html") }
    try Self.write(Array(students.map { $0.line + "\n" }.joined().utf8), to: "\(folder)/students.jsonl")
    try Self.write(Array(files.map { $0.record.line + "\n" }.joined().utf8), to: filePath)
    verdicts = try Self.appending(to: path, keeping: done.bytes)
    sums = try Self.appending(to: sumPath, keeping: VerdictSums.bytes(of: done.students))
    return done
  }

  /// Locks the report: two runs that write one would give students each other's verdicts.
  private func locked() throws(Diagnostic) -> LockedFile {
    do throws(AtomicFile.Failure) {
      return try AtomicFile(path: "\(folder)/grading.json").lock(patience: 0)
    } catch {
      guard error.number == EWOULDBLOCK else {
        throw Diagnostic(
          "unwritable-file", "'\(DisplayText.visible(folder))' cannot be written: \(error.reason)",
          hint: "name another folder with --out")
      }
      throw Diagnostic(
        "report-busy", "another run is writing the report in '\(DisplayText.visible(folder))'",
        hint: "wait until it has ended, or stop it; --resume then continues the report")
    }
  }

  /// Opens a file that lines are added to, and cuts off what comes after its complete ones.
  private static func appending(to path: String, keeping bytes: Int) throws(Diagnostic) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0, ftruncate(file, off_t(bytes)) == 0 else { throw unwritable(path) }
    return file
  }

  /// Returns the students whose lines and documents are complete. If the machine stopped, a document may be missing or
  /// empty.
  private func completed(_ students: [Student], _ work: (Int) -> UInt64) throws(Diagnostic) -> Done {
    var lines = try LineFile(path)
    let sums = VerdictSums(of: folder)
    var done = Done()
    var bytes = 0
    var own: [UInt8] = []
    var statuses: [Verdict.Status?] = []
    while let line = try lines.next() {
      bytes += line.count + 1
      own += line + [UInt8(ascii: "\n")]
      let record = Self.value(line)
      guard done.students < students.count, let record, let status = Self.countedStatus(record),
        record["student"]?.text == students[done.students].id,
        record["exercise"]?.text == assignments[statuses.count].exercise
      else {
        throw Diagnostic(
          "other-report", "the report in '\(DisplayText.visible(folder))' lists other students",
          hint: "name another folder with --out")
      }
      statuses.append(status)
      guard statuses.count == assignments.count else { continue }
      let paths = documentPaths(of: students[done.students])
      guard done.students < sums.sums.count, paths.allSatisfy(Self.hasContents) else { break }
      var documents: [[UInt8]] = []
      for path in paths { documents.append(Array(try TextFile.read(path).text.utf8)) }
      let id = students[done.students].id
      try sums.check(done.students, id, own, documents, in: folder)
      guard sums.works[done.students] == work(done.students) else {
        throw Diagnostic(
          "changed-work", "the submissions of '\(DisplayText.visible(id))' have changed since they were graded",
          hint: "grade them into another folder with --out")
      }
      own = []
      for case let status? in statuses { done.counts[status, default: 0] += 1 }
      statuses = []
      done.students += 1
      done.bytes = bytes
    }
    return done
  }

  /// The status in a verdict's line: `.some(nil)` for a student who is excused, and nil for any other kind of line.
  static func countedStatus(_ record: JSONValue) -> Verdict.Status?? {
    guard let status = record["status"]?.text.flatMap(Verdict.Status.init) else { return nil }
    return .some(JSONFormat.verdict(from: record)?.isExcused == true ? nil : status)
  }

  static func value(_ line: ArraySlice<UInt8>) -> JSONValue? {
    line.withUnsafeBufferPointer { try? JSONValue($0) }
  }

  /// Adds a worker's entry for one student.
  mutating func add(_ entry: StudentEntry, of student: Student) throws(Diagnostic) {
    for (path, document) in zip(documentPaths(of: student), entry.documents) { try Self.write(document, to: path) }
    try Self.write(entry.lines, to: verdicts, path)
    let sum = VerdictSums.sum(of: entry.lines, entry.documents)
    try Self.write(VerdictSums.line(sum, of: entry.work), to: sums, sumPath)
    try keep()
  }

  /// Returns the paths of a student's documents, in the order of the formats, and of the student's page.
  func documentPaths(of student: Student) -> [String] {
    let name = Self.fileName(student.id)
    let documents = formats.compactMap { format -> String? in
      guard case .document = format.kind(metadata) else { return nil }
      return "\(folder)/\(format.rawValue)/\(name).\(format.fileExtension)"
    }
    return documents + ["\(folder)/\(StudentPages.folder)/\(names.name(of: student.id)).html"]
  }

  private static func hasContents(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  /// Flushes the lines to disk, at most once a second.
  private mutating func keep() throws(Diagnostic) {
    let now = ContinuousClock.now
    guard now - lastKept >= .seconds(1) else { return }
    lastKept = now
    try flush()
  }

  private func flush() throws(Diagnostic) {
    guard fsync(verdicts) == 0 else { throw Self.unwritable(path) }
    guard fsync(sums) == 0 else { throw Self.unwritable(sumPath) }
  }

  /// The facts of a finished report that the run's last lines say.
  struct Finished: Hashable, Sendable {
    var missing = 0
    /// A line for each answer that could not be graded.
    var ungraded: [String] = []
    var files: [FileAccount.Result: Int] = [:]
    var guessed = 0
    /// A line for each answer to which a correction gives fewer points than the checks.
    var lowered: [String] = []
    /// A line for each answer that looks like the answer to another exercise.
    var exchanged: [String] = []
    /// A line for each answer with a statement that fails there and runs in another exercise of the file.
    var stray: [String] = []

    mutating func note(_ rows: StudentVerdicts) {
      let who = rows.student.name == rows.student.id ? rows.student.id : "\(rows.student.id) (\(rows.student.name))"
      for verdict in rows.verdicts {
        guard let taken = verdict.pointsTakenByHand else { continue }
        lowered.append("\(DisplayText.visible(who)), \(Self.slug(of: verdict)): \(pointsText(taken)) fewer")
      }
      for verdict in rows.verdicts {
        guard let other = verdict.looksLike else { continue }
        exchanged.append(
          "\(DisplayText.visible(who)), \(Self.slug(of: verdict)): looks like the answer to \(DisplayText.visible(other))"
        )
      }
      for verdict in rows.verdicts {
        guard let note = verdict.diagnostics.first(where: { $0.id == Diagnostic.ID.runsElsewhere }) else { continue }
        stray.append("\(DisplayText.visible(who)), \(Self.slug(of: verdict)): \(note.message)")
      }
      for verdict in rows.verdicts where verdict.status == .error && !verdict.isExcused && verdict.looksLike == nil {
        if verdict.isMissing {
          missing += 1
          continue
        }
        let reason = verdict.diagnostics.first { $0.severity == .error }?.message ?? "an error"
        ungraded.append("\(DisplayText.visible(who)), \(Self.slug(of: verdict)): \(reason)")
      }
    }

    /// The exercise's name.
    static func slug(of verdict: Verdict) -> String {
      verdict.exercise.split(separator: "/").last.map(String.init) ?? verdict.exercise
    }

    mutating func note(_ file: FileAccount) {
      files[file.result, default: 0] += 1
      if file.result == .graded, file.isGuessed { guessed += 1 }
    }
  }

  /// The accounts of the files in a report.
  func files() throws(Diagnostic) -> [FileAccount] {
    var lines = try LineFile(filePath)
    var files: [FileAccount] = []
    while let line = try lines.next() {
      guard let file = Self.value(line).flatMap(FileAccount.init) else {
        throw Diagnostic("broken-report", "'\(DisplayText.visible(filePath))' has been changed: a line is not a file's")
      }
      files.append(file)
    }
    return files
  }

  /// The number of students whose verdicts are in memory at the same time at the end.
  private static let batch = 64

  /// Writes the gradebook files and the pages from the verdicts, a batch of students at a time.
  /// - Parameter threads: the number of students whose pages are made at the same time.
  func finish(
    _ students: [Student], threads: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws(Diagnostic) -> Finished {
    var finished = Finished()
    try flush()
    close(verdicts)
    close(sums)
    let described = ReportedExercise.exercises(
      of: assignments, in: try? TextFile.read("\(folder)/\(Self.exerciseFile)").text)
    var pages = ReportPages(described, time: metadata.time, studentCount: students.count)
    (pages.title, pages.offset) = (request.title, request.offset)
    let accounts = try self.files()
    pages.copiesInGroups = accounts.copiesInGroups
    var books: [(format: any GradebookFormat, assignments: [Assignment], path: String, file: Int32)] = []
    defer { for book in books { close(book.file) } }
    func begin(
      _ gradebook: any GradebookFormat, for assignments: [Assignment], _ name: String
    ) throws(Diagnostic) {
      let path = "\(folder)/\(name)"
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Self.unwritable(path) }
      books.append((gradebook, assignments, path, file))
      try Self.write(Array(gradebook.head(for: assignments).utf8), to: file, path)
    }
    for format in formats {
      guard case .gradebook(let gradebook) = format.kind(metadata) else { continue }
      let name = format.rawValue
      let files = gradebook.files(of: assignments)
      for file in files {
        let slug = file.first.map { files.count > 1 ? "-\($0.slug)" : "" } ?? ""
        try begin(gradebook, for: file, "\(name)\(slug).\(format.fileExtension)")
      }
    }
    try begin(GradesFormat(), for: assignments, "grades.csv")
    var lines = try LineFile(path)
    // The exercises to which answers look like the answer, by the student's id and the exercise's name.
    var likenesses: [[String]: String] = [:]
    var next = 0
    while next < students.count {
      var batch: [(student: Student, lines: [ArraySlice<UInt8>])] = []
      while next < students.count, batch.count < Self.batch {
        var own: [ArraySlice<UInt8>] = []
        while own.count < assignments.count, let line = try lines.next() { own.append(line) }
        batch.append((students[next], own))
        next += 1
      }
      let made = Workers.map(batch, count: threads) { [path] in Self.rows(of: $0.student, $0.lines, described, path) }
      for (member, result) in zip(batch, made) {
        let rows = try result.get()
        finished.note(rows)
        for verdict in rows.verdicts {
          guard let other = verdict.looksLike else { continue }
          likenesses[[rows.student.id, Finished.slug(of: verdict)]] = other
        }
        let shown = StudentVerdicts(rows.student, zip(rows.verdicts, described).map { $0.shown(toOthers: $1.shown) })
        for book in books {
          let rows = book.format.isForStudents ? shown : rows
          try Self.write(Array(book.format.rows(for: rows, book.assignments).utf8), to: book.file, book.path)
        }
        if let table = pages.add(rows, page: names.name(of: member.student.id)) { try write(table) }
      }
    }
    let files = accounts.map { file in
      var file = file
      if file.result == .graded { file.looksLike = likenesses[[file.student, file.exercise]] }
      return file
    }
    for file in files { finished.note(file) }
    try Self.write(Array((FileAccount.head + files.map(\.row).joined()).utf8), to: "\(folder)/files.csv")
    pages.files = files.filter(\.isNotable)
    for file in pages.finish() { try write(file) }
    return finished
  }

  /// Reads a student's verdicts from their lines.
  private static func rows(
    of student: Student, _ lines: [ArraySlice<UInt8>], _ exercises: [ReportedExercise], _ path: String
  ) -> Result<StudentVerdicts, Diagnostic> {
    do throws(Diagnostic) {
      var verdicts: [Verdict] = []
      for (line, exercise) in zip(lines, exercises) {
        guard let record = value(line), var verdict = JSONFormat.verdict(from: record) else {
          throw Diagnostic("broken-report", "'\(DisplayText.visible(path))' has been changed: a line is not a verdict")
        }
        verdict.words = exercise.words
        verdicts.append(verdict)
      }
      return .success(StudentVerdicts(student, verdicts))
    } catch { return .failure(error) }
  }

  private static let exerciseFile = "exercises.json"

  /// Saves the facts about the exercises that the pages show.
  func write(_ exercises: [ReportedExercise]) throws(Diagnostic) {
    try Self.write(Array(ReportedExercise.text(for: exercises).utf8), to: "\(folder)/\(Self.exerciseFile)")
  }

  /// Copies what another report says about the exercises.
  func writeExercises(of other: GradingReport) throws(Diagnostic) {
    let text = try TextFile.read("\(other.folder)/\(Self.exerciseFile)").text
    try Self.write(Array(text.utf8), to: "\(folder)/\(Self.exerciseFile)")
  }

  private func write(_ file: ReportPages.File) throws(Diagnostic) {
    try Self.write(Array(file.text.utf8), to: "\(folder)/\(file.path)")
  }

  /// Returns a file name for a student. Letters, digits, `-` and `_` are kept; every other byte becomes `%` and two
  /// digits. Only the beginning of a long name is kept, with a UUID of the whole, because file systems allow at most
  /// 255 bytes.
  static func fileName(_ id: String) -> String {
    let name = id.percentEncoded(keeping: "-_")
    return name.utf8.count <= 200 ? name : "\(name.prefix(120))-\(NamedUUID.make(from: id))"
  }

  private static func make(_ folder: String) throws(Diagnostic) {
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      if errno == ENOENT {
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
        throw Diagnostic(
          "no-such-folder", "there is no folder '\(DisplayText.visible(parent))' for the report", hint: "make it first")
      }
      let reason = systemReason()
      throw Diagnostic("unwritable-file", "the folder '\(DisplayText.visible(folder))' cannot be made: \(reason)")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path) }
    defer { close(file) }
    try write(bytes, to: file, path)
  }

  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(Diagnostic) {
    guard writeAllBytes(bytes, to: file) else { throw unwritable(path) }
  }

  static func unwritable(_ path: String) -> Diagnostic {
    let reason = systemReason()
    return Diagnostic(
      "unwritable-file", "'\(DisplayText.visible(path))' cannot be written: \(reason)",
      hint: "the verdicts so far are kept; --resume continues")
  }
}

extension GradingReport.Member {
  /// - Parameter page: the path of the student's page.
  func record(page: String) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("place", .integer(Int64(place))), ("student", .string(student.id)), ("name", .string(student.name)),
      ("email", .string(student.email)), ("login", .string(student.login)), ("section", .string(student.section)),
      ("page", .string(page)),
    ]
    if student.isStranger { members.append(("stranger", .boolean(true))) }
    if !student.number.isEmpty { members.append(("number", .string(student.number))) }
    if !student.participant.isEmpty { members.append(("participant", .string(student.participant))) }
    if !student.gradeTime.isEmpty { members.append(("gradeTime", .string(student.gradeTime))) }
    if !student.sheetCells.isEmpty { members.append(("sheet", .array(student.sheetCells.map { .string($0) }))) }
    if let maximum = student.maximum { members.append(("maximum", .digits(pointsText(maximum)))) }
    return JSONValue(members)
  }

  /// Reads a student from a record; nil for any other record.
  init?(_ record: JSONValue) {
    guard let place = record["place"]?.whole, let id = record["student"]?.text else { return nil }
    self.init(
      place: Int(place),
      student: Student(
        id: id, name: record["name"]?.text, email: record["email"]?.text ?? "", login: record["login"]?.text ?? "",
        section: record["section"]?.text ?? ""))
    self.student.isStranger = record["stranger"] == .boolean(true)
    self.student.number = record["number"]?.text ?? ""
    self.student.participant = record["participant"]?.text ?? ""
    self.student.maximum = record["maximum"]?.points
    self.student.gradeTime = record["gradeTime"]?.text ?? ""
    self.student.sheetCells = record["sheet"]?.elements?.compactMap(\.text) ?? []
  }
}
