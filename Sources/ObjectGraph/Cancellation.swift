import Diagnostics
import Predicates

/// Whether the caller no longer wants a long operation: a save, a fetch, a deletion.
///
/// ```swift
/// context.cancellation = Cancellation { stopButton.isPressed }
/// try context.save()   // SaveError.cancelled when it was pressed meanwhile, and nothing is saved
/// ```
///
/// It is called every few thousand objects, on the thread that does the work, so the question should be cheap. Once the
/// answer is yes it has to stay yes until the operation has ended: an operation that stops early asks again before it
/// keeps anything.
public struct Cancellation: Sendable {
  private let question: (@Sendable () -> Bool)?
  /// Counts the work that is done, and stops it at a limit; nil where nothing is limited.
  ///
  /// Unchecked, because a meter is not `Sendable`. Only a context stores a cancellation with a meter: ``ofOneContext``
  /// gives it a meter that it shares with no context but those of the same interpreter, and a context and its interpreter
  /// run on one thread at a time. A cancellation that a caller passes to another thread was made from a question alone.
  nonisolated(unsafe) package let meter: Meter?

  /// The operation is never stopped.
  public static let never = Cancellation()

  private init() {
    question = nil
    meter = nil
  }

  /// Asks a question.
  public init(_ isRequested: @escaping @Sendable () -> Bool) {
    question = isRequested
    meter = nil
  }

  /// Stops when a meter does, or when the answer to a question is yes.
  package init(_ meter: Meter, _ isRequested: (@Sendable () -> Bool)? = nil) {
    question = isRequested
    self.meter = meter
  }

  /// The same for one context: what limits nothing gets a meter of the context's own, as a meter is for one thread.
  var ofOneContext: Cancellation {
    if let meter { return meter.isLimited ? self : Cancellation(Meter(isCancelled: meter.isCancelled)) }
    return question.map { Cancellation(Meter(isCancelled: $0)) } ?? self
  }

  /// Whether there is anything to ask; false for ``never``.
  public var isPossible: Bool { question != nil || meter != nil }

  /// Asks. O(1), and what the question takes.
  public var isRequested: Bool { meter?.isStopped == true || question?() == true }

  /// Asks, and stops. O(1), and what the question takes.
  /// - Throws: `OperationCancelled` when the answer is yes.
  @inline(__always)
  public func check() throws(OperationCancelled) {
    if isRequested { throw stop }
  }

  /// Spends some of a resource, where something counts.
  /// - Throws: `OperationCancelled` when there is not enough of it, or someone wants to stop.
  @inline(__always)
  package func spend(_ resource: Meter.Resource, _ amount: Int = 1) throws(OperationCancelled) {
    if let meter { try meter.spend(resource, amount) }
  }

  /// Spends some of a resource where an error cannot be thrown.
  /// - Returns: whether the work may go on. A caller that ends early has its own caller ask ``isRequested``.
  @inline(__always)
  package func allows(_ resource: Meter.Resource, _ amount: Int = 1) -> Bool {
    meter?.allows(resource, amount) != false && question?() != true
  }

  /// The error to throw when the answer is yes.
  package var stop: OperationCancelled { OperationCancelled(meter?.exhaustion ?? .requested) }

  /// Asks every 4,096th time: for a loop over objects, with its counter.
  @inline(__always)
  package func check(at count: Int) throws(OperationCancelled) {
    if count & 4_095 == 0 { try check() }
  }
}

extension OperationCancelled: ExplainedError {
  /// The reason why it stopped, and what to do about a limit.
  public var diagnostic: Diagnostic {
    switch reason {
    case .requested: Diagnostic(Diagnostic.ID.cancelled, message(), hint: "nothing of this statement stays")
    case .exhausted(let resource, _): Diagnostic(Diagnostic.ID.budgetExceeded, message(), hint: resource.advice)
    case .largeValue: Diagnostic(Diagnostic.ID.budgetExceeded, message(), hint: Meter.Resource.bytes.advice)
    }
  }

  /// Returns the reason in one line: `stopped after 100,000 steps`.
  /// - Parameters:
  ///   - statement: the number of the statement that was stopped: `stopped at statement 7 after 100,000 steps`.
  ///   - trials: the number of statements that had been tried on each of two models.
  package func message(atStatement statement: Int? = nil, trials: Int? = nil) -> String {
    let start = "stopped" + (statement.map { " at statement \($0)" } ?? "")
    switch reason {
    case .requested: return start
    case .exhausted(let resource, let limit):
      let tried = trials.map { "trying \(DisplayText.grouped($0)) statements on each model and " } ?? ""
      return "\(start) after \(tried)\(resource.words(DisplayText.grouped(limit)))"
    case .largeValue(let bytes):
      return "\(start) before making a value of more than \(DisplayText.grouped(bytes)) bytes"
    }
  }
}

extension Meter.Resource {
  fileprivate func words(_ limit: String) -> String {
    switch self {
    case .statements: "\(limit) steps"
    case .objects: "\(limit) objects"
    case .bytes: "making \(limit) bytes of values"
    case .rows: "looking at \(limit) rows"
    case .deletions: "reaching \(limit) objects by deletions"
    case .patternSteps: "\(limit) steps of regular expressions"
    case .cells: "looking at \(limit) cells of a diagram"
    case .properties: "laying out \(limit) entities and properties"
    case .printedBytes: "showing \(limit) bytes"
    }
  }

  /// The advice for when there is not enough of it.
  package var advice: String {
    switch self {
    case .statements: "make the loops shorter"
    case .objects: "make fewer objects"
    case .bytes: "make smaller values"
    case .rows: "make the condition simpler, or ask fewer objects"
    case .deletions: "delete fewer objects at once"
    case .patternSteps: "make the regular expression simpler"
    case .cells: "make the model smaller"
    case .properties: "make the model smaller, or change it less often"
    case .printedBytes: "show less"
    }
  }
}
