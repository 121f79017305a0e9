import Diagnostics
import Predicates

/// Statements of SQL, and the same in the workbook's language.
///
/// Each is translated from what was typed, so that the learner can type the offer as it is. A statement that cannot be
/// translated whole gets the pattern to follow, with `…` where something is left to fill in.
extension WorkbookParser {
  func foreignSQL(_ word: SQLWord, isLowercase: Bool) -> Diagnostic? {
    let token = cursor.current
    let next = cursor.peek()
    guard next.isIdentifier || next.isSymbol(.star) || word == .commit || word == .rollback && !isLowercase else {
      return nil
    }
    guard cursor.offersTranslations else { return nil }
    let statement = SQLStatement(cursor)
    func offer(_ message: String, _ lines: String...) -> Diagnostic {
      foreignSyntax(message, at: token.range, write: lines.first { $0.contains("…") || Self.parses($0) } ?? "")
    }
    let clauses: [SQLWord: String] = [.select: "from", .update: "set"]
    if let clause = clauses[word], statement.isBegun(lacking: clause) {
      return Diagnostic(
        Diagnostic.ID.unexpectedEnd, "the text ends in a statement of SQL", at: token.range,
        hint: "a semicolon ends it")
    }
    switch word {
    case .select:
      let entity = statement.name(after: "from") ?? "…"
      return offer(
        "objects are fetched by their entity", statement.fetch(entity), "fetch \(entity) where …")
    case .insert where isLowercase && !cursor.token(next, is: "into"):
      let call = "\(cursor.text(of: next))(…)"
      let isAll = cursor.peek(2).kind == .end || cursor.peek(2).startsLine || cursor.peek(2).isSymbol(.semicolon)
      return offer("an object is made by its entity's name", isAll ? call : statement.text(from: 1), call)
    case .insert where !isLowercase && statement.at(1, "into"):
      let entity = statement.name(after: "into") ?? "…"
      return offer("an object is made by its entity's name", statement.insertion(entity), "\(entity)(name: …)")
    case .update:
      let entity = statement.word(1) ?? "…"
      return offer(
        "a value is set on its object", statement.update(entity), "for x in (fetch \(entity) where …) { x.… = … }")
    case .create where statement.at(1, "table"):
      let entity = statement.word(2) ?? "…"
      return offer(
        "a kind of object is an entity here", statement.declaration(entity), "entity \(entity) { … }")
    case .create where statement.at(1, "entity"):
      let entity = statement.word(2) ?? "…"
      return offer("an entity is declared without CREATE", statement.text(from: 1), "entity \(entity) { … }")
    case .delete where statement.at(1, "from"):
      let entity = statement.word(2) ?? "…"
      return offer(
        "objects are deleted by their entity",
        statement.condition.isEmpty ? "" : "delete \(entity)\(statement.condition)", "delete \(entity) where …")
    case .alter where statement.at(1, "table"):
      let entity = statement.word(2) ?? "…"
      if statement.at(3, "drop") {
        let name = statement.at(4, "column") ? statement.word(5) : statement.word(4)
        return offer(
          "a property is removed from its entity", name.map { "remove \(entity).\($0)" } ?? "", "remove \(entity).…")
      }
      return offer("a property is added to its entity", statement.addition(entity), "add \(entity).…")
    case .commit where next.kind == .end || next.startsLine || next.isSymbol(.semicolon):
      return offer("changes are kept with save", "save")
    case .rollback where !isLowercase: return offer(Diagnostic.beginsWithCapital, "rollback")
    case .drop:
      let entity = statement.at(1, "table") ? statement.word(2) : statement.word(1)
      if let entity, cursor.peek(2).isSymbol(.dot), let name = statement.word(3) {
        return offer("a property is removed with remove", "remove \(entity).\(name)")
      }
      return offer("an entity is removed with remove", entity.map { "remove \($0)" } ?? "", "remove …")
    case .insert, .create, .delete, .alter, .commit, .rollback: return nil
    }
  }

