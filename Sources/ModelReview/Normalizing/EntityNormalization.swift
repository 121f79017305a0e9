import Normalization
import ObjectGraph

/// How normal an entity is: its keys, what is declared and what the objects show, the normal form, and each dependency
/// that keeps it from a higher one.
///
/// Keys are uniqueness constraints, one-to-one relationships, and every set that determines all the rest by a declared
/// dependency. If there is none, only identity distinguishes objects. No attribute is then a *part* of a key, so
/// nothing can break the second form; an attribute that depends on anything but a key breaks the third. (Ours:
/// textbooks have no rows without a key.)
package struct EntityNormalization: Sendable {
  /// A declared dependency, and two rows that contradict it.
  package struct Declared: Hashable, Sendable {
    package var dependency: DependencyDescription
    /// Rows of the relation that agree on the left and not on the right side; nil when there are none.
    package var contradiction: [Int]?
    /// Columns that a join dependency leaves out, as it was declared before they came; it then says nothing.
    package var leftOut: [String] = []
  }

  /// A dependency that keeps the entity from a normal form.
  package struct Violation: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case functional(determinant: [String], dependents: [String])
      case multivalued(determinant: [String], blocks: [[String]])
      case join([[String]])
    }

    package var form: NormalForm
    package var kind: Kind
    /// Not declared, and not implied by what is: the objects show it.
    package var isFound: Bool
    /// For a dependency that the objects show, what they show.
    package var evidence: Evidence?
  }

  package let relation: EntityRelation
  /// Whether a key is declared, in one of the three ways.
  package let hasDeclaredKey: Bool
  /// The candidate keys that follow from what is declared; empty where none is declared. An optional relationship is none,
  /// as nothing tells objects apart that lack it.
  package let keys: [[String]]
  /// Relationships that are one to one and optional.
  package let optionalKeys: [String]
  /// The fewest columns in which all objects differ, if no key is declared and they are one or two.
  package let keysInData: [[String]]
  package let declared: [Declared]
  package let found: [FoundDependency]
  /// The attributes that repeat one of a related object. Those that all objects show are among ``found``.
  package let copies: [RelatedCopy]
  package let foundMultivalued: [MultivaluedEvidence]
  package let foundJoins: [JoinEvidence]
  /// The form by the declarations alone.
  package let declaredForm: NormalForm
  /// The form with the objects taken into account.
  package let formInData: NormalForm
  /// The forms with the objects taken into account, the lowest first.
  package let violations: [Violation]
  /// Violations by what is declared alone.
  package let declaredViolations: [Violation]
  /// Why the dependencies that the objects show were not judged: there are too many for the budget. The form and the
  /// violations are then those of what is declared.
  package let unjudged: NormalizationError?

  /// Ten million steps: one or two seconds at most.
  package static let budget = StepBudget(steps: 10_000_000)

  /// - Parameters:
  ///   - copies: What ``EntityRelation/copiesOfRelated(in:)`` returns.
  ///   - usesData: whether to look for dependencies in the objects at all.
  /// - Throws: ``Normalization/NormalizationError`` when the budget does not suffice for what is declared, or the
  ///   relation's cancellation says yes.
  package init(
    _ relation: EntityRelation, in model: ManagedObjectModel, copies: [RelatedCopy] = [], usesData: Bool = true,
    budget: StepBudget = budget
  ) throws {
    self.relation = relation
    let cancellation = relation.cancellation
    // Asked every 16,384 steps.
    let budget = cancellation.isPossible ? budget.asking { !cancellation.allows(.rows, 8_192) } : budget
    let names = relation.columns.map(\.name)
    declared = model.dependencies(of: relation.entity).map { dependency in
      var declared = Declared(dependency: dependency, contradiction: relation.contradiction(to: dependency))
      if case .join = dependency { declared.leftOut = names.filter { !dependency.keys.contains($0) } }
      return declared
    }
    let declaredKeys = Self.declaredKeys(of: relation, in: model)
    let schema = try Self.schema(names, declaredKeys, declared.filter(\.leftOut.isEmpty).map(\.dependency), [], [], [])
    let (keyed, form, broken) = try Self.judge(schema, declares: nil, budget)
    let optional = Self.optionalKeys(of: relation, declaredKeys)
    optionalKeys = optional
    keys = keyed.hasKey ? keyed.keys.map(schema.names(of:)).filter { $0.count != 1 || !optional.contains($0[0]) } : []
    hasDeclaredKey = !keys.isEmpty
    self.copies = copies
    declaredForm = form
    declaredViolations = broken

    guard usesData else {
      found = []
      foundMultivalued = []
      foundJoins = []
      keysInData = []
      formInData = form
      violations = broken
      unjudged = nil
      return
    }
    let repeating = copies.filter { $0.stale.isEmpty && $0.agreeing > 0 }
    let shown =
      relation.foundDependencies().filter { dependency in
        !repeating.contains { $0.column == dependency.dependent && [$0.path[0]] != dependency.determinant }
      }.merging(repeating, of: relation)
    let multivalued = relation.foundMultivalued()
    let joins = multivalued.isEmpty ? relation.foundJoins() : []
    found = shown
    foundMultivalued = multivalued
    foundJoins = joins
    keysInData = hasDeclaredKey ? [] : relation.smallKeys()
    if cancellation.isRequested { throw NormalizationError.cancelled }
    let whole = try Self.schema(
      names, declaredKeys, declared.filter(\.leftOut.isEmpty).map(\.dependency), shown, multivalued, joins)
    let all: NormalForm
    let brokenInAll: [Violation]
    do {
      (_, all, brokenInAll) = try Self.judge(whole, declares: schema, budget)
      unjudged = nil
    } catch let error as NormalizationError {
      guard case .budgetExceeded = error else { throw error }
      (all, brokenInAll) = (form, broken)
      unjudged = error
    }
    formInData = min(form, all)
    violations = brokenInAll.map { violation in
      var violation = violation
      if violation.isFound, case .functional(let left, let right) = violation.kind {
        violation.evidence = shown.first { $0.determinant == left && right.contains($0.dependent) }?.evidence
      }
      return violation
    }
  }

  /// Whether nothing is declared that could break a form, and there are too few objects to show anything.
  package var isOpen: Bool {
    declared.isEmpty && found.isEmpty && relation.columns.count > 1 && relation.rowCount < Evidence.leastRows
  }

  /// The same, where a form that leaves out what the objects show would mislead.
  /// - Throws: ``unjudged``.
  package func judged() throws -> EntityNormalization {
    if let unjudged { throw unjudged }
    return self
  }

  // MARK: Keys

  /// Uniqueness constraints over columns, and relationships that are one to one.
  package static func declaredKeys(of relation: EntityRelation, in model: ManagedObjectModel) -> [[String]] {
    let names = Set(relation.columns.map(\.name))
    let constraints = model.lineage(of: relation.entity).flatMap(\.uniquenessConstraints)
      .filter { !$0.isEmpty && $0.allSatisfy(names.contains) }
    let single = relation.columns.filter { column in
      column.destination != nil && model.inverse(of: column.name, in: relation.entity)?.relationship.isToMany == false
    }
    return constraints + single.map { [$0.name] }
  }

  /// The optional relationships that would be keys for themselves.
  private static func optionalKeys(of relation: EntityRelation, _ keys: [[String]]) -> [String] {
    relation.columns.filter { $0.isOptional && $0.destination != nil && keys.contains([$0.name]) }.map(\.name)
  }

  private static func schema(
    _ names: [String], _ keys: [[String]], _ declared: [DependencyDescription], _ found: [FoundDependency],
    _ multivalued: [MultivaluedEvidence], _ joins: [JoinEvidence]
  ) throws -> RelationSchema {
    var functional: [(determinant: [String], dependent: [String])] = keys.map { ($0, names) }
    var independent: [(determinant: [String], dependent: [String])] = []
    var join: [[[String]]] = []
    for dependency in declared {
      switch dependency {
      case .functional(let left, let right): functional.append((left, right))
      case .multivalued(let left, let right): independent.append((left, right))
      case .join(let components): join.append(components)
      }
    }
    functional += found.map { ($0.determinant, [$0.dependent]) }
    independent += multivalued.map { ($0.determinant, $0.blocks.first ?? []) }
    join += joins.map(\.components)
    return try RelationSchema(
      attributes: names, functionalDependencies: functional, multivaluedDependencies: independent,
      joinDependencies: join)
  }

  // MARK: Judging

  private static func judge(
    _ schema: RelationSchema, declares: RelationSchema?, _ budget: StepBudget
  ) throws -> (keyed: (hasKey: Bool, keys: [AttributeSet]), NormalForm, [Violation]) {
    let report = try schema.normalFormReport(within: budget)
    let hasKey = try schema.functionalDependencies.contains { dependency in
      try !dependency.dependent.isEmpty && schema.closure(of: dependency.determinant, within: budget) == schema.heading
    }
    var form = report.normalForm
    if !hasKey, form == .first { form = .second }
    // Without declared dependencies there is nothing that could hold but keys.
    if schema.heading.isEmpty { form = .sixth }
    // Only the implied dependencies that no functional dependency alone implies are reported.
    let cover = Set(
      schema.minimalCover().flatMap { dependency in
        dependency.dependent.map { FunctionalDependency(dependency.determinant, AttributeSet($0)) }
      })
    var violations: [Violation] = []
    for violation in report.violations {
      switch violation.dependency {
      case .functional(let functional):
        if !cover.contains(functional),
          try functional.dependent.isSubset(
            of: schema.functionalPart.closure(of: functional.determinant, within: budget))
        {
          continue
        }
        let form: NormalForm = !hasKey && violation.form == .second ? .third : violation.form
        let left = schema.names(of: functional.determinant)
        let isFound = try declares.map {
          try !functional.dependent.isSubset(of: $0.closure(of: functional.determinant, within: budget))
        }
        if let place = violations.firstIndex(where: { $0.determinant == left && $0.isFound == (isFound ?? false) }),
          case .functional(_, let right) = violations[place].kind
        {
          violations[place].kind = .functional(
            determinant: left, dependents: right + schema.names(of: functional.dependent))
          violations[place].form = min(violations[place].form, form)
        } else {
          violations.append(
            Violation(
              form: form,
              kind: .functional(determinant: left, dependents: schema.names(of: functional.dependent)),
              isFound: isFound ?? false))
        }
      case .multivalued(let multivalued):
        let left = schema.names(of: multivalued.determinant)
        if violations.contains(where: { $0.form < .fourth && $0.determinant == left }) { continue }
        let isFound = try declares.map {
          try !$0.dependencyBasis(of: multivalued.determinant, within: budget).contains(multivalued.dependent)
        }
        violations.append(
          Violation(
            form: violation.form,
            kind: .multivalued(determinant: left, blocks: violation.blocks.map(schema.names(of:))),
            isFound: isFound ?? false))
      case .join(let join):
        violations.append(
          Violation(
            form: violation.form, kind: .join(join.components.map(schema.names(of:))),
            isFound: declares.map { !$0.joinDependencies.contains(join) } ?? false))
      }
    }
    violations.sort { $0.form < $1.form }
    return ((hasKey, report.keys), form, violations)
  }
}

