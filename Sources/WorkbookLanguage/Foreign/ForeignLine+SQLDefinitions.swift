import Diagnostics
import ObjectGraph
import Predicates

/// Translates SQL that defines tables, and rejects clauses that a fetch cannot express: no translation is better than one that
/// drops a part of the question.
extension ForeignLine {
  /// `ALTER TABLE`, `CREATE INDEX`, `CREATE VIEW`, `DROP TABLE`, transactions and `EXPLAIN`.
  func definition(_ words: [String]) -> Translation? {
    let lowered = words.map { $0.lowercased() }
    func at(_ place: Int, _ word: String) -> Bool { place < lowered.count && lowered[place] == word }
    func entity(_ place: Int) -> String? {
      place < words.count ? model.entityNames.first { table(words[place], is: $0) } : nil
    }
    switch lowered[0] {
    case "alter":
      guard at(1, "table"), let owner = entity(2) else { return nil }
      return alteration(of: owner, words, lowered)
    case "create":
      if at(1, "table") { return keyedTable(words, lowered) }
      let isUnique = at(1, "unique")
      if at(isUnique ? 2 : 1, "index") {
        guard let on = lowered.firstIndex(of: "on"), let owner = entity(on + 1) else { return nil }
        let keys = names(inBracketsOf: words, after: on)
        guard let first = keys.first, keys.allSatisfy({ model.property($0, of: owner) != nil }) else { return nil }
        if isUnique {
          return specific(
            "what is unique is an option of the entity", ["change \(owner), unique \(keys.joined(separator: ", "))"])
        }
        return keys.count == 1
          ? specific("an index is an option of the attribute", ["change \(owner).\(first), indexed"]) : nil
      }
      guard at(1, "view"), words.count > 4, let select = lowered.firstIndex(of: "select") else { return nil }
      let name = words[2].split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      guard let fetch = fetch(Array(words[select...])) else { return nil }
      return specific("a view is a fetch request template", ["template \(name) = \(fetch)"])
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
      guard let select = lowered.firstIndex(of: "select"), let fetch = fetch(Array(words[select...])) else {
        return nil
      }
      return specific("'explain fetch' shows the steps of a fetch", ["explain \(fetch)"])
    default: return nil
    }
  }

  private func specific(_ reason: String, _ statements: [String]) -> Translation {
    Translation(reason, statements, isSpecific: true)
  }

