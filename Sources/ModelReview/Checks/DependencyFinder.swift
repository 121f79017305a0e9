import ObjectGraph

/// The significant dependencies of a table, by where their left side comes from.
struct DependencyFinder {
  let relation: EntityRelation
  let model: ManagedObjectModel
  /// For each column whether this entity declares it, and its author has not marked it.
  let isOwn: [Bool]

  private func found(_ left: [Int], _ right: Int, _ evidence: Evidence) -> FoundDependency {
    FoundDependency(
      determinant: left.map { relation.columns[$0].name }, dependent: relation.columns[right].name, evidence: evidence)
  }

  private func open(_ explained: Set<String>) -> [Int] {
    relation.columns.indices.filter { isOwn[$0] && !explained.contains(relation.columns[$0].name) }
  }

  /// The to-one relationships that several objects share: not one to one, and with fewer destinations than rows.
  private var shared: [Int] {
    relation.columns.indices.filter { column in
      relation.columns[column].destination != nil && !relation.isUnique(column)
        && model.inverse(of: relation.columns[column].name, in: relation.entity)?.relationship.isToMany != false
    }
  }

  /// A part of a declared compound key decides something outside of it.
  func partial(besides explained: Set<String>) -> [FoundDependency] {
    let keys = model.lineage(of: relation.entity).flatMap(\.uniquenessConstraints).compactMap(relation.places(of:))
      .filter { $0.count >= 2 }
    return open(explained).compactMap { right in
      for key in keys where !key.contains(right) {
        for part in properParts(of: key) {
          let evidence = relation.evidence(part, right)
          if evidence.isSignificant { return found(part, right, evidence) }
        }
      }
      return nil
    }
  }

  /// The proper parts of a key, the smallest first; of long keys only single columns and pairs.
  private func properParts(of key: [Int]) -> [[Int]] {
    var parts = key.map { [$0] }
    if key.count > 2 {
      for (offset, first) in key.enumerated() { parts += key[(offset + 1)...].map { [first, $0] } }
    }
    return parts
  }

  /// A to-one relationship decides something: a fact about the object at its end. Of several the one with the fewest
  /// destinations.
  func aboutRelated(besides explained: Set<String>) -> [FoundDependency] {
    let shared = shared
    return open(explained).compactMap { right in
      shared.filter { $0 != right }
        .map { found([$0], right, relation.evidence([$0], right)) }
        .filter(\.evidence.isSignificant)
        .min { $0.evidence.determinantCount < $1.evidence.determinantCount }
    }
  }

  /// One or two attributes decide another one. A relationship that an attribute decides is the same fact as
  /// ``aboutRelated(besides:)``, read backwards. `copies` are columns that say the same as another, which then explains nothing.
  func transitive(besides explained: Set<String>, copies: [String: String]) -> [FoundDependency] {
    let attributes = relation.columns.indices.filter {
      relation.columns[$0].destination == nil && !relation.columns[$0].isSetAside && relation.mayDetermine($0)
    }
    var best: [Int: FoundDependency] = [:]
    var rest: [(dependent: Int, candidates: [Int])] = []
    for right in open(explained) where relation.columns[right].destination == nil {
      let left = attributes.filter { $0 != right && copies[relation.columns[right].name] != relation.columns[$0].name }
      let single = left.map { ($0, relation.evidence([$0], right)) }
      if let found = single.filter({ $0.1.isSignificant && relation.isRepeated([$0.0], $0.1) })
        .min(by: { $0.1.determinantCount < $1.1.determinantCount })
      {
        best[right] = self.found([found.0], right, found.1)
      } else if !single.contains(where: \.1.isNearMiss) {
        // After an attribute that all but decides, any second one would look like the missing part.
        rest.append((right, left))
      }
    }
    best.merge(relation.pairDependencies(of: rest)) { single, _ in single }
    return relation.columns.indices.compactMap { best[$0] }
  }

  /// Dependencies that all but a few rows keep: a to-one relationship's, where nothing else explains the column.
  func nearMisses(besides explained: Set<String>) -> [FoundDependency] {
    let shared = shared
    return open(explained).compactMap { right in
      shared.filter { $0 != right }
        .map { found([$0], right, relation.evidence([$0], right)) }
        .filter(\.evidence.isNearMiss)
        .min { $0.evidence.exceptionCount < $1.evidence.exceptionCount }
    }
  }
}

extension EntityRelation {
  /// Dependencies on a to-one relationship that all but a few objects keep, for columns that nothing else explains.
  package func nearMisses(in model: ManagedObjectModel, besides explained: Set<String>) -> [FoundDependency] {
    DependencyFinder(relation: self, model: model, isOwn: columns.map { !$0.isSetAside })
      .nearMisses(besides: explained)
  }

  /// The rows that disagree with the most of their group.
  package func exceptions(to dependency: FoundDependency) -> [ManagedObjectID] {
    guard let left = places(of: dependency.determinant), let right = place(of: dependency.dependent) else { return [] }
    return groups(by: left).flatMap { group -> [ManagedObjectID] in
      let filled = group.filter { !isMissing(row: $0, column: right) }
      let counts = Dictionary(grouping: filled) { numbers[right][$0] }
      guard counts.count > 1, let usual = counts.max(by: { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) })
      else { return [] }
      return filled.filter { numbers[right][$0] != usual.key }.map { objects[$0] }
    }
  }
}
