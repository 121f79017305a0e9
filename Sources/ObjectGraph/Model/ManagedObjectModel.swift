/// A model: the entities that a context's objects are of.
///
/// A model is a value. It may be unfinished while it is written: ``problems()`` says what is left to mend before
/// objects can be made.
///
/// ```swift
/// var league = ManagedObjectModel(name: "League", entities: [
///   EntityDescription("Team", properties: [.attribute(AttributeDescription("name", .string))])
/// ])
/// league[entity: "Team"]?[property: "founded"] = .attribute(AttributeDescription("founded", .date, isOptional: true))
/// ```
///
/// Questions about an entity that is not in the model are answered with nothing: nil, an empty list, false.
///
/// ## Topics
/// ### Making
/// - ``init(name:entities:composites:fetchRequestTemplates:configurations:versionIdentifiers:)``
/// - ``init(_:_:)``
/// - ``subscript(entity:)``
/// - ``problems()``
/// ### Looking up
/// - ``property(_:of:)``
/// - ``properties(of:)``
/// - ``inverse(of:in:)``
/// - ``fetchRequest(fromTemplate:variables:)``
/// - ``entities(inConfiguration:)``
/// ### The hierarchy
/// - ``subentities(of:)``
/// - ``isKind(_:of:)``
/// - ``root(of:)``
/// ### Versions
/// - ``versionHashes(forConfiguration:)``
/// - ``isCompatible(withHashes:configuration:)``
/// - ``difference(from:renaming:)``
/// - ``ModelHistory``
public struct ManagedObjectModel: Hashable, Sendable {
  /// The model's name; nothing depends on it.
  public var name: String
  /// The entities in the order they were written.
  public var entities: [EntityDescription]
  /// The composites, of which attributes with several parts are made.
  public var composites: [CompositeDescription]
  /// Fetch requests under names, with open variables.
  public var fetchRequestTemplates: [FetchRequestTemplate]
  /// Named parts of the entities; the whole model needs none.
  public var configurations: [ConfigurationDescription]
  /// The names of this version for people: no hash and no migration uses them (Core Data's header,
  /// `versionIdentifiers`).
  public var versionIdentifiers: Set<String>

  /// A model of these entities; nothing is checked, see ``problems()``.
  public init(
    name: String = "Model", entities: [EntityDescription] = [], composites: [CompositeDescription] = [],
    fetchRequestTemplates: [FetchRequestTemplate] = [], configurations: [ConfigurationDescription] = [],
    versionIdentifiers: Set<String> = []
  ) {
    self.name = name
    self.entities = entities
    self.composites = composites
    self.fetchRequestTemplates = fetchRequestTemplates
    self.configurations = configurations
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity of this name. Setting it replaces the entity in its place, or adds it at the end; nil removes it.
  /// O(entities).
  public subscript(entity name: String) -> EntityDescription? {
    get { entities.first { $0.name == name } }
    set {
      let place = entities.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let entity?): entities[place] = entity
      case (let place?, nil): entities.remove(at: place)
      case (nil, let entity?): entities.append(entity)
      case (nil, nil): break
      }
    }
  }

  /// The composite of this name. Setting it replaces the composite in its place, or adds it at the end; nil removes
  /// it. O(composites).
  public subscript(composite name: String) -> CompositeDescription? {
    get { composites.first { $0.name == name } }
    set {
      let place = composites.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let composite?): composites[place] = composite
      case (let place?, nil): composites.remove(at: place)
      case (nil, let composite?): composites.append(composite)
      case (nil, nil): break
      }
    }
  }

  /// Returns the entities of a configuration in the model's order; all of them for nil, which is the whole model, none
  /// for a configuration that the model does not have. O(entities).
  public func entities(inConfiguration name: String?) -> [EntityDescription] {
    guard let name else { return entities }
    guard let configuration = configurations.first(where: { $0.name == name }) else { return [] }
    let members = Set(configuration.entities)
    return entities.filter { members.contains($0.name) }
  }

  /// The names of the entities whose objects a store of a configuration keeps: those of the configuration and their
  /// descendants; nil for nil, which keeps all. O(entities).
  package func entityNames(keptByConfiguration name: String?) -> Set<String>? {
    guard name != nil else { return nil }
    var children: [String: [String]] = [:]
    for entity in entities { if let parent = entity.parent { children[parent, default: []].append(entity.name) } }
    var work = entities(inConfiguration: name).map(\.name)
    var kept: Set<String> = []
    while let next = work.popLast() {
      if kept.insert(next).inserted { work += children[next] ?? [] }
    }
    return kept
  }

  /// The names of the entities, in their order. O(entities).
  public var entityNames: [String] { entities.map(\.name) }

  /// Returns the entity and its ancestors, root first. A parent that is missing, or met before in a cycle, ends the
  /// line. O(entities).
  public func lineage(of entity: String) -> [EntityDescription] {
    var line: [EntityDescription] = []
    var seen: Set<String> = []
    var next: String? = entity
    var places: [String: Int]?
    while let name = next, seen.insert(name).inserted {
      // Looking through all entities is quicker for a few ancestors, and not for a thousand.
      if line.count == 8 {
        places = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      }
      guard let found = places.map({ $0[name].map { entities[$0] } }) ?? self[entity: name] else { break }
      line.append(found)
      next = found.parent
    }
    return line.reversed()
  }

  /// Returns the properties of an entity, inherited ones first, from the root to the leaf. O(entities + properties).
  public func properties(of entity: String) -> [PropertyDescription] {
    lineage(of: entity).flatMap(\.properties)
  }

  /// Returns a property by its name, its own or inherited, and the entity that declares it; nil when there is none.
  /// O(entities + properties of the entity and its ancestors).
  public func property(_ name: String, of entity: String) -> (property: PropertyDescription, declaredBy: String)? {
    for owner in lineage(of: entity).reversed() {
      if let property = owner[property: name] { return (property, owner.name) }
    }
    return nil
  }

  /// Returns the entities whose parent this one is, in their order; not those further down. O(entities).
  public func subentities(of entity: String) -> [String] {
    entities.filter { $0.parent == entity }.map(\.name)
  }

  /// Whether an entity is this ancestor or descends from it. O(entities × depth).
  public func isKind(_ entity: String, of ancestor: String) -> Bool {
    lineage(of: entity).contains { $0.name == ancestor }
  }

  /// Returns the topmost ancestor of an entity, itself when it has no parent or is not in the model. O(entities).
  public func root(of entity: String) -> String {
    lineage(of: entity).first?.name ?? entity
  }

  /// Returns the relationship back, and the entity that declares it; nil when none is named or it does not exist.
  /// O(entities + properties of both entities and their ancestors).
  public func inverse(
    of relationship: String, in entity: String
  ) -> (entity: String, relationship: RelationshipDescription)? {
    guard let description = property(relationship, of: entity)?.property.relationship, let name = description.inverse,
      let found = property(name, of: description.destination), let inverse = found.property.relationship
    else { return nil }
    return (found.declaredBy, inverse)
  }
}
