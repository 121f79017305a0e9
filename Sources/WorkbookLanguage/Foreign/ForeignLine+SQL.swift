import Diagnostics
import ObjectGraph
import Predicates

/// SQL with the names of the model: aliases, joins, aggregates, and the tables and columns of Core Data's own files
/// (`ZPLAYER`, `ZFIRSTNAME`). Plain SQL over one table is translated by the parser, which does not know the model.
extension ForeignLine {
  func sqlTranslation(of line: String) -> Translation? {
    var words = SQLReader.words(of: line)
    guard var verb = words.first?.lowercased() else { return nil }
    // fetch avg(pages) from Book
    if ["fetch", "get", "find", "show"].contains(verb), words.contains(where: { $0.lowercased() == "from" }),
      words.contains("(")
    {
      verb = "select"
      words[0] = verb
    }
    if let found = definition(words) { return found }
    guard ["select", "insert", "update", "delete", "with"].contains(verb) else { return nil }
    if ["select", "with"].contains(verb), let reason = unsupportedClause(words) { return specific(reason, []) }
    var named = words.map(nameOfTable)
    // `FROM books`, where an author also has books.
    for place in words.indices.dropFirst()
    where ["from", "join", "update", "into"].contains(words[place - 1].lowercased())
      && model[entity: named[place]] == nil
    {
      let table = words[place].lowercased()
      named[place] = model.entityNames.first { [table, "\(table)s"].contains($0.lowercased() + "s") } ?? named[place]
    }
    if verb == "select", let found = selection(named) { return found }
    if let found = verb == "update" ? update(named) : verb == "delete" ? deletion(named) : nil { return found }
    guard named != words else { return nil }
    // The same line with the names of the model, as the parser translates it.
    guard let statement = parserTranslation(named), !statement.contains("…") else { return nil }
    return specific("tables and columns are entities and properties here", [statement])
  }

  private func specific(_ reason: String, _ statements: [String]) -> Translation {
    Translation(reason, statements, isSpecific: true)
  }

  /// `Player` for `ZPLAYER` and `players`, `firstName` for `ZFIRSTNAME`; any other word as it is.
  private func nameOfTable(_ word: String) -> String {
    let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2 { return "\(parts[0]).\(nameOfTable(parts[1]))" }
    guard word.first?.isLetter == true, !isKey(word) else { return word }
    let lowered = word.lowercased()
    let bare = lowered.hasPrefix("z") ? String(lowered.dropFirst()) : lowered
    for entity in model.entityNames where [lowered, bare].contains(entity.lowercased()) { return entity }
    guard lowered.hasPrefix("z") else { return word }
    for entity in model.entityNames {
      for property in model.properties(of: entity) where property.name.lowercased() == bare { return property.name }
    }
    return word
  }

  private func isKey(_ word: String) -> Bool {
    model.entityNames.contains { model.property(word, of: $0) != nil }
  }

  /// `UPDATE Book SET pages = pages + 1 WHERE title LIKE 'O%'`: the keys of the objects are those of the loop's name.
  private func update(_ words: [String]) -> Translation? {
    guard words.count > 5, model[entity: words[1]] != nil, words[2].lowercased() == "set" else { return nil }
    let end = words.firstIndex { $0.lowercased() == "where" } ?? words.count
    let values = words[3..<end].filter { $0 != ";" }.map { word in
      model.property(word, of: words[1]) == nil ? (word.lowercased() == "null" ? "nil" : word) : "x.\(word)"
    }
    let statements = values.split(separator: ",").map { $0.joined(separator: " ") }
    let condition = end < words.count ? " where " + SQLReader.condition(words[(end + 1)...].filter { $0 != ";" }) : ""
    return specific(
      "a value is set on its object",
      ["for x in (fetch \(words[1])\(condition)) { \(statements.joined(separator: "; ")) }"])
  }

  /// `DELETE FROM Book WHERE title LIKE 'O%'`
  private func deletion(_ words: [String]) -> Translation? {
    guard words.count > 4, words[1].lowercased() == "from", model[entity: words[2]] != nil,
      words[3].lowercased() == "where"
    else { return nil }
    let condition = SQLReader.condition(words[4...].filter { $0 != ";" })
    return specific("objects are deleted by their entity", ["delete \(words[2]) where \(condition)"])
  }

