/// Lines that stand ready: a script's, or a test's.
///
/// ```swift
/// let reader = ScriptedReader(["fetch Player", "quit"]) { print($0) }   // echoes what a person would have seen
/// ```
package final class ScriptedReader: LineReader {
  private var lines: ArraySlice<LineInput>
  private let echo: ((String) -> Void)?

  /// - Parameter echo: given prompt and line as they would stand on the screen; nil for a script.
  package init(_ inputs: [LineInput], echo: ((String) -> Void)? = nil) {
    lines = inputs[...]
    self.echo = echo
  }

  package convenience init(_ lines: [String], echo: ((String) -> Void)? = nil) {
    self.init(lines.map { .line($0) }, echo: echo)
  }

  /// A file's lines; the one that a final line break would leave empty is not counted.
  package convenience init(text: String) {
    var lines: [LineInput] = []
    // By bytes: a file has many lines.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isWindows = line.last == UInt8(ascii: "\r") && line.endIndex < text.endIndex
      lines.append(.line(String(Substring(isWindows ? line.dropLast() : line))))
    }
    if case .line("")? = lines.last { lines.removeLast() }
    self.init(lines)
  }

  package func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput {
    guard let next = lines.popFirst() else { return .end }
    switch next {
    case .line(let line): echo?(prompt + line)
    case .interrupted: echo?(prompt + "^C")
    case .end: echo?(prompt)
    }
    return next
  }
}
