import Courses
import Diagnostics
import JSON
import Pages
import Support
import WorkbookLanguage

// What students may do.
extension ClassHost {
  /// Lets a student in.
  /// - Returns: the secret for the student's browser, or why not.
  package func join(_ name: String, code: String, peer: String) async -> Result<String, WebProblem> {
    let tooMany = WebProblem(429, "too many attempts from your network: wait a minute, and try again")
    guard guessLimits.isOpen(peer, at: now()) else { return .failure(tooMany) }
    guard Secret.matches(code.lowercased().filter { !$0.isWhitespace }, facts.code) else {
      _ = guessLimits.allows(peer, at: now())
      return .failure(WebProblem(403, "this is not the code of the class: it is on the board"))
    }
    guard joinLimits.allows(peer, at: now()) else { return .failure(tooMany) }
    var name = name
    if let roster = facts.roster {
      guard let listed = roster.name(of: name).flatMap(ClassSession.name) else {
        return .failure(WebProblem(403, "this id is not on the list of the course"))
      }
      name = listed
      // A student who has lost the browser goes on; one who is here is not replaced.
      if let (number, known) = session.students.first(where: { $0.value.name == listed }) {
        guard !studentsHere.contains(number) else {
          return .failure(
            WebProblem(409, "someone with this id is in the class already: if that is not you, tell your teacher"))
        }
        return .success(known.token)
      }
    }
    guard ClassSession.name(from: name) != nil else { return .failure(WebProblem(400, ClassRefusal.noName.words)) }
    let token = Secret.make()
    do {
      try await record(.joined(student: session.nextStudent, name: name, token: token))
    } catch { return .failure(WebProblem(error)) }
    change(.people, .count)
    return .success(token)
  }

  package func student(withToken token: String?) -> Int? { token.flatMap { session.student(withToken: $0) } }

  /// Why a browser has no student.
  func refusal(ofToken token: String?) -> ClassRefusal {
    guard let token else { return .unknownStudent }
    return session.isBarred(token: token) ? .isBarred : session.wasRemoved(token: token) ? .wasRemoved : .unknownStudent
  }

  /// Takes a vote.
  ///
  /// The browser says for which question and round it is: a vote that comes late, or again, counts for nothing else.
  func vote(_ body: JSONValue, of student: Int) async -> WebResponse {
    guard allowsStatement(of: student) else { return .refusal(429, "that was too fast: wait a moment") }
    func number(_ key: String) -> Int? { body[key]?.whole.flatMap { Int(exactly: $0) } }
    guard let step = number("step"), let place = number("question"), let round = number("round") else {
      return .refusal(400, "this is no vote")
    }
    let question = QuestionPlace(step: step, number: place)
    guard let prediction = session.prediction(at: question) else { return .refusal(400, ClassRefusal.noQuestion.words) }
    let answer: Ballot.Answer
    switch prediction.answer {
    case .choices:
      let choices = body["choices"]?.elements?.compactMap { $0.whole.flatMap { Int(exactly: $0) } } ?? []
      guard !choices.isEmpty else { return .refusal(400, "tick at least one answer") }
      let sorted = Set(choices).sorted()
      answer = Ballot.Answer(choices: sorted, isRight: prediction.isRight(sorted))
    case .expression where body["unknown"] == .boolean(true):
      answer = .unknown(session.lesson.words(.iDoNotKnow))
    case .expression:
      guard let text = body["value"]?.text?.trimmed, !text.isEmpty, text.utf16.count <= ClassSession.answerLimit
      else {
        return .refusal(400, "type a value, of at most \(ClassSession.answerLimit) characters")
      }
      guard session.ballots[question]?.phase == .open else { return .refusal(409, ClassRefusal.votingIsClosed.words) }
      let judge = Transfer(screens.judge(at: session.place))
      guard answering.insert(student).inserted else { return .refusal(429, "your last answer is still being read") }
      defer { answering.remove(student) }
      let judged = await workers.run { _ in judge.take()?.judge(text) }
      switch judged {
      case .success(let result)?:
        let value = result.predicted?.textOfAnswer ?? text
        answer = Ballot.Answer(value: value, isRight: result.isRight)
      case .failure(let problem)?:
        refused[question, default: []].insert(student)
        change(.tally)
        let isNumber = screens.question(at: session.place)?.question.answer.actual?.isTypedWithDigits == true
        return .refusal(400, problem.message + (isNumber ? ": type one such as 12" : ""))
      case nil: return .refusal(409, ClassRefusal.noQuestion.words)
      }
    }
    do {
      try await record(.voted(student: student, question, round: round, answer))
    } catch { return WebProblem(error).response }
    refused[question]?.remove(student)
    change(.count, .people, .tally, .ideas, .me(student))
    return .json(JSONValue([("kept", .boolean(true))]))
  }

