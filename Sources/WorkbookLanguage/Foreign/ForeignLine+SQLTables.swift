import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// A column of `CREATE TABLE` and `ALTER TABLE … ADD`, in the workbook's words.
struct SQLColumn {
  var name: String
  var type = "String"
  var isRequired = false
  var isUnique = false
  /// The longest text, for `VARCHAR(20)`.
  var length: String?
  var defaultValue: String?
  /// The table that the column refers to, and the word after `ON DELETE`, in small letters.
  var reference: (table: String, rule: String?)?
  var check: [String] = []

  /// `name VARCHAR(20) NOT NULL DEFAULT 'x' REFERENCES Team (id) ON DELETE CASCADE`; nil for words that begin otherwise.
  init?(_ words: [String]) {
    guard words.count > 1, words[0].first?.isLetter == true else { return nil }
    name = Self.propertyName(words[0])
    guard let type = ForeignLine.attributeType(words[1]) ?? Self.serial(words[1]) else { return nil }
    self.type = type
    let lowered = words.map { $0.lowercased() }
    if type == "String", words.count > 4, words[2] == "(", words[4] == ")" { length = words[3] }
    for place in lowered.indices.dropFirst(2) {
      let next = place + 1 < words.count ? words[place + 1] : ""
      switch lowered[place] {
      case "null" where lowered[place - 1] == "not": isRequired = true
      case "primary" where next.lowercased() == "key":
        isRequired = true
        isUnique = true
      case "unique": isUnique = true
      case "default" where next.lowercased() != "null" && !next.isEmpty:
        defaultValue = next.first == "'" ? "\"\(next.dropFirst().dropLast())\"" : Self.constant(next)
      case "references" where !next.isEmpty: reference = (next, Self.rule(lowered[place...]))
      case "check": check = words[(place + 1)...].filter { $0 != "(" && $0 != ")" }
      default: break
      }
    }
  }

  /// The column as a member of its entity, with the question mark where it may be NULL.
  func member(isOptional: Bool) -> String {
    var text = "\(name): \(type)\(isOptional ? "?" : "")"
    if let defaultValue { text += " = \(defaultValue)" }
    if let length { text += ", length ...\(length)" }
    return text
  }

  /// `cascade` for `… ON DELETE CASCADE`.
  static func rule(_ words: ArraySlice<String>) -> String? {
    words.firstIndex(of: "delete").flatMap { $0 + 1 < words.endIndex ? words[$0 + 1] : nil }
  }

  private static func serial(_ word: String) -> String? {
    ["serial", "bigserial"].contains(word.lowercased()) ? AttributeType.integer64.rawValue : nil
  }

  private static func constant(_ word: String) -> String {
    switch word.lowercased() {
    case "current_timestamp", "current_date", "now": "now()"
    case "true", "false": word.lowercased()
    default: word
    }
  }

  /// `firstName` for `first_name` and `FirstName`.
  static func propertyName(_ word: String) -> String {
    let parts = word.split(separator: "_")
    guard let first = parts.first else { return word }
    let isShouted = word.allSatisfy { !$0.isLetter || $0.isUppercase }
    let start = isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    return start + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
  }

  /// `OrderLine` for `order_line`.
  static func entityName(_ word: String) -> String {
    let name = propertyName(word)
    return word.first?.isUppercase == true && !word.contains("_")
      ? word : name.prefix(1).uppercased() + name.dropFirst()
  }
}

