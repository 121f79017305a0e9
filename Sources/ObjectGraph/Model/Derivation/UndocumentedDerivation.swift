import Predicates

/// Why Core Data documents no derivation like that of an attribute (NSDerivedAttributeDescription).
///
/// Documented are a key path over to-ones, alone or in `canonical:`, `uppercase:` or `lowercase:`; `@count` of a to-many and
/// `@sum` of an attribute of its objects; and `now()`. The workbook computes the others too.
package enum UndocumentedDerivation: Hashable, Sendable {
  /// The expression has another form.
  case form
  /// The derived attribute is transient, so that no store has a column for it.
  case transientResult
  /// It reads an attribute that no store can compute with: a transient, Transformable or derived one.
  case source(String, is: String)
  /// It goes to many objects where only one is documented: in a function, or over two relationships.
  case path

  /// Nil for a documented derivation, and for one that names what the model does not have yet. O(steps).
  package init?(_ attribute: AttributeDescription, of entity: String, in index: ModelIndex) {
    guard let derivation = attribute.derivation else { return nil }
    guard derivation.isDocumentedDerivation else {
      self = .form
      return
    }
    if attribute.isTransient {
      self = .transientResult
      return
    }
    var path = derivation.keyPath ?? []
    if case .function(_, let arguments) = derivation.kind { path = arguments.first?.keyPath ?? [] }
    let isAggregate = path.last?.hasPrefix("@") == true
    var here = entity
    for (place, key) in path.enumerated() where !key.hasPrefix("@") {
      guard let property = index.property(key, of: here)?.property else { return nil }
      switch property {
      case .relationship(let relationship):
        // An aggregate begins with the only to-many; any other path has none.
        guard relationship.isToMany == (isAggregate && place == 0), isAggregate ? place == 0 : true else {
          self = .path
          return
        }
        if relationship.isTransient {
          self = .source(key, is: "transient")
          return
        }
        here = relationship.destination
      case .attribute(let source):
        let kind =
          source.isTransient
          ? "transient"
          : source.type == .transformable
            ? "Transformable"
            : source.derivation == nil ? nil : "derived"
        guard let kind else { return nil }
        self = .source(key, is: kind)
        return
      case .fetched:
        self = .source(key, is: "a fetched property")
        return
      }
    }
    return nil
  }

  /// The message about a derivation of this kind.
  package func message(_ derivation: Expression) -> String {
    let start = "Core Data documents no derivation like \(derivation.declaration)"
    return switch self {
    case .form, .path: start
    case .transientResult: "Core Data documents no derived attribute that is transient"
    case .source(let key, let kind): "\(start): \(key) is \(kind)"
    }
  }

  /// The derivations that are documented, in a sentence.
  package static let documented =
    "it derives key paths, canonical, uppercase and lowercase of one, @count, @sum and now()"
}
