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
      if comparison.modifier == .direct, let warning = textAmongObjects(comparison, entity) { return [warning] }
      for (path, object) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        guard case .variable(let name) = object.kind, let id = names[name]?.objectID,
          let end = end(of: path, from: entity)
        else { continue }
        let own = context.entityName(of: id)
        switch end {
        case .value(let type):
          return [
            neverSame(
              "\(path) is \(DisplayText.withArticle(type.rawValue))", own, name, object, "$\(name).\(path)", type)
          ]
        case .objects(let destination):
          if context.model.isKind(own, of: destination) || context.model.isKind(destination, of: own) { continue }
          let side = path.kind == .candidate ? "SELF is" : "\(path) leads to"
          let way = relationship(of: own, to: destination).map { "$\(name).\($0)" }
          return [neverSame("\(side) \(DisplayText.withArticle(destination))", own, name, object, way, nil)]
        }
      }
      return []
    }
  }

  /// `seen CONTAINS "Alien"`: the objects of a to-many are no texts.
  private func textAmongObjects(_ comparison: Predicate.Comparison, _ entity: String) -> Diagnostic? {
    guard comparison.operator == .contains || comparison.operator == .in else { return nil }
    let (path, text) =
      comparison.operator == .in ? (comparison.right, comparison.left) : (comparison.left, comparison.right)
    guard case .constant(.string) = text.kind, path.keyPath != nil,
      case .objects(let member)? = end(of: path, from: entity)
    else { return nil }
    let key = context.model.properties(of: member).lazy.compactMap(\.attribute).first { $0.type == .string }?.name
    return Diagnostic(
      "foreign-object", "\(path) leads to objects, and none of them is the text \(text)", at: text.range,
      severity: .warning, hint: key.map { "write ANY \(path).\($0) == \(text)" })
  }

  private func neverSame(
    _ side: String, _ entity: String, _ name: String, _ object: Expression, _ meant: String?, _ type: AttributeType?
  ) -> Diagnostic {
    Diagnostic(
      "foreign-object", "\(side), and \(name) is \(DisplayText.withArticle(entity)): the two are never the same",
      at: object.range, severity: .warning,
      nearest: type == .string ? [] : meant.map { [$0] } ?? [],
      hint: type == .string ? "write text in quotes: \"\(name)\"" : nil)
  }

  /// The end of a path of keys.
  private enum PathEnd {
    case value(AttributeType)
    /// The entity of the objects.
    case objects(String)
  }

  /// Nil for a path that is none of keys of the model alone, or ends at a composite or a transformable.
  private func end(of path: Expression, from entity: String) -> PathEnd? {
    if path.kind == .candidate { return .objects(entity) }
    guard let keys = path.keyPath else { return nil }
    var here = entity
    for (place, key) in keys.enumerated() where key != "SELF" {
      switch context.model.property(key, of: here)?.property {
      case .relationship(let relationship): here = relationship.destination
      case .attribute(let attribute) where place == keys.count - 1:
        return attribute.type.valueType == .any ? nil : .value(attribute.type)
      default: return nil
      }
    }
    return .objects(here)
  }

  /// The only to-one relationship that leads from an entity to another; nil where there are several, or none.
  private func relationship(of entity: String, to destination: String) -> String? {
    let leading = context.model.properties(of: entity).compactMap(\.relationship).filter {
      !$0.isToMany && $0.destination == destination
    }
    return leading.count == 1 ? leading[0].name : nil
  }
}
