import ObjectGraph

/// The uniqueness constraints and declared dependencies that name properties which a proposal moves to another entity.
///
/// A constraint takes properties of one entity only. Where the columns of a key come to be in two entities, the key with
/// the relationship in their place still follows, and is declared; the original one may be stronger, and is given up.
extension Proposal {
  /// The declarations that the model can no longer make after a proposal.
  package struct GivenUp: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
      package var entity: String
      package var columns: [String]
      /// The columns that the key decided.
      package var dependents: [String]
      /// The key as paths from the entity, where all its columns can still be reached: `player`, `coach.skill`.
      package var paths: [String]?
    }

    package var keys: [Key] = []
    package var dependencies: [DependencyDescription] = []

    package init() {}

    package var isEmpty: Bool { keys.isEmpty && dependencies.isEmpty }
  }

  /// Returns what a proposal gives up. O(size of the model).
  package func givenUp(in model: ManagedObjectModel) -> GivenUp {
    var givenUp = GivenUp()
    for owner in model.entities where model.isKind(owner.name, of: entity) {
      for key in owner.uniquenessConstraints {
        switch fate(ofKey: key, in: model, of: owner.name) {
        case .untouched, .kept: continue
        case .weakened, .lost: break
        }
        let others = EntityRelation.columns(of: owner.name, in: model).map(\.name).filter { !key.contains($0) }
        givenUp.keys.append(
          GivenUp.Key(entity: owner.name, columns: key, dependents: others, paths: paths(to: key)))
      }
      for dependency in owner.dependencies where fate(of: dependency, in: model) == .lost {
        givenUp.dependencies.append(dependency)
      }
    }
    return givenUp
  }

  /// Declares what still holds of the moved properties, under the names that they have now.
  /// - Throws: what the context says of a model that the objects contradict.
  func keepDeclarations(of before: ManagedObjectModel, in context: ManagedObjectContext) throws {
    var model = context.model
    for owner in before.entities where before.isKind(owner.name, of: entity) {
      for key in owner.uniquenessConstraints {
        switch fate(ofKey: key, in: before, of: owner.name) {
        case .kept(let columns?, let place), .weakened(let columns, let place): model.constrain(place, by: columns)
        case .kept(nil, _), .untouched, .lost: break
        }
      }
      for dependency in owner.dependencies {
        guard case .kept(let new?, let place) = fate(of: dependency, in: before),
          model[entity: place ?? owner.name]?.dependencies.contains(new) == false
        else { continue }
        model[entity: place ?? owner.name]?.dependencies.append(new)
      }
    }
    if model != context.model { try context.setModel(model) }
  }

  // MARK: Keys

  private enum KeyFate {
    case untouched
    /// The declaration that keeps it as strong as before; nil if that needs none.
    case kept([String]?, of: String)
    case weakened([String], of: String)
    case lost
  }

  private func fate(ofKey key: [String], in model: ManagedObjectModel, of owner: String) -> KeyFate {
    switch self {
    case .moveAttributes, .makeEntity:
      guard let moved = movedColumns, key.contains(where: moved.gone.contains) else { return .untouched }
      let rest = moved.replaced(key)
      return moved.determinant.isSubset(of: key) ? .kept(rest, of: owner) : .weakened(rest, of: owner)
    case .gatherNumbered(let numbered):
      return numbered.members.joined().contains(where: key.contains) ? .lost : .untouched
    case .splitList(let split): return key.contains(split.attribute) ? .lost : .untouched
    case .splitAssociation(let split):
      let columns = Set(EntityRelation.columns(of: entity, in: model).map(\.name))
      if columns == Set(key) { return .kept(nil, of: entity) }
      for part in split.parts where Set(key).isSubset(of: part.columns) {
        if key.count == part.columns.count { return .kept(nil, of: entity) }
        if case .entity(let name, _, _) = part { return .kept(key, of: name) }
      }
      return .lost
    }
  }

  /// The columns of a key as paths from the entity; nil where a path leads to many, or the entity goes.
  private func paths(to key: [String]) -> [String]? {
    guard let moved = movedColumns else { return nil }
    return key.map {
      moved.gone.contains($0) ? "\(moved.relationship).\(moved.paths[$0] ?? moved.names[$0] ?? $0)" : $0
    }
  }

  // MARK: Dependencies

  private enum DependencyFate: Equatable {
    case untouched
    /// Still declared, of another entity if one is named; nil where a key or the structure says it already.
    case kept(DependencyDescription?, of: String?)
    case lost
  }

  private func fate(of dependency: DependencyDescription, in model: ManagedObjectModel) -> DependencyFate {
    switch self {
    case .moveAttributes, .makeEntity:
      guard let moved = movedColumns, dependency.keys.contains(where: moved.gone.contains) else { return .untouched }
      guard case .functional(let left, let right) = dependency else { return .lost }
      return fate(left, right, moved)
    case .gatherNumbered(let numbered):
      let columns = Set(numbered.members.joined())
      guard dependency.keys.contains(where: columns.contains) else { return .untouched }
      guard !numbered.names.isEmpty,
        let member = numbered.members.first(where: { Set(dependency.keys).isSubset(of: $0) })
      else { return .lost }
      let names = Dictionary(zip(member, numbered.names)) { first, _ in first }
      return .kept(dependency.mapKeys { names[$0] ?? $0 }, of: numbered.destination)
    case .splitList(let split): return dependency.keys.contains(split.attribute) ? .lost : .untouched
    case .splitAssociation(let split):
      let keys = Set(dependency.keys)
      let columns = Set(EntityRelation.columns(of: entity, in: model).map(\.name))
      switch dependency {
      case .functional:
        for case .entity(let name, let columns, _) in split.parts where keys.isSubset(of: columns) {
          return .kept(dependency, of: name)
        }
        return .lost
      case .multivalued(let left, _):
        let isStructure = split.parts.contains { part in
          Set(part.columns) == keys || Set(part.columns) == columns.subtracting(keys).union(left)
        }
        return isStructure ? .kept(nil, of: nil) : .lost
      case .join(let components):
        return Set(components.map(Set.init)) == Set(split.parts.map { Set($0.columns) }) ? .kept(nil, of: nil) : .lost
      }
    }
  }

  private func fate(_ left: [String], _ right: [String], _ moved: MovedColumns) -> DependencyFate {
    let decides = moved.determinant.isSubset(of: left)
    if Set(left + right).isSubset(of: moved.all) {
      if decides { return .kept(nil, of: nil) }
      guard Set(left + right).isSubset(of: moved.gone),
        (left + right).allSatisfy({ moved.paths[$0]?.contains(".") != true })
      else { return .lost }
      return .kept(
        DependencyDescription.functional(left, right).mapKeys { moved.names[$0] ?? $0 }, of: moved.destination)
    }
    guard decides || !left.contains(where: moved.all.contains) else { return .lost }
    let new = moved.replaced(left)
    var rest = right
    if decides {
      rest.removeAll(where: moved.all.contains)
    } else if moved.determinant.isSubset(of: right) {
      rest = moved.replaced(right)
    } else if right.contains(where: moved.all.contains) {
      return .lost
    }
    rest.removeAll(where: new.contains)
    return .kept(rest.isEmpty ? nil : .functional(new, rest), of: nil)
  }

  private var movedColumns: MovedColumns? {
    switch self {
    case .moveAttributes(let moved):
      MovedColumns(
        determinant: [moved.through], gone: Set(moved.attributes), relationship: moved.through,
        destination: moved.destination,
        names: moved.readings.compactMapValues { $0.count == 1 ? $0[0] : nil },
        paths: moved.readings.mapValues { $0.joined(separator: ".") })
    case .makeEntity(let new):
      MovedColumns(
        determinant: Set(new.determinant), gone: Set(new.determinant + new.dependents), relationship: new.relationship,
        destination: new.name, names: new.keeps)
    case .gatherNumbered, .splitList, .splitAssociation: nil
    }
  }
}

/// Columns that go to the entity at the end of a relationship, which has one object for each value of the determinant.
private struct MovedColumns {
  var determinant: Set<String>
  /// The columns that the entity no longer has.
  var gone: Set<String>
  var relationship: String
  var destination: String
  /// The new names of columns that are renamed.
  var names: [String: String]
  /// The paths from the destination to columns that are further away.
  var paths: [String: String] = [:]

  /// The columns that the relationship decides.
  var all: Set<String> { determinant.union(gone) }

  /// Columns with the relationship in place of those that it decides.
  func replaced(_ columns: [String]) -> [String] {
    var replaced: [String] = []
    for column in columns {
      let new = all.contains(column) ? relationship : column
      if !replaced.contains(new) { replaced.append(new) }
    }
    return replaced
  }
}

extension ManagedObjectModel {
  /// Declares a uniqueness constraint, unless a declared one is at least as strong.
  fileprivate mutating func constrain(_ entity: String, by columns: [String]) {
    let isKnown = lineage(of: entity).flatMap(\.uniquenessConstraints).contains { Set($0).isSubset(of: columns) }
    if !isKnown { self[entity: entity]?.uniquenessConstraints.append(columns) }
  }
}
