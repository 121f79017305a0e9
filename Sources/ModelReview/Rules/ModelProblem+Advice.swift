import Diagnostics
import ObjectGraph

extension ModelProblem {
  /// The words of the library; the hint is the statement that would mend it, where there is one. O(length of the message),
  /// and O(known names × length²) where a name is looked for.
  package var advised: Diagnostic {
    var words = diagnostic
    switch self {
    case .inheritedProperty(let name, let entity, _): words.hint = "first: remove \(entity).\(name)"
    case .unknownParent(let name, _, _), .unknownDestination(let name, _, _, _),
      .unknownFetchedDestination(let name, _, _, _), .unknownTemplateEntity(let name, _, _),
      .unknownConfigurationEntity(let name, _, _):
      words.hint = words.hint ?? (name.isEmpty ? nil : "entity \(name) { … }")
    case .unknownComposite(let name, _, _, _): words.hint = words.hint ?? "composite \(name) { }"
    case .unknownInverse(let name, let relationship, let entity, let destination, _):
      words.hint = words.hint ?? "add \(destination).\(name) -> \(entity)?, inverse \(relationship)"
    case .inverseNotMutual(let name, let relationship, _, let destination, nil):
      words.hint = "change \(destination).\(name), inverse \(relationship)"
    case .parentCycle(let names): words.hint = names.first.map { "change \($0), no parent" }
    case .undefinedNotTransient: words.hint = "give it a type, or the option transient"
    case .maximumOfOne: words.hint = "write -> for a to-one"
    case .lengthOfNonString where words.hint != nil: words.hint = "write range for the least and greatest value"
    case .lengthsReversed(_, _, let minimum, let maximum): words.hint = "length \(maximum)...\(minimum)"
    case .misplacedOperator(_, _, _, _, let path?): words.hint = "write \(path)"
    case .rangeOfUnordered(_, _, .string): words.hint = "write length for a String"
    case .defaultOfOtherType: words.hint = "give another default, or take it away: = nil"
    default: break
    }
    return words
  }
}
