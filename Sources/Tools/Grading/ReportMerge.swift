import CommandIO
import Diagnostics
import Grading
import JSON

/// The command `graphbook grade merge`, which merges the reports on parts of a class into the report that grading the
/// whole class gives.
package enum ReportMerge {
  /// A report on a part, with its students.
  private struct Part {
    var folder: String
    var report: GradingReport
    var members: [GradingReport.Member]
  }

  /// Merges reports into a new one. Only one student's verdicts are in memory at a time.
  /// - Throws: a diagnostic for a folder without a finished report, for parts of different gradings, and for students who
  ///   are in none of the parts, or in two.
  package static func run(_ folders: [String], out: String) throws(Diagnostic) -> ClassGrading.Summary {
    var parts: [Part] = []
    var whole: ReportRequest?
    for folder in folders {
      guard var request = ReportRequest.read(from: folder) else {
        throw Diagnostic("no-report", "there is no report in '\(DisplayText.visible(folder))'")
      }
      guard let names = PageNames(in: folder) else { throw unfinished(folder) }
      let report = GradingReport(folder: folder, request, names)
      let members = try students(in: folder)
      request.shard = nil
      // Parts that were graded one after the other get the time of the first.
      request.time = min(request.time, whole?.time ?? request.time)
      if var known = whole {
        (known.time, known.title) = (request.time, request.title)
        guard known == request else {
          throw Diagnostic(
            "other-report",
            "the reports in '\(DisplayText.visible(folders[0]))' and '\(DisplayText.visible(folder))' come from different gradings",
            hint: "merge parts that were graded with the same exercises, formats and options")
        }
      }
      whole = request
      parts.append(Part(folder: folder, report: report, members: members))
    }
    guard let whole, let first = parts.first else { throw Diagnostic("no-report", "there is nothing to merge") }
    return try merge(parts, first, whole, out)
  }

  private static func merge(
    _ parts: [Part], _ first: Part, _ whole: ReportRequest, _ out: String
  ) throws(Diagnostic) -> ClassGrading.Summary {
    let order = parts.indices.flatMap { part in parts[part].members.map { (part: part, member: $0) } }
      .sorted { $0.member.place < $1.member.place }
    for (place, entry) in order.enumerated() where entry.member.place != place {
      let who = "'\(DisplayText.visible(entry.member.student.id))'"
      throw entry.member.place < place
        ? Diagnostic("twice", "\(who) is in two of the reports")
        : Diagnostic("missing-part", "students before \(who) are in none of the reports", hint: "name all the parts")
    }
    guard order.count == whole.students else {
      throw Diagnostic(
        "missing-part", "the reports have \(order.count) of \(whole.students) students", hint: "name all the parts")
    }
    var lines: [ReportLines] = []
    for part in parts { lines.append(try ReportLines("\(part.folder)/verdicts.jsonl")) }
    let sums = parts.map { VerdictSums(of: $0.folder) }
    var counts = parts.map { _ in 0 }
    // Parts that were graded on several computers get the names of the first.
    var report = GradingReport(folder: out, whole, first.report.names)
    let members = order.map(\.member)
    var files: [FileAccount] = []
    for part in parts { files += try part.report.files() }
    _ = try report.begin(members, files.sorted(by: FileAccount.inOrder), resuming: false)
    var summary = ClassGrading.Summary()
    for (part, member) in order {
      var entry = try entry(of: member.student, in: parts[part], lines[part], whole.assignments.count)
      let folder = parts[part].folder
      guard counts[part] < sums[part].sums.count else { throw unfinished(folder) }
      try sums[part].check(counts[part], member.student.id, entry.lines, entry.documents, in: folder)
      entry.work = sums[part].works[counts[part]]
      counts[part] += 1
      try report.add(entry, of: member.student)
      summary.students += 1
      for case let status? in entry.statuses { summary.counts[status, default: 0] += 1 }
    }
    try report.writeExercises(of: first.report)
    try summary.take(report.finish(members.map(\.student)))
    return summary
  }

  /// Returns the entry for the next student of a part.
  private static func entry(
    of student: Student, in part: Part, _ lines: ReportLines, _ count: Int
  ) throws(Diagnostic) -> StudentEntry {
    var entry = StudentEntry(statuses: [], lines: [], documents: [])
    for _ in 0..<count {
      guard let line = try lines.next(), let record = GradingReport.value(line),
        record["student"]?.text == student.id, let status = GradingReport.countedStatus(record)
      else {
        throw unfinished(part.folder)
      }
      entry.statuses.append(status)
      entry.lines += line + [UInt8(ascii: "\n")]
    }
    for path in part.report.documentPaths(of: student) {
      entry.documents.append(Array(try TextFile.read(path).text.utf8))
    }
    return entry
  }

  private static func unfinished(_ folder: String) -> Diagnostic {
    Diagnostic(
      "unfinished-report", "the report in '\(DisplayText.visible(folder))' is not finished",
      hint: "finish it with --resume")
  }

  private static func students(in folder: String) throws(Diagnostic) -> [GradingReport.Member] {
    let lines = try ReportLines("\(folder)/students.jsonl")
    var members: [GradingReport.Member] = []
    while let line = try lines.next() {
      guard let record = GradingReport.value(line), let member = GradingReport.Member(record) else {
        throw Diagnostic("broken-report", "the list of students in '\(DisplayText.visible(folder))' has been changed")
      }
      members.append(member)
    }
    return members
  }

  /// The lines of a file, as a class: an array cannot contain a ``LineFile``.
  private final class ReportLines {
    private var file: LineFile

    init(_ path: String) throws(Diagnostic) { file = try LineFile(path) }

    func next() throws(Diagnostic) -> ArraySlice<UInt8>? { try file.next() }
  }
}
