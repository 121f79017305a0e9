/// A person at a terminal who reads a screen at a time: what is typed while a long text is shown is the next input.
package final class PagedReader: LineReader {
  /// Shows lines, of which the last ones must be seen, and returns what was typed meanwhile.
  package typealias Show = (_ lines: [String], _ closing: Int) -> String?

  private let inner: any LineReader
  private let show: Show
  private let echo: (String) -> Void
  private var typed: String?
  private var closing = 0

  /// - Parameter echo: writes the prompt and the line that was typed, as they would be on the screen.
  package init(_ inner: any LineReader, show: @escaping Show, echo: @escaping (String) -> Void) {
    self.inner = inner
    self.show = show
    self.echo = echo
  }

  /// Takes whole lines, each with its line break.
  package func write(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    typed = show(lines, closing) ?? typed
    closing = 0
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    guard let line = typed else { return inner.nextLine(prompt: prompt, completions: completions) }
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
