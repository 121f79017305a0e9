/// How well a learner knows an idea.
package enum IdeaState: Hashable, Sendable, CaseIterable {
  /// No step that teaches it is done.
  case unmet
  /// A step that teaches it is done, and nothing that practises it was answered.
  case met
  /// Whatever was answered of it was answered right the last time.
  case practised
  /// A question or an exercise of it was wrong more recently than right.
  case shaky
}

extension Progress {
  /// How well the learner knows an idea.
  /// - Complexity: O(*n*) in the number of places that teach or practise it.
  package func state(of idea: Idea, in index: IdeaIndex) -> IdeaState {
    let answers = index.practice(of: idea.id).compactMap(isRight)
    if answers.contains(false) { return .shaky }
    if answers.contains(true) { return .practised }
    return index.steps(teaching: idea.id).contains(where: isDone) ? .met : .unmet
  }

  /// Returns the questions and tasks about an idea whose latest answer was wrong.
  package func missed(of idea: Idea, in index: IdeaIndex) -> [IdeaIndex.Practice] {
    index.practice(of: idea.id).filter { isRight($0) == false }
  }

  /// Whether the latest answer was right; nil where there was none. The task of a step that is done was solved.
  private func isRight(_ practice: IdeaIndex.Practice) -> Bool? {
    switch practice {
    case .question(let item, _): return answers[item.key]
    case .task(let place): return isDone(place) ? true : nil
    case .exercise(let id, _):
      // A record from before answers were kept knows only whether the exercise ever passed.
      guard let exercise = exercises[id], exercise.attempts > 0 else { return answers[PracticeItem.exercise(id).key] }
      return answers[PracticeItem.exercise(id).key] ?? exercise.isDone
    }
  }

  private func isDone(_ place: IdeaIndex.StepPlace) -> Bool {
    lessons[place.slug]?.done.contains(place.step) == true
  }
}
