import ObjectGraph

/// The tables that a statement of SQL names, and what their columns are called in the model.
struct SQLScope {
  let model: ManagedObjectModel
  /// The entity whose objects are fetched.
  let entity: String
  /// The key path, with a dot at its end, that leads to each table or alias, and its entity.
  private(set) var tables: [String: (path: String, entity: String)] = [:]

  init(_ model: ManagedObjectModel, _ entity: String, alias: String? = nil) {
    self.model = model
    self.entity = entity
    name(entity, alias, path: "", entity: entity)
  }

  /// Gives a table and its alias the path that leads to it.
  mutating func name(_ table: String, _ alias: String?, path: String, entity: String) {
    tables[table.lowercased()] = (path, entity)
    if let alias { tables[alias.lowercased()] = (path, entity) }
  }

  /// Returns the key path of a column: `customer.name` for `c.name`, `customer` for `customer_id` and for `c.id`, `SELF` for `id`.
  /// If the path leads to an object, its entity comes with it. Nil for a name that the model does not have.
  /// O(tables × properties).
  func path(_ word: String) -> (text: String, object: String?)? {
    let parts = word.split(separator: ".").map(String.init)
    guard let key = parts.last, parts.count < 3 else { return nil }
    if parts.count == 2 {
      guard let (path, owner) = tables[parts[0].lowercased()] else { return nil }
      return self.path(key, path, owner)
    }
    if let own = self.path(key, "", entity) { return own }
    // p.team = t
    if let (path, owner) = tables[key.lowercased()] { return (path.isEmpty ? "SELF" : String(path.dropLast()), owner) }
    let others = Set(tables.values.filter { !$0.path.isEmpty }.map(\.path)).sorted()
    return others.lazy.compactMap { path in
      tables.values.first { $0.path == path }.flatMap { self.path(key, path, $0.entity) }
    }.first
  }

  private func path(_ key: String, _ path: String, _ owner: String) -> (text: String, object: String?)? {
    let properties = model.properties(of: owner)
    if let property = properties.first(where: { $0.name == key }) {
      return ("\(path)\(property.name)", property.relationship.flatMap { $0.isToMany ? nil : $0.destination })
    }
    // ZFIRSTNAME, first_name
    let plain = Self.plain(key)
    let named = properties.first { Self.plain($0.name) == plain || "z" + Self.plain($0.name) == plain }
    if let named {
      return ("\(path)\(named.name)", named.relationship.flatMap { $0.isToMany ? nil : $0.destination })
    }
    let table = owner.lowercased()
    if ["id", "zpk", "rowid", "oid", "objectid", "\(table)id"].contains(plain) {
      return (path.isEmpty ? "SELF" : String(path.dropLast()), owner)
    }
    // customer_id, customerId
    guard plain.hasSuffix("id") else { return nil }
    let stem = plain.dropLast(2)
    let links = properties.compactMap(\.relationship).filter {
      !$0.isToMany && (Self.plain($0.name) == stem || $0.destination.lowercased() == stem)
    }
    return links.count == 1 ? ("\(path)\(links[0].name)", links[0].destination) : nil
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  // MARK: Conditions

  /// A condition in the workbook's words: comparisons of keys that say only how tables are joined are left out, and the number
  /// of an object becomes its object ID. Empty where nothing is left. O(words).
  func condition(_ words: [String]) -> String {
    var text: [String] = []
    var object: String?
    var isDate = false
    var openLists = 0
    for (place, word) in words.enumerated() {
      let lowered = word.lowercased()
      switch lowered {
      case "=": text.append("==")
      case "<>": text.append("!=")
      case "is": text.append("==")
      case "not" where text.last == "==": text[text.count - 1] = "!="
      case "null": text.append("nil")
      case "true", "false": text.append(lowered)
      case "and", "or", "not", "in", "between": text.append(word.uppercased())
      case "like": text.append("LIKE")
      case "ilike": text.append("LIKE[c]")
      case "lower": text.append("lowercase")
      case "upper": text.append("uppercase")
      case "(" where text.last == "IN":
        openLists += 1
        text.append("{")
      case ")" where openLists > 0:
        openLists -= 1
        text.append("}")
      case _ where word.first == "'" || word.first == "\"": text.append(literal(word, after: text.last, isDate: isDate))
      case _ where word.first?.isNumber == true:
        text.append(object.map { "\($0)#\(word)" } ?? word)
      case _ where word.first?.isLetter == true || word.first == "_":
        let isFunction = place + 1 < words.count && words[place + 1] == "("
        let found = isFunction ? nil : path(word)
        object = found?.object
        isDate = found.map { self.isDate($0.text) } ?? false
        text.append(found?.text ?? word)
        continue
      default: text.append(word)
      }
      if ["and", "or"].contains(lowered) { object = nil }
    }
    // BETWEEN 5 AND 10
    while let place = text.firstIndex(of: "BETWEEN"), place + 3 < text.count, text[place + 2] == "AND" {
      text.replaceSubrange(place...(place + 3), with: ["BETWEEN \u{7B}\(text[place + 1]), \(text[place + 3])\u{7D}"])
    }
    dropTautologies(&text)
    return SQLReader.text(text)
  }

  /// A text, and for `LIKE` with the signs for any text and for any character.
  private func literal(_ word: String, after sign: String?, isDate: Bool) -> String {
    let inside = String(word.dropFirst().dropLast())
    // '2026-11-20 09:30'
    if isDate, let match = inside.wholeMatch(of: /(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?/) {
      return match.1 + (match.2.map { "T\($0)\(match.3 ?? ":00")Z" } ?? "")
    }
    let isPattern = sign == "LIKE" || sign == "LIKE[c]"
    let text = isPattern ? inside.replacing("%", with: "*").replacing("_", with: "?") : inside
    return "\"\(text.replacing("\"", with: "\\\""))\""
  }

