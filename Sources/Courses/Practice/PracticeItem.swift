/// Something that a learner got wrong and will be asked again.
package enum PracticeItem: Hashable, Sendable {
  /// A question in a lesson: the lesson's slug, the step, and the question's number in the step, both from 0.
  case question(lesson: String, step: Int, number: Int)
  /// An exercise, by its id.
  case exercise(String)
  /// A kind of drill, by its word; practice asks another drill of that kind.
  case drill(String)

  /// The key in the record: `question/delete-rules/2/0`, `exercise/09-delete-rules/whose`,
  /// `drill/delete-rules`.
  var key: String {
    switch self {
    case .question(let lesson, let step, let number): "question/\(lesson)/\(step)/\(number)"
    case .exercise(let id): "exercise/\(id)"
    case .drill(let kind): "drill/\(kind)"
    }
  }

  /// Reads a key of the record; nil for one that this program does not know.
  init?(key: String) {
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "question":
      guard parts.count == 4, let step = Int(parts[2]), let number = Int(parts[3]), step >= 0, number >= 0 else {
        return nil
      }
      self = .question(lesson: parts[1], step: step, number: number)
    case "exercise" where parts.count > 1: self = .exercise(parts.dropFirst().joined(separator: "/"))
    case "drill" where parts.count == 2: self = .drill(parts[1])
    default: return nil
    }
  }
}
