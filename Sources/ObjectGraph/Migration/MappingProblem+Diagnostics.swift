import Diagnostics

extension MappingProblem {
  /// The words, and what to do instead. O(problems).
  public var diagnostic: Diagnostic {
    switch self {
    case .unresolved(let problems): ModelError(problems: problems).diagnostic
    case .typeChanged(let key, let entity, let from, let to) where isUncertain:
      Diagnostic(
        "number-type-changed",
        "\(entity).\(key) becomes \(to) and was \(from), and whether a lightweight migration converts numbers is not established",
        hint: "try it with a copy of a store, or add an attribute of the new type next to it")
    case .typeChanged(let key, let entity, let from, let to):
      Diagnostic(
        "type-changed", "\(entity).\(key) becomes \(to) and was \(from)",
        hint: "add an attribute of the new type next to it, and copy the values")
    case .toManyBecameToOne(let key, let entity):
      Diagnostic(
        "to-many-became-to-one", "\(entity).\(key) becomes to-one and was to-many",
        hint: "it is not clear which of several objects to keep: add a to-one next to it")
    case .destinationChanged(let key, let entity, let from, let to):
      Diagnostic(
        "destination-changed", "\(entity).\(key) leads to \(to) and led to \(from)",
        hint: "remove it and add another relationship")
    case .hierarchiesMerged(let entities, let ancestor):
      Diagnostic(
        "hierarchies-merged",
        "\(entities.joined(separator: " and ")) had no common parent, and \(ancestor) would become one",
        hint: "keep the trees apart, or make new entities and copy the objects")
    case .ambiguousRenaming(let identifier, let entity, let properties):
      Diagnostic(
        "ambiguous-renaming",
        "\(properties.joined(separator: " and ")) of \(entity) are both renamed from \(identifier)",
        hint: "let only one of them be")
    }
  }
}

extension MandatoryValue {
  /// The words, and what to do instead. O(holders).
  public var diagnostic: Diagnostic {
    let claim = "\(entity).\(path) \(cause == .added ? "is" : "becomes") required"
    let code = "(\(StoreCode.migration.rawValue))"
    let remedy = "leave it optional in this version, give every object one, and require it in a later version"
    let words =
      isRelationship
      ? Diagnostic("required-relationship", "\(claim) \(code)", hint: "\(remedy), or write a mapping model")
      : Diagnostic(
        "required-without-default", "\(claim) and has no default \(code)", hint: "give it a default, or \(remedy)")
    return words.with(code: StoreCode.migration.rawValue)
  }
}

extension MigrationObstacle {
  /// The words, and what to do instead. O(holders).
  public var diagnostic: Diagnostic {
    switch self {
    case .missingValue(let value): value.diagnostic
    case .repeatedValues(let entity, let keys):
      Diagnostic(
        "not-unique",
        "\(Listing.all(keys)) of \(entity) \(keys.count == 1 ? "becomes" : "become") unique "
          + "(\(StoreCode.migrationConstraintViolation.rawValue))",
        hint: "in this version, give each object \(keys.count == 1 ? "a value" : "values") of its own, and declare the "
          + "constraint in a later version"
      ).with(code: StoreCode.migrationConstraintViolation.rawValue)
    case .ownObjects(let entity):
      Diagnostic(
        "abstract-with-objects",
        "\(entity) becomes abstract, and an abstract entity has no objects of its own (\(StoreCode.migration.rawValue) here; "
          + "what Core Data does with them is not known to us)",
        hint:
          "in this version, delete its objects or replace them with objects of a sub-entity, and let it be abstract in a "
          + "later version"
      ).with(code: StoreCode.migration.rawValue)
    }
  }

  /// The end of "a migration fails …": which objects a store must have for that. O(holders).
  public var circumstance: String {
    switch self {
    case .missingValue(let value):
      switch value.cause {
      case .added:
        "wherever there are objects\(value.holders.isEmpty ? "" : " of \(Listing.alternatives(value.holders))")"
      case .becameRequired: "wherever there are objects without one"
      }
    case .repeatedValues(_, let keys): "where two objects have the same \(Listing.all(keys))"
    case .ownObjects(let entity): "where \(entity) has objects of its own"
    }
  }
}

extension MappingError: ExplainedError {
  /// The first reason with its hint, with a note for each of the next ten and one that counts the rest. O(problems).
  public var diagnostic: Diagnostic {
    guard var first = problems.first?.diagnostic else {
      return Diagnostic("no-mapping", "no mapping could be inferred")
    }
    first.notes += Listing.lines(Array(problems.dropFirst())) { problem in
      let other = problem.diagnostic
      return other.message + (other.hint.map { ": \($0)" } ?? "")
    }
    return first
  }
}