  /// Whether students cannot type now: a question is shown whose answer is not, so that no one looks it up.
  var promptsAreLocked: Bool {
    guard facts.locksPrompts, let (place, _) = screens.question(at: session.place) else { return false }
    return session.ballots[place]?.phase != .revealed
  }

  func allowsStatement(of student: Int) -> Bool {
    statementLimits[student, default: Self.statementRate].allows(at: now())
  }

  /// Runs an input on the student's own copy of the graph.
  func run(_ text: String, of student: Int, width: Int) async -> WebResponse {
    guard !session.isOver else { return .refusal(409, ClassRefusal.hasEnded.words) }
    if promptsAreLocked { return .refusal(423, "the prompts are locked until the answer to the question is shown") }
    let text = TypographicCharacters(in: text).plain
    guard text.utf8.count <= ClassSession.statementLimit else {
      return .refusal(413, "this is too long: an input has at most \(ClassSession.statementLimit / 1_024) KB")
    }
    guard allowsStatement(of: student) else {
      return .refusal(429, "at most \(Int(Self.statementRate.rate)) statements a second: wait a moment")
    }
    guard busy.insert(student).inserted else { return .refusal(429, "your last statement is still running") }
    defer { busy.remove(student) }
    let pause = min(nextTurns[student, default: 0] - now(), Self.longestPause)
    if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
    let place = session.place
    guard let desk = await desk(of: student) else { return .refusal(409, "there is no graph here") }
    let (answer, seconds) = await workers.run { turn in
      (desk.run(text, width: width, in: turn), turn.secondsUsed)
    }
    nextTurns[student] = seconds > longStatement ? now() + seconds : nil
    if answer.isUnfinished { return .json(JSONValue([("unfinished", .boolean(true))])) }
    let isKept = !answer.isRefused && !answer.isCommand && session.keeps(text, of: student, at: place)
    note(.ran(student: student, at: place, text: isKept ? text : nil))
    var changed: [ClassPart] = [.people, .attempts]
    if answer.isSolved {
      note(.solved(student: student, step: place.step))
      changed += [.count, .ideas]
    }
    if let advice = answer.progress.map({ ($0.advice ?? "").limited(toBytes: ClassSession.adviceLimit) }),
      session.keeps(advice: advice, of: student, step: place.step)
    {
      note(.advised(student: student, step: place.step, advice: advice))
      changed.append(.ideas)
    }
    // The teacher may have gone on meanwhile.
    if desks[student] === desk { keep(answer, typed: text, of: student, at: place, isKept: isKept) }
    change(changed)
    return .json(
      JSONValue(
        [
          ("output", .string(answer.output.text)), ("graph", answer.graph), ("diagram", .optional(answer.diagram)),
          ("solved", .boolean(answer.isSolved)),
        ] + Self.checks(of: answer.progress)))
  }

  /// The most seconds that a statement waits for the one before.
  static let longestPause = 2.0

