import Support

/// The state of a store's files. Two stamps differ when the store was written in between.
struct StoreStamp: Hashable, Sendable {
  private let file: AtomicFile.Stamp?
  /// The log; nil while it is empty or not there, which is the same to SQLite.
  private let log: AtomicFile.Stamp?

  init(_ path: String) {
    file = AtomicFile(path: path).stamp
    log = AtomicFile(path: path + "-wal").stamp.flatMap { $0.size > 0 ? $0 : nil }
  }
}
