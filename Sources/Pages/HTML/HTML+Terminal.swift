extension HTML {
  /// Lines as a terminal gets them, with its colours as classes. Nothing else of a terminal's language is understood; what
  /// people wrote has no escape characters any more.
  package init(terminal lines: some Sequence<String>) { self = lines.map(Self.terminalLine).joined(by: "\n") }

  private static func terminalLine(_ line: String) -> HTML {
    var all: HTML = ""
    var style: HTML?
    for (index, part) in line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated() {
      var text = part
      if index > 0, part.first == "[", let end = part.firstIndex(of: "m") {
        style = className(part[part.index(after: part.startIndex)..<end])
        text = part[part.index(after: end)...]
      }
      if text.isEmpty { continue }
      let words = HTML(lines: [String(text)])
      all += style.map { "<span class=\"\($0)\">\(words)</span>" } ?? words
    }
    return all
  }

  /// The class for the numbers of a terminal's colour, as `TextStyle` and `DiagnosticFormatter` write them.
  private static func className(_ code: Substring) -> HTML? {
    switch code {
    case "1;4", "1": "t-strong"
    case "3": "t-emphasis"
    case "36", "1;36": "t-code"
    case "2": "t-faint"
    case "32", "1;32": "t-success"
    case "31", "1;31": "t-failure"
    case "33", "1;33": "t-warning"
    case "34", "1;34": "t-prompt"
    default: nil
    }
  }
}
