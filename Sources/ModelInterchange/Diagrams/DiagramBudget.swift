import ObjectGraph

/// How much of a search for a layout is left, in steps: a cell that a line's way is looked for in, a box or a line of an
/// arrangement that is tried.
///
/// It counts steps and never time, so that the same diagram gives the same picture on every machine. A search shares one
/// budget among all its parts.
final class DiagramBudget {
  private let cancellation: Cancellation
  private let limit: Int
  private(set) var spent = 0

  init(steps limit: Int, cancellation: Cancellation) {
    self.limit = limit
    self.cancellation = cancellation
  }

  /// Whether the search should end with what it has found.
  var isSpent: Bool { spent > limit || isCancelled }

  var isCancelled: Bool { cancellation.isRequested }

  func spend(_ steps: Int) {
    spent += steps
    // The cancellation says yes from here on if its meter does not have that much left.
    _ = cancellation.allows(.cells, steps)
  }

  /// The same again, for what has to be done without what the search looked for.
  func renewed() -> DiagramBudget { DiagramBudget(steps: limit, cancellation: cancellation) }
}
