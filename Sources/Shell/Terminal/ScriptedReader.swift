/// Prepared lines, as in a test.
///
/// ```swift
/// let reader = ScriptedReader(["fetch Player", "quit"]) { print($0) }   // echoes what a person would have seen
/// ```
package final class ScriptedReader: LineReader {
  private var lines: ArraySlice<LineInput>
  private let echo: ((String) -> Void)?

  /// - Parameter echo: receives prompt and line as they would appear on the screen; may be nil.
  package init(_ inputs: [LineInput], echo: ((String) -> Void)? = nil) {
    lines = inputs[...]
    self.echo = echo
  }

  package convenience init(_ lines: [String], echo: ((String) -> Void)? = nil) {
    self.init(lines.map { .line($0) }, echo: echo)
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    guard let next = lines.popFirst() else { return .end }
    switch next {
    case .line(let line): echo?(prompt + line)
    case .interrupted: echo?(prompt + "^C")
    case .unreadable, .end: echo?(prompt)
    }
    return next
  }
}
