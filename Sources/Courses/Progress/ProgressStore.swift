import Diagnostics
import Support

import class Foundation.FileManager
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that keeps a learner's ``Progress``.
///
/// ```swift
/// let store = ProgressStore(path: "progress.json")
/// var (progress, diagnostics) = store.load()
/// try store.save(progress)
/// ```
///
/// Saving replaces the whole file at once: whoever pulls the plug has the old record or the new one. A file that cannot be
/// understood, or that a newer program wrote, is never overwritten: it is set aside as `progress.json.damaged-1`.
package struct ProgressStore: Hashable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The record, or an empty one with a diagnostic where the file could not be used. A missing file is no problem.
  package func load() -> (progress: Progress, diagnostics: [Diagnostic]) {
    switch contents() {
    case .missing: return (Progress(), [])
    case .record(let progress): return (progress, [])
    case .unusable(let why):
      do throws(Diagnostic) {
        return (Progress(), [note(why, setAside: try setAside())])
      } catch {
        return (Progress(), [error])
      }
    }
  }

  /// The record as it is now, where the file holds one: another program may have gone on since it was loaded.
  package func latest() -> Progress? {
    if case .record(let progress) = contents() { progress } else { nil }
  }

  /// Replaces the file: a temporary one beside it is written, flushed to the disk and renamed.
  /// - Returns: what to tell where a file had to be set aside that was damaged since it was loaded.
  /// - Throws: a diagnostic; the old file is then as it was.
  @discardableResult
  package func save(_ progress: Progress) throws(Diagnostic) -> Diagnostic? {
    var warning: Diagnostic?
    if case .unusable(let why) = contents() { warning = note(why, setAside: try setAside()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard var bytes = (try? encoder.encode(progress)).map(Array.init) else {
      throw Diagnostic("progress-not-saved", "the progress cannot be written as JSON")
    }
    bytes.append(UInt8(ascii: "\n"))
    try replace(with: bytes)
    return warning
  }

  private enum Contents {
    case missing
    case record(Progress)
    case unusable(String)
  }

  private func contents() -> Contents {
    guard FileManager.default.fileExists(atPath: path) else { return .missing }
    guard let bytes = FileManager.default.contents(atPath: path) else { return .unusable("cannot be read") }
    do {
      return .record(try JSONDecoder().decode(Progress.self, from: bytes))
    } catch Progress.RecordError.newerVersion(let version) {
      return .unusable("was written by a newer graphbook (version \(version))")
    } catch {
      return .unusable("is damaged")
    }
  }

  private func note(_ why: String, setAside name: String) -> Diagnostic {
    Diagnostic(
      "progress-set-aside", "'\(DisplayText.visible(path))' \(why)", severity: .warning,
      hint: "it is kept as \(DisplayText.visible(name)); a new record begins")
  }

  /// Renames the file to the first free name; never over another.
  private func setAside() throws(Diagnostic) -> String {
    for number in 1...9999 {
      let name = "\(path).damaged-\(number)"
      // A hard link fails where the name is taken, whoever took it a moment ago; a rename would replace it.
      if link(path, name) == 0 {
        unlink(path)
        return name
      }
      if errno == EEXIST { continue }
      // A file system without hard links.
      if access(name, F_OK) != 0, rename(path, name) == 0 { return name }
      break
    }
    throw failure("cannot be set aside", String(cString: strerror(errno)).lowercased())
  }

  private func replace(with bytes: [UInt8]) throws(Diagnostic) {
    do throws(AtomicFile.Failure) {
      try AtomicFile(path: path).replace(with: bytes)
    } catch {
      throw failure("cannot be written", error.reason)
    }
  }

  private func failure(_ what: String, _ reason: String) -> Diagnostic {
    Diagnostic("progress-not-saved", "'\(DisplayText.visible(path))' \(what): \(reason)")
  }
}
