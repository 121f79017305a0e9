import WorkbookLanguage

import class Foundation.NSCondition
import class Foundation.Thread

/// The inputs of a script, read and parsed on a thread of its own while those before them run.
///
/// Of a short statement that is a third of the time. Nothing else is done there: what runs, runs in the order of the text.
/// What has run goes back to that thread, which ends it, as memory that one thread takes and another gives up costs both;
/// but where this thread would have to wait for that one, it ends it itself.
///
/// An input is handed over as soon as the next line would have to be waited for, so that whoever sends a statement and reads
/// the answer gets it.
final class ReadAhead: @unchecked Sendable {
  enum Input: Sendable {
    case complete(SyntaxTree)
    /// The text is longer than is allowed; nothing follows.
    case tooLong
  }

  /// Inputs that are handed over together, and how many such groups may wait.
  private static let groupSize = 64
  private static let groupLimit = 8
  /// As much as the program's own thread has; on some systems another one gets half a mebibyte.
  private static let stackSize = 8 << 20

  private let condition = NSCondition()
  // Both threads use these, while they hold the condition's lock.
  private var ready: [[Input]] = []
  private var used: [[Input]] = []
  private var isAtEnd = false
  private var isAbandoned = false
  // The one that runs the inputs uses these alone.
  private var group: [Input] = []
  private var place = 0
  // The other thread's alone: an empty group with the memory of an earlier one.
  private var spare: [Input] = []

  /// - Parameters:
  ///   - reader: used by the new thread alone from here on.
  ///   - byteLimit: how long the text may be, line breaks included.
  init(_ reader: any LineReader, name: String?, byteLimit: Int) {
    let lines = Lines(reader: reader)
    let thread = Thread { [self] in read(lines.reader, InputBuffer(name: name), byteLimit) }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// A reader on its way to the thread that has it alone.
  private struct Lines: @unchecked Sendable {
    let reader: any LineReader
  }

  /// The next input; nil at the end. What was given before is no longer in use.
  /// - Parameter beforeWaiting: called when it is not there yet.
  func next(beforeWaiting: () -> Void) -> Input? {
    if place == group.count, !takeGroup(beforeWaiting) { return nil }
    defer { place += 1 }
    return group[place]
  }

  private func takeGroup(_ beforeWaiting: () -> Void) -> Bool {
    var ended: [Input] = []
    swap(&ended, &group)
    place = 0
    condition.lock()
    defer { condition.unlock() }
    if !ready.isEmpty || isAtEnd {
      if !ended.isEmpty { used.append(ended) }
    } else {
      condition.unlock()
      // The other thread has more to do than this one.
      ended = []
      beforeWaiting()
      condition.lock()
    }
    while ready.isEmpty, !isAtEnd { condition.wait() }
    guard !ready.isEmpty else { return false }
    group = ready.removeFirst()
    // Not for each group: whoever is woken up has several to read before it sleeps again.
    if ready.count <= Self.groupLimit / 2 { condition.signal() }
    return true
  }

  /// Ends the reading: nothing more is wanted.
  func abandon() {
    condition.lock()
    isAbandoned = true
    condition.signal()
    condition.unlock()
  }

  // MARK: On the other thread

  private func read(_ reader: any LineReader, _ buffer: InputBuffer, _ byteLimit: Int) {
    var buffer = buffer
    var inputs: [Input] = []
    var byteCount = 0
    var isOver = false
    while !isOver {
      if inputs.count == Self.groupSize || reader.mayWait {
        guard handOver(&inputs, isLast: false) else { return }
      }
      switch reader.nextLine(prompt: "", completions: { _, _ in .none }) {
      case .interrupted: buffer.clear()
      case .end:
        if let tree = buffer.finish() { inputs.append(.complete(tree)) }
        isOver = true
      case .line(let line):
        byteCount += line.utf8.count + 1
        if byteCount > byteLimit {
          inputs.append(.tooLong)
          isOver = true
        } else if case .complete(let tree) = buffer.add(line, .script) {
          inputs.append(.complete(tree))
        }
      }
    }
    _ = handOver(&inputs, isLast: true)
  }

  /// Gives a group away once there is room for it, and ends those that have run; false when nobody wants it.
  private func handOver(_ inputs: inout [Input], isLast: Bool) -> Bool {
    condition.lock()
    while ready.count >= Self.groupLimit, !isAbandoned { condition.wait() }
    if !inputs.isEmpty { ready.append(inputs) }
    isAtEnd = isLast
    inputs = []
    swap(&inputs, &spare)
    var ended: [[Input]] = []
    swap(&ended, &used)
    let isWanted = !isAbandoned
    condition.signal()
    condition.unlock()
    // Not while the other thread waits for the lock. One group's memory serves again.
    while var group = ended.popLast() {
      group.removeAll(keepingCapacity: true)
      spare = group
    }
    return isWanted
  }
}
