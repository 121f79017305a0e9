import Diagnostics
import ObjectGraph
import Predicates

/// Translates SQL that defines tables, and rejects clauses that a fetch cannot express: no translation is better than one that
/// drops a part of the question.
extension ForeignLine {
  /// `ALTER TABLE`, `CREATE INDEX`, `CREATE VIEW`, `DROP TABLE`, transactions and `EXPLAIN`.
  func definition(_ words: [String]) -> Translation? {
    guard !words.isEmpty else { return nil }
    let lowered = words.map { $0.lowercased() }
    func at(_ place: Int, _ word: String) -> Bool { place < lowered.count && lowered[place] == word }
    func entity(_ place: Int) -> String? { place < words.count ? self.entity(ofTable: words[place]) : nil }
    switch lowered[0] {
    case "alter":
      guard at(1, "table"), let owner = entity(2) else { return nil }
      return alteration(of: owner, words, lowered)
    case "create":
      if at(1, "table") { return tableDefinition(words) }
      let isUnique = at(1, "unique")
      if at(isUnique ? 2 : 1, "index") {
        guard let on = lowered.firstIndex(of: "on"), let owner = entity(on + 1) else { return nil }
        let keys = names(inBracketsOf: words, after: on)
        guard let first = keys.first, keys.allSatisfy({ model.property($0, of: owner) != nil }),
          !lowered.contains("where")
        else { return specific("an index is of whole properties, and of all objects: change \(owner), index …: …", []) }
        if isUnique {
          return specific(
            "what is unique is an option of the entity", ["change \(owner), unique \(keys.joined(separator: ", "))"])
        }
        if keys.count == 1 {
          return specific("an index is an option of the attribute", ["change \(owner).\(first), indexed"])
        }
        let name =
          on > 1 && lowered[on - 1] != "index"
          ? SQLColumn.propertyName(words[on - 1]) : "by\(first.prefix(1).uppercased())\(first.dropFirst())"
        return specific(
          "an index of several properties is an option of the entity",
          ["change \(owner), index \(name): \(keys.joined(separator: ", "))"])
      }
      guard at(1, "view"), words.count > 4, let select = lowered.firstIndex(of: "select") else { return nil }
      let name = words[2].split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      guard let fetch = fetch(Array(words[select...])) else { return nil }
      return specific("a view is a fetch request template", ["template \(name) = \(fetch)"])
    case "drop" where at(1, "index") || at(1, "view"):
      return specific("an index is taken away by change, and a template by remove", [])
    case "drop":
      guard at(1, "table"), let owner = entity(at(2, "if") ? 4 : 2) else { return nil }
      return specific("an entity is removed with remove", ["remove \(owner)"])
    case "begin", "start":
      guard words.count == 1 || ["transaction", "work", ";"].contains(lowered[1]) else { return nil }
      return specific("no transaction has to be begun: changes are pending until save", [])
    case "savepoint", "release", "rollback":
      guard words.count > 1, lowered[0] == "savepoint" || at(1, "to") || at(1, "savepoint") else { return nil }
      return specific(
        "there are no savepoints: undo takes back one step, and rollback everything since the last save", [])
    case "explain":
      if let place = lowered.firstIndex(of: "delete") {
        guard let deletion = sqlTranslation(of: SQLReader.text(Array(words[place...]))), deletion.statements.count == 1
        else { return nil }
        return specific("'explain delete' says what a deletion would do", ["explain \(deletion.statements[0])"])
      }
      guard let select = lowered.firstIndex(of: "select"), let fetch = fetch(Array(words[select...])) else {
        return nil
      }
      return specific("'explain fetch' shows the steps of a fetch", ["explain \(fetch)"])
    case "show" where at(1, "tables") && words[0] != "show":
      return specific("'show model' lists the entities", ["show model"])
    case SortDirection.descending.rawValue:
      // DESC Parcel
      guard words.count == 2, let owner = entity(1) else { return nil }
      return specific("'show' shows an entity", ["show \(owner)"])
    case "merge" where at(1, "into"), "replace" where at(1, "into"):
      return specific(
        "there is no \(words[0].uppercased()): a uniqueness constraint and a merge policy do it at save", [])
    case "vacuum", "analyze", "reindex":
      guard words.count < 3 else { return nil }
      return specific("a graph in memory has no tables to tidy: leave it out", [])
    case "grant", "revoke": return specific("the workbook has one person, and no rights to give", [])
    case "add", "change": return typedInSQL(words)
    default: return nil
    }
  }

  func specific(_ reason: String, _ statements: [String]) -> Translation {
    Translation(reason, statements, isSpecific: true)
  }

  private func names(inBracketsOf words: [String], after place: Int) -> [String] {
    guard let open = words[place...].firstIndex(of: "("), let close = words[open...].firstIndex(of: ")") else {
      return []
    }
    return words[(open + 1)..<close].filter { $0 != "," }
  }

