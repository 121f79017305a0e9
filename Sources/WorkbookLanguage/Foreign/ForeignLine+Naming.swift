import Diagnostics
import ObjectGraph

/// The objects that are there, as far as a translation needs them. Without a graph there are none.
struct PresentObjects {
  /// The objects with a title, in any case of its letters, as each is written in a statement: `heat`, `Player#3`. Only
  /// of one entity and what is below it, where one is given.
  var titled: (_ title: String, _ entity: String?) -> [String] = { _, _ in [] }
  /// Whether an entity has objects.
  var areThere: (_ entity: String) -> Bool = { _ in true }
}

/// Objects that are named by their number or by what they are called: `delete Player 4`, `remove Player#4`,
/// `delete Dwyane Wade`, `wade.team = Miami Heat`.
extension ForeignLine {
  func objectTranslation(of line: String) -> Translation? {
    var found =
      removedObject(line) ?? numberedObject(line) ?? titledObject(line) ?? titledValue(line) ?? titledOwner(line)
      ?? titledMembers(line) ?? severalOwners(line)
    found?.isSpecific = true
    return found
  }

  private static let verbs: Set<String> = ["delete", "show", "refresh", "validate", "remove", "drop", "destroy"]

  /// `remove Player#4`, `drop wade`
  private func removedObject(_ line: String) -> Translation? {
    guard let match = line.wholeMatch(of: /\s*(?:remove|drop|destroy|erase)\s+(\w+|\w+#\d+)\s*/) else { return nil }
    let object = String(match.1)
    if object.contains("#") { return Translation("objects are deleted with delete", ["delete \(object)"]) }
    guard objects[object] != nil || values.contains(object) else { return nil }
    // Whether the name or the object is meant, only they know.
    let way = objects[object] == nil ? "" : "; delete \(object) deletes the object"
    return Translation("remove is about the model: undo takes a name back\(way)", [])
  }

  /// `delete Player 4`, `Player(4).team = heat`, `show Player[4]`
  private func numberedObject(_ line: String) -> Translation? {
    guard let match = line.firstMatch(of: /\b([A-Z]\w*)(?:\s*#\s*| |\.)(\d+)(?![\w.])|\b([A-Z]\w*)[(\[](\d+)[)\]]/),
      let entity = match.1 ?? match.3, let number = match.2 ?? match.4, isEntityName(String(entity))
    else { return nil }
    let before = line[..<match.range.lowerBound].trimmed
    let follows = line[match.range.upperBound...].first
    guard
      Self.verbs.contains(before) || before.hasSuffix("=") || before.hasSuffix("(") || before.hasSuffix("[")
        || before.isEmpty && follows == "."
    else { return nil }
    let verb = ["remove", "drop", "destroy"].contains(before) ? "delete " : line[..<match.range.lowerBound]
    let written = "\(verb)\(entity)#\(number)\(line[match.range.upperBound...])"
    return Translation("an object ID is written with #", [written.trimmed])
  }

  /// `delete Dwyane Wade`, `show "Miami Heat"`
  private func titledObject(_ line: String) -> Translation? {
    let parts = line.trimmed.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, Self.verbs.contains(parts[0]) else { return nil }
    let verb = ["show", "refresh", "validate"].contains(parts[0]) ? parts[0] : "delete"
    return named(parts[1], nil) { "\(verb) \($0)" }
  }

  /// `wade.team = Miami Heat`, `wade.team = "Miami Heat"`, `Player#1.team = miami heat`
  private func titledValue(_ line: String) -> Translation? {
    guard let match = line.wholeMatch(of: /\s*(\w+(?:#\d+)?)\.(\w+)\s*=\s*(.+)/) else { return nil }
    let owner = String(match.1)
    let entity = objects[owner] ?? owner.split(separator: "#").first.map(String.init) ?? ""
    guard let relationship = model.property(String(match.2), of: entity)?.property.relationship,
      !relationship.isToMany
    else { return nil }
    return named(String(match.3), relationship.destination) { "\(owner).\(match.2) = \($0)" }
  }

  private static let titleReason = "an object is named by a name of yours or by its object ID, not by its values"

  /// `Buy milk.priority = 3`, `Miami Heat.uniformColor = Black`
  private func titledOwner(_ line: String) -> Translation? {
    guard let match = line.wholeMatch(of: /\s*"?([^.="()\[\]]+?)"?\.(\w+)\s*=\s*(.+)/), objects[String(match.1)] == nil,
      let owner = object(titled: String(match.1))
    else { return nil }
    var value = match.3.trimmed
    let isBare = value.wholeMatch(of: /[A-Za-z][\w ]*/) != nil && objects[value] == nil && !values.contains(value)
    if isBare, !["nil", "true", "false"].contains(value) {
      value = object(titled: value) ?? "\"\(value)\""
    }
    return Translation(Self.titleReason, ["\(owner).\(match.2) = \(value)"])
  }

  /// `milk.tags.add("outdoors")`, `outdoors.tasks.add(Buy milk, plants)`
  private func titledMembers(_ line: String) -> Translation? {
    guard let match = line.wholeMatch(of: /\s*([^.="()\[\]]+?)\.(\w+)\.(add|remove)\(\[?(.+?)\]?\)/) else { return nil }
    let typed = String(match.1)
    let members = match.4.split(separator: ",").map(\.trimmed)
    guard let owner = objects[typed] == nil ? object(titled: typed) : typed else { return nil }
    let found = members.map { objects[$0] == nil ? object(titled: $0) ?? $0 : $0 }
    guard found != members || owner != typed else { return nil }
    let list = found.count == 1 ? found[0] : "[\(found.joined(separator: ", "))]"
    return Translation(Self.titleReason, ["\(owner).\(match.2).\(match.3)(\(list))"])
  }

  /// `letter, call = work`, `[letter, call].category = work`: the same for each of them.
  private func severalOwners(_ line: String) -> Translation? {
    guard let match = line.wholeMatch(of: /\s*\[?(\w+(?:\s*,\s*\w+)+)\]?(?:\.(\w+))?\s*=\s*(.+)/) else { return nil }
    let names = match.1.split(separator: ",").map(\.trimmed)
    guard let entity = names.first.flatMap({ objects[$0] }), names.allSatisfy({ objects[$0] != nil }) else {
      return nil
    }
    let value = match.3.trimmed
    let other = objects[value]
    let ways = model.properties(of: entity).compactMap(\.relationship)
      .filter { link in !link.isToMany && other.map { model.isKind($0, of: link.destination) } == true }
    guard let key = match.2.map(String.init) ?? (ways.count == 1 ? ways[0].name : nil) else { return nil }
    return Translation(
      "a statement sets a value of one object; a loop does it for each",
      ["for x in [\(names.joined(separator: ", "))] { x.\(key) = \(value) }"])
  }

  /// The one object that is called so, as it is written in a statement.
  private func object(titled text: String) -> String? {
    let bare = text.trimmed.filter { $0 != "\"" }
    guard !bare.isEmpty, objects[bare] == nil, !values.contains(bare), !isEntityName(bare) else { return nil }
    let found = present.titled(bare, nil)
    return found.count == 1 ? found[0] : nil
  }

  /// The statement with the object of a title; with a place to fill in where several have it.
  private func named(
    _ title: String, _ entity: String?, _ statement: (String) -> String
  ) -> Translation? {
    let bare = title.trimmed.filter { $0 != "\"" }
    guard !bare.isEmpty, objects[bare] == nil, !values.contains(bare), !isEntityName(bare) else { return nil }
    let meant = present.titled(bare, entity)
    guard let first = meant.first else { return nil }
    guard meant.count > 1 else { return Translation(Self.titleReason, [statement(first)]) }
    return Translation(
      "\(meant.count) objects are called \(bare): \(Listing.alternatives(meant))", [statement("…")])
  }
}
