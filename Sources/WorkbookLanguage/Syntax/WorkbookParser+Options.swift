import Diagnostics
import ObjectGraph
import Predicates

/// The options after a comma in a declaration.
extension WorkbookParser {
  /// `option = ( "length" | "range" | "count" ) bounds | "matches" string | "indexed" | … | userInfo`.
  mutating func parseOption(inChange: Bool) -> PropertyOption? {
    let start = cursor.current.range
    guard let kind = parseOptionKind(inChange: inChange) else { return nil }
    return PropertyOption(kind: kind, range: range(from: start))
  }

  mutating func parseOptionKind(inChange: Bool) -> PropertyOption.Kind? {
    if cursor.consume(if: .equal) != nil { return parseDefault().map(PropertyOption.Kind.defaultValue) }
    guard cursor.current.isIdentifier else {
      if cursor.at(.rightBrace) || cursor.at(.semicolon) {
        report(Diagnostic.ID.expected, "nothing follows this comma", at: cursor.previous.range, hint: "take it out")
        return nil
      }
      reportExpected("an option", hint: "such as indexed, length 1... or delete cascade")
      return nil
    }
    let word = cursor.advance()
    guard let option = OptionWord(rawValue: String(cursor.text(of: word))) else {
      return parseForeignOption(word, inChange: inChange)
    }
    if option.isTakenAwayByNo, let nothing = wordForNothing(orDenial: option.takesNoAnswer) {
      return reportNothing(after: word, nothing, isTakenAway: inChange)
    }
    switch option {
    case .length: return parseBounds().map(PropertyOption.Kind.length)
    case .range: return parseBounds().map(PropertyOption.Kind.range)
    case .count: return parseBounds().map(PropertyOption.Kind.count)
    case .matches: return expectString("a pattern").map { .matches($0.text) }
    case .indexed: return .indexed
    case .transient: return .transient
    case .ordered: return .ordered
    case .delete: return parseDeleteRule()
    case .inverse: return parseInverse()
    case .renamed: return parseOldName().map(PropertyOption.Kind.renamed)
    case .hash: return parseHashModifier().map(PropertyOption.Kind.hashModifier)
    case .transformer: return expectString("the transformer's name").map { .transformer($0.text) }
    case .derived:
      if let quoted = foreignSyntaxAtDerivation() {
        cursor.report(quoted)
        cursor.advance()
        return nil
      }
      return inPredicateLanguage({ $0.parseExpression() }).map(PropertyOption.Kind.derived)
    case .userInfo: return parseUserInfoEntry().map(PropertyOption.Kind.userInfo)
    case .class, .external, .spotlight, .scalar, .syncable:
      return parsePropertySetting(option).map(PropertyOption.Kind.setting)
    case .required:
      if inChange { return .optionality(isOptional: false) }
      return reportOption(word, "a property is required unless a ? follows its type", "leave it out")
    case .optional:
      if inChange { return .optionality(isOptional: true) }
      return reportOption(word, "optional is written as a ? after the type", "String? or -> Team?")
    case .no: return inChange ? parseNo() : parseForeignOption(word, inChange: false)
    }
  }

  /// Reads the word after `no`: the option that a change takes away.
  private mutating func parseNo() -> PropertyOption.Kind? {
    if cursor.continues(word: "userInfo") {
      cursor.advance()
      return .noUserInfo(parseOptionalKey())
    }
    if cursor.continues(word: "external") {
      let word = takeIdentifier()
      return expect(word: "storage", hint: "write no external storage") == nil ? nil : .no(word)
    }
    if ["maximum", "minimum"].contains(cursor.text(of: cursor.current)) {
      let limit = cursor.advance()
      let (word, end) =
        cursor.current.isIdentifier ? (String(cursor.text(of: cursor.current)), cursor.current) : ("range", limit)
      return reportOption(
        limit, "both limits are taken away together", "did you mean \(word == "value" ? "range" : word)?", through: end)
    }
    return parseWordTakenAway().map(PropertyOption.Kind.no)
  }

  /// A word that begins no option here: what may be meant is reported, but for the cardinality in a change.
  private mutating func parseForeignOption(_ word: Token, inChange: Bool) -> PropertyOption.Kind? {
    switch cursor.text(of: word) {
    case "to" where inChange && cursor.continues(.minus) && ["one", "many"].contains(cursor.text(of: cursor.peek())):
      cursor.advance()
      return .cardinality(isToMany: cursor.text(of: cursor.advance()) == "many")
    case "toMany" where inChange: return .cardinality(isToMany: true)
    case "toOne" where inChange: return .cardinality(isToMany: false)
    case "unique":
      return reportOption(
        word, "a uniqueness constraint belongs to the entity", "in its braces: unique …; later: change …, unique …")
    case "renaming", "renamingIdentifier", "renamingID", "elementID":
      return reportOption(
        word, "a renaming identifier is given with renamed from", "write renamed from \(oldName(at: 0))")
    case let text where nextBeginsKind && text != "no":
      return reportOption(
        word, "'\(text)' is another property, and options follow a comma",
        word.startsLine ? "leave out the comma before it" : "write ; before it, or begin a line"
      )
    case "default" where inChange && ["nil", "none", "no"].contains(cursor.text(of: cursor.current)):
      return reportOption(word, "no default takes a default away", "did you mean no default?", through: cursor.current)
    case "default": return reportOption(word, "a default follows the type", "such as String = \"\"")
    case "null", "blank", "nullable", "required", "nil":
      return reportOption(
        word, "a ? after the type makes a property optional", "String? or -> Team?; without it, required")
    case "on_delete", "ondelete", "onDelete":
      return reportOption(
        word, "the delete rule stands at the other end, the one whose object is deleted",
        "such as change Team.players, delete cascade")
    case let text where DeleteRule(rawValue: String(text)) != nil:
      return reportOption(word, "a delete rule follows the word delete", "did you mean delete \(text)?")
    case let text where AttributeType(workbookName: String(text)) != nil && inChange:
      let property = cursor.source[SourceRange(startOfStatement().range.lowerBound, word.range.lowerBound)]
      return reportOption(
        word, "a type follows a colon",
        "write \(property.prefix { $0 != "," }): \(text)")
    case let text:
      return reportOption(
        word, "there is no option '\(text)'",
        "options are \(OptionWord.words.prefix(9).joined(separator: ", ")) and userInfo …: …",
        nearest: Suggestions.nearest(to: String(text), among: OptionWord.words))
    }
  }

