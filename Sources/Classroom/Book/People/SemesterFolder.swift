import Courses
import Diagnostics
import Foundation
import Grading
import JSON
import Support

/// The folder in which a served book keeps the work of its students.
///
/// | Path | Contents |
/// |---|---|
/// | `accounts.json` | students, the hashes of their invitations, and of the browsers that are signed in |
/// | `invitations.csv` | the links of new students, for the teacher to send |
/// | `students/<id>/progress.json`, `playground.json` | a student's work |
/// | `answers/<id>/<exercise>.graph` | answers that were handed in, as `graphbook grade --all` reads them |
///
/// Every file is replaced as a whole. One server at a time uses a folder.
package struct SemesterFolder: Sendable {
  package let path: String
  /// Kept while the server runs.
  private let lock: Held

  private final class Held: @unchecked Sendable {
    // Never read: it is there to be released.
    let file: LockedFile
    init(_ file: LockedFile) { self.file = file }
  }

  /// Makes the folder if it is missing.
  /// - Throws: a diagnostic where it cannot be made or written, or where another server uses it.
  package init(_ path: String) throws(Diagnostic) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw Self.isFile(path) ?? Self.problem(path, "cannot be made") }
    do throws(AtomicFile.Failure) { lock = Held(try AtomicFile(path: path + "/serving").lock(patience: 0)) } catch {
      throw error.number == EWOULDBLOCK
        ? Diagnostic("in-use", "another graphbook serve uses '\(DisplayText.visible(path))'")
        : Self.problem(path, "cannot be written: \(error.reason)")
    }
  }

  /// The problem with a path that names a file; nil for any other.
  private static func isFile(_ path: String) -> Diagnostic? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
    return Diagnostic(
      "folder", "'\(DisplayText.visible(path))' is a file, and no folder", hint: "--folder names a folder")
  }

  private static func problem(_ path: String, _ words: String) -> Diagnostic {
    Diagnostic("folder", "'\(DisplayText.visible(path))' \(words)")
  }

  // MARK: Accounts

  /// - Throws: a diagnostic where the file is damaged: an empty one would end every link.
  func readAccounts() throws(Diagnostic) -> Accounts { try Self.accounts(in: path) }

  /// - Throws: a diagnostic where the file is damaged.
  private static func accounts(in path: String) throws(Diagnostic) -> Accounts {
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) { bytes = try AtomicFile(path: path + "/accounts.json").read().bytes } catch {
      if error.number == ENOENT { return Accounts() }
      if let problem = isFile(path) { throw problem }
      throw Self.problem(path + "/accounts.json", "cannot be read: \(error.reason)")
    }
    guard let accounts = try? JSONDecoder().decode(Accounts.self, from: Data(bytes)), accounts.version == 1 else {
      throw Diagnostic(
        "accounts", "'\(DisplayText.visible(path))/accounts.json' is damaged, or of a newer program",
        hint: "a copy of the folder has the accounts; without the file, every student needs a new link")
    }
    return accounts
  }

  /// The students of a folder, which a server may be using, for a class that is led.
  /// - Returns: nil for a folder without accounts, and where all have joined with a code: they know no id.
  /// - Throws: a diagnostic where the file is damaged.
  package static func students(in path: String) throws(Diagnostic) -> [Student]? {
    let students = try accounts(in: path).students
    guard students.contains(where: { $0.isGuest != true }) else { return nil }
    return students.map { Student(id: $0.id, name: $0.name) }
  }

  /// Writes the accounts of a folder.
  static func write(_ accounts: Accounts, to path: String) -> Result<Void, AtomicFile.Failure> {
    Result { () throws(AtomicFile.Failure) in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      guard let data = try? encoder.encode(accounts) else { throw AtomicFile.Failure(reason: "it cannot be encoded") }
      try AtomicFile(path: path + "/accounts.json").replace(with: Array(data), mode: 0o600)
    }
  }

  /// Takes the students of a roster, and writes the links of those who are new.
  ///
  /// - Parameter address: the address of the book, without a slash at its end; nil where a proxy signs in, so that no one needs a
  ///   link.
  /// - Returns: the path of the file with the links; nil where no student is new.
  /// - Throws: a diagnostic for an id that cannot name a folder, and where nothing can be written.
  package func enrol(_ roster: [Student], address: String?) throws(Diagnostic) -> String? {
    for student in roster where !Self.canNameFolder(student.id) {
      throw Diagnostic(
        "student-id", "the id '\(DisplayText.visible(student.id))' cannot name a folder",
        hint: "an id has no '/', and does not begin with a dot")
    }
    var accounts = try readAccounts()
    let new = accounts.enrol(roster.map { ($0.id, $0.name) }, makeToken: Secret.make)
    do throws(AtomicFile.Failure) {
      try Self.write(accounts, to: path).get()
      guard !new.isEmpty, let address else { return nil }
      let file = path + "/invitations.csv"
      // Links that were not sent yet stay in the file.
      var text = (try? AtomicFile(path: file).read().bytes).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if text.isEmpty { text = CSV.row([.plain("student"), .plain("name"), .plain("link")]) }
      for student in accounts.students {
        guard let token = new[student.id] else { continue }
        text += CSV.row([.text(student.id), .text(student.name), .plain("\(address)/join/\(token)")])
      }
      try AtomicFile(path: file).replace(with: Array(text.utf8), mode: 0o600)
      return file
    } catch { throw Self.problem(path, "cannot be written: \(error.reason)") }
  }

  static func canNameFolder(_ id: String) -> Bool {
    !id.isEmpty && id.first != "." && id.utf8.count <= 200 && !id.unicodeScalars.contains { $0 == "/" || $0.value < 32 }
  }

  // MARK: Students

  /// A student with the files of their work, whose folder is made.
  func reader(_ student: Accounts.Student) -> BookReader {
    let folder = "\(path)/students/\(student.id)"
    return BookReader(
      id: student.id, name: student.name, store: ProgressStore(path: folder + "/progress.json"),
      playground: PlaygroundFile(path: folder + "/playground.json"), answers: "\(path)/answers/\(student.id)")
  }

  func makeFolder(of reader: BookReader) {
    try? FileManager.default.createDirectory(
      atPath: "\(path)/students/\(reader.id)", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// The file of an answer that is handed in: the heading by which `hand in` knows its own files, then the answer.
  static func file(of answer: String, to exercise: String) -> String {
    let heading = "// Answer to \(exercise)\n"
    let text = answer.hasPrefix(heading) ? answer : heading + answer
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Keeps an answer that is handed in.
  static func handIn(_ text: String, as slug: String, to folder: String) throws(AtomicFile.Failure) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw AtomicFile.Failure(reason: "its folder cannot be made") }
    try AtomicFile(path: "\(folder)/\(slug).graph").replace(with: Array(text.utf8), mode: 0o600)
  }

  /// When a student's answers were handed in, in seconds since 1970, by the names of their exercises.
  func timesOfAnswers(of student: String) -> [String: Int] {
    Dictionary(answers(of: student).map { ($0.slug, $0.time) }) { first, _ in first }
  }

  /// An answer that was handed in.
  struct Answer: Hashable, Sendable {
    var slug: String
    /// Seconds since 1970.
    var time: Int
    var path: String
  }

  /// The answers that a student handed in, the latest first.
  func answers(of id: String) -> [Answer] {
    let folder = "\(path)/answers/\(id)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".graph") }.compactMap { name in
      let slug = String(name.dropLast(".graph".count))
      return Self.timeOfAnswer(slug, in: folder).map { Answer(slug: slug, time: $0, path: "\(folder)/\(name)") }
    }.sorted { ($1.time, $0.slug) < ($0.time, $1.slug) }
  }

  /// Whether a text is the answer that was handed in.
  static func isAnswer(_ text: String, as slug: String, in folder: String) -> Bool {
    (try? AtomicFile(path: "\(folder)/\(slug).graph").read().bytes).map { Array($0) } == Array(text.utf8)
  }

  /// When an answer was handed in, in seconds since 1970; nil where it was not.
  static func timeOfAnswer(_ slug: String, in folder: String) -> Int? {
    AtomicFile(path: "\(folder)/\(slug).graph").stamp.map { Int($0.seconds) }
  }
}
