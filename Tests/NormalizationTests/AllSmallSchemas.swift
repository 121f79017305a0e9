import Support

@testable import Normalization

/// Schemas to go through, and the slow, obvious answers.
enum AllSmallSchemas {
  /// Every set of functional dependencies over three attributes with one attribute on the right: 4,096 schemas.
  static let overThree: [RelationSchema] = {
    var dependencies: [FunctionalDependency] = []
    for right in 0..<3 {
      for left in subsets(of: AttributeSet(first: 3).subtracting([right])) {
        dependencies.append(FunctionalDependency(left, [right]))
      }
    }
    return (0..<(1 << dependencies.count)).compactMap { bits in
      let chosen = dependencies.indices.filter { bits & (1 << $0) != 0 }.map { dependencies[$0] }
      return try? RelationSchema(names: ["A", "B", "C"], functionalDependencies: chosen)
    }
  }()

  static func subsets(of set: AttributeSet) -> [AttributeSet] {
    set.reduce([AttributeSet()]) { subsets, attribute in subsets + subsets.map { $0.union([attribute]) } }
  }

  /// Random schemas over four to six attributes, the same in every run.
  static func random(count: Int, multivalued: Bool, seed: UInt64) -> [RelationSchema] {
    var numbers = SplitMix(state: seed)
    return (0..<count).compactMap { _ in
      let size = 4 + numbers.below(3)
      func set() -> AttributeSet {
        AttributeSet((0..<size).filter { _ in numbers.below(3) == 0 })
      }
      let functional = (0..<(1 + numbers.below(4))).map { _ in FunctionalDependency(set(), set()) }
      let others = (0..<(multivalued ? 1 + numbers.below(2) : 0)).map { _ in MultivaluedDependency(set(), set()) }
      return try? RelationSchema(
        names: (0..<size).map { "ABCDEF".map(String.init)[$0] }, functionalDependencies: functional,
        multivaluedDependencies: others)
    }
  }
}

/// Definitions, carried out literally.
struct Reference {
  let schema: RelationSchema
  let subsets: [AttributeSet]
  let closures: [AttributeSet: AttributeSet]

  init(_ schema: RelationSchema) throws {
    self.schema = schema
    subsets = AllSmallSchemas.subsets(of: schema.heading)
    var closures: [AttributeSet: AttributeSet] = [:]
    for set in subsets { closures[set] = try Self.closure(of: set, schema) }
    self.closures = closures
  }

  /// By the general chase of two rows, which knows nothing of bases: row 0 stands for all symbols 0.
  static func closure(of set: AttributeSet, _ schema: RelationSchema) throws -> AttributeSet {
    if schema.multivaluedDependencies.isEmpty, schema.joinDependencies.isEmpty {
      var closure = set
      for _ in schema.heading {
        for dependency in schema.functionalDependencies where dependency.determinant.isSubset(of: closure) {
          closure.formUnion(dependency.dependent)
        }
      }
      return closure
    }
    var tableau = Tableau([schema.heading, set], heading: schema.heading)
    // The chase of the interface stops at a distinguished row; this one has to go on.
    tableau.rows[0] = tableau.rows[0].map { $0 + 1 }
    tableau.rows[1] = zip(tableau.columns, tableau.rows[1]).map { set.contains($0.0) ? 1 : 2 }
    let end = try schema.chase(tableau).end
    return AttributeSet(
      end.columns.indices.filter { place in Set(end.rows.map { $0[place] }).count == 1 }.map { end.columns[$0] })
  }

  func closure(_ set: AttributeSet) -> AttributeSet { closures[set] ?? set }
  func isSuperkey(_ set: AttributeSet) -> Bool { closure(set) == schema.heading }

  var keys: [AttributeSet] {
    subsets.filter { set in isSuperkey(set) && set.allSatisfy { !isSuperkey(set.subtracting([$0])) } }.sorted()
  }

  var minimalDependencies: [FunctionalDependency] {
    subsets.flatMap { left in
      closure(left).subtracting(left).filter { right in
        left.allSatisfy { !closure(left.subtracting([$0])).contains(right) }
      }.map { FunctionalDependency(left, [$0]) }
    }.sorted()
  }

  /// The highest of the forms that functional dependencies decide.
  var normalForm: NormalForm {
    let keys = self.keys
    let prime = keys.reduce(into: AttributeSet()) { $0.formUnion($1) }
    var form = NormalForm.boyceCodd
    for left in subsets where !isSuperkey(left) {
      for right in closure(left).subtracting(left) {
        if prime.contains(right) {
          form = min(form, .third)
        } else if keys.contains(where: { left.isStrictSubset(of: $0) }) {
          form = min(form, .first)
        } else {
          form = min(form, .second)
        }
      }
    }
    return form
  }

  /// Whether X ↠ Y: the chase of two rows has the row that takes Y from one and the rest from the other.
  func impliesMultivalued(_ left: AttributeSet, _ right: AttributeSet) throws -> Bool {
    try schema.joinsLosslessly([left.union(right), schema.heading.subtracting(right).union(left)])
  }

  /// A component's dependencies, from all closures.
  func isBoyceCodd(_ component: AttributeSet) -> Bool {
    AllSmallSchemas.subsets(of: component).allSatisfy { left in
      let closure = closure(left).intersection(component)
      return closure == left || closure == component
    }
  }

  func isThird(_ component: AttributeSet) -> Bool {
    let parts = AllSmallSchemas.subsets(of: component)
    let superkeys = parts.filter { component.isSubset(of: closure($0)) }
    let keys = superkeys.filter { key in !superkeys.contains { $0.isStrictSubset(of: key) } }
    let prime = keys.reduce(into: AttributeSet()) { $0.formUnion($1) }
    return parts.allSatisfy { left in
      let closure = closure(left).intersection(component)
      return closure == component || closure.subtracting(left).isSubset(of: prime)
    }
  }
}
