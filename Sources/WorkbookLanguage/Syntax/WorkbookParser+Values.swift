import Diagnostics
import Predicates

extension WorkbookParser {
  /// `value = "fetch" query | "count" query | group | ctx | new | list | CONDITION | EXPR`.
  mutating func parseValue() -> ValueSyntax? {
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let start = cursor.current.range
    if cursor.at(.leftBracket) {
      hasList = true
      return parseList()
    }
    if isAtMarkedName, cursor.peek(2).isSymbol(.leftParenthesis), !cursor.peek(2).isSpaced {
      return parseNewObject(store: nil, from: start).map(ValueSyntax.newObject)
    }
    if cursor.current.isIdentifier, !(cursor.peek().isSymbol(.dot) && !cursor.peek().isSpaced) {
      // The words below are in small letters: most values are objects.
      if cursor.beginsWithCapital, isNewObject {
        return parseNewObject(store: nil, from: start).map(ValueSyntax.newObject)
      }
      if cursor.at(word: "fetch"), nextIsQuery {
        cursor.advance()
        asks = true
        return parseQuery(from: start).map(ValueSyntax.fetch)
      }
      if cursor.at(word: "group"), cursor.peek().isIdentifier, !cursor.peek().startsLine {
        asks = true
        return parseGrouping().map(ValueSyntax.group)
      }
      if cursor.at(word: "batch"), cursor.peek().isIdentifier, !cursor.peek().startsLine {
        asks = true
        return parseBatch().map(ValueSyntax.batch)
      }
      if cursor.at(word: "context"), cursor.peek().isIdentifier, !cursor.peek().startsLine {
        return parseContext()
      }
      if cursor.at(word: "insert"), cursor.token(cursor.peek(), is: "into") {
        cursor.advance()
        cursor.advance()
        guard let store = expectIdentifier("a store") else { return nil }
        return parseNewObject(store: store, from: start).map(ValueSyntax.newObject)
      }
      if cursor.at(word: "fetch") {
        cursor.advance()
        reportExpected("an entity", hint: "fetch Player")
        return nil
      }
      if cursor.at(word: "count"), cursor.peek().kind == .end || cursor.peek().startsLine {
        cursor.advance()
        reportExpected("an entity", hint: "count Player")
        return nil
      }
      // `count Player …` is a query with its clauses; `count Player == 2` a condition that begins with one.
      if cursor.at(word: "count"), nextIsQuery {
        asks = true
        return parseCountOrCondition()
      }
      if isNewObject { return parseNewObject(store: nil, from: start).map(ValueSyntax.newObject) }
    }
    guard let value = inPredicateLanguage({ $0.parseConditionOrExpression() }) else {
      if cursor.diagnostics.isEmpty { reportExpected("a value") }
      return nil
    }
    switch value {
    case .condition(let predicate):
      asks = true
      return .condition(predicate)
    case .expression(let expression):
      if expression.mayAsk { asks = true }
      return .expression(expression)
    }
  }

  /// `where CONDITION` may not hold `\(…)`, and its words are the candidate's keys.
  mutating func parseCondition() -> Predicate? {
    let allowed = allowsInterpolation
    allowsInterpolation = false
    defer { allowsInterpolation = allowed }
    guard !atSeparator else {
      reportExpected("a condition", hint: "where lastName == \"Wade\"")
      return nil
    }
    return inPredicateLanguage({ $0.parsePredicate() })
  }

  private var nextIsQuery: Bool { cursor.peek().isIdentifier && !cursor.peek().startsLine }

  private mutating func parseCountOrCondition() -> ValueSyntax? {
    let mark = cursor.mark
    let start = cursor.advance().range
    let query = parseQuery(from: start)
    if let query, atValueEnd { return .count(query) }
    let end = cursor.mark
    // An operator follows: read it again as a condition, whose first operand is the query.
    let problems = cursor.diagnostics.suffix(cursor.problems(since: mark))
    cursor.restore(mark)
    guard let value = inPredicateLanguage({ $0.parseConditionOrExpression() }) else {
      if cursor.problems(since: mark) == 0 { problems.forEach { cursor.report($0) } }
      return nil
    }
    // A condition has no clauses: the mistake is in the query's, or behind them.
    if cursor.continues(word: "where") {
      if let query {
        // Forward again, to what the query's own reading had reported.
        cursor.restore(mark)
        problems.forEach { cursor.report($0) }
        cursor.restore(end)
        return .count(query)
      }
      problems.forEach { cursor.report($0) }
      return nil
    }
    switch value {
    case .condition(let predicate): return .condition(predicate)
    case .expression(let expression): return .expression(expression)
    }
  }

  /// Whether a value is complete here: nothing follows that could be an operator.
  private var atValueEnd: Bool {
    if !cursor.isContinuation { return true }
    switch cursor.current.kind {
    case .end, .symbol(.semicolon), .symbol(.rightBrace), .symbol(.rightParenthesis), .symbol(.rightBracket),
      .symbol(.comma), .symbol(.leftBrace):
      return true
    case .identifier: return cursor.at(word: "else")
    default: return false
    }
  }

