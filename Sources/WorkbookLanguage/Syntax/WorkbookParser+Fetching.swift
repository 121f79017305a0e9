import Diagnostics
import ObjectGraph
import Predicates

/// The clauses after the entity of a fetch: which objects, what of them, and in which order.
extension WorkbookParser {
  /// `clauses = [ "where" CONDITION ] [ select ] [ "sort" key { "," key } ] [ "limit" int ] [ "offset" int ]`; `select` may
  /// also be last.
  mutating func parseClauses() -> Clauses? {
    var clauses = Clauses()
    if cursor.continues(word: "where") {
      cursor.advance()
      guard let condition = parseCondition() else { return nil }
      clauses.condition = condition
    }
    guard parseSelection(into: &clauses) else { return nil }
    if cursor.continues(word: "sort") {
      cursor.advance()
      _ = cursor.consume(ifWord: "by")
      repeat {
        guard let key = parseSortKey() else { return nil }
        clauses.sortKeys.append(key)
      } while cursor.consume(if: .comma) != nil
    }
    guard parseSlice(&clauses.limit, &clauses.offset), parseSelection(into: &clauses) else { return nil }
    if let misplaced = ClauseWord.ofFetch.dropLast().first(where: { cursor.continues(word: $0) }) {
      report(
        "clause-order", "'\(misplaced)' comes too late", at: cursor.current.range,
        hint: "the order is \(ClauseWord.ofFetch.joined(separator: ", "))")
      return nil
    }
    if cursor.continues(word: "distinct") {
      report(
        "distinct-alone", "distinct belongs to select: of objects no two are equal", at: cursor.current.range,
        hint: "leave it out, or write select … distinct")
      return nil
    }
    return clauses
  }

  /// `[ "limit" int ] [ "offset" int ]`. Returns false where an error was reported.
  private mutating func parseSlice(_ limit: inout Int?, _ offset: inout Int?) -> Bool {
    if cursor.continues(word: "limit") {
      cursor.advance()
      limit = expectInteger("how many at most")
      if limit == nil { return false }
    }
    if cursor.continues(word: "offset") {
      cursor.advance()
      offset = expectInteger("how many to leave out at the start")
      if offset == nil { return false }
    }
    return true
  }

  /// `select = "select" key { "," key } [ "distinct" ]`. Returns false where an error was reported.
  private mutating func parseSelection(into clauses: inout Clauses) -> Bool {
    guard clauses.selection == nil, cursor.continues(word: "select") else { return true }
    let start = cursor.advance().range
    if let problem = problemAfterSelect() {
      cursor.report(problem)
      return false
    }
    var keys: [SortKey] = []
    repeat {
      if let problem = aggregateInSelection() {
        cursor.report(problem)
        return false
      }
      guard let path = parseKeyPath("a property") else { return false }
      keys.append(SortKey(path: path, isAscending: true))
    } while cursor.consume(if: .comma) != nil
    var isDistinct = false
    if cursor.continues(word: "distinct") {
      cursor.advance()
      isDistinct = true
    }
    if cursor.continues(word: "as") || cursor.continues(word: "AS") {
      report(
        Diagnostic.ID.foreignSyntax, "a column has the name of its property", at: cursor.current.range,
        hint: "leave it out")
      return false
    }
    clauses.selection = Selection(keys: keys, isDistinct: isDistinct, range: range(from: start))
    return true
  }

  /// `select *`, `select distinct name`, `select` alone: what SQL has, or nothing.
  private func problemAfterSelect() -> Diagnostic? {
    let token = cursor.current
    if token.isSymbol(.star) {
      return Diagnostic(
        Diagnostic.ID.foreignSyntax, "select names its properties", at: token.range,
        hint: "leave select out for whole objects, or name what you want: select lastName, age")
    }
    let next = cursor.peek()
    if cursor.continues(word: "distinct"), next.isIdentifier, !next.startsLine,
      ClauseWord(rawValue: String(cursor.text(of: next))) == nil
    {
      return Diagnostic(
        Diagnostic.ID.foreignSyntax, "distinct is the last word of select", at: token.range,
        hint: "such as select \(cursor.text(of: next)) distinct")
    }
    if atSeparator || ClauseWord(rawValue: String(cursor.text(of: token))) != nil && !next.isSymbol(.comma) {
      return Diagnostic(
        Diagnostic.ID.expected, "select needs the properties that you want",
        at: token.startsLine ? cursor.previous.range : token.range,
        hint: "such as select lastName, age")
    }
    return nil
  }

