import Predicates

/// The differences between a model and another, entity by entity and property by property.
///
/// ```swift
/// for change in league2.difference(from: league).changes { print(change) }
/// // + Team.city
/// // ~ Player.team: delete rule nullify, was deny
/// ```
///
/// Orders are no difference: not of entities, nor of properties, templates or configurations.
public struct ModelDifference: Hashable, Sendable {
  /// One thing that was said of something and is said otherwise now.
  public struct Detail: Hashable, Sendable {
    /// The aspect that differs.
    public var aspect: Aspect
    /// The old value.
    public var old: Content
    /// The new value.
    public var new: Content
  }

  /// The value of an aspect. Its description is the word of a listing: `none`, `yes`, `no`, or the text.
  public enum Content: Hashable, Sendable, CustomStringConvertible {
    /// Nothing is said: no parent, no default, no maximum.
    case absent
    /// A setting that is on or off.
    case flag(Bool)
    /// A name, a number or a declaration, as a statement has it. The delete rule no action is the text `none`.
    case text(String)

    public var description: String {
      switch self {
      case .absent: "none"
      case .flag(let isOn): isOn ? "yes" : "no"
      case .text(let text): text
      }
    }
  }

  /// One difference.
  public enum Change: Hashable, Sendable {
    /// An entity that was not there before.
    case entityAdded(String)
    /// An entity that is not there any more.
    case entityRemoved(String)
    /// An entity that has another name.
    case entityRenamed(from: String, to: String)
    /// An entity, by its new name, of which something else is said.
    case entityChanged(String, [Detail])
    /// A property that none of the entity's objects had before.
    case propertyAdded(String, entity: String)
    /// A property, by its old entity, that is not there any more.
    case propertyRemoved(String, entity: String)
    /// A property, by its new entity, that has another name.
    case propertyRenamed(from: String, to: String, entity: String)
    /// A property, by its new name, that another entity of the hierarchy declares; both by their new names.
    case propertyMoved(String, from: String, to: String)
    /// A property, by its new name and entity, of which something else is said.
    case propertyChanged(String, entity: String, [Detail])
    /// A composite, template or configuration that was not there before.
    case partAdded(Part, String)
    /// A composite, template or configuration that is not there any more.
    case partRemoved(Part, String)
    /// A composite, template or configuration that is something else.
    case partChanged(Part, String, [Detail])
  }

  /// The parts of a model other than entities; the raw value is the workbook's word.
  public enum Part: String, Hashable, Sendable {
    /// See ``CompositeDescription``.
    case composite
    /// See ``FetchRequestTemplate``.
    case template
    /// See ``ConfigurationDescription``.
    case configuration
  }

  /// All differences: entities in the order of the new model, what was removed at the end.
  public var changes: [Change]

  /// Whether the two models say the same.
  public var isEmpty: Bool { changes.isEmpty }
}

extension ManagedObjectModel {
  /// Returns the differences from an earlier model. O(properties + entities × depth).
  /// - Parameters:
  ///   - old: The earlier model.
  ///   - renaming: The new names, for an edit of the old model, in which everything else keeps its name; nil for two
  ///     versions, matched by their renaming identifiers.
  public func difference(from old: ManagedObjectModel, renaming: ModelRenaming? = nil) -> ModelDifference {
    ModelDifference(ModelMatching(from: old, to: self, renaming: renaming))
  }
}

