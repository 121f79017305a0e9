import Courses
import Diagnostics
import JSON
import Pages
import Shell
import Support
import WorkbookLanguage

import class Foundation.ProcessInfo

/// A class that is going on: its state, its journal, the students' graphs, and the browsers that listen.
///
/// Every change that outlives the server is an event that is applied to the ``ClassSession`` and put into the journal at the same
/// moment, so that both have the same order; it is acknowledged when it is on the disk. The rest is what the pages show just now.
///
/// ## Topics
/// - ``join(_:code:peer:)``, ``vote(_:of:)``, ``run(_:of:width:)``: students
/// - ``act(_:)``: the teacher
/// - ``message(for:since:)``: what browsers are sent
package actor ClassHost {
  /// The part of a student's page that is the student's own.
  struct Personal {
    var output: [String] = []
    var outputBytes = 0
    var graph: JSONValue = .null
    var diagram: String?
    var place: ClassPlace
    /// How far the open task is, the number of inputs that failed, and why the last did.
    var progress: TaskProgress?
    var failures = 0
    var problem: String?
    /// How many statements were typed and how many hints asked for, and whether the student wanted the solution.
    var statements = 0
    var hints = 0
    var wantsSolution = false
    /// The inputs that were meant to change something, without those that failed before the last one; and the same without
    /// what `undo` took back.
    var work: [String] = []
    var effective: [String] = []
    /// Whether the last of them failed.
    var lastWorkFailed = false
    /// The hash of how the last of them ended, as in ``StudentSession/Answer/ending``; nil if there is none.
    var ending: Int?

    mutating func note(_ text: String, _ answer: StudentSession.Answer) {
      if text.trimmed == StudentSession.restart {
        (work, effective, lastWorkFailed, ending) = ([], [], false, nil)
      } else if !answer.onlyLooked, !answer.isCommand {
        if lastWorkFailed { work.removeLast() }
        work.append(text)
        effective = work.withoutUndone
        lastWorkFailed = answer.problem != nil
        ending = effective.isEmpty ? nil : answer.ending
      }
    }
  }

  /// The parts of the board beside the screen; a server that goes on with a class begins with the screen alone.
  struct Board {
    /// The page of a student's attempt; nil if none is shown.
    var spot: JSONValue?
    /// The statements of that attempt.
    var spotLines: [String] = []
    /// Whether the board shows where and how to join instead of the screen.
    var showsJoin: Bool
    /// Whether everyone sees how many chose what before the second round.
    var showsResults = false
    /// Whether the board shows the picture as large as it can.
    var enlarges = false
    /// Whether the board shows nothing.
    var isBlank = false
  }

  package nonisolated let facts: ClassFacts
  /// Runs statements, and judges typed answers.
  nonisolated let workers: StatementWorkers
  let makeInterpreter: InterpreterMaker
  let journal: ClassJournal?
  /// The sentences of the ideas, by id.
  var ideaSentences: [String: String] = [:]
  var session: ClassSession
  var screens: ClassScreens
  var desks: [Int: StudentSession] = [:]
  /// The desks that are being made: a student's statement and completion wait for the same one.
  var desksInWork: [Int: (place: ClassPlace, control: DeskControl, task: Task<StudentSession, Never>)] = [:]
  var personal: [Int: Personal] = [:]
  /// The students whose input is running.
  var busy: Set<Int> = []
  /// The students for whom words are being looked up, and those whose typed answer is being judged.
  var completing: Set<Int> = []
  var answering: Set<Int> = []
  /// When a student's next statement may run: after one that took long, the others come first.
  var nextTurns: [Int: Double] = [:]
  var board: Board
  /// When the first screen was shown since the server began; nil before that.
  var lessonBegan: Double?
  /// The step at which the class was then, from which the planned minutes count.
  var firstStep: Int
  /// The screens before a place, as students read them again.
  var earlier: (place: ClassPlace, screens: JSONValue)?
  /// Whether the server is about to stop, and the class can go on later.
  var isStopped = false
  /// The students whose typed answer to a question was refused as none.
  var refused: [QuestionPlace: Set<Int>] = [:]
  /// Why nothing can be kept any more.
  var problem: String?
  /// The number of the first event that did not get to the disk.
  private var firstFailure = Int.max
  /// Called when the teacher ends the class, or stops it for today.
  var whenOver: (@Sendable () -> Void)?

  private var version = 1
  private var versions: [ClassPart: Int] = [:]
  private var cache: [ClassPart: String] = [:]
  private struct Subscriber {
    var audience: Listener.Audience
    var wakes: AsyncStream<Void>
    var wake: AsyncStream<Void>.Continuation
  }
  private var subscribers: [Int: Subscriber] = [:]
  private var subscriberNumber = 0
  var statementLimits: [Int: RateLimit] = [:]
  var completionLimits: [Int: RateLimit] = [:]
  /// The limits of each address, which a whole class may share: right codes count against `joinLimits`, wrong ones against
  /// `guessLimits`.
  var joinLimits = RateLimits(joinRate)
  var guessLimits = RateLimits(guessRate)
  let now: @Sendable () -> Double
  /// A statement that takes longer than this many seconds lets the others go first.
  private(set) var longStatement = 0.1

  /// How fast one address may join with the right code, and how fast it may send wrong ones.
  static let joinRate = RateLimit(perSecond: 60, burst: 600)
  static let guessRate = RateLimit(perSecond: 2, burst: 60)
  /// How fast a student may send statements and votes, and ask for completions.
  static let statementRate = RateLimit(perSecond: 10, burst: 10)
  static let completionRate = RateLimit(perSecond: 20, burst: 20)
  /// The most bytes of output that are kept of a student, for a page that is loaded again.
  static let outputLimit = 48_000
  /// The most students whose attempts the teacher's page shows, and the most inputs of each.
  static let attemptLimit = 100
  static let attemptLines = 6
  /// The most browsers that have the teacher's page, that watch the board with its key, and that watch it without.
  static let watcherLimit = 60
  /// The most pages that a student can have open.
  static let pagesOfStudent = 4

  package init(
    session: ClassSession, facts: ClassFacts, journal: ClassJournal?,
    threads: Int = max(2, ProcessInfo.processInfo.activeProcessorCount - 1),
    now: @escaping @Sendable () -> Double = WebServer.now, makeInterpreter: @escaping InterpreterMaker
  ) {
    self.session = session
    self.facts = facts
    self.journal = journal
    self.makeInterpreter = makeInterpreter
    self.now = now
    workers = StatementWorkers(threads: threads)
    screens = ClassScreens(lesson: session.lesson, makeInterpreter: makeInterpreter)
    board = Board(showsJoin: session.place == ClassPlace(step: 0, screen: 0) && session.students.isEmpty)
    lessonBegan = board.showsJoin ? nil : now()
    firstStep = session.place.step
  }

  func yieldLongStatements(after seconds: Double) { longStatement = seconds }

  package func onEnd(_ body: @escaping @Sendable () -> Void) { whenOver = body }

  package var snapshot: ClassSession { session }

  /// Takes the ideas of the course, which are read while the first browsers come.
  package func learn(_ ideas: IdeaList) {
    ideaSentences = ideas.sentences
    change(.ideas)
  }

  // MARK: Changes

  /// Applies an event, and returns when it is on the disk.
  ///
  /// If the disk refuses, the class is again what it was before the first event that is not on the disk, and stays so.
  func record(_ event: ClassEvent) async throws {
    guard problem == nil else { throw AtomicFile.Failure(reason: problem ?? "") }
    let before = session
    try session.apply(event)
    guard let journal else { return }
    let number = journal.append(event)
    do { try await journal.flushed(number) } catch {
      problem = (error as? AtomicFile.Failure)?.reason ?? "the disk refuses"
      // Several can fail together, and hear of it in any order.
      if number < firstFailure {
        firstFailure = number
        session = before
      }
      change(
        ClassPart.all(for: .teacher) + [.room(hasCode: false)] + session.students.keys.map { .me($0) })
      throw error
    }
  }

  /// Applies an event that no one waits for.
  func note(_ event: ClassEvent) {
    guard problem == nil, (try? session.apply(event)) != nil else { return }
    journal?.append(event)
  }

  /// Marks parts as changed, and wakes the browsers that show them.
  func change(_ parts: ClassPart...) { change(parts) }

  func change(_ parts: [ClassPart]) {
    version += 1
    for part in parts {
      versions[part] = version
      cache[part] = nil
    }
    for subscriber in subscribers.values where parts.contains(where: { $0.isFor(subscriber.audience) }) {
      subscriber.wake.yield()
    }
  }

  // MARK: Listeners

  /// Adds a browser; nil if there are too many of its kind.
  func connect(_ audience: Listener.Audience, lastEventID: String?) -> Listener? {
    // Each kind has its own limit: anyone may open a board, and boards must not lock the teacher out.
    let limit = if case .student = audience { Self.pagesOfStudent } else { Self.watcherLimit }
    guard subscribers.values.count(where: { $0.audience == audience }) < limit else { return nil }
    subscriberNumber += 1
    var last = 0
    if let parts = lastEventID?.split(separator: "-"), parts.count == 2, parts[0] == facts.start,
      let number = Int(parts[1]), number <= version
    {
      last = number
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    subscribers[subscriberNumber] = Subscriber(audience: audience, wakes: stream, wake: continuation)
    if case .student = audience { change(.people, .count) }
    return Listener(audience: audience, number: subscriberNumber, lastEvent: last)
  }

  func wakes(of listener: Int) -> AsyncStream<Void> {
    subscribers[listener]?.wakes ?? AsyncStream { $0.finish() }
  }

  func disconnect(_ listener: Listener) {
    subscribers.removeValue(forKey: listener.number)?.wake.finish()
    if case .student = listener.audience { change(.people, .count) }
  }

  /// Ends the listening of a student's browsers after the event that they have not had yet.
  func finish(_ student: Int) {
    for subscriber in subscribers.values where subscriber.audience == .student(student) { subscriber.wake.finish() }
  }

  /// Wakes every listener, so that those that have heard nothing for long get a sign of life.
  func beat() { for subscriber in subscribers.values { subscriber.wake.yield() } }

  /// The number of browsers that listen.
  var listenerCount: Int { subscribers.count }

  func pages(of student: Int) -> Int { subscribers.values.count { $0.audience == .student(student) } }

  /// The students with an open page.
  var studentsHere: Set<Int> {
    Set(subscribers.values.compactMap { if case .student(let student) = $0.audience { student } else { nil } })
  }

  /// The students without an open page who have neither answered nor typed anything: someone may have joined many times.
  var idleStudents: Set<Int> {
    let active = session.ballots.values.reduce(into: studentsHere) { found, ballot in
      for round in ballot.rounds { found.formUnion(round.keys) }
    }
    return Set(session.students.filter { $0.value.inputs == 0 && !active.contains($0.key) }.keys)
  }

  nonisolated func eventID(_ version: Int) -> String { "\(facts.start)-\(version)" }

  /// The parts that have changed since an event, as the text of a JSON object; nil if none has.
  func message(for listener: Listener, since last: Int) -> (version: Int, data: String)? {
    var parts = ClassPart.all(for: listener.audience).filter { versions[$0, default: 1] > last }
    // To one who was removed, only that.
    if case .student(let student) = listener.audience, session.students[student] == nil { parts = [.me(student)] }
    guard !parts.isEmpty else { return nil }
    let members = parts.map { part in "\"\(part.name)\":\(text(of: part))" }
    return (version, "{" + members.joined(separator: ",") + "}")
  }

  private func text(of part: ClassPart) -> String {
    if let known = cache[part] { return known }
    var bytes: [UInt8] = []
    json(of: part).write(to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    switch part {
    // What belongs to one student is read once, by one browser; the clock goes on.
    case .me, .notes: break
    case .screen, .graph, .vote, .count, .spot, .room, .people, .barred, .tally, .ideas, .attempts: cache[part] = text
    }
    return text
  }
}
