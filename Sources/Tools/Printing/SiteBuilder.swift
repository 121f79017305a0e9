import Courses
import Diagnostics
import JSON
import ModelReview
import Pages
import Shell
import WorkbookLanguage

/// `graphbook site`: the whole course as static pages, with a search that needs no server.
///
/// ```swift
/// let files = SiteBuilder(library: library, makeInterpreter: make).files()
/// SiteBuilder.brokenLinks(in: files)   // empty
/// ```
///
/// The pages work from a web server and from a folder. There are no solutions in them.
package struct SiteBuilder {
  package struct File: Hashable, Sendable {
    /// The path in the site's folder.
    package var path: String
    package var text: String

    package init(_ path: String, _ text: String) {
      self.path = path
      self.text = text
    }
  }

  /// A page of documentation: `language.md` and its Markdown.
  package struct Document: Hashable, Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package let library: Library
  package let makeInterpreter: InterpreterMaker
  /// Pages of documentation that the site has too.
  package var documents: [Document] = []

  package init(library: Library, makeInterpreter: @escaping InterpreterMaker) {
    self.library = library
    self.makeInterpreter = makeInterpreter
  }

  /// Returns all files. Each lesson is played once.
  package func files() -> [File] {
    let lessons = library.lessons().entries.compactMap { library.lesson($0.slug).lesson }
    let exercises = library.exercises().entries.compactMap { library.exercise($0.id).exercise }
    var search = SearchIndex()
    var files = [File("style.css", StyleSheet.lessons + Self.style), File("search.js", Self.script)]
    files.append(File("index.html", index(lessons, exercises)))
    for (place, lesson) in lessons.enumerated() {
      let before = place > 0 ? lessons[place - 1] : nil
      let after = place + 1 < lessons.count ? lessons[place + 1] : nil
      files.append(
        File(
          Self.path(of: lesson), page(of: lesson, before, after, exercises.filter { $0.belongs(to: lesson) }, &search)))
    }
    for exercise in exercises {
      let lesson = lessons.first { exercise.belongs(to: $0) }
      files.append(File(Self.path(of: exercise), page(of: exercise, in: lesson, &search)))
    }
    files.append(File("reference/statements.html", statements(&search)))
    files.append(File("reference/messages.html", messages(&search)))
    for document in documents { files.append(File(Self.path(of: document), page(of: document, &search))) }
    files.append(File("search-index.js", search.text))
    return files
  }

  // MARK: Paths

  static func path(of lesson: Lesson) -> String { "lessons/\(lesson.number)-\(lesson.slug).html" }

  static func path(of exercise: Exercise) -> String {
    "exercises/\(exercise.id.map { $0 == "/" ? "-" : String($0) }.joined()).html"
  }

  static func path(of document: Document) -> String { "docs/\(document.stem).html" }

  // MARK: Pages

  /// - Parameter up: the way from the page to the site's folder: `../` or nothing.
  private func page(_ title: String, up: String = "../", words: FixedWords = .english, _ body: HTML) -> String {
    let home: HTML = up.isEmpty ? "" : "<li><a href=\"\(text: up)index.html\">\(text: words(.wayContents))</a></li>"
    let navigation: HTML = """
      <nav aria-label="\(text: words(.site))"><ul>\(home)\
      <li><a href="\(text: up)reference/statements.html">\(text: words(.wayStatements))</a></li>\
      <li><a href="\(text: up)reference/messages.html">\(text: words(.wayMessages))</a></li></ul></nav>

      """
    return HTMLPage(
      title, style: .files(sheet: up + "style.css", scripts: up.isEmpty ? ["search-index.js", "search.js"] : []),
      words: words,
      "\(navigation)<main id=\"main\">\n\(body)</main>"
    ).text
  }

  private func index(_ lessons: [Lesson], _ exercises: [Exercise]) -> String {
    let words = FixedWords.shared(by: lessons.isEmpty ? exercises.map(\.words) : lessons.map(\.words))
    let chapters = lessons.html { lesson -> HTML in
      let own = exercises.filter { $0.belongs(to: lesson) }
      let steps = lesson.steps.enumerated().html { place, step in
        "<li><a href=\"\(text: Self.path(of: lesson))#step-\(place + 1)\">\(place + 1). \(text: step.title)</a></li>\n"
      }
      let tasks: HTML =
        own.isEmpty
        ? ""
        : "<details><summary>\(text: Self.count(of: own, words))</summary>\n\(links(own, "", words))</details>\n"
      return """
        <section><h2><a href="\(text: Self.path(of: lesson))">\(text: LessonPrinter.title(lesson))</a></h2>
        <details><summary>\(text: words.count(lesson.steps.count, .step, .steps))</summary>
        <ol class="plain">
        \(steps)</ol></details>
        \(tasks)</section>

        """
    }
    let rest = exercises.filter { exercise in !lessons.contains { exercise.belongs(to: $0) } }
    let others: HTML =
      rest.isEmpty
      ? "" : "<section><h2>\(text: words(.moreExercises))</h2>\n\(links(rest, "", words))</section>\n"
    let documents: HTML =
      self.documents.isEmpty
      ? ""
      : """
      <section><h2>\(text: words(.documentation))</h2>
      <ul>
      \(self.documents.html { "<li><a href=\"\(text: Self.path(of: $0))\">\(text: $0.title)</a></li>\n" })</ul></section>

      """
    return page(
      "Graphbook", up: "", words: words,
      """
      <h1>Graphbook</h1>
      <p>\(text: words(.subtitle))</p>
      <div class="search" id="search" hidden>
      <p><label for="words">\(text: words(.search))</label> <input id="words" type="search" autocomplete="off"></p>
      <p id="found" class="soft" role="status" data-one="\(text: words(.onePlace))" data-many="\(text: words(.places))"></p>
      <ul id="results"></ul>
      </div>
      \(chapters)\(others)\(documents)
      """)
  }

  /// `8 exercises, about 43 minutes`.
  private static func count(of exercises: [Exercise], _ words: FixedWords) -> String {
    let minutes = exercises.compactMap(\.minutes).reduce(0, +)
    return words.count(exercises.count, .oneExercise, .exerciseCount)
      + (minutes > 0 ? ", \(words.about(minutes: minutes))" : "")
  }

  private func links(_ exercises: [Exercise], _ up: String, _ words: FixedWords) -> HTML {
    "<ul>\n"
      + exercises.html { exercise -> HTML in
        let time: HTML =
          exercise.minutes.map {
            " <span class=\"soft\">· \(text: words.count($0, .minuteLong, .minutesLong))</span>" as HTML
          } ?? ""
        return "<li><a href=\"\(text: up + Self.path(of: exercise))\">\(text: exercise.title)</a>\(time)</li>\n"
      } + "</ul>\n"
  }

  private var maker: LessonHTML {
    var maker = LessonHTML(output: ScreenRenderer(style: TextStyle(width: 88), rows: .max).output)
    maker.solutions = .hidden
    return maker
  }

  private func page(
    of lesson: Lesson, _ before: Lesson?, _ after: Lesson?, _ exercises: [Exercise], _ search: inout SearchIndex
  ) -> String {
    let script = LessonScript(lesson, makeInterpreter: makeInterpreter)
    var maker = maker
    maker.words = lesson.words
    var body: HTML = "<h1>\(text: LessonPrinter.title(lesson))</h1>\n"
    if let minutes = lesson.minutes {
      body += "<p class=\"soft\">\(text: lesson.words(.minutes, "\(minutes)"))</p>\n"
    }
    body += MarkdownHTML(lesson.words).html(lesson.introduction) + maker.model(script)
    for (place, step) in script.steps.enumerated() {
      body += maker.html(step, number: place + 1)
      search.add(
        "\(lesson.number).\(place + 1) \(step.title)", "\(Self.path(of: lesson))#step-\(place + 1)",
        lesson.steps[place].words)
    }
    if !exercises.isEmpty {
      body += "<h2>\(text: lesson.words(.exercises))</h2>\n" + links(exercises, "../", lesson.words)
    }
    let neighbours = [before.map { ("← ", $0) }, after.map { ("→ ", $0) }].compactMap { $0 }.html { arrow, lesson in
      "<li>\(text: arrow)<a href=\"../\(text: Self.path(of: lesson))\">\(text: LessonPrinter.title(lesson))</a></li>"
    }
    body += "<nav aria-label=\"\(text: lesson.words(.lessons))\"><ul>\(neighbours)</ul></nav>\n"
    return page(LessonPrinter.title(lesson), words: lesson.words, body)
  }

  private func page(of exercise: Exercise, in lesson: Lesson?, _ search: inout SearchIndex) -> String {
    search.add(exercise.title, Self.path(of: exercise), exercise.task.plainText)
    var maker = maker
    maker.words = exercise.words
    var body = maker.html(exercise, id: "exercise")
    if !exercise.start.text.allSatisfy(\.isWhitespace) {
      body +=
        "<details><summary>\(text: exercise.words(.atStart))</summary>\n\(MarkdownHTML.code(exercise.start.text))</details>\n"
    }
    let start = exercise.words.html(.startItWith, "<code>exercise \(text: exercise.slug)</code>")
    body += "<p>\(start)</p>\n"
    if let lesson {
      body += "<p><a href=\"../\(text: Self.path(of: lesson))\">\(text: LessonPrinter.title(lesson))</a></p>\n"
    }
    return page(exercise.title, words: exercise.words, body)
  }

  /// Every word of the language and of the prompt, as `help` explains it.
  private func statements(_ search: inout SearchIndex) -> String {
    var body: HTML = "<h1>Statements</h1>\n"
    for group in Command.Group.allCases {
      body += "<h2>\(text: group.summary)</h2>\n"
      for command in CommandTable.all.commands where command.group == group {
        let id = search.id(for: command.word)
        search.add(command.word, "reference/statements.html#\(id)", "\(command.summary) \(command.explanation)")
        body += "<h3 id=\"\(text: id)\"><code>\(text: command.word)</code></h3>\n<p>\(text: command.summary)</p>\n"
        body += MarkdownHTML.code(command.forms.joined(separator: "\n"))
        if !command.explanation.isEmpty { body += "<p>\(text: command.explanation)</p>\n" }
        if !command.example.isEmpty {
          body += "<p class=\"soft\">For example</p>\n" + MarkdownHTML.code(command.example.joined(separator: "\n"))
        }
      }
    }
    return page("Statements", body)
  }

  /// The codes of validation and stores, and the rules of the review.
  private func messages(_ search: inout SearchIndex) -> String {
    var body: HTML = "<h1>Messages</h1>\n<h2>Codes of Core Data</h2>\n"
    for code in CommandTable.codes {
      guard let text = CommandTable.text(ofCode: code) else { continue }
      let id = search.id(for: "\(code)")
      search.add("\(code)", "reference/messages.html#\(id)", text)
      body += "<h3 id=\"\(text: id)\">\(code)</h3>\n<p>\(text: text)</p>\n"
    }
    body += "<h2>Rules of the review</h2>\n"
    for page in ModelReview.rules.map({ rule in rule.page }) {
      let id = search.id(for: page.id)
      search.add(page.id, "reference/messages.html#\(id)", "\(page.title) \(page.why)")
      body +=
        "<h3 id=\"\(text: id)\"><code>\(text: page.id)</code></h3>\n<p>\(text: page.title)</p>\n<p>\(text: page.why)</p>\n"
      body += MarkdownHTML.code(page.example) + "<p>What to do: \(text: page.fix).</p>\n"
    }
    return page("Messages", body)
  }

  private func page(of document: Document, _ search: inout SearchIndex) -> String {
    search.add(document.title, Self.path(of: document), document.text)
    var markdown = MarkdownHTML(topLevel: 1)
    markdown.hasAnchors = true
    markdown.relative = Dictionary(
      documents.map { ("\($0.stem).md", "\($0.stem).html") }, uniquingKeysWith: { first, _ in first })
    return page(document.title, markdown.html(MarkdownDocument(document.text)))
  }

  // MARK: Links

  /// Returns the links within the site that lead nowhere: to no file, or to no id in it.
  package static func brokenLinks(in files: [File]) -> [(path: String, link: String)] {
    let ids = Dictionary(
      files.map { file in (file.path, Set(file.text.matches(of: /\sid="([^"]+)"/).map { String($0.1) })) },
      uniquingKeysWith: { first, _ in first })
    return files.flatMap { file -> [(path: String, link: String)] in
      guard file.path.hasSuffix(".html") else { return [] }
      return file.text.matches(of: /\s(?:href|src)="([^"]*)"/).compactMap { match -> (path: String, link: String)? in
        let link = String(match.1)
        if link.hasPrefix("https://") || link.hasPrefix("http://") || link.hasPrefix("mailto:") { return nil }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? file.path : resolved(parts[0], from: file.path)
        guard let found = ids[target] else { return (file.path, link) }
        return parts.count > 1 && !found.contains(parts[1]) ? (file.path, link) : nil
      }
    }
  }

  private static func resolved(_ link: String, from path: String) -> String {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(String(part)) }
    }
    return folders.joined(separator: "/")
  }

  // MARK: Searching

  /// The entries that the search looks through: titles, places, and the words of each text, once each.
  private struct SearchIndex {
    private var entries: [JSONValue] = []
    private var ids: Set<String> = []

    mutating func add(_ title: String, _ path: String, _ text: String) {
      var seen: Set<String> = []
      let words = SiteBuilder.searchWords(in: text).filter { seen.insert($0).inserted }
      entries.append(.array([.string(title), .string(path), .string(words.joined(separator: " "))]))
    }

    /// Returns an id that no other entry of the reference has.
    mutating func id(for word: String) -> String {
      let base = "word-" + word.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
      var id = base
      var number = 2
      while !ids.insert(id).inserted {
        id = "\(base)-\(number)"
        number += 1
      }
      return id
    }

    /// A script, as a page that is opened from a folder may read no other file.
    var text: String {
      "var graphbookIndex = [\n" + entries.map(\.line).joined(separator: ",\n") + "\n];\n"
    }
  }

  /// The kinds of characters that words are made of, by their names in the script; everything else but @ separates words.
  private static let wordCategories: [(category: Unicode.GeneralCategory, name: String)] = [
    (.uppercaseLetter, "Lu"), (.lowercaseLetter, "Ll"), (.titlecaseLetter, "Lt"), (.modifierLetter, "Lm"),
    (.otherLetter, "Lo"), (.nonspacingMark, "Mn"), (.spacingMark, "Mc"), (.enclosingMark, "Me"),
    (.decimalNumber, "Nd"), (.letterNumber, "Nl"), (.otherNumber, "No"),
  ]

  /// The words of a text as the index has them. The script cuts what is typed in the same way, by ``separators``.
  package static func searchWords(in text: String) -> [String] {
    text.lowercased().unicodeScalars.split { scalar in
      scalar != "@" && !wordCategories.contains { $0.category == scalar.properties.generalCategory }
    }.map { String($0) }
  }

  /// The expression for what separates words, in JavaScript.
  private static let separators = "[^@\(wordCategories.map { "\\p{\($0.name)}" }.joined())]+"

  private static let style = """

    .search { margin: 1rem 0; }
    .search input { font: inherit; padding: .3rem .5rem; width: min(28rem, 100%); color: var(--ink); background: var(--paper);
      border: 1px solid var(--soft); border-radius: .35rem; }
    .plain { list-style: none; padding-left: .5rem; }
    """

  private static let script = """
    // The search of the contents page: every word must begin a word of the title or the text.
    "use strict";
    (function () {
      /** @type {[string, string, string][]} */
      var index = window.graphbookIndex || [];
      var box = document.getElementById("search");
      var input = document.getElementById("words");
      var results = document.getElementById("results");
      var found = document.getElementById("found");
      var limit = 30;
      var separators = /\(separators)/gu;
      if (!box || !input || !results || !found || index.length === 0) { return; }
      box.hidden = false;

      /** The words of a text, cut as those of the index. */
      function cut(text) { return text.toLowerCase().split(separators).filter(Boolean); }

      /** How well an entry fits: 0 not at all; a word in the title counts more. */
      function score(entry, words) {
        var title = " " + cut(entry[0]).join(" ");
        var text = " " + entry[2];
        var sum = 0;
        for (var i = 0; i < words.length; i++) {
          var inTitle = title.indexOf(" " + words[i]) >= 0;
          if (!inTitle && text.indexOf(" " + words[i]) < 0) { return 0; }
          sum += inTitle ? 10 : 1;
        }
        return sum;
      }

      function search() {
        var words = cut(input.value);
        results.textContent = "";
        found.textContent = "";
        if (words.length === 0) { return; }
        var hits = [];
        index.forEach(function (entry, place) {
          var points = score(entry, words);
          if (points > 0) { hits.push({ entry: entry, points: points, place: place }); }
        });
        hits.sort(function (a, b) { return b.points - a.points || a.place - b.place; });
        found.textContent = (found.dataset[hits.length === 1 ? "one" : "many"] || "").replace("%1", String(hits.length));
        hits.slice(0, limit).forEach(function (hit) {
          var item = document.createElement("li");
          var link = document.createElement("a");
          link.href = hit.entry[1];
          link.textContent = hit.entry[0];
          item.appendChild(link);
          results.appendChild(item);
        });
      }
      input.addEventListener("input", search);
      search();
    })();

    """
}

extension SiteBuilder.Document {
  /// The name without its ending.
  var stem: String { name.hasSuffix(".md") ? String(name.dropLast(3)) : name }

  /// The first heading, else the name.
  var title: String {
    for block in MarkdownDocument(text).blocks {
      if case .heading(_, let inlines) = block.kind { return MarkdownDocument.plainText(of: inlines) }
    }
    return stem
  }
}

extension Exercise {
  /// Whether it is about the chapter of a lesson.
  fileprivate func belongs(to lesson: Lesson) -> Bool { chapterNumber == lesson.chapterNumber }
}

extension Step {
  /// The words of its prose, questions and statements.
  fileprivate var words: String {
    blocks.map { block in
      switch block {
      case .prose(let blocks): MarkdownDocument(blocks: blocks).plainText
      case .graph(let source, _): source.text
      case .predict(let prediction): prediction.question.plainText
      case .task(let task): task.plainText
      case .check, .hint, .solution, .wrong, .note: ""
      }
    }.joined(separator: " ")
  }
}