  /// A fetch for a `SELECT`, without the columns; nil where it is none.
  private func fetch(_ words: [String]) -> String? {
    guard unsupportedClause(words) == nil else { return nil }
    let found = sqlTranslation(of: SQLReader.text(words))?.statements.first ?? parserTranslation(words)
    guard let found, found.hasPrefix("fetch "), !found.contains("…") else { return nil }
    let parts = found.split(separator: " select ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return found }
    // Order and limit come after the columns.
    let rest = parts[1].firstRange(of: " sort ")?.lowerBound ?? parts[1].firstRange(of: " limit ")?.lowerBound
    return parts[0] + (rest.map { parts[1][$0...] } ?? "")
  }

  /// The statement that the parser offers for a line of SQL whose names are the model's; nil where it offers none.
  func parserTranslation(_ words: [String]) -> String? {
    WorkbookParser.parse(SourceText(SQLReader.text(words))).diagnostics.first?.offer
  }

  private func alteration(of owner: String, _ words: [String], _ lowered: [String]) -> Translation? {
    guard words.count > 4 else { return nil }
    // ALTER TABLE Team ADD a INT, ADD b INT
    let parts = Self.parts(words[3...])
    if parts.count > 1 {
      let found = parts.map { part in
        let line = words[..<3] + part
        return alteration(of: owner, Array(line), line.map { $0.lowercased() })
      }
      guard found.allSatisfy({ $0?.statements.isEmpty == false }) else { return nil }
      return specific("each change is a statement", found.flatMap { $0?.statements ?? [] })
    }
    if lowered[3] == "rename" {
      if lowered[4] == "to", words.count > 5 {
        return specific("'rename' takes a name and 'to'", ["rename \(owner) to \(words[5])"])
      }
      let start = lowered[4] == "column" ? 5 : 4
      guard start + 2 < words.count, lowered[start + 1] == "to" else { return nil }
      return specific("'rename' takes a name and 'to'", ["rename \(owner).\(words[start]) to \(words[start + 2])"])
    }
    if ["alter", "modify", "change"].contains(lowered[3]) { return columnChange(of: owner, words, lowered) }
    if lowered[3] == "drop" {
      if lowered[4] == "constraint" {
        return specific("a constraint has no name: this takes all of the entity away", ["change \(owner), no unique"])
      }
      let name = lowered[4] == "column" && words.count > 5 ? words[5] : words[4]
      let key = SQLScope(model, owner).path(name)?.text ?? name
      return specific("a property is removed from its entity", ["remove \(owner).\(key)"])
    }
    guard lowered[3] == "add" else { return nil }
    var rest = Array(words[4...])
    if rest[0].lowercased() == "constraint", rest.count > 2 { rest.removeFirst(2) }
    let first = rest[0].lowercased()
    if first == "unique" || first == "primary" {
      let keys = names(inBracketsOf: words, after: 4).map { SQLScope(model, owner).path($0)?.text ?? $0 }
      guard !keys.isEmpty else { return nil }
      return specific(
        "what is unique is an option of the entity", ["change \(owner), unique \(keys.joined(separator: ", "))"])
    }
    if first == "foreign" { return foreignKey(of: owner, words, lowered) }
    if first == "check" {
      let text = rest.dropFirst().filter { !["(", ")", ";"].contains($0) }
      let name = lowered[4] == "constraint" ? words[5] : SQLReader.text(text)
      let named = text.map { SQLScope(model, owner).path($0)?.text ?? $0 }
      let optional = model.properties(of: owner).filter(\.isOptional).map(\.name)
      var rule = rule(text, named, of: owner, optional: optional)
      if lowered[4] == "constraint" { rule.replace("rule \"\(SQLReader.text(text))\"", with: "rule \"\(name)\"") }
      return specific("a check is a rule of the entity", ["change \(owner), \(rule)"])
    }
    if first == "column" { rest.removeFirst() }
    guard let column = SQLColumn(rest) else { return nil }
    if column.reference != nil {
      guard let statements = relationship(column, of: owner) else {
        return specific("a reference is a relationship here, and there is no entity that it could lead to yet", [])
      }
      return specific("a reference is a relationship here", statements)
    }
    let isUnsafe = column.isRequired && column.defaultValue == nil && present.areThere(owner)
    let isOptional = isUnsafe || !column.isRequired && column.defaultValue == nil
    let named = column.check.map { SQLColumn.propertyName($0) == column.name ? column.name : $0 }
    let rules =
      column.check.isEmpty
      ? []
      : ["change \(owner), \(rule(column.check, named, of: owner, optional: isOptional ? [column.name] : []))"]
    return specific(
      isUnsafe
        ? "a required attribute needs a default value for the objects that are there, or is optional at first"
        : "a property is added to its entity",
      ["add \(owner).\(column.member(isOptional: isOptional))"] + rules)
  }

  /// `ALTER COLUMN note SET NOT NULL`, `ALTER COLUMN kilos TYPE BIGINT`, `MODIFY note VARCHAR(20) NOT NULL`
  private func columnChange(of owner: String, _ words: [String], _ lowered: [String]) -> Translation? {
    let start = lowered[4] == "column" ? 5 : 4
    guard start + 1 < words.count, let key = SQLScope(model, owner).path(words[start])?.text,
      let property = model.property(key, of: owner)?.property
    else { return nil }
    let subject = "\(owner).\(key)"
    let rest = Array(lowered[(start + 1)...])
    let reason = "a property is changed by its entity's name and its own"
    guard let attribute = property.attribute else {
      guard rest.dropFirst().first == "not" else {
        return specific("\(subject) is a relationship: its objects have no column to change", [])
      }
      return specific(reason, ["change \(subject), \(rest.first == "set" ? "required" : "optional")"])
    }
    switch (rest.first, rest.dropFirst().first) {
    case ("set", "not"): return specific(reason, ["change \(subject), required"])
    case ("drop", "not"): return specific(reason, ["change \(subject), optional"])
    case ("drop", "default"): return specific(reason, ["change \(subject), no default"])
    case ("set", "default"):
      guard start + 3 < words.count else { return nil }
      return specific(reason, ["change \(subject) = \(SQLScope(model, owner).value([words[start + 3]], of: nil))"])
    case ("type", _), ("set", "data"):
      guard let type = words.last(where: { Self.attributeType($0) != nil }).flatMap(Self.attributeType) else {
        return nil
      }
      return specific(reason, ["change \(subject): \(type)\(attribute.isOptional ? "?" : "")"])
    default:
      guard let column = SQLColumn([key] + words[(start + 1)...]) else { return nil }
      return specific(
        reason, ["change \(owner).\(column.member(isOptional: !column.isRequired && column.defaultValue == nil))"])
    }
  }

  /// `… FOREIGN KEY (author_id) REFERENCES Author(id) ON DELETE CASCADE`: the rule is that of the relationship there.
  private func foreignKey(of owner: String, _ words: [String], _ lowered: [String]) -> Translation? {
    guard let place = lowered.firstIndex(of: "references"), place + 1 < words.count,
      let other = entity(ofTable: words[place + 1])
    else { return nil }
    let key = names(inBracketsOf: words, after: 4).first ?? "\(other)_id"
    let named = SQLScope(model, owner).path(key).flatMap { model.inverse(of: $0.text, in: owner)?.relationship }
    let links = model.properties(of: other).compactMap(\.relationship).filter { $0.destination == owner }
    guard let link = named ?? (links.count == 1 ? links[0] : nil) else {
      guard var column = SQLColumn([key, "integer"]) else { return nil }
      column.reference = (other, SQLColumn.rule(lowered[place...]))
      return relationship(column, of: owner).map { specific("a foreign key is a relationship here", $0) }
    }
    guard let rule = Self.deleteRule(ofReference: SQLColumn.rule(lowered[place...])) else {
      return specific("a foreign key is a relationship here, and \(other).\(link.name) is there already", [])
    }
    return specific(
      "a foreign key is a relationship here, and its rule is that of the other end",
      ["change \(other).\(link.name), delete \(rule)"])
  }

  /// Why a `SELECT` has no counterpart; nil for one that may have.
  func unsupportedClause(_ words: [String]) -> String? {
    let owner = words.firstIndex { $0.lowercased() == "from" }
      .flatMap { $0 + 1 < words.count ? entity(ofTable: words[$0 + 1]) : nil }
    let links = owner.map { model.properties(of: $0).compactMap(\.relationship) } ?? []
    let lowered = words.map { $0.lowercased() }
    for (word, reason) in [
      ("union", "a fetch asks for the objects of one entity, so there is no UNION: write a fetch for each"),
      ("intersect", "a fetch has no INTERSECT: join the two conditions by AND"),
      ("except", "a fetch has no EXCEPT: add the other condition with AND NOT"),
      ("case", "'select' takes key paths, and no CASE"),
      ("over", "a fetch has no windows: group … by … puts objects together"),
      ("with", "a fetch has no WITH: a fetch request template is a fetch with a name"),
    ] where lowered.contains(word) && (word != "with" || lowered.first == "with") {
      return reason
    }
    for (place, word) in lowered.enumerated().dropFirst() where word == "select" {
      let isExists = place > 1 && lowered[..<place].suffix(2).contains("exists")
      if isExists {
        let link = links.first(where: \.isToMany)?.name ?? "books"
        return "EXISTS is a condition on a relationship here, such as \(link).@count > 0"
      }
      let isAggregate = place + 6 < words.count && ["avg", "sum", "min", "max"].contains(lowered[place + 1])
      guard isAggregate, lowered[place + 5] == "from" else {
        let link = links.first?.name
        return "a condition has no second SELECT: it follows a relationship\(link.map { ", such as \($0)" } ?? "")"
      }
      let (function, key, table) = (lowered[place + 1], words[place + 3], words[place + 6])
      return "a condition has no second SELECT: an aggregate is written as (fetch \(table)).@\(function).\(key)"
    }
    return nil
  }
}
