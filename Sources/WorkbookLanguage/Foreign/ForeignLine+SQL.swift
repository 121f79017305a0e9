import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// SQL with the names of the model: aliases, joins, aggregates, keys, and the tables and columns of Core Data's own files
/// (`ZPLAYER`, `ZFIRSTNAME`). The parser, which does not know the model, translates what names another table.
extension ForeignLine {
  func sqlTranslation(of line: String) -> Translation? {
    if line.trimmed.hasPrefix("--") { return specific("a comment begins with //", []) }
    var words = SQLReader.words(of: line)
    guard var verb = words.first?.lowercased() else { return nil }
    // fetch avg(pages) from Book
    if ["fetch", "get", "find", "show"].contains(verb), words.contains(where: { $0.lowercased() == "from" }),
      words.contains("(")
    {
      verb = "select"
      words[0] = verb
    }
    if words.last == ";" { words.removeLast() }
    if verb != "select", let end = words.firstIndex(where: { $0.lowercased() == "returning" }) {
      words.removeLast(words.count - end)
    }
    if let found = keyedQuery(words) { return found }
    if let found = definition(words) { return found }
    switch verb {
    case "select", "with": return selection(words)
    case "insert": return insertion(words)
    case "update": return update(words)
    case "delete", "truncate": return deletion(words)
    default: return nil
    }
  }

  /// The entity of a table: `Player` for `ZPLAYER`, `players` and `player`.
  func entity(ofTable word: String) -> String? {
    let name = word.lowercased().filter { $0 != "_" }
    return model.entityNames.first { $0 == word }
      ?? model.entityNames.first { entity in
        let own = entity.lowercased()
        return [own, own + "s", "z" + own, EnglishNouns.plural(own)].contains(name)
      }
  }

  /// The link from an entity to another; nil where there are several, as the columns do not tell which.
  private func relationship(from entity: String, to destination: String) -> RelationshipDescription? {
    let links = model.properties(of: entity).compactMap(\.relationship).filter { $0.destination == destination }
    return links.count == 1 ? links[0] : nil
  }

  /// `fetch Parcel where customer_id = 1`, `delete Parcel where id = 2`: a query with the key of an object.
  private func keyedQuery(_ words: [String]) -> Translation? {
    guard words.count > 5, ["fetch", "count", "delete"].contains(words[0]), isEntityName(words[1]), words[2] == "where"
    else { return nil }
    let end = words.firstIndex { ["sort", "select", "limit", "offset"].contains($0) } ?? words.count
    let condition = SQLScope(model, words[1]).condition(Array(words[3..<end]))
    guard condition.contains("#") else { return nil }
    let rest = end < words.count ? " " + SQLReader.text(Array(words[end...])) : ""
    return specific(
      "objects have no key of their own: an object ID is written with #",
      ["\(words[0]) \(words[1]) where \(condition)\(rest)"])
  }

  // MARK: Statements

  /// `INSERT INTO Parcel (kilos, customer_id) VALUES (4, 1), (5, 2)`: a statement for each row.
  private func insertion(_ words: [String]) -> Translation? {
    guard words.count > 4, words[1].lowercased() == "into", let entity = entity(ofTable: words[2]),
      let start = words.firstIndex(where: { $0.lowercased() == "values" })
    else { return nil }
    let scope = SQLScope(model, entity)
    let named = Array(words[3..<start].filter { !["(", ")", ","].contains($0) })
    let attributes = model.properties(of: entity).compactMap(\.attribute).map(\.name)
    var rows: [[[String]]] = []
    var depth = 0
    for word in words[(start + 1)...] {
      switch (word, depth) {
      case ("(", 0): rows.append([[]])
      case (",", 1): rows[rows.count - 1].append([])
      case (_, 0): continue
      case (")", 1): break
      default: rows[rows.count - 1][rows[rows.count - 1].count - 1].append(word)
      }
      depth += word == "(" ? 1 : word == ")" ? -1 : 0
      guard depth >= 0 else { return nil }
    }
    var statements: [String] = []
    for row in rows {
      let keys = named.isEmpty ? Array(attributes.prefix(row.count)) : named
      guard keys.count == row.count, !row.isEmpty else { return nil }
      let values = zip(keys, row).compactMap { key, value -> String? in
        let found = scope.path(key)
        // An object gets its number by itself.
        if found?.text == "SELF" { return nil }
        let text = scope.value(value, of: found?.object, isDate: found.map { scope.isDate($0.text) } ?? false)
        return "\(found?.text ?? key): \(text)"
      }
      statements.append("\(entity)(\(values.joined(separator: ", ")))")
    }
    guard !statements.isEmpty else { return nil }
    return specific("an object is made by its entity's name", statements)
  }

