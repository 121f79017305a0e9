import ObjectGraph
import Predicates

/// The clauses of a `SELECT` over one table, or several that are joined.
struct SQLReader {
  struct Aggregate: Equatable {
    /// `count`, `sum`, `avg`, `min` or `max`.
    var function: String
    var key: String
    var isDistinct = false
    var isCount: Bool { function == "count" }
  }

  struct Column {
    var name = ""
    /// The name after `AS`.
    var alias: String?
    var aggregate: Aggregate?
  }

  struct Join {
    var table: String
    var alias: String?
    /// Whether rows stay to which nothing is joined.
    var isOuter = false
  }

  struct Query {
    var isDistinct = false
    /// Whether subentities are left out.
    var isOnly = false
    var columns: [Column] = []
    var table = ""
    var alias: String?
    var joins: [Join] = []
    /// The conditions of `ON` and of `WHERE`, joined by `AND`.
    var condition: [String] = []
    var group: [String] = []
    var having: [String] = []
    var order: [(key: String, isDescending: Bool)] = []
    var limit: String?
    var offset: String?
  }

  private let words: [String]
  private var place = 1

  init(_ words: [String]) { self.words = words.last == ";" ? words.dropLast() : words }

  /// The words of a line: names with their dots, numbers, texts with their quotes, and signs. O(length).
  static func words(of line: String) -> [String] {
    line.matches(of: /'[^']*'|"[^"]*"|[A-Za-z_]\w*(?:\.\w+)*(?:\.\*)?|[0-9.]+|<>|!=|<=|>=|\|\||\S/).map {
      String($0.output)
    }
  }

  /// The words with which a line of a statement goes on that began on a line before.
  static let clauses: Set<String> = [
    "from", "where", "join", "inner", "left", "right", "full", "cross", "group", "order", "having", "limit", "offset",
    "values", "set", "on", "and", "or", "union", "returning",
  ]

  /// The words as one text, with the spaces that people write.
  static func text(_ words: [String]) -> String {
    words.joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")").replacing(" ,", with: ",")
      .replacing("{ ", with: "{").replacing(" }", with: "}")
  }

  private static let keywords: Set<String> = [
    "where", "join", "inner", "left", "right", "full", "outer", "cross", "on", "group", "order", "limit", "having",
    "offset", "as", "from",
  ]

  private var word: String? { place < words.count ? words[place].lowercased() : nil }

  private mutating func take() -> String {
    defer { place += 1 }
    return place < words.count ? words[place] : ""
  }

  private mutating func consume(_ wanted: String) -> Bool {
    guard word == wanted else { return false }
    place += 1
    return true
  }

  private mutating func name() -> String? {
    _ = consume("as")
    guard let word, word.first?.isLetter == true || word.first == "_", !Self.keywords.contains(word) else { return nil }
    return take()
  }

  /// nil for what is no such `SELECT`, or has a clause that is not read. O(words).
  mutating func select() -> Query? {
    var query = Query()
    query.isDistinct = consume("distinct")
    repeat {
      guard let column = column() else { return nil }
      query.columns.append(column)
    } while consume(",")
    guard consume("from") else { return nil }
    query.isOnly = consume("only")
    guard let table = name() else { return nil }
    query.table = table
    query.alias = name()
    guard readJoins(into: &query) else { return nil }
    if consume("where") { add(rest(), to: &query.condition) }
    if consume("group") {
      guard consume("by") else { return nil }
      query.group = rest().filter { $0 != "," }
    }
    if consume("having") { query.having = rest() }
    if consume("order") {
      guard consume("by") else { return nil }
      for var key in ForeignLine.parts(rest()[...]) {
        let direction = key.last.flatMap { SortDirection(rawValue: $0.lowercased()) }
        if direction != nil { key.removeLast() }
        query.order.append((key.joined(), direction == .descending))
      }
    }
    if consume("limit") { query.limit = take() }
    if consume("offset") { query.offset = take() }
    return place >= words.count ? query : nil
  }

  /// `, Team t`, `JOIN Team t ON …`, `LEFT OUTER JOIN …`. False for one that is not read.
  private mutating func readJoins(into query: inout Query) -> Bool {
    while let word {
      if consume(",") {
        guard let table = name() else { return false }
        query.joins.append(Join(table: table, alias: name()))
        continue
      }
      guard ["join", "inner", "left", "right", "full", "outer", "cross"].contains(word) else { break }
      if word == "cross" { return false }
      var isOuter = false
      while let kind = self.word, kind != "join" {
        guard ["inner", "left", "right", "full", "outer", "cross"].contains(kind) else { return false }
        isOuter = isOuter || ["left", "right", "full"].contains(kind)
        place += 1
      }
      guard consume("join"), let table = name() else { return false }
      query.joins.append(Join(table: table, alias: name(), isOuter: isOuter))
      if consume("on") { add(rest(), to: &query.condition) }
    }
    return true
  }

  private func add(_ words: [String], to condition: inout [String]) {
    let isAlternative = words.contains { $0.lowercased() == "or" }
    condition += (condition.isEmpty ? [] : ["AND"]) + (isAlternative ? ["("] + words + [")"] : words)
  }

  private mutating func rest() -> [String] {
    var found: [String] = []
    while let word, !Self.keywords.contains(word) { found.append(take()) }
    return found
  }

  private mutating func column() -> Column? {
    if consume("*") { return Column(name: "*") }
    guard let word, word.first?.isLetter == true || word.first == "_" else { return nil }
    let name = take()
    guard consume("(") else { return Column(name: name, alias: self.name()) }
    let isDistinct = consume("distinct")
    let key = take()
    guard consume(")"), ["count", "sum", "avg", "min", "max"].contains(word) else { return nil }
    return Column(alias: self.name(), aggregate: Aggregate(function: word, key: key, isDistinct: isDistinct))
  }
}