/// `CREATE TABLE`: an entity, and a pair of relationships for each reference.
extension ForeignLine {
  func tableDefinition(_ words: [String]) -> Translation? {
    guard let open = words.firstIndex(of: "("), open > 2, let end = Self.closing(open, in: words) else { return nil }
    let entity = SQLColumn.entityName(words[open - 1])
    // INHERITS (person)
    let behind = Self.bracketed(Array(words[(end + 1)...]))
    let isChild = end + 1 < words.count && words[end + 1].lowercased() == "inherits"
    let parent = isChild ? behind.first.flatMap { self.entity(ofTable: $0) } : nil
    if isChild, parent == nil { return specific("a parent entity is declared first: entity \(entity): …", []) }
    var columns: [SQLColumn] = []
    var keys: [[String]] = []
    var checks: [[String]] = []
    for part in Self.parts(words[(open + 1)..<end]) {
      var part = part
      if part.first?.lowercased() == "constraint", part.count > 2 { part.removeFirst(2) }
      let names = Self.bracketed(part)
      switch part.first?.lowercased() {
      case "primary", "unique": keys.append(names)
      case "check": checks.append(part.dropFirst().filter { $0 != "(" && $0 != ")" })
      case "foreign":
        guard let place = part.firstIndex(where: { $0.lowercased() == "references" }), place + 1 < part.count,
          let column = columns.firstIndex(where: { $0.name == names.first.map(SQLColumn.propertyName) })
        else { return nil }
        columns[column].reference = (part[place + 1], SQLColumn.rule(part[place...].map { $0.lowercased() }[...]))
      default:
        guard let column = SQLColumn(part) else { return nil }
        columns.append(column)
      }
    }
    let references = columns.filter { $0.reference != nil }
    let own = columns.filter { $0.reference == nil }
    guard !columns.isEmpty else { return nil }
    // Keys are required.
    let keyed = Set(keys.joined().map(SQLColumn.propertyName))
    let targets = references.compactMap { $0.reference.flatMap { self.entity(ofTable: $0.table) } }
    if own.isEmpty, references.count == 2, targets.count == 2 {
      let isSame = targets[0] == targets[1]
      let stems = references.map { Self.stem($0.name) }
      let ends = isSame ? stems.map { $0 + "s" } : [Self.plural(targets[1]), Self.plural(targets[0])]
      return specific(
        "a table of pairs is a many-to-many relationship, which Core Data keeps in a table of its own",
        ["\(targets[0]).\(ends[0]) <<-->> \(targets[1]).\(ends[1])"])
    }
    var members = own.map {
      $0.member(isOptional: !$0.isRequired && $0.defaultValue == nil && !keyed.contains($0.name))
    }
    let uniques = own.filter(\.isUnique).map { [$0.name] } + keys.map { $0.map(SQLColumn.propertyName) }
    // Core Data documents constraints of attributes alone.
    for key in uniques where key.allSatisfy({ name in own.contains { $0.name == name } }) {
      members.append("unique \(key.joined(separator: ", "))")
    }
    let conditions = own.map(\.check).filter { !$0.isEmpty } + checks
    let gone = Set(references.map(\.name))
    let optional = own.filter { !$0.isRequired && $0.defaultValue == nil && !keyed.contains($0.name) }.map(\.name)
    for condition in conditions where !condition.contains(where: { gone.contains(SQLColumn.propertyName($0)) }) {
      // The names of the columns are known to no model yet.
      let named = condition.map { word in own.first { $0.name == SQLColumn.propertyName(word) }?.name ?? word }
      members.append(rule(condition, named, of: entity, optional: optional))
    }
    var reason = "a kind of object is an entity here"
    let isOwn = { (table: String) in SQLColumn.entityName(table) == entity }
    if let missing = references.compactMap(\.reference?.table)
      .first(where: { self.entity(ofTable: $0) == nil && !isOwn($0) })
    {
      return specific("\(reason), and a reference a relationship; \(missing) is no entity yet", [])
    }
    let head = parent.map { "\(entity): \($0)" } ?? entity
    var statements = ["entity \(head) { \(members.joined(separator: "; ")) }"]
    var taken: Set<String> = []
    for column in references {
      let pair = relationship(column, of: entity, among: &taken)
      statements += pair ?? []
      if column.isRequired || keyed.contains(column.name), pair != nil {
        statements.append("change \(entity).\(Self.stem(column.name)), required")
      }
    }
    if !references.isEmpty {
      reason += ", and a reference a relationship"
      if uniques.contains(where: { $0.contains { gone.contains($0) } }) {
        reason += "; a constraint is of attributes, so what is unique about the references is left out"
      }
    } else if !uniques.isEmpty {
      reason += "; objects have an identity without a key, and a key can be unique"
    }
    return specific(reason, statements)
  }

  /// A check as a rule of an entity. A check holds of what is NULL, where a condition does not.
  /// - Parameters:
  ///   - condition: the words as they were written, which name the rule.
  ///   - named: the same with the names of the properties.
  ///   - optional: the attributes that may be nil.
  func rule(_ condition: [String], _ named: [String], of entity: String, optional: [String]) -> String {
    let text = SQLScope(model, entity).condition(named)
    // What the check says of NULL itself stays as it is: IS NOT NULL refuses it.
    let decided = Set(zip(named, named.dropFirst()).filter { $0.1.lowercased() == "is" }.map(\.0))
    let mayBeNil = optional.filter { named.contains($0) && !decided.contains($0) }
    let isSimple = !text.contains(" OR ") && !text.contains(" AND ")
    let whole = mayBeNil.isEmpty || isSimple ? text : "(\(text))"
    return "rule \"\(SQLReader.text(condition))\": "
      + (mayBeNil.map { "\($0) == nil" } + [whole]).joined(separator: " OR ")
  }

