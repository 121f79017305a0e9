import Predicates

/// A fetch request that the model keeps under a name, with `$variables` that stay open until it is used.
///
/// ```swift
/// model.fetchRequestTemplates = [
///   FetchRequestTemplate(
///     "ByColor", FetchRequest("Team", predicate: Predicate.parse("uniformColor == $COLOR").predicate))
/// ]
/// let green = try model.fetchRequest(fromTemplate: "ByColor", variables: ["COLOR": "Green"])
/// ```
public struct FetchRequestTemplate: Hashable, Sendable {
  /// The name, unique among the templates of the model.
  public var name: String
  /// The request as it was written. One with open variables cannot be run as it is.
  public var request: FetchRequest

  /// A request under a name.
  public init(_ name: String, _ request: FetchRequest) {
    self.name = name
    self.request = request
  }

  /// The names of the variables that its predicate leaves open, without `$`, each once, in order. The variables of a
  /// SUBQUERY are not among them. O(nodes of the predicate).
  public var variables: [String] {
    var found: [String] = []
    request.predicate?.forEachExpression { expression in
      if let name = expression.variableName, !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// Returns the request with every variable replaced by its value. `.null` means nil, as NSNull does in Core Data.
  ///
  /// A value becomes a constant: only in `team.$key` is it a key. It never changes which operator is used.
  /// - Throws: ``TemplateError/missingVariables(_:template:)`` unless each variable has a value (Core Data's header asks
  ///   for all of them), ``TemplateError/unknownVariables(_:template:known:)`` for one that it does not have, which is
  ///   ours: Core Data passes these over.
  /// - Complexity: O(nodes of the predicate + values).
  public func request(with values: [String: Value]) throws(TemplateError) -> FetchRequest {
    let known = variables
    let missing = known.filter { values[$0] == nil }
    guard missing.isEmpty else { throw .missingVariables(missing, template: name) }
    let unknown = values.keys.filter { !known.contains($0) }.sorted()
    guard unknown.isEmpty else { throw .unknownVariables(unknown, template: name, known: known) }
    var result = request
    result.predicate = request.predicate?.substituting(values)
    return result
  }
}

/// Why a fetch request template gives no request.
public enum TemplateError: Error, Hashable, Sendable {
  /// The model has no template of this name.
  case unknownTemplate(String, known: [String])
  /// Variables that were given no value.
  case missingVariables([String], template: String)
  /// Values for variables that the template does not have.
  case unknownVariables([String], template: String, known: [String])
}

extension ManagedObjectModel {
  /// Returns the template of this name as it was written; nil when there is none. O(templates).
  public func fetchRequestTemplate(named name: String) -> FetchRequestTemplate? {
    fetchRequestTemplates.first { $0.name == name }
  }

  /// Returns the request of a template with its variables replaced, as ``FetchRequestTemplate/request(with:)`` does it.
  /// O(templates + nodes of the predicate + values).
  /// - Throws: ``TemplateError/unknownTemplate(_:known:)``, ``TemplateError/missingVariables(_:template:)``,
  ///   ``TemplateError/unknownVariables(_:template:known:)``.
  public func fetchRequest(
    fromTemplate name: String, variables: [String: Value] = [:]
  ) throws(TemplateError) -> FetchRequest {
    guard let template = fetchRequestTemplate(named: name) else {
      throw .unknownTemplate(name, known: fetchRequestTemplates.map(\.name))
    }
    return try template.request(with: variables)
  }
}
