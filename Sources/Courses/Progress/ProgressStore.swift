import Diagnostics
import JSON
import Platform
import Support

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// The file that keeps a learner's ``Progress``.
///
/// ```swift
/// let store = ProgressStore(path: "progress.json")
/// var (progress, diagnostics) = store.load()
/// (progress, _) = try store.update { $0.note(exercise: "09-delete/whose", score: 10, maxScore: 10, passed: true) }
/// ```
///
/// Programs that run at the same time lose nothing of each other's: each change is made to the record that is in the
/// file at that moment, under a lock. The file is replaced as a whole: if the plug is pulled, it has the old record or
/// the new one. Keys that this program does not know are kept. A file that is not such a record, or that a newer
/// program wrote, is never overwritten: it is set aside as `progress.json.damaged-1`.
package struct ProgressStore: Hashable, Sendable {
  package let path: String
  /// A longer file is no record.
  private static let byteLimit = 16 << 20

  package init(path: String) { self.path = path }

  /// The record, or an empty one with a diagnostic where the file could not be used. A missing file is no problem.
  package func load() -> (progress: Progress, diagnostics: [Diagnostic]) {
    do throws(Diagnostic) {
      let found = try contents()
      guard case .damaged = found else { return (found.progress, []) }
      let lock = try self.lock()
      return try withExtendedLifetime(lock) { () throws(Diagnostic) in
        let (contents, warning) = try usableContents()
        return (contents.progress, warning.map { [$0] } ?? [])
      }
    } catch {
      return (Progress(), [error])
    }
  }

  /// Changes the record in the file, and writes it.
  /// - Parameter known: what the record begins with where the file is missing or damaged.
  /// - Returns: the record as it is now, and a message if a file had to be set aside.
  /// - Throws: a diagnostic; the file is then as it was.
  @discardableResult
  package func update(
    known: Progress = Progress(), _ change: (inout Progress) -> Void
  ) throws(Diagnostic) -> (progress: Progress, warning: Diagnostic?) {
    let lock = try self.lock()
    let (contents, warning) = try usableContents()
    var progress = known
    if case .record(let found, _) = contents { progress = found }
    change(&progress)
    do throws(AtomicFile.Failure) {
      try lock.write(try bytes(of: progress, over: contents.tree))
      try lock.commit()
    } catch {
      throw failure("cannot be written", error.reason)
    }
    removeOldLeftovers()
    return (progress, warning)
  }

  // MARK: Reading

  private enum Contents {
    case missing
    /// The record, and everything in the file.
    case record(Progress, PlainJSON)
    case damaged(String)

    var progress: Progress { if case .record(let progress, _) = self { progress } else { Progress() } }
    var tree: PlainJSON { if case .record(_, let tree) = self { tree } else { .object([:]) } }
  }

  private func lock() throws(Diagnostic) -> LockedFile {
    do throws(AtomicFile.Failure) {
      return try AtomicFile(path: path).lock()
    } catch {
      throw failure("cannot be written", error.reason)
    }
  }

  /// - Throws: a diagnostic where the file cannot be read: it is then left alone.
  private func contents() throws(Diagnostic) -> Contents {
    let bytes: [UInt8]
    do throws(AtomicFile.Failure) {
      bytes = try AtomicFile(path: path).read(last: Self.byteLimit + 1).bytes
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return .missing }
      throw failure("cannot be read", error.reason)
    }
    guard bytes.count <= Self.byteLimit else { return .damaged("is damaged") }
    do {
      let decoder = JSONDecoder()
      return .record(
        try decoder.decode(Progress.self, from: Data(bytes)), try decoder.decode(PlainJSON.self, from: Data(bytes)))
    } catch Progress.RecordError.newerVersion(let version) {
      return .damaged("was written by a newer graphbook (version \(version))")
    } catch {
      return .damaged("is damaged")
    }
  }

  /// Returns the contents of the file, after setting a damaged one aside. Called under the lock.
  private func usableContents() throws(Diagnostic) -> (Contents, Diagnostic?) {
    let contents = try contents()
    guard case .damaged(let why) = contents else { return (contents, nil) }
    let name = try setAside()
    let warning = Diagnostic(
      "progress-set-aside", "'\(DisplayText.visible(path))' \(why)", severity: .warning,
      hint: "it is kept as \(DisplayText.visible(name)); a new record begins")
    return (.missing, warning)
  }

  // MARK: Writing

  private func bytes(of progress: Progress, over tree: PlainJSON) throws(AtomicFile.Failure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let own = try? JSONDecoder().decode(PlainJSON.self, from: encoder.encode(progress)),
      let bytes = try? encoder.encode(tree.overlaid(by: own))
    else { throw AtomicFile.Failure(reason: "it cannot be written as JSON") }
    return Array(bytes) + [UInt8(ascii: "\n")]
  }

  /// Renames the file to the first free name; never over another. A link that leads to it stays.
  private func setAside() throws(Diagnostic) -> String {
    let target = (try? AtomicFile(path: path).target()) ?? path
    for number in 1...9999 {
      let name = "\(target).damaged-\(number)"
      // A hard link fails if the name is taken, even if only a moment ago; a rename would replace the file.
      if link(target, name) == 0 {
        unlink(target)
        return name
      }
      if errno == EEXIST { continue }
      // A file system without hard links.
      if access(name, F_OK) != 0, rename(target, name) == 0 { return name }
      break
    }
    throw failure("cannot be set aside", systemReason())
  }

  /// Deletes the files that earlier versions of the program left when they were killed: `progress.json.new-<process>`.
  private func removeOldLeftovers() {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let start = slash.map { String(path[path.index(after: $0)...]) } ?? path
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix(start + ".new-") {
      if let process = Int32(name.dropFirst(start.count + 5)), process > 0, kill(process, 0) != 0, errno == ESRCH {
        unlink(folder + name)
      }
    }
  }

  private func failure(_ what: String, _ reason: String) -> Diagnostic {
    Diagnostic("progress-not-saved", "'\(DisplayText.visible(path))' \(what): \(reason)")
  }
}