  /// Whether a translation is one statement of the workbook, so that nothing is offered that is refused when it is typed.
  static func parses(_ text: String) -> Bool {
    var cursor = TokenCursor(SourceText(text), dialect: .workbook)
    cursor.offersTranslations = false
    let tree = WorkbookParser.parse(cursor)
    return tree.statements.count == 1 && !tree.diagnostics.containsError
  }
}

/// The words of a statement of SQL, up to the end of its line.
struct SQLStatement {
  private var tokens: [Token] = []
  private let cursor: TokenCursor

  init(_ cursor: TokenCursor) {
    self.cursor = cursor
    // More words than anyone types in a line.
    for offset in 0..<200 {
      let token = cursor.peek(offset)
      if token.kind == .end || token.isSymbol(.semicolon) { break }
      if offset > 0, token.startsLine, !Self.goesOn(with: token, at: cursor) { break }
      tokens.append(token)
    }
  }

  /// Whether a line that begins with a word goes on with the statement before it: `FROM`, `WHERE`.
  static func goesOn(with token: Token, at cursor: TokenCursor) -> Bool {
    token.isIdentifier && SQLReader.clauses.contains(cursor.text(of: token).lowercased())
  }

  /// Whether more is to come: at the end of the text it lacks a clause that it must have, or it goes over several lines, as
  /// one does that ends with a semicolon.
  func isBegun(lacking clause: String) -> Bool {
    cursor.peek(tokens.count).kind == .end
      && (place(of: clause) == nil || tokens.dropFirst().contains(where: \.startsLine))
  }

  func at(_ place: Int, _ word: String) -> Bool {
    tokens.indices.contains(place) && cursor.token(tokens[place], is: word, ignoringCase: true)
  }

  func word(_ place: Int) -> String? {
    guard tokens.indices.contains(place), tokens[place].isIdentifier else { return nil }
    return String(cursor.text(of: tokens[place]))
  }

  func name(after word: String) -> String? { place(of: word).flatMap { self.word($0 + 1) } }

  func text(from place: Int) -> String { text(place..<tokens.count) }

  /// The rest from `WHERE` on, as a condition of the workbook, with a space before it; empty without one.
  var condition: String {
    guard let start = place(of: "where") else { return "" }
    let end = ["order", "limit", "group"].compactMap(place).filter { $0 > start }.min() ?? tokens.count
    let text = converted(start + 1..<end)
    return text.isEmpty ? "" : " where \(text)"
  }

  /// `SELECT DISTINCT name, age FROM …`: what follows the condition, with a space before it; empty for `*`.
  private var selection: String {
    let first = at(1, "distinct") ? 2 : 1
    guard let from = place(of: "from"), first < from, !tokens[first].isSymbol(.star),
      parts(first..<from).allSatisfy({ $0.allSatisfy { tokens[$0].isIdentifier || tokens[$0].isSymbol(.dot) } })
    else { return "" }
    return " select \(text(first..<from))\(first == 2 ? " distinct" : "")"
  }

  /// `SELECT COUNT(*) FROM Player WHERE …`.
  private var isCount: Bool { at(1, "count") && at(5, "from") && place(of: "group") == nil }

  func fetch(_ entity: String) -> String {
    if isCount { return "count \(entity)\(condition)" }
    if place(of: "group") != nil { return "group \(entity) … by …: count" }
    var result = "fetch \(entity)\(condition)\(selection)"
    if let order = place(of: "order"), at(order + 1, "by") {
      let end = place(of: "limit") ?? tokens.count
      let keys = text(min(order + 2, end)..<end)
      result +=
        " sort "
        + keys.split(separator: " ").map { $0 == "DESC" || $0 == "ASC" ? $0.lowercased() : String($0) }
        .joined(separator: " ")
    }
    if let limit = place(of: "limit") { result += " limit \(text(from: limit + 1))" }
    return result
  }

  /// `INSERT INTO Team (name, city) VALUES ('Heat', 'Miami')`.
  func insertion(_ entity: String) -> String {
    guard let values = place(of: "values"), let keys = list(3), let given = list(values + 1),
      keys.count == given.count
    else { return "\(entity)(…)" }
    return "\(entity)(" + zip(keys, given).map { "\($0): \($1)" }.joined(separator: ", ") + ")"
  }

