import Diagnostics
import WorkbookLanguage

import struct Foundation.Date
import class Foundation.NSCondition

/// The inputs of a script, read and parsed on a separate thread while those before them run.
///
/// Of a short statement that is a third to a half of the work. Nothing else is done there: what runs, runs in the order of the
/// text. What has run goes back to that thread, which ends it, as memory that one thread takes and another gives up costs
/// both; but where this thread would have to wait for that one, it ends it itself.
///
/// An input is passed on as soon as the next line would have to be waited for, so that a program which sends a
/// statement and reads the answer gets it. If the system provides no thread, the inputs are read here.
struct ReadAhead {
  enum Input: Sendable {
    case complete(SyntaxTree)
    /// The text is longer than is allowed; nothing follows.
    case tooLong
    /// A line cannot be read; nothing follows.
    case unreadable(Diagnostic)
  }

  private let source: InputSource
  private let handover = Handover()
  private var group: [Input] = []
  private var place = 0
  private var isReadHere: Bool
  private var isAtEnd = false

  /// - Parameters:
  ///   - reader: used by no one else until ``next(beforeWaiting:)`` has returned nil.
  ///   - byteLimit: how long the text may be, line breaks included.
  ///   - patience: in seconds; a thread that has not begun by then is not waited for.
  ///   - start: starts a thread.
  init(
    _ reader: any LineReader, name: String?, byteLimit: Int, patience: Double = 1,
    start: (@escaping @Sendable () -> Void) -> Void = Workers.start
  ) {
    source = InputSource(reader, InputBuffer(name: name), byteLimit)
    start { [source, handover] in
      guard handover.decides(thatThreadReads: true) else { return }
      var isLast = false
      var group: [Input] = []
      while !isLast {
        isLast = source.read(into: &group)
        var ended = handover.give(group, isLast: isLast)
        group = []
        // They end here, and not while the other thread waits for the lock; the memory of one serves again.
        while var old = ended.popLast() {
          old.removeAll(keepingCapacity: true)
          group = old
        }
      }
    }
    isReadHere = !handover.isThreadReading(before: Date(timeIntervalSinceNow: patience))
  }

  /// Returns the next input; nil at the end. The input returned before is no longer in use.
  /// - Parameter beforeWaiting: called when it is not there yet.
  mutating func next(beforeWaiting: () -> Void) -> Input? {
    if place == group.count {
      place = 0
      if isReadHere {
        group.removeAll(keepingCapacity: true)
        beforeWaiting()
        if !isAtEnd { isAtEnd = source.read(into: &group) }
      } else {
        handover.take(&group, beforeWaiting)
      }
      if group.isEmpty { return nil }
    }
    defer { place += 1 }
    return group[place]
  }
}

/// Reads lines and puts them together to inputs.
///
/// `@unchecked Sendable`, although its variables are not protected: ``Handover/decides(thatThreadReads:)`` decides
/// once, under a lock, on which thread ``read(into:)`` is called, and it is called on no other. The reader comes from
/// the session, which is inside ``Session/run(_:opening:write:beforeWaiting:)`` until the last group has arrived; that
/// group is passed on, under the lock, after the last call of the reader.
private final class InputSource: @unchecked Sendable {
  /// Inputs that are handed over together.
  private static let groupSize = 64

  private let reader: any LineReader
  private var buffer: InputBuffer
  private let byteLimit: Int
  private var byteCount = 0

  init(_ reader: any LineReader, _ buffer: InputBuffer, _ byteLimit: Int) {
    self.reader = reader
    self.buffer = buffer
    self.byteLimit = byteLimit
  }

  /// Adds inputs to a group: as many as belong to one, or those in front of a line that has to be waited for.
  /// - Returns: whether nothing follows.
  func read(into group: inout [ReadAhead.Input]) -> Bool {
    while group.count < Self.groupSize, group.isEmpty || !reader.mayWait {
      switch reader.nextLine(prompt: "", completions: { _, _ in .none }) {
      case .interrupted: buffer.clear()
      case .unreadable(let problem):
        group.append(.unreadable(problem))
        return true
      case .end:
        if let tree = buffer.finish() { group.append(.complete(tree)) }
        return true
      case .line(let line):
        byteCount += line.utf8.count + 1
        if byteCount > byteLimit {
          group.append(.tooLong)
          return true
        }
        if case .complete(let tree) = buffer.add(line, .script) { group.append(.complete(tree)) }
      }
    }
    return false
  }
}

/// The data that the two threads exchange.
///
/// `@unchecked Sendable`: every variable is accessed only between `lock` and `unlock` of the condition in a method
/// below, no reference to one escapes, and everything that passes through is `Sendable`.
private final class Handover: @unchecked Sendable {
  /// How many groups may wait.
  private static let limit = 8

  private let condition = NSCondition()
  private var ready: [[ReadAhead.Input]] = []
  private var used: [[ReadAhead.Input]] = []
  private var isAtEnd = false
  /// Whether the other thread reads; nil until that is decided.
  private var threadReads: Bool?

  /// Who asks first decides.
  /// - Returns: whether it is as it was asked.
  func decides(thatThreadReads wish: Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if threadReads == nil { threadReads = wish }
    condition.signal()
    return threadReads == wish
  }

  /// Waits for the thread to begin, and decides that it does not read when it has not by then.
  func isThreadReading(before limit: Date) -> Bool {
    condition.lock()
    while threadReads == nil, condition.wait(until: limit) {}
    condition.unlock()
    return !decides(thatThreadReads: false)
  }

  /// Gives a group away once there is room for it.
  /// - Returns: groups that have run, to be ended.
  func give(_ group: [ReadAhead.Input], isLast: Bool) -> [[ReadAhead.Input]] {
    condition.lock()
    defer { condition.unlock() }
    while ready.count >= Self.limit { condition.wait() }
    if !group.isEmpty { ready.append(group) }
    isAtEnd = isLast
    condition.signal()
    var ended: [[ReadAhead.Input]] = []
    swap(&ended, &used)
    return ended
  }

  /// Takes the next group for one that has run; an empty one at the end.
  func take(_ group: inout [ReadAhead.Input], _ beforeWaiting: () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    if !ready.isEmpty || isAtEnd {
      used.append(group)
      group = []
    } else {
      condition.unlock()
      // The other thread has more to do than this one.
      group = []
      beforeWaiting()
      condition.lock()
    }
    while ready.isEmpty, !isAtEnd { condition.wait() }
    guard !ready.isEmpty else { return }
    group = ready.removeFirst()
    // Not for each group: a thread that is woken up has several to read before it sleeps again.
    if ready.count <= Self.limit / 2 { condition.signal() }
  }
}
