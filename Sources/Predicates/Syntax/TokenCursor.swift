import Diagnostics

/// A place in a token list, with the verbs that the parsers of both languages share.
///
/// A line break ends a statement of the workbook unless brackets are open or an operator waits for its operand.
/// Parsers therefore look for a *continuation* of what they have with ``continues(_:)`` and for the *start* of
/// something that must come with ``at(_:)``.
package struct TokenCursor: Sendable {
  private let input: TokenList
  private var index = 0
  package private(set) var diagnostics: [Diagnostic] = []
  /// How many brackets are open in which a line break means nothing.
  package var openBrackets = 0
  /// Whether messages may offer a translation of what was typed. False while an offer is parsed to see whether it is
  /// valid, so that an offer never makes further offers.
  package var offersTranslations = true
  /// How deep the grammar's functions are inside each other.
  package private(set) var depth = 0
  /// Beyond this depth an input is refused, so that no text can exhaust the stack: a level of brackets takes up to 15
  /// kB of it in a debug build.
  package static let depthLimit = 100

  package init(_ source: SourceText, dialect: Lexer.Dialect) {
    let read = Lexer.read(source.text, dialect: dialect)
    let tokens: [Token]
    (tokens, diagnostics) = InvisibleCharacter.removed(from: read.tokens, in: source)
    input = TokenList(source: source, dialect: dialect, tokens: tokens, bytes: read.bytes, base: 0)
  }

  /// A cursor over a stretch of the source: an expression inside a string. It counts as `depth` levels deep already.
  package init(_ source: SourceText, in range: SourceRange, depth: Int, dialect: Lexer.Dialect) {
    self.depth = depth
    let read = Lexer.read(source.text, in: range, dialect: dialect)
    input = TokenList(
      source: source, dialect: dialect, tokens: read.tokens, bytes: read.bytes, base: range.lowerBound)
    // A string cannot contain a line break, and the parenthesis that holds the expression is open.
    openBrackets = 1
  }

  package var source: SourceText { input.source }

  package var dialect: Lexer.Dialect { input.dialect }

  private var tokens: [Token] { input.tokens }

  /// How many more brackets the text opens than it closes.
  package var bracketBalance: Int {
    tokens.reduce(0) { depth, token in
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace): depth + 1
      case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace): depth - 1
      default: depth
      }
    }
  }

  /// Whether a string has no quote at its end. Strings end on their line, so no further line can close it.
  package var hasOpenString: Bool { tokens.contains { $0.kind == .string(isTerminated: false) } }

  // MARK: Looking

  package var current: Token { tokens[index] }

  package func peek(_ offset: Int = 1) -> Token { tokens[min(max(0, index + offset), tokens.count - 1)] }

  /// The token before the current one; the current one at the start.
  package var previous: Token { tokens[max(0, index - 1)] }

  package func text(of token: Token) -> Substring { source[token.range] }

  /// The text of a token as a string; quicker than ``text(of:)``.
  package func string(of token: Token) -> String { String(decoding: bytes(of: token), as: UTF8.self) }

  /// A word, ready to be looked up; nil for one that no table has.
  package func packedWord(of token: Token, inCapitals: Bool = false) -> PackedWord? {
    PackedWord(bytes: bytes(of: token), inCapitals: inCapitals)
  }

  /// Whether the token here begins with a capital letter.
  package var beginsWithCapital: Bool {
    guard let first = bytes(of: current).first else { return false }
    return first < 0x80 ? first &- 0x41 < 26 : text(of: current).first?.isUppercase == true
  }

  /// The bytes of a token of this cursor.
  func bytes(of token: Token) -> ArraySlice<UInt8> {
    bytes(in: token.range)
  }

  /// The bytes in a range inside what this cursor reads; clamped to that.
  func bytes(in range: SourceRange) -> ArraySlice<UInt8> {
    let bytes = input.bytes
    let start = min(max(range.lowerBound - input.base, 0), bytes.count)
    return bytes[start..<min(max(range.upperBound - input.base, start), bytes.count)]
  }

  package func at(_ symbol: Token.Symbol) -> Bool {
    current.isSymbol(symbol)
  }

  /// Whether the word is here, in any case when `ignoringCase` (as for the predicate language's keywords).
  package func at(word: String, ignoringCase: Bool = false) -> Bool {
    self.token(current, is: word, ignoringCase: ignoringCase)
  }

  package func token(_ token: Token, is word: String, ignoringCase: Bool = false) -> Bool {
    guard case .identifier = token.kind, token.range.upperBound - token.range.lowerBound == word.utf8.count else {
      return false
    }
    return ignoringCase
      ? text(of: token).lowercased() == word.lowercased() : bytes(of: token).elementsEqual(word.utf8)
  }

  package var atEnd: Bool {
    if case .end = current.kind { true } else { false }
  }

  /// Whether the current token may continue the text before it: it is on the same line, or brackets are open, or lines
  /// mean nothing in this dialect.
  package var isContinuation: Bool {
    !current.startsLine || openBrackets > 0 || dialect == .predicateFormat
  }

  /// Whether there is a sign here that continues the text before it.
  package func continues(_ symbol: Token.Symbol) -> Bool { at(symbol) && isContinuation }

  package func continues(word: String, ignoringCase: Bool = false) -> Bool {
    at(word: word, ignoringCase: ignoringCase) && isContinuation
  }

  // MARK: Taking

  @discardableResult
  package mutating func advance() -> Token {
    let token = tokens[index]
    if index < tokens.count - 1 { index += 1 }
    return token
  }

  package mutating func consume(if symbol: Token.Symbol) -> Token? { at(symbol) ? advance() : nil }

  package mutating func consume(ifWord word: String, ignoringCase: Bool = false) -> Token? {
    at(word: word, ignoringCase: ignoringCase) ? advance() : nil
  }

  // MARK: Going back

  package struct Mark: Sendable {
    fileprivate let index: Int
    fileprivate let diagnostics: Int
    fileprivate let openBrackets: Int
  }

  package var mark: Mark { Mark(index: index, diagnostics: diagnostics.count, openBrackets: openBrackets) }

  /// Goes back to a mark and forgets what was reported since.
  package mutating func restore(_ mark: Mark) {
    index = mark.index
    openBrackets = mark.openBrackets
    diagnostics.removeSubrange(min(mark.diagnostics, diagnostics.count)...)
  }

  /// Whether the cursor has moved since the mark.
  package func hasMoved(since mark: Mark) -> Bool { index != mark.index }

  /// The number of problems reported since the mark.
  package func problems(since mark: Mark) -> Int { diagnostics.count - mark.diagnostics }

  /// Whether an error was reported since the mark.
  package func hasErrors(since mark: Mark) -> Bool {
    diagnostics[min(mark.diagnostics, diagnostics.count)...].contains { $0.severity == .error }
  }

  // MARK: Reporting

  package mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  // MARK: Nesting

  /// Enters one level of the grammar; false, with a message, when the text is nested too deep. Pair with ``leave()``.
  package mutating func enter() -> Bool {
    depth += 1
    if depth <= Self.depthLimit { return true }
    if !diagnostics.contains(where: { $0.id == Diagnostic.ID.nestedTooDeep }) {
      report(
        Diagnostic(
          Diagnostic.ID.nestedTooDeep, "this is nested more than \(Self.depthLimit) levels deep", at: current.range,
          hint: "split it into smaller conditions"))
    }
    // Nothing after this place can be understood any more.
    index = tokens.count - 1
    return false
  }

  package mutating func leave() { depth -= 1 }
}

/// The tokens, which a cursor moves over and never changes. They are held once, so that copying a parser is cheap.
private final class TokenList: Sendable {
  let source: SourceText
  let dialect: Lexer.Dialect
  let tokens: [Token]
  /// The bytes that the tokens were cut from; the first is at ``base`` in the source.
  let bytes: [UInt8]
  let base: Int

  init(source: SourceText, dialect: Lexer.Dialect, tokens: [Token], bytes: [UInt8], base: Int) {
    self.source = source
    self.dialect = dialect
    self.tokens = tokens
    self.bytes = bytes
    self.base = base
  }
}
