import CommandIO
import Diagnostics
import WorkbookLanguage

/// The sums of a report's verdicts, by which a verdict that someone has edited is noticed: a file with a line for each
/// student, appended after the student's verdicts, with a hash of their lines and of the student's documents, and one of the
/// work from which they were made, so that a report is not continued with other submissions.
///
/// They find edits and damage, and do not resist anyone who wants to forge a report.
struct VerdictSums {
  static let file = "verdicts.sums"

  /// A hash for each student, in the order of the report; a line that is not whole ends them.
  let sums: [UInt64]
  /// The hashes of the students' work.
  let works: [UInt64]

  /// Reads those of a report; none where there is no such file.
  init(of folder: String) {
    let text = (try? TextFile.read("\(folder)/\(Self.file)").text) ?? ""
    var (sums, works): ([UInt64], [UInt64]) = ([], [])
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard line.utf8.count == 33, let sum = UInt64(line.prefix(16), radix: 16),
        let work = UInt64(line.suffix(16), radix: 16)
      else { break }
      sums.append(sum)
      works.append(work)
    }
    (self.sums, self.works) = (sums, works)
  }

  /// The hash of a student's lines, with their ends, and documents. O(bytes).
  static func sum(of lines: [UInt8], _ documents: [[UInt8]]) -> UInt64 {
    documents.reduce(StableHash.of(lines)) { StableHash.mixed($0, StableHash.of($1)) }
  }

  /// The line of a student.
  static func line(_ sum: UInt64, of work: UInt64) -> [UInt8] {
    Array("\(StableHash.text(sum)) \(StableHash.text(work))\n".utf8)
  }

  /// The bytes of so many lines.
  static func bytes(of count: Int) -> Int { 34 * count }

  /// Refuses a student's verdicts that are not what was written.
  func check(_ place: Int, _ student: String, _ lines: [UInt8], _ documents: [[UInt8]], in folder: String)
    throws(Diagnostic)
  {
    guard sums[place] != Self.sum(of: lines, documents) else { return }
    throw Diagnostic(
      "changed-verdict",
      "the verdicts on '\(DisplayText.visible(student))' in '\(DisplayText.visible(folder))' have been changed since they were written",
      hint: "put back what was there, or grade again into another folder with --out")
  }
}
