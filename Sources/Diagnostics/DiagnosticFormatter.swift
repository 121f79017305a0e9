/// The one shape of every message: what is wrong, the line with the place underlined, what to do.
///
/// ```
/// there is no entity 'Playr'
///   fetch Playr
///         ^^^^^ did you mean Player?
/// ```
///
/// A message about a named text (a file) starts with its place, as compilers write it: `setup.graph:3:7: `.
///
/// ```swift
/// let source = SourceText("fetch Playr")
/// let diagnostic = Diagnostic("unknown-entity", "there is no entity 'Playr'", at: SourceRange(6, 11))
/// let text = DiagnosticFormatter(style: .ansi, width: 80).format(diagnostic, in: source)
/// ```
///
/// Control characters in what a learner wrote are made visible (``DisplayText/visible(_:)``), so the text is safe to
/// print.
///
/// ## Topics
/// Settings: ``style-swift.property``, ``showsPlaces``, ``width``
/// Text: ``format(_:in:)``
public struct DiagnosticFormatter: Sendable {
  /// The medium that the text is for.
  public enum Style: Sendable {
    /// Text alone; text with the escape sequences that colour a terminal (SGR codes).
    case plain, ansi
  }

  /// The style, which decides whether the text is coloured.
  public var style: Style
  /// Whether a message about a named text begins with its place.
  public var showsPlaces: Bool
  /// Beyond this many cells the message, the hint, offered statements and the notes go on in a further line; of the source
  /// line only as much is shown as fits around the place. Nil breaks nothing.
  public var width: Int?

  /// A formatter; without a width, in cells, no line is broken.
  public init(style: Style = .plain, showsPlaces: Bool = true, width: Int? = nil) {
    self.style = style
    self.showsPlaces = showsPlaces
    self.width = width
  }

  /// Returns the lines of one message, without a line break at the end.
  ///
  /// Without a text, or without a range, the place is left out. O(text of the diagnostic and of the line).
  /// - Parameter source: the text that the range counts in, unless the diagnostic brings its own.
  public func format(_ diagnostic: Diagnostic, in source: SourceText? = nil) -> String {
    let textStyle = TextStyle(dress: style)
    return lines(diagnostic, in: source).map { $0.painted(textStyle) }.joined(separator: "\n")
  }

  /// The lines of one message, before they are painted.
  package func lines(_ diagnostic: Diagnostic, in source: SourceText? = nil) -> [StyledText] {
    var diagnostic = diagnostic
    // Any of them may contain a learner's name for something.
    diagnostic.message = DisplayText.visible(DisplayText.beginning(of: diagnostic.message, upTo: 400))
    diagnostic.hint = diagnostic.hint.map { DisplayText.visible($0) }
    let source = diagnostic.source ?? source
    var lines = headline(diagnostic, in: source)
    if let range = diagnostic.range, let source {
      lines += place(range, hint: diagnostic.hint, in: source)
    } else if let hint = diagnostic.hint {
      lines += wrapped(hint, .code, indent: "  ")
    }
    for statement in diagnostic.statements {
      let parts = SourceWrap(width: (width ?? .max) - 4).lines(DisplayText.visible(statement))
      lines += parts.map { StyledText("    " + $0, .code) }
    }
    for note in diagnostic.notes {
      for line in note.split(separator: "\n", omittingEmptySubsequences: false) {
        lines += wrapped(DisplayText.visible(line), .body, indent: "  ")
      }
    }
    return lines
  }

  private func headline(_ diagnostic: Diagnostic, in source: SourceText?) -> [StyledText] {
    var place = ""
    if showsPlaces, let name = source?.name.map({ DisplayText.visible($0) }) {
      place = name + ": "
      if let source, let range = diagnostic.range {
        let position = source.position(at: range.lowerBound)
        place = "\(name):\(position.line):\(position.column): "
      }
    }
    // Only the message is painted of an error, only the word of the others: the place stays as it can be clicked on.
    var text = StyledText(place)
    switch diagnostic.severity {
    case .error: text.append(diagnostic.message, .strong)
    case .warning: text = text + StyledText("warning: ", .warning) + StyledText(diagnostic.message)
    case .note: text = text + StyledText("note: ", .code) + StyledText(diagnostic.message)
    }
    return wrapped(text, indent: "")
  }

