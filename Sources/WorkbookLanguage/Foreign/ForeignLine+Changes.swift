import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Changes of the model in the words of Xcode's inspector, SQL or plain English: `add attribute nick to Player`,
/// `drop entity Player`, `change Player.age, min 0, max 99`.
extension ForeignLine {
  func changeTranslation(of line: String) -> Translation? {
    var found = change(of: line)
    found?.isSpecific = true
    return found
  }

  private func change(of line: String) -> Translation? {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
    guard words.count > 1 else { return nil }
    if let found = pair(words) ?? membership(words) { return found }
    let verb = words[0].lowercased()
    if let found = indexing(line) { return found }
    switch verb {
    case "attribute", "property", "relationship", "column", "field":
      if let found = memberAddition(verb, words) { return found }
      return nil
    case "get", "find", "query", "search", "retrieve", "load", "select", "list":
      if words.count > 2 || verb != "list", isEntityName(words[1]) {
        return Translation(Self.fetchReason, ["fetch \(words.dropFirst().joined(separator: " "))"])
      }
      return view(verb, of: words[1])
    case "show" where words[1] == "sql":
      return Translation("'show tables' shows what a SQLite store holds", ["show tables"])
    case "delete" where words[1] == "rule" && words.count == 4:
      guard let rule = Self.deleteRule(words[3]) else { return nil }
      return Translation("a delete rule is changed with its relationship", ["change \(words[2]), delete \(rule)"])
    case "alter" where words.count > 4 && isEntityName(words[2]) && words[3].lowercased() == "add":
      return addition("add", Array(words[4...]) + ["to", words[2]], in: line)
    case _
    where words[0].contains(".")
      && [
        "renamed", "optional", "required", "indexed", "transient", "min", "max", "minimum", "maximum", "not", "default",
        "delete", "deleteRule", "deleterule",
      ]
      .contains(words[1]):
      return change("change", "change \(line)")
    // Book.genre: String = "fiction"
    case _
    where words[0].hasSuffix(":") && words[0].contains(".")
      && Self.attributeType(words[1].trimmingSuffix(of: ",").trimmingSuffix(of: "?")) != nil:
      let names = words[0].dropLast().split(separator: ".").map(String.init)
      guard names.count == 2, isEntityName(names[0]), model.property(names[1], of: names[0]) == nil else { return nil }
      return Translation("a property is added to an entity with add", ["add \(safe(line, of: names[0]))"])
    // Book.author: Author, deny
    case _
    where words[0].hasSuffix(":") && words[0].contains(".")
      && isEntityName(words[1].trimmingSuffix(of: ",").trimmingSuffix(of: "?")):
      let subject = words[0].trimmingSuffix(of: ":")
      let names = subject.split(separator: ".").map(String.init)
      guard names.count == 2, model.property(names[1], of: names[0])?.property.relationship != nil,
        let comma = line.firstIndex(of: ",")
      else { return nil }
      return change("change", "change \(subject)\(line[comma...])")
    case "show" where ["schema", "entities", "classes"].contains(words[1]):
      return Translation("'show model' lists the entities", ["show model"])
    // Team add city String
    case _ where isEntityName(words[0]) && words.count > 2 && words[1].lowercased() == "add":
      let member = words.dropFirst(2).joined(separator: " ")
      let typed = member.contains(":") ? member : words.count == 4 ? "\(words[2]): \(words[3])" : "\(words[2]): String"
      guard WorkbookParser.parses("add \(words[0]).\(typed)") else { return nil }
      return Translation(
        "a property is added by its entity's name and its own", ["add \(words[0]).\(safe(typed, of: words[0]))"])
    case _ where isEntityName(words[0]) && words[1] == "where":
      return Translation("a query begins with fetch", ["fetch \(words.joined(separator: " "))"])
    case "add", "create", "new":
      if let member = verb == "add" ? memberAddition(verb, words) : nil { return member }
      if let pair = pairToAdd(Array(words.dropFirst())) { return pair }
      if let option = optionality(words, line) { return option }
      return addition(verb, Array(words.dropFirst()), in: line) ?? (verb == "add" ? change(verb, line) : nil)
    case "drop", "remove", "delete", "destroy": return removal(verb, Array(words.dropFirst()))
    case "rename": return renaming(Array(words.dropFirst()))
    case "describe", "inspect", "info", "print", "ls":
      guard words.count == 2 else { return nil }
      return view(verb, of: words[1])
    case "change", "alter", "set", "make": return change(verb, line) ?? (verb == "change" ? nowAsDefault(line) : nil)
    default: return nil
    }
  }