extension ModelDifference {
  init(_ matching: ModelMatching) {
    changes = []
    var kept: Set<[String]> = []
    for entity in matching.new.model.entities {
      guard let oldName = matching.oldNames[entity.name], let before = matching.old.entity(oldName) else {
        changes.append(.entityAdded(entity.name))
        // Properties that a new parent takes over from its children are not differences.
        for property in entity.properties {
          noteMoves(of: property, to: entity, matching, &kept)
        }
        continue
      }
      if oldName != entity.name { changes.append(.entityRenamed(from: oldName, to: entity.name)) }
      let details = entity.details(since: before, parent: before.parent.map { matching.newNames[$0] ?? $0 })
      if !details.isEmpty { changes.append(.entityChanged(entity.name, details)) }
      for property in entity.properties {
        guard let source = matching.source(of: property.name, in: entity.name) else {
          if !noteMoves(of: property, to: entity, matching, &kept) {
            changes.append(.propertyAdded(property.name, entity: entity.name))
          }
          continue
        }
        note(property, of: entity, source, matching, &kept)
      }
    }
    for entity in matching.old.model.entities {
      if matching.newNames[entity.name] == nil { changes.append(.entityRemoved(entity.name)) }
    }
    for entity in matching.old.model.entities {
      guard let newName = matching.newNames[entity.name] else { continue }
      let gone = entity.properties.filter { !kept.contains([entity.name, $0.name]) }
      // A property that an ancestor or a descendant now declares is not gone.
      let moved =
        matching.mayMove && !gone.isEmpty
        ? Set(matching.sources(in: newName).values.map { [$0.declaredBy, $0.property.name] }) : []
      for property in gone where !moved.contains([entity.name, property.name]) {
        changes.append(.propertyRemoved(property.name, entity: entity.name))
      }
      if matching.mayMove { noteLosses(of: entity, newName, matching, kept) }
    }
    notePartChanges(matching.old.model, matching.new.model)
  }

  /// A property that its entity, or a new ancestor of it, did not have before, but some descendant did.
  @discardableResult
  private mutating func noteMoves(
    of property: PropertyDescription, to entity: EntityDescription, _ matching: ModelMatching,
    _ kept: inout Set<[String]>
  ) -> Bool {
    guard matching.mayMove else { return false }
    var found = false
    for other in matching.new.model.entities
    where other.name != entity.name && matching.new.isKind(other.name, of: entity.name) {
      guard let source = matching.source(of: property.name, in: other.name),
        !kept.contains([source.declaredBy, source.property.name])
      else { continue }
      found = true
      note(property, of: entity, source, matching, &kept)
    }
    return found
  }

  /// Inherited properties that went to other entities of the hierarchy, and not to this one.
  private mutating func noteLosses(
    of entity: EntityDescription, _ newName: String, _ matching: ModelMatching, _ kept: Set<[String]>
  ) {
    let taken = Set(matching.sources(in: newName).values.map(\.property.name))
    for place in matching.old.line(of: entity.name).dropLast() {
      let owner = matching.old.model.entities[place]
      for property in owner.properties
      where !taken.contains(property.name) && kept.contains([owner.name, property.name]) {
        // Reported once, at the topmost entity that loses it.
        if let parent = entity.parent, parent != owner.name, let above = matching.newNames[parent],
          !matching.sources(in: above).values.contains(where: { $0.property.name == property.name })
        {
          continue
        }
        changes.append(.propertyRemoved(property.name, entity: entity.name))
      }
    }
  }

  private mutating func note(
    _ property: PropertyDescription, of entity: EntityDescription, _ source: ModelMatching.Source,
    _ matching: ModelMatching, _ kept: inout Set<[String]>
  ) {
    kept.insert([source.declaredBy, source.property.name])
    if source.property.name != property.name {
      changes.append(.propertyRenamed(from: source.property.name, to: property.name, entity: entity.name))
    }
    let declaredBy = matching.newNames[source.declaredBy] ?? source.declaredBy
    if declaredBy != entity.name { changes.append(.propertyMoved(property.name, from: declaredBy, to: entity.name)) }
    let details = property.details(since: source.property, matching)
    if !details.isEmpty { changes.append(.propertyChanged(property.name, entity: entity.name, details)) }
  }

  private mutating func notePartChanges(_ old: ManagedObjectModel, _ new: ManagedObjectModel) {
    func compare<Element>(
      _ part: Part, _ old: [Element], _ new: [Element], name: (Element) -> String,
      details: (Element, Element) -> [Detail]
    ) {
      let before = Dictionary(old.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
      for element in new {
        guard let earlier = before[name(element)] else {
          changes.append(.partAdded(part, name(element)))
          continue
        }
        let found = details(earlier, element)
        if !found.isEmpty { changes.append(.partChanged(part, name(element), found)) }
      }
      let now = Set(new.map(name))
      for element in old where !now.contains(name(element)) { changes.append(.partRemoved(part, name(element))) }
    }
    compare(.composite, old.composites, new.composites, name: \.name) { $1.details(since: $0) }
    compare(.template, old.fetchRequestTemplates, new.fetchRequestTemplates, name: \.name) { $1.details(since: $0) }
    compare(.configuration, old.configurations, new.configurations, name: \.name) { $1.details(since: $0) }
  }
}
