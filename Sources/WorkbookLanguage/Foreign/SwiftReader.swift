import Diagnostics
import Predicates

/// Reads a line of Swift or Objective-C that someone types into the workbook: statements, expressions and declarations of
/// stored properties. What it does not know makes it give up; it reports nothing.
struct SwiftReader {
  let tokens: [Token]
  let source: SourceText
  var index = 0
  /// Nesting beyond this gives up, so that no text can exhaust the stack.
  static let depthLimit = 40
  var depth = 0
  /// The links of all chains of a text: more than anybody types in a line.
  static let linkLimit = 80
  var links = 0
  /// False where a brace opens a block: in the condition of `if`, in the sequence of `for`.
  var allowsTrailingClosure = true

  /// Whether a message of Objective-C was read.
  var hasMessages = false

  struct GivesUp: Error {}

  /// The statements of a text, or nil where it is no Swift that can be read. O(length).
  static func statements(of text: String) -> [SwiftStatement]? { reading(text)?.statements }

  /// The statements of a text, and whether a message of Objective-C is among them. O(length).
  static func reading(_ text: String) -> (statements: [SwiftStatement], hasMessages: Bool)? {
    var reader = SwiftReader(text)
    guard let statements = try? reader.statements(until: nil), !statements.isEmpty else { return nil }
    return (statements, reader.hasMessages)
  }

  /// The expression that fills a text, or nil.
  static func expression(_ text: String) -> SwiftTree? {
    var reader = SwiftReader(text)
    guard let tree = try? reader.expression(), reader.isAtEnd else { return nil }
    return tree
  }

  init(_ text: String) {
    // The lexer of the workbook takes `$0.5` for an amount of money.
    let text = text.replacing("$0", with: "$a0").replacing("$1", with: "$a1")
    source = SourceText(text)
    tokens = Lexer.tokens(of: text, dialect: .workbook)
  }

  // MARK: Tokens

  var current: Token { tokens[index] }
  var isAtEnd: Bool { current.kind == .end }
  func peek(_ offset: Int = 1) -> Token { tokens[min(index + offset, tokens.count - 1)] }
  func text(_ token: Token) -> String { String(source[token.range]) }
  func at(_ symbol: Token.Symbol) -> Bool { current.isSymbol(symbol) }
  func at(word: String) -> Bool { current.isIdentifier && text(current) == word }

  @discardableResult
  mutating func advance() -> Token {
    let token = current
    if index < tokens.count - 1 { index += 1 }
    return token
  }

  mutating func consume(_ symbol: Token.Symbol) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  mutating func consume(word: String) -> Bool {
    guard at(word: word) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol) throws {
    guard consume(symbol) else { throw GivesUp() }
  }

  mutating func identifier() throws -> String {
    guard current.isIdentifier else { throw GivesUp() }
    return text(advance())
  }

  /// Counts a link of a chain, `.name` or `+ 1`: what is read of a long chain is as deep as one of brackets.
  mutating func link() throws {
    links += 1
    guard links < Self.linkLimit else { throw GivesUp() }
  }

  mutating func nested<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    guard depth < Self.depthLimit else { throw GivesUp() }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }
}
