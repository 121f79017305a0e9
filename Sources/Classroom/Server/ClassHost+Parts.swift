import Courses
import Diagnostics
import JSON
import ModelInterchange
import Pages
import Shell
import WorkbookLanguage

// The parts of the pages, as JSON.
extension ClassHost {
  func json(of part: ClassPart) -> JSONValue {
    switch part {
    case .screen: screenPart()
    case .graph: graphPart()
    case .vote: votePart()
    case .count: countPart()
    case .spot: board.spot ?? .null
    case .room(let hasCode): roomPart(hasCode: hasCode)
    case .notes: notesPart()
    case .people: peoplePart()
    case .barred:
      .array(session.barredNames.map { JSONValue([("student", number($0.student)), ("name", .string($0.name))]) })
    case .tally: tallyPart()
    case .ideas: ideasPart()
    case .attempts: attemptsPart()
    case .me(let student): myPart(student)
    }
  }

  private func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  private func screenPart() -> JSONValue {
    let screen = screens.screen(at: session.place)
    let count = screens.count(ofStep: session.place.step)
    return JSONValue([
      ("lesson", .string(session.lesson.title)), ("step", number(session.place.step)),
      ("steps", number(session.lesson.steps.count)), ("title", .string(title(of: screen))),
      ("screen", number(min(session.place.screen, count - 1))), ("screens", number(count)),
      ("kind", .string(screen.kind.rawValue)), ("html", .string(screen.html(words: session.lesson.words).text)),
      ("recalled", .string(screens.recalled(at: session.place).text)),
    ])
  }

  private func title(of screen: LessonScreen) -> String {
    let steps = session.lesson.steps
    return screen.isIntroduction || !steps.indices.contains(screen.step)
      ? session.lesson.title : steps[screen.step].title
  }

  /// The screens of the lesson before the one that is shown, by step.
  func earlierScreens() -> JSONValue {
    let place = session.place
    if let known = earlier, known.place == place { return known.screens }
    let steps = (0...place.step).compactMap { step -> JSONValue? in
      let count = step == place.step ? place.screen : screens.count(ofStep: step)
      guard count > 0, session.lesson.steps.indices.contains(step) else { return nil }
      var html: HTML = ""
      for number in 0..<count {
        let screen = screens.screen(at: ClassPlace(step: step, screen: number))
        html += screen.html(prefix: "earlier-\(step)-\(number)-", words: session.lesson.words)
      }
      return JSONValue([
        ("title", .string("\(step + 1) \(session.lesson.steps[step].title)")), ("html", .string(html.text)),
      ])
    }
    earlier = (place, .array(steps))
    return .array(steps)
  }

  private func graphPart() -> JSONValue {
    guard let interpreter = screens.player(at: session.place)?.interpreter else { return .null }
    let picture = interpreter.picture
    let isShown = screens.screen(at: session.place).isAbout(picture, of: interpreter.context.model)
    return JSONValue([
      ("objects", picture), ("shown", .boolean(isShown)),
      ("diagram", .string(HTML.diagram(Diagram(interpreter.context.model), session.lesson.words).text)),
    ])
  }

