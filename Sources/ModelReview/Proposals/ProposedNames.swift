import ObjectGraph

/// Names for what a proposal makes: free ones, in the manner of Core Data.
package struct ProposedNames {
  package let model: ManagedObjectModel
  private let index: ModelIndex
  private var taken: [String: Set<String>] = [:]
  private var takenEntities: Set<String> = []

  /// Looks up the model's names. O(entities).
  package init(_ model: ManagedObjectModel) { self.init(ModelIndex(model)) }

  init(_ index: ModelIndex) {
    model = index.model
    self.index = index
  }

  /// `Color` for `uniformColor`, `Zip` for `zip`, `CourseTerm` for `course, term`; followed by `Entry` if the name is
  /// taken.
  package mutating func entity(for attributes: [String], isLookup: Bool = false) -> String {
    var name = attributes.map(Self.capitalised).joined()
    if isLookup, attributes.count == 1, let last = Self.words(attributes[0]).last, !Self.isVague(last) {
      name = Self.capitalised(last)
    }
    while model.use(ofName: name) != nil || takenEntities.contains(name) { name += "Entry" }
    takenEntities.insert(name)
    return name
  }

  /// A property name that no property of the entity has, nor one of its sub-entities; `gone` are those that will go.
  package mutating func property(_ wanted: String, of entity: String, gone: Set<String> = []) -> String {
    let used = used(in: entity).subtracting(gone).union(taken[entity] ?? [])
    var name = wanted
    var number = 2
    while used.contains(name) {
      name = wanted + String(number)
      number += 1
    }
    taken[entity, default: []].insert(name)
    return name
  }

  /// The names that a new property cannot have: those of its entity, of what that inherits and of its sub-entities, and
  /// what every object answers. O(entities + properties).
  private func used(in entity: String) -> Set<String> {
    var used = ReservedNames.properties.union(index.properties(of: entity).map(\.name))
    for other in model.entities where index.isKind(other.name, of: entity) {
      used.formUnion(other.properties.map(\.name))
    }
    for (other, names) in taken where index.isKind(other, of: entity) || index.isKind(entity, of: other) {
      used.formUnion(names)
    }
    return used
  }

  /// Names for a new inverse that leads to one object, or to many: `player` and `players` for `Player.team`, `children` for
  /// `parent`, and `lastMessageOf` where something else leads back already. O(entities + properties).
  mutating func inverse(
    of relationship: RelationshipDescription, from entity: String
  ) -> (one: String, many: String) {
    let destination = relationship.destination
    let used = used(in: destination)
    let held = EnglishNouns.singular(relationship.name) + "Of"
    let of = (one: held, many: held)
    let wanted: (one: String, many: String)
    if destination == entity {
      wanted = Opposites.end(of: relationship.name) ?? of
    } else {
      let lowered = Self.lowered(entity)
      let isOnly =
        !index.properties(of: destination).contains { $0.relationship?.destination == entity }
        && index.entity(entity)?.properties.count { $0.relationship?.destination == destination } == 1
      wanted = isOnly || relationship.isNamed(for: destination) ? (lowered, EnglishNouns.plural(lowered)) : of
    }
    // A to-one that owns nothing gets a to-many inverse in any case.
    let mayBeOne = relationship.isToMany || relationship.deleteRule == .cascade
    let names = [wanted, of].first { !used.contains($0.many) && !(mayBeOne && used.contains($0.one)) }
    guard let names else {
      let name = property(of.one, of: destination)
      return (name, name)
    }
    taken[destination, default: []].formUnion([names.one, names.many])
    return names
  }

  /// Whether a word needs another one to mean something.
  package static func isVague(_ word: String) -> Bool {
    ["name", "title", "code", "id", "number", "key", "label", "type", "value"].contains(word.lowercased())
  }

  package static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// The text as the name of a property. Initials stay together: `team`, `idmNote` for `IDMNote`, `url` for `URL`.
  package static func lowered(_ text: String) -> String {
    let capitals = text.prefix { $0.isUppercase || $0.isNumber }
    let rest = text.dropFirst(capitals.count)
    // The last capital begins the next word, unless a plural's `s` is all that follows: `URLs`.
    let initials =
      capitals.count > 1 && rest.first?.isLowercase == true && rest != "s" ? capitals.dropLast() : capitals
    return initials.lowercased() + text.dropFirst(initials.count)
  }

  /// Whether a name begins with initials, which Cocoa writes in capitals everywhere: `URL`, `IDNumber`.
  package static func beginsWithInitials(_ text: String) -> Bool { text.prefix(2).count { $0.isUppercase } == 2 }

  /// `["uniform", "Color"]`.
  package static func words(_ text: String) -> [String] {
    var words: [String] = []
    for character in text {
      if character.isUppercase || words.isEmpty || character == "_" {
        words.append(character == "_" ? "" : String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
