/// The changes from one model to another, and for each whether a lightweight migration can do it.
///
/// ```swift
/// let forecast = MigrationForecast(from: league, to: league2)
/// for item in forecast.items { print(item.change, item.verdict) }
/// // + Team.city lightweight
/// ```
///
/// The reasons for a refusal are those of ``MappingModel/inferred(from:to:renaming:configuration:)``, and versions are matched
/// by their renaming identifiers.
public struct MigrationForecast: Hashable, Sendable {
  /// The consequence of a change for the stores of the old model.
  public enum Verdict: Hashable, Sendable {
    /// Stores stay compatible: nothing that the version hashes cover has changed.
    case compatible
    /// A lightweight migration does it.
    case lightweight
    /// A lightweight migration does it for a store without such objects, and fails for any other.
    case failsWithObjects([MigrationObstacle])
    /// It is not established that a lightweight migration does it, for these reasons.
    case uncertain([MappingProblem])
    /// A lightweight migration refuses it, for these reasons.
    case refused([MappingProblem])
  }

  /// A change and its consequence.
  public struct Item: Hashable, Sendable {
    public var change: ModelDifference.Change
    public var verdict: Verdict
  }

  /// All changes, in the order of ``ModelDifference/changes``.
  public var items: [Item]
  /// The reasons for a refusal that belong to no single change, such as problems of one of the models.
  public var otherProblems: [MappingProblem]
  /// The obstacles that belong to no single change.
  public var otherObstacles: [MigrationObstacle]
  /// Whether the new model can use the old model's stores as they are.
  public var isCompatible: Bool

  /// Whether no more than a lightweight migration is needed, whatever objects there are. O(changes).
  public var isLightweight: Bool { !fails && !isUncertain }

  /// Whether a lightweight migration is possible for certain, if only for a store without objects that
  /// are an obstacle. O(changes).
  public var isInferred: Bool { !isRefused && !isUncertain }

  /// Whether a lightweight migration is refused for certain. O(changes).
  public var isRefused: Bool {
    otherProblems.contains { !$0.isUncertain }
      || items.contains { if case .refused = $0.verdict { true } else { false } }
  }

  /// Whether it is not established of one of the changes that a lightweight migration does it. O(changes).
  public var isUncertain: Bool {
    otherProblems.contains(where: \.isUncertain)
      || items.contains { if case .uncertain = $0.verdict { true } else { false } }
  }

  /// Whether a lightweight migration fails for certain where there are objects, if not everywhere. O(changes).
  public var fails: Bool {
    isRefused || !otherObstacles.isEmpty
      || items.contains { if case .failsWithObjects = $0.verdict { true } else { false } }
  }

  /// Compares two versions of a model. A model with problems cannot be migrated to or from; there are no items then.
  /// O(properties with the inherited ones counted at each entity).
  public init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    let unresolved = old.problems() + new.problems()
    guard unresolved.isEmpty else {
      self.init(items: [], otherProblems: [.unresolved(unresolved)], otherObstacles: [], isCompatible: false)
      return
    }
    let matching = ModelMatching(from: old, to: new)
    let problems = matching.mappingProblems()
    let obstacles = matching.obstacles()
    let hashes = (old: VersionHashes(matching.old), new: VersionHashes(matching.new))
    var items: [Item] = []
    var attached: Set<MappingProblem> = []
    var attachedObstacles: Set<MigrationObstacle> = []
    for change in ModelDifference(matching).changes {
      let reasons = problems.filter { $0.isAbout(change) }
      let found = obstacles.filter { $0.arises(from: change, matching) }
      attached.formUnion(reasons)
      attachedObstacles.formUnion(found)
      if reasons.contains(where: { !$0.isUncertain }) {
        items.append(Item(change: change, verdict: .refused(reasons)))
      } else if !found.isEmpty {
        items.append(Item(change: change, verdict: .failsWithObjects(found)))
      } else if !reasons.isEmpty {
        items.append(Item(change: change, verdict: .uncertain(reasons)))
      } else {
        let isNeeded = change.affectsStores(matching, hashes.old, hashes.new)
        items.append(Item(change: change, verdict: isNeeded ? .lightweight : .compatible))
      }
    }
    self.init(
      items: items, otherProblems: problems.filter { !attached.contains($0) },
      otherObstacles: obstacles.filter { !attachedObstacles.contains($0) },
      isCompatible: problems.isEmpty && new.isCompatible(withHashes: old.versionHashes())
    )
  }

  private init(
    items: [Item], otherProblems: [MappingProblem], otherObstacles: [MigrationObstacle], isCompatible: Bool
  ) {
    self.items = items
    self.otherProblems = otherProblems
    self.otherObstacles = otherObstacles
    self.isCompatible = isCompatible
  }
}

