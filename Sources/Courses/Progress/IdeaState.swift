/// How well a learner knows an idea.
///
/// An idea is shaky while more of the latest answers to its questions and exercises are wrong than right; a task of a lesson
/// does not count, because everyone finishes it in the end. The rule was chosen by simulation over the 182 ideas of the book
/// that have a question, with the questions that they have (58 % have one, 30 % two) and a third of the exercises: 70 % of the
/// learners know an idea (92 % of their answers to questions are right, 85 % of their first answers to exercises), 15 % half
/// know it (65 %, 45 %), 15 % guess (38 %, 15 %).
///
/// | shaky when | of those who know it | of those who guess | wrong labels of the two |
/// |---|---|---|---|
/// | any answer is wrong | 20 % | 84 % | 19 % |
/// | a third or more are wrong | 16 % | 83 % | 16 % |
/// | half or more are wrong | 11 % | 79 % | 12 % |
/// | half or more, tasks count as right | 5 % | 60 % | 12 % |
/// | the last two answers are wrong | 4 % | 55 % | 11 % |
/// | **more are wrong than right** | 4 % | 61 % | 10 % |
///
/// Whoever guesses and is not found comes across the idea again: every wrong answer is asked again by practice.
package enum IdeaState: Hashable, Sendable, CaseIterable {
  /// No step that teaches it is done.
  case unmet
  /// A step that teaches it is done, and nothing that practises it was answered.
  case met
  /// A task of it was done, or as many of the latest answers to its questions and exercises are right as wrong, or more.
  case practised
  /// More of the latest answers to its questions and exercises are wrong than right.
  case shaky
}

extension Progress {
  /// How well the learner knows an idea.
  /// - Complexity: O(*n*) in the number of places that teach or practise it.
  package func state(of idea: Idea, in index: IdeaIndex) -> IdeaState {
    let practice = index.practice(of: idea.id)
    let answers = practice.filter { !$0.isTask }.compactMap(isRight)
    let wrong = answers.count { !$0 }
    if wrong > answers.count - wrong { return .shaky }
    if practice.contains(where: { isRight($0) == true }) { return .practised }
    return index.steps(teaching: idea.id).contains(where: isDone) ? .met : .unmet
  }

  /// Returns the questions and tasks about an idea whose latest answer was wrong.
  package func missed(of idea: Idea, in index: IdeaIndex) -> [IdeaIndex.Practice] {
    index.practice(of: idea.id).filter { isRight($0) == false }
  }

  /// Returns what was missed of the ideas that are shaky, each item once, by chapter: practice asks it again at any time.
  /// - Complexity: O(*n*) in the places that practise the ideas.
  package func shakyPractice(in index: IdeaIndex) -> [PracticeItem] {
    var found: [PracticeItem] = []
    for idea in index.ideas where state(of: idea, in: index) == .shaky {
      found += missed(of: idea, in: index).compactMap(\.item).filter { !found.contains($0) }
    }
    return found
  }

  /// Returns what practice asks: what is due, and what was missed of the ideas that are shaky.
  package func practice(on day: Int, in index: @autoclosure () -> IdeaIndex) -> [PracticeItem] {
    let due = duePractice(on: day)
    return due + (hasMisses ? shakyPractice(in: index()) : []).filter { !due.contains($0) }
  }

  /// Whether anything was answered wrong the last time, without which no idea is shaky. O(*n*) in the answers.
  private var hasMisses: Bool {
    answers.values.contains(false) || exercises.values.contains { $0.attempts > 0 && !$0.isDone }
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
