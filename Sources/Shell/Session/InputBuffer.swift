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
    case abandoned
  }

  /// The file that the lines come from; nil at the prompt.
  package let name: String?
  /// What stands there so far.
  package private(set) var text = ""
  private var firstLine = 1
  private var lineCount = 0
  /// Brackets open at the end of the text. While there are any, the parser need not be asked, and a long block is not
  /// parsed anew for each of its lines.
  private var openBrackets = 0

  package init(name: String? = nil) { self.name = name }

  package var isEmpty: Bool { text.isEmpty }

  /// Takes a line. Once the input is complete the buffer is empty again.
  ///
  /// - Parameter manner: at the prompt an empty line abandons an unfinished input; in a file it is just empty.
  package mutating func add(_ line: String, _ manner: Session.Manner) -> Category {
    lineCount += 1
    if manner == .prompt, !isEmpty, line.allSatisfy(\.isWhitespace) {
      clear()
      return .abandoned
    }
    if isEmpty { firstLine = manner == .prompt ? 1 : lineCount }
    text += isEmpty ? line : "\n" + line
    openBrackets = max(0, openBrackets + Self.brackets(in: line))
    if openBrackets > 0 { return .more }
    let tree = self.tree
    if tree.isIncomplete { return .more }
    clear()
    return tree.statements.isEmpty && tree.diagnostics.isEmpty ? .nothing : .complete(tree)
  }

  /// What there is at the end of a file, complete or not; nil when nothing is waiting.
  package mutating func finish() -> SyntaxTree? {
    guard !isEmpty else { return nil }
    defer { clear() }
    return tree
  }

  package mutating func clear() {
    text = ""
    openBrackets = 0
  }

  private var tree: SyntaxTree {
    WorkbookParser.parse(SourceText(text, name: name, firstLine: firstLine))
  }

  /// How many more brackets a line opens than it closes. Strings and comments end on their line, so a line can be read
  /// alone.
  private static func brackets(in line: String) -> Int {
    Lexer.tokens(of: line, dialect: .workbook).reduce(0) { depth, token in
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace): depth + 1
      case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace): depth - 1
      default: depth
      }
    }
  }
}
