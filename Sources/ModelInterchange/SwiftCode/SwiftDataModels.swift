import Diagnostics
import ObjectGraph

/// Classes with `@Model`, and structures for composites.
///
/// Documented by Apple: the macros `Model()`, `Attribute(_:originalName:hashModifier:)`,
/// `Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)`, `Transient()`,
/// `Unique(_:)` and `Index(_:)` (iOS 18), classes with a superclass (iOS 26). Comments name what they cannot express.
struct SwiftDataModels {
  let index: ModelIndex
  /// The entities that have a class: those with names that Swift has.
  let classes: Set<String>
  private let parents: Set<String>
  private(set) var units: [SwiftCode.Unit] = []

  init(_ model: ManagedObjectModel) {
    index = ModelIndex(model)
    classes = Set(model.entities.map(\.name).filter(SwiftName.isName))
    parents = Set(model.entities.compactMap(\.parent))
    units = model.composites.map(structure) + model.entities.map(unit)
  }

  private func structure(_ composite: CompositeDescription) -> SwiftCode.Unit {
    guard SwiftName.isName(composite.name) else { return leftOut(composite.name) }
    let properties = composite.elements.map { element in
      let property = SwiftDataProperty(element, in: self)
      return (property.notes + property.declaration).map { "    " + $0 }
    }
    return SwiftCode.Unit(
      name: "\(composite.name).swift",
      lines: ["struct \(SwiftName.declared(composite.name)): Codable {"] + properties.joined() + ["}"])
  }

  private func leftOut(_ name: String) -> SwiftCode.Unit {
    SwiftCode.Unit(name: nil, lines: [SwiftName.comment("\(name) is left out: it is no name in Swift")])
  }

  private func unit(_ entity: EntityDescription) -> SwiftCode.Unit {
    guard classes.contains(entity.name) else { return leftOut(entity.name) }
    let name = SwiftName.declared(entity.name)
    // What ancestors without a class declare belongs to the first class below them.
    let ancestors = index.lineage(of: entity.name).dropLast()
    let parent = ancestors.last { classes.contains($0.name) }
    let owners = ancestors.reversed().prefix { !classes.contains($0.name) }.reversed() + [entity]
    var lines = notes(on: entity)
    if parent != nil { lines.append("@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)") }
    lines.append("@\(macro("Model"))")
    lines.append(
      (parents.contains(entity.name) ? "class " : "final class ") + name
        + (parent.map { ": " + SwiftName.declared($0.name) } ?? "") + " {")
    lines += keys(of: entity).map { $0.isEmpty ? "" : "    " + $0 }
    var stored: [SwiftDataProperty] = []
    for property in owners.flatMap(\.properties) {
      let own = SwiftDataProperty(property, of: entity, in: self)
      lines += (own.notes + own.declaration).map { "    " + $0 }
      if own.isStored { stored.append(own) }
    }
    let inherited = parent.map(inheritedProperties) ?? []
    lines += [""] + initializer(stored, inherited, isSubclass: parent != nil).map { "    " + $0 } + ["}"]
    return SwiftCode.Unit(name: "\(entity.name).swift", lines: lines)
  }

  /// The name of a macro, after its module's if an entity has the same.
  func macro(_ name: String) -> String { classes.contains(name) ? "SwiftData.\(name)" : name }

  /// The properties that a class and its ancestors store, from the root down.
  private func inheritedProperties(_ entity: EntityDescription) -> [SwiftDataProperty] {
    index.lineage(of: entity.name).flatMap { owner in
      owner.properties.map { SwiftDataProperty($0, of: owner, in: self) }.filter(\.isStored)
    }
  }

  private func initializer(
    _ own: [SwiftDataProperty], _ inherited: [SwiftDataProperty], isSubclass: Bool
  ) -> [String] {
    let own = own.filter(\.isParameter)
    let inherited = inherited.filter(\.isParameter)
    let parameters = (inherited + own).map(\.parameter)
    let head = (isSubclass && own.isEmpty ? "override init(" : "init(")
    var lines = ["\(head)\(parameters.joined(separator: ", "))) {"]
    if lines[0].utf8.count > 110 {
      lines = [head] + parameters.dropLast().map { "    \($0)," } + parameters.suffix(1).map { "    \($0)" } + [") {"]
    }
    lines += own.map { "    self.\(SwiftName.member($0.name)) = \(SwiftName.declared($0.name))" }
    if isSubclass {
      let arguments = inherited.map { "\(SwiftName.member($0.name)): \(SwiftName.declared($0.name))" }
      lines.append("    super.init(\(arguments.joined(separator: ", ")))")
    }
    return lines + ["}"]
  }

