/// The lines of a text that is there already: a file's. A last line that a final line break would leave empty is not one.
package final class TextReader: LineReader {
  private var lines: LineBuffer

  package init(_ text: String) { lines = LineBuffer(Array(text.utf8)) }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    lines.takeLine(isAtEnd: true) ?? .end
  }
}
