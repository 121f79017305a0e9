import Courses
import Diagnostics
import JSON
import Pages
import Shell
import WorkbookLanguage

// What the teacher may do.
extension ClassHost {
  /// Does what a button of the teacher's page says.
  func act(_ body: JSONValue) async -> WebResponse {
    guard let button = body["do"]?.text.flatMap(TeacherButton.init) else { return .refusal(400, "this is no button") }
    do {
      switch button {
      case .next where board.showsJoin: showJoin(false)
      case .next: try await move(to: screens.place(1, from: session.place))
      case .back: try await move(to: screens.place(-1, from: session.place))
      case .jump:
        let step = body["step"]?.whole.flatMap { Int(exactly: $0) } ?? -1
        guard session.lesson.steps.indices.contains(step) else { throw ClassRefusal.unknownPlace }
        try await move(to: ClassPlace(step: step, screen: 0))
      case .open: try await ballot { .opened($0) }
      case .close: try await ballot { .closed($0) }
      case .again:
        let place = screens.question(at: session.place)?.place
        guard place.flatMap({ session.ballots[$0]?.phase }) != .open else { throw ClassRefusal.firstRoundIsOpen }
        try await ballot { .askedAgain($0) }
      case .takeBack: try await ballot { .tookBack($0) }
      case .reveal: try await ballot { .revealed($0) }
      case .results:
        guard let place = screens.question(at: session.place)?.place, session.ballots[place]?.phase == .closed else {
          throw ClassRefusal.noQuestion
        }
        board.showsResults.toggle()
        change(.vote)
      case .show:
        let student = try student(in: body)
        // The page may not have heard yet that this one is done by now, and would have asked.
        let isDone = session.students[student]?.solved.contains(session.place.step) == true
        guard !isDone || body["solved"] != .boolean(false) else { throw ClassRefusal.isDoneByNow }
        try await showAttempt(of: student)
      case .remove: try await remove(student(in: body), isBarred: true)
      case .readmit:
        let student = body["student"]?.whole.flatMap { Int(exactly: $0) } ?? 0
        try await record(.readmitted(student: student))
        change([.barred, .me(student)] + Self.partsOfStudents)
      case .rename:
        let student = try student(in: body)
        try await record(.renamed(student: student, name: body["name"]?.text ?? ""))
        change(.people, .attempts, .me(student))
      case .clear: try await clear(idleStudents)
      case .clearAway: try await clear(Set(session.students.keys).subtracting(studentsHere))
      case .doors:
        try await record(.doors(areOpen: body["locked"] != .boolean(true)))
        change(.room(hasCode: true), .room(hasCode: false))
      case .join:
        showJoin(!board.showsJoin)
      case .enlarge:
        board.enlarges.toggle()
        change(.room(hasCode: true), .room(hasCode: false))
      case .hide:
        (board.spot, board.spotLines) = (nil, [])
        change(.spot, .attempts)
      case .blank: showBlank(!board.isBlank)
      case .stop:
        stop()
        whenOver?()
      case .end:
        try await record(.ended)
        change(ClassPart.all(for: .teacher) + [.room(hasCode: false)])
        whenOver?()
      }
    } catch { return WebProblem(error).response }
    if board.isBlank, button.changesBoard { showBlank(false) }
    return .json(JSONValue([("kept", .boolean(true))]))
  }

  private func showBlank(_ isShown: Bool) {
    board.isBlank = isShown
    change(.room(hasCode: true), .room(hasCode: false))
  }

  /// Tells all pages that the server is about to stop.
  package func stop() {
    isStopped = true
    change(.room(hasCode: true), .room(hasCode: false))
  }

  private func student(in body: JSONValue) throws -> Int {
    guard let student = body["student"]?.whole.flatMap({ Int(exactly: $0) }), session.students[student] != nil else {
      throw ClassRefusal.notHere
    }
    return student
  }

