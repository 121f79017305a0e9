/// The entities and properties of a model that were those of an earlier model: the one answer for schemas, differences,
/// mappings and conversions.
///
/// Between two versions the renaming identifiers decide. "A source entity property and a destination entity property that
/// share the same identifier indicate that a property mapping should be configured to migrate from the source to the
/// destination. If unset, the identifier will return the property's name" (Core Data's documentation of
/// `NSPropertyDescription.renamingIdentifier`, and likewise of `NSEntityDescription.renamingIdentifier`). The identifier
/// "creates a canonical name", the one that the property had in the first version, so that every version finds it in every
/// other (Core Data Model Versioning and Data Migration Programming Guide, Lightweight Migration).
///
/// If two properties of one version share an identifier, one explicitly and one by its name, the explicit one comes
/// first; the documentation is silent here. Properties are looked for in the entity that declares them, then among the
/// inherited and the child's own, so that one that moved up or down a hierarchy is found. Where an entity comes under a parent
/// that had the same attribute before, its values stay: an entity mapping is between entities with all that they inherit
/// (`NSEntityDescription.attributesByName`), and the identifier is the same. An attribute of another type, or a relationship,
/// which has another inverse there, is another one.
///
/// An edit of a model says itself what it renames, and everything else keeps its name; identifiers then match what neither
/// accounts for.
final class ModelMatching {
  let old: ModelIndex
  let new: ModelIndex
  private let renaming: ModelRenaming?
  /// The old name of each new entity that is an old one.
  let oldNames: [String: String]
  /// The new name of each old entity that stays.
  let newNames: [String: String]
  private var matches: [String: [String: Source]] = [:]
  private var ownMatches: [String: [String: Source]] = [:]
  /// The new names of the old properties in ``ownMatches``.
  private var ownNames: [String: [String: String]] = [:]
  private var elementMatches: [[String]: [String: String]] = [:]
  /// The properties of a new entity that its old one declared, by the new names.
  private var settledNames: [String: Set<String>] = [:]

  /// A property of the old model.
  struct Source {
    var property: PropertyDescription
    /// The name of the old entity that declares it.
    var declaredBy: String
  }

