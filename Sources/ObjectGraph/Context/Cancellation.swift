import Diagnostics

/// Whether somebody no longer wants what takes its time: a save, a fetch, a deletion.
///
/// ```swift
/// context.cancellation = Cancellation { stopButton.isPressed }
/// try context.save()   // SaveError.cancelled when it was pressed meanwhile, and nothing is saved
/// ```
///
/// It is asked every few thousand objects, on the thread that does the work, so the question should be a cheap one. Once
/// the answer is yes it has to stay so until the operation has ended: what stops early asks again before anything is
/// kept.
public struct Cancellation: Sendable {
  private let question: (@Sendable () -> Bool)?

  /// Nobody asks to stop.
  public static let never = Cancellation()

  private init() { question = nil }

  /// Asks a question.
  public init(_ isRequested: @escaping @Sendable () -> Bool) { question = isRequested }

  /// Whether there is anything to ask; false for ``never``.
  public var isPossible: Bool { question != nil }

  /// Asks. O(1), and what the question takes.
  public var isRequested: Bool { question?() ?? false }

  /// Asks, and stops.
  /// - Throws: ``OperationCancelled`` when the answer is yes.
  @inline(__always)
  public func check() throws(OperationCancelled) {
    if isRequested { throw OperationCancelled() }
  }

  /// Asks every 4,096th time: for a loop over objects, with its counter.
  @inline(__always)
  package func check(at count: Int) throws(OperationCancelled) {
    if count & 4_095 == 0 { try check() }
  }
}

/// An operation was stopped because its ``Cancellation`` said so; it has left everything as it was.
public struct OperationCancelled: Error, Hashable, Sendable, ExplainedError {
  /// The one kind that there is.
  public init() {}

  /// `stopped`.
  public var diagnostic: Diagnostic {
    Diagnostic("cancelled", "stopped", hint: "nothing of this statement stays")
  }
}
