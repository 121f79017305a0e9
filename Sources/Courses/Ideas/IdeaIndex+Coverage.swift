import Diagnostics

extension IdeaIndex {
  /// An idea that the course does not both teach and practise.
  package struct Gap: Hashable, Sendable {
    package var idea: Idea
    package var isTaught: Bool
    package var isPractised: Bool

    /// `no step teaches it` and the like.
    package var words: String {
      switch (isTaught, isPractised) {
      case (false, false): "no step teaches it, and nothing practises it"
      case (false, true): "no step teaches it"
      default: "nothing practises it"
      }
    }
  }

  /// Returns the ideas of a chapter that no step teaches or nothing practises.
  package func gaps(inChapter chapter: Int) -> [Gap] {
    ideas.filter { $0.chapter == chapter }.compactMap { idea in
      let gap = Gap(
        idea: idea, isTaught: !steps(teaching: idea.id).isEmpty, isPractised: !practice(of: idea.id).isEmpty)
      return gap.isTaught && gap.isPractised ? nil : gap
    }
  }

  /// Reports the gaps in the chapters that have a lesson.
  /// - Parameter chosen: the chapters to check; nil for all.
  package func coverageFindings(inChapters chosen: Set<Int>? = nil) -> [Diagnostic] {
    let looked = chapters.filter { writtenChapters.contains($0) && chosen?.contains($0) != false }
    return looked.flatMap(gaps).compactMap { gap in
      guard let source = list.source(of: gap.idea) else { return nil }
      let hint =
        gap.isTaught
        ? "write practises=\(gap.idea.id) at a prediction or task, or practises: [\(gap.idea.id)] in an exercise's head"
        : "mark the step: {teaches=\(gap.idea.id)}"
      return Diagnostic(
        "idea-missing", "\(gap.idea.id): \(gap.words)", line: gap.idea.line, of: source, hint: hint)
    }
  }

  /// Reports the marks of a lesson that name no idea of the list.
  package func unknownMarks(in lesson: Lesson) -> [Diagnostic] {
    lesson.steps.flatMap { step in
      let taskLine = step.task.flatMap(\.blocks.first?.line).map { $0 - 1 } ?? step.line
      return unknown(step.teaches + step.recalls, line: step.line, of: lesson.source)
        // A block begins on the line after its fence.
        + step.predictions.flatMap { unknown($0.practises, line: $0.line - 1, of: lesson.source) }
        + unknown(step.practises, line: taskLine, of: lesson.source)
    }
  }

  /// Reports the steps of a lesson that teach an idea again. A step that goes on with what the step before it teaches
  /// does not.
  package func taughtAgain(in lesson: Lesson) -> [Diagnostic] {
    lesson.steps.enumerated().compactMap { index, step in
      let again = step.teaches.compactMap { id -> (id: String, place: StepPlace)? in
        let earlier = steps(teaching: id).filter { ($0.lesson, $0.step) < (lesson.number, index) }
        guard let first = earlier.first, earlier.last?.slug != lesson.slug || earlier.last?.step != index - 1 else {
          return nil
        }
        return (id, first)
      }
      guard !again.isEmpty else { return nil }
      let places = again.map { "\(DisplayText.visible($0.id)) (\($0.place.words))" }
      return Diagnostic(
        "taught-again", "this was taught before: \(Listing.text(places))", line: step.line, of: lesson.source,
        severity: .warning, hint: "recalls=\(again[0].id) marks a step that comes back to an idea")
    }
  }

  /// Reports the ideas in the head of an exercise that are not in the list.
  package func unknownMarks(in exercise: Exercise) -> [Diagnostic] {
    let lines = exercise.source.lines
    let offset = lines.firstIndex { $0.hasPrefix("practises:") } ?? 0
    return unknown(exercise.practises, line: exercise.source.firstLine + offset, of: exercise.source)
  }

  private func unknown(_ ids: [String], line: Int, of source: SourceText) -> [Diagnostic] {
    ids.filter { idea($0) == nil }.map { id in
      Diagnostic(
        "unknown-idea", "there is no idea '\(DisplayText.visible(id))'", line: line, of: source,
        nearest: Suggestions.nearest(to: id, among: ideas.map(\.id)), hint: "Lessons/ideas.yaml lists them")
    }
  }
}
