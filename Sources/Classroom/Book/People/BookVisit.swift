import Courses
import Diagnostics
import Grading
import Pages

/// The book as one reader sees it. Whatever a request reads or changes goes through its visit, so that no page can show the
/// work of anyone else.
struct BookVisit: Sendable {
  let host: BookHost
  let reader: BookReader

  var links: BookLinks {
    var links = host.links
    links.reader = reader.id.isEmpty ? nil : reader.name
    return links
  }
  var library: Library { host.library }
  var today: @Sendable () -> Int { host.today }

  func outline() async -> BookOutline { await host.outline() }

  func ideas() async -> IdeaIndex { await host.ideas() }

  func glossary() async -> Glossary { await host.glossary() }

  func script(of slug: String) async -> [PlayedStep]? { await host.script(of: slug) }

  /// The record as it is in the file now, and what is wrong with it.
  func progress() -> (progress: Progress, problems: [Diagnostic]) { host.progress(of: reader) }

  /// Changes the record.
  /// - Throws: a diagnostic where it cannot be written.
  func note(_ change: (inout Progress) -> Void) throws(Diagnostic) { try host.note(change, of: reader) }

  /// The times until which the reader hands exercises in, in words, by the slugs of the exercises that the policy names.
  func dueTimes(in outline: BookOutline) -> [String: String] {
    guard reader.answers != nil else { return [:] }
    let due = host.dueExercises(in: outline, handedIn: []).compactMap { exercise, due -> (String, String)? in
      let terms = host.handover(of: exercise.slug, by: reader.id, at: nil).terms
      return terms.due == nil ? nil : (exercise.slug, Handover.words(due, offset: terms.offset))
    }
    return Dictionary(due, uniquingKeysWith: { first, _ in first })
  }

  /// The exercises whose answer is another than the one that was handed in, by id.
  func changedAnswers(in outline: BookOutline, _ progress: Progress) -> Set<String> {
    guard let folder = reader.answers else { return [] }
    let changed = outline.exercises.filter { exercise in
      guard SemesterFolder.timeOfAnswer(exercise.slug, in: folder) != nil else { return false }
      let draft = (progress.exercises[exercise.id]?.draft ?? []).joined(separator: "\n")
      return !SemesterFolder.isAnswer(SemesterFolder.file(of: draft, to: exercise.id), as: exercise.slug, in: folder)
    }
    return Set(changed.map(\.id))
  }

  /// Calls a function with the reader's sitting on something; see ``BookHost/use(_:_:columns:_:)``.
  func use<Result: Sendable>(
    _ work: BookDesk.Work, columns: Int? = nil, _ body: @escaping @Sendable (inout Sitting) -> Result
  ) async throws(WebProblem) -> Result? {
    try await host.use(reader, work, columns: columns, body)
  }

  /// Ends a sitting, so that the next request begins a new one.
  func end(_ work: BookDesk.Work) async { await host.end(work, of: reader) }
}