  /// `customer == customer`, which joined two tables.
  private func dropTautologies(_ text: inout [String]) {
    while let place = text.indices.dropFirst().dropLast().first(where: {
      text[$0] == "==" && text[$0 - 1] == text[$0 + 1]
    }) {
      var (start, end) = (place - 1, place + 1)
      if start > 0, text[start - 1] == "AND" {
        start -= 1
      } else if end + 1 < text.count, text[end + 1] == "AND" {
        end += 1
      }
      text.removeSubrange(start...end)
    }
  }

  /// Whether a key path leads to a date. O(its keys × properties).
  func isDate(_ path: String) -> Bool {
    var owner = entity
    for key in path.split(separator: ".") {
      guard let property = model.property(String(key), of: owner)?.property else { return false }
      if let attribute = property.attribute { return attribute.type == .date }
      owner = property.relationship?.destination ?? owner
    }
    return false
  }

  /// The object of a condition that is no more than its key, as `id = 2` is: `Parcel#2`.
  func soleObject(_ condition: String) -> String? {
    guard let match = condition.wholeMatch(of: /SELF == (\w+#\d+)/) else { return nil }
    return String(match.1)
  }

  /// The value of a column in `VALUES` or `SET`.
  func value(_ words: [String], of object: String?, isDate: Bool = false, owner: String = "") -> String {
    let text = words.map { word in
      switch word.lowercased() {
      case "null": return "nil"
      case "true", "false": return word.lowercased()
      case "current_timestamp", "current_date", "now": return "now()"
      case _ where word.first == "'" || word.first == "\"": return literal(word, after: nil, isDate: isDate)
      case _ where word.first?.isNumber == true: return object.map { "\($0)#\(word)" } ?? word
      case _ where word.first?.isLetter == true: return path(word).map { "\(owner)\($0.text)" } ?? word
      default: return word
      }
    }
    return SQLReader.text(text)
  }
}
