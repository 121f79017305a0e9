import Courses
import Diagnostics
import WorkbookLanguage

extension LessonHTML {
  /// An exercise with its task, its hints and, if they are asked for, notes and the solution's statements.
  ///
  /// - Parameter id: the id of its section.
  package func html(_ exercise: Exercise, id: String) -> HTML {
    let markdown = MarkdownHTML(topLevel: 3, words)
    let facts =
      [words.count(exercise.points, .point, .points)]
      + (exercise.minutes.map { [words.about(minutes: $0)] } ?? [])
    var body = markdown.html(exercise.task)
    if hasHints {
      // Hints that contain a solution are hidden with the solutions.
      let hints = solutions == .hidden ? exercise.publicHints : exercise.hints
      for (place, hint) in hints.enumerated() {
        body += self.hint(hint.text, number: place + 1, count: hints.count)
      }
    }
    let solution = exercise.solution.text
    if !solution.isEmpty {
      switch solutions {
      case .hidden, .boxes: break
      case .folded:
        body +=
          "<details class=\"solution\"><summary>\(text: words(.solution))</summary>\n\(MarkdownHTML.code(solution))</details>\n"
      case .shown:
        body += "<div class=\"solution\"><h3>\(text: words(.solution))</h3>\n\(MarkdownHTML.code(solution))</div>\n"
      }
    }
    if hasNotes { body += exercise.notes.html(note) }
    return """
      <section class="exercise" id="\(text: id)" aria-labelledby="\(text: id)-title">
      <h2 id="\(text: id)-title">\(text: exercise.title)</h2>
      <p class="soft">\(text: facts.joined(separator: " · ")) · <code>\(text: exercise.id)</code></p>
      \(body)</section>

      """
  }
}
