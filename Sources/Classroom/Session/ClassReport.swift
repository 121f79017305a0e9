import Courses
import Grading
import JSON

/// The report on a class: votes in both rounds, tasks and ideas, by question and by student.
package struct ClassReport: Sendable {
  package let session: ClassSession
  package let day: String
  /// Whether names are left out.
  package let isAnonymous: Bool
  /// The ideas of the course, by id.
  package let sentences: [String: String]

  package init(_ session: ClassSession, day: String, isAnonymous: Bool, sentences: [String: String] = [:]) {
    self.session = session
    self.day = day
    self.isAnonymous = isAnonymous
    self.sentences = sentences
  }

  /// The name of the files, without an ending: `class-delete-rules-2026-01-15`.
  package var fileName: String { "class-\(session.lesson.slug)-\(day)" }

  private var questions: [QuestionPlace] { session.ballots.keys.sorted() }

  /// The steps whose task someone has worked on.
  private var tasks: [Int] {
    let worked = session.students.values.flatMap { Array($0.solved) + $0.typed.keys.map(\.step) }
    return Set(worked).filter { session.lesson.steps[$0].task != nil }.sorted()
  }

  /// The students in the order of the report: without names, that of their random tokens, which says nothing about who
  /// joined before whom, and is the same in every report on the class.
  private var students: [Int] {
    guard isAnonymous else { return session.students.keys.sorted() }
    return session.students.sorted { $0.value.token < $1.value.token }.map(\.key)
  }

  private func name(at index: Int, _ student: Int) -> String {
    guard isAnonymous else { return session.students[student]?.name ?? "" }
    return Student.anonymous(at: index, of: session.students.count).id
  }

  /// A typed answer as it is reported. Without names, only what cannot say who someone is: the right answer, `true`, `false`,
  /// `nil`, and numbers that are too short for a student's.
  private func shown(_ value: String, isRight: Bool) -> String {
    let isHarmless =
      isRight || value.utf8.count <= 5 && Double(value)?.isFinite == true || ["true", "false", "nil"].contains(value)
    return !isAnonymous || isHarmless ? value : "another answer"
  }

  // MARK: JSON

  package var json: JSONValue {
    func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }
    let lesson = session.lesson
    return JSONValue([
      ("version", number(1)), ("lesson", .string(lesson.slug)), ("title", .string(lesson.title)), ("day", .string(day)),
      ("anonymous", .boolean(isAnonymous)),
      ("questions", .array(questions.compactMap(question))),
      (
        "tasks",
        .array(
          tasks.map { step in
            JSONValue([
              ("step", number(step + 1)), ("title", .string(lesson.steps[step].title)),
              ("done", number(session.students.values.count { $0.solved.contains(step) })),
            ])
          })
      ),
      (
        "misconceptions",
        .array(
          session.misconceptions(sentences: sentences) { shown($0, isRight: false) }.map { misconception in
            JSONValue([
              ("step", number(misconception.step + 1)), ("text", .string(misconception.text)),
              ("question", .optional(misconception.question)), ("remark", .optional(misconception.remark)),
              ("students", number(misconception.count)),
              ("inTheLastRound", misconception.left.map(number) ?? .null), ("of", number(misconception.total)),
              ("ideas", .array(misconception.ideas.map(JSONValue.string))),
            ])
          })
      ),
      ("students", .array(students.enumerated().map(student))),
    ])
  }

  private func question(_ place: QuestionPlace) -> JSONValue? {
    guard let prediction = session.prediction(at: place), let ballot = session.ballots[place] else { return nil }
    func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }
    let rounds = ballot.rounds.indices.map { round -> JSONValue in
      var members = [
        ("answers", number(ballot.count(inRound: round))),
        ("right", number(ballot.rounds[round].values.count { $0.isRight })),
      ]
      switch prediction.answer {
      case .choices(let choices):
        members.append(("counts", .array(ballot.tally(ofRound: round, choices: choices.count).map(number))))
      case .expression:
        members.append(
          (
            "values",
            .array(
              values(of: ballot, round: round).map {
                JSONValue([("value", .string($0.value)), ("count", number($0.count))])
              })
          )
        )
      }
      return JSONValue(members)
    }
    var members: [(String, JSONValue)] = [
      ("step", number(place.step + 1)), ("question", number(place.number + 1)),
      ("text", .string(prediction.question.plainText)),
      ("ideas", .array(prediction.practises.map(JSONValue.string))),
    ]
    if case .choices(let choices) = prediction.answer {
      members.append(("choices", .array(choices.map { .string($0.text) })))
    }
    return JSONValue(members + [("rounds", .array(rounds))])
  }

  /// The typed values of a round, those that are not shown counted together.
  private func values(of ballot: Ballot, round: Int) -> [(value: String, count: Int)] {
    var found: [(value: String, count: Int)] = []
    for (value, count, isRight) in ballot.values(ofRound: round) {
      let text = shown(value, isRight: isRight)
      if let place = found.firstIndex(where: { $0.value == text }) {
        found[place].count += count
      } else {
        found.append((text, count))
      }
    }
    return found
  }

  private func student(at index: Int, _ student: Int) -> JSONValue {
    let record = session.students[student]
    let answers = questions.flatMap { place -> [JSONValue] in
      (session.ballots[place]?.rounds ?? []).enumerated().compactMap { round, answers in
        guard let answer = answers[student] else { return nil }
        return JSONValue([
          ("step", .integer(Int64(place.step + 1))), ("question", .integer(Int64(place.number + 1))),
          ("round", .integer(Int64(round + 1))),
          answer.value.map { ("value", .string(shown($0, isRight: answer.isRight))) }
            ?? ("choices", .array(answer.choices.map { .integer(Int64($0 + 1)) })),
          ("right", .boolean(answer.isRight)),
        ])
      }
    }
    return JSONValue([
      ("student", .string(name(at: index, student))), ("answers", .array(answers)),
      ("tasks", .array((record?.solved.sorted() ?? []).map { .integer(Int64($0 + 1)) })),
      ("statements", .integer(Int64(record?.inputs ?? 0))),
    ])
  }

  // MARK: CSV

  /// The table as a file. The byte order mark tells Excel that it is UTF-8.
  package var csvFile: [UInt8] { [0xEF, 0xBB, 0xBF] + Array(csv.utf8) }

  /// A row for each student: a column for each question and round with `right` or `wrong`, one for each task with `done` or,
  /// for a student who typed something in its step, `tried`.
  package var csv: String {
    var columns = [CSV.Cell.plain("student")]
    for place in questions {
      for round in 0..<(session.ballots[place]?.rounds.count ?? 0) {
        columns.append(.plain("step \(place.step + 1) question \(place.number + 1) round \(round + 1)"))
      }
    }
    columns += (tasks.map { "step \($0 + 1) task" } + ["right", "answers", "statements"]).map(CSV.Cell.plain)
    let rows = students.enumerated().map { index, student -> [CSV.Cell] in
      var row = [CSV.Cell.text(name(at: index, student))]
      var (right, given) = (0, 0)
      for place in questions {
        for answers in session.ballots[place]?.rounds ?? [] {
          let answer = answers[student]
          row.append(.plain(answer.map { $0.isRight ? "right" : "wrong" } ?? ""))
          given += answer == nil ? 0 : 1
          right += answer?.isRight == true ? 1 : 0
        }
      }
      let record = session.students[student]
      row += tasks.map { step in
        if record?.solved.contains(step) == true { return .plain("done") }
        return .plain(record?.typed.keys.contains { $0.step == step } == true ? "tried" : "")
      }
      return row + [right, given, record?.inputs ?? 0].map { .plain("\($0)") }
    }
    return ([columns] + rows).map(CSV.row).joined()
  }
}