  /// `UPDATE Book SET pages = pages + 1 WHERE title LIKE 'O%'`: the keys of the objects are those of the loop's name.
  private func update(_ words: [String]) -> Translation? {
    guard words.count > 5, let entity = entity(ofTable: words[1]), words[2].lowercased() == "set" else { return nil }
    let scope = SQLScope(model, entity)
    let end = words.firstIndex { $0.lowercased() == "where" } ?? words.count
    let condition = end < words.count ? scope.condition(Array(words[(end + 1)...])) : ""
    let object = scope.soleObject(condition)
    let name = object ?? "x"
    let statements = words[3..<end].split(separator: ",").compactMap { part -> String? in
      guard part.count > 2, let key = part.first, part[part.startIndex + 1] == "=" else { return nil }
      let found = scope.path(key)
      return "\(name).\(found?.text ?? key) = "
        + scope.value(
          Array(part.dropFirst(2)), of: found?.object, isDate: found.map { scope.isDate($0.text) } ?? false,
          owner: "\(name).")
    }
    guard !statements.isEmpty else { return nil }
    let reason = "a value is set on its object"
    if object != nil { return specific(reason, statements) }
    let query = "fetch \(entity)\(condition.isEmpty ? "" : " where \(condition)")"
    return specific(reason, ["for x in (\(query)) { \(statements.joined(separator: "; ")) }"])
  }

  /// `DELETE FROM Book WHERE title LIKE 'O%'`, `TRUNCATE TABLE Book`
  private func deletion(_ words: [String]) -> Translation? {
    let rest = words.dropFirst().filter { !["from", "table", "only"].contains($0.lowercased()) }
    guard words.count > 1, let table = rest.first, let entity = entity(ofTable: table),
      words[0].lowercased() == "truncate" || words[1].lowercased() == "from"
    else { return nil }
    guard rest.count > 2, rest[1].lowercased() == "where" else {
      guard rest.count == 1 else { return nil }
      return specific("a fetch says which objects are deleted; this deletes them all", ["delete fetch \(entity)"])
    }
    let scope = SQLScope(model, entity)
    let condition = scope.condition(Array(rest[2...]))
    return specific(
      "objects are deleted by their entity",
      ["delete \(scope.soleObject(condition) ?? "\(entity) where \(condition)")"])
  }

  // MARK: SELECT

  private func selection(_ words: [String]) -> Translation? {
    let from = words.firstIndex { $0.lowercased() == "from" }
    let table = from.flatMap { place -> String? in
      let next = place + 1 < words.count && words[place + 1].lowercased() == "only" ? place + 2 : place + 1
      return next < words.count ? entity(ofTable: words[next]) : nil
    }
    if let found = table.flatMap({ subquery(words, of: $0) }) { return found }
    if let reason = unsupportedClause(words) { return specific(reason, []) }
    guard let table else { return nil }
    let tail = words.drop { $0.lowercased() != "group" }.prefix { $0.lowercased() != "order" }
    if tail.contains(where: { ["+", "-", "*", "/", "%"].contains($0) }), !tail.isEmpty,
      !tail.contains(where: { $0.lowercased() == "having" })
    {
      return specific("'group' puts objects together by a key path, and not by an expression", [])
    }
    var reader = SQLReader(words)
    guard let query = reader.select() else { return unreadable(words) }
    guard let scope = scope(of: query, table) else { return nil }
    if let found = ownersOfMany(query, table, scope) { return found }
    let condition = joined(scope.condition(query.condition), query, scope)
    let filtered = "\(query.isOnly ? "only " : "")\(scope.entity)\(condition.isEmpty ? "" : " where \(condition)")"
    var reason = query.joins.isEmpty ? "objects are fetched by their entity" : "a key path takes the place of a join"
    if query.joins.contains(where: \.isOuter), scope.entity != table {
      reason += "; \(DisplayText.withArticle(table)) to which nothing is joined is not among the rows"
    }
    let aggregates = query.columns.compactMap(\.aggregate)
    if !query.group.isEmpty { return grouping(query, scope, condition) }
    if !aggregates.isEmpty {
      guard aggregates.count == query.columns.count else { return nil }
      let statements = aggregates.map { aggregate -> String in
        let path = scope.path(aggregate.key)?.text ?? aggregate.key
        if aggregate.isDistinct { return "(fetch \(filtered) select \(path) distinct).@count" }
        // COUNT(age) leaves out the rows without one.
        if aggregate.isCount, aggregate.key != "*", aggregate.key != "1", path != "SELF" {
          return "count \(filtered)\(condition.isEmpty ? " where" : " AND") \(path) != nil"
        }
        return aggregate.isCount ? "count \(filtered)" : "(fetch \(filtered)).@\(aggregate.function).\(path)"
      }
      return specific(aggregates.count == 1 ? reason : "each of them is a statement", statements)
    }
    var text = "fetch \(filtered)"
    let columns = query.columns.filter { $0.name != "*" && !$0.name.hasSuffix(".*") }
      .map { scope.path($0.name)?.text ?? $0.name }
    if !columns.isEmpty { text += " select \(columns.joined(separator: ", "))\(query.isDistinct ? " distinct" : "")" }
    if !query.order.isEmpty {
      guard !query.order.contains(where: { $0.key.contains("(") }) else {
        return specific("'sort' takes key paths, and no function", [])
      }
      text += " sort "
      text += query.order.map { (scope.path($0.key)?.text ?? $0.key) + ($0.isDescending ? " desc" : "") }
        .joined(separator: ", ")
    }
    if let limit = query.limit { text += " limit \(limit)" }
    if let offset = query.offset { text += " offset \(offset)" }
    return specific(reason, [text])
  }

