import Diagnostics

/// Text in pieces, each with its role: what is wrapped before it is painted, so that no line ends inside a colour.
///
/// ```swift
/// StyledText("press ") + StyledText("Tab", .code)
/// ```
package struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
  package struct Run: Hashable, Sendable {
    package var text: String
    package var role: TextStyle.Role
  }

  package private(set) var runs: [Run] = []

  package init() {}

  package init(_ text: some StringProtocol, _ role: TextStyle.Role = .body) { append(text, role) }

  package init(stringLiteral value: String) { append(value) }

  /// Adds a piece; it joins the last one when the role is the same.
  package mutating func append(_ text: some StringProtocol, _ role: TextStyle.Role = .body) {
    guard !text.isEmpty else { return }
    if runs.last?.role == role {
      runs[runs.count - 1].text += text
    } else {
      // Most texts are of a few pieces: one piece of memory for them.
      if runs.isEmpty { runs.reserveCapacity(4) }
      runs.append(Run(text: String(text), role: role))
    }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  package mutating func append(_ text: StyledText) {
    for run in text.runs { append(run.text, run.role) }
  }

  /// The text without its roles.
  package var text: String { runs.map(\.text).joined() }

  /// The cells it takes in a line.
  package var width: Int { runs.reduce(0) { $0 + DisplayText.width($1.text) } }

  package func painted(_ style: TextStyle) -> String {
    runs.reduce(into: "") { $0 += style.paint($1.text, $1.role) }
  }

  /// The text cut to a number of cells, with `…` in the place of what is missing.
  package func truncated(to width: Int) -> StyledText {
    guard self.width > width else { return self }
    guard width > 0 else { return StyledText() }
    var result = StyledText()
    var left = width - 1
    for run in runs {
      for character in run.text {
        let cells = DisplayText.width(String(character))
        guard cells <= left else {
          result.append("…", run.role)
          return result
        }
        left -= cells
        result.append(String(character), run.role)
      }
    }
    return result
  }
}