  private func votePart() -> JSONValue {
    guard let (place, question) = screens.question(at: session.place) else { return .null }
    let prediction = question.prediction
    let ballot = session.ballots[place]
    let isShown = ballot.map { $0.phase != .open } ?? false
    let isRevealed = ballot?.phase == .revealed
    var members: [(String, JSONValue)] = [
      ("step", number(place.step)), ("question", number(place.number)),
      ("state", .string(ballot?.phase.rawValue ?? "waiting")), ("round", number(ballot?.round ?? 0)),
      ("several", .boolean(prediction.allowsSeveral)), ("locked", .boolean(promptsAreLocked)),
    ]
    switch prediction.answer {
    case .choices(let choices):
      members.append(("choices", .array(choices.map { .string(LessonHTML.text(of: $0).text) })))
      if isRevealed {
        members.append(("right", .array(choices.map { .boolean($0.isRight) })))
        members.append(
          ("remarks", .array(choices.map { .string($0.remark.map { MarkdownHTML.inlineCode($0).text } ?? "") })))
      }
    case .expression:
      members.append(("digits", .boolean(question.answer.actual?.isTypedWithDigits == true)))
      if isRevealed, let actual = question.answer.actual {
        members.append(("answer", .string(actual.textOfAnswer)))
      }
    }
    // Whoever is right has no one to convince.
    let isDisputed = ballot?.rounds.last?.values.contains { !$0.isRight } == true
    if isShown, let ballot {
      members += [("discuss", .boolean(isDisputed)), ("given", number(ballot.count(inRound: ballot.round)))]
    }
    // Students who see what most chose stop thinking: before a second round the teacher decides.
    let isUndecided = isDisputed && ballot?.phase == .closed && ballot?.round == 0
    if isShown, let ballot, !isUndecided || board.showsResults {
      members.append(("rounds", rounds(of: ballot, prediction, marksRight: isRevealed)))
    }
    return JSONValue(members)
  }

  /// The author's remark on a typed value, as a member of what the pages read.
  private func remark(_ text: String?) -> [(String, JSONValue)] {
    text.map { [("remark", .string(MarkdownHTML.inlineCode($0).text))] } ?? []
  }

  /// The results of both rounds. Of typed values, both have the same ones, in the same order.
  private func rounds(of ballot: Ballot, _ prediction: Prediction, marksRight: Bool) -> JSONValue {
    // The order gives nothing away on the teacher's page either, which may be mirrored.
    let values = ballot.values(rightFirst: ballot.phase == .revealed)
    let shown = values.prefix(8)
    let unknown = session.lesson.words(.iDoNotKnow)
    return .array(
      ballot.rounds.indices.map { round in
        switch prediction.answer {
        case .choices(let choices):
          return JSONValue([
            ("answers", number(ballot.count(inRound: round))),
            ("counts", .array(ballot.tally(ofRound: round, choices: choices.count).map(number))),
          ])
        case .expression:
          let listed = shown.map { value, counts, isRight in
            JSONValue(
              [("value", .string(value)), ("count", number(counts[round]))]
                // Who does not know the answer has not given a wrong one.
                + (marksRight && value != unknown
                  ? [("right", .boolean(isRight))] + remark(prediction.remark(onValue: value)) : []))
          }
          return JSONValue([
            ("answers", number(ballot.count(inRound: round))), ("values", .array(listed)),
            ("others", number(values.count - shown.count)),
          ])
        }
      })
  }

  private func countPart() -> JSONValue {
    let here = studentsHere
    var members = [("here", number(here.count)), ("joined", number(session.students.count))]
    if let (place, _) = screens.question(at: session.place) {
      let answered = Set(session.ballots[place]?.rounds.last?.keys.map { $0 } ?? [])
      members += [
        ("answered", number(answered.count)), ("of", number(answered.union(couldAnswer(at: place)).count)),
      ]
    } else if screens.screen(at: session.place).kind == .task {
      let step = session.place.step
      let solved = Set(session.students.filter { $0.value.solved.contains(step) }.keys)
      members += [("solved", number(solved.count)), ("of", number(solved.union(here).count))]
    }
    return JSONValue(members)
  }

  /// The students who can answer a question or, once it is closed, could: whoever left or came later does not count.
  private func couldAnswer(at place: QuestionPlace) -> Set<Int> {
    guard let ballot = session.ballots[place], ballot.phase != .open, let present = ballot.present else {
      return studentsHere
    }
    return present.filter { session.students[$0] != nil }
  }

