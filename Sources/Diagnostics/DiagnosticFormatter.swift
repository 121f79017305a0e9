/// The one shape of every message: what is wrong, the line with the place underlined, what to do.
///
/// ```
/// there is no entity 'Playr'
///   fetch Playr
///         ^^^^^ did you mean Player?
/// ```
///
/// A message about a named text (a file) starts with its place, as compilers write it: `setup.graph:3:7: `.
public struct DiagnosticFormatter: Sendable {
  public enum Style: Sendable {
    case plain, ansi
  }

  public var style: Style

  public init(style: Style = .plain) { self.style = style }

  /// The lines of one message, without a line break at the end.
  ///
  /// - Parameter source: the text that the range counts in, unless the diagnostic brings its own.
  public func format(_ diagnostic: Diagnostic, in source: SourceText? = nil) -> String {
    var diagnostic = diagnostic
    // What a learner named may stand in any of them.
    diagnostic.message = DisplayText.visible(diagnostic.message)
    diagnostic.hint = diagnostic.hint.map { DisplayText.visible($0) }
    let source = diagnostic.source ?? source
    var lines = [headline(diagnostic, in: source)]
    if let range = diagnostic.range, let source {
      lines += place(range, hint: diagnostic.hint, in: source)
    } else if let hint = diagnostic.hint {
      lines.append("  " + painted(hint, .hint))
    }
    for note in diagnostic.notes {
      lines += note.split(separator: "\n", omittingEmptySubsequences: false).map {
        "  " + DisplayText.visible($0)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func headline(_ diagnostic: Diagnostic, in source: SourceText?) -> String {
    var place = ""
    if let name = source?.name {
      place = name + ": "
      if let source, let range = diagnostic.range {
        let position = source.position(at: range.lowerBound)
        place = "\(name):\(position.line):\(position.column): "
      }
    }
    switch diagnostic.severity {
    case .error: return place + painted(diagnostic.message, .error)
    case .warning: return place + painted("warning: ", .warning) + diagnostic.message
    case .note: return place + painted("note: ", .note) + diagnostic.message
    }
  }

  /// The source line with its place underlined. A long line is cut to what stands around the place.
  private func place(_ range: SourceRange, hint: String?, in source: SourceText) -> [String] {
    let (line, start) = source.line(containing: range.lowerBound)
    let lineEnd = start + line.utf8.count
    var before = String(source[SourceRange(start, min(range.lowerBound, lineEnd))])
    let marked = String(source[SourceRange(range.lowerBound, min(range.upperBound, lineEnd))])
    var after = String(source[SourceRange(min(range.upperBound, lineEnd), lineEnd)])
    // Leading white space tells nothing: the line stands two cells in, whatever block it came from.
    before = String(before.drop { $0 == " " || $0 == "\t" })
    if before.count > 60 { before = "…" + before.suffix(59) }
    if after.count > 40 { after = after.prefix(39) + "…" }
    let shown = marked.count > 80 ? marked.prefix(79) + "…" : marked
    let text = "  " + expanded(before) + expanded(shown) + expanded(after)
    let indent = String(repeating: " ", count: 2 + DisplayText.width(expanded(before)))
    let carets = String(repeating: "^", count: max(1, DisplayText.width(expanded(shown))))
    return [text, indent + painted(carets, .caret) + (hint.map { " " + painted($0, .hint) } ?? "")]
  }

  private func expanded(_ text: String) -> String {
    DisplayText.visible(text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
  }

  private enum Role {
    case error, warning, note, caret, hint
  }

  private func painted(_ text: String, _ role: Role) -> String {
    guard style == .ansi else { return text }
    let code =
      switch role {
      case .error: "1"
      case .warning: "33"
      case .note: "36"
      case .caret: "31"
      case .hint: "36"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
