import Courses

extension StepOrigin {
  /// A sentence for the learner; empty where there is nothing to say.
  package var words: [String] {
    switch self {
    case .lesson: []
    case .fresh: ["This step begins with the graph that the lesson began with."]
    case .withoutOwnChanges: ["This step continues with the lesson's own graph; your own changes are set aside."]
    case .resumed(let work):
      ["You left this step, and go on with what you did in it" + (work.isEmpty ? "." : ":")]
    }
  }

  /// The statements that the learner had typed.
  package var work: [String] { if case .resumed(let work) = self { work } else { [] } }
}
