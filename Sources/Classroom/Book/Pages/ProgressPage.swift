import Courses
import Pages

/// A learner's lessons and exercises, and how well they know the ideas.
struct ProgressPage {
  var outline: BookOutline
  var progress: Progress
  var links: BookLinks

  var html: HTML {
    let rows = outline.lessons.html { lesson -> HTML in
      let entry = lesson.entry
      let record = progress.lessons[entry.slug]
      let exercises = outline.exercises(ofChapter: entry.chapterNumber)
      let passed = exercises.count { progress.exercises[$0.id]?.isDone == true }
      let ideas = outline.ideas.ideas.filter { $0.chapter == entry.chapterNumber }
      let states = ideas.map { progress.state(of: $0, in: outline.ideas) }
      func count(_ state: IdeaState) -> Int { states.count { $0 == state } }
      return """
        <tr><th scope="row">\(entry.number). \(links.link(.lesson(entry.slug, step: nil), "\(text: entry.title)"))</th>\
        <td class="number" data-label="Steps done">\(record?.done.count ?? 0) of \(lesson.steps.count)</td>\
        <td class="number" data-label="Exercises passed">\(passed) of \(exercises.count)</td>\
        <td class="number" data-label="Ideas practised">\(count(.practised))</td>\
        <td class="number" data-label="Ideas shaky">\(count(.shaky))</td></tr>

        """
    }
    let drills = progress.drills.sorted { $0.key < $1.key }.html {
      "<li>\(links.link(.drill($0.key), "\(text: $0.key)")): \($0.value.right) of \($0.value.attempts) right</li>\n"
    }
    let drilled: HTML = drills.text.isEmpty ? "" : "<h2>Drills</h2>\n<ul>\n\(drills)</ul>\n"
    return BookPage(
      "Progress", "plain", links, current: .progress,
      """
      <h1>Progress</h1>
      <div class="wide" role="region" aria-label="Progress by lesson" tabindex="0"><table class="listed">
      <thead><tr><th scope="col">Lesson</th><th scope="col" class="number">Steps done</th><th scope="col" class="number">Exercises passed</th>\
      <th scope="col" class="number">Ideas practised</th><th scope="col" class="number">Ideas shaky</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      \(shaky)\(drilled)
      """
    ).html
  }

  /// The ideas that were wrong the last time, each with what to do again.
  private var shaky: HTML {
    let ideas = outline.ideas.ideas.filter { progress.state(of: $0, in: outline.ideas) == .shaky }
    guard !ideas.isEmpty else { return "" }
    let items = ideas.html { idea -> HTML in
      let step = outline.ideas.steps(teaching: idea.id).first
      let place: HTML = step.map { " <span class=\"soft\">\(links.link($0)) explains it</span>" } ?? ""
      let again = progress.missed(of: idea, in: outline.ideas).first.map { practice -> HTML in
        switch practice {
        case .exercise(let id, _): " <span class=\"soft\">· \(links.link(.exercise(id), "the exercise"))</span>"
        case .question, .task: ""
        }
      }
      return "<li>\(text: idea.sentence)\(place)\(again ?? "")</li>\n"
    }
    return
      "<h2>Ideas to come back to</h2>\n<p class=\"soft\">Your latest answer about these was wrong.</p>\n<ul>\n\(items)</ul>\n"
  }
}

/// The terms of the course.
struct GlossaryPage {
  var glossary: Glossary
  var links: BookLinks

  var html: HTML {
    let entries = glossary.entries.sorted { $0.term.lowercased() < $1.term.lowercased() }
    let items = entries.html { entry -> HTML in
      let place: HTML = glossary.place(of: entry).map { " <span class=\"soft\">\(links.link($0))</span>" } ?? ""
      return "<dt>\(text: entry.term)</dt>\n<dd>\(text: entry.sentence)\(place)</dd>\n"
    }
    return BookPage(
      "Glossary", "plain", links, current: .glossary, "<h1>Glossary</h1>\n<dl class=\"terms\">\n\(items)</dl>"
    ).html
  }
}
