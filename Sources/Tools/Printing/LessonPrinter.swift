import Courses
import Diagnostics
import Pages
import Shell
import WorkbookLanguage

/// `graphbook print`: lessons as one self-contained page, to be read in a browser or printed.
///
/// ```swift
/// let printer = LessonPrinter(library: library, makeInterpreter: make)
/// try printer.page(for: ["9"])   // <!DOCTYPE html>…
/// ```
package struct LessonPrinter {
  package let library: Library
  package let makeInterpreter: InterpreterMaker
  /// Whether the notes for the teacher are there.
  package var hasNotes = false
  /// Whether solutions and answers are there; otherwise a browser can open them, and they are not on paper.
  package var hasSolutions = false

  package init(library: Library, makeInterpreter: @escaping InterpreterMaker) {
    self.library = library
    self.makeInterpreter = makeInterpreter
  }

  /// Returns the page of some lessons, by their numbers or names.
  package func page(for words: [String]) throws(Diagnostic) -> String {
    let lessons = try lessons(words)
    let (title, words) = (Self.title(of: lessons), Self.words(of: lessons))
    guard lessons.count > 1 else { return page(title, words, chapter(lessons[0], isAlone: true)) }
    let contents = contents(of: lessons)
    return page(
      title, words,
      "<h1>\(text: title)</h1>\n\(contents)\(lessons.html { chapter($0, isAlone: false) })")
  }

  /// Returns the page of the whole course: contents, every lesson with its exercises, and an index of the ideas.
  package func book() throws(Diagnostic) -> String {
    let lessons = try lessons(library.lessons().entries.map(\.slug))
    guard !lessons.isEmpty else { throw Diagnostic("no-lessons", "this course has no lessons") }
    let exercises = library.exercises().entries.compactMap { library.exercise($0.id).exercise }
    let index = IdeaIndex(library.ideas().list, lessons: lessons, exercises: exercises)
    var seen: Set<String> = []
    let chapters = lessons.html { lesson -> HTML in
      let own = exercises.filter { $0.chapterNumber == lesson.chapterNumber }
        .filter { seen.insert($0.id).inserted }
      return chapter(lesson, isAlone: false, exercises: own)
    }
    let words = Self.words(of: lessons)
    let rest = exercises.filter { !seen.contains($0.id) }
    let others: HTML =
      rest.isEmpty
      ? ""
      : "<section class=\"chapter\" id=\"more-exercises\"><h1>\(text: words(.moreExercises))</h1>\n\(self.exercises(rest))</section>\n"
    let title = "Graphbook"
    return page(
      title, words,
      "<h1>\(text: title)</h1>\n\(contents(of: lessons, hasIdeas: !index.ideas.isEmpty, hasMore: !rest.isEmpty))"
        + chapters + others + ideas(index, words))
  }

  /// Returns a handout of the questions of some lessons, with boxes to tick, and what one has to see to answer them.
  package func handout(for words: [String]) throws(Diagnostic) -> String {
    let lessons = try lessons(words)
    let (title, words) = (Self.title(of: lessons), Self.words(of: lessons))
    let head: HTML = """
      <h1>\(text: title)</h1>
      <p>\(text: words(.name)): <span class="blank"></span> \(text: words(.date)): <span class="blank"></span></p>

      """
    return page(
      words(.questionsOf, title), words,
      head
        + lessons.html { lesson in
          QuestionSheet(lesson, makeInterpreter: makeInterpreter, hasSolutions: hasSolutions)
            .html(maker(lesson, isAlone: lessons.count == 1), hasTitle: lessons.count > 1)
        })
  }

  // MARK: Parts

  private func lessons(_ words: [String]) throws(Diagnostic) -> [Lesson] {
    var lessons: [Lesson] = []
    for word in words {
      let (lesson, diagnostics) = library.lesson(word)
      guard let lesson else { throw diagnostics.first ?? Diagnostic("unknown-lesson", "there is no lesson '\(word)'") }
      if !lessons.contains(where: { $0.slug == lesson.slug }) { lessons.append(lesson) }
    }
    return lessons
  }

  private static func words(of lessons: [Lesson]) -> FixedWords { .shared(by: lessons.map(\.words)) }

  private static func title(of lessons: [Lesson]) -> String {
    lessons.count == 1
      ? title(lessons[0])
      : words(of: lessons)(.lessonsOf, lessons.map { "\($0.number)" }.joined(separator: ", "))
  }

  private func page(_ title: String, _ words: FixedWords, _ body: HTML) -> String {
    HTMLPage(title, style: .inline(StyleSheet.lessons), words: words, "<main id=\"main\">\n\(body)</main>").text
  }

  static func title(_ lesson: Lesson) -> String { "\(lesson.words(.lesson, "\(lesson.number)")). \(lesson.title)" }

  private func maker(_ lesson: Lesson, isAlone: Bool) -> LessonHTML {
    let renderer = ScreenRenderer(style: TextStyle(width: 88), rows: .max)
    var maker = LessonHTML(output: renderer.output)
    maker.words = lesson.words
    maker.hasNotes = hasNotes
    maker.answers = hasSolutions ? .shown : .folded
    maker.solutions = hasSolutions ? .shown : .folded
    maker.prefix = isAlone ? "" : "lesson-\(lesson.number)-"
    return maker
  }

  private func chapter(_ lesson: Lesson, isAlone: Bool, exercises: [Exercise] = []) -> HTML {
    let script = LessonScript(lesson, makeInterpreter: makeInterpreter)
    var maker = maker(lesson, isAlone: isAlone)
    let steps = lesson.words.count(script.steps.count, .step, .steps)
    let facts = [lesson.minutes.map { lesson.words(.minutes, "\($0)") }, steps].compactMap { $0 }.joined(
      separator: " · ")
    var body: HTML = """
      <h1 id="\(text: maker.prefix)title">\(text: Self.title(lesson))</h1>
      <p class="soft">\(text: facts)</p>

      """
    if isAlone {
      body +=
        "<nav class=\"contents\" aria-label=\"\(text: lesson.words(.contents))\"><h2>\(text: lesson.words(.contents))</h2>\n\(list(of: lesson, ""))</nav>\n"
    }
    body += MarkdownHTML(lesson.words).html(lesson.introduction)
    body += maker.model(script)
    for (place, step) in script.steps.enumerated() { body += maker.html(step, number: place + 1) }
    if !exercises.isEmpty {
      body += "<h2 class=\"exercises\">\(text: lesson.words(.exercises))</h2>\n\(self.exercises(exercises))"
    }
    return isAlone ? body : "<section class=\"chapter\" id=\"lesson-\(lesson.number)\">\n\(body)</section>\n"
  }

  private func exercises(_ exercises: [Exercise]) -> HTML {
    let renderer = ScreenRenderer(style: TextStyle(width: 88), rows: .max)
    var maker = LessonHTML(output: renderer.output)
    maker.hasNotes = hasNotes
    maker.solutions = hasSolutions ? .shown : .hidden
    return exercises.html { exercise in
      maker.words = exercise.words
      return maker.html(exercise, id: Self.id(of: exercise))
    }
  }

  static func id(of exercise: Exercise) -> String {
    "exercise-" + exercise.id.map { $0 == "/" ? "-" : String($0) }.joined()
  }

  private func list(of lesson: Lesson, _ prefix: String) -> HTML {
    let items = lesson.steps.enumerated().html { place, step in
      "<li><a href=\"#\(text: prefix)step-\(place + 1)\">\(place + 1). \(text: step.title)</a></li>\n"
    }
    return "<ol>\n\(items)</ol>\n"
  }

  private func contents(of lessons: [Lesson], hasIdeas: Bool = false, hasMore: Bool = false) -> HTML {
    let chapters = lessons.html { lesson in
      """
      <h3><a href="#lesson-\(lesson.number)">\(text: Self.title(lesson))</a></h3>
      \(list(of: lesson, "lesson-\(lesson.number)-"))
      """
    }
    let words = Self.words(of: lessons)
    let more: HTML =
      hasMore ? "<h3><a href=\"#more-exercises\">\(text: words(.moreExercises))</a></h3>\n" : ""
    let ideas: HTML = hasIdeas ? "<h3><a href=\"#ideas\">\(text: words(.indexOfIdeas))</a></h3>\n" : ""
    let title = words(.contents)
    return
      "<nav class=\"contents\" aria-label=\"\(text: title)\"><h2>\(text: title)</h2>\n\(chapters)\(more)\(ideas)</nav>\n"
  }

  /// Every idea by chapter, with the steps that teach it.
  private func ideas(_ index: IdeaIndex, _ words: FixedWords) -> HTML {
    guard !index.ideas.isEmpty else { return "" }
    let chapters = index.chapters.html { chapter in
      let items = index.ideas.filter { $0.chapter == chapter }.html { idea in
        let places = index.steps(teaching: idea.id).map { place -> HTML in
          "<a href=\"#lesson-\(place.lesson)-step-\(place.step + 1)\">\(text: place.text(in: words))</a>"
        }
        return
          "<li>\(MarkdownHTML.inlineCode(idea.sentence)) <span class=\"soft\">· \(places.joined(by: "; "))</span></li>\n"
      }
      return "<h2>\(text: words(.chapter, "\(chapter)"))</h2>\n<ul>\n\(items)</ul>\n"
    }
    return "<section class=\"index\" id=\"ideas\"><h1>\(text: words(.indexOfIdeas))</h1>\n\(chapters)</section>\n"
  }
}
