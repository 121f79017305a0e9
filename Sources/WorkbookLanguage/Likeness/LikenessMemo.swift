import ObjectGraph
import Support

/// How the models that answers end in differ from the solutions': the answers of a class end in few models.
///
/// The difference depends on the model alone, and what it took is counted again each time, so that a verdict is the same
/// whether the answer is graded alone or as the thousandth.
final class LikenessMemo<Difference: Sendable>: Sendable {
  struct Entry: Sendable {
    /// Nil where the model is like one of the solutions'.
    var difference: Difference?
    /// The rows that the search took from the budget.
    var rows: Int
  }

  /// The most models that are kept; then it begins anew.
  private let limit = 500
  private let entries = Locked<[ManagedObjectModel: Entry]>([:])

  subscript(model: ManagedObjectModel) -> Entry? {
    get { entries.withLock { $0[model] } }
    set {
      entries.withLock { entries in
        if entries.count >= limit { entries = [:] }
        entries[model] = newValue
      }
    }
  }
}