  /// Comments on what SwiftData does not know of an entity.
  private func notes(on entity: EntityDescription) -> [String] {
    var notes: [String] = []
    if entity.isAbstract { notes.append("Abstract in the model; SwiftData has no abstract models.") }
    notes += entity.rules.map { "Not checked by SwiftData: rule \($0.name): \($0.predicate)" }
    if let old = entity.renamingIdentifier { notes.append("Renamed from \(old): SwiftData needs a migration plan.") }
    if let modifier = entity.versionHashModifier {
      notes.append("SwiftData has no hash modifier of a model: \(modifier)")
    }
    notes += entity.userInfo.sorted { $0.key < $1.key }.map {
      "SwiftData has no user info: \($0.key): \($0.value.canonicalText)"
    }
    return notes.map(SwiftName.comment)
  }

  /// `#Unique` for constraints over several properties, and `#Index`.
  private func keys(of entity: EntityDescription) -> [String] {
    var lines: [String] = []
    func path(_ key: String) -> String? {
      let parts = key.split(separator: ".").map(String.init)
      guard let first = parts.first, parts.allSatisfy(SwiftName.isName),
        let property = index.property(first, of: entity.name)?.property, property.fetched == nil,
        property.attribute?.derivation == nil, property.isKnown(in: self)
      else { return nil }
      // The elements of an optional composite are those of an optional structure.
      let isOptional = parts.count > 1 && property.attribute?.isOptional == true
      return "\\." + SwiftName.member(first) + (isOptional ? "?" : "")
        + parts.dropFirst().map { "." + SwiftName.member($0) }.joined()
    }
    func list(_ keys: [[String]]) -> String {
      keys.map { "[\($0.joined(separator: ", "))]" }.joined(separator: ", ")
    }
    func paths(_ keys: [String], _ what: String) -> [String]? {
      let paths = keys.compactMap(path)
      if paths.count == keys.count, !keys.isEmpty { return paths }
      lines.append(SwiftName.comment("Not in SwiftData: \(what) \(keys.joined(separator: ", "))"))
      return nil
    }
    let unique = entity.uniquenessConstraints.filter { !isUniqueAlone($0, entity) }.compactMap { paths($0, "unique") }
    let single = entity.properties.compactMap(\.attribute).filter(\.isIndexed).map { [$0.name] }
    let indexes =
      single.compactMap { paths($0, "index") }
      + entity.indexes.filter { !single.contains($0.attributeOfSingle.map { [$0] } ?? []) }.compactMap { index in
        let plain = index.elements.allSatisfy { $0.isAscending && $0.collation == .binary }
        if plain { return paths(index.elements.map(\.property), "index \(index.name):") }
        lines.append(SwiftName.comment("Not in SwiftData: the order or the kind of the index \(index.name)"))
        return nil
      }
    let name = SwiftName.declared(entity.name)
    if !unique.isEmpty { lines.append("#\(macro("Unique"))<\(name)>(\(list(unique)))  // iOS 18 or newer") }
    if !indexes.isEmpty { lines.append("#\(macro("Index"))<\(name)>(\(list(indexes)))  // iOS 18 or newer") }
    return lines.isEmpty ? [] : lines + [""]
  }

  /// Whether a constraint is said by `.unique` at a property of the entity itself.
  func isUniqueAlone(_ keys: [String], _ entity: EntityDescription) -> Bool {
    guard keys.count == 1, let property = entity[property: keys[0]], SwiftName.isName(keys[0]) else { return false }
    return property.fetched == nil && property.attribute?.derivation == nil && property.isKnown(in: self)
  }
}

extension PropertyDescription {
  /// Whether it leads to a class, if it is a relationship.
  func isKnown(in models: SwiftDataModels) -> Bool {
    relationship.map { models.classes.contains($0.destination) } ?? true
  }
}
