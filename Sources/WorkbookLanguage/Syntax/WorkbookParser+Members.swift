import Diagnostics
import ObjectGraph
import Predicates

/// The members inside an entity's braces.
extension WorkbookParser {
  /// `members = "{" { [ member ] sep } [ member ] "}"`.
  mutating func parseMembers() -> [Member]? {
    let isParent =
      ["extends", "is", "inherits", "of"].contains { cursor.continues(word: $0) } && cursor.peek().isIdentifier
    let hint =
      cursor.continues(word: "renamed")
      ? "the old name is given afterwards: change \(cursor.text(of: cursor.previous)), renamed from …"
      : isParent
        ? "the parent follows a colon: \(cursor.text(of: cursor.previous)): \(cursor.text(of: cursor.peek())) { … }"
        : "{ name: String }"
    guard let open = expect(.leftBrace, "the properties in braces", hint: hint) else { return nil }
    openBraces += 1
    defer { openBraces -= 1 }
    var members: [Member] = []
    while !cursor.atEnd, !cursor.at(.rightBrace) {
      if cursor.consume(if: .semicolon) != nil { continue }
      if beginsNextStatement {
        report(
          "missing-brace", "this '{' is not closed before the next statement", at: open.range,
          hint: "add } at the end of its entity",
          notes: ["the next statement begins with '\(cursor.text(of: cursor.current))'"])
        return nil
      }
      let mark = cursor.mark
      if let member = parseMember() {
        members.append(member)
        if !atSeparator {
          reportUnexpectedInMember()
          recoverToSeparator()
        }
      } else {
        if cursor.problems(since: mark) == 0 { reportExpected("a property", hint: "name: String") }
        if !cursor.hasMoved(since: mark) { cursor.advance() }
        recoverToSeparator()
      }
    }
    return closeBrace(openedAt: open.range) == nil ? nil : members
  }

  mutating func reportUnexpectedInMember() {
    let token = cursor.current
    if let last = cursor.diagnostics.last, last.range == token.range { return }
    let text = cursor.text(of: token)
    let word = text.lowercased()
    if token.isIdentifier, cursor.previous.isIdentifier, cursor.peek(-2).isSymbol(.equal) {
      let words = "\(cursor.text(of: cursor.previous)) \(text)"
      report(Diagnostic.ID.unexpected, "a text stands in quotes", at: token.range, hint: "write \"\(words)\"")
      return
    }
    if token.isSymbol(.leftParenthesis), cursor.previous.isIdentifier {
      let type = cursor.text(of: cursor.previous)
      if ["ForeignKey", "ManyToManyField", "OneToOneField"].contains(type) {
        let target = cursor.peek().isIdentifier ? cursor.text(of: cursor.peek()) : "Team"
        report(
          Diagnostic.ID.foreignSyntax, "a relationship is an arrow to its entity",
          at: cursor.previous.range.union(token.range),
          hint: type.hasPrefix("Many")
            ? "write ->> \(target) in the place of the colon" : "write -> \(target) in the place of the colon")
        return
      }
    }
    let hint =
      word == "not" && cursor.token(cursor.peek(), is: "null", ignoringCase: true)
      ? "leave NOT NULL out: a property is required unless a ? follows its type"
      : word == "null" && cursor.previous.isIdentifier
        ? "write \(cursor.text(of: cursor.previous))?"
        : token.isSymbol(.exclamation) && cursor.previous.isIdentifier
          ? "leave it out: \(cursor.text(of: cursor.previous)) is required, \(cursor.text(of: cursor.previous))? is optional"
          : word == "primary"
            ? "leave it out: every object has an ID; unique keeps two from having the same value"
            : token.isIdentifier && cursor.peek().isSymbol(.colon)
              ? "write ; before it, or begin a line"
              : token.isIdentifier
                ? "options follow a comma: , \(text == "renamed" ? "renamed from \(oldName(at: 1))" : String(text))"
                : "end the property with ; or a new line"
    let isOption = token.isIdentifier && OptionWord(rawValue: String(text)) != nil && text != "renamed"
    cursor.report(
      Diagnostic(
        Diagnostic.ID.unexpected, "'\(text)' can't be used here", at: token.range, hint: hint,
        fix: isOption ? commaFix(before: token) : nil))
  }

  /// `member = property | "unique" names | userInfo | "rule" string ":" CONDITION | setting`.
  mutating func parseMember() -> Member? {
    if cursor.current.isIdentifier, !nextIsPropertyKind {
      if cursor.at(word: "unique") {
        cursor.advance()
        var names: [Identifier] = []
        repeat {
          if cursor.at(.leftParenthesis) {
            reportExpected("a property", hint: "leave the parentheses out")
            return nil
          }
          guard let name = parseUniqueName() else { return nil }
          names.append(name)
        } while cursor.consume(if: .comma) != nil
        return .unique(names)
      }
      if cursor.at(word: "userInfo") {
        cursor.advance()
        return parseUserInfoEntry().map(Member.userInfo)
      }
      switch parseEntitySetting() {
      case .some(.some(let setting)): return .setting(setting)
      case .some(.none): return nil
      case .none: break
      }
      if cursor.at(word: "rule"), case .string = cursor.peek().kind {
        cursor.advance()
        guard let name = expectString("the rule's sentence"), expect(.colon) != nil,
          let condition = inPredicateLanguage({ $0.parsePredicate() })
        else { return nil }
        return .rule(name: name.text, condition: condition)
      }
    }
    if let foreignSyntax = foreignSyntaxAtMemberStart() {
      cursor.report(foreignSyntax)
      return nil
    }
    guard let name = parseMemberName() else { return nil }
    return parseMember(named: name)
  }