extension EntityNormalization.Violation {
  /// The left side; empty for a join dependency.
  package var determinant: [String] {
    switch kind {
    case .functional(let left, _), .multivalued(let left, _): left
    case .join: []
    }
  }

  /// The workbook's notation: `team -> uniformColor`.
  package var text: String {
    switch kind {
    case .functional(let left, let right): DependencyDescription.functional(left, right).text
    case .multivalued(let left, let blocks):
      left.joined(separator: ", ") + " ->> " + blocks.map { $0.joined(separator: ", ") }.joined(separator: " | ")
    case .join(let components): DependencyDescription.join(components).text
    }
  }
}

extension EntityRelation {
  /// Two rows that a functional dependency forbids. Rows that lack a value on the left side say nothing; on the right a
  /// missing value is unlike any other.
  func contradiction(to dependency: DependencyDescription) -> [Int]? {
    guard case .functional(let left, let right) = dependency, let left = places(of: left),
      let right = places(of: right)
    else { return nil }
    let groups = left.isEmpty ? [Array(objects.indices)] : self.groups(by: left)
    for group in groups {
      guard let first = group.first else { continue }
      for row in group.dropFirst() where right.contains(where: { numbers[$0][row] != numbers[$0][first] }) {
        return [first, row]
      }
    }
    return nil
  }

