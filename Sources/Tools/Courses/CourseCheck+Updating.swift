import CommandIO
import Courses
import Diagnostics
import Support

extension CourseCheck {
  /// Rewrites the `output` blocks of lessons in their files, where something else appears, and then checks the lessons.
  /// - Parameter words: numbers or names of lessons; all of them when there are none.
  /// - Returns: the differences between the old files and the new ones, then the lines of the check.
  package func updateOutputs(_ words: [String]) -> (lines: [String], status: ProgramStatus) {
    guard let library else { return lessons(words) }
    var known: Set<String> = []
    let names = (words.isEmpty ? library.lessons().entries.map(\.slug) : words).filter { word in
      library.lessonPath(word).map { known.insert($0).inserted } ?? false
    }
    let reports = Workers.map(names) { [makeInterpreter] name -> (lesson: Lesson, differences: [OutputDifference])? in
      let (lesson, diagnostics) = library.lesson(name)
      guard let lesson, !diagnostics.reportOpenFence else { return nil }
      return (
        lesson, LessonChecker.differingOutputs(of: lesson, makeInterpreter: makeInterpreter, render: Self.render)
      )
    }
    var lines: [String] = []
    var hasFailed = false
    for (name, report) in zip(names, reports) {
      guard let report, !report.differences.isEmpty, let path = library.lessonPath(name) else { continue }
      do throws(Diagnostic) {
        lines += try update(report.lesson, at: path, report.differences)
      } catch {
        lines += style.diagnosticFormatter.format(error).lines
        hasFailed = true
      }
    }
    let check = lessons(words)
    return (lines + check.lines, hasFailed ? .failure : check.status)
  }

  /// Rewrites a lesson's file.
  /// - Returns: the lines of the difference.
  private func update(
    _ lesson: Lesson, at path: String, _ differences: [OutputDifference]
  ) throws(Diagnostic) -> [String] {
    let name = lesson.source.name ?? path
    let file = AtomicFile(path: path)
    do throws(AtomicFile.Failure) {
      let old = try file.read().bytes
      let oldText = String(decoding: old, as: UTF8.self)
      guard SourceText(oldText).withLineFeeds.text == lesson.source.text else {
        throw AtomicFile.Failure(reason: "it has changed in the meantime")
      }
      let new = LessonRevision.bytes(old, replacing: differences)
      guard new != old else { return [] }
      try file.replace(with: new)
      return UnifiedDifference(of: oldText, and: String(decoding: new, as: UTF8.self), name: name).lines(style)
    } catch {
      throw Diagnostic("unwritable-file", "'\(DisplayText.visible(name))' cannot be rewritten: \(error.reason)")
    }
  }
}
