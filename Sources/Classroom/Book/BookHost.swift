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
/// Without a roster there is one reader, who needs no account. With one, ``visit(of:)`` says whose browser a request came from; a
/// request gets at nothing but through its ``BookVisit``.
///
/// A sitting is dropped when it was not used for ten minutes, and made again from its ``Sitting/Kept`` at the next request.
///
/// ## Topics
/// - ``answer(_:)``
/// - ``use(_:_:columns:_:)``: the work on a lesson, an exercise, the playground, drills, practice
package actor BookHost {
  nonisolated let course: CourseCache
  /// The reader of a server without a roster.
  nonisolated let owner: BookReader?
  /// The folder, the students and the staff's secret of a server with one.
  nonisolated let semester: SemesterFolder?
  nonisolated let staffSecret: String
  /// The code with which anyone joins; nil where only the roster's students do.
  nonisolated let openCode: String?
  nonisolated let port: UInt16
  nonisolated let clock: @Sendable () -> Int
  /// The offset from UTC in the server's zone, in seconds, at a time since 1970.
  nonisolated let localOffset: @Sendable (Int) -> Int
  /// The accounts as they are in the file.
  private(set) var accounts: Accounts
  /// Changes of the accounts that wait to be written together, and the task that will write them after the one before.
  private var changes: [@Sendable (inout Accounts) -> Bool] = []
  private var nextWrite: Task<WrittenChanges, Never>?
  private var lastWrite: Task<WrittenChanges, Never>?
  /// The limits of each address on links that lead to no one, and of each reader on requests.
  private var guessLimits = RateLimits(ClassHost.guessRate)
  private var joinLimits = RateLimits(ClassHost.joinRate)
  private var requestLimits: [String: RateLimit] = [:]
  /// Whether a student may set a password, and sign in with it.
  nonisolated let takesPasswords: Bool
  nonisolated let hasher: PasswordHasher
  nonisolated let posted = PostedPages()
  /// The file of the policy; nil for a policy that does not change.
  private var policyFile: PolicyFile?
  /// The lines for the operator; nil for one person.
  nonisolated let log: BookLog?
  /// The limits on wrong passwords for a name, whether or not a student has it: of each of 4,096 groups of names.
  private var passwordLimits = RateLimits(passwordRate)
  private let groupSecret = Secret.make()
  nonisolated let front: Front
  nonisolated let today: @Sendable () -> Int
  nonisolated let workers: StatementWorkers
  nonisolated let makeInterpreter: InterpreterMaker
  private let now: @Sendable () -> Double
  /// Starts a class of a lesson, which the staff then teach; nil where the staff do that in a terminal.
  package typealias ClassStarter = @Sendable (_ lesson: String) throws(Diagnostic) -> StartedClass
  nonisolated let startClass: ClassStarter?
  private var readOutline: Task<BookOutline, Never>?
  private var readIdeas: Task<IdeaIndex, Never>?
  private var readGlossary: Task<Glossary, Never>?
  private nonisolated let steps: Locked<LessonSteps>

  private struct Open {
    var desk: BookDesk
    var lastUse: Double
    /// How many requests wait for the desk or use it.
    var waiting = 0
    /// The latest of them.
    var tail: Task<Void, Never>?
  }

  private struct Key: Hashable {
    var reader: String
    var work: BookDesk.Work
  }

  private var desks: [Key: Open] = [:]
  private var kept: [Key: Sitting.Kept] = [:]
  /// Lessons as they are read again, with their answers.
  private var scripts: [String: Task<[PlayedStep], Never>] = [:]

  /// The seconds after which a sitting that is not used is dropped.
  static let idleLimit = 600.0
  /// The most requests that wait for the same sitting.
  static let waitingLimit = 16

  /// A server for one person.
  package init(
    library: Library, store: ProgressStore?, playground: String? = nil, front: Front = Front(),
    today: @escaping @Sendable () -> Int, threads: Int = usualThreads,
    now: @escaping @Sendable () -> Double = WebServer.now, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.init(
      library: library, policy: nil,
      owner: BookReader(store: store, playground: playground.map { PlaygroundFile(path: $0) }), semester: nil,
      accounts: Accounts(), staffSecret: "", openCode: nil, takesPasswords: false, port: 0, front: front, log: nil,
      today: today, clock: { 0 }, localOffset: { _ in 0 }, threads: threads, now: now, makeInterpreter: makeInterpreter)
  }

  /// A server for the students of a folder.
  /// - Parameters:
  ///   - takesPasswords: whether a student may set a password. Where a proxy signs in, no one does.
  ///   - log: takes the lines for the operator.
  ///   - policy: the class's policy: when answers are due, and which solutions are withheld; nil if no one works for marks.
  ///   - startClass: starts a class of a lesson; nil where its port could not be reached.
  ///   - clock: the seconds since 1970.
  ///   - localOffset: the offset from UTC in the server's zone, in seconds, at a time since 1970.
  /// - Throws: a diagnostic where the accounts cannot be read.
  package init(
    library: Library, semester: SemesterFolder, policy: GradingPolicy? = nil, staffSecret: String,
    openCode: String? = nil, takesPasswords: Bool = true, port: UInt16, front: Front, log: BookLog? = nil,
    today: @escaping @Sendable () -> Int, clock: @escaping @Sendable () -> Int,
    localOffset: @escaping @Sendable (Int) -> Int = { _ in 0 }, threads: Int = usualThreads,
    now: @escaping @Sendable () -> Double = WebServer.now, startClass: ClassStarter? = nil,
    makeInterpreter: @escaping InterpreterMaker
  ) throws(Diagnostic) {
    self.init(
      library: library, policy: policy, owner: nil, semester: semester, accounts: try semester.readAccounts(),
      staffSecret: staffSecret, openCode: openCode, takesPasswords: takesPasswords && front.userHeader == nil,
      port: port, front: front, log: log, today: today, clock: clock, localOffset: localOffset, threads: threads,
      now: now, startClass: startClass, makeInterpreter: makeInterpreter)
  }

  private init(
    library: Library, policy: GradingPolicy?, owner: BookReader?, semester: SemesterFolder?, accounts: Accounts,
    staffSecret: String, openCode: String?, takesPasswords: Bool, port: UInt16, front: Front, log: BookLog?,
    today: @escaping @Sendable () -> Int, clock: @escaping @Sendable () -> Int,
    localOffset: @escaping @Sendable (Int) -> Int, threads: Int,
    now: @escaping @Sendable () -> Double, startClass: ClassStarter? = nil, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.startClass = startClass
    course = CourseCache(library, policy: policy, makeInterpreter: makeInterpreter)
    self.owner = owner
    self.semester = semester
    self.accounts = accounts
    self.staffSecret = staffSecret
    self.openCode = openCode
    self.takesPasswords = takesPasswords
    self.log = log
    self.port = port
    self.front = front
    self.today = today
    self.clock = clock
    self.localOffset = localOffset
    self.now = now
    self.makeInterpreter = makeInterpreter
    steps = Locked(LessonSteps(of: library))
    workers = StatementWorkers(threads: threads)
    hasher = PasswordHasher(workers: workers)
  }

  /// A secret for the staff of one start.
  package static func makeSecret() -> String { Secret.make() }

  package static let usualThreads = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// Starts to read the outline, so that it is there when the first page is asked for.
  package func prepare() { _ = outlineTask() }

  nonisolated var library: Library { course.library }
  /// When answers are due.
  nonisolated var policy: GradingPolicy { course.policy }
  nonisolated var links: BookLinks {
    BookLinks(
      base: front.basePath, signsOut: front.userHeader == nil, hasPasswords: takesPasswords, isOpen: openCode != nil,
      words: course.words)
  }

  func outline() async -> BookOutline { await outlineTask().value }

  private func outlineTask() -> Task<BookOutline, Never> {
    if let readOutline { return readOutline }
    let course = course
    let task = Task.detached { await BookOutline(course) }
    readOutline = task
    return task
  }

  /// The ideas of the course, and where they are. Reading all exercises takes a while, and most pages do without.
  func ideas() async -> IdeaIndex {
    if let readIdeas { return await readIdeas.value }
    let (course, outline) = (course, outlineTask())
    let task = Task.detached {
      let lessons = await outline.value.lessons.compactMap { course.lesson($0.entry.slug) }
      return IdeaIndex(course.library.ideas().list, lessons: lessons, exercises: course.openExercises())
    }
    readIdeas = task
    return await task.value
  }

  /// The terms of the course.
  func glossary() async -> Glossary {
    if let readGlossary { return await readGlossary.value }
    let (course, outline) = (course, outlineTask())
    let task = Task.detached {
      let lessons = await outline.value.lessons.compactMap { course.lesson($0.entry.slug) }
      return course.library.glossary(of: lessons).glossary
    }
    readGlossary = task
    return await task.value
  }

  /// The record as it is in the file now, and what is wrong with it.
  nonisolated func progress(of reader: BookReader) -> (progress: Progress, problems: [Diagnostic]) {
    guard let store = reader.store else { return (Progress(), []) }
    var (progress, problems) = store.load()
    steps.withLock { progress.renumber(&$0) }
    return (progress, problems)
  }

  /// Changes the record.
  /// - Throws: a diagnostic where it cannot be written.
  nonisolated func note(_ change: (inout Progress) -> Void, of reader: BookReader) throws(Diagnostic) {
    guard let store = reader.store else { return }
    semester?.makeFolder(of: reader)
    try store.update { record in
      steps.withLock { record.renumber(&$0) }
      change(&record)
    }
  }

  /// The steps of a lesson with all answers, to be read again; nil where there is no such lesson.
  func script(of slug: String) async -> [PlayedStep]? {
    if let known = scripts[slug] { return await known.value }
    let (make, workers) = (makeInterpreter, workers)
    guard let lesson = course.lesson(slug) else { return nil }
    let task = Task {
      await workers.run { _ in LessonScript(lesson, makeInterpreter: make).steps }
    }
    scripts[slug] = task
    return await task.value
  }

  // MARK: Sittings

  /// Calls a function with a reader's sitting on something, on a thread for statements; requests for the same sitting take turns.
  ///
  /// - Parameter columns: the cells of a line on the page; nil where nothing is shown.
  /// - Returns: nil where there is no such lesson or exercise.
  /// - Throws: ``WebProblem`` where too many requests wait.
  func use<Result: Sendable>(
    _ reader: BookReader, _ work: BookDesk.Work, columns: Int? = nil,
    _ body: @escaping @Sendable (inout Sitting) -> Result
  ) async throws(WebProblem) -> Result? {
    let key = Key(reader: reader.id, work: work)
    var open = desks[key] ?? Open(desk: makeDesk(key, reader), lastUse: now())
    guard open.waiting < Self.waitingLimit else { throw WebProblem(429, "your last statements are still running") }
    let (desk, workers, previous) = (open.desk, workers, open.tail)
    let task = Task {
      await previous?.value
      return await workers.run { turn in
        desk.use(in: turn) { sitting in
          if let columns { sitting.columns = columns }
          sitting.failure = nil
          return (body(&sitting), sitting.failure ?? sitting.session.keptRecord.unsavedProblem?.message)
        }
      }
    }
    open.waiting += 1
    open.lastUse = now()
    open.tail = Task { _ = await task.value }
    desks[key] = open
    let used = await task.value
    desks[key]?.waiting -= 1
    desks[key]?.lastUse = now()
    guard let used else {
      if desks[key]?.waiting == 0 { desks[key] = nil }
      return nil
    }
    let before = kept.updateValue(used.kept, forKey: key)
    if work == .playground, used.kept.inputs != before?.inputs ?? [] {
      do throws(AtomicFile.Failure) { try reader.playground?.write(used.kept.texts) } catch {
        throw cannotKeep("The playground", error.reason)
      }
    }
    if let failure = used.result.1 { log?.note(.failure(failure)) }
    return used.result.0
  }

  private func makeDesk(_ key: Key, _ reader: BookReader) -> BookDesk {
    semester?.makeFolder(of: reader)
    let setting = Sitting.Setting(
      course: course, store: reader.store, makeInterpreter: makeInterpreter, today: today,
      isShared: semester != nil)
    var earlier = kept[key] ?? Sitting.Kept()
    if key.work == .playground, kept[key] == nil, let texts = reader.playground?.read() {
      earlier.inputs = texts.map { .typed($0) }
      kept[key] = earlier
    }
    return BookDesk { [earlier] control in Sitting.make(key.work, from: earlier, setting, control) }
  }

  /// Ends a sitting, so that the next request begins a new one.
  func end(_ work: BookDesk.Work, of reader: BookReader) {
    let key = Key(reader: reader.id, work: work)
    desks[key] = nil
    kept[key] = nil
  }

  /// Reads the policy again whenever its file has changed.
  package func follow(_ file: PolicyFile) { policyFile = file }

  /// Takes a policy that has changed. Sittings on exercises are made again, with the solutions that are offered now.
  private func readPolicy() {
    do throws(Diagnostic) {
      guard let policy = try policyFile?.changed() else { return }
      course.follow(policy)
      desks = desks.filter { if case .exercise = $0.key.work { false } else { true } }
      log?.note(.policy)
    } catch { log?.note(.failure("The policy stays as it was: \(error.message)")) }
  }

  /// Drops the sittings that were not used for a while.
  package func beat() {
    readPolicy()
    let time = now()
    desks = desks.filter { $0.value.waiting > 0 || time - $0.value.lastUse < Self.idleLimit }
  }

  // MARK: Accounts

  /// The results of changes that were written together, in their order, or why they could not be.
  private typealias WrittenChanges = Result<[Bool], AtomicFile.Failure>

  /// Changes the accounts, and returns when they are in the file.
  ///
  /// The file has all students and is written as a whole: changes that come while it is written are written together afterwards, so
  /// that a whole course can sign in at the same moment.
  /// - Parameter body: makes the change, and returns whether there is one; if not, it must leave the accounts as they are.
  /// - Returns: what `body` has returned.
  /// - Throws: ``WebProblem`` where they cannot be written; they are then as they were.
  func change(_ body: @escaping @Sendable (inout Accounts) -> Bool) async throws(WebProblem) -> Bool {
    let place = changes.count
    changes.append(body)
    let write =
      nextWrite
      ?? Task { [lastWrite] in
        _ = await lastWrite?.value
        return await self.writeChanges()
      }
    nextWrite = write
    switch await write.value {
    case .success(let results): return results[place]
    case .failure(let failure): throw cannotKeep("This", failure.reason)
    }
  }

  private func writeChanges() async -> WrittenChanges {
    var changed = accounts
    let results = changes.map { $0(&changed) }
    changes = []
    (lastWrite, nextWrite) = (nextWrite, nil)
    guard results.contains(true) else { return .success(results) }
    do throws(AtomicFile.Failure) {
      // The thread must not keep the folder's lock for a moment longer than the server.
      if let path = semester?.path {
        try await workers.run { [changed] _ in SemesterFolder.write(changed, to: path) }.get()
      }
      accounts = changed
      return .success(results)
    } catch { return .failure(error) }
  }

  func allowsGuess(from peer: String) -> Bool { guessLimits.isOpen(peer, at: now()) }

  func allowsJoining(from peer: String) -> Bool { joinLimits.allows(peer, at: now()) }

  func noteGuess(from peer: String) { _ = guessLimits.allows(peer, at: now()) }

  /// Counts an attempt to sign in with a password before it is looked at, so that many at the same time are no more than many in
  /// turn; ``forgive(_:from:)`` takes a right one back.
  /// - Returns: false where there were too many wrong ones from the address or for the name.
  func allowsPassword(for name: String, from peer: String) -> Bool {
    let (time, group) = (now(), group(of: name))
    guard guessLimits.isOpen(peer, at: time), passwordLimits.isOpen(group, at: time) else { return false }
    return guessLimits.allows(peer, at: time) && passwordLimits.allows(group, at: time)
  }

  func forgive(_ name: String, from peer: String) {
    guessLimits.giveBack(peer)
    passwordLimits.giveBack(group(of: name))
  }

  /// One of 4,096 groups of names, which no one can know from outside: the memory is bounded, and a name that no one has is treated as
  /// one that someone has.
  private func group(of name: String) -> String {
    String(Accounts.hash(of: groupSecret + name.lowercased()).prefix(3))
  }

  /// How many wrong passwords a name takes: so many at once, and then one a minute.
  static let passwordRate = RateLimit(perSecond: 1.0 / 60, burst: 20)

  /// Whether a student may send another form: a server with a roster is shared.
  func allowsForm(of reader: BookReader) -> Bool {
    semester == nil || requestLimits[reader.id, default: Self.formRate].allows(at: now())
  }

  /// How fast a student may send forms, those that ask for completions included.
  static let formRate = RateLimit(perSecond: 20, burst: 30)

  /// How many sittings are in memory.
  var deskCount: Int { desks.count }
}

extension BookHost: PlainWebService {
  /// The most bytes that someone who is not signed in can send: a name with a code or a password.
  static let signedOutLimit = 8_192

  /// Lets someone who is signed in send a file to the playground, and a text that the prompt takes to the other pages: each byte of
  /// these may take three in a form.
  nonisolated func admit(_ request: WebRequest, bodyOf length: Int) async throws(WebRequest.Problem) {
    let isForPlayground = request.path.hasSuffix(BookPlace.playground.path)
    guard length <= 4 * (isForPlayground ? Sitting.fileLimit : Sitting.inputLimit) else {
      throw WebRequest.Problem(status: 413)
    }
    guard length > Self.signedOutLimit else { return }
    guard (try? await visit(of: request)) != nil else { throw WebRequest.Problem(status: 403) }
  }

  nonisolated func answer(_ request: WebRequest) async -> WebResponse { await BookRoutes.answer(request, self) }
}
