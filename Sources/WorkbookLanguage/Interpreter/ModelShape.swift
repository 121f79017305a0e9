import Diagnostics
import ObjectGraph
import Predicates

/// The model as conditions are checked against it.
enum ModelShape {
  /// A property of an entity or, as a relationship may hold objects of any sub-entity, of one below it. O(entities).
  static func property(_ name: String, of entity: String, in model: ManagedObjectModel) -> PropertyDescription? {
    if let (property, _) = model.property(name, of: entity) { return property }
    return model.entities.lazy.filter { model.isKind($0.name, of: entity) }.compactMap { $0[property: name] }.first
  }

  static func problem(in condition: Predicate, of entity: String, interpreter: Interpreter) -> Diagnostic? { nil }
}
