import Diagnostics
import ObjectGraph
import Predicates

/// A condition in the model that cannot be evaluated: a fetched property's that uses a variable that no one gives a value,
/// or one of a fetched property or a template with a key that the objects do not have.
package enum UnknownVariable: ReviewRule {
  package static let page = RulePage(
    id: "unknownVariable", title: "a condition in the model uses a variable or a key that has no value",
    why: """
      The predicate of a fetched property knows two variables: $FETCH_SOURCE, the object that owns the property, and \
      $FETCHED_PROPERTY, its description. Only a template takes values for others. In both, a key must be a property \
      of the fetched objects: for any other key, Core Data raises an exception when the property is read or the template \
      is used. Neither is checked when the app is built.
      """,
    example: """
      entity Team { name: String; named ~> Player where lastName == $name }
      entity Player { lastName: String }
      """,
    fix: "use $FETCH_SOURCE, or make the fetched property a template")

  /// `$FETCH_SOURCE and $FETCHED_PROPERTY`.
  private static let known = FetchedPropertyVariable.allCases.map(\.spelling).joined(separator: " and ")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let shape = ConditionShape(model: subject.model)
    let properties = subject.model.entities.flatMap { entity -> [Finding] in
      entity.properties.compactMap(\.fetched).flatMap { fetched -> [Finding] in
        guard let predicate = fetched.predicate else { return [] }
        var names: [String] = []
        predicate.forEachExpression { expression in
          guard case .variable(let name) = expression.kind, FetchedPropertyVariable(rawValue: name) == nil,
            !names.contains(name)
          else { return }
          names.append(name)
        }
        let problems = predicate.check(
          against: shape, entity: fetched.destination, variables: FetchedPropertyVariable.names.union(names),
          ownNames: [])
        return findings(problems, about: fetched.destination, in: subject, entity.name, fetched.name)
          + names.map { name in
            Finding(
              page.id, .error, entity.name, fetched.name, aspect: .predicate,
              "\(entity.name).\(fetched.name) uses $\(name), which has no value there",
              fix: "a fetched property knows \(known); a template takes other variables")
          }
      }
    }
    let templates = subject.model.fetchRequestTemplates.flatMap { template -> [Finding] in
      let problems = template.request.predicate?.check(against: shape, entity: template.request.entity) ?? []
      return findings(problems, about: template.request.entity, in: subject, template.name, "")
    }
    return properties + templates
  }

  /// The first error of a condition, and each comparison with a text that looks like nil; an entity that does not exist is
  /// reported as that.
  private static func findings(
    _ problems: [Diagnostic], about entity: String, in subject: ReviewSubject, _ owner: String, _ property: String
  ) -> [Finding] {
    guard subject.index.places[entity] != nil else { return [] }
    let name = property.isEmpty ? "the template \(owner)" : "\(owner).\(property)"
    func finding(_ severity: Finding.Severity, _ text: String, _ problem: Diagnostic) -> Finding {
      Finding(
        page.id, severity, owner, property, aspect: .predicate, "the condition of \(name) \(text): \(problem.message)",
        fix: problem.hint ?? "write a condition about \(entity)")
    }
    let errors = problems.filter { $0.severity == .error }.prefix(1)
    return errors.map { finding(.error, "cannot be evaluated", $0) }
      + problems.filter { $0.id == Diagnostic.ID.textOfNil }.map { finding(.warning, "does not ask for nil", $0) }
  }
}