  /// Reports `inverse none`, which a change writes as `no inverse`, and a declaration leaves out.
  private mutating func reportNothing(after word: Token, _ nothing: Token, isTakenAway: Bool) -> PropertyOption.Kind? {
    let option = OptionTakenAway(word: String(cursor.text(of: word)))?.rawValue ?? String(cursor.text(of: word))
    return isTakenAway
      ? reportOption(word, "no \(option) takes it away", "did you mean no \(option)?", through: nothing)
      : reportOption(word, "what a property does not have is left out", "leave out \(option)", through: nothing)
  }

  /// A name, after `inverse`.
  private mutating func parseInverse() -> PropertyOption.Kind? {
    guard let name = expectIdentifier("the relationship that leads back") else { return nil }
    guard cursor.continues(.dot), cursor.peek().isIdentifier else { return .inverse(name) }
    // change Team.captain, inverse Player.captainOf
    cursor.advance()
    let key = cursor.advance()
    report(
      Diagnostic.ID.foreignSyntax,
      "the inverse belongs to the entity that the relationship leads to, and is named alone",
      at: name.range.union(key.range), hint: "did you mean \(cursor.text(of: key))?")
    return nil
  }

  /// `"from" string`, after `renamed`.
  mutating func parseOldName() -> String? {
    let name = oldName(at: 0)
    guard expect(word: "from", hint: "write from \(name)") != nil else { return nil }
    return expectString("the old name", hint: "write \(name)")?.text
  }

  /// `"modifier" string`, after `hash`.
  mutating func parseHashModifier() -> String? {
    guard expect(word: "modifier", hint: "write hash modifier \"2\"") != nil else { return nil }
    return expectString("the modifier", hint: "write hash modifier \"2\"")?.text
  }

  /// The word of what is taken away, after `no`; the second word of `hash modifier` is read over.
  mutating func parseWordTakenAway() -> Identifier? {
    guard let word = expectIdentifier("what to take away") else { return nil }
    if word.text == "hash", expect(word: "modifier", hint: "write no hash modifier") == nil { return nil }
    return word
  }

  /// The first name of an option from a token on, in quotes, whatever comes before it: `renamed "nick"`,
  /// `renamingIdentifier: "nick"`, `renamed from nick`.
  func oldName(at place: Int) -> String {
    var place = place
    while !cursor.peek(place).startsLine {
      let token = cursor.peek(place)
      switch token.kind {
      case .string: return String(cursor.text(of: token))
      case .identifier where !["from", "to"].contains(cursor.text(of: token)): return "\"\(cursor.text(of: token))\""
      case .end, .symbol(.comma), .symbol(.semicolon), .symbol(.rightBrace): return "\"…\""
      default: place += 1
      }
    }
    return "\"…\""
  }

  /// Whether the tokens here could follow a property's name.
  private var nextBeginsKind: Bool {
    guard cursor.isContinuation, case .symbol(let symbol) = cursor.current.kind else { return false }
    return [.colon, .toOne, .toMany, .fetched, .minus, .equalGreater, .less].contains(symbol)
  }

  mutating func reportOption(
    _ word: Token, _ message: String, _ hint: String, through last: Token? = nil, nearest: [String] = []
  ) -> PropertyOption.Kind? {
    report(
      "unknown-option", message, at: last.map { word.range.union($0.range) } ?? word.range, nearest: nearest, hint: hint
    )
    return nil
  }

  mutating func parseDeleteRule() -> PropertyOption.Kind? {
    let rules = DeleteRule.words
    guard let rule = expectIdentifier("a delete rule: \(rules.joined(separator: ", "))") else { return nil }
    guard DeleteRule(rawValue: rule.text) != nil else {
      let word = rule.text.lowercased()
      let isSetNull = word == "set" && cursor.token(cursor.current, is: "null", ignoringCase: true)
      let meant =
        ["noaction", "no"].contains(word) ? ["none"] : word == "restrict" ? ["deny"] : isSetNull ? ["nullify"] : []
      report(
        "unknown-rule", "there is no delete rule '\(rule)'",
        at: isSetNull ? rule.range.union(cursor.current.range) : rule.range,
        nearest: meant.isEmpty && NothingWord(rule.text) == nil
          ? Suggestions.nearest(to: rule.text, among: rules) : meant,
        hint: NothingWord(rule.text) != nil
          ? "nullify ends the links, none leaves them as they are, and neither deletes the others"
          : "the rules are \(Listing.text(rules))")
      return nil
    }
    return .delete(rule)
  }
}
