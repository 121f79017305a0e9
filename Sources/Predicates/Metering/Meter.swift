/// Counts what a piece of work uses up, and stops it when a limit is passed or someone asks it to.
///
/// ```swift
/// let meter = Meter(limits: [.rows: 1_000_000], isCancelled: { stopButton.isPressed })
/// try meter.spend(.rows, 256)   // throws OperationCancelled beyond a million, or when the button was pressed
/// ```
///
/// Everything is counted and nothing is timed, so work stops at the same place on every machine. Work that is about to
/// make something spends for it first: a value that the limits do not allow is never made. Once a limit is passed, the
/// meter stays stopped.
///
/// A meter belongs to the thread that does the work; it is not for several threads at once.
///
/// ## Topics
/// Counting: ``spend(_:_:)``, ``spend(making:)-(Int)``, ``used(_:)``
/// Stopping: ``isStopped``, ``exhaustion``
public final class Meter {
  /// A resource that a meter counts.
  public enum Resource: Int, CaseIterable, Hashable, Sendable {
    /// Statements run, rounds of loops included.
    case statements
    /// Objects made.
    case objects
    /// Bytes of texts, lists and other values that were made.
    case bytes
    /// Rows that conditions, sorting and validation look at, the elements of subqueries included. A text or list that is
    /// compared counts once for each 64 bytes; a column that is read without its objects counts one row in 16.
    case rows
    /// Objects that deletions reach.
    case deletions
    /// Progress reports of the regular expression engine, ten thousand of its steps each.
    case patternSteps
    /// Cells that the search for a diagram's lines looks at.
    case cells
    /// Entities, properties and templates of the schemas that changes of the model lay out.
    case properties
    /// Bytes of results that are shown.
    case printedBytes

    /// How much is spent between two looks at whether someone wants to stop.
    fileprivate var stride: Int {
      switch self {
      case .patternSteps: 1
      case .statements, .objects, .rows, .deletions, .properties: 512
      case .cells: 4_096
      case .bytes, .printedBytes: 1 << 20
      }
    }
  }

  /// The amounts that may be spent before the next check, by resource. Plain memory, because it is written for each
  /// statement and row: a stored array would be checked for overlapping accesses each time, and a meter is never spent
  /// from two threads or from within itself.
  private let allowance: UnsafeMutablePointer<Int>
  /// The amounts that may be spent after that.
  private let reserve: UnsafeMutablePointer<Int>
  private let limits: [Int]
  /// Whether someone wants to stop; nil where no one can.
  package let isCancelled: (@Sendable () -> Bool)?
  /// Whether any resource has a limit.
  package let isLimited: Bool
  /// The largest value that may be made, in bytes: a sixteenth of all bytes.
  private let largestValue: Int
  /// The number of bytes at which counting the size of a value ends.
  var sizeLimit: Int { largestValue }
  /// The limit that was passed first; nil while there is something left of everything.
  @exclusivity(unchecked) public private(set) var exhaustion: OperationCancelled.Reason?

  /// A meter with nothing spent.
  /// - Parameters:
  ///   - limits: How much may be spent of each resource; those that are missing are not limited.
  ///   - isCancelled: Whether someone wants to stop; once it has said yes it must go on saying so until the work has
  ///     ended.
  /// - Complexity: O(1): there are a handful of resources.
  public init(limits: [Resource: Int] = [:], isCancelled: (@Sendable () -> Bool)? = nil) {
    self.limits = Resource.allCases.map { limits[$0] ?? .max }
    self.isCancelled = isCancelled
    isLimited = self.limits.contains { $0 < .max }
    reserve = .allocate(capacity: self.limits.count)
    for (slot, limit) in self.limits.enumerated() { (reserve + slot).initialize(to: limit) }
    allowance = .allocate(capacity: self.limits.count)
    allowance.initialize(repeating: 0, count: self.limits.count)
    largestValue = self.limits[Resource.bytes.rawValue] / 16
  }

  deinit {
    allowance.deallocate()
    reserve.deallocate()
  }

