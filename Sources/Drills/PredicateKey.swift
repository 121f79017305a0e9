import Diagnostics
import Predicates

/// A condition on the objects of one entity, and the keys that it can read.
struct PredicateKey: Sendable {
  /// The entity as a condition is checked against it.
  struct Shape: ModelShape, Sendable {
    var entity: String
    var attributes: [(key: String, type: ValueType, isOptional: Bool)]

    func property(_ key: String, of entity: String) -> PropertyShape? {
      attributes.first { $0.key == key }.map { .attribute($0.type, isOptional: $0.isOptional) }
    }

    func keys(of entity: String) -> [String] { attributes.map(\.key) }
  }

  var text: String
  var shape: Shape

  /// Judges a condition by looking for a row on which it differs from this one.
  func judge(_ answer: String) -> DrillVerdict {
    let (given, problems) = Self.parse(answer)
    guard let given else { return .notAnAnswer(Self.sentence(problems)) }
    let errors = given.check(against: shape, entity: shape.entity).filter { $0.severity == .error }
    guard errors.isEmpty else { return .notAnAnswer(Self.sentence(errors)) }
    guard let wanted = Predicate.parse(text).predicate else { preconditionFailure("'\(text)' is not a predicate") }
    switch Predicate.distinguish(given, wanted, entity: shape.entity, in: shape) {
    case .agree: return .right
    case .undecided(let reason): return .notAnAnswer("This condition cannot be compared: \(reason).")
    case .differ(let witness):
      let values = witness.objects[0].values.map { "\($0.key) \($0.value.canonicalText)" }.joined(separator: ", ")
      let fate =
        switch witness.answers[0] {
        case .holds: "selects it, and should not"
        case .fails: "does not select it, and should"
        case .raises: "has no answer for it"
        }
      return .wrong("Take \(DisplayText.withArticle(shape.entity)) with \(values): your condition \(fate).")
    }
  }

  /// Reads a condition; `fetch Patient where` before it is left out.
  private static func parse(_ answer: String) -> (Predicate?, [Diagnostic]) {
    let words = answer.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true).map(String.init)
    let start = words.first == "fetch" ? 2 : 1
    let isFetch = words.count > start && words[start] == "where"
    return Predicate.parse(isFetch ? words.dropFirst(start + 1).joined(separator: " ") : answer)
  }

  private static func sentence(_ problems: [Diagnostic]) -> String {
    let message = problems.first { $0.severity == .error }?.message ?? "this is not a condition"
    return message.prefix(1).uppercased() + message.dropFirst() + "."
  }
}