  /// The student's desk at the screen that is shown. What the student has typed there before is run again.
  ///
  /// There is never more than one desk of a student for a screen, however many requests ask for it at the same time.
  func desk(of student: Int) async -> StudentSession? {
    let place = session.place
    if let known = desks[student], known.place == place { return known }
    if let known = desksInWork[student], known.place == place { return await known.task.value }
    guard let player = screens.player(at: place) else { return nil }
    let transfer = Transfer(player.student(StudentSession.budget))
    let typed = session.students[student]?.typed[place] ?? []
    let (make, workers, control, now) = (makeInterpreter, workers, DeskControl(), now)
    let task = Task {
      let (desk, answers) = await workers.run { turn in
        let desk = StudentSession(transfer.take(), at: place, control, makeInterpreter: make)
        return (desk, desk.replay(typed, in: turn, now: now))
      }
      // The teacher may have gone on meanwhile.
      guard desksInWork[student]?.control === control else { return desk }
      desksInWork[student] = nil
      desks[student] = desk
      for (text, answer) in zip(typed, answers) { keep(answer, typed: text, of: student, at: place) }
      if !answers.isEmpty { change(.people, .attempts, .me(student)) }
      return desk
    }
    desksInWork[student] = (place, control, task)
    return await task.value
  }

  /// Brings back what students have typed on the screen that is shown, after the class has come back to it or has been
  /// resumed: their results, their graphs, and how far they are.
  package func restoreWork() {
    for (student, record) in session.students {
      guard personal[student] == nil, record.typed[session.place]?.isEmpty == false else { continue }
      Task { _ = await desk(of: student) }
    }
  }

  private func keep(
    _ answer: StudentSession.Answer, typed text: String, of student: Int, at place: ClassPlace, isKept: Bool = true
  ) {
    var mine = personal[student] ?? Personal(place: place)
    if mine.place != place { mine = Personal(place: place) }
    let typed = HTML.entry(text, answer.output)
    mine.output.append(typed.text)
    mine.outputBytes += typed.text.utf8.count
    while mine.outputBytes > Self.outputLimit, mine.output.count > 1 {
      mine.outputBytes -= mine.output.removeFirst().utf8.count
    }
    mine.graph = answer.graph
    mine.progress = answer.progress
    mine.hints = answer.hints
    mine.wantsSolution = mine.wantsSolution || answer.wantsSolution
    // A hint does not mend an error.
    if !answer.isCommand {
      mine.statements += 1
      mine.failures += answer.problem == nil ? 0 : 1
      mine.problem = answer.problem
    }
    if isKept { mine.note(text, answer) }
    if let diagram = answer.diagram { mine.diagram = diagram }
    personal[student] = mine
  }

  /// The words that are possible at the cursor.
  func complete(_ text: String, at cursor: Int, of student: Int) async -> WebResponse {
    if promptsAreLocked { return .refusal(423, "nothing to complete") }
    guard completionLimits[student, default: Self.completionRate].allows(at: now()) else {
      return .refusal(429, "that was too fast")
    }
    guard text.utf8.count <= ClassSession.statementLimit, (0...text.utf8.count).contains(cursor),
      !busy.contains(student)
    else {
      return .refusal(400, "nothing to complete")
    }
    guard completing.insert(student).inserted else { return .refusal(429, "that was too fast") }
    defer { completing.remove(student) }
    guard let desk = await desk(of: student) else { return .refusal(409, "there is no graph here") }
    let found = await workers.run { _ in desk.completions(of: text, at: cursor) }
    return .json(found.json)
  }
}

/// A value that one thread hands to another.
///
/// It is Sendable although the value need not be: the value is a copy made for it, which its maker no longer uses, and only
/// the receiver calls ``take()``, once.
struct Transfer<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// The value, for the one who gets it.
  func take() -> sending Value {
    nonisolated(unsafe) let value = value
    return value
  }
}

/// Why a request is refused: a status and a sentence.
package struct WebProblem: Error, Hashable {
  package var status: Int
  package var words: String

  init(_ status: Int, _ words: String) {
    self.status = status
    self.words = words
  }

  init(_ error: any Error) {
    switch error {
    case let refusal as ClassRefusal: self.init(409, refusal.words)
    case let failure as AtomicFile.Failure: self.init(503, "this cannot be kept: \(failure.reason)")
    default: self.init(503, "this cannot be kept")
    }
  }

  var response: WebResponse { .refusal(status, words) }
}
