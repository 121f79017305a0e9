import Diagnostics
import Predicates

/// The statements of a text, and its mistakes.
package struct SyntaxTree: Sendable {
  package var source: SourceText
  /// Every statement that could be understood, including those after one that could not.
  package var statements: [Statement]
  package var diagnostics: [Diagnostic]
  /// The text is right so far and ends inside brackets or after an operator: the prompt asks for another line.
  package var isIncomplete: Bool
}

/// The parser of the workbook language: recursive descent over one token list, which it shares with the parser of the
/// predicate language for every condition and expression.
///
/// It never stops at the first problem: at one it goes on with the next statement. Deep nesting is refused, so no text can
/// exhaust the stack.
package struct WorkbookParser {
  /// Stored here and not lent by a parser of conditions, because it is read several times for each token.
  var cursor: TokenCursor
  /// Whether `\(…)` is allowed in strings: outside `where`.
  var allowsInterpolation = true
  /// The height of the last condition's tree, which a form inside another condition adds to.
  private var height = 0
  /// Whether a value of the statement at hand may put a condition to a store.
  var asks = false
  /// Whether a value of the statement at hand is a list.
  var hasList = false
  /// How many braces of blocks and entities are open around the current place.
  var openBraces = 0

  /// Parses a whole text. O(length).
  package static func parse(_ source: SourceText) -> SyntaxTree {
    parse(TokenCursor(source, dialect: .workbook))
  }

  /// Parses a text that has been cut into tokens.
  package static func parse(_ cursor: TokenCursor) -> SyntaxTree {
    let source = cursor.source
    var parser = WorkbookParser(cursor)
    let statements = parser.parseText(until: nil)
    let diagnostics = parser.cursor.diagnostics
    let errors = diagnostics.filter { $0.severity == .error }
    let isIncomplete = !errors.isEmpty && errors.allSatisfy { $0.id == Diagnostic.ID.unexpectedEnd }
    return SyntaxTree(source: source, statements: statements, diagnostics: diagnostics, isIncomplete: isIncomplete)
  }

  /// Parses one condition or expression that must fill the text: a prediction's, a check's.
  static func parseValue(_ source: SourceText) -> (value: ValueSyntax?, diagnostics: [Diagnostic]) {
    var parser = WorkbookParser(TokenCursor(source, dialect: .workbook))
    let value = parser.parseValue()
    if value != nil, !parser.cursor.atEnd { parser.reportUnexpected(after: "the expression") }
    return (value, parser.cursor.diagnostics)
  }

  private init(_ cursor: TokenCursor) { self.cursor = cursor }

  /// Lets the parser of the predicate language go on at the cursor.
  mutating func inPredicateLanguage<Result>(
    readingForms parseForm: @escaping @Sendable (inout PredicateParser) -> Expression? = Self.parseForm,
    _ parse: (inout PredicateParser) -> Result?
  ) -> Result? {
    var parser = PredicateParser(cursor)
    parser.allowsInterpolation = allowsInterpolation
    parser.parseExtension = parseForm
    let result = parse(&parser)
    cursor = parser.cursor
    height = parser.height
    return result
  }

  /// The way back: a form of the workbook inside a condition.
  static let parseForm: @Sendable (inout PredicateParser) -> Expression? = { predicates in
    var parser = WorkbookParser(lentBy: predicates)
    let form = parser.parseExpressionForm()
    parser.give(back: &predicates)
    return form
  }

  /// Goes on where a parser of conditions is.
  init(lentBy predicates: PredicateParser) {
    cursor = predicates.cursor
    allowsInterpolation = predicates.allowsInterpolation
    height = predicates.height
  }

  func give(back predicates: inout PredicateParser) {
    predicates.cursor = cursor
    predicates.height = height
  }

  // MARK: Text and blocks

  /// `text = { [ statement ] sep } [ statement ]`, up to the end or a closing brace.
  mutating func parseText(until close: Token.Symbol?) -> [Statement] {
    var statements: [Statement] = []
    while !cursor.atEnd {
      if let close, cursor.at(close) { break }
      if cursor.consume(if: .semicolon) != nil { continue }
      if cursor.at(.rightBrace) {
        let brace = cursor.advance()
        report("stray-brace", "there is no open '{' for this '}'", at: brace.range, hint: "remove it")
        continue
      }
      let mark = cursor.mark
      let first = cursor.current
      if let statement = parseStatement() {
        if !atSeparator {
          reportUnexpected(after: "the statement")
          recoverToSeparator()
        }
        // A statement with a mistake in a part is not run at all.
        if !cursor.hasErrors(since: mark) { statements.append(statement) }
      } else {
        let isSQL = SQLWord(cursor.packedWord(of: first, inCapitals: true)) != nil
        if cursor.problems(since: mark) == 0 { reportUnexpected(after: nil) }
        if !cursor.hasMoved(since: mark) { cursor.advance() }
        recoverToSeparator()
        // FROM and WHERE on lines of their own belong to the SELECT before them.
        while isSQL, cursor.current.startsLine, SQLStatement.goesOn(with: cursor.current, at: cursor) {
          cursor.advance()
          recoverToSeparator()
        }
      }
    }
    return statements
  }

  /// `block = "{" text "}"`.
  mutating func parseBlock() -> Block? {
    guard let open = expect(.leftBrace, "a block in braces", hint: "{ … }") else { return nil }
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let brackets = cursor.openBrackets
    cursor.openBrackets = 0
    openBraces += 1
    defer {
      cursor.openBrackets = brackets
      openBraces -= 1
    }
    let statements = parseText(until: .rightBrace)
    guard let close = closeBrace(openedAt: open.range) else { return nil }
    return Block(statements: statements, range: open.range.union(close.range))
  }

  /// Whether a statement or member may end here.
  var atSeparator: Bool {
    cursor.atEnd || cursor.current.startsLine || cursor.at(.semicolon) || cursor.at(.rightBrace)
  }

  /// Whether a line begins here that can only be a statement: inside an entity the closing brace is then missing, after
  /// an operator the value.
  var beginsNextStatement: Bool {
    guard cursor.current.startsLine, cursor.current.isIdentifier,
      let word = StatementWord(cursor.packedWord(of: cursor.current))
    else { return false }
    let next = cursor.peek()
    switch word {
    case .entity, .abstract, .let, .model, .add, .change, .rename, .remove, .show, .fetch, .delete, .expect, .for,
      .template:
      return next.isIdentifier && !next.startsLine
    case .save, .rollback, .undo, .redo: return next.startsLine || next.kind == .end
    default: return false
    }
  }

  /// Goes to the next place where a statement or member may begin, over whole blocks in braces.
  mutating func recoverToSeparator() {
    var depth = 0
    while !cursor.atEnd {
      if depth == 0, cursor.current.startsLine || cursor.at(.semicolon) || cursor.at(.rightBrace) { return }
      switch cursor.current.kind {
      case .symbol(.leftBrace), .symbol(.leftParenthesis), .symbol(.leftBracket): depth += 1
      case .symbol(.rightBrace), .symbol(.rightParenthesis), .symbol(.rightBracket): depth = max(0, depth - 1)
      default: break
      }
      cursor.advance()
    }
  }

  // MARK: Verbs

  mutating func report(
    _ id: String, _ message: String, at range: SourceRange, nearest: [String] = [], hint: String? = nil,
    notes: [String] = []
  ) {
    cursor.report(Diagnostic(id, message, at: range, nearest: nearest, hint: hint, notes: notes))
  }

  /// Reports an unexpected token. At the end of the text the message is of the kind that makes the prompt ask for
  /// another line.
  mutating func reportExpected(_ what: String, nearest: [String] = [], hint: String? = nil) {
    // One problem at one place: the parser of conditions may have spoken already.
    if let last = cursor.diagnostics.last, last.range == cursor.current.range, last.severity == .error { return }
    if cursor.atEnd {
      report(
        goesOn ? Diagnostic.ID.unexpectedEnd : "missing", "\(what) is missing at the end",
        at: cursor.previous.range.end, nearest: nearest, hint: hint)
    } else if cursor.current.startsLine {
      report(
        "missing", "\(what) is missing at the end of the line", at: cursor.previous.range.end, nearest: nearest,
        hint: hint)
    } else {
      report(
        Diagnostic.ID.expected, "expected \(what), found '\(cursor.text(of: cursor.current))'",
        at: cursor.current.range, nearest: nearest, hint: hint)
    }
  }

  /// Whether a line break means nothing here: inside brackets or braces, and after a comma or an operator.
  private var goesOn: Bool {
    if cursor.openBrackets > 0 || openBraces > 0 { return true }
    // A condition that ends in AND has been reported by its own parser; as a name, `and` ends the line.
    if case .symbol(let symbol) = cursor.previous.kind { return symbol.continuesLine }
    return false
  }

  /// Whether the line begins with a small word that begins no statement: then its second word is not misspelt.
  private var beginsUnknown: Bool {
    let word = cursor.text(of: startOfStatement())
    return cursor.previous == startOfStatement() && word.first?.isLowercase == true
      && StatementWord(rawValue: String(word)) == nil
  }

  mutating func reportUnexpected(after what: String?) {
    let token = cursor.current
    if let last = cursor.diagnostics.last, last.range == token.range, last.severity == .error { return }
    let text = DisplayText.visible(cursor.text(of: token))
    if let foreignSyntax = foreignSyntax(at: token) {
      cursor.report(foreignSyntax)
    } else if let what {
      let words = ClauseWord.words + ["else", "AND", "OR"] + SortDirection.words + OutcomeWord.words
      let isName = token.isIdentifier && text != "as" && !beginsUnknown
      cursor.report(
        Diagnostic(
          Diagnostic.ID.unexpected, "unexpected '\(text)' after \(what)", at: token.range,
          nearest: isName ? Suggestions.nearest(to: text, among: words) : [],
          hint: hintForRest(at: token) ?? "start a new line, or write ;", fix: fixForRest(at: token)))
    } else {
      report(
        Diagnostic.ID.unexpected, "a statement can't begin with '\(text)'", at: token.range,
        hint: "type help for the statements")
    }
  }

  @discardableResult
  mutating func expect(_ symbol: Token.Symbol, _ what: String? = nil, hint: String? = nil) -> Token? {
    if let token = cursor.consume(if: symbol) { return token }
    reportExpected(what ?? "'\(symbol.rawValue)'", hint: hint)
    return nil
  }

  mutating func expect(word: String, hint: String? = nil) -> Token? {
    if let token = cursor.consume(ifWord: word) { return token }
    reportExpected("'\(word)'", hint: hint)
    return nil
  }

  mutating func closeBrace(openedAt open: SourceRange) -> Token? {
    if let close = cursor.consume(if: .rightBrace) { return close }
    if !cursor.diagnostics.contains(where: { $0.id == Diagnostic.ID.nestedTooDeep }) {
      report(Diagnostic.ID.unexpectedEnd, "this '{' is never closed", at: open, hint: "add } where it should end")
    }
    return nil
  }

  /// Any word, as a name. `what` says which name is wanted.
  mutating func expectIdentifier(_ what: String, hint: String? = nil) -> Identifier? {
    let isMarked = isAtMarkedName
    if isMarked { cursor.advance() }
    guard cursor.current.isIdentifier, !isBehindLineEnd else {
      reportExpected(what, hint: hint)
      return nil
    }
    var name = takeIdentifier()
    name.isMarked = isMarked
    return name
  }

  /// Whether the name at the cursor has a `#` before it.
  var isAtMarkedName: Bool { cursor.at(.hash) && cursor.peek().isIdentifier && !cursor.peek().isSpaced }

  /// Whether the line of a word has ended in front of what belongs to it.
  private var isBehindLineEnd: Bool {
    cursor.current.startsLine && cursor.openBrackets == 0 && cursor.previous.isIdentifier
  }

  func identifier(_ token: Token) -> Identifier { Identifier(cursor.string(of: token), at: token.range) }

  /// The word at the cursor, which must be one.
  mutating func takeIdentifier() -> Identifier {
    let token = cursor.advance()
    return identifier(token)
  }

  /// A string without `\(…)` in it.
  mutating func expectString(_ what: String, hint: String? = "\"…\"") -> (text: String, range: SourceRange)? {
    guard case .string = cursor.current.kind else {
      reportExpected(what, hint: hint)
      return nil
    }
    let allowed = allowsInterpolation
    allowsInterpolation = false
    defer { allowsInterpolation = allowed }
    guard let expression = inPredicateLanguage({ $0.parseString() }),
      case .constant(.string(let text)) = expression.kind
    else {
      return nil
    }
    return (text, expression.range)
  }

  mutating func expectInteger(_ what: String) -> Int? {
    guard cursor.current.kind == .integer else {
      reportExpected(what)
      return nil
    }
    let token = cursor.advance()
    guard let number = Int(cursor.text(of: token)) else {
      report(Diagnostic.ID.numberTooLarge, "'\(cursor.text(of: token))' is too large", at: token.range)
      return nil
    }
    return number
  }

  func range(from start: SourceRange) -> SourceRange { start.union(cursor.previous.range) }
}