  /// The tables of a query, and which of them is fetched: of a table and its to-many the objects at the many end, as a row has one
  /// value for each column. Nil where no relationship joins two of them.
  private func scope(of query: SQLReader.Query, _ table: String) -> SQLScope? {
    var scope = SQLScope(model, table, alias: query.alias)
    if query.joins.count == 1, let other = entity(ofTable: query.joins[0].table),
      let forward = relationship(from: table, to: other), forward.isToMany,
      let back = relationship(from: other, to: table), !back.isToMany
    {
      scope = SQLScope(model, other, alias: query.joins[0].alias)
      scope.name(table, query.alias, path: "\(back.name).", entity: table)
      scope.name(query.table, nil, path: "\(back.name).", entity: table)
      scope.name(query.joins[0].table, nil, path: "", entity: other)
      return scope
    }
    scope.name(query.table, nil, path: "", entity: table)
    for join in query.joins {
      guard let other = entity(ofTable: join.table) else { return nil }
      // From the last table that leads there.
      let reached = scope.tables.values.sorted { $0.path.count > $1.path.count }
      guard
        let (start, link) = reached.lazy.compactMap({ start in
          relationship(from: start.entity, to: other).map { (start, $0) }
        }).first
      else { return nil }
      let path = "\(start.path)\(link.name)."
      scope.name(other, join.alias, path: path, entity: other)
      scope.name(join.table, nil, path: path, entity: other)
    }
    return scope
  }

  /// A condition and, for an inner join, that what is joined is there.
  private func joined(_ condition: String, _ query: SQLReader.Query, _ scope: SQLScope) -> String {
    guard !query.joins.contains(where: \.isOuter) else { return condition }
    let paths = Set(scope.tables.values.map(\.path)).filter { path in
      !path.isEmpty && path.filter { $0 == "." }.count == 1 && !condition.contains(path)
    }
    let isThere = paths.sorted().compactMap { path -> String? in
      let key = String(path.dropLast())
      guard let link = model.property(key, of: scope.entity)?.property.relationship, !link.isToMany, link.isOptional,
        !condition.contains("\(key) ==")
      else { return nil }
      return "\(key) != nil"
    }
    return ([condition].filter { !$0.isEmpty } + isThere).joined(separator: " AND ")
  }

