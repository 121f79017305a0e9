import Diagnostics

/// Why a predicate holds for one object, or does not: the predicate's tree with what each part came to.
///
/// ```swift
/// predicate.explanation(for: wade, over: source).reasons
/// // ["team is nil, so team.name == \"Miami Heat\" is false"]
/// ```
///
/// Parts are evaluated in order, and parts that evaluation does not reach are ``Outcome-swift.enum/notAsked``: those
/// after the first false part of an AND, and after the first true one of an OR.
///
/// ## Topics
/// Made by: ``Predicate/explanation(for:over:entity:)``
/// The tree: ``predicate``, ``outcome-swift.property``, ``facts``, ``parts``
/// In words: ``reasons``
public struct Explanation: Hashable, Sendable {
  /// The result of a part.
  public enum Outcome: Hashable, Sendable {
    /// True; false.
    case holds, fails
    /// It has no value for this object.
    case raises(EvaluationError)
    /// The answer stood before its turn came.
    case notAsked
  }

  /// The part.
  public var predicate: Predicate
  /// The part's result.
  public var outcome: Outcome
  /// The object's values that the comparison reads, in words: `team is nil`, `age is 29`. Empty for AND, OR and NOT.
  public var facts: [String]
  /// The operands of AND, OR and NOT.
  public var parts: [Explanation]

  /// The parts that decided, each in a sentence without a full stop; several where they decided together.
  ///
  /// For an AND that fails, the part that failed; for one that holds, all of them; for an OR the other way round.
  /// - Complexity: O(parts × size of the predicate).
  public var reasons: [String] {
    switch predicate.kind {
    case .constant, .comparison, .truth: return [sentence]
    case .and, .or:
      return parts.filter { $0.outcome == outcome || $0.outcome.isRaised }.flatMap(\.reasons)
    case .not:
      // Asked once: twice at every level would double the work with each NOT.
      var reasons = parts.flatMap(\.reasons)
      if let last = reasons.indices.last { reasons[last] += ", so \(shown) \(outcome.words)" }
      return reasons
    }
  }

  private var sentence: String {
    let facts = facts.joined(separator: " and ")
    return facts.isEmpty ? "\(shown) \(outcome.words)" : "\(facts), so \(shown) \(outcome.words)"
  }

  private var shown: String { DisplayText.beginning(of: predicate.declaration, upTo: 80) }
}

extension Explanation.Outcome {
  /// Whether there was no answer.
  public var isRaised: Bool {
    if case .raises = self { true } else { false }
  }

  /// The end of a sentence: `is true`.
  public var words: String {
    switch self {
    case .holds: "is true"
    case .fails: "is false"
    case .raises(let error): "has no answer: \(error.diagnostic.message)"
    case .notAsked: "was not asked"
    }
  }
}

extension Predicate {
  /// Explains why the predicate holds for a candidate, or does not. Compiles the predicate each time: for one object,
  /// not for many. O(evaluating it), a few times.
  /// - Parameters:
  ///   - candidate: The object.
  ///   - source: The source that answers the keys of objects.
  ///   - entity: The entity that the candidate is of, as in ``compiled(over:entity:)``.
  public func explanation(
    for candidate: Value, over source: some KeyValueSource, entity: String? = nil
  ) -> Explanation {
    var explainer = Explainer(Compiler(source: source, entity: entity))
    let node = explainer.node(self)
    let frame = EvaluationFrame(candidate, slots: explainer.compiler.slots)
    return node(frame)
  }
}
