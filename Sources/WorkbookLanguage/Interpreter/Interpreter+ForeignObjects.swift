import Diagnostics
import ObjectGraph
import Predicates

/// Warnings about comparisons of objects that can never be the same object.
extension Interpreter {
  /// A warning for each comparison with one of the learner's objects whose entity is none that the other side leads to:
  /// `team == $wade`. Core Data finds nothing there, and says nothing. O(nodes).
  func foreignObjects(in condition: Predicate, of entity: String) -> [Diagnostic] {
    switch condition.kind {
    case .constant, .truth: return []
    case .not(let operand): return foreignObjects(in: operand, of: entity)
    case .and(let operands), .or(let operands): return operands.flatMap { foreignObjects(in: $0, of: entity) }
    case .comparison(let comparison):
      guard [.equal, .notEqual, .in, .contains].contains(comparison.operator) else { return [] }
      for (path, object) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        guard case .variable(let name) = object.kind, let id = names[name]?.objectID,
          let destination = destination(of: path, from: entity)
        else { continue }
        let own = context.entityName(of: id)
        guard !context.model.isKind(own, of: destination), !context.model.isKind(destination, of: own) else { continue }
        let side = path.kind == .candidate ? "SELF is" : "\(path) leads to"
        return [
          Diagnostic(
            "foreign-object",
            "\(side) \(DisplayText.withArticle(destination)), and \(name) is \(DisplayText.withArticle(own)): the two are never the same object",
            at: object.range, severity: .warning,
            hint: relationship(of: own, to: destination).map { "did you mean $\(name).\($0)?" })
        ]
      }
      return []
    }
  }

  /// The entity to which a path of relationships leads; nil for one that ends elsewhere.
  private func destination(of path: Expression, from entity: String) -> String? {
    if path.kind == .candidate { return entity }
    guard let keys = path.keyPath else { return nil }
    var here = entity
    for key in keys where key != "SELF" {
      guard let relationship = context.model.property(key, of: here)?.property.relationship else { return nil }
      here = relationship.destination
    }
    return here
  }

  /// The only to-one relationship that leads from an entity to another; nil where there are several, or none.
  private func relationship(of entity: String, to destination: String) -> String? {
    let leading = context.model.properties(of: entity).compactMap(\.relationship).filter {
      !$0.isToMany && $0.destination == destination
    }
    return leading.count == 1 ? leading[0].name : nil
  }
}
