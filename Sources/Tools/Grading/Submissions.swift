import Courses
import Diagnostics
import Foundation
import Grading

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The work that a class handed in: a folder, or the zip file of a platform, which is read in place and never unpacked.
package struct Submissions: Sendable {
  /// The folder or the zip file.
  package let path: String
  /// The layout's name or its pattern, as the report keeps it.
  package let layout: String
  /// The students on the roster in its order, then those who handed in something and are not on it, by name.
  package private(set) var students: [Student]
  /// Lines about paths that were left out, which is no reason to stop.
  package private(set) var notes: [String] = []
  private let source: Source

  private enum Source: Sendable {
    /// The student and the exercise determine the path of an answer.
    case exact(SubmissionPattern)
    case folder(Index)
    case archive(ZipArchive, Index)
  }

  /// The attempts by student and by the name of the exercise, which is empty if there is only one.
  fileprivate struct Index: Sendable {
    var answers: [String: [String: [Found]]] = [:]
    /// The number of paths that lead out of the folder.
    var climbing = 0
  }

  fileprivate struct Found: Sendable {
    var path: String
    /// The name of the attempt; empty if there is only one.
    var attempt: String
    /// The index of the pattern that it matches; a lower one is preferred.
    var rank: Int
    /// The number of files that match that pattern.
    var count = 1
    /// Its index in the archive.
    var entry = 0
  }

  /// Finds the students and, if the pattern does not determine the path of an answer, all answers.
  /// - Parameters:
  ///   - layout: a name of ``SubmissionLayout`` or a pattern; nil for the one that suits the folder or zip file.
  ///   - exercises: the names of the exercises that everyone was given.
  /// - Throws: a diagnostic if the path cannot be read, or the layout is invalid.
  package init(
    _ path: String, layout given: String? = nil, exercises: [String], roster: [Student] = []
  ) throws(Diagnostic) {
    self.path = path
    let usual = "{student}/{exercise}.graph"
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      let archive = try ZipArchive(path)
      let guess = SubmissionLayout.name(for: archive.entries.lazy.map(\.name))
      self.layout = given ?? guess ?? usual
      let layout = try SubmissionLayout(self.layout, exercises: exercises.count)
      var index = Index()
      for (number, entry) in archive.entries.enumerated() {
        index.add(entry.name, number, layout, exercises)
      }
      source = .archive(archive, index)
      students = Self.students(Set(index.answers.keys), roster)
      notes = index.notes
      return
    }
    self.layout = given ?? usual
    let layout = try SubmissionLayout(self.layout, exercises: exercises.count)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Diagnostic("no-such-folder", "the folder '\(DisplayText.visible(path))' cannot be read")
    }
    if let pattern = layout.patterns.first, layout.patterns.count == 1, pattern.isExact, pattern.beginsWithStudent {
      source = .exact(pattern)
      students = Self.students(Set(names.filter { Self.isStudent($0, in: path) }), roster)
      return
    }
    var index = Index()
    Self.walk(path, "", depth: layout.depth) { index.add($0, 0, layout, exercises) }
    source = .folder(index)
    students = Self.students(Set(index.answers.keys), roster)
    notes = index.notes
  }

  private static func students(_ found: Set<String>, _ roster: [Student]) -> [Student] {
    let others = found.subtracting(roster.map(\.id))
    return roster + others.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.map { Student(id: $0) }
  }

  /// Whether a name in the folder is a student's. A file is not; a symbolic link is, so that it is reported.
  private static func isStudent(_ name: String, in folder: String) -> Bool {
    var status = stat()
    return !name.hasPrefix(".") && lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Visits everything in a folder, down to a depth, without following links.
  private static func walk(_ root: String, _ folder: String, depth: Int, _ visit: (String) -> Void) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      guard lstat("\(root)/\(path)", &status) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      visit(path + (isFolder ? "/" : ""))
      if isFolder, depth > 1 { walk(root, path, depth: depth - 1, visit) }
    }
  }

  // MARK: Reading

  /// Returns the answers that a student handed in for an exercise, the last attempt last: texts, or reasons why there
  /// is no text. The result is never empty.
  func attempts(of student: Student, at exercise: String) -> [StudentWork.Answer] {
    let index: Index
    switch source {
    case .exact(let pattern):
      let path = pattern.path(student: student.id, exercise: exercise)
      let answer = StudentWork.Answer(path: path) { () throws(Diagnostic) in
        guard !student.id.contains("/") else {
          throw Diagnostic("unsafe-path", "'\(DisplayText.visible(student.id))' cannot be the name of a folder")
        }
        return try SubmissionFile.read(path, in: self.path)
      }
      return [answer]
    case .folder(let found), .archive(_, let found): index = found
    }
    let found = index.found(student.id, exercise)
    guard !found.isEmpty else {
      return [
        StudentWork.Answer(
          path: exercise, content: .refused(Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in")))
      ]
    }
    return found.map { file in StudentWork.Answer(path: file.path) { () throws(Diagnostic) in try text(of: file) } }
  }

  private func text(of file: Found) throws(Diagnostic) -> String {
    guard file.count == 1 else {
      throw Diagnostic(
        "several-files", "\(file.count) files were handed in, '\(DisplayText.visible(file.path))' among them",
        hint: "hand in one file")
    }
    guard case .archive(let archive, _) = source else { return try SubmissionFile.read(file.path, in: path) }
    return try SubmissionFile.read(archive.entries[file.entry], named: file.path, in: archive)
  }

  package var isArchive: Bool { if case .archive = source { true } else { false } }

  /// Returns the time at which a file in the folder was last changed; nil for a file in a zip file, whose times have no
  /// time zone.
  func time(ofFile path: String) -> Date? {
    if case .archive = source { return nil }
    var status = stat()
    guard lstat("\(self.path)/\(path)", &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Date(timeIntervalSince1970: Double(time.tv_sec))
  }
}

extension Submissions.Index {
  /// Returns the files in the order of the attempts, the second before the tenth.
  fileprivate func found(_ student: String, _ exercise: String) -> [Submissions.Found] {
    (answers[student].flatMap { $0[exercise] ?? $0[""] } ?? []).sorted { first, second in
      first.attempt.compare(second.attempt, options: [.numeric, .forcedOrdering]) == .orderedAscending
    }
  }

  fileprivate mutating func add(_ path: String, _ entry: Int, _ layout: SubmissionLayout, _ exercises: [String]) {
    var names = path.split(separator: "/", omittingEmptySubsequences: false)
    let isFolder = names.last?.isEmpty == true
    if isFolder { names.removeLast() }
    guard names.allSatisfy(\.isSafePathPart) else {
      climbing += 1
      return
    }
    guard let (match, rank) = layout.match(names, isKnown: exercises.contains), let student = match.student else {
      if let student = layout.student(inFolder: names) { answers[student, default: [:]] = answers[student] ?? [:] }
      return
    }
    let exercise = match.exercise ?? ""
    let new = Submissions.Found(
      path: names.joined(separator: "/"), attempt: match.attempt ?? "", rank: rank, entry: entry)
    var found = answers[student]?[exercise] ?? []
    if let place = found.firstIndex(where: { $0.attempt == new.attempt }) {
      if rank < found[place].rank { found[place] = new } else if rank == found[place].rank { found[place].count += 1 }
    } else {
      found.append(new)
    }
    answers[student, default: [:]][exercise] = found
  }

  fileprivate var notes: [String] {
    guard climbing > 0 else { return [] }
    return [
      "\(climbing) \(climbing == 1 ? "path leads" : "paths lead") out of the folder and \(climbing == 1 ? "was" : "were") left out"
    ]
  }
}

extension StudentWork.Answer {
  fileprivate init(path: String, read: () throws(Diagnostic) -> String) {
    do throws(Diagnostic) {
      self.init(path: path, content: .text(try read()))
    } catch {
      self.init(path: path, content: .refused(error))
    }
  }
}