  private func table(_ word: String, is entity: String) -> Bool {
    let name = entity.lowercased()
    return [name, name + "s", "z" + name].contains(word.lowercased())
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

  /// `CREATE TABLE Publisher (id INTEGER PRIMARY KEY, …)`: what is a key there is unique here. Nil for one without a key of one
  /// column, which the parser translates.
  private func keyedTable(_ words: [String], _ lowered: [String]) -> Translation? {
    guard let primary = lowered.firstIndex(of: "primary"),
      let start = lowered[..<primary].lastIndex(where: { $0 == "(" || $0 == "," }), start + 1 < primary,
      let text = parserTranslation(words), text.hasPrefix("entity "), text.hasSuffix(" }")
    else { return nil }
    let key = words[start + 1]
    guard let column = text.firstRange(of: "\(key): "), case let rest = text[column.upperBound...],
      let mark = rest.firstIndex(where: { $0 == "?" || $0 == ";" || $0 == " " })
    else { return nil }
    var entity = text
    if rest[mark] == "?" { entity.remove(at: mark) }
    return specific(
      "a kind of object is an entity here; objects have an identity without a key, and a key can be unique",
      ["\(entity.dropLast(2)); unique \(key) }"])
  }

  private func alteration(of owner: String, _ words: [String], _ lowered: [String]) -> Translation? {
    guard words.count > 4 else { return nil }
    if lowered[3] == "rename" {
      if lowered[4] == "to", words.count > 5 {
        return specific("'rename' takes a name and 'to'", ["rename \(owner) to \(words[5])"])
      }
      let start = lowered[4] == "column" ? 5 : 4
      guard start + 2 < words.count, lowered[start + 1] == "to" else { return nil }
      return specific("'rename' takes a name and 'to'", ["rename \(owner).\(words[start]) to \(words[start + 2])"])
    }
    guard lowered[3] == "add" else { return nil }
    if let unique = lowered.firstIndex(of: "unique"), lowered[4] == "constraint" || unique == 4 {
      let keys = names(inBracketsOf: words, after: unique)
      guard !keys.isEmpty else { return nil }
      return specific(
        "what is unique is an option of the entity", ["change \(owner), unique \(keys.joined(separator: ", "))"])
    }
    if lowered.contains("references") { return foreignKey(of: owner, words, lowered) }
    if let check = lowered.firstIndex(of: "check") {
      let text = words[(check + 1)...].filter { !["(", ")", ";"].contains($0) }
      return specific(
        "a check is a rule of the entity",
        [
          "change \(owner), rule \"\(lowered[4] == "constraint" ? words[5] : "in order")\": \(SQLReader.condition(text))"
        ])
    }
    guard lowered[4] != "constraint" else { return nil }
    let start = lowered[4] == "column" ? 5 : 4
    guard start + 1 < words.count, let type = Self.attributeType(words[start + 1]) else { return nil }
    let head = "add \(owner).\(words[start]): \(type)"
    if let place = lowered.firstIndex(of: "default"), place + 1 < words.count, lowered[place + 1] != "null" {
      let value = words[place + 1]
      let text = value.hasPrefix("'") ? "\"\(value.dropFirst().dropLast())\"" : value
      return specific("a property is added to its entity", ["\(head) = \(text)"])
    }
    let isRequired = lowered.contains("not")
    return specific(
      isRequired
        ? "a required attribute needs a default value for the objects that are there, or is optional at first"
        : "a property is added to its entity", ["\(head)?"])
  }

  /// `… FOREIGN KEY (author_id) REFERENCES Author(id) ON DELETE CASCADE`: the rule is that of the relationship there.
  private func foreignKey(of owner: String, _ words: [String], _ lowered: [String]) -> Translation? {
    guard let place = lowered.firstIndex(of: "references"), place + 1 < words.count,
      let other = model.entityNames.first(where: { table(words[place + 1], is: $0) })
    else { return nil }
    let links = model.properties(of: other).compactMap(\.relationship).filter { $0.destination == owner }
    guard let link = links.first else {
      let name = other.prefix(1).lowercased() + other.dropFirst()
      return specific(
        "a foreign key is a relationship here",
        ["\(owner).\(name) <<--> \(other).\(owner.prefix(1).lowercased() + owner.dropFirst())s"])
    }
    guard let rule = lowered.firstIndex(of: "delete"), rule + 1 < lowered.count else {
      return specific("a foreign key is a relationship here, and \(other).\(link.name) is there already", [])
    }
    let rules = ["cascade": "cascade", "restrict": "deny", "set": "nullify", "no": "none"]
    guard let word = rules[lowered[rule + 1]] else { return nil }
    return specific("a foreign key is a relationship here", ["change \(other).\(link.name), delete \(word)"])
  }

  /// Why a `SELECT` has no counterpart; nil for one that may have.
  func unsupportedClause(_ words: [String]) -> String? {
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
        return "EXISTS is a condition on a relationship here, such as ANY books.pages > 100 or books.@count > 0"
      }
      let isAggregate = place + 6 < words.count && ["avg", "sum", "min", "max"].contains(lowered[place + 1])
      guard isAggregate, lowered[place + 5] == "from" else {
        return "a condition has no second SELECT: follow a relationship, as in author.name"
      }
      let (function, key, table) = (lowered[place + 1], words[place + 3], words[place + 6])
      return "a condition has no second SELECT: an aggregate is written as (fetch \(table)).@\(function).\(key)"
    }
    return nil
  }
}
