import Courses

/// An idea that an exercise practises, and where the lessons explain it.
package struct IdeaReminder: Hashable, Sendable {
  package var idea: Idea
  /// The first step that explains it; nil if none does yet.
  package var place: IdeaIndex.StepPlace?

  /// `Deny is checked at save, not at delete: lesson 9 step 4`.
  package var words: String { idea.sentence + (place.map { ": \($0.words)" } ?? "") }
}

extension Verdict {
  /// Adds the ideas that the exercise practises to the verdict on an answer that did not pass. The course is read only
  /// for such a verdict.
  package mutating func recallIdeas(of exercise: Exercise, in library: Library) {
    guard status == .failed, !lacksOnlyLastStatement, !exercise.practises.isEmpty else { return }
    recallIdeas(of: exercise, in: library.ideaIndex(withExercises: false).index)
  }

  /// Adds the ideas from an index that has already been read.
  package mutating func recallIdeas(of exercise: Exercise, in index: IdeaIndex) {
    guard status == .failed, !lacksOnlyLastStatement else { return }
    ideas = exercise.practises.compactMap { id in
      index.idea(id).map { IdeaReminder(idea: $0, place: index.steps(teaching: id).first) }
    }
  }
}
