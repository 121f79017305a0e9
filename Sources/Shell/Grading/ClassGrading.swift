import Courses
import Diagnostics
import Grading
import JSON
import WorkbookLanguage

import struct Foundation.FileAttributeType
import class Foundation.FileManager

/// `graphbook grade --all`: the answers of a class, each with exactly one verdict, whatever was handed in.
///
/// Students are graded one after the other, and so are their exercises; with several jobs, students are graded at the same
/// time and reported in order. This process reads the answers and writes the report; workers run the answers (``WorkerPool``).
package struct ClassGrading: Sendable {
  package var library: Library
  /// The program that runs the answers, and its arguments: `graphbook grade-worker`.
  package var worker: [String]
  /// The submissions.
  package var folder: String
  /// Where a submission is in it: `{student}/{exercise}.graph`.
  package var pattern: String
  package var exercises: [Exercise]
  /// The numbers by which a platform knows the exercises, by their ids.
  package var numbers: [String: Int] = [:]
  package var students: [Student]
  package var isInterrupted: @Sendable () -> Bool
  /// Called with a line for the teacher that is no part of the report.
  package var note: @Sendable (String) -> Void = { _ in }

  package init(
    library: Library, worker: [String], folder: String, pattern: String,
    exercises: [Exercise], students: [Student], isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.library = library
    self.worker = worker
    self.folder = folder
    self.pattern = pattern
    self.exercises = exercises
    self.students = students
    self.isInterrupted = isInterrupted
  }

  /// The result of grading a class.
  package struct Summary: Hashable, Sendable {
    /// Students in the report, those of an earlier run too.
    package var students = 0
    /// Verdicts in the report by their status.
    package var counts: [Verdict.Status: Int] = [:]
    package var wasInterrupted = false

    /// `300 students: 480 answers passed, 100 not yet, 20 could not be graded`, and where the report is.
    package func lines(out: String) -> [String] {
      let counts = Verdict.Status.allCases.compactMap { status -> String? in
        guard let count = self.counts[status], count > 0 else { return nil }
        let number = DisplayText.grouped(count)
        switch status {
        case .passed: return "\(number) \(count == 1 ? "answer" : "answers") passed"
        case .failed: return "\(number) not yet"
        case .error: return "\(number) could not be graded"
        }
      }
      let who = "\(DisplayText.grouped(students)) \(students == 1 ? "student" : "students")"
      let folder = DisplayText.visible(out)
      let end =
        wasInterrupted ? "interrupted: --resume continues the report in \(folder)" : "the report is in \(folder)"
      return [counts.isEmpty ? who : "\(who): \(counts.joined(separator: ", "))", end]
    }
  }

  /// The students of the roster in its order, then those who have a folder and are not in it, by name.
  /// - Throws: a diagnostic where the folder cannot be read, or where the students cannot be known.
  package static func students(
    in folder: String, pattern: String, roster: [Student]
  ) throws(Diagnostic) -> [Student] {
    guard pattern.contains("{student}"), pattern.contains("{exercise}") else {
      throw Diagnostic(
        "pattern", "the pattern '\(DisplayText.visible(pattern))' has no {student} or no {exercise}",
        hint: "--pattern \"{student}/{exercise}.graph\"")
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw Diagnostic("no-such-folder", "the folder '\(DisplayText.visible(folder))' cannot be read")
    }
    guard pattern.hasPrefix("{student}/") else {
      guard !roster.isEmpty else {
        throw Diagnostic(
          "pattern", "only a roster tells who the students are, unless the pattern begins with {student}/",
          hint: "name one with --roster")
      }
      return roster
    }
    let known = Set(roster.map(\.id))
    let others = names.filter { name in
      // Only a folder, or a link that looks like one, can be a student's.
      guard !name.hasPrefix("."), !known.contains(name) else { return false }
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return attributes?[.type] as? FileAttributeType != .typeRegular
    }
    return roster + others.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.map { Student(id: $0) }
  }

  /// Grades everyone who is not in the report yet.
  /// - Parameter progress: called with how many students of how many are done.
  package func run(
    out: String, formats: [OutputFormat], circumstances: OutputFormat.Circumstances, jobs: Int, resuming: Bool,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Diagnostic) -> Summary {
    var circumstances = circumstances
    // All of a report is of the time at which it was begun.
    if resuming, let time = ClassReport.time(of: out) { circumstances.time = time }
    let assignments = exercises.map { exercise in
      Assignment(
        exercise: exercise.id, title: exercise.title, maxScore: Double(exercise.points), number: numbers[exercise.id])
    }
    var report = ClassReport(
      folder: out, formats: formats, circumstances: circumstances, assignments: assignments)
    let request = JSONValue([
      ("version", .integer(1)), ("exercises", .array(exercises.map { .string($0.id) })), ("pattern", .string(pattern)),
      ("formats", .array(formats.map { .string($0.rawValue) })), ("students", .integer(Int64(students.count))),
      ("time", .string(circumstances.time)), ("homePage", .string(circumstances.homePage)),
    ])
    var summary = Summary()
    let done = try report.begin(request, students: students, resuming: resuming)
    (summary.students, summary.counts) = (done.students, done.counts)
    let setUp = WorkerSetUp(
      roots: library.roots, language: library.language, exercises: exercises.map(\.id), formats: formats, circumstances)
    var pool = WorkerPool(command: worker, setUp: setUp, folder: out, jobs: jobs, isInterrupted: isInterrupted)
    pool.isNotConfined = { note("this system cannot keep answers from files and the network; only the language does") }
    try pool.run(from: summary.students, to: students.count, work: work) { (place, entry) throws(Diagnostic) in
      // Whoever is not in the report yet is graded by the next run.
      if isInterrupted() { return false }
      try report.add(entry, of: students[place])
      summary.students += 1
      for status in entry.statuses { summary.counts[status, default: 0] += 1 }
      progress(summary.students, students.count)
      return true
    }
    summary.wasInterrupted = summary.students < students.count
    if !summary.wasInterrupted { try report.finish(students) }
    return summary
  }

  /// Reads what a student handed in.
  private func work(of place: Int) -> StudentWork {
    let student = students[place]
    let answers = exercises.map { exercise in
      let path = pattern.replacing("{exercise}", with: exercise.slug).replacing("{student}", with: student.id)
      do throws(Diagnostic) {
        guard !student.id.contains("/") else {
          throw Diagnostic("unsafe-path", "'\(DisplayText.visible(student.id))' cannot be the name of a folder")
        }
        return StudentWork.Answer(path: path, content: .text(try SubmissionFile.read(path, in: folder).text))
      } catch {
        return StudentWork.Answer(path: path, content: .refused(error))
      }
    }
    return StudentWork(student: student, answers: answers)
  }
}
