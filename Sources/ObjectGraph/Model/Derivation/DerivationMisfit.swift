import Diagnostics
import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.URL
import struct Foundation.UUID

/// Why the expression of a derived attribute never gives a value that the attribute takes.
///
/// Core Data documents key paths, `@count` and `@sum` at their end, `canonical:`, `uppercase:`, `lowercase:` and `now()`
/// (NSDerivedAttributeDescription). Any expression of one value is taken here, but no operator in the middle of a path.
public enum DerivationMisfit: Hashable, Sendable {
  /// It gives many values or objects.
  case many(String)
  /// It gives an object.
  case object(String)
  /// It gives a value of another type than the attribute's.
  case type(String, found: String, wanted: AttributeType)
  /// It cannot be evaluated: what is wrong with it, and what to do.
  case unevaluable(String, problem: String, hint: String?)

  /// Nil for an expression that may give a fitting value, and for one that reads what the model does not have yet.
  init?(_ derivation: Expression, of attribute: AttributeDescription, in entity: String, _ index: ModelIndex) {
    let (type, problems) = derivation.evaluable.inferredType(
      against: DerivationShape(index: index), entity: entity)
    let text = derivation.description
    if problems.contains(where: { $0.id == Diagnostic.ID.unknownKey }) { return nil }
    if let problem = problems.first(where: { $0.severity == .error }) {
      self = .unevaluable(text, problem: problem.message, hint: problem.hint)
      return
    }
    switch type {
    case .unknown, .null: return nil
    case .collection: self = .many(text)
    case .object: self = .object(text)
    case .value(let found):
      guard attribute.compositeName == nil, let sample = found.sample,
        case .failure(let misfit) = attribute.type.coerced(sample), misfit.misfit == .type
      else { return nil }
      self = .type(text, found: found.words, wanted: attribute.type)
    }
  }

  /// Returns the diagnostic for the attribute of this name, without a range.
  func diagnostic(of attribute: String) -> Diagnostic {
    func misfit(_ message: String, _ hint: String?) -> Diagnostic {
      Diagnostic("underivable", DisplayText.visible(message), hint: hint.map { DisplayText.visible($0) })
    }
    switch self {
    case .many(let expression):
      return misfit(
        "\(attribute) holds one value, and \(expression) gives many", "derive one value, such as players.@count")
    case .object(let expression):
      return misfit(
        "\(attribute) holds a value, and \(expression) gives an object",
        "derive one of its attributes, such as team.name")
    case .type(let expression, let found, let wanted):
      return misfit(
        "\(attribute) is \(wanted.rawValue), and \(expression) gives \(found)",
        "change the attribute's type, or derive another value")
    case .unevaluable(let expression, let problem, let hint):
      return misfit("\(attribute) can't be derived from \(expression): \(problem)", hint)
    }
  }
}

/// The model as derivations are checked against it. Elements of composites are not told apart.
private struct DerivationShape: ModelShape {
  let index: ModelIndex

  func property(_ key: String, of entity: String) -> PropertyShape? {
    switch index.property(key, of: entity)?.property {
    case .attribute(let attribute):
      .attribute(attribute.compositeName == nil ? attribute.type.valueType : .any, isOptional: attribute.isOptional)
    case .relationship(let relationship):
      relationship.isToMany
        ? .toMany(relationship.destination) : .toOne(relationship.destination, isOptional: relationship.isOptional)
    case .fetched(let fetched): .fetched(fetched.destination)
    case nil: nil
    }
  }

  func keys(of entity: String) -> [String] { index.properties(of: entity).map(\.name) }
}

extension ValueType {
  /// A value of the type that every attribute takes that takes some value of it; nil where nothing is known.
  fileprivate var sample: Value? {
    switch self {
    case .integer: .integer(1)
    case .double: .double(1)
    case .decimal: .decimal(1)
    // The text of a UUID is a URL too.
    case .string: .string(Self.identifier.uuidString)
    case .boolean: .boolean(true)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .data: .data(Data())
    case .uuid: .uuid(Self.identifier)
    case .url: URL(string: Self.identifier.uuidString).map(Value.url)
    case .any: nil
    }
  }

  private static let identifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