  /// `UPDATE Player SET age = 3, note = NULL WHERE …`, as a loop over what it would change.
  func update(_ entity: String) -> String {
    guard at(2, "set") else { return "" }
    let end = place(of: "where") ?? tokens.count
    let values = parts(3..<end).map { "x.\(converted($0, comparing: false))" }
    return "for x in (fetch \(entity)\(condition)) { \(values.joined(separator: "; ")) }"
  }

  /// `CREATE TABLE Team (name TEXT NOT NULL, age INTEGER)`.
  func declaration(_ entity: String) -> String {
    guard let columns = columns(3), !columns.isEmpty else { return "entity \(entity) { … }" }
    return "entity \(entity) { \(columns.joined(separator: "; ")) }"
  }

  /// `ALTER TABLE Team ADD COLUMN city TEXT`.
  func addition(_ entity: String) -> String {
    let first = at(4, "column") ? 5 : 4
    guard at(3, "add"), first < tokens.count, let column = column(first..<tokens.count) else { return "" }
    return "add \(entity).\(column)"
  }

  private func place(of word: String) -> Int? { tokens.indices.first { at($0, word) } }

  private func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(cursor.source[tokens[first].range.union(tokens[last].range)])
  }

  /// The words of a condition or value: `=` compares, and `NULL` is nil.
  private func converted(_ range: Range<Int>, comparing: Bool = true) -> String {
    var words: [String] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let token = tokens[place]
      if at(place, "is") {
        words.append(at(place + 1, "not") ? "!=" : "==")
        place += at(place + 1, "not") ? 2 : 1
        continue
      }
      var word = String(cursor.text(of: token))
      if at(place, "null") { word = "nil" }
      if comparing, token.isSymbol(.equal) { word = "==" }
      if !token.isSpaced, !words.isEmpty { word = words.removeLast() + word }
      words.append(word)
      place += 1
    }
    return words.joined(separator: " ")
  }

  /// Returns the text between the brackets that open at a place, split at its commas; nil if there are none.
  private func list(_ place: Int) -> [String]? {
    brackets(place).map { parts($0).map { converted($0, comparing: false) } }
  }

  private func columns(_ place: Int) -> [String]? { brackets(place).map { parts($0).compactMap(column) } }

  private func brackets(_ place: Int) -> Range<Int>? {
    guard tokens.indices.contains(place), tokens[place].isSymbol(.leftParenthesis) else { return nil }
    var depth = 0
    for index in place..<tokens.count {
      if tokens[index].isSymbol(.leftParenthesis) { depth += 1 }
      if tokens[index].isSymbol(.rightParenthesis) { depth -= 1 }
      if depth == 0 { return place + 1..<index }
    }
    return nil
  }

  private func parts(_ range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var depth = 0
    var start = range.lowerBound
    for index in range {
      if tokens[index].isSymbol(.leftParenthesis) { depth += 1 }
      if tokens[index].isSymbol(.rightParenthesis) { depth -= 1 }
      if depth == 0, tokens[index].isSymbol(.comma) {
        result.append(start..<index)
        start = index + 1
      }
    }
    result.append(start..<range.upperBound)
    return result.filter { !$0.isEmpty }
  }

  /// `name VARCHAR(20) NOT NULL` as an attribute; nil for a constraint or a key of the table, which is no property.
  private func column(_ range: Range<Int>) -> String? {
    guard let name = word(range.lowerBound),
      !["primary", "foreign", "unique", "check", "constraint"].contains(name.lowercased())
    else { return nil }
    let words = range.dropFirst().compactMap { word($0)?.lowercased() }
    let isRequired = zip(words, words.dropFirst()).contains { $0 == "not" && $1 == "null" }
    return "\(name): \((ForeignType.attributeType(words.first ?? "") ?? .string).rawValue)\(isRequired ? "" : "?")"
  }

}