  private func selection(_ words: [String]) -> Translation? {
    let tail = words.drop { $0.lowercased() != "group" }.prefix { $0.lowercased() != "order" }
    if tail.contains(where: { ["+", "-", "*", "/", "%"].contains($0) }), !tail.isEmpty,
      !tail.contains(where: { $0.lowercased() == "having" })
    {
      return specific("'group' puts objects together by a key path, and not by an expression", [])
    }
    var reader = SQLReader(words)
    guard let query = reader.select(), model[entity: query.table] != nil else { return nil }
    let aggregates = query.columns.compactMap(\.aggregate)
    let isLike = query.condition.contains { $0.lowercased() == "like" }
    let isBetween = query.condition.contains { $0.lowercased() == "between" }
    guard
      query.alias != nil || !query.joins.isEmpty || !aggregates.isEmpty || !query.group.isEmpty || isLike || isBetween
    else {
      return nil
    }
    var entity = query.table
    var paths = [query.table: ""]
    if let alias = query.alias { paths[alias] = "" }
    for join in query.joins {
      guard let forward = relationship(from: entity, to: join.table) else { return nil }
      if forward.isToMany, query.joins.count == 1, !query.group.isEmpty || !aggregates.isEmpty,
        let back = relationship(from: join.table, to: entity), !back.isToMany
      {
        // What is counted are the objects at the many end.
        paths = paths.mapValues { _ in "\(back.name)." }
        entity = join.table
        paths[join.alias ?? join.table] = ""
        paths[join.table] = ""
      } else {
        paths[join.alias ?? join.table] = "\(forward.name)."
        paths[join.table] = "\(forward.name)."
      }
    }
    func path(_ name: String) -> String {
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, let path = paths[parts[0]] else { return name }
      return path + parts[1]
    }
    let condition = query.condition.isEmpty ? "" : " where \(SQLReader.condition(query.condition.map(path)))"
    let reason = query.joins.isEmpty ? "objects are fetched by their entity" : "a key path takes the place of a join"
    if !query.group.isEmpty {
      let asked = aggregates.map { $0.isCount ? "count" : "\($0.function) \(path($0.key))" }
      let keys = query.group.map(path).joined(separator: ", ")
      var text = "group \(entity)\(condition) by \(keys): \(asked.isEmpty ? "count" : asked.joined(separator: ", "))"
      if !query.having.isEmpty {
        // COUNT(*), SUM(pages)
        let having = query.having.map(path).joined(separator: " ").replacing(/(?i)count \( [\w.*]+ \)/, with: "count")
          .replacing(/(?i)\b(sum|avg|min|max) \( ([\w.]+) \)/) { "\($0.1.lowercased()) \($0.2)" }
        guard !having.contains("(") else { return nil }
        text += " having \(SQLReader.condition(having.split(separator: " ").map(String.init)))"
      }
      return specific("'group' puts objects together", [text])
    }
    if !aggregates.isEmpty {
      guard aggregates.count == query.columns.count else { return nil }
      return specific(
        aggregates.count == 1 ? reason : "each of them is a statement",
        aggregates.map {
          $0.isCount ? "count \(entity)\(condition)" : "(fetch \(entity)\(condition)).@\($0.function).\(path($0.key))"
        })
    }
    var text = "fetch \(entity)\(condition)"
    let columns = query.columns.map { path($0.name) }.filter { $0 != "*" && !$0.hasSuffix(".*") }
    if !columns.isEmpty { text += " select \(columns.joined(separator: ", "))" }
    if !query.order.isEmpty {
      text += " sort " + query.order.map { path($0.key) + ($0.isDescending ? " desc" : "") }.joined(separator: ", ")
    }
    if let limit = query.limit { text += " limit \(limit)" }
    return specific(reason, [text])
  }

  private func relationship(from entity: String, to destination: String) -> RelationshipDescription? {
    model.properties(of: entity).compactMap(\.relationship).first { $0.destination == destination }
  }
}

/// The clauses of a `SELECT` over one table, or several that are joined.
struct SQLReader {
  struct Aggregate {
    /// `count`, `sum`, `avg`, `min` or `max`.
    var function: String
    var key: String
    var isCount: Bool { function == "count" }
  }

