import Diagnostics

/// The list that Tab shows when several words fit, each with its description.
///
/// ```swift
/// CompletionList(width: 40).lines(["name", "players"], ["String", "->> Player?"])
/// // name     String
/// // players  ->> Player?
/// ```
package struct CompletionList: Sendable {
  package var style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// More words than this are shown in columns, without descriptions.
  package static let describedLimit = 24

  /// The lines; `descriptions` may be empty texts, and has as many as there are words.
  package func lines(_ words: [String], _ descriptions: [String]) -> [String] {
    let isDescribed = words.count <= Self.describedLimit && descriptions.contains { !$0.isEmpty }
    guard isDescribed, words.count == descriptions.count else { return columns(words) }
    let width = words.map { DisplayText.width($0) }.max() ?? 0
    return zip(words, descriptions).map { word, description in
      let text =
        StyledText(DisplayText.visible(word).padding(to: width), .code)
        + StyledText("  " + DisplayText.visible(description))
      return "  " + text.truncated(to: style.width - 2).painted(style)
    }
  }

  /// Side by side, down the columns.
  private func columns(_ words: [String]) -> [String] {
    let shown = words.map { DisplayText.visible($0) }
    let cell = (shown.map { DisplayText.width($0) }.max() ?? 0) + 2
    let count = max(1, (style.width - 2) / cell)
    let rows = (shown.count + count - 1) / count
    return (0..<rows).map { row in
      var line = "  "
      for place in stride(from: row, to: shown.count, by: rows) { line += shown[place].padding(to: cell) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
