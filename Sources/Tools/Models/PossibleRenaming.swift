import Diagnostics
import ModelReview
import ObjectGraph

/// A name that a newer version may have replaced without a renaming identifier, so that a lightweight migration drops what
/// was kept under it: `type`, where the newer entity has a `coinType` of the same type.
struct PossibleRenaming: Hashable {
  /// The entity of the property; nil where an entity itself is gone.
  var entity: String?
  var old: String
  var new: String

  /// The old name with that of its entity.
  var oldName: String { entity.map { "\($0).\(old)" } ?? old }
  var newName: String { entity.map { "\($0).\(new)" } ?? new }

  /// Returns the pairs of a name that is gone and one that is new. Each name is in one pair at most.
  /// O(properties removed × properties added).
  /// - Parameter ways: The ways in which two names of properties may be alike.
  static func found(
    from old: ManagedObjectModel, to new: ManagedObjectModel, _ changes: [ModelDifference.Change],
    by ways: [Likeness] = Likeness.allCases
  ) -> [PossibleRenaming] {
    var gone: [(entity: String, name: String)] = []
    var added: [(entity: String, name: String)] = []
    var goneEntities: [String] = []
    var addedEntities: [String] = []
    for change in changes {
      switch change {
      case .propertyRemoved(let name, let entity): gone.append((entity, name))
      case .propertyAdded(let name, let entity): added.append((entity, name))
      case .entityRemoved(let name): goneEntities.append(name)
      case .entityAdded(let name): addedEntities.append(name)
      default: break
      }
    }
    var taken: Set<String> = []
    var found: [PossibleRenaming] = []
    // The surest pairs first: `type` has become `coinType`, and not `importType`.
    for likeness in ways {
      for (entity, name) in gone where !found.contains(where: { $0.entity == entity && $0.old == name }) {
        guard let before = old.property(name, of: entity)?.property else { continue }
        let alike = added.filter { place in
          place.entity == entity && !taken.contains("\(entity).\(place.name)")
            && new.property(place.name, of: entity).map { isAlike(before, $0.property) } == true
        }.map(\.name)
        let rest = gone.filter { $0.entity == entity && $0.name != name }.compactMap {
          old.property($0.name, of: entity)?.property
        }
        // One of a type has become the only other of that type. Texts and identifiers are too common to tell.
        let isTelling = before.attribute?.type != .string && !name.lowercased().hasSuffix("id")
        let isOnly = isTelling && alike.count == 1 && !rest.contains { isAlike(before, $0) }
        guard
          let match = likeness == .type ? (isOnly ? alike.first : nil) : nearest(to: name, among: alike, likeness)
        else { continue }
        taken.insert("\(entity).\(match)")
        found.append(PossibleRenaming(entity: entity, old: name, new: match))
      }
    }
    let places = gone.map { "\($0.entity).\($0.name)" }
    found.sort { (places.firstIndex(of: $0.oldName) ?? 0) < (places.firstIndex(of: $1.oldName) ?? 0) }
    return found
      + goneEntities.compactMap { name in
        let alike = addedEntities.filter {
          $0 != name && !taken.contains($0) && hasLikeProperties(old[entity: name], new[entity: $0])
        }
        guard let found = alike.first else { return nil }
        taken.insert(found)
        return PossibleRenaming(entity: nil, old: name, new: found)
      }
  }

  /// Whether a store could keep the values of one property in the other.
  private static func isAlike(_ before: PropertyDescription, _ now: PropertyDescription) -> Bool {
    switch (before, now) {
    case (.attribute(let before), .attribute(let now)):
      before.type == now.type && before.compositeName == now.compositeName && now.renamingIdentifier == nil
        && [before, now].allSatisfy { !$0.isTransient && $0.derivation == nil }
    case (.relationship(let before), .relationship(let now)):
      // A lightweight migration makes a to-many of a to-one.
      before.destination == now.destination && (now.isToMany || !before.isToMany) && now.renamingIdentifier == nil
    default: false
    }
  }

  /// The ways in which two names are alike, the surest first.
  enum Likeness: CaseIterable {
    case words, someWords, spelling, type
  }

  /// The first name that has the same words as another, or in which the words of one are among those of the other, or that is spelt
  /// nearly alike.
  private static func nearest(to name: String, among names: [String], _ likeness: Likeness) -> String? {
    func words(_ name: String) -> Set<String> {
      // `accountID` has no small letter between its last two.
      Set(ProposedNames.words(name.hasSuffix("ID") ? name.dropLast(2) + "Id" : name).map { $0.lowercased() })
    }
    let own = words(name)
    switch likeness {
    case .words:
      // `subspeciesName` for `subSpeciesName`, and not `speciesName`.
      return names.first { $0.lowercased() == name.lowercased() } ?? names.first { words($0) == own }
    case .someWords: return names.first { words($0).isSubset(of: own) || own.isSubset(of: words($0)) }
    case .spelling: return Suggestions.nearest(to: name, among: names).first
    case .type: return nil
    }
  }

  /// Whether two entities have most of their properties in common, by name and type.
  private static func hasLikeProperties(_ before: EntityDescription?, _ now: EntityDescription?) -> Bool {
    guard let before, let now, now.renamingIdentifier == nil, before.properties.count > 1 else { return false }
    let common = before.properties.count { property in
      now[property: property.name].map { isAlike(property, $0) } == true
    }
    return common > 1 && common * 3 >= 2 * max(before.properties.count, now.properties.count)
  }
}
