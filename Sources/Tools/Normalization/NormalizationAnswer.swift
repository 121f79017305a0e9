import JSON
import Normalization

/// The answer about a schema, as JSON; keys that do not apply are absent.
struct NormalizationAnswer: Encodable {
  /// `{"form": "2NF", "lhs": […], "rhs": […]}`; `blocks` for the fourth form, `components` for the fifth.
  struct Violation: Encodable {
    var form: String
    var lhs, rhs: [String]?
    var blocks, components: [[String]]?
  }

  var id: PlainJSON
  var error: String?
  var keys: [[String]]?
  var prime: [String]?
  var normalForm: String?
  var sixNF: Bool?
  var violations: [Violation]?
  var minimalCover: [[[String]]]?
  var synthesis3NF: [[String]]?
  var bcnf: [[String]]?
  var bcnfLost: [[[String]]]?
  /// Present if there are multivalued or join dependencies.
  var fourNF: [[String]]?
  /// Present if a decomposition was asked about.
  var lossless: Bool?
  var preserving: Bool?
  var lost: [[[String]]]?
  /// The parts that are missing because they would take too long, and why.
  var incomplete: [String]?

  init(id: PlainJSON, error: String) {
    self.id = id
    self.error = error
  }

  /// Everything that is found within the number of steps; the first parts take few, the last ones may take
  /// exponentially many.
  init(id: PlainJSON, _ schema: RelationSchema, decomposition: [AttributeSet]?, steps: Int) {
    self.id = id
    // An operation on sets of many attributes takes longer.
    let budget = StepBudget(steps: steps / (1 + schema.names.count / 64))
    // Parts that grow with a power of the dependencies alone end by themselves, and may take longer.
    let polynomial = StepBudget(steps: 5 * budget.steps)
    func names(_ sets: [AttributeSet]) -> [[String]] { sets.map { schema.names(of: $0) } }
    func sides(_ dependencies: [FunctionalDependency]) -> [[[String]]] {
      dependencies.map { [schema.names(of: $0.determinant), schema.names(of: $0.dependent)] }
    }
    var missing: [String] = []
    func found<Found>(_ parts: String, _ search: () throws(NormalizationError) -> Found) -> Found? {
      do throws(NormalizationError) { return try search() } catch {
        missing.append("no \(parts): \(error)")
        return nil
      }
    }
    minimalCover = found("minimalCover") { () throws(NormalizationError) in
      sides(try schema.minimalCover(within: polynomial))
    }
    synthesis3NF = found("synthesis3NF") { () throws(NormalizationError) in
      names(try schema.synthesis(within: polynomial).components)
    }
    if let decomposition {
      lost = found("preserving, lost") { () throws(NormalizationError) in
        sides(try schema.lostDependencies(in: decomposition, within: polynomial))
      }
      preserving = lost.map(\.isEmpty)
      lossless = found("lossless") { () throws(NormalizationError) in
        try schema.joinsLosslessly(decomposition, within: budget)
      }
    }
    let report = found("normalForm, sixNF, violations") { () throws(NormalizationError) in
      try schema.normalFormReport(within: budget)
    }
    let keySets =
      report?.keys
      ?? found("keys, prime") { () throws(NormalizationError) in try schema.candidateKeys(within: budget) }
    keys = keySets.map(names)
    prime = keySets.map { schema.names(of: $0.reduce(into: AttributeSet()) { $0.formUnion($1) }) }
    // The textbooks' highest form; the sixth is given separately.
    normalForm = report.map { min($0.normalForm, .fifth).name }
    sixNF = report.map { $0.normalForm == .sixth }
    violations = report?.violations.map { Violation($0, schema) }
    let cut = found("bcnf, bcnfLost") { () throws(NormalizationError) in
      try schema.boyceCoddDecomposition(within: budget)
    }
    bcnf = cut.map { names($0.components) }
    bcnfLost = cut.map { sides($0.lostDependencies) }
    if !schema.multivaluedDependencies.isEmpty || !schema.joinDependencies.isEmpty {
      fourNF = found("fourNF") { () throws(NormalizationError) in
        names(try schema.fourthNormalFormDecomposition(within: budget).components)
      }
    }
    incomplete = missing.isEmpty ? nil : missing
  }

  /// The steps for each of the seven parts: together some seconds in a release build.
  static let steps = 20_000_000
}

extension NormalizationAnswer.Violation {
  fileprivate init(_ violation: NormalFormViolation, _ schema: RelationSchema) {
    form = violation.form.name
    switch violation.dependency {
    case .functional(let functional):
      lhs = schema.names(of: functional.determinant)
      rhs = schema.names(of: functional.dependent)
    case .multivalued(let multivalued):
      lhs = schema.names(of: multivalued.determinant)
      blocks = violation.blocks.map { schema.names(of: $0) }
    case .join(let join): components = join.components.map { schema.names(of: $0) }
    }
  }
}
