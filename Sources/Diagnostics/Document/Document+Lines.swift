extension Document {
  /// The cells under which a screen is narrow: a phone's, on which nothing is cut.
  package static let narrow = 60

  /// The lines for a medium of so many cells. O(text).
  package func lines(width: Int) -> [StyledText] {
    if blocks.count == 1 { return blocks[0].lines(width: width) }
    return blocks.flatMap { $0.lines(width: width) }
  }

  /// The lines as a terminal gets them.
  package func lines(_ style: TextStyle) -> [String] { lines(width: style.width).map { $0.painted(style) } }
}

extension Document.Block {
  package func lines(width: Int) -> [StyledText] {
    switch self {
    case .line(let text): return [text]
    case .prose(let text, let first, let rest):
      return TextWrap(width: width, first: first, rest: rest).lines(text)
    case .cut(let text, let first):
      if width < Document.narrow { return TextWrap(width: width, first: first, rest: "    ").lines(text) }
      return [first + text.truncated(to: max(8, width - first.width))]
    case .source(let text, let role, let first, let rest):
      let lines = SourceWrap(width: width - max(first.width, rest.width)).lines(text)
      return lines.enumerated().map { place, line in (place == 0 ? first : rest) + StyledText(line, role) }
    case .table(let table, let indent): return table.lines(width: width, indent: indent)
    case .message(let diagnostic, let source, let showsPlaces):
      let formatter = DiagnosticFormatter(showsPlaces: showsPlaces, width: width)
      return formatter.lines(diagnostic, in: source)
    case .picture(let picture): return picture.lines(width: width)
    case .nested(let document, let first, let rest):
      let inner = document.lines(width: max(10, width - max(first.width, rest.width)))
      return inner.enumerated().map { place, line in
        let start = place == 0 ? first : rest
        return line.isEmpty ? start.trimmingEnd : start + line
      }
    }
  }
}