  /// `add wade to heat.players`, `remove wade from heat`: an object and the relationship that takes it.
  func membership(_ words: [String]) -> Translation? {
    guard words.count == 4, ["to", "into", "in", "from"].contains(words[2]), let entity = objects[words[1]] else {
      return nil
    }
    let isTaken = ["remove", "take", "delete"].contains(words[0].lowercased())
    guard isTaken || ["add", "put", "insert", "append", "move"].contains(words[0].lowercased()) else { return nil }
    var path = words[3].split(separator: ".").map(String.init)
    guard let owner = path.first.flatMap({ objects[$0] }) else { return nil }
    let links = model.properties(of: owner).compactMap(\.relationship).filter {
      model.isKind(entity, of: $0.destination)
    }
    if path.count == 1, links.count == 1 { path.append(links[0].name) }
    guard path.count == 2, let link = links.first(where: { $0.name == path[1] }) else { return nil }
    let target = path.joined(separator: ".")
    guard link.isToMany else {
      return Translation("a value is set with =", ["\(target) = \(isTaken ? "nil" : words[1])"])
    }
    return Translation(
      isTaken ? "objects are removed with remove" : "objects are added with add",
      ["\(target).\(isTaken ? "remove" : "add")(\(words[1]))"], isSpecific: true)
  }

  /// `Author.books <->> Book.author deleteRule cascade`: a pair with an arrow of another kind, or with options behind it.
  private func pair(_ words: [String]) -> Translation? {
    guard words.count > 2, words[1].count > 1, words[1].allSatisfy({ "<->=".contains($0) }) else { return nil }
    let ends = [words[0], words[2].trimmingSuffix(of: ",")].map { $0.split(separator: ".").map(String.init) }
    guard ends.allSatisfy({ $0.count == 2 && isEntityName($0[0]) }) else { return nil }
    var heads = [words[1].prefix { $0 == "<" }.count, words[1].reversed().prefix { $0 == ">" }.count]
    // An arrow without its heads: a name in the plural holds many.
    let isGuessed = heads.contains(0)
    if isGuessed { heads = [ends[1][1], ends[0][1]].map { EnglishNouns.isPlural($0) ? 2 : 1 } }
    let arrow = "\(heads[0] > 1 ? "<<" : "<")--\(heads[1] > 1 ? ">>" : ">")"
    let subject = ends[0].joined(separator: ".")
    let rest = words.dropFirst(3).joined(separator: " ").trimmingPrefix(",")
    let options = rest.isEmpty ? [] : translated(Self.split(String(rest)), isRelationship: true) ?? []
    guard rest.isEmpty == options.isEmpty, arrow != words[1] || !options.isEmpty else { return nil }
    let way = isGuessed ? "an arrow has a head at each end: one for one object, two for many" : nil
    let isThere = ends.allSatisfy { model.property($0[1], of: $0[0]) != nil }
    let pair = "\(subject) \(arrow) \(ends[1].joined(separator: "."))"
    // A rule about many is that of the end that has them.
    let isForSecond = heads[1] < 2 && heads[0] > 1 && options.allSatisfy { $0.hasPrefix("delete ") }
    let end = isForSecond ? ends[1].joined(separator: ".") : subject
    let change = options.isEmpty ? [] : ["change \(end), \(options.joined(separator: ", "))"]
    if isThere, options.isEmpty { return nil }
    let hasHeads = heads.allSatisfy { $0 == 1 || $0 == 2 }
    return Translation(
      way
        ?? (options.isEmpty
          ? hasHeads
            ? "a pair is drawn with two hyphens between its heads" : "an arrow has one head or two at each of its ends"
          : "the options of a relationship are set by 'change'"),
      (isThere ? [] : [pair]) + change)
  }

  /// `add Task.dueDate: Date optional`
  private func optionality(_ words: [String], _ line: String) -> Translation? {
    guard words[0] == "add", words.count > 3, let last = words.last?.lowercased(),
      ["optional", "nullable", "required"].contains(last), let second = words[1].split(separator: ".").first,
      isEntityName(String(second))
    else { return nil }
    var rest = words.dropLast().joined(separator: " ")
    if rest.hasSuffix(",") { rest.removeLast() }
    if last != "required", !rest.hasSuffix("?") { rest += "?" }
    return Translation("a question mark after the type makes a property optional", [rest])
  }

