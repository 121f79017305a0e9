import Courses

extension StepOrigin {
  /// A sentence for the learner; empty where there is nothing to say.
  package func sentences(in words: FixedWords) -> [String] {
    switch self {
    case .lesson: []
    case .fresh: [words(.startsOver)]
    case .withoutOwnChanges: [words(.setAside)]
    case .resumed(let work): [words(.resumed) + (work.isEmpty ? "." : ":")]
    }
  }

  /// The statements that the learner had typed.
  package var work: [String] { if case .resumed(let work) = self { work } else { [] } }
}
