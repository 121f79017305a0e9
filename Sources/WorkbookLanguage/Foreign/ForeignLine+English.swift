import ObjectGraph
import Predicates

/// Orders and questions in English that name an entity: `show all pilots`, `how many planes`, `unique Plane.tail`.
extension ForeignLine {
  func order(_ line: String) -> Translation? {
    var words = line.filter { !"?,();".contains($0) }.split(separator: " ").map(String.init)
    while let first = words.first, ["please", "can", "could", "you", "me", "now"].contains(first.lowercased()) {
      words.removeFirst()
    }
    let lowered = words.map { $0.lowercased() }
    guard words.count > 1, let last = words.last else { return nil }
    if lowered[0] == "functional", lowered[1] == "dependency" {
      return Translation("the word alone is enough", [String(line.trimmed.dropFirst(11))])
    }
    if let found = modelling(words, lowered) { return found }
    switch lowered[0] {
    case "show", "list", "get", "find", "give", "print", "display":
      guard lowered.contains("all") || lowered.contains("every") else { return nil }
      guard words.count < 5, let entity = entity(meantBy: last) else {
        guard words.count > 3, let some = words.lazy.compactMap(entity(meantBy:)).first else { return nil }
        return Translation("a question is a fetch with a condition", ["fetch \(some) where …"])
      }
      return Translation(Self.fetchReason, ["fetch \(entity)"])
    case "how" where lowered[1] == "many", "number" where lowered[1] == "of":
      guard let entity = words.lazy.compactMap(entity(meantBy:)).first else { return nil }
      return Translation("'count' gives the number of objects", ["count \(entity)"])
    case let word where Self.aggregates[word] != nil && words.count > 3:
      guard let entity = entity(meantBy: last), let function = Self.aggregates[word],
        model.property(words[1], of: entity) != nil
      else { return nil }
      return Translation("one value of many is a collection operator", ["(fetch \(entity)).@\(function).\(words[1])"])
    case "move" where lowered.contains("to"): return moving(words.filter { objects[$0] != nil })
    case "validate" where words.count > 2 && words[1].contains("."):
      return changeTranslation(of: words.dropFirst().joined(separator: " "))
    case "what", "if", "when":
      // What happens to her books if I delete ann?
      if lowered.contains("delete"), let object = words.first(where: { objects[$0] != nil }) {
        return Translation("'explain delete' says what would happen", ["explain delete \(object)"])
      }
      guard lowered[0] == "what" else { return nil }
      return Translation("the workbook takes statements, and no questions in English: help lists them", [])
    case "who", "which":
      guard let entity = words.lazy.compactMap(entity(meantBy:)).first ?? model.entityNames.first else { return nil }
      return Translation("a question is a fetch with a condition", ["fetch \(entity) where …"])
    case "where", "why", "does", "is", "are", "can":
      return words.count < 4
        ? nil : Translation("the workbook takes statements, and no questions in English: help lists them", [])
    case "create", "new",
      "add" where words.count > 2:
      return creation(words)
    case "key", "unique":
      // key Locker: room, number
      let owner = words[1].last == ":" ? String(words[1].dropLast()) : words[1]
      let keys = words.dropFirst(2).filter { $0.lowercased() != "and" }
      if isEntityName(owner), !keys.isEmpty, keys.allSatisfy({ model.property($0, of: owner) != nil }) {
        return Translation(
          "what is unique is an option of the entity", ["change \(owner), unique \(keys.joined(separator: ", "))"])
      }
      fallthrough
    default:
      guard lowered.contains("unique"), words.count <= 6 else { return nil }
      return uniqueness(words.filter { !["unique", "constraint", "add", "on", "key"].contains($0.lowercased()) })
    }
  }

  /// `move player wade to team bulls`: the to-one that leads from the one to the other, where there is one.
  private func moving(_ names: [String]) -> Translation? {
    guard names.count == 2, let entity = objects[names[0]], let other = objects[names[1]] else { return nil }
    let ways = model.properties(of: entity).compactMap(\.relationship)
      .filter { !$0.isToMany && model.isKind(other, of: $0.destination) }
    guard ways.count == 1 else { return nil }
    return Translation(
      "an object moves when its relationship is set", ["\(names[0]).\(ways[0].name) = \(names[1])"], isSpecific: true)
  }