  /// `select max age`, `select count(*)`.
  private func aggregateInSelection() -> Diagnostic? {
    let word = cursor.current
    let next = cursor.peek()
    guard word.isIdentifier, FetchColumn.Aggregate(word: cursor.text(of: word)) != nil, !next.startsLine,
      next.isSymbol(.leftParenthesis)
        || next.isIdentifier && ClauseWord(rawValue: String(cursor.text(of: next))) == nil
    else { return nil }
    return Diagnostic(
      Diagnostic.ID.aggregateInSelect,
      "\(cursor.text(of: word)) is one value for many objects, and select gives a row for each",
      at: word.range, hint: "group … by …: \(cursor.text(of: word)) … gives a row for each group")
  }

  /// `key = ident { "." ident } [ "[" letters "]" ] [ "asc" | "desc" ]`.
  mutating func parseSortKey(_ what: String = "a property to sort by", hint: String? = nil) -> SortKey? {
    if cursor.at(.minus), cursor.peek().isIdentifier {
      let key = cursor.text(of: cursor.peek())
      report(
        Diagnostic.ID.foreignSyntax, "the direction follows the property",
        at: cursor.current.range.union(cursor.peek().range),
        hint: "write \(key) desc")
      return nil
    }
    guard let path = parseKeyPath(what, hint: hint, takesOperators: true), let options = parseSortOptions() else {
      return nil
    }
    return SortKey(path: path, options: options, isAscending: parseDirection())
  }

  /// Reads a direction where there is one; without it, a key is ascending.
  mutating func parseDirection() -> Bool {
    guard cursor.isContinuation, cursor.current.isIdentifier,
      let direction = SortDirection(word: cursor.text(of: cursor.current))
    else { return true }
    cursor.advance()
    return direction.isAscending
  }

  /// `[cd]`; none where no bracket follows, and nil where an error was reported.
  private mutating func parseSortOptions() -> Predicate.Comparison.Options? {
    guard cursor.continues(.leftBracket) else { return [] }
    let open = cursor.advance()
    var options: Predicate.Comparison.Options = []
    let hint = Predicate.Comparison.Options.sortLetters
    guard cursor.current.isIdentifier, cursor.isContinuation else {
      report(Diagnostic.ID.expected, "expected the letters c, d or l", at: open.range, hint: hint)
      return nil
    }
    let word = cursor.advance()
    for letter in cursor.text(of: word) {
      guard let option = Predicate.Comparison.Options(letter: letter), option != .normalized else {
        report("unknown-option", "sort has no option '\(letter)'", at: word.range, hint: hint)
        return nil
      }
      options.insert(option)
    }
    return expect(.rightBracket) == nil ? nil : options
  }

  /// - Parameter takesOperators: Whether `@count` may be a part of it, for a message that knows the model.
  mutating func parseKeyPath(_ what: String, hint: String? = nil, takesOperators: Bool = false) -> [Identifier]? {
    guard let first = expectIdentifier(what, hint: hint) else { return nil }
    var path = [first]
    while cursor.continues(.dot) {
      cursor.advance()
      if takesOperators, cursor.at(.at), cursor.peek().isIdentifier {
        let sign = cursor.advance()
        let word = cursor.advance()
        path.append(Identifier("@\(cursor.text(of: word))", at: sign.range.union(word.range)))
        continue
      }
      guard let key = expectIdentifier("a property") else { return nil }
      path.append(key)
    }
    return path
  }

  // MARK: Groups