  /// The first word of a line, or after a `;`.
  private mutating func parseMemberName() -> Identifier? {
    if cursor.current.isIdentifier { return takeIdentifier() }
    return expectIdentifier("a property")
  }

  /// A word is a property's name when what follows says so, whatever the word.
  private var nextIsPropertyKind: Bool {
    switch cursor.peek().kind {
    case .symbol(.colon), .symbol(.toOne), .symbol(.toMany), .symbol(.fetched): true
    default: false
    }
  }

  /// `property = ident kind { "," option } | ident "~>" Name { "," userInfo } clauses`.
  mutating func parseMember(named name: Identifier) -> Member? {
    if cursor.continues(.fetched) {
      cursor.advance()
      guard let destination = expectIdentifier("the entity to fetch") else { return nil }
      var userInfo: [UserInfoEntry] = []
      var isSyncable = true
      while cursor.consume(if: .comma) != nil {
        if cursor.consume(ifWord: "syncable") != nil {
          guard case .syncable(let value)? = parsePropertySetting(.syncable) else { return nil }
          isSyncable = value
          continue
        }
        guard expect(word: "userInfo") != nil, let entry = parseUserInfoEntry() else { return nil }
        userInfo.append(entry)
      }
      guard let clauses = parseClauses() else { return nil }
      return .fetched(
        FetchedPropertyDeclaration(
          name: name, destination: destination, userInfo: userInfo, isSyncable: isSyncable, clauses: clauses))
    }
    guard let kind = parsePropertyKind(after: name) else { return nil }
    var options: [PropertyOption] = []
    while cursor.consume(if: .comma) != nil {
      guard let option = parseOption(inChange: false) else { return nil }
      options.append(option)
    }
    return .property(PropertyDeclaration(name: name, kind: kind, options: options))
  }

  /// `kind = ":" Type [ "?" ] [ "=" ( literal | "now()" ) ] | ( "->" | "->>" ) Name [ "?" ]`.
  mutating func parsePropertyKind(after name: Identifier) -> PropertyKind? {
    guard cursor.isContinuation else {
      reportMissingKind(of: name)
      return nil
    }
    switch cursor.current.kind {
    case .symbol(.colon):
      cursor.advance()
      if cursor.at(.leftBracket), cursor.peek().isIdentifier {
        let entity = cursor.text(of: cursor.peek())
        report(
          Diagnostic.ID.foreignSyntax, "a to-many relationship is not written as a list",
          at: cursor.current.range.union(cursor.peek().range),
          hint: entity.first?.isUppercase == true && AttributeType(workbookName: String(entity)) == nil
            ? "write \(name) ->> \(entity)?" : "make an entity of what is listed, and write \(name) ->> it")
        return nil
      }
      if let foreignSyntax = foreignSyntaxAtType(of: name) {
        cursor.report(foreignSyntax)
        return nil
      }
      guard let type = expectIdentifier("the attribute's type") else { return nil }
      let isOptional = consumeQuestion()
      var defaultValue: DefaultValue?
      if cursor.continues(.equal) {
        cursor.advance()
        defaultValue = parseDefault()
        if defaultValue == nil { return nil }
      }
      return .attribute(type: type, isOptional: isOptional, defaultValue: defaultValue)
    case .symbol(.toOne):
      cursor.advance()
      if reportForeignSyntaxAfterArrow(of: name, isToMany: false) { return nil }
      return expectIdentifier("the entity it leads to").map { .toOne($0, isOptional: consumeQuestion()) }
    case .symbol(.toMany):
      cursor.advance()
      if reportForeignSyntaxAfterArrow(of: name, isToMany: true) { return nil }
      return expectIdentifier("the entity it leads to").map { .toMany($0, isOptional: consumeQuestion()) }
    default:
      reportMissingKind(of: name)
      return nil
    }
  }

  private mutating func reportForeignSyntaxAfterArrow(of name: Identifier, isToMany: Bool) -> Bool {
    guard let foreignSyntax = foreignSyntaxAfterArrow(of: name, isToMany: isToMany) else { return false }
    cursor.report(foreignSyntax)
    return true
  }

  mutating func reportMissingKind(of name: Identifier) {
    if let foreignSyntax = foreignSyntaxAtKind(of: name) {
      cursor.report(foreignSyntax)
      return
    }
    if cursor.atEnd {
      reportExpected("a type or an arrow", hint: "\(name): String or \(name) -> Team")
    } else {
      report(
        "missing-kind", "'\(name)' needs a type or an arrow", at: name.range,
        hint: "\(name): String, \(name) -> Team or \(name) ->> Player")
    }
  }

