import Courses
import Diagnostics
import Grading
import Pages

/// An exercise: the task, the graph it starts with, an editor for the answer, and a prompt to try things.
struct ExercisePage {
  var view: Sitting.ExerciseView
  var progress: Progress
  var links: BookLinks
  /// The lesson of its chapter, and the way on from the exercise.
  var lesson: BookOutline.LessonLine?
  var next: BookOutline.Way?
  /// Whether answers are handed in here, and when this one was and is due.
  var handsIn = false
  var handover: Handover?
  /// Whether the answer on the page is the one that was handed in.
  var isHandedIn = false
  var said: [StyledText] = []

  private var exercise: Exercise { view.exercise }
  private var words: FixedWords { exercise.words }
  var place: BookPlace { .exercise(exercise.id) }

  var html: HTML {
    let chapter: HTML =
      lesson.map {
        "\(links.link(.lesson($0.entry.slug, step: nil), "\(text: words(.chapter, "\($0.entry.chapterNumber)"))")) · "
      } ?? ""
    return BookPage(
      exercise.title, "exercise two", links, place: place, words: words,
      """
      <div class="column">
      <div class="text">
      <p class="where">\(chapter)\(text: words(.exercise)) · \(text: words.count(exercise.points, .point, .points))\(hasPassed ? " · <span class=\"passed-mark\">✓ \(text: words(.passed))</span>" : "")</p>
      <h1 id="title" tabindex="-1">\(text: exercise.title)</h1>
      \(MarkdownHTML(topLevel: 2, words).html(exercise.task))\(start)
      </div>
      <section class="card" aria-labelledby="answer-title">
      <h2 id="answer-title">\(text: words(.yourAnswer))</h2>
      <form id="answer-form" method="post" action="\(links.to(place))" data-live autocomplete="off">
      <label for="answer" class="small">\(text: words(.statementsAreKept))</label>
      <textarea id="answer" name="answer" rows="\(rows)" spellcheck="false" autocapitalize="none" autocorrect="off" aria-autocomplete="list" aria-controls="answer-completions">\(HTML(lines: view.answer.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))</textarea>
      <ul id="answer-completions" role="listbox" class="completions" aria-label="\(text: words(.completions))" hidden></ul>
      <div id="turn">\(turn)</div>
      </form>
      <p id="kept" role="status" class="small"></p>
      <div id="verdict" tabindex="-1" role="region" aria-label="\(text: words(.verdict))">\(verdict)</div>
      <div id="help">\(help)</div>
      </section>
      </div>
      <div class="column side">
      \(PromptSection.prompt("\(text: words(.tryFirst))", path: links.to(place), words: "\(text: words(.afterAnswer))", in: words, log: view.log, buttons: "<form method=\"post\" action=\"\(links.to(place))\" class=\"buttons\" data-live>\(HTML.button("restart", "\(text: words(.beginAgain))"))</form>\n"))
      \(PromptSection.graph("\(text: words(.theGraph))", view.graph, in: words))
      </div>
      """
    ).html
  }

  private var rows: Int {
    min(24, max(6, view.answer.split(separator: "\n", omittingEmptySubsequences: false).count + 1))
  }

  private var start: HTML {
    guard !exercise.start.text.allSatisfy(\.isWhitespace) else { return "" }
    let diagram: HTML =
      view.start.diagram.text.isEmpty
      ? ""
      : "<div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"\(text: words(.modelAtStart))\">\(view.start.diagram)</div>\n"
    return """
      <details class="start" open><summary>\(text: words(.atStart))</summary>
      \(diagram)<details><summary>\(text: words(.asStatements))</summary>
      \(MarkdownHTML.code(exercise.start.text))</details></details>

      """
  }

  var turn: HTML {
    let shown = view.hints.count
    let hint: HTML =
      shown < exercise.hints.count
      ? " \(HTML.button("hint", "\(text: words(.hint, "\(shown + 1)", "\(exercise.hints.count)"))"))" : ""
    let solution: HTML =
      exercise.isHandout || exercise.withholdsSolution || view.showsSolution
      ? "" : " \(HTML.button("solution", "\(text: words(.solution))"))"
    let handIn: HTML =
      handsIn ? " \(HTML.button("handin", "\(text: words(handover?.time == nil ? .handIn : .handInAgain))"))" : ""
    return """
      \(HTML.said(said))<div id="handover">\(handoverWords)</div><p class="buttons">\(view.verdict.text.isEmpty ? wayOn : "")\(HTML.button("check", "\(text: words(.check))", isMain: !hasPassed))\(handIn)\(hint)\(solution) \
      <a class="button quiet" href="\(links.to(place))/answer.graph" download="\(text: exercise.slug).graph">\(text: words(.downloadAnswer))</a></p>
      <p class="small">\(text: words(.checkSays, words(.check)))\(handsIn ? " \(text: words(.handInSays, words(.handIn)))" : "")</p>
      """
  }

  /// When the answer was handed in, and whether it has changed since.
  var handoverWords: HTML {
    guard let handover else { return "" }
    var sentences = words.sentences(handover, points: exercise.points)
    if handover.time != nil, !isHandedIn { sentences.append(words(.changedSince, words(.handInAgain))) }
    return sentences.isEmpty ? "" : "<p class=\"small\">\(text: sentences.joined(separator: " "))</p>"
  }

  private var hasPassed: Bool { progress.exercises[exercise.id]?.isDone == true }

  /// The way on from an exercise that has passed.
  private var wayOn: HTML {
    guard hasPassed, let next else { return "" }
    return "<a class=\"button main\" href=\"\(links.to(next.place))\">\(text: next.words)</a> "
  }

  var verdict: HTML {
    guard !view.verdict.text.isEmpty else { return "" }
    let way: HTML = wayOn.text.isEmpty ? "" : "<p>\(wayOn)</p>\n"
    let note: HTML =
      view.hasTries && !hasPassed ? "<p>\(text: words(.notInAnswer, words(.addToAnswer)))</p>\n" : ""
    return "<h3>\(text: words(.verdict))</h3>\n\(view.verdict)\(note)\(way)"
  }

  var help: HTML {
    let hints = view.hints.html { hint in
      """
      <div class="hint"><h3>\(text: words(.hint, "\(hint.number)", "\(exercise.hints.count)"))</h3>
      \(MarkdownHTML(topLevel: 4, words).html(hint.text))</div>

      """
    }
    let solution: HTML =
      view.showsSolution
      ? "<div class=\"solution\"><h3>\(text: words(.solution))</h3>\n\(MarkdownHTML.code(exercise.solution.text))</div>\n"
      : ""
    return hints + solution
  }
}
