import Grading
import JSON

/// Everything that a report contains about one student, as text. A worker creates it, and the report writes it.
struct StudentEntry: Hashable, Sendable {
  /// The statuses, in the order of the exercises; nil for one from which the student is excused.
  var statuses: [Verdict.Status?]
  /// The lines of `verdicts.jsonl`.
  var lines: [UInt8]
  /// The documents, in the order of the formats that are documents, and the student's page.
  var documents: [[UInt8]]
  /// The hash of the work from which it was made (``StudentWork/sum``).
  var work: UInt64 = 0
}

extension StudentEntry {
  /// - Parameters:
  ///   - page: the student's page.
  ///   - shown: the verdicts as the student sees them: documents are for students, lines for the teacher.
  init(
    _ student: StudentVerdicts, page: String, shown: [Verdict], formats: [OutputFormat],
    _ metadata: OutputFormat.Metadata
  ) {
    var metadata = metadata
    metadata.student = student.student
    statuses = student.verdicts.map { $0.isExcused ? nil : $0.status }
    let records = student.verdicts.map { JSONFormat().record(of: $0, student: student.student.id).line + "\n" }
    lines = Array(records.joined().utf8)
    documents = formats.compactMap { format in
      guard case .document(let document) = format.kind(metadata) else { return nil }
      return Array(document.text(for: shown).utf8)
    }
    documents.append(Array(page.utf8))
  }

  var frame: Frame {
    Frame([("statuses", .array(statuses.map { .optional($0?.rawValue) }))], [lines] + documents)
  }

  /// Reads an entry from a frame; nil for any other frame.
  init?(_ frame: Frame) {
    guard let statuses = frame["statuses"]?.elements, let lines = frame.parts.first else { return nil }
    self.init(
      statuses: statuses.map { $0.text.flatMap(Verdict.Status.init) }, lines: lines,
      documents: Array(frame.parts.dropFirst()))
    guard zip(statuses, self.statuses).allSatisfy({ ($0 == .null) == ($1 == nil) }) else { return nil }
  }
}
