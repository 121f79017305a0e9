import JSON

// The entries of the journal: one JSON object a line.
extension ClassEvent {
  package var json: JSONValue {
    func entry(_ kind: String, _ members: [(String, JSONValue)]) -> JSONValue {
      JSONValue([("event", .string(kind))] + members)
    }
    func number(_ key: String, _ value: Int) -> (String, JSONValue) { (key, .integer(Int64(value))) }
    func place(_ place: QuestionPlace) -> [(String, JSONValue)] {
      [number("step", place.step), number("question", place.number)]
    }
    func place(_ place: ClassPlace) -> [(String, JSONValue)] {
      [number("step", place.step), number("screen", place.screen)]
    }
    switch self {
    case .joined(let student, let name, let token):
      return entry("join", [number("student", student), ("name", .string(name)), ("token", .string(token))])
    case .removed(let student, let isBarred):
      return entry("remove", [number("student", student)] + (isBarred ? [("barred", .boolean(true))] : []))
    case .readmitted(let student): return entry("readmit", [number("student", student)])
    case .doors(let areOpen): return entry("doors", [("open", .boolean(areOpen))])
    case .renamed(let student, let name):
      return entry("rename", [number("student", student), ("name", .string(name))])
    case .moved(let target): return entry("move", place(target))
    case .opened(let question): return entry("open", place(question))
    case .voted(let student, let question, let round, let answer):
      let given: (String, JSONValue) =
        answer.value.map { ("value", .string($0)) }
        ?? ("choices", .array(answer.choices.map { .integer(Int64($0)) }))
      return entry(
        "vote",
        [number("student", student)] + place(question)
          + [number("round", round), given, ("right", .boolean(answer.isRight))]
          + (answer.isUnknown ? [("unknown", .boolean(true))] : []))
    case .present(let students, let question):
      return entry("present", [("students", .array(students.map { .integer(Int64($0)) }))] + place(question))
    case .closed(let question): return entry("close", place(question))
    case .askedAgain(let question): return entry("again", place(question))
    case .tookBack(let question): return entry("take-back", place(question))
    case .revealed(let question): return entry("reveal", place(question))
    case .ran(let student, let at, let text):
      return entry("run", [number("student", student)] + place(at) + (text.map { [("text", .string($0))] } ?? []))
    case .solved(let student, let step): return entry("solve", [number("student", student), number("step", step)])
    case .advised(let student, let step, let advice):
      return entry("advise", [number("student", student), number("step", step), ("advice", .string(advice))])
    case .ended: return entry("end", [])
    }
  }

  /// Reads an entry; nil for one that this version does not know.
  package init?(_ json: JSONValue) {
    func number(_ key: String) -> Int? { json[key]?.whole.flatMap { Int(exactly: $0) } }
    var question: QuestionPlace? {
      guard let step = number("step"), let place = number("question") else { return nil }
      return QuestionPlace(step: step, number: place)
    }
    var screen: ClassPlace? {
      guard let step = number("step"), let place = number("screen") else { return nil }
      return ClassPlace(step: step, screen: place)
    }
    let student = number("student")
    switch json["event"]?.text {
    case "join":
      guard let student, let name = json["name"]?.text, let token = json["token"]?.text else { return nil }
      self = .joined(student: student, name: name, token: token)
    case "remove":
      guard let student else { return nil }
      self = .removed(student: student, isBarred: json["barred"] == .boolean(true))
    case "readmit":
      guard let student else { return nil }
      self = .readmitted(student: student)
    case "doors":
      guard case .boolean(let areOpen)? = json["open"] else { return nil }
      self = .doors(areOpen: areOpen)
    case "rename":
      guard let student, let name = json["name"]?.text else { return nil }
      self = .renamed(student: student, name: name)
    case "move":
      guard let screen else { return nil }
      self = .moved(to: screen)
    case "open":
      guard let question else { return nil }
      self = .opened(question)
    case "vote":
      guard let student, let question, let round = number("round"), case .boolean(let isRight)? = json["right"] else {
        return nil
      }
      if let value = json["value"]?.text {
        let answer =
          json["unknown"] == .boolean(true)
          ? Ballot.Answer.unknown(value) : Ballot.Answer(value: value, isRight: isRight)
        self = .voted(student: student, question, round: round, answer)
      } else if let choices = json["choices"]?.elements {
        let numbers = choices.compactMap { $0.whole.flatMap { Int(exactly: $0) } }
        guard numbers.count == choices.count else { return nil }
        self = .voted(student: student, question, round: round, Ballot.Answer(choices: numbers, isRight: isRight))
      } else {
        return nil
      }
    case "present":
      guard let question, let students = json["students"]?.elements else { return nil }
      self = .present(students.compactMap { $0.whole.flatMap { Int(exactly: $0) } }, question)
    case "close":
      guard let question else { return nil }
      self = .closed(question)
    case "again":
      guard let question else { return nil }
      self = .askedAgain(question)
    case "take-back":
      guard let question else { return nil }
      self = .tookBack(question)
    case "reveal":
      guard let question else { return nil }
      self = .revealed(question)
    case "run":
      guard let student, let screen else { return nil }
      self = .ran(student: student, at: screen, text: json["text"]?.text)
    case "solve":
      guard let student, let step = number("step") else { return nil }
      self = .solved(student: student, step: step)
    case "advise":
      guard let student, let step = number("step"), let advice = json["advice"]?.text else { return nil }
      self = .advised(student: student, step: step, advice: advice)
    case "end": self = .ended
    default: return nil
    }
  }
}
