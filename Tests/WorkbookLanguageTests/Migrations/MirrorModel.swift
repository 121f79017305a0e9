/// Which entity and property is which, whatever they are called: kept by the rules of the statements alone, without a look at
/// the program's own matching.
struct MirrorModel: Hashable, Sendable {
  struct Entity: Hashable, Sendable {
    var token: Int
    var parent: String?
    var properties: [String: Property] = [:]
  }

  struct Property: Hashable, Sendable {
    var token: Int
    /// The attribute's type, the composite's name included; nil for a relationship.
    var type: String?
    var isTransient = false
    var isDerived = false
    /// The value of new objects.
    var initial: String?
    /// The entity at a relationship's other end.
    var destination = 0
  }

  private struct Version: Hashable, Sendable {
    var entities: [String: Entity] = [:]
    /// The tokens of elements, by composite and name.
    var composites: [String: [String: Int]] = [:]
  }

  private var current = Version()
  private var earlier: [Int: Version] = [:]
  private(set) var version = 1
  private var count = 0

  var entities: [String: Entity] { current.entities }
  var composites: [String: [String: Int]] { current.composites }

  /// The same model as it was; what is added from here on is none of what was added since.
  func undone(to before: MirrorModel) -> MirrorModel {
    var result = before
    result.count = count
    return result
  }

  private mutating func token() -> Int {
    count += 1
    return count
  }

  /// Applies a line that the program has accepted.
  mutating func apply(_ line: MigrationLine) {
    switch line {
    case .declare(let name, _):
      let (own, label) = (token(), token())
      current.entities[name] = Entity(token: own, properties: ["u\(name)": Property(token: label, type: "String")])
    case .composite(let name, let elements):
      for element in elements {
        let new = token()
        current.composites[name, default: [:]][element] = new
      }
    case .add(let name, let entity, let kind):
      let new = token()
      current.entities[entity]?.properties[name] = Property(token: new, type: kind.type, initial: kind.initial)
    case .pair(let name, let entity, _, let back, let other):
      let (there, here) = (token(), token())
      let (one, two) = (current.entities[entity]?.token ?? 0, current.entities[other]?.token ?? 0)
      current.entities[entity]?.properties[name] = Property(token: there, destination: two)
      current.entities[other]?.properties[back] = Property(token: here, destination: one)
    case .remove(let name, let entity): current.entities[owner(of: name, entity)]?.properties[name] = nil
    case .rename(let name, let entity, let new):
      let owner = owner(of: name, entity)
      let renamed = current.entities[owner]?.properties.removeValue(forKey: name)
      current.entities[owner]?.properties[new] = renamed
    case .change(let name, let entity, let change):
      let owner = owner(of: name, entity)
      switch change {
      case .kind(let kind) where entities[owner]?.properties[name]?.type == nil:
        let new = token()
        current.entities[owner]?.properties[name] = Property(token: new, type: kind.type, initial: kind.initial)
      case .kind(let kind):
        current.entities[owner]?.properties[name]?.type = kind.type
        // Properties that are not named stay.
        if let initial = kind.initial { current.entities[owner]?.properties[name]?.initial = initial }
      case .transient(let isTransient): current.entities[owner]?.properties[name]?.isTransient = isTransient
      case .derived(let source): current.entities[owner]?.properties[name]?.isDerived = source != nil
      case .link where entities[owner]?.properties[name]?.type != nil:
        // An attribute never becomes a relationship: this is a new property.
        let new = token()
        current.entities[owner]?.properties[name] = Property(token: new)
      case .ordered, .link: break
      }
    case .addElement(let name, let composite):
      let new = token()
      current.composites[composite]?[name] = new
    case .removeElement(let name, let composite): current.composites[composite]?[name] = nil
    case .renameElement(let name, let composite, let new):
      let renamed = current.composites[composite]?.removeValue(forKey: name)
      current.composites[composite]?[new] = renamed
    case .removeEntity(let name): current.entities[name] = nil
    case .renameEntity(let name, let new):
      let renamed = current.entities.removeValue(forKey: name)
      current.entities[new] = renamed
      for key in current.entities.keys where entities[key]?.parent == name { current.entities[key]?.parent = new }
    case .parent(let parent, let entity): current.entities[entity]?.parent = parent.isEmpty ? nil : parent
    case .version(let number):
      earlier[version] = current
      version = number
    case .use(let number):
      earlier[version] = current
      current = earlier[number] ?? current
      version = number
    case .undo, .other, .save, .close, .migrate, .reopen: break
    }
  }

  private func owner(of name: String, _ entity: String) -> String {
    line(of: entity).first { entities[$0]?.properties[name] != nil } ?? entity
  }

  /// The entity and its ancestors.
  func line(of entity: String) -> [String] {
    var line = [entity]
    while let parent = line.last.flatMap({ entities[$0]?.parent }), !line.contains(parent) { line.append(parent) }
    return line
  }

  /// The properties of an entity with the inherited ones.
  func properties(of entity: String) -> [String: Property] {
    var found: [String: Property] = [:]
    for name in line(of: entity) { found.merge(entities[name]?.properties ?? [:]) { own, _ in own } }
    return found
  }

  /// The same with each element of a composite by itself, as `home.city`.
  func values(of entity: String) -> [String: Property] {
    var found: [String: Property] = [:]
    for (name, property) in properties(of: entity) {
      guard let elements = property.type.flatMap({ composites[$0] }) else {
        found[name] = property
        continue
      }
      for (element, token) in elements {
        var part = property
        part.token = property.token * 1000 + token
        part.type = "String"
        found["\(name).\(element)"] = part
      }
    }
    return found
  }
}
