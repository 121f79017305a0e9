import Courses
import Diagnostics

/// Markdown for `$GITHUB_STEP_SUMMARY`, of at most a mebibyte, and for any other reader of Markdown.
package struct SummaryFormat: VerdictFormat {
  /// The size of the largest summary that GitHub shows.
  private let byteLimit: Int

  package init(byteLimit: Int = 1 << 20) { self.byteLimit = byteLimit }

  package func text(for verdicts: [Verdict]) -> String {
    var text = verdicts.isEmpty ? "nothing was graded\n" : ""
    for (place, verdict) in verdicts.enumerated() {
      let section = section(verdict)
      let left = verdicts.count - place
      let rest = "\n\(left) more \(left == 1 ? "verdict does" : "verdicts do") not fit here\n"
      guard text.utf8.count + section.utf8.count + rest.utf8.count <= byteLimit else { return text + rest }
      text += (text.isEmpty ? "" : "\n") + section
    }
    return text
  }

  private func section(_ verdict: Verdict) -> String {
    var lines = ["### \(escaped(verdict.headline))", ""]
    if !verdict.reason.isEmpty { lines += [fenced(verdict.reason.limited())] + (verdict.checks.isEmpty ? [] : [""]) }
    for check in verdict.checks {
      let mark =
        switch check.status {
        case .passed: "✅"
        case .failed: "❌"
        case .notRun: "⏸"
        }
      let points =
        check.maxPoints == 0 ? "" : " (\(verdict.words(.stepOfSteps, "\(check.points)", "\(check.maxPoints)")))"
      lines.append("- \(mark) \(escaped(verdict.sentence(of: check)))\(points)")
      guard check.status == .failed || check.status == .notRun && check.isEarned else { continue }
      for line in verdict.message(of: check).limited(toBytes: 16_384).split(separator: "\n") {
        lines.append("  - \(escaped(String(line)))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the text with a backslash before every character that has a meaning in Markdown or HTML.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if let byte = character.asciiValue, byte > 0x20, byte < 0x7F, !character.isLetter, !character.isNumber,
        !" .,?'/".contains(character)
      {
        result.append("\\")
      }
      result.append(character)
    }
    return result.replacing("\n", with: " ")
  }

  /// Returns a block of code, fenced with more backticks than it contains in a row.
  private func fenced(_ text: String) -> String {
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }
}
