import JSON
import Normalization

/// What is said about a schema, as JSON; keys that do not apply are absent.
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
  /// Where there are multivalued or join dependencies.
  var fourNF: [[String]]?
  /// Where a decomposition was asked about.
  var lossless: Bool?
  var preserving: Bool?
  var lost: [[[String]]]?

  init(id: PlainJSON, error: String) {
    self.id = id
    self.error = error
  }

  init(id: PlainJSON, _ schema: RelationSchema, decomposition: [AttributeSet]?) throws(NormalizationError) {
    self.id = id
    func names(_ sets: [AttributeSet]) -> [[String]] { sets.map { schema.names(of: $0) } }
    func sides(_ dependencies: [FunctionalDependency]) -> [[[String]]] {
      dependencies.map { [schema.names(of: $0.determinant), schema.names(of: $0.dependent)] }
    }
    let report = try schema.normalFormReport()
    keys = names(report.keys)
    prime = schema.names(of: report.prime)
    // The textbooks' highest form; the sixth is said beside it.
    normalForm = min(report.normalForm, .fifth).name
    sixNF = report.normalForm == .sixth
    violations = report.violations.map { Violation($0, schema) }
    minimalCover = sides(schema.minimalCover())
    synthesis3NF = names(schema.synthesis().components)
    let cut = try schema.boyceCoddDecomposition()
    bcnf = names(cut.components)
    bcnfLost = sides(cut.lostDependencies)
    if !schema.multivaluedDependencies.isEmpty || !schema.joinDependencies.isEmpty {
      fourNF = names(try schema.fourthNormalFormDecomposition().components)
    }
    if let decomposition {
      lossless = try schema.joinsLosslessly(decomposition)
      let lostDependencies = schema.lostDependencies(in: decomposition)
      preserving = lostDependencies.isEmpty
      lost = sides(lostDependencies)
    }
  }
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