  // MARK: Queries

  /// `query = [ "only" ] Name [ args ] [ "from" ident ] clauses`.
  mutating func parseQuery(from start: SourceRange? = nil) -> Query? {
    let start = start ?? cursor.current.range
    let isOnly = cursor.at(word: "only") && nextIsQuery
    if isOnly { cursor.advance() }
    guard let entity = expectIdentifier("an entity") else { return nil }
    var arguments: [Argument] = []
    if cursor.continues(.leftParenthesis), !cursor.current.isSpaced {
      guard let parsed = parseArguments() else { return nil }
      arguments = parsed
    }
    var store: Identifier?
    if cursor.continues(word: "from") {
      cursor.advance()
      store = expectIdentifier("a store")
    }
    guard let clauses = parseClauses() else { return nil }
    return Query(
      isOnly: isOnly, entity: entity, arguments: arguments, store: store, clauses: clauses, range: range(from: start))
  }

  // MARK: Objects and lists

  /// Whether `Name(` begins a new object: a capital that is no function of the predicate language, or a first argument
  /// with a label.
  private var isNewObject: Bool {
    let open = cursor.peek()
    guard open.isSymbol(.leftParenthesis), !open.isSpaced else { return false }
    if let word = cursor.packedWord(of: cursor.current, inCapitals: true) {
      switch Keyword(word) {
      case .cast, .subquery, .ternary, .function: return false
      default: break
      }
    }
    if cursor.beginsWithCapital { return true }
    return cursor.peek(2).isIdentifier && cursor.peek(3).isSymbol(.colon)
      && !cursor.peek(3).isSpaced && !cursor.peek(4).isSymbol(.leftParenthesis)
  }

  private mutating func parseNewObject(store: Identifier?, from start: SourceRange) -> NewObject? {
    if isAtMarkedName { cursor.advance() }
    guard cursor.current.isIdentifier else {
      reportExpected("an entity")
      return nil
    }
    let entity = takeIdentifier()
    guard cursor.at(.leftParenthesis) else {
      reportExpected("'(' and the object's values", hint: "\(entity)(name: \"…\")")
      return nil
    }
    guard let arguments = parseArguments() else { return nil }
    return NewObject(store: store, entity: entity, arguments: arguments, range: range(from: start))
  }

  static let argumentHint = "the property's name comes before each value"

  /// `args = "(" [ ident ":" value { "," ident ":" value } ] ")"`.
  mutating func parseArguments() -> [Argument]? {
    let open = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    var arguments: [Argument] = []
    // Most objects are given a few values: one piece of memory for them.
    if !cursor.at(.rightParenthesis) { arguments.reserveCapacity(4) }
    while !cursor.at(.rightParenthesis) {
      guard cursor.current.isIdentifier, cursor.peek().isSymbol(.colon) else {
        if cursor.atEnd {
          report(Diagnostic.ID.unexpectedEnd, "this '(' is never closed", at: open.range, hint: "add )")
        } else if cursor.current.isIdentifier, cursor.peek().isSymbol(.equal) {
          report(
            Diagnostic.ID.expected, "a value is given with a colon here", at: cursor.peek().range,
            hint: "\(cursor.text(of: cursor.current)): …")
        } else if let last = arguments.last?.name, cursor.peek(-2).isIdentifier || cursor.peek(-3).isSymbol(.colon),
          cursor.peek(-2).isIdentifier, cursor.current.isIdentifier
        {
          reportExpected(
            "a property and its value",
            hint: "several objects are a list: \(last): […, \(cursor.text(of: cursor.current))]")
        } else {
          reportExpected("a property and its value", hint: "\(Self.argumentHint): name: \"…\"")
        }
        return nil
      }
      let name = takeIdentifier()
      cursor.advance()
      guard let value = parseValue() else { return nil }
      arguments.append(Argument(name: name, value: value))
      if cursor.consume(if: .comma) == nil { break }
    }
    return expectClosing(openedAt: open) ? arguments : nil
  }

  /// `list = "[" [ value { "," value } ] "]"`.
  private mutating func parseList() -> ValueSyntax? {
    let open = cursor.advance()
    cursor.openBrackets += 1
    defer { cursor.openBrackets -= 1 }
    var values: [ValueSyntax] = []
    while !cursor.at(.rightBracket) {
      guard let value = parseValue() else { return nil }
      values.append(value)
      if cursor.consume(if: .comma) == nil { break }
    }
    if cursor.atEnd {
      report(Diagnostic.ID.unexpectedEnd, "this '[' is never closed", at: open.range, hint: "add ]")
      return nil
    }
    guard expect(.rightBracket) != nil else { return nil }
    return .list(values, range(from: open.range))
  }

