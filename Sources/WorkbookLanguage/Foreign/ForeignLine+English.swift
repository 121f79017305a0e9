import ObjectGraph
import Predicates

/// Orders and questions in English that name an entity: `show all pilots`, `how many planes`, `unique Plane.tail`.
extension ForeignLine {
  func order(_ line: String) -> Translation? {
    let words = line.filter { !"?,();".contains($0) }.split(separator: " ").map(String.init)
    let lowered = words.map { $0.lowercased() }
    guard words.count > 1, let last = words.last else { return nil }
    switch lowered[0] {
    case "show", "list", "get", "find", "give", "print", "display":
      guard lowered.contains("all") || lowered.contains("every"), let entity = entity(meantBy: last) else { return nil }
      return Translation(Self.fetchReason, ["fetch \(entity)"])
    case "how" where lowered[1] == "many", "number" where lowered[1] == "of":
      guard let entity = words.lazy.compactMap(entity(meantBy:)).first else { return nil }
      return Translation("'count' gives the number of objects", ["count \(entity)"])
    case let word where Self.aggregates[word] != nil && words.count > 3:
      guard let entity = entity(meantBy: last), let function = Self.aggregates[word],
        model.property(words[1], of: entity) != nil
      else { return nil }
      return Translation("one value of many is a collection operator", ["(fetch \(entity)).@\(function).\(words[1])"])
    case "validate" where words.count > 2 && words[1].contains("."):
      return changeTranslation(of: words.dropFirst().joined(separator: " "))
    case "who", "which", "what", "where", "when":
      guard let entity = words.lazy.compactMap(entity(meantBy:)).first ?? model.entityNames.first else { return nil }
      return Translation("a question is a fetch with a condition", ["fetch \(entity) where …"])
    case "create", "new",
      "add" where words.count > 2:
      return creation(words)
    default:
      guard lowered.contains("unique"), words.count <= 5 else { return nil }
      return uniqueness(words.filter { !["unique", "constraint", "add", "on", "key"].contains($0.lowercased()) })
    }
  }

  private static let aggregates = [
    "max": "max", "min": "min", "sum": "sum", "total": "sum", "avg": "avg", "average": "avg", "mean": "avg",
  ]

  /// `Pilot` for `pilot` and `pilots`.
  private func entity(meantBy word: String) -> String? {
    let word = word.lowercased()
    return model.entityNames.first { [$0.lowercased(), $0.lowercased() + "s"].contains(word) }
  }

  /// `Plane.tail`, `Plane tail`
  private func uniqueness(_ words: [String]) -> Translation? {
    let parts = words.flatMap { $0.split(separator: ".").map(String.init) }
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