extension MappingProblem {
  /// Whether a change is the one that causes the problem.
  fileprivate func isAbout(_ change: ModelDifference.Change) -> Bool {
    switch (self, change) {
    case (.typeChanged(let path, let owner, _, _), .propertyChanged(let name, let entity, let details)):
      owner == entity && path == name && details.contains { $0.aspect == .setting(.type) }
    case (.typeChanged(let path, _, _, _), .partChanged(.composite, _, let details)):
      details.contains { $0.isOfElement(at: path) }
    case (.toManyBecameToOne(let path, let owner), .propertyChanged(let name, let entity, let details)):
      owner == entity && path == name && details.contains { $0.aspect == .setting(.type) }
    case (.destinationChanged(let path, let owner, _, _), .propertyChanged(let name, let entity, let details)):
      owner == entity && path == name && details.contains { $0.aspect == .setting(.destination) }
    case (.hierarchiesMerged(let entities, _), .entityChanged(let name, let details)):
      entities.contains(name) && details.contains { $0.aspect == .setting(.parent) }
    case (.hierarchiesMerged(_, let ancestor), .entityAdded(let name)): ancestor == name
    case (.ambiguousRenaming(_, _, let properties), .propertyAdded(let name, _)),
      (.ambiguousRenaming(_, _, let properties), .propertyRenamed(_, let name, _)):
      properties.contains(name)
    case (.unresolved, _), (.typeChanged, _), (.toManyBecameToOne, _),
      (.destinationChanged, _), (.hierarchiesMerged, _), (.ambiguousRenaming, _):
      false
    }
  }
}

extension ModelDifference.Detail {
  /// Whether it is about the element of a composite in which a path ends.
  func isOfElement(at path: String) -> Bool {
    if case .element(let name, _) = aspect { path.hasSuffix(".\(name)") } else { false }
  }
}

extension ModelDifference.Change {
  /// Whether stores of the old model need a migration because of the change: whether the version hashes cover it.
  fileprivate func affectsStores(_ matching: ModelMatching, _ old: VersionHashes, _ new: VersionHashes) -> Bool {
    switch self {
    case .entityAdded, .entityRemoved, .entityRenamed, .propertyAdded, .propertyRemoved, .propertyRenamed,
      .propertyMoved:
      return true
    case .entityChanged(let name, _):
      guard let now = matching.new.entity(name), let before = matching.oldNames[name].flatMap(matching.old.entity)
      else {
        return true
      }
      func constraints(_ entity: EntityDescription) -> Set<Set<String>> {
        Set(entity.uniquenessConstraints.map(Set.init))
      }
      return before.isAbstract != now.isAbstract || before.versionHashModifier != now.versionHashModifier
        || before.parent.map { matching.newNames[$0] ?? $0 } != now.parent || constraints(before) != constraints(now)
    case .propertyChanged(let name, let entity, _):
      guard let now = matching.new.entity(entity)?[property: name],
        var before = matching.source(of: name, in: entity)?.property
      else { return true }
      // Another name is a change of its own.
      before.name = now.name
      return old.hash(of: before) != new.hash(of: now)
    // One that only one of the models has is used, if at all, by attributes whose own changes say so.
    case .partAdded, .partRemoved: return false
    case .partChanged(let part, let name, _):
      guard part == .composite else { return false }
      let probe = PropertyDescription.attribute(AttributeDescription("", composite: name))
      return old.hash(of: probe) != new.hash(of: probe) && matching.isUsed(composite: name)
    }
  }
}

extension ModelMatching {
  /// Whether an attribute of both models has a composite, perhaps inside another one, so that the hashes cover it.
  /// O(attributes with the composites inside them).
  fileprivate func isUsed(composite name: String) -> Bool {
    for entity in new.model.entities {
      for property in entity.properties {
        guard let now = property.attribute?.compositeName,
          let before = source(of: property.name, in: entity.name)?.property.attribute?.compositeName
        else { continue }
        if new.model.composites(inside: now).contains(name), old.model.composites(inside: before).contains(name) {
          return true
        }
      }
    }
    return false
  }
}

extension ManagedObjectModel {
  /// The names of a composite and of all composites inside it. O(elements × composites).
  package func composites(inside name: String) -> Set<String> {
    var found: Set<String> = [name]
    var work = [name]
    while let next = work.popLast().flatMap({ self[composite: $0] }) {
      for inner in next.elements.compactMap(\.compositeName) where found.insert(inner).inserted { work.append(inner) }
    }
    return found
  }
}
