/// An operation was stopped, by request or because a limit was passed; it has left everything as it was.
public struct OperationCancelled: Error, Hashable, Sendable {
  /// Why an operation was stopped.
  public enum Reason: Hashable, Sendable {
    /// Someone asked for it.
    case requested
    /// A limit of a ``Meter`` was passed.
    case exhausted(Meter.Resource, limit: Int)
    /// A single value would have taken more than this many bytes.
    case largeValue(bytes: Int)
  }

  /// Why it was stopped.
  public let reason: Reason

  /// An error with its reason.
  public init(_ reason: Reason = .requested) { self.reason = reason }
}
