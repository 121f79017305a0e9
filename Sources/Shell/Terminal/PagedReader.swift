import Diagnostics

/// A person at a terminal who reads a screen at a time: what is typed while a long text is shown is the next input, and
/// an empty line after one that was stopped shows the rest.
///
/// If the text ends with a question or a task, the line was typed before that could be read: it is then the beginning
/// of the next line, for the person to enter or change.
package final class PagedReader: LineReader {
  /// Shows lines, of which the last ones must be seen.
  package typealias Show = (_ lines: [String], _ closing: Int) -> Pager.End

  private let inner: any LineReader
  private let showLines: Show
  private let echo: (String) -> Void
  private var typed: String?
  private var closing = 0
  /// The part of the last text that was not shown, and how many lines at its end must be seen.
  private var rest: (lines: [String], closing: Int) = ([], 0)

  /// - Parameter echo: writes the prompt and the line that was typed, as they would be on the screen.
  package init(_ inner: any LineReader, show: @escaping Show, echo: @escaping (String) -> Void) {
    self.inner = inner
    showLines = show
    self.echo = echo
  }

  /// Takes whole lines, each with its line break.
  package func write(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    show(lines, closing)
    closing = 0
  }

  private func show(_ lines: [String], _ closing: Int) {
    rest = ([], 0)
    switch showLines(lines, closing) {
    case .shown: break
    case .typed(let line):
      if closing == 0 {
        typed = line
      } else if canEdit {
        echo("(typed before the end of the text was shown: press Enter to enter it)\n")
        prefill(line)
      } else {
        echo("(not entered, as it was typed before the end of the text was shown: \(DisplayText.visible(line)))\n")
      }
    case .stopped(let lines): rest = (lines, closing)
    }
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    guard let line = typed else {
      let next = inner.nextLine(prompt: prompt, completions: completions)
      if case .line(let line) = next, line.trimmed.isEmpty, !rest.lines.isEmpty {
        show(rest.lines, rest.closing)
        return nextLine(prompt: prompt, completions: completions)
      }
      rest = ([], 0)
      return next
    }
    typed = nil
    echo(prompt + line + "\n")
    inner.noteEntered(line)
    return .line(line)
  }

  package var mayWait: Bool { typed == nil && inner.mayWait }
  package var isWatched: Bool { inner.isWatched }
  package var canEdit: Bool { inner.canEdit }
  package func prefill(_ text: String) { inner.prefill(text) }
  package func remember(_ input: String, lineCount: Int) { inner.remember(input, lineCount: lineCount) }
  package func noteEntered(_ line: String) { inner.noteEntered(line) }
  package func announce(closing lineCount: Int) { closing = lineCount }
}
