import Diagnostics
import Predicates
import WorkbookLanguage

/// The lines of one input, until they make something that can be run.
///
/// ```swift
/// var buffer = InputBuffer()
/// buffer.add("entity Team {")   // .more
/// buffer.add("}")               // .complete(tree)
/// ```
package struct InputBuffer {
  package enum Category {
    /// Nothing but blanks and comments.
    case nothing
    /// The input goes on with another line.
    case more
    case complete(SyntaxTree)
    /// An empty line at the prompt gave up what had begun.
    case abandoned(SyntaxTree)
  }

  /// The file that the lines come from; nil at the prompt.
  package let name: String?
  /// The text so far.
  package private(set) var text = ""
  private var firstLine = 1
  private var lineCount = 0
  /// The number of open brackets at the end of the text. While there are any, the parser need not be called, and a long
  /// block is not parsed again for each of its lines.
  private var openBrackets = 0

  package init(name: String? = nil) { self.name = name }

  package var isEmpty: Bool { text.isEmpty }

  /// Takes a line. Once the input is complete the buffer is empty again.
  ///
  /// - Parameter mode: at the prompt an empty line abandons an unfinished input; in a file it is just empty.
  package mutating func add(_ line: String, _ mode: Session.Mode) -> Category {
    lineCount += 1
    if mode == .prompt, !isEmpty, line.allSatisfy(\.isWhitespace) {
      defer { clear() }
      return .abandoned(WorkbookParser.parse(source))
    }
    if isEmpty { firstLine = mode.takesCommands ? 1 : lineCount }
    // Strings and comments end on their line, so a line can be read alone.
    let isFirst = isEmpty
    let cursor = TokenCursor(
      isFirst ? SourceText(line, name: name, firstLine: firstLine) : SourceText(line), dialect: .workbook)
    openBrackets = max(0, openBrackets + cursor.bracketBalance)
    if !isFirst { text += "\n" + line }
    // A bracket inside such a string would be missed on every further line.
    let isBroken = mode == .prompt && cursor.hasOpenString
    let isOpen = openBrackets > 0 && !isBroken
    let tree = isOpen ? nil : isFirst ? WorkbookParser.parse(cursor) : WorkbookParser.parse(source)
    guard let tree, isBroken || !tree.isIncomplete else {
      if isFirst { text = line }
      return .more
    }
    clear()
    return tree.statements.isEmpty && tree.diagnostics.isEmpty ? .nothing : .complete(tree)
  }

  /// Returns the rest at the end of a file, complete or not; nil when nothing is waiting.
  package mutating func finish() -> SyntaxTree? {
    guard !isEmpty else { return nil }
    defer { clear() }
    return WorkbookParser.parse(source)
  }

  package mutating func clear() {
    text = ""
    openBrackets = 0
  }

  private var source: SourceText { SourceText(text, name: name, firstLine: firstLine) }
}