  /// `group = "group" Name [ "where" CONDITION ] "by" key { "," key } ":" aggregate { "," aggregate }
  /// [ "having" CONDITION ] [ "sort" column { "," column } ] [ "limit" int ] [ "offset" int ]`.
  mutating func parseGrouping() -> Grouping? {
    let start = cursor.advance().range
    guard let entity = expectIdentifier("an entity") else { return nil }
    var condition: Predicate?
    if cursor.continues(word: "where") {
      cursor.advance()
      guard let parsed = parseCondition() else { return nil }
      condition = parsed
    }
    let example = "such as group Player by team.name: count"
    guard expect(word: "by", hint: example) != nil else { return nil }
    var keys: [SortKey] = []
    repeat {
      guard let key = parseSortKey("a property to group by", hint: example) else { return nil }
      keys.append(key)
    } while cursor.consume(if: .comma) != nil
    guard
      expect(.colon, hint: "write group \(entity) by \(keys.map(\.canonicalText).joined(separator: ", ")): count")
        != nil
    else { return nil }
    var aggregates: [Grouping.Aggregate] = []
    repeat {
      let words = FetchColumn.Aggregate.spellings
      let expected = "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
      guard let word = expectIdentifier(expected) else { return nil }
      guard let aggregate = FetchColumn.Aggregate(word: word.text) else {
        report(
          Diagnostic.ID.expected, "expected \(expected), found '\(word)'", at: word.range,
          nearest: Suggestions.nearest(to: word.text, among: words))
        return nil
      }
      if aggregate == .count {
        aggregates.append(.count)
      } else {
        guard let path = parseKeyPath("a property") else { return nil }
        aggregates.append(.function(aggregate, SortKey(path: path, isAscending: true)))
      }
    } while cursor.consume(if: .comma) != nil
    var grouping = Grouping(
      entity: entity, condition: condition, keys: keys, aggregates: aggregates, range: range(from: start))
    guard parseEnd(of: &grouping) else { return nil }
    grouping.range = range(from: start)
    return grouping
  }

  /// Returns false where an error was reported.
  private mutating func parseEnd(of grouping: inout Grouping) -> Bool {
    if cursor.continues(word: "having") {
      cursor.advance()
      guard let condition = parseHaving() else { return false }
      grouping.having = condition
    }
    if cursor.continues(word: "sort") {
      cursor.advance()
      _ = cursor.consume(ifWord: "by")
      repeat {
        guard let column = parseColumn(), let options = parseSortOptions() else { return false }
        grouping.order.append(Grouping.Order(column: column, options: options, isAscending: parseDirection()))
      } while cursor.consume(if: .comma) != nil
    }
    guard parseSlice(&grouping.limit, &grouping.offset) else { return false }
    let order = [ClauseWord.where.rawValue, "by"] + ClauseWord.ofGrouping
    if let misplaced = order.dropLast().first(where: { cursor.continues(word: $0) }) {
      report(
        "clause-order", "'\(misplaced)' comes too late", at: cursor.current.range,
        hint: "the order is \(order.joined(separator: ", "))")
      return false
    }
    return true
  }

  /// A column of the groups: `count`, `avg age`, `team.name`.
  private mutating func parseColumn() -> Identifier? {
    let start = cursor.current.range
    let word = aggregateBeforeProperty != nil ? String(cursor.text(of: cursor.advance())) + " " : ""
    guard let path = parseKeyPath("a column to sort by") else { return nil }
    return Identifier(word + path.map(\.text).joined(separator: "."), at: range(from: start))
  }

  /// The `sum`, `avg`, `min` or `max` that begins here, if a property follows.
  private var aggregateBeforeProperty: FetchColumn.Aggregate? {
    let next = cursor.peek()
    guard cursor.current.isIdentifier, next.isIdentifier, !next.startsLine else { return nil }
    let aggregate = FetchColumn.Aggregate(word: cursor.text(of: cursor.current))
    return aggregate == .count ? nil : aggregate
  }

  /// A condition in which `count` and `avg age` are what they are in the groups.
  private mutating func parseHaving() -> Predicate? {
    let allowed = allowsInterpolation
    allowsInterpolation = false
    defer { allowsInterpolation = allowed }
    guard !atSeparator else {
      reportExpected("a condition", hint: "having avg age > 30")
      return nil
    }
    return inPredicateLanguage(readingForms: Self.parseHavingForm) { $0.parsePredicate() }
  }

  private static let parseHavingForm: @Sendable (inout PredicateParser) -> Expression? = { predicates in
    var parser = WorkbookParser(lentBy: predicates)
    let form = parser.parseAggregateForm() ?? parser.parseExpressionForm()
    parser.give(back: &predicates)
    return form
  }

  private mutating func parseAggregateForm() -> Expression? {
    let start = cursor.current.range
    if cursor.at(word: "count"), !cursor.peek().isSymbol(.leftParenthesis), !cursor.peek().isSymbol(.dot) {
      cursor.advance()
      return Expression(.function("count", [Expression(.candidate, at: start)]), at: start)
    }
    guard let aggregate = aggregateBeforeProperty else { return nil }
    cursor.advance()
    guard let path = parseKeyPath("a property") else { return nil }
    let place = range(from: start)
    let key = path.reduce(Expression(.candidate, at: place)) { Expression(.key($0, $1.text), at: place) }
    return Expression(.function(aggregate.rawValue, [key]), at: place)
  }
}