  mutating func consumeQuestion() -> Bool {
    guard cursor.continues(.question) else { return false }
    cursor.advance()
    return true
  }

  mutating func parseDefault() -> DefaultValue? {
    if let nothing = wordForNothing(), NothingWord(String(cursor.text(of: nothing))) != .nil {
      report("no-default", "a default is a value", at: nothing.range, hint: "did you mean = nil?")
      cursor.advance()
      return nil
    }
    if cursor.at(word: "now"), !cursor.peek().isSymbol(.leftParenthesis) {
      let range = cursor.current.range
      cursor.report(
        Diagnostic(
          Diagnostic.ID.foreignSyntax, "now is written with its brackets", at: range, hint: "write now()",
          fix: Diagnostic.Fix(range, with: "now()")))
      cursor.advance()
      return nil
    }
    if cursor.at(word: "now"), cursor.peek().isSymbol(.leftParenthesis) {
      cursor.advance()
      cursor.advance()
      return expect(.rightParenthesis) == nil ? nil : .now
    }
    return parseLiteral("a value").map(DefaultValue.literal)
  }

  /// The word for nothing at a token, alone before the end of an option; nil for another token.
  /// - Parameters:
  ///   - offset: How far the token is from the cursor.
  ///   - symbol: What may follow it, besides the end of an option.
  ///   - orDenial: Whether `no` and `false` say the same.
  func wordForNothing(at offset: Int = 0, or symbol: Token.Symbol = .comma, orDenial: Bool = false) -> Token? {
    let token = cursor.peek(offset)
    let next = cursor.peek(offset + 1)
    let word = String(cursor.text(of: token))
    guard token.isIdentifier, !token.startsLine,
      NothingWord(word) != nil || orDenial && ["no", "false", "off"].contains(word.lowercased())
    else { return nil }
    return switch next.kind {
    case .end, .symbol(.comma), .symbol(.semicolon), .symbol(.rightBrace), .symbol(symbol): token
    default: next.startsLine ? token : nil
    }
  }

  /// A constant written out.
  mutating func parseLiteral(_ what: String) -> Literal? {
    guard !atSeparator else {
      reportExpected(what)
      return nil
    }
    let allowed = allowsInterpolation
    allowsInterpolation = false
    defer { allowsInterpolation = allowed }
    guard let expression = inPredicateLanguage({ $0.parseExpression() }) else { return nil }
    if case .extension(let form) = expression.kind, let color = form.base as? ColorLiteral {
      if let value = color.value { return Literal(value: value, range: expression.range) }
      var problem = color.problem
      problem.range = expression.range
      cursor.report(problem)
      return nil
    }
    guard case .constant(let value) = expression.kind else {
      report(
        Diagnostic.ID.expected, "expected \(what), written out", at: expression.range,
        hint: "such as 3, \"text\", true or 2026-11-20")
      return nil
    }
    return Literal(value: value, range: expression.range)
  }

  mutating func parseBounds() -> Bounds? {
    var bounds = Bounds()
    let form = "1... for at least 1, ...5 for at most 5, 1...5 for both"
    if [.greater, .greaterOrEqual, .less, .lessOrEqual, .equal, .equalEqual].contains(where: { cursor.at($0) }) {
      report(Diagnostic.ID.foreignSyntax, "limits are written with three dots", at: cursor.current.range, hint: form)
      return nil
    }
    // range 0-3
    if cursor.current.kind == .integer, cursor.peek().isSymbol(.minus), cursor.peek(2).kind == .integer {
      report(
        Diagnostic.ID.foreignSyntax, "three dots stand between two limits", at: cursor.peek().range,
        hint: "write \(cursor.text(of: cursor.current))...\(cursor.text(of: cursor.peek(2)))")
      return nil
    }
    if !cursor.at(.ellipsis) {
      guard let lower = parseLiteral("a lower bound") else { return nil }
      bounds.lower = lower
    }
    guard expect(.ellipsis, "'...' between the bounds", hint: "0...5, 1... or ...5") != nil else { return nil }
    if cursor.isContinuation, startsLiteral {
      guard let upper = parseLiteral("an upper bound") else { return nil }
      bounds.upper = upper
    }
    return bounds
  }

  private var startsLiteral: Bool {
    switch cursor.current.kind {
    case .integer, .number, .string, .date, .symbol(.minus): true
    default: false
    }
  }

  /// `userInfo = "userInfo" ident ":" literal`, after its word.
  mutating func parseUserInfoEntry() -> UserInfoEntry? {
    if case .string = cursor.current.kind {
      // A key that is no word, such as "com.example.note".
      guard let key = expectString("a key"), expect(.colon) != nil, let value = parseLiteral("a value") else {
        return nil
      }
      return UserInfoEntry(key: Identifier(key.text, at: key.range), value: value)
    }
    guard let key = expectIdentifier("a key"), expect(.colon, hint: "write userInfo \(key): and the value") != nil,
      let value = parseLiteral("a value")
    else { return nil }
    return UserInfoEntry(key: key, value: value)
  }
}
