import Diagnostics
import ModelReview
import ObjectGraph

/// `dependency Player: team -> uniformColor`.
extension ModelBuilder {
  mutating func declare(
    _ declaration: DependencyDeclaration, of name: Identifier
  ) throws(Diagnostic) -> DependencyDescription {
    var entity = try self.entity(name)
    let dependency: DependencyDescription
    switch declaration {
    case .functional(let left, let right):
      dependency = .functional(try keys(left, of: entity), try keys(right, of: entity))
      if let known = right.first(where: { key in left.contains(key) }) {
        throw Diagnostic(
          "trivial-dependency", "\(known) is on both sides, where it says nothing", at: known.range,
          hint: "leave it out on the right")
      }
    case .multivalued(let left, let right):
      dependency = .multivalued(try keys(left, of: entity), try keys(right, of: entity))
      if let known = right.first(where: { key in left.contains(key) }) {
        throw Diagnostic(
          "trivial-dependency", "\(known) is on both sides, where it says nothing", at: known.range,
          hint: "leave it out on the right")
      }
    case .join(let components):
      var lists: [[String]] = []
      for component in components { lists.append(try keys(component, of: entity)) }
      dependency = .join(lists)
      let named = Set(dependency.keys)
      let missing = EntityRelation.columns(of: entity.name, in: model).map(\.name).filter { !named.contains($0) }
      guard missing.isEmpty else {
        throw Diagnostic(
          "incomplete-join", "the parts of a join together have everything, and these leave out \(missing[0])",
          at: components.first?.first?.range ?? name.range,
          hint: "add \(Listing.text(missing)) to the part where it belongs")
      }
    }
    guard !entity.dependencies.contains(dependency) else {
      throw Diagnostic(
        "declared-already", "\(entity.name): \(dependency.text) is declared already", at: name.range,
        hint: "normalize \(entity.name) says what follows from it")
    }
    entity.dependencies.append(dependency)
    model[entity: entity.name] = entity
    return dependency
  }

  /// `remove dependency Player: team -> uniformColor`: the one that is declared so, its keys in any order.
  mutating func removeDependency(
    _ declaration: DependencyDeclaration, of name: Identifier
  ) throws(Diagnostic) -> DependencyDescription {
    var entity = try self.entity(name)
    let wanted = declaration.described
    guard let place = entity.dependencies.firstIndex(where: { $0.saysTheSame(as: wanted) }) else {
      let declared = entity.dependencies.map(\.text)
      let holder = model.entities.first { other in
        other.name != entity.name && other.dependencies.contains { $0.saysTheSame(as: wanted) }
      }
      let hint: String =
        if let holder {
          "write remove dependency \(holder.name): \(wanted.text)"
        } else if declared.isEmpty {
          "nothing is declared of \(entity.name)"
        } else {
          Suggestions.didYouMean(wanted.text, among: declared) ?? "declared is \(declared.joined(separator: "; "))"
        }
      throw Diagnostic(
        Diagnostic.ID.unknownDependency, "\(DisplayText.visible("\(entity.name): \(wanted.text)")) is not declared",
        at: name.range,
        hint: hint)
    }
    let removed = entity.dependencies.remove(at: place)
    model[entity: entity.name] = entity
    return removed
  }

  /// Attributes and to-one relationships, each once.
  private func keys(_ names: [Identifier], of entity: EntityDescription) throws(Diagnostic) -> [String] {
    let known = EntityRelation.columns(of: entity.name, in: model).map(\.name)
    var found: [String] = []
    for name in names {
      guard known.contains(name.text) else { throw notAColumn(name, of: entity.name) }
      guard !found.contains(name.text) else {
        throw Diagnostic("given-twice", "'\(name)' is named twice", at: name.range, hint: "keep one of them")
      }
      found.append(name.text)
    }
    return found
  }

  private func notAColumn(_ name: Identifier, of entity: String) -> Diagnostic {
    guard let (property, _) = model.property(name.text, of: entity) else {
      return .unknownProperty(name.text, of: entity, in: model, at: name.range)
    }
    let reason: String
    switch property {
    case .relationship(let relationship) where relationship.isToMany:
      reason = "leads to many, and a dependency is between single values"
    case .fetched: reason = "is a fetched property, which an object does not keep"
    case .attribute(let attribute) where attribute.derivation != nil:
      reason = "is derived: it depends on what it is computed from, and cannot contradict it"
    case .attribute, .relationship: reason = "is transient, which an object does not keep"
    }
    return Diagnostic(
      Diagnostic.ID.noColumn, "\(entity).\(name) \(reason)", at: name.range,
      hint: "attributes and to-one relationships are allowed here")
  }

  /// Dependencies follow a property's new name, in its entity and in those below.
  mutating func renameInDependencies(_ key: String, of entity: String, to new: String) {
    for place in model.entities.indices where model.isKind(model.entities[place].name, of: entity) {
      model.entities[place].dependencies = model.entities[place].dependencies.map { dependency in
        dependency.mapKeys { $0 == key ? new : $0 }
      }
    }
  }

  /// Takes away the dependencies that name what is no attribute or to-one relationship any more.
  ///
  /// - Returns: those, as they were written.
  mutating func dropBrokenDependencies() -> [String] {
    var dropped: [String] = []
    guard model.entities.contains(where: { !$0.dependencies.isEmpty }) else { return [] }
    let index = ModelIndex(model)
    for place in model.entities.indices where !model.entities[place].dependencies.isEmpty {
      let name = model.entities[place].name
      let known = Set(EntityRelation.columns(along: index.lineage(of: name)).map(\.name))
      model.entities[place].dependencies.removeAll { dependency in
        guard !dependency.keys.allSatisfy(known.contains) else { return false }
        dropped.append(ModelText.dependency(dependency, of: name))
        return true
      }
    }
    return dropped
  }
}

extension DependencyDeclaration {
  /// The dependency as a description has it, whether or not there are such keys.
  fileprivate var described: DependencyDescription {
    switch self {
    case .functional(let left, let right): .functional(left.map(\.text), right.map(\.text))
    case .multivalued(let left, let right): .multivalued(left.map(\.text), right.map(\.text))
    case .join(let parts): .join(parts.map { $0.map(\.text) })
    }
  }
}

extension DependencyDescription {
  /// Whether both are of one kind between the same keys, in whatever order these are written.
  fileprivate func saysTheSame(as other: DependencyDescription) -> Bool {
    switch (self, other) {
    case (.functional(let left, let right), .functional(let otherLeft, let otherRight)),
      (.multivalued(let left, let right), .multivalued(let otherLeft, let otherRight)):
      Set(left) == Set(otherLeft) && Set(right) == Set(otherRight)
    case (.join(let parts), .join(let otherParts)): Set(parts.map(Set.init)) == Set(otherParts.map(Set.init))
    case (.functional, _), (.multivalued, _), (.join, _): false
    }
  }
}
