import Courses
import Diagnostics
import Foundation
import JSON
import Support
import WorkbookLanguage

/// Opens a class: a new one, or one that was interrupted, from its journal.
package struct ClassSetup {
  package var lesson: Lesson
  /// The folder of the journal and the reports; empty for the working folder.
  package var folder: String
  package var isResuming: Bool
  /// Today, `2026-01-15`.
  package var day: String

  package init(lesson: Lesson, folder: String, isResuming: Bool, day: String) {
    self.lesson = lesson
    self.folder = folder
    self.isResuming = isResuming
    self.day = day
  }

  /// A class that can go on.
  package struct Opened {
    package var session: ClassSession
    package var header: ClassJournal.Header
    package var journal: ClassJournal
    /// A sentence for the teacher.
    package var note: String?
  }

  /// - Throws: a diagnostic where the journal cannot be created, read, or continued.
  package func open() throws(Diagnostic) -> Opened {
    var isFolder: ObjCBool = false
    guard folder.isEmpty || FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) && isFolder.boolValue
    else {
      throw Diagnostic(
        "no-such-folder", "there is no folder '\(DisplayText.visible(folder))'",
        hint: "make it first; without --folder the journal and the report are in the working folder")
    }
    return try isResuming ? resume() : begin()
  }

  private func begin() throws(Diagnostic) -> Opened {
    let header = ClassJournal.Header(
      lesson: lesson.slug, digest: digest, secret: Secret.make(), code: Secret.makeCode(),
      boardKey: String(Secret.make().prefix(16)), day: day)
    let stem = path("class-\(lesson.slug)-\(day)")
    var number = 1
    var path = stem + Self.ending
    while FileManager.default.fileExists(atPath: path) {
      number += 1
      path = "\(stem)-\(number)\(Self.ending)"
    }
    let unfinished = journals().first {
      guard let events = try? ClassJournal.read($0).events else { return false }
      return events.last != .ended
    }
    let journal = try ClassJournal.create(path, header)
    return Opened(
      session: ClassSession(lesson: lesson), header: header, journal: journal,
      note: unfinished.map {
        "'\(DisplayText.visible($0))' is a class of this lesson that was not ended; --resume would have continued it"
      })
  }

  private func resume() throws(Diagnostic) -> Opened {
    var empty: [String] = []
    for path in journals() {
      guard ClassJournal.begins(path) else {
        empty.append(path)
        continue
      }
      let (header, events, journal) = try ClassJournal.resume(path)
      if events.last == .ended { continue }
      guard header.digest == digest else {
        throw Diagnostic(
          "lesson-changed", "the lesson has changed since the class of '\(DisplayText.visible(path))' began",
          hint: "a class continues with the text it began with; without --resume a new one begins")
      }
      var session = ClassSession(lesson: lesson)
      for event in events {
        do throws(ClassRefusal) { try session.apply(event) } catch {
          throw Diagnostic("journal", "'\(DisplayText.visible(path))' is damaged: \(error.words)")
        }
      }
      return Opened(
        session: session, header: header, journal: journal,
        note: empty.first.map { "'\(DisplayText.visible($0))' has no beginning, and was left out" })
    }
    throw Diagnostic(
      "nothing-to-resume", "no class of lesson \(lesson.number) was interrupted in this folder",
      hint: "graphbook class \(lesson.number) begins one")
  }

  private static let ending = ".journal"

  private func path(_ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

  /// The journals of this lesson, the latest first.
  private func journals() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let mine = names.filter { $0.hasPrefix("class-\(lesson.slug)-2") && $0.hasSuffix(Self.ending) }.map(path)
    return mine.map { path -> (path: String, seconds: Int64, rest: Int64) in
      let stamp = AtomicFile(path: path).stamp
      return (path, stamp?.seconds ?? 0, stamp?.nanoseconds ?? 0)
    }.sorted { ($1.seconds, $1.rest) < ($0.seconds, $0.rest) }.map(\.path)
  }

  private var digest: String { StableHash.text(StableHash.of(lesson.source.text)) }

  /// Writes the report next to the journal.
  /// - Returns: the paths of the two files.
  package static func write(_ report: ClassReport, besides journal: ClassJournal) throws(Diagnostic) -> [String] {
    let stem = String(journal.path.dropLast(ending.count))
    var json: [UInt8] = []
    report.json.write(to: &json, .readable)
    json.append(UInt8(ascii: "\n"))
    let files = [(stem + ".json", json), (stem + ".csv", Array(report.csv.utf8))]
    for (path, bytes) in files {
      do throws(AtomicFile.Failure) { try AtomicFile(path: path).replace(with: bytes, mode: 0o600) } catch {
        throw Diagnostic("report", "'\(DisplayText.visible(path))' cannot be written: \(error.reason)")
      }
    }
    return files.map(\.0)
  }
}
