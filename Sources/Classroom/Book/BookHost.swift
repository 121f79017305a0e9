import Courses
import Diagnostics
import JSON
import Pages
import Shell
import Support
import WorkbookLanguage

import class Foundation.ProcessInfo

/// The book while it is served: its outline, and the learner's work on it.
///
/// A sitting is dropped when it was not used for ten minutes, and made again from its ``Sitting/Kept`` at the next request.
///
/// ## Topics
/// - ``answer(_:)``
/// - ``use(_:_:)``: the work on a lesson, an exercise, the playground, drills, practice
package actor BookHost {
  nonisolated let library: Library
  nonisolated let store: ProgressStore?
  private let playground: PlaygroundFile?
  /// The names that the server goes by in addresses, in lower case, besides its numbers.
  nonisolated let names: Set<String>
  nonisolated let links = BookLinks()
  nonisolated let today: @Sendable () -> Int
  nonisolated let workers: StatementWorkers
  private let makeInterpreter: InterpreterMaker
  private let now: @Sendable () -> Double
  private var readOutline: Task<BookOutline, Never>?
  private var steps: LessonSteps

  private struct Open {
    var desk: BookDesk
    var lastUse: Double
    /// How many requests wait for the desk or use it.
    var waiting = 0
    /// The latest of them.
    var tail: Task<Void, Never>?
  }

  private var desks: [BookDesk.Work: Open] = [:]
  private var kept: [BookDesk.Work: Sitting.Kept] = [:]
  /// Lessons as they are read again, with their answers.
  private var scripts: [String: Task<[PlayedStep], Never>] = [:]

  /// The seconds after which a sitting that is not used is dropped.
  static let idleLimit = 600.0
  /// The most requests that wait for the same sitting.
  static let waitingLimit = 16

  package init(
    library: Library, store: ProgressStore?, playground: String? = nil, names: Set<String> = ["localhost"],
    today: @escaping @Sendable () -> Int,
    threads: Int = max(2, ProcessInfo.processInfo.activeProcessorCount),
    now: @escaping @Sendable () -> Double = WebServer.now, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.library = library
    self.store = store
    self.playground = playground.map { PlaygroundFile(path: $0) }
    self.names = names
    self.today = today
    self.now = now
    self.makeInterpreter = makeInterpreter
    steps = LessonSteps(of: library)
    workers = StatementWorkers(threads: threads)
  }

  /// Reads the outline, while the first page is asked for.
  package func prepare() { _ = outlineTask() }

  func outline() async -> BookOutline { await outlineTask().value }

  private func outlineTask() -> Task<BookOutline, Never> {
    if let readOutline { return readOutline }
    let library = library
    let task = Task.detached { BookOutline(library) }
    readOutline = task
    return task
  }

  /// The record as it is in the file now, and what is wrong with it.
  func progress() -> (progress: Progress, problems: [Diagnostic]) {
    guard let store else { return (Progress(), []) }
    var (progress, problems) = store.load()
    progress.renumber(&steps)
    return (progress, problems)
  }

  /// Changes the record.
  /// - Throws: a diagnostic where it cannot be written.
  func note(_ change: (inout Progress) -> Void) throws(Diagnostic) {
    guard let store else { return }
    var steps = steps
    try store.update { record in
      record.renumber(&steps)
      change(&record)
    }
  }

  /// The steps of a lesson with all answers, to be read again; nil where there is no such lesson.
  func script(of slug: String) async -> [PlayedStep]? {
    if let known = scripts[slug] { return await known.value }
    let (library, make, workers) = (library, makeInterpreter, workers)
    guard library.lessonEntry(slug) != nil else { return nil }
    let task = Task {
      await workers.run { _ in
        guard let lesson = library.lesson(slug).lesson else { return [PlayedStep]() }
        return LessonScript(lesson, makeInterpreter: make).steps
      }
    }
    scripts[slug] = task
    return await task.value
  }

  // MARK: Sittings

  /// Calls a function with the sitting on something, on a thread for statements; requests for the same sitting take turns.
  ///
  /// - Parameter columns: the cells of a line on the page; nil where nothing is shown.
  /// - Returns: nil where there is no such lesson or exercise.
  /// - Throws: ``WebProblem`` where too many requests wait.
  func use<Result: Sendable>(
    _ work: BookDesk.Work, columns: Int? = nil, _ body: @escaping @Sendable (inout Sitting) -> Result
  ) async throws(WebProblem) -> Result? {
    var open = desks[work] ?? Open(desk: makeDesk(work), lastUse: now())
    guard open.waiting < Self.waitingLimit else { throw WebProblem(429, "your last statements are still running") }
    let (desk, workers, previous) = (open.desk, workers, open.tail)
    let task = Task {
      await previous?.value
      return await workers.run { turn in
        desk.use(in: turn) { sitting in
          if let columns { sitting.columns = columns }
          return body(&sitting)
        }
      }
    }
    open.waiting += 1
    open.lastUse = now()
    open.tail = Task { _ = await task.value }
    desks[work] = open
    let used = await task.value
    desks[work]?.waiting -= 1
    desks[work]?.lastUse = now()
    guard let used else {
      if desks[work]?.waiting == 0 { desks[work] = nil }
      return nil
    }
    let before = kept.updateValue(used.kept, forKey: work)
    if work == .playground, used.kept.inputs != before?.inputs ?? [] {
      do throws(AtomicFile.Failure) { try playground?.write(used.kept.texts) } catch {
        throw WebProblem(503, "The playground cannot be kept: \(error.reason)")
      }
    }
    return used.result
  }

  private func makeDesk(_ work: BookDesk.Work) -> BookDesk {
    let setting = Sitting.Setting(library: library, store: store, makeInterpreter: makeInterpreter, today: today)
    var earlier = kept[work] ?? Sitting.Kept()
    if work == .playground, kept[work] == nil, let texts = playground?.read() {
      earlier.inputs = texts.map { .typed($0) }
      kept[work] = earlier
    }
    return BookDesk { [earlier] control in Sitting.make(work, from: earlier, setting, control) }
  }

  /// Ends a sitting, so that the next request begins a new one.
  func end(_ work: BookDesk.Work) {
    desks[work] = nil
    kept[work] = nil
  }

  /// Drops the sittings that were not used for a while.
  package func beat() {
    let time = now()
    desks = desks.filter { $0.value.waiting > 0 || time - $0.value.lastUse < Self.idleLimit }
  }

  /// How many sittings are in memory.
  var deskCount: Int { desks.count }
}

extension BookHost: PlainWebService {
  /// A file for the playground, in a form.
  nonisolated var bodyLimit: Int { 4 * Sitting.fileLimit }

  nonisolated func answer(_ request: WebRequest) async -> WebResponse { await BookRoutes.answer(request, self) }
}