  /// - Parameter renaming: the new names in an edit of the old model; nil for two versions, matched by their identifiers.
  init(from old: ManagedObjectModel, to new: ManagedObjectModel, renaming: ModelRenaming? = nil) {
    self.old = ModelIndex(old)
    self.new = ModelIndex(new)
    self.renaming = renaming
    oldNames = Self.match(
      old.entities.map { Named($0.name, $0.renamingIdentifier) },
      new.entities.map { Named($0.name, $0.renamingIdentifier) },
      renamed: renaming?.entities)
    newNames = Dictionary(oldNames.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The property that one of a new entity, its own or inherited, was in the old model; nil for a new one, also when the
  /// entity itself is new.
  /// O(1), after the first time, where nothing moves along a hierarchy.
  func source(of property: String, in entity: String) -> Source? {
    guard !mayMove else { return sources(in: entity)[property] }
    guard let place = new.property(property, of: entity)?.declaredBy else { return nil }
    return oldNames[entity] == nil ? nil : ownSources(in: new.model.entities[place].name)[property]
  }

  /// The new name of a property that an old entity had, its own or inherited; nil for one that is gone.
  func newName(of property: String, in oldEntity: String) -> String? {
    guard let entity = newNames[oldEntity] else { return nil }
    guard !mayMove else { return sources(in: entity).first { $0.value.property.name == property }?.key }
    guard let place = old.property(property, of: oldEntity)?.declaredBy,
      let declaring = newNames[old.model.entities[place].name]
    else { return nil }
    if ownNames[declaring] == nil {
      ownNames[declaring] = Dictionary(
        ownSources(in: declaring).map { ($1.property.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return ownNames[declaring]?[property]
  }

  /// Whether some entity has another parent than before, or one where it had none.
  private(set) lazy var isReparented: Bool = new.model.entities.contains { entity in
    guard let before = oldNames[entity.name].flatMap(old.entity) else { return false }
    return before.parent.map { newNames[$0] ?? "" } != entity.parent
  }

  /// Whether a property may have moved to another entity of its hierarchy: an entity has lost its parent, or has come under
  /// one and lost a property, or properties of both models are none of the same entity in the other one. O(properties), once.
  private(set) lazy var mayMove: Bool = {
    let hasLostParent = new.model.entities.contains { entity in
      guard let parent = oldNames[entity.name].flatMap(old.entity)?.parent else { return false }
      return newNames[parent] != entity.parent
    }
    if hasLostParent { return true }
    var (isNew, isGone) = (isReparented, false)
    for entity in new.model.entities {
      let before = oldNames[entity.name].flatMap(old.entity)
      let kept = ownSources(in: entity.name).count
      if kept < entity.properties.count { isNew = true }
      if let before, kept < before.properties.count { isGone = true }
    }
    for entity in old.model.entities where newNames[entity.name] == nil && !entity.properties.isEmpty { isGone = true }
    return isNew && isGone
  }()

  /// The old properties of those new ones that an entity declares itself and declared before, by the new names.
  func ownSources(in entity: String) -> [String: Source] {
    if let known = ownMatches[entity] { return known }
    var found: [String: Source] = [:]
    if let before = oldNames[entity].flatMap(old.entity), let now = new.entity(entity) {
      match([before], [now], &found)
    }
    ownMatches[entity] = found
    return found
  }

  /// The old properties of an entity's new ones, inherited ones included, by the new names.
  func sources(in entity: String) -> [String: Source] {
    if let known = matches[entity] { return known }
    guard let before = oldNames[entity] else { return [:] }
    let (oldLine, newLine) = (old.lineage(of: before), new.lineage(of: entity))
    var found: [String: Source] = [:]
    let known = Set(oldLine.map(\.name))
    for declaring in newLine {
      guard let earlier = oldNames[declaring.name], known.contains(earlier) else { continue }
      found.merge(ownSources(in: declaring.name)) { first, _ in first }
    }
    guard mayMove else {
      matches[entity] = found
      return found
    }
    // Properties that moved up or down.
    var arriving: [EntityDescription] = []
    var settled: [EntityDescription] = []
    for declaring in newLine.dropLast() {
      let known = settledProperties(of: declaring.name)
      var (rest, own) = (declaring, declaring)
      rest.properties.removeAll { known.contains($0.name) }
      own.properties.removeAll { !known.contains($0.name) || $0.attribute == nil }
      arriving.append(rest)
      settled.append(own)
    }
    match(oldLine, arriving + newLine.suffix(1), &found)
    // Under a parent that had an attribute of the name before, the entity has the attribute still.
    var inherited: [String: Source] = [:]
    match(oldLine, settled, &inherited, besides: found)
    for (name, source) in inherited {
      guard let attribute = new.property(name, of: entity)?.property.attribute, let earlier = source.property.attribute,
        attribute.type == earlier.type, attribute.compositeName == nil, earlier.compositeName == nil
      else { continue }
      found[name] = source
    }
    matches[entity] = found
    return found
  }

  /// The names of the properties that a new entity has, its own or inherited, and that its old one declared itself.
  private func settledProperties(of entity: String) -> Set<String> {
    if let known = settledNames[entity] { return known }
    let names = Set(sources(in: entity).lazy.filter { $0.value.declaredBy == self.oldNames[entity] }.map(\.key))
    settledNames[entity] = names
    return names
  }

  /// The composite of the old model that a new one was.
  func earlierComposite(of name: String) -> String? {
    if let renamed = renaming?.entities.first(where: { $0.value == name })?.key, old.composites[renamed] != nil {
      return renamed
    }
    return old.composites[name] == nil ? nil : name
  }

  /// The old name of each element that a composite's values keep, by its new name.
  func elements(of composite: String, since earlier: String) -> [String: String] {
    if let known = elementMatches[[composite, earlier]] { return known }
    let found = matchElements(of: composite, since: earlier)
    elementMatches[[composite, earlier]] = found
    return found
  }

  private func matchElements(of composite: String, since earlier: String) -> [String: String] {
    guard let before = old.composites[earlier], let now = new.composites[composite] else { return [:] }
    var renamed: [String: String] = [:]
    for element in before.elements {
      renamed[element.name] = renaming?.properties[ModelRenaming.Property(element.name, of: earlier)]
    }
    return Self.match(
      before.elements.map { Named($0.name, $0.renamingIdentifier) },
      now.elements.map { Named($0.name, $0.renamingIdentifier) }, renamed: renaming == nil ? nil : renamed)
  }

  /// Finds the properties of some new entities among those of some old ones, of those that have not been found yet.
  private func match(
    _ before: [EntityDescription], _ now: [EntityDescription], _ found: inout [String: Source],
    besides others: [String: Source] = [:]
  ) {
    let taken = Set((Array(found.values) + others.values).map { [$0.declaredBy, $0.property.name] })
    for kind in PropertyDescription.Kind.allCases {
      let open = now.flatMap(\.properties).filter { $0.kind == kind && found[$0.name] == nil && others[$0.name] == nil }
      if open.isEmpty { continue }
      var candidates: [String: Source] = [:]
      var renamed: [String: String] = [:]
      var names: [Named] = []
      for entity in before {
        for property in entity.properties where property.kind == kind && !taken.contains([entity.name, property.name]) {
          candidates[property.name] = Source(property: property, declaredBy: entity.name)
          renamed[property.name] = renaming?.properties[ModelRenaming.Property(property.name, of: entity.name)]
          names.append(Named(property.name, property.renamingIdentifier))
        }
      }
      let matched = Self.match(
        names, open.map { Named($0.name, $0.renamingIdentifier) }, renamed: renaming == nil ? nil : renamed)
      for (name, earlier) in matched { found[name] = candidates[earlier] }
    }
  }

  private struct Named {
    var name: String
    var identifier: String?

    init(_ name: String, _ identifier: String?) {
      self.name = name
      self.identifier = identifier
    }
  }

  /// The old name of each new one that was there before.
  /// - Parameter renamed: old names to new ones in an edit, where what is not in it keeps its name; nil for two versions.
  private static func match(_ old: [Named], _ new: [Named], renamed: [String: String]?) -> [String: String] {
    var found: [String: String] = [:]
    var taken: Set<String> = []
    func match(_ before: [Named], _ now: [Named], by key: (Named) -> String?, and other: (Named) -> String?) {
      let places = Dictionary(
        before.compactMap { item in key(item).map { ($0, item.name) } }, uniquingKeysWith: { first, _ in first })
      for item in now where found[item.name] == nil {
        guard let earlier = other(item).flatMap({ places[$0] }), taken.insert(earlier).inserted else { continue }
        found[item.name] = earlier
      }
    }
    if let renamed {
      match(old, new, by: { renamed[$0.name] }, and: \.name)
      match(old.filter { renamed[$0.name] == nil }, new, by: \.name, and: \.name)
    }
    let (oldUnnamed, newUnnamed) = (old.filter { $0.identifier == nil }, new.filter { $0.identifier == nil })
    match(old, new, by: \.identifier, and: \.identifier)
    match(oldUnnamed, new, by: \.name, and: \.identifier)
    match(old, newUnnamed, by: \.identifier, and: \.name)
    match(oldUnnamed, newUnnamed, by: \.name, and: \.name)
    return found
  }
}

extension PropertyDescription {
  /// An attribute never becomes a relationship, nor one of them a fetched property.
  enum Kind: CaseIterable {
    case attribute, relationship, fetched
  }

  var kind: Kind {
    switch self {
    case .attribute: .attribute
    case .relationship: .relationship
    case .fetched: .fetched
    }
  }
}