  /// `add Player.captainOf <--> Team.captain`, `create relationship Player.team <<--> Team.players`
  private func pairToAdd(_ words: [String]) -> Translation? {
    let rest = Self.kinds.contains(words[0].lowercased()) ? Array(words.dropFirst()) : words
    if let other = pair(rest) { return other }
    guard rest.count == 3, rest[1].hasPrefix("<"), rest[1].hasSuffix(">"), rest[0].contains("."), rest[2].contains(".")
    else { return nil }
    return Translation("an arrow with two ends needs no add", [rest.joined(separator: " ")])
  }

  static let kinds: Set<String> = [
    "attribute", "property", "relationship", "column", "field", "var", "let", "one", "to-one", "to-many",
  ]
  static let entityKinds: Set<String> = ["entity", "class", "table"]

  /// Whether `Team.city:` or `Team` begins with the name of an entity.
  func isEntity(namedIn word: String) -> Bool {
    word.split(whereSeparator: { ".:,".contains($0) }).first.map { isEntityName(String($0)) } ?? false
  }

  /// `add attribute nick to Player`, `add nick: String to Player`, `create entity Coach`
  private func addition(_ verb: String, _ words: [String], in line: String) -> Translation? {
    if ["entity", "class", "table", "model"].contains(words[0].lowercased()), words.count > 1 {
      let name = words[1].filter { $0.isLetter || $0.isNumber || $0 == "_" }
      guard name.first?.isLetter == true, verb != "create" || words[0].lowercased() != "table" else { return nil }
      let rest = words.dropFirst(2).joined(separator: " ")
      let text = "entity \(name) \(rest.hasPrefix("{") ? rest : "{ name: String }")"
      return Translation("an entity is declared with entity", [text])
    }
    var rest = words
    let kind = Self.kinds.contains(rest[0].lowercased()) ? rest.removeFirst().lowercased() : nil
    guard let place = rest.lastIndex(where: { ["to", "on", "in", "of"].contains($0.lowercased()) }),
      place + 1 < rest.count, place > 0
    else {
      // add Team city: String
      if rest.count > 2, isEntityName(rest[0]), rest[1].hasSuffix(":") || rest[2].hasPrefix("-") {
        let member = rest.dropFirst().joined(separator: " ")
        return Translation("a dot joins an entity and its property", ["add \(rest[0]).\(safe(member, of: rest[0]))"])
      }
      // add attribute Player.nick
      guard kind != nil, let first = rest.first, first.contains("."), let entity = first.split(separator: ".").first,
        isEntityName(String(entity))
      else { return nil }
      let text = rest.joined(separator: " ")
      let typed = text.contains(":") || text.contains("->") ? text : "\(text): String?"
      return Translation("a property is added by its entity's name and its own", ["add \(typed)"])
    }
    let entity = rest[place + 1]
    guard isEntityName(entity) else { return nil }
    var member = rest[..<place].joined(separator: " ")
    if place + 2 < rest.count { member += " " + rest[(place + 2)...].joined(separator: " ") }
    member = member.replacing("\"", with: "")
    let isRelationship = kind == "relationship" || kind?.hasPrefix("to-") == true
    if !member.contains(":"), !member.contains("->") {
      let parts = member.split(separator: " ").map(String.init)
      guard let name = parts.first, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
      if isRelationship {
        let singular = name.hasSuffix("s") ? String(name.dropLast()) : name
        let target = model.entityNames.first { [name, singular].contains($0.lowercased()) } ?? model.entityNames[0]
        member = "\(name) \(name.hasSuffix("s") || kind == "to-many" ? "->>" : "->") \(target)?"
      } else {
        let type = parts.dropFirst().lazy.compactMap(Self.attributeType).first ?? "String"
        member = safe("\(name): \(type)", of: entity)
      }
    } else {
      member = safe(member, of: entity)
    }
    guard WorkbookParser.parses("add \(entity).\(member)") else { return nil }
    return Translation("a property is added by its entity's name and its own", ["add \(entity).\(member)"])
  }

  /// A member with a question mark where it would be required and objects are there, which would have no value.
  private func safe(_ member: String, of entity: String) -> String {
    member.contains("?") || member.contains("=") || !present.areThere(entity) ? member : "\(member)?"
  }

  /// `drop entity Player`, `remove attribute age from Player`, `delete Player.age`
  private func removal(_ verb: String, _ words: [String]) -> Translation? {
    let first = words[0].lowercased()
    let dependency = "remove dependency \(words.joined(separator: " "))"
    if words[0].hasSuffix(":"), isEntityName(String(words[0].dropLast())), WorkbookParser.parses(dependency) {
      return Translation("a dependency is removed with its word", [dependency])
    }
    if ["entity", "class", "table", "model"].contains(first), words.count == 2, isEntityName(words[1]) {
      return Translation("an entity is removed with remove", ["remove \(words[1])"])
    }
    if first == "template", words.count == 2, model.fetchRequestTemplate(named: words[1]) != nil {
      return Translation("a template is removed by its name", ["remove \(words[1])"])
    }
    if words.count == 1, verb == "drop", isEntityName(words[0]) {
      return Translation("an entity is removed with remove", ["remove \(words[0])"])
    }
    // remove Player.score.default, drop default of Player.score
    var parts = words.filter { !["of", "from", "on", "for", "value"].contains($0.lowercased()) }
      .flatMap { $0.split(separator: ".").map(String.init) }
    if parts.count == 3, let place = parts.firstIndex(where: { ["default", "defaultValue"].contains($0) }) {
      parts.remove(at: place)
      if model.property(parts[1], of: parts[0])?.property.attribute != nil {
        return Translation("a default is taken away with change", ["change \(parts[0]).\(parts[1]), no default"])
      }
    }
    var rest = words
    if Self.kinds.contains(first), words.count > 1 { rest.removeFirst() }
    if rest.count == 1, rest.count < words.count || verb != "remove" {
      let parts = rest[0].split(separator: ".").map(String.init)
      guard parts.count == 2, model.property(parts[1], of: parts[0]) != nil else { return nil }
      return Translation("a property is removed with remove", ["remove \(rest[0])"])
    }
    if rest.count == 3, ["from", "of", "in"].contains(rest[1].lowercased()), model.property(rest[0], of: rest[2]) != nil
    {
      return Translation("a property is removed with remove", ["remove \(rest[2]).\(rest[0])"])
    }
    return nil
  }

  /// `rename entity Player to Athlete`, `rename attribute age of Player to years`, `rename Player.age years`
  private func renaming(_ words: [String]) -> Translation? {
    var rest = words.map { $0.replacing(",", with: "").replacing("\"", with: "") }
    // rename Book.pages to pageCount but keep the data
    if let end = rest.dropFirst(3).firstIndex(where: { ["but", "and", "without", "keeping", "in"].contains($0) }) {
      rest.removeSubrange(end...)
    }
    let kinds = Self.kinds.union(Self.entityKinds)
    if rest.count > 2, kinds.contains(rest[0].lowercased()) { rest.removeFirst() }
    rest.removeAll { ["to", "as", "->", "=>", "into"].contains($0.lowercased()) }
    let reason = "'rename' takes a name and 'to'"
    if rest.count == 4, ["of", "in", "on", "from"].contains(rest[1].lowercased()),
      model.property(rest[0], of: rest[2]) != nil
    {
      return Translation(reason, ["rename \(rest[2]).\(rest[0]) to \(rest[3])"])
    }
    guard rest.count == 2 else { return nil }
    let subject = rest[0].split(separator: ".").map(String.init)
    // rename Title to title
    if subject.count == 1, !isEntityName(subject[0]) {
      let owners = model.entityNames.filter { model.property(subject[0], of: $0)?.declaredBy == $0 }
      let isTold = owners.count > 1
      guard let owner = owners.first else { return nil }
      return Translation(
        isTold
          ? "several entities have a \(subject[0]): \(Listing.text(owners))"
          : "a property is named by its entity and a dot",
        ["rename \(isTold ? "…" : owner).\(subject[0]) to \(rest[1])"])
    }
    let isKnown = subject.count == 1 ? isEntityName(subject[0]) : model.property(subject[1], of: subject[0]) != nil
    guard isKnown else { return nil }
    let name = rest[1].split(separator: ".").last.map(String.init) ?? rest[1]
    return Translation(reason, ["rename \(rest[0]) to \(name)"])
  }

  /// `describe Team`, `list Player`
  private func view(_ verb: String, of name: String) -> Translation? {
    if ["entities", "tables", "models", "classes"].contains(name.lowercased()) {
      return Translation("'show model' lists the entities", ["show model"])
    }
    if objects[name] != nil { return Translation("'show' shows an object", ["show \(name)"]) }
    let entity = model.entityNames.first { $0 == name || $0.lowercased() + "s" == name.lowercased() }
    guard let entity else { return nil }
    if verb == "list" || verb == "ls" || verb == "print" || name != entity {
      return Translation(Self.fetchReason, ["fetch \(entity)"])
    }
    return Translation("'show' shows an entity", ["show \(entity)"])
  }
}

extension String {
  func trimmingSuffix(of suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
