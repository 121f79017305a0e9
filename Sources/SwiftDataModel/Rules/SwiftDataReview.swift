import Diagnostics
import ModelReview
import ObjectGraph

/// The review of an app's models by the rules for SwiftData. The pages of the rules are in `SwiftDataRule`; the comment of each
/// check says who says so.
struct SwiftDataReview {
  typealias Placed = SwiftModelBundle.SourceFinding
  typealias End = InversePairing.End

  let assembly: SwiftModelAssembly
  let schema: SwiftSchema
  /// The model in use.
  let builder: SwiftDataModelBuilder
  var pairing: InversePairing { builder.pairing }

  init(_ assembly: SwiftModelAssembly, _ builder: SwiftDataModelBuilder) {
    self.assembly = assembly
    schema = assembly.schema
    self.builder = builder
  }

  func findings() -> [Placed] {
    relationshipFindings() + attributeFindings() + schemaFindings() + versionFindings()
  }

  // MARK: Helpers

  var classes: [ModelClass] { builder.members.map { schema.classes[$0] } }

  /// The relationships of the model in use.
  var ends: [End] {
    builder.members.flatMap { owner in schema.classes[owner].relationships.indices.map { End(owner: owner, index: $0) }
    }
  }

  func relationship(_ end: End) -> ModelClass.Relationship { schema.classes[end.owner].relationships[end.index] }

  func name(_ end: End) -> String { builder.name(of: end) }

  func finding(
    _ rule: String, _ severity: Finding.Severity, _ entity: String, _ property: String, aspect: Finding.Aspect? = nil,
    determinant: String = "", _ message: String, fix: String, at place: SourcePlace?
  ) -> Placed {
    Placed(
      Finding(
        rule, severity, entity, property, aspect: aspect, determinant: determinant, message, fix: fix),
      at: place.map(schema.place))
  }

  func finding(
    _ rule: SwiftDataRule, _ severity: Finding.Severity, _ entity: String, _ property: String,
    aspect: Finding.Aspect? = nil, determinant: String = "", _ message: String, fix: String? = nil,
    at place: SourcePlace?
  ) -> Placed {
    finding(
      rule.rawValue, severity, entity, property, aspect: aspect, determinant: determinant, message,
      fix: fix ?? rule.page.fix, at: place)
  }

  func finding(
    _ rule: SwiftDataRule, _ severity: Finding.Severity, _ end: End, aspect: Finding.Aspect? = .inverse,
    determinant: String = "", _ message: String, fix: String? = nil, at place: SourcePlace? = nil
  ) -> Placed {
    finding(
      rule, severity, schema.classes[end.owner].name, relationship(end).name, aspect: aspect, determinant: determinant,
      message, fix: fix, at: place ?? relationship(end).property.place)
  }
}
