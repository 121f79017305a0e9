import Courses
import Pages

/// A learner's lessons and exercises, and how well they know the ideas.
struct ProgressPage {
  var outline: BookOutline
  var ideas: IdeaIndex
  var progress: Progress
  var links: BookLinks
  /// How many things are due for practice.
  var due = 0
  /// The times until which exercises are to be handed in, in words, by slug.
  var dueTimes: [String: String] = [:]
  private var words: FixedWords { links.words }

  var html: HTML {
    let rows = outline.lessons.html { lesson -> HTML in
      let entry = lesson.entry
      let record = progress.lessons[entry.slug]
      let exercises = outline.exercises(ofChapter: entry.chapterNumber)
      let passed = exercises.count { progress.exercises[$0.id]?.isDone == true }
      let states = ideas.ideas.filter { $0.chapter == entry.chapterNumber }.map { progress.state(of: $0, in: ideas) }
      func count(_ state: IdeaState) -> Int { states.count { $0 == state } }
      return """
        <tr><th scope="row">\(entry.number). \(links.link(.lesson(entry.slug, step: nil), "\(text: entry.title)"))</th>\
        <td class="number" data-label="\(text: words(.stepsDone))">\(text: words(.stepOfSteps, "\(record?.done.count ?? 0)", "\(lesson.steps.count)"))</td>\
        <td class="number" data-label="\(text: words(.exercisesPassed))">\(text: words(.stepOfSteps, "\(passed)", "\(exercises.count)"))</td>\
        <td class="number" data-label="\(text: words(.ideasPractised))">\(count(.practised))</td>\
        <td class="number" data-label="\(text: words(.ideasShaky))">\(count(.shaky))</td></tr>

        """
    }
    let drills = progress.drills.sorted { $0.key < $1.key }.html { drill -> HTML in
      let count = words(.rightOfTries, "\(drill.value.right)", "\(drill.value.attempts)")
      return "<li>\(links.link(.drill(drill.key), "<code>\(text: drill.key)</code>")): \(text: count)</li>\n"
    }
    let drilled: HTML = drills.text.isEmpty ? "" : "<h2>\(text: words(.wayDrills))</h2>\n<ul>\n\(drills)</ul>\n"
    let name: HTML =
      links.signInName.map { "<p>\(words.html(.nameForSigningIn, "<code>\(text: $0)</code>"))</p>\n" } ?? ""
    return BookPage(
      words(.wayProgress), "plain", links, current: .progress,
      """
      <h1>\(text: words(.wayProgress))</h1>
      \(WayOn(outline: outline, progress: progress, links: links, due: due).html)\(dueExercises)\(shaky)\
      <details><summary>\(text: words(.progressByLesson)) <span class="soft">· \(total)</span></summary>
      <div class="wide" role="region" aria-label="\(text: words(.progressByLesson))" tabindex="0"><table class="listed">
      <thead><tr><th scope="col">\(text: words(.aLesson))</th><th scope="col" class="number">\(text: words(.stepsDone))</th><th scope="col" class="number">\(text: words(.exercisesPassed))</th>\
      <th scope="col" class="number">\(text: words(.ideasPractised))</th><th scope="col" class="number">\(text: words(.ideasShaky))</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div></details>
      \(drilled)\(name)\
      <p><a class="button" href="\(links.to(.progress))/\(text: BookVisit.workName)" download>\(text: words(.downloadWork))</a></p>
      <p class="small">\(text: words(.whatWorkHas))</p>
      """
    ).html
  }

  /// The steps and exercises that are done, of all.
  private var total: HTML {
    let done = outline.lessons.reduce(0) { $0 + (progress.lessons[$1.entry.slug]?.done.count ?? 0) }
    let steps = outline.lessons.reduce(0) { $0 + $1.steps.count }
    let passed = outline.exercises.count { progress.exercises[$0.id]?.isDone == true }
    func sentence(_ key: FixedWords.Key, _ count: Int, of all: Int) -> String {
      "\(words(key)): \(words(.stepOfSteps, "\(count)", "\(all)"))"
    }
    let sentences = [
      sentence(.stepsDone, done, of: steps), sentence(.exercisesPassed, passed, of: outline.exercises.count),
    ]
    return "\(text: sentences.joined(separator: " · "))"
  }

  /// The exercises that are to be handed in and not passed.
  private var dueExercises: HTML {
    let open = outline.exercises.filter { dueTimes[$0.slug] != nil && progress.exercises[$0.id]?.isDone != true }
    let items = open.html { exercise -> HTML in
      let due = words(.isDueOn, dueTimes[exercise.slug] ?? "")
      return
        "<li>\(links.link(.exercise(exercise.id), "\(text: exercise.title)")) <strong>· \(text: due)</strong></li>\n"
    }
    return open.isEmpty ? "" : "<ul>\n\(items)</ul>\n"
  }

  /// The ideas that were wrong the last time, each with what to do again.
  private var shaky: HTML {
    let shaky = ideas.ideas.filter { progress.state(of: $0, in: ideas) == .shaky }
    guard !shaky.isEmpty else { return "" }
    let items = shaky.html { idea -> HTML in
      let step = ideas.steps(teaching: idea.id).first
      let place: HTML = step.map { " <span class=\"soft\">\(words.html(.explainsIt, links.link($0)))</span>" } ?? ""
      let again = progress.missed(of: idea, in: ideas).first.map { practice -> HTML in
        switch practice {
        case .exercise(let id, _):
          " <span class=\"soft\">· \(links.link(.exercise(id), "\(text: words(.theExercise))"))</span>"
        case .question, .task: ""
        }
      }
      return "<li>\(text: idea.sentence)\(place)\(again ?? "")</li>\n"
    }
    return
      "<h2>\(text: words(.ideasToRepeat))</h2>\n<p class=\"soft\">\(text: words(.latestWasWrong))</p>\n<ul>\n\(items)</ul>\n"
  }
}

/// The terms of the course.
struct GlossaryPage {
  var glossary: Glossary
  var links: BookLinks

  var html: HTML {
    let entries = glossary.entries.sorted { $0.term.lowercased() < $1.term.lowercased() }
    var letters: [Character] = []
    let items = entries.html { entry -> HTML in
      var anchor: HTML = ""
      if let letter = entry.term.uppercased().first, letter.isLetter, letters.last != letter {
        letters.append(letter)
        anchor = " id=\"\(text: String(letter))\""
      }
      let place: HTML = glossary.place(of: entry).map { " <span class=\"soft\">\(links.link($0))</span>" } ?? ""
      return "<dt\(anchor)>\(text: entry.term)</dt>\n<dd>\(text: entry.sentence)\(place)</dd>\n"
    }
    let jumps = letters.html { "<li><a href=\"#\(text: String($0))\">\(text: String($0))</a></li>" }
    return BookPage(
      links.words(.wayGlossary), "plain", links, current: .glossary,
      "<h1>\(text: links.words(.wayGlossary))</h1>\n<ul class=\"words\">\(jumps)</ul>\n<dl class=\"terms\">\n\(items)</dl>"
    ).html
  }
}