  /// `ctx = "context" ident [ "on" ident ] ( block | setting { setting } [ block ] )`.
  private mutating func parseContext() -> ValueSyntax? {
    let start = cursor.advance().range
    guard let name = expectNewName("the context's name") else { return nil }
    var parent: Identifier?
    if cursor.continues(word: "on") {
      cursor.advance()
      parent = expectIdentifier("the parent context")
      if parent == nil { return nil }
    }
    var context = ContextBlock(name: name, parent: parent, block: nil, range: start)
    while cursor.consume(if: .comma) != nil {
      guard let setting = parseContextSetting(of: name) else { return nil }
      context.settings.append(setting)
    }
    if context.settings.isEmpty,
      let setting = ContextSetting.allCases.first(where: { cursor.continues(word: $0.words[0]) })
    {
      reportExpected("a comma", hint: "write context \(name), \(setting.rawValue)")
      return nil
    }
    if context.settings.isEmpty || cursor.at(.leftBrace) && !cursor.current.startsLine {
      guard let block = parseBlock() else { return nil }
      context.block = block
    }
    context.range = range(from: start)
    return .context(context)
  }

  /// `setting = "," [ "no" ] ( "merging" | "deleting" "faults" )`, after the comma.
  private mutating func parseContextSetting(of name: Identifier) -> ContextBlock.Setting? {
    let isOn = cursor.consume(ifWord: "no") == nil
    let setting = ContextSetting.allCases.first { cursor.at(word: $0.words[0]) } ?? .merging
    let hint =
      cursor.at(word: "merge") && cursor.token(cursor.peek(), is: "policy")
      ? "write context \(name) { \(restOfLine) }" : "write context \(name), \(isOn ? "" : "no ")\(setting.rawValue)"
    for word in setting.words where expect(word: word, hint: hint) == nil { return nil }
    return ContextBlock.Setting(setting: setting, isOn: isOn)
  }

  /// The text of the line from the current token on.
  private var restOfLine: String {
    String(cursor.source[SourceRange(cursor.current.range.lowerBound, endOfLine(from: cursor.current))])
  }

  // MARK: Forms inside expressions

  /// `extra = Name "#" int | "color" string | "count" Name | "(" ( "fetch" | "count" ) query ")"`: the forms that only
  /// the workbook has. Nil, and nothing consumed, when there is none here.
  mutating func parseExpressionForm() -> Expression? {
    let start = cursor.current.range
    if beginsNextStatement {
      // `where lastName ==` and a new statement below it: the value was forgotten, not put on the next line.
      report(
        "missing", "expected a value after '\(cursor.text(of: cursor.previous))', but the line ends here",
        at: cursor.previous.range.end)
      return Expression(.constant(.null), at: cursor.previous.range.end)
    }
    if let literal = parseObjectID() { return form(literal, from: start) }
    if cursor.at(.leftParenthesis) {
      let word = cursor.peek()
      let isCount = cursor.token(word, is: "count")
      guard isCount || cursor.token(word, is: "fetch"), cursor.peek(2).isIdentifier else { return nil }
      let open = cursor.advance()
      cursor.openBrackets += 1
      defer { cursor.openBrackets -= 1 }
      cursor.advance()
      guard let query = parseQuery(), expectClosing(openedAt: open) else { return nil }
      return form(QueryForm(result: isCount ? .count : .objects, query: query), from: start)
    }
    if cursor.at(word: "count"), nextIsQuery {
      cursor.advance()
      let only = cursor.consume(ifWord: "only") != nil
      let entity = takeIdentifier()
      let query = Query(
        isOnly: only, entity: entity, arguments: [], store: nil,
        clauses: Clauses(), range: entity.range)
      return form(QueryForm(result: .count, query: query), from: start)
    }
    if cursor.at(word: "objects") || cursor.at(word: "object"), cursor.peek().isSymbol(.leftParenthesis) {
      let isSingle = cursor.text(of: cursor.advance()) == "object"
      let open = cursor.advance()
      cursor.openBrackets += 1
      defer { cursor.openBrackets -= 1 }
      guard let ids = inPredicateLanguage({ $0.parseExpression() }), expectClosing(openedAt: open) else { return nil }
      return form(ObjectLookup(isSingle: isSingle, ids: ids), from: start)
    }
    if cursor.at(word: "color"), case .string = cursor.peek().kind {
      cursor.advance()
      guard let text = expectString("a colour") else { return nil }
      let color = ColorLiteral(text: text.text)
      if let value = color.value { return Expression(.constant(value), at: range(from: start)) }
      var problem = color.problem
      problem.range = range(from: start)
      cursor.report(problem)
      return form(color, from: start)
    }
    return nil
  }

  private func form(_ form: some ExpressionExtension, from start: SourceRange) -> Expression {
    Expression(.extension(AnyExpressionExtension(form)), at: range(from: start))
  }
}
