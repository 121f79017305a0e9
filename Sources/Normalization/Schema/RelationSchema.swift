/// A relation schema: attributes and the dependencies that are declared to hold.
///
/// ```swift
/// let schema = try RelationSchema(
///   attributes: ["player", "team", "uniformColor"],
///   functionalDependencies: [(["player"], ["team"]), (["team"], ["uniformColor"])])
/// let report = try schema.normalFormReport()
/// report.normalForm                                     // .second
/// schema.text(of: report.violations[0].dependency)      // "team -> uniformColor"
/// ```
///
/// A schema is a value and names are only at its edge: sets, dependencies and violations count positions in ``names``.
/// A component of a decomposition keeps the names and positions of the whole, and has a smaller ``heading``.
///
/// ## Topics
/// Implication: ``closure(of:within:)``, ``dependencyBasis(of:within:)``
/// Keys and covers: ``candidateKeys(within:)``, ``minimalDependencies(within:)``, ``minimalCover()``,
/// ``canonicalCover()``
/// Normal forms: ``normalFormReport(within:)``
/// Decompositions: ``synthesis(_:)``, ``boyceCoddDecomposition(within:)``, ``fourthNormalFormDecomposition(within:)``
/// Proofs: ``derivation(of:)``, ``armstrongRelation(within:)``
public struct RelationSchema: Hashable, Sendable {
  /// The names of the positions. Components of a decomposition have all names of the whole.
  public let names: [String]
  /// The attributes of this schema; all of ``names`` but in a component.
  public let heading: AttributeSet
  /// Declared functional dependencies, as they were given.
  public let functionalDependencies: [FunctionalDependency]
  /// Declared multivalued dependencies, as they were given.
  public let multivaluedDependencies: [MultivaluedDependency]
  /// Declared join dependencies, as they were given.
  public let joinDependencies: [JoinDependency]

  /// A schema from names. O(names + attributes in the dependencies).
  /// - Throws: ``NormalizationError`` for a name that occurs twice, an unknown name, or a join dependency that leaves
  ///   attributes out.
  public init(
    attributes: [String], functionalDependencies: [(determinant: [String], dependent: [String])] = [],
    multivaluedDependencies: [(determinant: [String], dependent: [String])] = [], joinDependencies: [[[String]]] = []
  ) throws(NormalizationError) {
    var positions: [String: Int] = [:]
    for (position, name) in attributes.enumerated() {
      guard positions.updateValue(position, forKey: name) == nil else { throw .duplicateAttribute(name) }
    }
    func set(_ names: [String], _ place: DependencyPlace) throws(NormalizationError) -> AttributeSet {
      var set = AttributeSet()
      for name in names {
        guard let position = positions[name] else { throw .unknownAttribute(name, in: place) }
        set.insert(position)
      }
      return set
    }
    var functional: [FunctionalDependency] = []
    for (index, given) in functionalDependencies.enumerated() {
      let place = DependencyPlace(.functional, index)
      functional.append(FunctionalDependency(try set(given.determinant, place), try set(given.dependent, place)))
    }
    var multivalued: [MultivaluedDependency] = []
    for (index, given) in multivaluedDependencies.enumerated() {
      let place = DependencyPlace(.multivalued, index)
      multivalued.append(MultivaluedDependency(try set(given.determinant, place), try set(given.dependent, place)))
    }
    var join: [JoinDependency] = []
    for (index, given) in joinDependencies.enumerated() {
      var components: [AttributeSet] = []
      for component in given { components.append(try set(component, DependencyPlace(.join, index))) }
      join.append(JoinDependency(components))
    }
    try self.init(
      names: attributes, functionalDependencies: functional, multivaluedDependencies: multivalued,
      joinDependencies: join)
  }

  /// A schema from positions. O(names + sets in the dependencies).
  /// - Throws: ``NormalizationError`` for a name that occurs twice, a position that has no name, or a join dependency that
  ///   leaves attributes out.
  public init(
    names: [String], functionalDependencies: [FunctionalDependency] = [],
    multivaluedDependencies: [MultivaluedDependency] = [], joinDependencies: [JoinDependency] = []
  ) throws(NormalizationError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { throw .duplicateAttribute(name) }
    let heading = AttributeSet(first: names.count)
    func check(_ set: AttributeSet, _ kind: DependencyPlace.Kind, _ index: Int) throws(NormalizationError) {
      if let position = set.subtracting(heading).first {
        throw .positionOutOfRange(position, in: DependencyPlace(kind, index))
      }
    }
    for (index, dependency) in functionalDependencies.enumerated() {
      try check(dependency.determinant.union(dependency.dependent), .functional, index)
    }
    for (index, dependency) in multivaluedDependencies.enumerated() {
      try check(dependency.determinant.union(dependency.dependent), .multivalued, index)
    }
    for (index, dependency) in joinDependencies.enumerated() {
      var all = AttributeSet()
      for component in dependency.components { all.formUnion(component) }
      try check(all, .join, index)
      let missing = heading.subtracting(all)
      if !missing.isEmpty { throw .incompleteJoinDependency(missing: missing.map { names[$0] }, index: index) }
    }
    self.init(names, heading, functionalDependencies, multivaluedDependencies, joinDependencies)
  }

  /// Without checks: positions come from a schema that has them.
  init(
    _ names: [String], _ heading: AttributeSet, _ functional: [FunctionalDependency],
    _ multivalued: [MultivaluedDependency], _ join: [JoinDependency]
  ) {
    self.names = names
    self.heading = heading
    functionalDependencies = functional
    multivaluedDependencies = multivalued
    joinDependencies = join
  }

  /// The same attributes with the functional dependencies alone.
  public var functionalPart: RelationSchema { RelationSchema(names, heading, functionalDependencies, [], []) }

  /// All declared dependencies: functional, multivalued, join. O(dependencies).
  public var dependencies: [Dependency] {
    functionalDependencies.map(Dependency.functional) + multivaluedDependencies.map(Dependency.multivalued)
      + joinDependencies.map(Dependency.join)
  }
}