  private func roomPart(hasCode: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("lesson", .string(session.lesson.title)), ("number", number(session.lesson.number)),
      ("over", .boolean(session.isOver)), ("stopped", .boolean(isStopped)),
      ("locked", .boolean(!session.admitsNewcomers)), ("problem", .optional(problem)),
      ("book", .optional(session.isOver ? facts.lessonInBook : nil)),
    ]
    members += [
      ("showsJoin", .boolean(board.showsJoin)), ("enlarged", .boolean(board.enlarges)),
      ("blank", .boolean(board.isBlank && !session.isOver && !isStopped)),
    ]
    if hasCode {
      members += [
        ("address", .string(facts.address)), ("code", .string(facts.code)),
        ("picture", .string(facts.isLocal ? "" : QRCode(facts.joinAddress)?.svg ?? "")),
        ("local", .boolean(facts.isLocal)),
      ]
    }
    return JSONValue(members)
  }

  /// Whether the step has a question whose answer the class has not seen, on this screen or later, or its task is still to be
  /// done: the author's notes may say it.
  private var hasPointAhead: Bool {
    let place = session.place
    return (place.screen..<screens.count(ofStep: place.step)).contains { number in
      let place = ClassPlace(step: place.step, screen: number)
      if let question = screens.question(at: place)?.place { return session.ballots[question]?.phase != .revealed }
      return screens.screen(at: place).kind == .task
    }
  }

  private func notesPart() -> JSONValue {
    let steps = session.lesson.steps
    let step = steps.isEmpty ? nil : steps[session.place.step]
    let words = session.lesson.words
    let text = { (notes: [MarkdownDocument]) in notes.html { MarkdownHTML(words).html($0) }.text }
    var next: HTML = ""
    var title = ""
    if let place = screens.place(1, from: session.place) {
      let screen = screens.screen(at: place)
      title = self.title(of: screen)
      next = screen.html(prefix: "next-", words: session.lesson.words)
      if case .choices(let choices)? = screen.question?.prediction.answer {
        next += "<ol>\(choices.html { "<li>\(LessonHTML.text(of: $0))</li>" })</ol>"
      }
    }
    var members: [(String, JSONValue)] = [
      ("notesAhead", .string(text(step?.notesAhead ?? []))), ("notes", .string(text(step?.notesAfterwards ?? []))),
      ("next", .string(next.text)),
      ("nextTitle", .string(title)), ("ahead", .boolean(hasPointAhead)),
      ("interrupted", .array(facts.interrupted.map(JSONValue.string))),
      ("steps", .array(steps.map { .string($0.title) })),
      ("minutes", .array(steps.map { $0.plannedMinutes.map(number) ?? .null })),
      ("stops", .array(steps.map { .boolean($0.endsPart) })),
    ]
    // The minutes of the steps since the lesson began today, this one included; none if a step has no number.
    let planned = steps.prefix(session.place.step + 1).dropFirst(firstStep).map(\.plannedMinutes)
    members += [
      ("first", number(firstStep)), ("seconds", lessonBegan.map { number(Int(now() - $0)) } ?? .null),
      ("planned", planned.contains(nil) || planned.isEmpty ? .null : number(planned.reduce(0) { $0 + ($1 ?? 0) })),
    ]
    if let journal { members.append(("report", .string(ClassSetup.reportName(journal)))) }
    if screens.screen(at: session.place).kind == .task {
      let solutions = steps[session.place.step].solutions
      members.append(("solution", .string(solutions.html { MarkdownHTML.code($0.text) }.text)))
    }
    return JSONValue(members)
  }

  private func peoplePart() -> JSONValue {
    let (here, idle) = (studentsHere, idleStudents)
    let answers = screens.question(at: session.place).flatMap { session.ballots[$0.place]?.rounds.last } ?? [:]
    let step = session.place.step
    return .array(
      session.students.keys.sorted().map { student in
        let record = session.students[student]
        return JSONValue(
          [
            ("student", number(student)), ("name", .string(record?.name ?? "")),
            ("here", .boolean(here.contains(student))), ("answered", .boolean(answers[student] != nil)),
            ("right", answers[student].map { .boolean($0.isRight) } ?? .null),
            ("solved", .boolean(record?.solved.contains(step) == true)), ("inputs", number(record?.inputs ?? 0)),
            ("idle", .boolean(idle.contains(student))),
          ] + progress(of: student))
      })
  }

  /// A student's progress on the screen: how many checks hold and of how many, how many inputs failed and why the last one did,
  /// and how many hints the student asked for.
  func progress(of student: Int) -> [(String, JSONValue)] {
    guard let mine = personal[student], mine.place == session.place else { return [] }
    return Self.checks(of: mine.progress) + [("failures", number(mine.failures)), ("problem", .optional(mine.problem))]
      + [
        ("statements", number(mine.statements)), ("hints", number(mine.hints)),
        ("wantsSolution", .boolean(mine.wantsSolution)),
      ]
  }

  /// How many checks of a task hold, of how many.
  static func checks(of progress: TaskProgress?) -> [(String, JSONValue)] {
    func count(_ held: [Bool]?) -> JSONValue { held.map { .integer(Int64($0.count)) } ?? .null }
    return [("held", count(progress?.held.filter(\.self))), ("checks", count(progress?.held))]
  }

  private func tallyPart() -> JSONValue {
    guard let (place, question) = screens.question(at: session.place) else { return .null }
    let prediction = question.prediction
    var members: [(String, JSONValue)] = [("state", .string(session.ballots[place]?.phase.rawValue ?? "waiting"))]
    if case .choices(let choices) = prediction.answer {
      members += [
        ("choices", .array(choices.map { .string(LessonHTML.text(of: $0).text) })),
        ("right", .array(choices.map { .boolean($0.isRight) })),
        ("remarks", .array(choices.map { .string($0.remark.map { MarkdownHTML.inlineCode($0).text } ?? "") })),
      ]
    } else if let actual = question.answer.actual {
      members.append(("answer", .string(actual.textOfAnswer)))
    }
    if let ballot = session.ballots[place] {
      members.append(("rounds", rounds(of: ballot, prediction, marksRight: true)))
      members.append(
        ("refused", number(refused[place, default: []].subtracting(ballot.rounds.last?.keys.map { $0 } ?? []).count)))
    }
    return JSONValue(members)
  }

  private func ideasPart() -> JSONValue {
    .array(
      session.misconceptions(sentences: ideaSentences).prefix(20).map { misconception in
        JSONValue([
          ("step", number(misconception.step)), ("text", .string(MarkdownHTML.inlineCode(misconception.text).text)),
          ("question", .string(misconception.question.map { MarkdownHTML.inlineCode($0).text } ?? "")),
          ("remark", .string(misconception.remark.map { MarkdownHTML.inlineCode($0).text } ?? "")),
          ("count", number(misconception.count)), ("of", number(misconception.total)),
          ("rounds", .array(misconception.rounds.map { .array([number($0.count), number($0.total)]) })),
          ("ideas", .array(misconception.ideas.map(JSONValue.string))),
        ])
      })
  }

  private func myPart(_ student: Int) -> JSONValue {
    guard let record = session.students[student] else {
      return JSONValue([("removed", .boolean(true)), ("barred", .boolean(session.isBarred(student)))])
    }
    var members: [(String, JSONValue)] = [
      ("name", .string(record.name)), ("namesake", .boolean(session.hasNamesake(student))),
      ("solved", .boolean(record.solved.contains(session.place.step))),
    ]
    if let (place, _) = screens.question(at: session.place), let ballot = session.ballots[place] {
      let answers = ballot.rounds.map { round -> JSONValue in
        guard let answer = round[student] else { return .null }
        return JSONValue([
          ("choices", .array(answer.choices.map(number))), ("value", .optional(answer.value)),
          ("unknown", .boolean(answer.isUnknown)),
          ("right", ballot.phase == .revealed ? .boolean(answer.isRight) : .null),
        ])
      }
      members.append(("answers", .array(answers)))
    }
    if let mine = personal[student], mine.place == session.place {
      members +=
        [
          ("output", .array(mine.output.map(JSONValue.string))), ("graph", mine.graph),
          ("diagram", .optional(mine.diagram)),
        ] + Self.checks(of: mine.progress)
    }
    return JSONValue(members)
  }
}
