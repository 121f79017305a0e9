import ObjectGraph
import Predicates
import WorkbookLanguage

/// The grammar as completion needs it: from the statement before the cursor to what may come next.
struct CompletionRules {
  let position: CompletionPosition
  let world: CompletionWorld
  let table: CommandTable

  private typealias Item = CompletionPosition.Item

  var items: [CompletionPosition.Item] { position.items }

  func candidates() -> [Candidate] {
    if position.word.hasPrefix("$") { return variables }
    if case .members(let entity) = position.bracket { return member(of: entity) }
    guard let first = items.first else { return statementStart }
    if items.last?.isSign(.dot) == true { return isNewPropertyName ? [] : keys(behindDotAt: items.count - 1) }
    if position.word.hasPrefix("@") { return [] }
    if case .arguments(let entity) = position.bracket, world.isEntity(entity) { return argument(of: entity) }
    // `add.x` begins an expression.
    if items.count > 1, items[1].isSign(.dot), first.kind == .word, !Self.takesPath.contains(first.text) {
      return expression
    }
    if first.isWord("check"), items.count == 1 { return Candidate.words(["all"]) }
    if first.isWord("hand"), items.count == 1 { return Candidate.words(["in"]) }
    guard let word = StatementWord(rawValue: first.text) else { return query ?? expression }
    return candidates(in: word)
  }

  // MARK: Starts

  private var statementStart: [Candidate] {
    let words = position.bracket == nil ? table.firstWords : table.firstWords.filter { !table.promptWords.contains($0) }
    return Candidate.words(words.filter { !Self.clauses.contains($0) }) + names + entities
  }

  /// The candidates at the beginning of a value.
  private var valueStart: [Candidate] { names + entities + Candidate.words(["fetch", "count"]) }

  var expectation: [Candidate] {
    guard items.count > 1 else {
      return Candidate.words(ClaimWord.words + ["count"]) + names + entities
    }
    if items.count == 2, items[1].isWord("behaves") { return Candidate.words(["like"]) }
    if items[1].isWord("normal") { return normalFormRest }
    if items[1].isWord("review") {
      let rest = [["finds"], ["no"], ["errors", "warnings"]]
      return items.count - 2 < rest.count ? Candidate.words(rest[items.count - 2]) : []
    }
    if items.count == 2, items[1].isWord("save") || items[1].kind == .closed {
      return Candidate.words(OutcomeWord.words.sorted())
    }
    return query ?? expression
  }

  var expression: [Candidate] {
    guard let last = items.last else { return valueStart }
    if endsOperand(last) { return Candidate.words(["AND", "OR", "IN", "CONTAINS", "BEGINSWITH", "else"]) }
    return valueStart
  }

  // MARK: Objects and queries

  private func argument(of entity: String) -> [Candidate] {
    guard let last = items.last else { return [] }
    if last.isSign(.leftParenthesis) || last.isSign(.comma) {
      return Candidate.words(world.properties(of: entity).map { $0.name + ":" })
    }
    return endsOperand(last) ? [] : names + entities
  }

  /// The candidates inside the innermost `fetch`, `count` or `delete`; nil when there is none.
  var query: [Candidate]? {
    guard let head = queryHead else { return nil }
    let rest = items[(head + 1)...]
    guard let last = rest.last else {
      let objects = items[head].isWord("delete") ? names : Candidate.words(["only"] + world.templates)
      return (items[head].isWord("delete") ? objects : []) + entitiesAsWords
        + (items[head].isWord("delete") ? [] : objects)
    }
    if let select = rest.lastIndex(where: { $0.isWord("select") }), !rest.contains(where: { $0.isWord("sort") }) {
      if items.index(after: select) == items.endIndex || last.isSign(.comma) { return keysOfClause(head) }
      return Candidate.words(
        (last.isWord("distinct") ? [] : [ClauseWord.distinct.rawValue])
          + ClauseWord.select.followers(in: ClauseWord.ofFetch))
    }
    if let sort = rest.lastIndex(where: { $0.isWord("sort") }) {
      if items.index(after: sort) == items.endIndex || last.isSign(.comma) { return keysOfClause(head) }
      return directions
    }
    if rest.contains(where: { $0.isWord("where") }) { return condition(head, last) }
    if last.isWord("only") { return entitiesAsWords }
    if last.isWord("from") { return openStores }
    if last.isWord("limit") || last.isWord("offset") { return [] }
    if items[head].isWord("delete") { return world.isEntity(last.text) ? Candidate.words(["where"]) : [] }
    let isOfOneStore = rest.contains { $0.isWord("from") } || openStores.count < 2
    return Candidate.words((isOfOneStore ? [] : ["from"]) + clauses(ofQueryAt: head, after: nil))
  }

