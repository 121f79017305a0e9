import Platform

/// A file that is replaced as a whole or not at all, by one program at a time.
///
/// ```swift
/// let file = try AtomicFile(path: "progress.json").lock()
/// let old = try file.read()?.bytes
/// try file.write(merged(old))
/// try file.commit()
/// ```
///
/// If the path is a symbolic link, the file it points to is replaced, and the link remains. The new file has the
/// permissions and, as far as the system allows, the owner of the old one.
///
/// ## Topics
/// Reading: ``read()``, ``stamp``
/// Writing: ``lock(patience:_:)``, ``replace(with:mode:_:)``
package struct AtomicFile: Hashable, Sendable {
  /// The reason why the system refused an operation.
  package struct Failure: Error, Hashable {
    package var reason: String
    /// The system's error number; 0 if the reason is not the system's.
    package var number: Int32 = 0

    package init(reason: String, number: Int32 = 0) {
      self.reason = reason
      self.number = number
    }

    /// The failure that `errno` describes.
    package static var last: Failure { Failure(reason: systemReason(), number: errno) }
  }

  /// The identity and state of the file at a path. Two stamps of one path differ when the file was written in between.
  package struct Stamp: Hashable, Sendable {
    package var device: UInt64
    package var file: UInt64
    package var size: Int64
    package var seconds: Int64
    package var nanoseconds: Int64

    package init(device: UInt64, file: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64) {
      self.device = device
      self.file = file
      self.size = size
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    init(_ info: stat) {
      #if canImport(Darwin)
        let time = info.st_mtimespec
      #else
        let time = info.st_mtim
      #endif
      self.init(
        device: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(truncatingIfNeeded: info.st_ino),
        size: Int64(info.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }
  }

  package let path: String

  package init(path: String) { self.path = path }

  /// The state of the file; nil if there is no file.
  package var stamp: Stamp? {
    var info = stat()
    return stat(path, &info) == 0 ? Stamp(info) : nil
  }

  /// Returns the bytes of the file, and the stamp of exactly the file they were read from. Anything other than an
  /// ordinary file (a folder, a pipe) is refused at once.
  /// - Parameters:
  ///   - length: The maximum number of bytes to read from the end of the file; nil for all.
  ///   - limit: The maximum number of bytes to read in total.
  package func read(last length: Int? = nil, limit: Int = .max) throws(Failure) -> (bytes: [UInt8], stamp: Stamp) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw .last }
    guard info.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is not an ordinary file") }
    let start = max(0, Int(info.st_size) - (length ?? .max))
    var bytes = [UInt8](repeating: 0, count: min(limit, Int(info.st_size) - start))
    let filled = bytes.withUnsafeMutableBytes { readAllBytes(from: file, at: off_t(start), into: $0) }
    guard filled >= 0 else { throw .last }
    bytes.removeSubrange(filled...)
    return (bytes, Stamp(info))
  }

  /// Waits until no other program is writing the file, and keeps others from writing it while the result is alive.
  /// Readers do not wait.
  ///
  /// The lock is advisory. The kernel holds it, so it ends with the process. It is exclusive within the process as
  /// well: locking one file twice waits in vain.
  /// - Parameters:
  ///   - patience: The longest time to wait, in seconds.
  ///   - isCancelled: Called every few milliseconds while waiting.
  /// - Throws: ``Failure`` if the lock was not obtained, or if the folder does not allow the file to be written.
  package func lock(
    patience: Double = 10, _ isCancelled: () -> Bool = { false }
  ) throws(Failure) -> LockedFile {
    try LockedFile(target: try target(), patience: patience, isCancelled)
  }

  /// Replaces or creates the file under its lock; see ``LockedFile/write(_:mode:_:)``.
  /// - Throws: ``Failure``; the file is then unchanged.
  package func replace(
    with bytes: [UInt8], mode: UInt32 = 0o644, _ isCancelled: () -> Bool = { false }
  ) throws(Failure) {
    let file = try lock(isCancelled)
    try file.write(bytes, mode: mode, isCancelled)
    try file.commit()
  }

  /// Deletes the unfinished files of killed writers, unless a program is writing the file. Never fails.
  package func removeLeftovers() {
    guard let target = try? target(), access(LockedFile.lockPath(of: target), F_OK) == 0 else { return }
    _ = try? LockedFile(target: target, patience: 0) { false }
  }

  /// Returns the path of the file that symbolic links lead to, whether or not it exists.
  package func target() throws(Failure) -> String {
    var path = path
    for _ in 0..<40 {
      var info = stat()
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = bytes.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
        }
      }
      guard count >= 0 else { throw .last }
      let link = String(decoding: bytes[..<count], as: UTF8.self)
      guard link.utf8.elementsEqual(bytes[..<count]) else {
        throw Failure(reason: "it is a link to a name that is not UTF-8")
      }
      path = link.hasPrefix("/") ? link : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + link
    }
    throw Failure(reason: systemReason(ELOOP), number: ELOOP)
  }
}
