import Diagnostics
import Grading

extension ClassGrading {
  /// The result of grading a class.
  package struct Summary: Hashable, Sendable {
    /// The number of students in the report, including those of an earlier run.
    package var students = 0
    /// The number of verdicts in the report by status.
    package var counts: [Verdict.Status: Int] = [:]
    package var wasInterrupted = false
    /// The number of answers that were not handed in.
    package private(set) var missing = 0
    /// Who could not be graded, and why: a line for each. Known only once everyone was graded.
    package private(set) var ungraded: [String] = []
    /// The number of files of each kind that a teacher should look at.
    package private(set) var files: [FileAccount.Result: Int] = [:]
    /// The number of answers whose exercise was guessed.
    package private(set) var guessed = 0

    /// The answers to which a correction gives fewer points than the checks: a line for each.
    package private(set) var lowered: [String] = []
    /// The answers that look like the answer to another exercise: a line for each.
    package private(set) var exchanged: [String] = []
    /// The answers with a statement that fails there and runs in another exercise of the file: a line for each.
    package private(set) var stray: [String] = []

    /// The most lines about students who could not be graded.
    private static let limit = 20
  }
}

extension ClassGrading.Summary {
  mutating func take(_ finished: GradingReport.Finished) {
    (missing, ungraded, files, guessed) = (finished.missing, finished.ungraded, finished.files, finished.guessed)
    (lowered, exchanged, stray) = (finished.lowered, finished.exchanged, finished.stray)
  }

  /// `300 students: 480 answers passed, 100 not yet, 20 could not be graded`, who they are, what became of the files, and
  /// where the report is.
  package func lines(out: String) -> [String] {
    var parts = Verdict.Status.allCases.compactMap { status -> String? in
      let count = (self.counts[status] ?? 0) - (status == .error ? missing : 0)
      guard count > 0 else { return nil }
      let number = DisplayText.grouped(count)
      switch status {
      case .passed: return "\(number) \(count == 1 ? "answer" : "answers") passed"
      case .failed: return "\(number) not yet"
      case .error: return "\(number) could not be graded"
      }
    }
    if missing > 0 { parts.append("\(DisplayText.grouped(missing)) not handed in") }
    let who = counted(students, "student")
    let folder = DisplayText.visible(out)
    var lines = [parts.isEmpty ? who : "\(who): \(parts.joined(separator: ", "))"]
    lines += ungraded.prefix(Self.limit).map { "  \($0)" }
    if let more = Listing.more(ungraded.count - Self.limit) { lines.append("  \(more): index.html lists them") }
    func list(_ head: String, _ answers: [String]) {
      guard !answers.isEmpty else { return }
      lines += [head] + answers.prefix(Self.limit).map { "  \($0)" }
      if let more = Listing.more(answers.count - Self.limit) { lines.append("  \(more)") }
    }
    list("answers that may be exchanged: --files, with the column answer_to, puts them right", exchanged)
    list(
      "parts of files with a statement of another exercise: a line // Answer to ... before each part divides them",
      stray)
    list("corrections that lower what the checks give: take one out if the student has handed in again", lowered)
    if !wasInterrupted { lines += fileLines }
    return lines + [
      wasInterrupted ? "interrupted: --resume continues the report in \(folder)" : "the report is in \(folder)"
    ]
  }

  private var fileLines: [String] {
    var parts: [String] = []
    if guessed > 0 {
      parts.append("\(DisplayText.grouped(guessed)) recognised by a name that is not quite right")
    }
    for result in FileAccount.Result.allCases {
      guard let count = self.files[result], count > 0 else { continue }
      switch result {
      case .superseded: parts.append("\(DisplayText.grouped(count)) superseded by another")
      case .unrecognized: parts.append("\(DisplayText.grouped(count)) not recognised")
      case .refused: parts.append("\(DisplayText.grouped(count)) refused because of the name")
      case .graded, .unreadable, .ambiguous, .ignored: break
      }
    }
    return parts.isEmpty ? [] : ["files: \(parts.joined(separator: ", ")); files.csv lists all of them"]
  }
}
