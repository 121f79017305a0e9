import ObjectGraph
import Support

/// The findings about pairs of models that were compared already: the answers of a class end in few models.
///
/// A finding depends on the two models alone, and what it took is counted again each time, so that a verdict is the same
/// whether the answer is graded alone or as the thousandth.
final class BehaviorMemo: Sendable {
  struct Pair: Hashable, Sendable {
    var mine: ManagedObjectModel
    var theirs: ManagedObjectModel
  }

  struct Entry: Sendable {
    /// Nil where the search ended before it had tried all scripts.
    var finding: BehaviorFinding?
    /// The rows that the search took from the budget.
    var rows: Int
  }

  /// The most pairs that are kept; then it begins anew.
  private static let limit = 500
  private let entries = Locked<[Pair: Entry]>([:])

  subscript(pair: Pair) -> Entry? {
    get { entries.withLock { $0[pair] } }
    set {
      entries.withLock { entries in
        if entries.count >= Self.limit { entries = [:] }
        entries[pair] = newValue
      }
    }
  }
}
