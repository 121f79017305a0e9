import Diagnostics
import Predicates

extension WorkbookParser {
  /// `statement = model | store | object | view | expect | check | loop | shell | value`.
  mutating func parseStatement() -> Statement? {
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    let start = cursor.current.range
    if let foreignSyntax = foreignSyntaxAtStatementStart() {
      cursor.report(foreignSyntax)
      return nil
    }
    let outer = (asks, hasList)
    (asks, hasList) = (false, false)
    defer { (asks, hasList) = outer }
    guard let kind = parseStatementKind() else { return nil }
    var statement = Statement(kind: kind, range: range(from: start))
    (statement.mayAsk, statement.hasList) = (asks || !kind.asksOnlyInValues, hasList)
    return statement
  }

  private mutating func parseStatementKind() -> Statement.Kind? {
    guard cursor.current.isIdentifier, !beginsExpression,
      let word = StatementWord(cursor.packedWord(of: cursor.current))
    else {
      if let command = parseHandIn() { return command }
      let mark = cursor.mark
      // `Team(…)` is none.
      let next = cursor.peek()
      if !next.isSymbol(.leftParenthesis) || next.isSpaced, let statement = parsePathStatement() {
        return statement
      }
      if cursor.hasErrors(since: mark) { return nil }
      if case .string = cursor.peek().kind, cursor.at(word: "else") {
        cursor.report(
          Diagnostic(
            "else-alone", "else belongs on the last line of its expectation", at: cursor.current.range,
            hint: "write it there: expect … else \"…\""))
        return nil
      }
      guard let value = parseValue() else { return nil }
      if let foreignSyntax = settingOfLookedUp(value) {
        cursor.report(foreignSyntax)
        return nil
      }
      return .value(value)
    }
    switch word {
    case .model, .entity, .abstract, .composite, .template, .dependency, .configuration, .add, .change, .rename,
      .remove,
      .version, .use:
      return parseModelStatement(word).map(Statement.Kind.model)
    case .store, .close, .reopen, .migrate, .merge:
      return parseStoreStatement(word)
    case .let, .delete, .save, .rollback, .undo, .redo, .reset, .begin, .end, .refresh, .validate:
      return parseObjectStatement(word)
    case .insert:
      return parseAssignmentToStore() ?? parseValue().map(Statement.Kind.value)
    case .fetch, .count, .group, .context, .batch:
      return parseValue().map(Statement.Kind.value)
    case .show, .review, .normalize, .apply, .derive, .explain, .compare, .export, .import, .run:
      return parseViewStatement(word)
    case .expect:
      return parseExpectation().map(Statement.Kind.expect)
    case .check:
      if case .string = cursor.peek().kind { return parseCheck() }
      return parseShellCommand(word)
    case .for:
      return parseLoop()
    case .lessons, .lesson, .next, .back, .leave, .restart, .hint, .skip, .solution, .exercises, .exercise, .courses,
      .drill, .practice, .progress, .help, .timing, .again, .quit:
      return parseShellCommand(word)
    }
  }

  /// "A first word directly followed by `.` begins an expression", whatever the word.
  private var beginsExpression: Bool {
    let next = cursor.peek()
    return next.isSymbol(.dot) && !next.isSpaced
  }

