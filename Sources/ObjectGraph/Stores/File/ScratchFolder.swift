import Support

/// Files that are in memory alone: those of a trial, and those of a text that may not write any.
///
/// It may overlay the disk: a file that was not written here is read from there, and stays as it is. Contents are
/// turned into bytes only when they are read, so that a trial's save costs no more than it changed.
final class ScratchFolder: Sendable {
  /// Returns the bytes of a file.
  typealias Contents = @Sendable () throws(AtomicFile.Failure) -> [UInt8]

  private struct File: Sendable {
    var contents: Contents
    /// The number of the write, which distinguishes a file from the one before.
    var number: Int64
  }

  private struct State: Sendable {
    var files: [String: File] = [:]
    var writes: Int64 = 0
  }

  let liesOverDisk: Bool
  private let state: Locked<State>

  private init(_ state: State, liesOverDisk: Bool) {
    self.state = Locked(state)
    self.liesOverDisk = liesOverDisk
  }

  /// An empty folder.
  convenience init(liesOverDisk: Bool) { self.init(State(), liesOverDisk: liesOverDisk) }

  /// The same files with their own future. O(1).
  func fork() -> ScratchFolder { ScratchFolder(state.withLock { $0 }, liesOverDisk: liesOverDisk) }

  /// The state of a file; nil when there is none.
  func stamp(of file: AtomicFile) -> AtomicFile.Stamp? {
    if let own = state.withLock({ $0.files[file.path] }) {
      return AtomicFile.Stamp(device: .max, file: 0, size: 0, seconds: own.number, nanoseconds: 0)
    }
    return liesOverDisk ? file.stamp : nil
  }

  func read(_ file: AtomicFile) throws(AtomicFile.Failure) -> [UInt8] {
    if let own = state.withLock({ $0.files[file.path] }) { return try own.contents() }
    guard liesOverDisk else { throw AtomicFile.Failure(reason: "no such file or directory") }
    return try file.read().bytes
  }

  func replace(_ file: AtomicFile, with contents: @escaping Contents) {
    state.withLock { state in
      state.writes += 1
      state.files[file.path] = File(contents: contents, number: state.writes)
    }
  }
}
