import Diagnostics
import ObjectGraph
import Predicates

/// A condition of a fetched property that cannot be evaluated: it uses a variable that no one gives a value, or a key that
/// the objects do not have. The property finds nothing.
package enum UnknownVariable: ReviewRule {
  package static let page = RulePage(
    id: "unknownVariable", title: "a fetched property uses a variable or a key that has no value",
    why: """
      The predicate of a fetched property knows two variables: $FETCH_SOURCE, the object that owns the property, and \
      $FETCHED_PROPERTY, its description. Only a template takes values for others. A key must be a property \
      of the fetched objects: for any other key, Core Data raises an exception when the property is read.
      """,
    example: """
      entity Team { name: String; named ~> Player where lastName == $name }
      entity Player { lastName: String }
      """,
    fix: "use $FETCH_SOURCE, or make the fetched property a template")

  /// `$FETCH_SOURCE and $FETCHED_PROPERTY`.
  private static let known = FetchedPropertyVariable.allCases.map(\.spelling).joined(separator: " and ")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity -> [Finding] in
      entity.properties.flatMap { property -> [Finding] in
        guard case .fetched(let fetched) = property, let predicate = fetched.predicate else { return [] }
        var names: [String] = []
        predicate.forEachExpression { expression in
          guard case .variable(let name) = expression.kind, FetchedPropertyVariable(rawValue: name) == nil,
            !names.contains(name)
          else { return }
          names.append(name)
        }
        let condition = predicate.check(
          against: ConditionShape(model: subject.model), entity: fetched.destination,
          variables: FetchedPropertyVariable.names.union(names), ownNames: [])
        let problems =
          subject.model[entity: fetched.destination] == nil ? [] : condition.filter { $0.severity == .error }
        return problems.prefix(1).map { problem in
          Finding(
            page.id, .error, entity.name, fetched.name, aspect: .predicate,
            "the condition of \(entity.name).\(fetched.name) cannot be evaluated: \(problem.message)",
            fix: problem.hint ?? "write a condition about \(fetched.destination)")
        }
          + names.map { name in
            Finding(
              page.id, .error, entity.name, fetched.name, aspect: .predicate,
              "\(entity.name).\(fetched.name) uses $\(name), which has no value there",
              fix: "a fetched property knows \(known); a template takes other variables")
          }
      }
    }
  }
}
