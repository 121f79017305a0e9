/// A part of what the pages show. Each has the number of the event that changed it last, so that a browser that was away
/// gets exactly the parts that it has missed.
enum ClassPart: Hashable {
  case screen
  /// The model and the objects of the lesson, as they are after the screen.
  case graph
  /// The question, and its results once the vote is closed.
  case vote
  /// How many have answered or done the task.
  case count
  /// A student's attempt that is shown to all.
  case spot
  case room(hasCode: Bool)
  case notes
  case people
  /// The students whom the teacher can let in again.
  case barred
  /// The results of a vote that is open.
  case tally
  case ideas
  case attempts
  /// A student's own answers and graph.
  case me(Int)

  /// The key in the event.
  var name: String {
    switch self {
    case .screen: "screen"
    case .graph: "graph"
    case .vote: "vote"
    case .count: "count"
    case .spot: "spot"
    case .room: "room"
    case .notes: "notes"
    case .people: "people"
    case .barred: "barred"
    case .tally: "tally"
    case .ideas: "ideas"
    case .attempts: "attempts"
    case .me: "me"
    }
  }

  /// Whether an audience sees the part.
  func isFor(_ audience: Listener.Audience) -> Bool {
    switch (self, audience) {
    case (.screen, _), (.graph, _), (.vote, _), (.spot, _): true
    case (.count, .board), (.count, .teacher): true
    case (.room(let hasCode), .board(let hasKey)): hasCode == hasKey
    case (.room(let hasCode), .teacher): hasCode
    case (.room(let hasCode), .student): !hasCode
    case (.notes, .teacher), (.people, .teacher), (.barred, .teacher), (.tally, .teacher), (.ideas, .teacher),
      (.attempts, .teacher):
      true
    case (.me(let owner), .student(let student)): owner == student
    case (.count, .student), (.me, _), (.notes, _), (.people, _), (.barred, _), (.tally, _), (.ideas, _),
      (.attempts, _):
      false
    }
  }

  /// The parts of an audience, in the order in which a page needs them.
  static func all(for audience: Listener.Audience) -> [ClassPart] {
    var parts: [ClassPart] = [
      .room(hasCode: false), .room(hasCode: true), .screen, .graph, .vote, .count, .spot, .notes, .people, .barred,
      .tally,
      .ideas, .attempts,
    ]
    if case .student(let student) = audience { parts.append(.me(student)) }
    return parts.filter { $0.isFor(audience) }
  }
}