  /// Removes a student, whose browsers get a last event.
  private func remove(_ student: Int, isBarred: Bool) async throws {
    try await record(.removed(student: student, isBarred: isBarred))
    desks[student]?.stop()
    desksInWork[student]?.control.stop()
    (desks[student], desksInWork[student], personal[student]) = (nil, nil, nil)
    change([.barred, .me(student)] + Self.partsOfStudents)
    finish(student)
  }

  private func clear(_ students: Set<Int>) async throws {
    for student in students where session.students[student] != nil { try await remove(student, isBarred: false) }
  }

  /// The parts to which each student adds something.
  private static let partsOfStudents: [ClassPart] = [.people, .count, .vote, .tally, .ideas, .attempts]

  /// The report on the class so far.
  package func report(isAnonymous: Bool) -> ClassReport {
    ClassReport(session, day: facts.day, isAnonymous: isAnonymous, sentences: ideaSentences)
  }

  private func move(to place: ClassPlace?) async throws {
    guard let place else { throw ClassRefusal.lessonIsOver }
    notePresent()
    try await record(.moved(to: place))
    let rooms: [ClassPart] = board.showsJoin || board.enlarges ? [.room(hasCode: true), .room(hasCode: false)] : []
    board = Board(showsJoin: false, isBlank: board.isBlank)
    beginLesson()
    (desks, desksInWork) = ([:], [:])
    personal = [:]
    // The answers of a student are those to the question that is shown.
    change(
      [.screen, .graph, .vote, .count, .spot, .notes, .people, .tally, .ideas, .attempts] + rooms
        + session.students.keys.map { .me($0) })
    restoreWork()
  }

  /// Starts the teacher's clock when the first screen is shown.
  private func beginLesson() {
    guard !board.showsJoin, lessonBegan == nil else { return }
    lessonBegan = now()
    firstStep = session.place.step
    change(.notes)
  }

  private func showJoin(_ isShown: Bool) {
    board.showsJoin = isShown
    beginLesson()
    change(.room(hasCode: true), .room(hasCode: false))
  }

  private func ballot(_ event: (QuestionPlace) -> ClassEvent) async throws {
    guard let question = screens.question(at: session.place)?.place else { throw ClassRefusal.noQuestion }
    // Taking back a round counts no one: no one has answered in it.
    if event(question) != .tookBack(question) { notePresent() }
    try await record(event(question))
    board.showsResults = false
    if board.showsJoin { showJoin(false) }
    change([.vote, .count, .people, .tally, .ideas, .notes] + session.students.keys.map { .me($0) })
  }

  /// Notes who could answer the question that is open, before it is closed.
  private func notePresent() {
    guard let place = screens.question(at: session.place)?.place, session.ballots[place]?.phase == .open else { return }
    note(.present(studentsHere.sorted(), place))
  }

  /// Runs a student's statements on a fresh copy, for all to see, without the name.
  private func showAttempt(of student: Int) async throws {
    let place = session.place
    guard let player = screens.player(at: place), let typed = session.students[student]?.typed[place], !typed.isEmpty
    else {
      throw ClassRefusal.notHere
    }
    // The text that the teacher's page lists comes first. Where it does not end as the attempt did, as a proposal is applied that
    // another statement found, all that was typed is run.
    let mine = personal[student].flatMap { $0.place == place && $0.ending != nil ? $0 : nil }
    let make = makeInterpreter
    var shown = JSONValue.null
    for texts in [mine?.effective, typed].compactMap(\.self) {
      let transfer = Transfer(player.student(StudentSession.budget))
      let (attempt, part) = await workers.run { turn in
        let desk = StudentSession(transfer.take(), at: place, makeInterpreter: make)
        let attempt = desk.attempt(texts, width: 64, in: turn)
        return (
          attempt,
          JSONValue([
            ("html", .string(attempt.html.text)), ("graph", desk.graph(about: texts)),
            ("diagram", .string(desk.model().text)),
          ])
        )
      }
      shown = part
      if attempt.ending == mine?.ending { break }
    }
    guard place == session.place else { return }
    (board.spot, board.spotLines) = (shown, mine?.effective ?? typed)
    change(.spot, .attempts)
  }
}