  /// The text in lines of at most ``width`` cells, broken between words; further lines are indented two more cells.
  private func wrapped(_ text: String, _ role: TextStyle.Role, indent: String) -> [StyledText] {
    let blanks = text.prefix { $0 == " " }
    return wrapped(StyledText(text[blanks.endIndex...], role), indent: indent, blanks: String(blanks))
  }

  private func wrapped(_ text: StyledText, indent: String, blanks: String = "") -> [StyledText] {
    let first = StyledText(indent + blanks)
    guard let width, first.width + text.width > width else { return [first + text] }
    return TextWrap(width: width, first: first, rest: StyledText(indent + "  ")).lines(text)
  }

  /// The source line with its place underlined. A long line is cut to the text around the place.
  private func place(_ range: SourceRange, hint: String?, in source: SourceText) -> [StyledText] {
    let (line, start) = source.line(containing: range.lowerBound)
    let place = characters(range, in: source, line, start)
    var before = String(line[..<place.lowerBound])
    let marked = String(line[place])
    var after = String(line[place.upperBound...])
    // Leading white space has no meaning here: the line is indented two cells, whatever block it came from.
    before = String(before.drop { $0 == " " || $0 == "\t" })
    before = DisplayText.ending(of: before, upTo: 60)
    after = DisplayText.beginning(of: after, upTo: 40)
    let shown = DisplayText.beginning(of: marked, upTo: min(80, width.map { max(12, $0 - 2) } ?? 80), in: .cells)
    if let width { (before, after) = Self.fitted(before, after, into: max(8, width - 2 - DisplayText.width(shown))) }
    let text = StyledText("  " + expanded(before) + expanded(shown) + expanded(after))
    let indent = String(repeating: " ", count: 2 + DisplayText.width(expanded(before)))
    let carets = String(repeating: "^", count: max(1, DisplayText.width(expanded(shown))))
    var underline = StyledText(indent)
    underline.append(carets, .failure)
    guard let hint else { return [text, underline] }
    if let width, underline.width + 1 + DisplayText.width(hint) > width {
      return [text, underline] + wrapped(hint, .code, indent: "  ")
    }
    underline.append(" ")
    underline.append(hint, .code)
    return [text, underline]
  }

  /// Returns the text before and after the place, cut between words to fit.
  private static func fitted(_ before: String, _ after: String, into room: Int) -> (String, String) {
    guard DisplayText.width(before) + DisplayText.width(after) > room else { return (before, after) }
    let end = DisplayText.beginning(of: after, upTo: max(room / 3, room - DisplayText.width(before)), in: .cells)
    return (DisplayText.ending(of: before, upTo: room - DisplayText.width(end), in: .cells), end)
  }

  /// The characters of the line that a range touches: a mark on a letter, or a person in a family of emoji, cannot be
  /// underlined alone.
  private func characters(
    _ range: SourceRange, in source: SourceText, _ line: Substring, _ start: Int
  ) -> Range<String.Index> {
    let end = start + line.utf8.count
    func index(_ offset: Int) -> String.Index { source[SourceRange(start, min(max(offset, start), end))].endIndex }
    let (lower, upper) = (index(range.lowerBound), index(max(range.lowerBound, range.upperBound)))
    // `index(after:)` begins at the start of the character that an index is in.
    let first = lower < line.endIndex ? line.index(before: line.index(after: lower)) : lower
    if lower == upper || upper == line.endIndex { return first..<(lower == upper ? first : upper) }
    let last = line.index(before: line.index(after: upper))
    return first..<(last < upper ? line.index(after: last) : upper)
  }

  private func expanded(_ text: String) -> String {
    DisplayText.visible(text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
  }
}
