import Platform

import class Foundation.FileManager

/// A file that no other program replaces while this object is alive; see ``AtomicFile/lock(patience:_:)``.
///
/// The new contents are written to a file with a unique name in the same folder, flushed to disk, and renamed. At every
/// moment, even if the process is killed or the machine stops, the file is either the old one or the new one. The next
/// writer deletes what a killed writer left.
package final class LockedFile {
  private let file: AtomicFile
  /// Keeps other programs from writing; released after everything else.
  private let lock: FileLock
  private let stem: String
  /// The new file, until it has replaced the old one.
  private var written: (path: String, stamp: AtomicFile.Stamp)?

  init(target: String, patience: Double, _ isCancelled: () -> Bool) throws(AtomicFile.Failure) {
    file = AtomicFile(path: target)
    stem = LockedFile.stem(of: target)
    lock = try FileLock(path: LockedFile.lockPath(of: target), patience: patience, isCancelled)
    if lock.wasAbandoned { removeLeftovers() }
  }

  deinit { if let written { unlink(written.path) } }

  /// The state of the file; nil if there is no file.
  package var stamp: AtomicFile.Stamp? { file.stamp }

  /// Returns the bytes of the file, or at most `length` bytes from its end; nil if there is no file.
  package func read(last length: Int? = nil) throws(AtomicFile.Failure) -> (bytes: [UInt8], stamp: AtomicFile.Stamp)? {
    do throws(AtomicFile.Failure) { return try file.read(last: length) } catch {
      guard error.number == ENOENT else { throw error }
      return nil
    }
  }

  /// Writes the new contents to disk, next to the file that ``commit()`` replaces.
  /// - Parameters:
  ///   - mode: The permissions of a file that does not exist yet, before the process's mask is applied.
  ///   - isCancelled: Called for every megabyte.
  /// - Throws: ``AtomicFile/Failure``; no new file is left.
  package func write(
    _ bytes: [UInt8], mode: UInt32 = 0o644, _ isCancelled: () -> Bool = { false }
  ) throws(AtomicFile.Failure) {
    discard()
    var old = stat()
    let exists = stat(file.path, &old) == 0
    if exists {
      guard old.st_mode & S_IFMT == S_IFREG else { throw AtomicFile.Failure(reason: "it is not an ordinary file") }
      guard access(file.path, W_OK) == 0 else { throw .last }
    }
    let path = "\(stem).saving-\(LockedFile.uniqueEnding())"
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, exists ? old.st_mode & 0o777 : mode_t(mode))
    guard descriptor >= 0 else { throw .last }
    do throws(AtomicFile.Failure) {
      if exists {
        // Only the superuser may change a file's owner, and the system may refuse a group that the user is not in.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .last }
      }
      try append(bytes, to: descriptor, isCancelled)
      guard fsync(descriptor) == 0 else { throw .last }
      var new = stat()
      guard fstat(descriptor, &new) == 0 else { throw .last }
      written = (path, AtomicFile.Stamp(new))
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    guard close(descriptor) == 0 else {
      let failure = AtomicFile.Failure.last
      discard()
      throw failure
    }
  }

  /// Replaces the file with the one that ``write(_:mode:_:)`` wrote.
  /// - Returns: the stamp of the new file.
  /// - Throws: ``AtomicFile/Failure``; the file is then unchanged.
  @discardableResult
  package func commit() throws(AtomicFile.Failure) -> AtomicFile.Stamp {
    guard let (path, stamp) = written else { throw AtomicFile.Failure(reason: "nothing was written") }
    guard rename(path, file.path) == 0 else {
      let failure = AtomicFile.Failure.last
      discard()
      throw failure
    }
    written = nil
    // The new name is safe only once the folder is flushed as well.
    let folder = open(LockedFile.folder(of: file.path), O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return stamp
  }

  /// Deletes the new file, unless it has replaced the old one.
  package func discard() {
    if let written { unlink(written.path) }
    written = nil
  }

  // MARK: Parts

  /// Deletes what killed writers left. The lock is held, so no one is writing these files.
  private func removeLeftovers() {
    let folder = LockedFile.folder(of: stem)
    let start = String(stem.dropFirst(folder == "." ? 0 : folder.count)) + ".saving-"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(start) && name.utf8.count == start.utf8.count + 16
      && name.utf8.suffix(16).allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    {
      unlink((folder == "." ? "" : folder) + name)
    }
  }

  /// Returns sixteen random hexadecimal digits.
  private static func uniqueEnding() -> String {
    UInt64.random(in: 0...UInt64.max).hexadecimal
  }

  static func lockPath(of target: String) -> String { stem(of: target) + ".saving-lock" }

  /// Returns the path, with its last component cut so that a suffix fits within the 255 bytes of a file name.
  private static func stem(of target: String) -> String {
    let name = target[(target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex)...]
    var cut = name
    while cut.utf8.count > 220 { cut.removeLast() }
    return String(target.dropLast(name.count)) + String(cut)
  }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }
}

/// Writes bytes to an open file, a megabyte at a time. A long file is flushed every 32 megabytes, because a flush
/// cannot be cancelled.
private func append(
  _ bytes: [UInt8], to descriptor: Int32, _ isCancelled: () -> Bool
) throws(AtomicFile.Failure) {
  var written = 0
  while written < bytes.count {
    if isCancelled() { throw AtomicFile.Failure(reason: "stopped", number: ECANCELED) }
    let count = bytes.withUnsafeBytes { buffer in
      writeBytes(UnsafeRawBufferPointer(rebasing: buffer[written...].prefix(1 << 20)), to: descriptor)
    }
    guard count > 0 else { throw .last }
    if (written + count) >> 25 > written >> 25 { guard fsync(descriptor) == 0 else { throw .last } }
    written += count
  }
  if isCancelled() { throw AtomicFile.Failure(reason: "stopped", number: ECANCELED) }
}