  /// Returns how much of a resource was spent so far. O(1).
  public func used(_ resource: Resource) -> Int {
    limits[resource.rawValue] &- reserve[resource.rawValue] &- allowance[resource.rawValue]
  }

  /// Whether a limit was passed, or someone wants to stop.
  public var isStopped: Bool { exhaustion != nil || isCancelled?() == true }

  /// Stops work that continues although a limit was passed. O(1).
  /// - Throws: ``OperationCancelled`` with that limit.
  public func refuseExhausted() throws(OperationCancelled) {
    if let exhaustion { throw OperationCancelled(exhaustion) }
  }

  /// Spends some of a resource. A subtraction and a compare, except for every few thousandth time.
  /// - Parameters:
  ///   - resource: The resource.
  ///   - amount: How much of it, at least 0.
  /// - Throws: ``OperationCancelled`` when the limit does not allow it or the caller wants to stop. A refused amount is
  ///   not counted.
  /// - Complexity: O(1), and for every few thousandth call what `isCancelled` costs.
  @inline(__always)
  public func spend(_ resource: Resource, _ amount: Int = 1) throws(OperationCancelled) {
    let left = allowance[resource.rawValue] &- amount
    if left < 0 { return try look(resource, amount) }
    allowance[resource.rawValue] = left
  }

  /// Spends for a text of this many bytes, or for a list that takes as many. O(1).
  /// - Throws: ``OperationCancelled`` when it would be too large by itself, or is with everything that was made before.
  public func spend(making bytes: Int) throws(OperationCancelled) {
    if bytes > largestValue { throw stop(.largeValue(bytes: largestValue)) }
    try spend(.bytes, bytes)
  }

  /// Spends for reading through a text or comparing it, which counts where the text is long. O(1).
  /// - Throws: ``OperationCancelled`` when the limit does not allow it or the caller wants to stop.
  @inline(__always)
  public func spend(reading bytes: Int) throws(OperationCancelled) {
    if bytes >= 64 { try spend(.rows, bytes >> 6) }
  }

  /// Spends for a text that an object stores; every object stores its own copy. Texts under 64 bytes are free. O(1).
  /// - Throws: ``OperationCancelled`` when the limit does not allow it or the caller wants to stop.
  @inline(__always)
  package func spend(keeping bytes: Int) throws(OperationCancelled) {
    if bytes >= 64 { try spend(.bytes, bytes) }
  }

  /// Spends where an error cannot be thrown.
  /// - Returns: whether the work may go on. A caller that ends early has its own caller ask ``isStopped``.
  @inline(__always)
  package func allows(_ resource: Resource, _ amount: Int = 1) -> Bool {
    do { try spend(resource, amount) } catch { return false }
    return true
  }

  /// Counts what cannot be stopped half-way: words about something that has happened. Asks no one. O(1).
  /// - Returns: whether the limit allows it.
  public func count(_ resource: Resource, _ amount: Int) -> Bool {
    let slot = resource.rawValue
    if exhaustion != nil { return false }
    allowance[slot] &-= amount
    guard allowance[slot] < 0 else { return true }
    guard -allowance[slot] <= reserve[slot] else {
      allowance[slot] = allowance[slot] &+ amount
      _ = stop(.exhausted(resource, limit: limits[slot]))
      return false
    }
    reserve[slot] += allowance[slot]
    allowance[slot] = 0
    return true
  }

  @inline(never)
  private func look(_ resource: Resource, _ amount: Int) throws(OperationCancelled) {
    if let exhaustion { throw OperationCancelled(exhaustion) }
    if isCancelled?() == true { throw OperationCancelled(.requested) }
    let slot = resource.rawValue
    let missing = amount &- allowance[slot]
    guard missing <= reserve[slot] else { throw stop(.exhausted(resource, limit: limits[slot])) }
    let grant = min(max(missing, resource.stride), reserve[slot])
    reserve[slot] -= grant
    allowance[slot] = allowance[slot] &+ grant &- amount
  }

  private func stop(_ reason: OperationCancelled.Reason) -> OperationCancelled {
    if exhaustion == nil { exhaustion = reason }
    return OperationCancelled(reason)
  }
}

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