  func condition(_ head: Int, _ last: CompletionPosition.Item) -> [Candidate] {
    if endsOperand(last) {
      return Candidate.words(CommandTable.conditionOperators)
        + (items[head].isWord("delete") ? [] : Candidate.words(clauses(ofQueryAt: head, after: .where)))
    }
    return keysOfClause(head) + Candidate.words(CommandTable.conditionOpeners) + variables
      + Candidate.words(["nil", "true", "false"])
  }

  /// Returns the words of the clauses that a query may have after one of them, or after its entity. `select` is for a fetch
  /// that stands alone.
  private func clauses(ofQueryAt head: Int, after clause: ClauseWord?) -> [String] {
    let clauses = clause?.followers(in: ClauseWord.ofFetch) ?? ClauseWord.ofFetch
    let selects = items[head].isWord("fetch") && !["explain", "template", "for"].contains(items[0].text)
    return selects ? clauses : clauses.filter { $0 != ClauseWord.select.rawValue }
  }

  /// The place of the innermost word that begins a query.
  var queryHead: Int? {
    items.indices.last { index in
      let item = items[index]
      let isFirst = index == 0
      let isVerb =
        item.isWord("fetch") || item.isWord("count") || (item.isWord("delete") && index <= 1)
        || item.isSign(.fetched)
      guard isVerb else { return false }
      if index + 1 < items.count, items[index + 1].isSign(.dot) { return false }
      return isFirst || !items[index - 1].isSign(.dot)
    }
  }

  /// The entity that a query looks through.
  func entity(ofQueryAt head: Int) -> String? {
    var index = head + 1
    if index < items.count, items[index].isWord("only") { index += 1 }
    return index < items.count ? items[index].text : nil
  }

  func keysOfCandidate(_ head: Int) -> [Candidate] {
    Candidate.names((entity(ofQueryAt: head).map(world.properties) ?? []).map(\.name))
  }

  /// The same in a clause, where a blank follows an attribute; a path may go on after any other key.
  private func keysOfClause(_ head: Int) -> [Candidate] {
    (entity(ofQueryAt: head).map(world.properties) ?? []).map {
      Candidate($0.name, suffix: $0.kind == .attribute ? " " : "")
    }
  }

  /// The candidates after a key to sort by.
  var directions: [Candidate] {
    Candidate.words(SortDirection.words + ClauseWord.sort.followers(in: ClauseWord.ofFetch))
  }

  // MARK: Names

  var names: [Candidate] { Candidate.names(world.names.keys.sorted()) }
  private var variables: [Candidate] { Candidate.names(world.names.keys.sorted().map { "$" + $0 }) }
  private var entityNames: [String] {
    world.entities.map(\.name) + position.declaredEntities
  }
  var entities: [Candidate] { Candidate.names(entityNames) }
  var entitiesAsWords: [Candidate] { Candidate.words(entityNames) }

  func has(_ word: String) -> Bool { items.contains { $0.isWord(word) } }

  /// Whether an operand is complete with this item, so that an operator comes next.
  func endsOperand(_ item: CompletionPosition.Item) -> Bool {
    switch item.kind {
    case .number, .text, .variable, .argument, .closed: true
    case .word: !Self.waitingWords.contains(item.text.uppercased())
    case .sign: false
    }
  }

  /// Words that are followed by an operand.
  private static let waitingWords = Set(
    ["WHERE", "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "EXPECT", "LET", "FOR"] + Keyword.operatorWords)

  private static let clauses = Set(ClauseWord.words)
  private static let takesPath: Set<String> = ["add", "change", "rename", "remove", "show"]
}