  /// `object(id).age = 5` or `heat.players[0].age = 5` at a statement's start: only a name or an object's ID can be set a property of, so that this
  /// would compare without a word.
  private func settingOfLookedUp(_ value: ValueSyntax) -> Diagnostic? {
    guard case .condition(let predicate) = value, case .comparison(let comparison) = predicate.kind else { return nil }
    let (left, right) = (comparison.left, comparison.right)
    guard left.range.upperBound <= right.range.lowerBound,
      cursor.source[SourceRange(left.range.upperBound, right.range.lowerBound)].filter({ !$0.isWhitespace }) == "=",
      comparison.modifier == .direct
    else { return nil }
    let written = cursor.source[SourceRange(right.range.lowerBound, right.range.upperBound)]
    if case .index(let list, _) = left.kind {
      let path = cursor.source[list.range]
      return Diagnostic(
        Diagnostic.ID.notAssignable, "the places of a list can't be set", at: left.range,
        hint: "take one out and add the other: \(path).remove(\(cursor.source[left.range])); \(path).add(\(written))")
    }
    guard case .key(var root, _) = left.kind else { return nil }
    var isIndexed = false
    while case .key(let next, _) = root.kind { root = next }
    switch root.kind {
    case .extension: break
    case .index: isIndexed = true
    default: return nil
    }
    let value = cursor.source[SourceRange(root.range.upperBound, right.range.upperBound)]
    // A query, which may find any number of objects.
    let isQuery = !isIndexed && cursor.source[root.range].drop { $0 == "(" || $0.isWhitespace }.hasPrefix("fetch ")
    let offer =
      isQuery
      ? "for x in \(cursor.source[root.range]) { x\(value) }" : "let x = \(cursor.source[root.range]); x\(value)"
    var diagnostic = Diagnostic(
      Diagnostic.ID.notAssignable, "only a name, or an object such as Player#3, can be set a property of",
      at: left.range, hint: "write \(offer)")
    diagnostic.offer = offer
    return diagnostic
  }

  // MARK: The prompt's own

  /// Whether nothing more belongs to the statement that is being read.
  private var isAtStatementEnd: Bool {
    cursor.atEnd || cursor.current.startsLine || cursor.current.isSymbol(.semicolon)
  }

  private mutating func parseShellCommand(_ word: StatementWord) -> Statement.Kind? {
    let start = cursor.advance()
    switch word {
    case .lessons: return .shell(.lessons)
    case .lesson:
      if isAtStatementEnd { return .shell(.lesson(nil, step: nil)) }
      guard let name = parseSlug("the number of a lesson", hint: "lessons lists them") else { return nil }
      guard cursor.continues(word: "step") else { return .shell(.lesson(name, step: nil)) }
      cursor.advance()
      return expectInteger("the number of a step").map { .shell(.lesson(name, step: $0)) }
    case .next: return .shell(.next)
    case .back: return .shell(.back)
    case .leave: return .shell(.leave)
    case .restart: return .shell(.restart)
    case .hint: return .shell(.hint)
    case .skip: return .shell(.skip)
    case .solution: return .shell(.solution)
    case .exercises:
      if isAtStatementEnd { return .shell(.exercises(nil)) }
      return parseSlug("the number of a chapter", hint: "exercises lists the chapters").map { .shell(.exercises($0)) }
    case .courses:
      if isAtStatementEnd { return .shell(.courses(nil)) }
      return parseSlug("the name of a course", hint: "courses lists them").map { .shell(.courses($0)) }
    case .exercise:
      return parseSlug("the name of an exercise", hint: "exercises lists them").map { .shell(.exercise($0)) }
    case .drill:
      if isAtStatementEnd { return .shell(.drill(nil)) }
      return parseSlug("what to drill", hint: "help drill lists it").map { .shell(.drill($0)) }
    case .check:
      let wantsAll = cursor.continues(word: "all")
      if wantsAll { cursor.advance() }
      return .shell(.check(all: wantsAll))
    case .practice: return .shell(.practice)
    case .progress:
      let asksForIdeas = cursor.continues(word: "ideas")
      if asksForIdeas { cursor.advance() }
      return .shell(.progress(ideas: asksForIdeas))
    case .help: return .shell(.help(parseHelpTopic()))
    case .timing:
      if cursor.consume(ifWord: "on") != nil { return .shell(.timing(isOn: true)) }
      if cursor.consume(ifWord: "off") != nil { return .shell(.timing(isOn: false)) }
      reportExpected("on or off")
      return nil
    case .again: return .shell(.again)
    case .quit: return .shell(.quit)
    default:
      report(Diagnostic.ID.unexpected, "'\(word.rawValue)' can't be used here", at: start.range)
      return nil
    }
  }

  /// `hand in`, also with a file; nil for a condition such as `hand in {1, 2}`, because `hand` may be a name.
  private mutating func parseHandIn() -> Statement.Kind? {
    guard cursor.at(word: "hand") else { return nil }
    let (word, file) = (cursor.peek(), cursor.peek(2))
    guard cursor.token(word, is: "in"), !word.startsLine else { return nil }
    let isAlone = file.startsLine || file.kind == .end || file.isSymbol(.semicolon)
    guard isAlone || file.isText else { return nil }
    cursor.advance()
    cursor.advance()
    return isAlone ? .shell(.handIn(nil)) : expectString("the name of a file").map { .shell(.handIn($0.text)) }
  }

