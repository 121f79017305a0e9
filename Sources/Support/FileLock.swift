import Platform

/// An exclusive lock on a path, held until this object is released or the process ends.
///
/// The path names an empty file that exists while the lock is held. A process that finds it waits for the kernel's lock
/// on it (`flock`), then checks that the path still names the file it locked, because the holder, and only the holder,
/// may have deleted it. A killed process leaves the file behind, but not the lock.
///
/// On a file system without locks (a network folder whose server has none) the lock excludes no one.
final class FileLock {
  private let descriptor: Int32
  private let path: String
  /// Whether the last holder ended without releasing the lock, and may therefore have left other files too.
  let wasAbandoned: Bool

  /// Waits for the lock.
  /// - Parameters:
  ///   - patience: The longest time to wait, in seconds.
  ///   - isCancelled: Called every few milliseconds.
  init(path: String, patience: Double, _ isCancelled: () -> Bool) throws(AtomicFile.Failure) {
    var left = Int(patience * 1_000_000)
    var pause = 500
    while true {
      let (file, isNew) = try FileLock.openOrCreate(path)
      if flock(file, LOCK_EX | LOCK_NB) == 0 || FileLock.isUnsupported(errno) {
        if FileLock.isNamed(file, path) {
          descriptor = file
          self.path = path
          wasAbandoned = !isNew
          return
        }
        close(file)
        continue
      }
      let failure = AtomicFile.Failure.last
      close(file)
      guard failure.number == EWOULDBLOCK || failure.number == EINTR else { throw failure }
      guard left > 0 else {
        throw AtomicFile.Failure(reason: "another program is writing it", number: EWOULDBLOCK)
      }
      if isCancelled() { throw AtomicFile.Failure(reason: "stopped", number: ECANCELED) }
      usleep(UInt32(pause))
      left -= pause
      pause = min(2 * pause, 8_000)
    }
  }

  deinit {
    var info = stat()
    // A file that is not empty existed before and is not ours.
    if fstat(descriptor, &info) == 0, info.st_size == 0 { unlink(path) }
    close(descriptor)
  }

  private static func openOrCreate(_ path: String) throws(AtomicFile.Failure) -> (file: Int32, isNew: Bool) {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    for _ in 0..<1_000 {
      var file = open(path, O_RDWR | flags)
      // Another user's file can be locked too, if it is on this machine.
      if file < 0, errno == EACCES { file = open(path, O_RDONLY | flags) }
      if file >= 0 {
        var info = stat()
        if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG { return (file, false) }
        close(file)
        throw AtomicFile.Failure(reason: "'\(path)' is in the way")
      }
      guard errno == ENOENT else { throw .last }
      file = open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o666)
      if file >= 0 { return (file, true) }
      guard errno == EEXIST else { throw .last }
    }
    throw AtomicFile.Failure(reason: "another program is writing it", number: EWOULDBLOCK)
  }

  private static func isUnsupported(_ number: Int32) -> Bool {
    number == ENOLCK || number == ENOTSUP || number == EOPNOTSUPP || number == EINVAL || number == ENOSYS
  }

  /// Whether a path still names an open file, and not a file of the same name that was created later.
  private static func isNamed(_ file: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev
      && opened.st_ino == named.st_ino
  }
}