  /// `SELECT t.* FROM team t JOIN player p … WHERE p.age > 38`, `… LEFT JOIN … WHERE p.id IS NULL`: the objects at the end of one,
  /// by what they have many of. Nil for another query.
  private func ownersOfMany(_ query: SQLReader.Query, _ table: String, _ scope: SQLScope) -> Translation? {
    guard scope.entity != table, query.joins.count == 1, query.group.isEmpty,
      let link = relationship(from: table, to: scope.entity), link.isToMany,
      case let own = [query.table, query.alias ?? query.table].map({ $0.lowercased() }),
      query.columns.allSatisfy({ column in
        column.aggregate == nil && own.contains(column.name.split(separator: ".").first.map { $0.lowercased() } ?? "")
      })
    else { return nil }
    let reason = "a condition on what an object has many of takes the place of a join"
    let condition = scope.condition(query.condition)
    if query.joins[0].isOuter, condition == "SELF == nil" {
      return specific(reason, ["fetch \(table) where \(link.name).@count == 0"])
    }
    guard !query.joins[0].isOuter else { return nil }
    if condition.isEmpty { return specific(reason, ["fetch \(table) where \(link.name).@count > 0"]) }
    let back = model.inverse(of: link.name, in: table)?.relationship.name ?? ""
    guard !condition.contains(" AND "), !condition.contains(" OR "), condition.first?.isLowercase == true,
      !condition.hasPrefix("\(back).")
    else { return specific(reason, ["fetch \(table) where ANY \(link.name).…"]) }
    return specific(reason, ["fetch \(table) where ANY \(link.name).\(condition)"])
  }

  private func grouping(_ query: SQLReader.Query, _ scope: SQLScope, _ condition: String) -> Translation? {
    func path(_ name: String) -> String { scope.path(name)?.text ?? name }
    let aggregates = query.columns.compactMap(\.aggregate)
    let asked = aggregates.map { $0.isCount ? "count" : "\($0.function) \(path($0.key))" }
    let keys = query.group.map(path).joined(separator: ", ")
    let filtered = "\(scope.entity)\(condition.isEmpty ? "" : " where \(condition)")"
    var text = "group \(filtered) by \(keys): \(asked.isEmpty ? "count" : asked.joined(separator: ", "))"
    if !query.having.isEmpty {
      // COUNT(*), SUM(pages)
      let having = query.having.joined(separator: " ").replacing(/(?i)count \( [\w.*]+ \)/, with: "count")
        .replacing(/(?i)\b(sum|avg|min|max) \( ([\w.]+) \)/) { "\($0.1.lowercased()) \(path(String($0.2)))" }
      guard !having.contains("(") else { return nil }
      text += " having \(scope.condition(having.split(separator: " ").map(String.init)))"
    }
    let isOuter = query.joins.contains(where: \.isOuter) && query.columns.contains { $0.aggregate?.isCount == true }
    var reason = "'group' puts objects together" + (isOuter ? "; a group without objects is not there" : "")
    let made = query.group.map(path) + (asked.isEmpty ? ["count"] : asked)
    /// The column of the groups that an order names: by its place, its alias, its aggregate or its key.
    func column(_ key: String) -> String? {
      if let place = Int(key) {
        return query.columns.indices.contains(place - 1) ? word(query.columns[place - 1]) : nil
      }
      if let named = query.columns.first(where: { $0.alias?.lowercased() == key.lowercased() }) { return word(named) }
      if key.lowercased().hasPrefix("count(") { return "count" }
      if let match = key.wholeMatch(of: /(?i)(sum|avg|min|max)\(([\w.]+)\)/) {
        return "\(match.1.lowercased()) \(path(String(match.2)))"
      }
      return path(key)
    }
    func word(_ column: SQLReader.Column) -> String {
      column.aggregate.map { $0.isCount ? "count" : "\($0.function) \(path($0.key))" } ?? path(column.name)
    }
    let order = query.order.compactMap { key, isDescending in
      column(key).flatMap { made.contains($0) ? $0 + (isDescending ? " desc" : "") : nil }
    }
    if order.count == query.order.count {
      if !order.isEmpty { text += " sort \(order.joined(separator: ", "))" }
      if let limit = query.limit { text += " limit \(limit)" }
      if let offset = query.offset { text += " offset \(offset)" }
    } else {
      reason += "; groups are sorted by one of their own columns, so the order is left out"
    }
    return specific(reason, [text])
  }

