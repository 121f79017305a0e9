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
  /// The journal of the class to continue; nil for the only one that was interrupted.
  package var chosen: String?
  /// Today, `2026-01-15`.
  package var day: String

  package init(lesson: Lesson, folder: String, isResuming: Bool, chosen: String? = nil, day: String) {
    self.lesson = lesson
    self.folder = folder
    self.isResuming = isResuming
    self.chosen = chosen
    self.day = day
  }

  /// A class that can go on.
  package struct Opened: Sendable {
    package var session: ClassSession
    package var header: ClassJournal.Header
    package var journal: ClassJournal
    /// Sentences for the teacher.
    package var notes: [String]
    /// The classes of the lesson that were not ended when a new one began, in words.
    package var interrupted: [String] = []
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
    let others = classes().interrupted.filter(\.hasBegun).map(\.words)
    let journal = try ClassJournal.create(path, header)
    return Opened(
      session: ClassSession(lesson: lesson), header: header, journal: journal,
      notes: others.map { "a new class has begun; that of \($0) was not ended, and --resume continues it" },
      interrupted: others)
  }

  /// A class of this lesson that was not ended.
  private struct Interrupted {
    var path: String
    var header: ClassJournal.Header
    var events: [ClassEvent]
    var steps: Int

    private var students: Int {
      events.reduce(0) { count, event in
        switch event {
        case .joined: count + 1
        case .removed: count - 1
        case .readmitted: count + 1
        default: count
        }
      }
    }

    private var step: Int {
      events.reversed().lazy.compactMap { if case .moved(let place) = $0 { place.step + 1 } else { nil } }.first ?? 1
    }

    /// Whether someone joined.
    var hasBegun: Bool { events.contains { if case .joined = $0 { true } else { false } } }

    /// The day, who is in the class, and where it is: `2026-01-15, 34 students, step 3 of 9, 'class-….journal'`.
    var words: String {
      let people = counted(students, "student")
      return "\(header.day), \(people), step \(step) of \(steps), '\(DisplayText.visible(path))'"
    }
  }

  /// The classes of this lesson that were not ended, the latest first; those that were; and the files that are none.
  private func classes() -> (interrupted: [Interrupted], ended: [String], empty: [String], problem: Diagnostic?) {
    var found: (interrupted: [Interrupted], ended: [String], empty: [String], problem: Diagnostic?) = ([], [], [], nil)
    for path in journals() {
      guard ClassJournal.begins(path) else {
        found.empty.append(path)
        continue
      }
      do throws(Diagnostic) {
        let (header, events, _) = try ClassJournal.read(path)
        if events.last == .ended {
          found.ended.append(path)
        } else {
          found.interrupted.append(
            Interrupted(path: path, header: header, events: events, steps: lesson.steps.count))
        }
      } catch { found.problem = found.problem ?? error }
    }
    return found
  }

  private func resume() throws(Diagnostic) -> Opened {
    let found = classes()
    let path = if let chosen { Optional(chosen) } else { try choice(among: found.interrupted) }
    guard let path else {
      if let problem = found.problem { throw problem }
      throw Diagnostic(
        "nothing-to-resume", "no class of lesson \(lesson.number) was interrupted in this folder",
        hint: "graphbook class \(lesson.number) begins one",
        notes: found.ended.prefix(1).map { "'\(DisplayText.visible($0))' was ended, and cannot be continued" })
    }
    let (header, events, journal) = try ClassJournal.resume(path)
    guard header.lesson == lesson.slug, events.last != .ended else {
      throw Diagnostic(
        "nothing-to-resume",
        header.lesson == lesson.slug
          ? "the class of '\(DisplayText.visible(path))' was ended, and cannot be continued"
          : "the class of '\(DisplayText.visible(path))' is about another lesson: \(DisplayText.visible(header.lesson))"
      )
    }
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
    let resumed = Interrupted(path: path, header: header, events: events, steps: lesson.steps.count)
    let empty = found.empty.prefix(1).map { "'\(DisplayText.visible($0))' has no beginning, and was left out" }
    return Opened(
      session: session, header: header, journal: journal,
      notes: ["this continues the class of \(resumed.words)"] + empty)
  }

  /// The journal of the class to continue; nil if there is none. One that was left before anyone joined does not compete.
  /// - Throws: the list of the classes if there are several.
  private func choice(among interrupted: [Interrupted]) throws(Diagnostic) -> String? {
    let begun = interrupted.filter(\.hasBegun)
    guard begun.count > 1 else { return (begun.first ?? interrupted.first)?.path }
    throw Diagnostic(
      "several-to-resume", "\(begun.count) classes of lesson \(lesson.number) were interrupted",
      hint: "--resume --journal '\(DisplayText.visible(begun[0].path))' continues the latest", notes: begun.map(\.words)
    )
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

  /// The path of the report next to a journal, without an ending.
  private static func stem(of journal: ClassJournal) -> String { String(journal.path.dropLast(ending.count)) }

  /// The name of the report's files, without an ending.
  static func reportName(_ journal: ClassJournal) -> String {
    let stem = stem(of: journal)
    return String(stem[(stem.lastIndex(of: "/").map(stem.index(after:)) ?? stem.startIndex)...])
  }

  /// Writes the report next to the journal.
  /// - Returns: the paths of the two files.
  package static func write(_ report: ClassReport, besides journal: ClassJournal) throws(Diagnostic) -> [String] {
    let stem = stem(of: journal)
    var json: [UInt8] = []
    report.json.write(to: &json, .readable)
    json.append(UInt8(ascii: "\n"))
    let files = [(stem + ".json", json), (stem + ".csv", report.csvFile)]
    for (path, bytes) in files {
      do throws(AtomicFile.Failure) { try AtomicFile(path: path).replace(with: bytes, mode: 0o600) } catch {
        throw Diagnostic("report", "'\(DisplayText.visible(path))' cannot be written: \(error.reason)")
      }
    }
    return files.map(\.0)
  }
}
