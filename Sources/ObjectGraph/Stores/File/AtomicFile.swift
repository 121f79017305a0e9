#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written wholly or not at all.
package struct AtomicFile: Sendable {
  /// Why the system refused.
  package struct Failure: Error {
    package var reason: String
    /// The system's number of it; 0 where the reason is ours.
    package var number: Int32 = 0
  }

  /// Which file stands under a name, and in which state: it tells whether somebody else has written it.
  struct Stamp: Hashable, Sendable {
    var device: UInt64
    var file: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
  }

  let path: String

  package init(path: String) { self.path = path }

  /// The state of the file; nil when there is none.
  var stamp: Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Stamp(
      device: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(truncatingIfNeeded: info.st_ino),
      size: Int64(info.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// All bytes of the file. What is no ordinary file (a folder, a pipe) is refused, not waited for.
  func read() throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw failure }
    guard info.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is no ordinary file") }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Self.read(file, $0, from: filled) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure }
      if count == 0 { break }
      filled += count
    }
    bytes.removeSubrange(filled...)
    return bytes
  }

  private static func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    #if canImport(Glibc)
      return Glibc.read(file, rest.baseAddress, rest.count)
    #elseif canImport(Musl)
      return Musl.read(file, rest.baseAddress, rest.count)
    #else
      return Darwin.read(file, rest.baseAddress, rest.count)
    #endif
  }

  /// Puts these bytes in place of the file: under another name in the same folder first, flushed to the disk, then renamed,
  /// and the folder flushed too. At every moment, also when the process or the machine stops, the file is the old one or
  /// the new one. What a process left behind that was stopped halfway is overwritten by the next one. Where `cancellation`
  /// says yes before the renaming, the file is the old one, and a failure is thrown.
  /// - Parameters:
  ///   - ending: what the other name ends in; where several processes may write at once, one of their own.
  ///   - mode: who may do what with the file, as `open` takes it.
  package func replace(
    with bytes: [UInt8], through ending: String = ".saving", mode: UInt32 = 0o644, _ cancellation: Cancellation = .never
  ) throws(Failure) {
    let temporary = path + ending
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
    guard file >= 0 else { throw failure }
    var written = 0
    while written < bytes.count, !cancellation.isRequested {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return write(file, rest.baseAddress, min(rest.count, 1 << 20))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let isFlushed = written == bytes.count && fsync(file) == 0 && !cancellation.isRequested
    let problem = failure
    guard close(file) == 0, isFlushed else {
      unlink(temporary)
      throw problem
    }
    guard rename(temporary, path) == 0 else {
      let problem = failure
      unlink(temporary)
      throw problem
    }
    // The new name is safe only once the folder is flushed as well.
    let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  private var failure: Failure {
    let number = errno
    return Failure(reason: String(cString: strerror(number)).lowercased(), number: number)
  }
}