  /// The smallest sets of one or two columns in which no two objects agree, at most four.
  func smallKeys() -> [[String]] {
    guard rowCount >= 3 else { return [] }
    // An optional relationship that is different everywhere today may be missing tomorrow.
    let full = columns.indices.filter {
      filledCount($0) == rowCount && !(columns[$0].isOptional && columns[$0].destination != nil && isUnique($0))
    }
    let single = full.filter { distinctCount($0) == rowCount }
    if !single.isEmpty { return single.prefix(4).map { [columns[$0].name] } }
    var found: [[String]] = []
    for (offset, first) in full.enumerated() {
      for second in full[(offset + 1)...] where found.count < 4 {
        if groups(by: [first, second]).count == rowCount { found.append([columns[first].name, columns[second].name]) }
      }
    }
    return found
  }
}

extension [FoundDependency] {
  /// Adds the dependencies that copies show: the relationship to the original determines the copy.
  fileprivate func merging(_ copies: [RelatedCopy], of relation: EntityRelation) -> [FoundDependency] {
    self
      + copies.compactMap { copy in
        guard let left = relation.place(of: copy.path[0]), let right = relation.place(of: copy.column),
          !contains(where: { $0.dependent == copy.column })
        else { return nil }
        return FoundDependency(
          determinant: [copy.path[0]], dependent: copy.column, evidence: relation.evidence([left], right))
      }
  }
}
