import Diagnostics
import ObjectGraph
import Predicates

/// Hints with an example say it in the words of the model at hand.
extension Interpreter {
  /// A problem whose hint shows the league of the first chapters, as `delete heat` and `Player.team <<--> Team.players` do,
  /// with entities and an object of this model instead. It stays as it is where the model has a team or a player, has no
  /// entity, or where the hint is a line to type.
  func exemplified(_ problem: Diagnostic) -> Diagnostic {
    // Most hints show no example, which is seen sooner than the patterns are read.
    guard detail > .verdict, let hint = problem.hint, problem.offer == nil, Self.examples.contains(where: hint.contains)
    else { return problem }
    let entities = context.model.entityNames
    guard let first = entities.first, !entities.contains("Team"), !entities.contains("Player") else { return problem }
    let second = entities.dropFirst().first ?? first
    // A learner's own wade is meant.
    let isOwn = names["heat"] != nil || names["wade"] != nil
    let object = isOwn ? nil : names.keys.filter { names[$0]?.objectID != nil }.min()
    var problem = problem
    problem.hint =
      hint
      .replacing(/\b(Team|Player)\.[a-z]\w*/) { "\($0.1 == "Team" ? first : second).…" }
      .replacing(/\b(Team|Player)\b/) { $0.1 == "Team" ? first : second }
      .replacing(/\b(?:heat|wade)(\.[a-z]\w*)?\b/) { match in
        object.map { match.1 == nil ? $0 : "\($0).…" } ?? String(match.0)
      }
    return problem
  }

  /// The words of the league of the first chapters in hints.
  private static let examples = ["Team", "Player", "heat", "wade"]
}