  /// `dice-links`: words and numbers joined by hyphens without spaces.
  private mutating func parseSlug(_ what: String, hint: String) -> String? {
    var slug = ""
    while !cursor.atEnd, slug.isEmpty || !cursor.current.isSpaced, !cursor.current.startsLine || slug.isEmpty {
      switch cursor.current.kind {
      case .identifier, .integer, .symbol(.minus), .symbol(.slash): slug += cursor.text(of: cursor.advance())
      default:
        if slug.isEmpty { reportExpected(what, hint: hint) }
        return slug.isEmpty ? nil : slug
      }
    }
    if slug.isEmpty { reportExpected(what, hint: hint) }
    return slug.isEmpty ? nil : slug
  }

  /// The rest of the line: `help delete`, `help BEGINSWITH`, `help ->>`.
  private mutating func parseHelpTopic() -> String? {
    guard !atSeparator else { return nil }
    let start = cursor.current.range
    while !atSeparator { cursor.advance() }
    return String(cursor.source[range(from: start)])
  }

  // MARK: Expecting

  /// `expect = "expect" ( ( block | "save" ) ( "succeeds" | "fails" [ int ] [ string ] ) | … ) [ "else" string ]`.
  private mutating func parseExpectation() -> Expectation? {
    let start = cursor.advance().range
    guard let claim = parseClaim() else { return nil }
    var elseText: String?
    if cursor.continues(word: "else") {
      cursor.advance()
      guard let text = expectString("what to say when it does not hold") else { return nil }
      elseText = text.text
    }
    return Expectation(claim: claim, elseText: elseText, range: range(from: start))
  }

  private mutating func parseClaim() -> Expectation.Claim? {
    if cursor.continues(.leftBrace) {
      guard let block = parseBlock(), let outcome = parseOutcome() else { return nil }
      return .block(block, outcome)
    }
    if cursor.continues(word: "save"), !cursor.peek().isSymbol(.dot) {
      cursor.advance()
      return parseOutcome().map(Expectation.Claim.save)
    }
    if cursor.continues(word: "behaves"), cursor.token(cursor.peek(), is: "like") {
      cursor.advance()
      cursor.advance()
      return expectString("the file with the other model").map {
        .behavesLike(ModelFile(path: $0.text, range: $0.range))
      }
    }
    if let likeness = Expectation.Likeness(rawValue: String(cursor.text(of: cursor.current))),
      cursor.token(cursor.peek(), is: "like"), cursor.token(cursor.peek(2), is: "solution")
    {
      for _ in 0..<3 { cursor.advance() }
      return .likeSolution(likeness)
    }
    if cursor.continues(word: "review"), cursor.token(cursor.peek(), is: "finds") {
      cursor.advance()
      cursor.advance()
      let hint = "write expect review finds no errors, or no warnings"
      guard expect(word: "no", hint: hint) != nil else { return nil }
      if cursor.consume(ifWord: "warnings") != nil { return .reviewFindsNone(orWarnings: true) }
      return expect(word: "errors", hint: hint).map { _ in .reviewFindsNone(orWarnings: false) }
    }
    if cursor.continues(word: "normal"), cursor.token(cursor.peek(), is: "form") {
      cursor.advance()
      cursor.advance()
      guard let entity = expectIdentifier("an entity") else { return nil }
      let hint = "write expect normal form \(entity) at least 3NF"
      guard expect(word: "at", hint: hint) != nil, expect(word: "least", hint: hint) != nil,
        let form = parseNormalFormName()
      else { return nil }
      var inData = false
      if cursor.continues(word: "in") {
        cursor.advance()
        guard expect(word: "data") != nil else { return nil }
        inData = true
      }
      return .normalForm(entity, atLeast: form, inData: inData)
    }
    guard !atSeparator else {
      reportExpected("what you expect", hint: "expect count … == 2")
      return nil
    }
    return parseValue().map(Expectation.Claim.value)
  }

