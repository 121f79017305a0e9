import Courses
import Diagnostics

/// Annotations of a GitHub Actions step: workflow commands for standard output.
///
/// GitHub shows ten errors and ten warnings of a step and silently drops the rest; a final notice counts what was left
/// out.
/// Source: GitHub's *Workflow commands*, and the escapes of its toolkit.
package struct GitHubFormat: VerdictFormat {
  /// The most errors that a step shows, and the most warnings.
  package static let shown = GitHubAnnotation.shown
  /// The file with the answer, for annotations that have no other file.
  package var answer: String?

  package init(answer: String? = nil) { self.answer = answer }

  package func text(for verdicts: [Verdict]) -> String {
    var lines: [String] = []
    for kind in ["error", "warning"] {
      lines += verdicts.flatMap(annotations).filter { $0.kind == kind }.prefix(Self.shown).map(\.text)
    }
    let notices =
      verdicts.isEmpty ? [GitHubAnnotation(kind: "notice", title: "Graphbook", message: "nothing was graded")] : []
    lines += notices.map(\.text)
    // Notices have the same limit, so all verdicts share one.
    let all = verdicts.flatMap(annotations)
    let hidden = ["error", "warning"].reduce(0) { count, kind in
      count + max(0, all.count { $0.kind == kind } - Self.shown)
    }
    if !verdicts.isEmpty {
      var message = verdicts.map(\.headline).joined(separator: "\n")
      if hidden > 0 { message += "\n" + GitHubAnnotation.left(hidden) }
      lines.append(GitHubAnnotation(kind: "notice", title: "Graphbook", message: message).text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotations(_ verdict: Verdict) -> [GitHubAnnotation] {
    let problems = verdict.shownDiagnostics.filter { $0.severity != .note }.map { diagnostic in
      let position = diagnostic.range.flatMap { diagnostic.source?.position(at: $0.lowerBound) }
      let message = ([diagnostic.message + (diagnostic.hint.map { ": \($0)" } ?? "")] + diagnostic.notes)
      return GitHubAnnotation(
        kind: diagnostic.severity == .error ? "error" : "warning", title: verdict.title,
        message: message.map(\.harmlessLines).joined(separator: "\n"), file: diagnostic.source?.name ?? answer,
        line: position?.line, column: position?.column)
    }
    let checks = verdict.checks.filter { $0.status == .failed }.map { check in
      GitHubAnnotation(
        kind: "error", title: "\(verdict.title): \(verdict.sentence(of: check))", message: verdict.message(of: check),
        file: answer)
    }
    return problems + checks
  }
}