  /// The pair of relationships for a column that refers to an entity, and its delete rule; nil where there is no such entity.
  func relationship(_ column: SQLColumn, of entity: String) -> [String]? {
    var taken: Set<String> = []
    return relationship(column, of: entity, among: &taken)
  }

  /// - Parameter taken: The ends that other columns of the table have made, to which this one is added.
  private func relationship(_ column: SQLColumn, of entity: String, among taken: inout Set<String>) -> [String]? {
    guard let reference = column.reference else { return nil }
    let own = SQLColumn.entityName(reference.table)
    guard let other = self.entity(ofTable: reference.table) ?? (own == entity ? own : nil) else { return nil }
    let name =
      column.name.lowercased() == "id" ? other.prefix(1).lowercased() + other.dropFirst() : Self.stem(column.name)
    // What is unique has one at either end.
    let lowered = entity.prefix(1).lowercased() + entity.dropFirst()
    var back = column.isUnique ? lowered : Self.plural(entity)
    if !taken.insert("\(other).\(back)").inserted { back += "As\(name.prefix(1).uppercased())\(name.dropFirst())" }
    let rule = Self.deleteRule(ofReference: reference.rule).flatMap { $0 == "nullify" ? nil : $0 }
    return ["\(entity).\(name) \(column.isUnique ? "<-->" : "<<-->") \(other).\(back)"]
      + (rule.map { ["change \(other).\(back), delete \($0)"] } ?? [])
  }

  /// `customer` for `customerId`.
  private static func stem(_ name: String) -> String {
    name.lowercased().hasSuffix("id") && name.count > 2 ? String(name.dropLast(2)) : name
  }

  /// The place of the bracket that closes another.
  private static func closing(_ open: Int, in words: [String]) -> Int? {
    var depth = 0
    for place in open..<words.count {
      depth += words[place] == "(" ? 1 : words[place] == ")" ? -1 : 0
      if depth == 0 { return place }
    }
    return nil
  }

  /// The delete rule for the word after `ON DELETE`. Without one it is `NO ACTION`, which refuses, as `RESTRICT` does.
  static func deleteRule(ofReference word: String?) -> String? {
    ["cascade": "cascade", "restrict": "deny", "set": "nullify", "no": "deny"][word ?? "no"]
  }

  /// The name of the end that leads to many of an entity: `orderLines`.
  static func plural(_ entity: String) -> String {
    EnglishNouns.plural(entity.prefix(1).lowercased() + entity.dropFirst())
  }

  /// The parts between the commas outside brackets.
  static func parts(_ words: ArraySlice<String>) -> [[String]] {
    var parts: [[String]] = [[]]
    var depth = 0
    for word in words {
      if word == "," && depth == 0 {
        parts.append([])
        continue
      }
      depth += word == "(" ? 1 : word == ")" ? -1 : 0
      parts[parts.count - 1].append(word)
    }
    return parts.filter { !$0.isEmpty }
  }

  private static func bracketed(_ words: [String]) -> [String] {
    guard let open = words.firstIndex(of: "("), let close = words[open...].firstIndex(of: ")") else { return [] }
    return words[(open + 1)..<close].filter { $0 != "," }
  }

  /// `add Parcel.code VARCHAR(20)`, `change Parcel.note: varchar(20) NOT NULL`, `add Parcel.width: SMALLINT`
  func typedInSQL(_ words: [String]) -> Translation? {
    let verb = words[0].lowercased()
    // change Parcel, PRIMARY KEY (code)
    if verb == "change", words.count > 4, isEntityName(words[1]), words[2] == ",",
      ["primary", "unique"].contains(words[3].lowercased()), words.contains("(")
    {
      let keys = Self.bracketed(words).map { SQLScope(model, words[1]).path($0)?.text ?? $0 }
      return specific(
        "what is unique is an option of the entity", ["change \(words[1]), unique \(keys.joined(separator: ", "))"])
    }
    guard ["add", "change"].contains(verb), words.count > 2, let dot = words[1].firstIndex(of: ".") else { return nil }
    let owner = String(words[1][..<dot])
    let rest = words[2...].filter { $0 != ":" }
    guard isEntityName(owner), let type = rest.first,
      // A question mark is no SQL.
      rest.count > 1 && rest.dropFirst().first != "?" || type.count > 1 && type == type.uppercased(),
      AttributeType(workbookName: type) == nil,
      let column = SQLColumn([String(words[1][words[1].index(after: dot)...])] + rest)
    else { return nil }
    let isThere = verb == "add" && present.areThere(owner) && column.defaultValue == nil
    let isOptional = !column.isRequired && column.defaultValue == nil || isThere
    return specific(
      "\(DisplayText.visible(type)) is a type of SQL",
      ["\(verb) \(owner).\(column.member(isOptional: isOptional))"])
  }
}