  /// `BCNF`, or `3NF`, which is a number and a word without a space.
  private mutating func parseNormalFormName() -> Identifier? {
    if cursor.current.kind == .integer, cursor.peek().isIdentifier, !cursor.peek().isSpaced {
      let number = cursor.advance()
      let word = cursor.advance()
      let range = number.range.union(word.range)
      return Identifier(String(cursor.source[range]), at: range)
    }
    return expectIdentifier("a normal form")
  }

  private mutating func parseOutcome() -> Expectation.Outcome? {
    let word = String(cursor.text(of: cursor.current))
    guard cursor.isContinuation, let outcome = OutcomeWord(rawValue: word) else {
      reportExpected(
        Listing.alternatives(OutcomeWord.words),
        nearest: Suggestions.nearest(to: word, among: OutcomeWord.words),
        hint: "such as expect save succeeds, or expect { delete heat; save } fails \"players\"")
      return nil
    }
    cursor.advance()
    if outcome == .succeeds { return .succeeds }
    var code: Int?
    var text: String?
    if cursor.current.kind == .integer, cursor.isContinuation { code = expectInteger("an error code") }
    if case .string = cursor.current.kind, cursor.isContinuation { text = expectString("a text")?.text }
    return .fails(code: code, text: text)
  }

  /// `check = "check" string [ "," "points" int ] block`.
  private mutating func parseCheck() -> Statement.Kind? {
    cursor.advance()
    guard let name = expectString("the check's sentence", hint: "check \"…\" { … }") else { return nil }
    var points = 1
    if cursor.consume(if: .comma) != nil {
      guard expect(word: "points") != nil, let value = expectInteger("a number of points") else { return nil }
      points = value
    }
    guard let block = parseBlock() else { return nil }
    return .check(CheckStatement(name: name.text, points: points, block: block))
  }

  /// `loop = "for" ident "in" EXPR [ "..." EXPR ] block`.
  private mutating func parseLoop() -> Statement.Kind? {
    cursor.advance()
    guard let variable = expectVariable("a name for each one"), expect(word: "in") != nil else { return nil }
    if cursor.at(.leftBracket) || cursor.at(word: "fetch") {
      guard let values = parseValue(), let block = parseBlock() else { return nil }
      return .loop(Loop(variable: variable, sequence: .list(values), block: block))
    }
    guard let first = inPredicateLanguage({ $0.parseExpression() }) else { return nil }
    var sequence = Loop.Sequence.list(.expression(first))
    if cursor.continues(.ellipsis) {
      cursor.advance()
      guard let last = inPredicateLanguage({ $0.parseExpression() }) else { return nil }
      sequence = .range(first, last)
    }
    if cursor.at(word: "where") {
      report(
        Diagnostic.ID.foreignSyntax, "the loop takes a list as it is", at: cursor.current.range,
        hint: "write for \(variable) in (fetch … where …) { … }")
      return nil
    }
    guard let block = parseBlock() else { return nil }
    return .loop(Loop(variable: variable, sequence: sequence, block: block))
  }

  /// A name that the learner gives: not a word that begins a statement, unless it is marked (`#group`).
  mutating func expectNewName(_ what: String) -> Identifier? {
    guard let name = expectIdentifier(what) else { return nil }
    if !name.isMarked, let reason = OwnName.obstacle(to: name.text) { return refuse(name, since: reason) }
    return name
  }

  /// The name of a model, a template or a configuration: Xcode's may have spaces, and are then in quotes.
  mutating func expectPartName(_ what: String) -> Identifier? {
    guard case .string = cursor.current.kind else { return expectNewName(what) }
    return expectString(what).map { Identifier($0.text, at: $0.range) }
  }

  /// A name of `let` or `for`.
  mutating func expectVariable(_ what: String) -> Identifier? {
    guard var name = expectIdentifier(what) else { return nil }
    name.isMarked = false
    if let reason = OwnName.obstacle(toVariable: name.text) { return refuse(name, since: reason) }
    return name
  }

  private mutating func refuse(_ name: Identifier, since reason: String) -> Identifier? {
    report(
      "reserved-name", "'\(name)' \(reason), so it can't be a name", at: name.range,
      hint: "take another name, such as my\(name.text.prefix(1).uppercased() + name.text.dropFirst())")
    return nil
  }
}
