import Diagnostics
import ObjectGraph

/// Two relationships that name one inverse.
///
/// An inverse keeps one pair of relationships in step, so it can serve only one of the two. The message says so and offers
/// a second inverse for the second relationship: with it, what was typed works.
extension Interpreter {
  /// The message for a relationship whose inverse belongs to another one, or nil for any other problem.
  /// - Parameter change: The statement that was refused, at `range` of the statement's source.
  func sharedInverse(
    _ problem: ModelProblem, in model: ManagedObjectModel, _ change: ModelStatement, at range: SourceRange
  ) -> Diagnostic? {
    guard case .inverseNotMutual(let inverse, let relationship, let entity, let destination, let found?) = problem,
      let other = found.split(separator: ".").last.map(String.init),
      let shared = model.property(inverse, of: destination)?.0.relationship
    else { return nil }
    let name = freeName(for: relationship, besides: inverse, of: other, in: destination, model)
    let arrow = shared.isToMany ? "->>" : "->"
    var diagnostic = Diagnostic(
      "shared-inverse",
      "\(found) and \(entity).\(relationship) both name \(destination).\(inverse) as their inverse, "
        + "but an inverse belongs to one relationship",
      hint: "give \(entity).\(relationship) its own:")
    let second = "add \(destination).\(name) \(arrow) \(entity)?"
    switch change {
    case .add(let owner, .property(let property)):
      guard owner.text == entity, property.name.text == relationship else { return nil }
      diagnostic.statements = [
        second, rewritten(range, replacing: inverse, with: name),
      ]
    case .changeProperty(let reference, _, _):
      if reference.property.text == relationship {
        diagnostic.statements = [second, rewritten(range, replacing: inverse, with: name)]
      }
    case .entity(let declaration) where declaration.name.text == entity:
      guard let member = declaration.members.compactMap(\.propertyName).first(where: { $0.text == relationship }) else {
        break
      }
      let before = SourceRange(range.lowerBound, member.range.lowerBound)
      let after = SourceRange(member.range.lowerBound, range.upperBound)
      diagnostic.statements = [
        second, statementSource[before] + rewritten(after, replacing: inverse, with: name),
      ]
    case .entity(let declaration):
      let text = statementSource[range]
      if declaration.name.text == destination, text.hasSuffix("}") {
        // The first relationships were waiting for this entity.
        diagnostic.statements = [
          "change \(entity).\(relationship), inverse \(name)",
          String(text.dropLast()).trimmingTrailingSpace + "; \(name) \(arrow) \(entity)? }",
        ]
      }
    default: break
    }
    if diagnostic.statements.isEmpty { diagnostic.hint = "name another inverse for \(entity).\(relationship)" }
    return diagnostic
  }

  /// The refused statement with another inverse.
  private func rewritten(_ range: SourceRange, replacing inverse: String, with name: String) -> String {
    String(statementSource[range]).replacing("inverse \(inverse)", with: "inverse \(name)", maxReplacements: 1)
  }

  /// `awayGames` by analogy with `homeGames`: the inverse's name with one relationship's name in place of the other's.
  private func freeName(
    for relationship: String, besides inverse: String, of other: String, in entity: String, _ model: ManagedObjectModel
  ) -> String {
    let wanted =
      inverse.hasPrefix(other)
      ? relationship + inverse.dropFirst(other.count)
      : relationship + inverse.prefix(1).uppercased() + inverse.dropFirst()
    var name = wanted
    var number = 2
    while model.property(name, of: entity) != nil {
      name = "\(wanted)\(number)"
      number += 1
    }
    return name
  }
}

extension String {
  fileprivate var trimmingTrailingSpace: String {
    var text = self[...]
    while text.last?.isWhitespace == true || text.last == ";" { text.removeLast() }
    return String(text)
  }
}
