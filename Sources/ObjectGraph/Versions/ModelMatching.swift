/// Which entities and properties of a model were which of the model before.
///
/// Entities: those that are renamed explicitly, then those of the same name, then by renaming identifier. Properties the
/// same way, entity by entity with the inherited ones, so that one that moved up or down a hierarchy is found again.
/// Two renaming identifiers match when either names the other, or both the same third: so that a version can be left for
/// an earlier one.
final class ModelMatching {
  let old: ModelIndex
  let new: ModelIndex
  private let renaming: ModelRenaming
  /// The old name of each new entity that is an old one.
  let oldNames: [String: String]
  /// The new name of each old entity that stays.
  let newNames: [String: String]
  private var matches: [String: [String: Source]] = [:]

  /// A property of the old model.
  struct Source {
    var property: PropertyDescription
    /// The name of the old entity that declares it.
    var declaredBy: String
  }

  init(from old: ManagedObjectModel, to new: ManagedObjectModel, renaming: ModelRenaming = .none) {
    self.old = ModelIndex(old)
    self.new = ModelIndex(new)
    self.renaming = renaming
    var oldNames: [String: String] = [:]
    var taken: Set<String> = []
    let index = self.old
    func match(_ name: String, _ earlier: String?) {
      guard let earlier, oldNames[name] == nil, index.places[earlier] != nil, taken.insert(earlier).inserted else {
        return
      }
      oldNames[name] = earlier
    }
    let explicit = Dictionary(renaming.entities.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let newEntities = Set(new.entityNames)
    for entity in new.entities { match(entity.name, explicit[entity.name]) }
    for entity in new.entities where renaming.entities[entity.name] == nil { match(entity.name, entity.name) }
    for entity in new.entities {
      match(entity.name, entity.renamingIdentifier.flatMap { newEntities.contains($0) ? nil : $0 })
    }
    let canonical = Dictionary(
      old.entities.map { ($0.renamingIdentifier ?? $0.name, $0.name) }, uniquingKeysWith: { first, _ in first })
    for entity in new.entities { match(entity.name, canonical[entity.renamingIdentifier ?? entity.name]) }
    self.oldNames = oldNames
    newNames = Dictionary(oldNames.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a property of a new entity, its own or inherited, was in the old model; nil for a new one, also when the
  /// entity itself is new.
  func source(of property: String, in entity: String) -> Source? { sources(in: entity)[property] }

  /// The old properties of an entity's new ones, inherited ones included, by the new names.
  func sources(in entity: String) -> [String: Source] {
    if let known = matches[entity] { return known }
    guard let before = oldNames[entity] else { return [:] }
    let oldProperties = old.line(of: before).flatMap { place in
      old.model.entities[place].properties.map { Source(property: $0, declaredBy: old.model.entities[place].name) }
    }
    let newProperties = new.properties(of: entity)
    var found: [String: Source] = [:]
    var taken: Set<String> = []
    func match(_ property: PropertyDescription, _ source: Source?) {
      guard let source, found[property.name] == nil, source.property.isSameKind(as: property),
        taken.insert(source.property.name).inserted
      else { return }
      found[property.name] = source
    }
    var explicit: [String: Source] = [:]
    for source in oldProperties {
      if let name = renaming.properties[ModelRenaming.Property(source.property.name, of: source.declaredBy)] {
        explicit[name] = source
      }
    }
    let renamedAway = Set(explicit.values.map(\.property.name))
    let byName = Dictionary(oldProperties.map { ($0.property.name, $0) }, uniquingKeysWith: { first, _ in first })
    let byIdentifier = Dictionary(
      oldProperties.map { ($0.property.renamingIdentifier ?? $0.property.name, $0) },
      uniquingKeysWith: { first, _ in first })
    for property in newProperties { match(property, explicit[property.name]) }
    for property in newProperties where !renamedAway.contains(property.name) { match(property, byName[property.name]) }
    for property in newProperties { match(property, property.renamingIdentifier.flatMap { byName[$0] }) }
    for property in newProperties { match(property, byIdentifier[property.renamingIdentifier ?? property.name]) }
    matches[entity] = found
    return found
  }
}

extension PropertyDescription {
  /// Whether both are attributes, both relationships or both fetched properties.
  func isSameKind(as other: PropertyDescription) -> Bool {
    switch (self, other) {
    case (.attribute, .attribute), (.relationship, .relationship), (.fetched, .fetched): true
    case (.attribute, _), (.relationship, _), (.fetched, _): false
    }
  }
}