  struct Column {
    var name = ""
    var aggregate: Aggregate?
  }

  struct Join {
    var table: String
    var alias: String?
  }

  struct Query {
    var columns: [Column] = []
    var table = ""
    var alias: String?
    var joins: [Join] = []
    var condition: [String] = []
    var group: [String] = []
    var having: [String] = []
    var order: [(key: String, isDescending: Bool)] = []
    var limit: String?
  }

  private let words: [String]
  private var place = 1

  init(_ words: [String]) { self.words = words.last == ";" ? words.dropLast() : words }

  /// The words of a line: names with their dots, numbers, texts with their quotes, and signs.
  static func words(of line: String) -> [String] {
    line.matches(of: /'[^']*'|"[^"]*"|[A-Za-z_][\w.]*(?:\.\*)?|[0-9.]+|<>|!=|<=|>=|\S/).map { String($0.output) }
  }

  static func text(_ words: [String]) -> String { words.joined(separator: " ") }

  /// A condition in the workbook's signs.
  static func condition(_ words: [String]) -> String {
    var text: [String] = []
    for word in words {
      switch word.lowercased() {
      case "=": text.append("==")
      case "<>": text.append("!=")
      case "is": text.append("==")
      case "not" where text.last == "==": text[text.count - 1] = "!="
      case "null": text.append("nil")
      case "and", "or", "not", "in", "like", "between": text.append(word.uppercased())
      // The signs for any text and for any character are others.
      case _ where text.last == "LIKE": text.append(word.replacing("%", with: "*").replacing("_", with: "?"))
      default: text.append(word)
      }
    }
    // BETWEEN 5 AND 10
    while let place = text.firstIndex(of: "BETWEEN"), place + 3 < text.count, text[place + 2] == "AND" {
      text.replaceSubrange((place + 1)...(place + 3), with: ["{\(text[place + 1]), \(text[place + 3])}"])
      text[place] = "BETWEEN "
    }
    return text.joined(separator: " ").replacing("BETWEEN  ", with: "BETWEEN ")
  }

  private static let keywords: Set<String> = [
    "where", "join", "inner", "left", "right", "outer", "cross", "on", "group", "order", "limit", "having", "offset",
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
    guard let word, word.first?.isLetter == true, !Self.keywords.contains(word) else { return nil }
    return take()
  }

  /// nil for what is no such `SELECT`.
  mutating func select() -> Query? {
    var query = Query()
    _ = consume("distinct")
    repeat {
      guard let column = column() else { return nil }
      query.columns.append(column)
    } while consume(",")
    guard consume("from"), let table = name() else { return nil }
    query.table = table
    query.alias = name()
    while let word, ["join", "inner", "left", "right", "outer", "cross"].contains(word) {
      place += 1
      guard word == "join" else { continue }
      guard let table = name() else { return nil }
      query.joins.append(Join(table: table, alias: name()))
      if consume("on") { _ = rest() }
    }
    if consume("where") { query.condition = rest() }
    if consume("group") {
      guard consume("by") else { return nil }
      query.group = rest().filter { $0 != "," }
    }
    if consume("having") { query.having = rest() }
    if consume("order") {
      guard consume("by") else { return nil }
      for word in rest() where word != "," {
        if let direction = SortDirection(rawValue: word.lowercased()) {
          if direction == .descending, !query.order.isEmpty { query.order[query.order.count - 1].isDescending = true }
        } else {
          query.order.append((word, false))
        }
      }
    }
    if consume("limit") { query.limit = take() }
    return place >= words.count ? query : nil
  }

  private mutating func rest() -> [String] {
    var found: [String] = []
    while let word, !Self.keywords.contains(word) { found.append(take()) }
    return found
  }

  private mutating func column() -> Column? {
    if consume("*") { return Column(name: "*") }
    guard let word, word.first?.isLetter == true else { return nil }
    let name = take()
    guard consume("(") else {
      if consume("as") { place += 1 }
      return Column(name: name)
    }
    let key = take()
    guard consume(")"), ["count", "sum", "avg", "min", "max"].contains(word) else { return nil }
    if consume("as") { place += 1 }
    return Column(aggregate: Aggregate(function: word, key: key))
  }
}