  /// `WHERE pages = (SELECT MAX(pages) FROM Book)`, `WHERE id IN (SELECT author_id FROM Book WHERE …)`, `WHERE EXISTS (SELECT …)`
  /// and its negation, where one of them is the whole condition.
  private func subquery(_ words: [String], of entity: String) -> Translation? {
    guard let start = words.firstIndex(where: { $0.lowercased() == "where" }),
      let inner = words[start...].firstIndex(where: { $0.lowercased() == "select" }), words[inner - 1] == "(",
      words.last == ")"
    else { return nil }
    var outer = SQLReader(Array(words[..<start]))
    guard let query = outer.select(), query.columns.allSatisfy({ $0.aggregate == nil }), query.joins.isEmpty else {
      return nil
    }
    let head = words[(start + 1)..<(inner - 1)].map { $0.lowercased() }
    let inside = Array(words[inner..<(words.count - 1)])
    let scope = SQLScope(model, entity, alias: query.alias)
    let columns = query.columns.filter { $0.name != "*" && !$0.name.hasSuffix(".*") }
      .map { scope.path($0.name)?.text ?? $0.name }
    let selected = columns.isEmpty ? "" : " select \(columns.joined(separator: ", "))"
    // SELECT 1 FROM …
    var reader = SQLReader(inside.enumerated().map { $0.offset == 1 && $0.element == "1" ? "*" : $0.element })
    guard let other = reader.select(), other.joins.isEmpty, let table = self.entity(ofTable: other.table) else {
      return nil
    }
    if let aggregate = other.columns.first?.aggregate, !aggregate.isCount, head.count == 2, other.columns.count == 1,
      let key = scope.path(words[start + 1])?.text
    {
      let own = SQLScope(model, table, alias: other.alias)
      let condition = own.condition(other.condition)
      let path = own.path(aggregate.key)?.text ?? aggregate.key
      let sign = head[1] == "=" ? "==" : head[1] == "<>" ? "!=" : head[1]
      return specific(
        "a condition has no second SELECT: the value gets a name first",
        [
          "let found = (fetch \(table)\(condition.isEmpty ? "" : " where \(condition)")).@\(aggregate.function).\(path)",
          "fetch \(entity) where \(key) \(sign) $found\(selected)",
        ])
    }
    let isExists = head == ["exists"] || head == ["not", "exists"]
    let isMember = head.count == 2 && head[1] == "in" || head.count == 3 && head[1] == "not" && head[2] == "in"
    let column = isMember ? other.columns.first?.name : nil
    let byColumn = column.flatMap { SQLScope(model, table, alias: other.alias).path($0) }
      .flatMap { model.inverse(of: $0.text, in: table) }
    let ways = model.properties(of: entity).compactMap(\.relationship).filter { $0.destination == table }
    guard isExists || isMember,
      let link = byColumn.flatMap({ $0.entity == entity ? $0.relationship : nil }) ?? (ways.count == 1 ? ways[0] : nil)
    else { return nil }
    let isNegated = head.contains("not")
    var own = SQLScope(model, table, alias: other.alias)
    if let back = model.inverse(of: link.name, in: entity)?.relationship {
      own.name(entity, query.alias, path: "\(back.name).", entity: entity)
      own.name(query.table, nil, path: "\(back.name).", entity: entity)
    }
    let condition = own.condition(other.condition)
    guard link.isToMany else { return nil }
    let any: String
    if condition.isEmpty {
      any = "\(link.name).@count \(isNegated ? "==" : ">") 0"
    } else if condition.contains(" AND ") || condition.contains(" OR ") || condition.first?.isLowercase != true {
      let inner = condition.prefixingKeys(of: table, in: model)
      any = "SUBQUERY(\(link.name), $x, \(inner)).@count \(isNegated ? "==" : ">") 0"
    } else {
      any = "\(isNegated ? "NOT " : "")ANY \(link.name).\(condition)"
    }
    return specific(
      "a relationship takes the place of a second SELECT", ["fetch \(entity) where \(any)\(selected)"])
  }

  /// Why a `SELECT` of one of the model's tables cannot be said, so that no part of it is dropped silently.
  private func unreadable(_ words: [String]) -> Translation? {
    let columns = words.prefix { $0.lowercased() != "from" }
    if columns.contains("||") || columns.contains(where: { ["+", "-", "/", "%"].contains($0) }) {
      return specific("'select' takes key paths, and no expression: compute it in the program", [])
    }
    if let call = columns.indices.dropFirst().first(where: {
      columns[$0] == "(" && columns[$0 - 1].first?.isLetter == true
    }
    ) {
      return specific("'select' takes key paths, and no function \(columns[call - 1])", [])
    }
    return nil
  }
}

extension String {
  /// A condition with `$x.` before each key of an entity, for `SUBQUERY`.
  fileprivate func prefixingKeys(of entity: String, in model: ManagedObjectModel) -> String {
    replacing(/(?<quoted>"[^"]*")|\b[a-z]\w*/) { match in
      if match.quoted != nil { return String(match.0) }
      return model.property(String(match.0), of: entity) == nil ? String(match.0) : "$x.\(match.0)"
    }
  }
}