  /// Sentences about the model: `one author has many books`, `when an author is deleted, delete all of his books too`,
  /// `make price required`, `is Book in 3NF`.
  private func modelling(_ words: [String], _ lowered: [String]) -> Translation? {
    let entities = words.compactMap(entity(meantBy:))
    if lowered.contains(where: { $0.contains("nf") && $0.count < 6 }), let entity = entities.first, lowered[0] == "is" {
      return Translation("'normalize' says which normal form an entity has", ["normalize \(entity)"])
    }
    if ["make", "set", "let"].contains(lowered[0]), let owned = words.lazy.compactMap(owned).first {
      if lowered.contains("required") || lowered.contains("optional") || lowered.contains("default") {
        let start = lowered.firstIndex(of: "default").flatMap { place in
          words[place...].first { $0.first?.isNumber == true || $0.hasPrefix("\"") }
        }
        var lines: [String] = start.map { ["change \(owned) = \($0)"] } ?? []
        if lowered.contains("required") { lines.append("change \(owned), required") }
        if lowered.contains("optional") { lines.append("change \(owned), optional") }
        return lines.isEmpty ? nil : Translation("a property is changed by its entity's name and its own", lines)
      }
    }
    guard entities.count > 1, let other = entities.first(where: { $0 != entities[0] }) else { return nil }
    let one = entities[0]
    let link = model.properties(of: one).compactMap(\.relationship).first { $0.destination == other }
    if ["when", "if", "whenever"].contains(lowered[0]), lowered.contains(where: { $0.hasPrefix("delete") }) {
      guard let link else { return nil }
      return Translation(
        "a delete rule is an option of the relationship", ["change \(one).\(link.name), delete cascade"])
    }
    let many = lowered.filter { ["many", "several", "multiple"].contains($0) }.count
    guard many > 0, words.count > 4,
      lowered.contains(where: { ["has", "have", "write", "writes", "can"].contains($0) })
    else { return nil }
    if let link, link.isToMany == (many > 0) {
      return Translation("\(one).\(link.name) says so already: show \(one) lists its relationships", [])
    }
    func plural(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() + "s" }
    let single = one.prefix(1).lowercased() + one.dropFirst()
    return Translation(
      "a relationship is declared with both of its ends",
      [
        many > 1
          ? "\(one).\(plural(other)) <<-->> \(other).\(plural(one))"
          : "\(one).\(plural(other)) <-->> \(other).\(single)"
      ])
  }

  /// `Book.price` for a property's own name, where one entity has it.
  private func owned(_ name: String) -> String? {
    let owners = model.entityNames.filter { model.property(name, of: $0)?.property.attribute != nil }
    return owners.count == 1 ? "\(owners[0]).\(name)" : nil
  }

  static let aggregates = [
    "max": "max", "maximum": "max", "min": "min", "minimum": "min", "sum": "sum", "total": "sum", "avg": "avg",
    "average": "avg", "mean": "avg",
  ]

  /// `Pilot` for `pilot` and `pilots`.
  private func entity(meantBy word: String) -> String? {
    let word = word.lowercased()
    return model.entityNames.first { [$0.lowercased(), $0.lowercased() + "s"].contains(word) }
  }

  /// `Plane.tail`, `Plane tail`
  private func uniqueness(_ words: [String]) -> Translation? {
    var parts = words.flatMap { $0.split(separator: ".").map(String.init) }
    parts.removeAll { $0.lowercased() == "and" }
    // unique room and number
    if let owner = parts.isEmpty ? nil : entity(having: parts) {
      return Translation(
        "what is unique is an option of the entity", ["change \(owner), unique \(parts.joined(separator: ", "))"])
    }
    guard parts.count == 2, model.property(parts[1], of: parts[0]) != nil else { return nil }
    return Translation("what is unique is an option of the entity", ["change \(parts[0]), unique \(parts[1])"])
  }

  /// `create a pilot named Cat with 10 hours`, as far as the words name attributes.
  private func creation(_ words: [String]) -> Translation? {
    let rest = Array(words.dropFirst().drop { ["a", "an", "new", "the"].contains($0.lowercased()) })
    guard rest.count < words.count - 1, let word = rest.first, let entity = entity(meantBy: word) else { return nil }
    var values: [(String, String)] = []
    if let place = rest.firstIndex(where: { ["named", "called"].contains($0.lowercased()) }), place + 1 < rest.count,
      let key = ["name", "title", "firstName"].first(where: { model.property($0, of: entity) != nil })
    {
      values.append((key, "\"\(rest[place + 1])\""))
    }
    for (number, key) in zip(rest, rest.dropFirst()) where Int(number) != nil {
      guard let type = model.property(key, of: entity)?.property.attribute?.type,
        [.integer16, .integer32, .integer64].contains(type)
      else { continue }
      values.append((key, number))
    }
    return Translation("an object is made by its entity's name", [newObject(of: entity, values)])
  }
}
