import Courses
import Diagnostics
import Pages

/// The frame of the book's pages: the way to the others, and what they have in common.
struct BookPage {
  var title: String
  /// A word for the style sheet.
  var kind: HTML
  var links: BookLinks
  var main: HTML
  /// The page that the script sends forms to; nil for a page without a script.
  var place: BookPlace?
  /// The link that leads here, which is marked.
  var current: BookPlace?
  /// Whether there are links to the other pages, which only someone who is signed in can open.
  var hasWays = true
  /// The fixed words of what the page is about.
  var words: FixedWords

  init(
    _ title: String, _ kind: HTML, _ links: BookLinks, place: BookPlace? = nil, current: BookPlace? = nil,
    words: FixedWords? = nil, _ main: HTML
  ) {
    self.title = title
    self.kind = kind
    self.links = links
    self.place = place
    self.current = current
    self.words = words ?? links.words
    self.main = main
  }

  /// The page for someone who is not signed in, or is no student.
  var withoutWays: BookPage {
    var page = self
    page.hasWays = false
    return page
  }

  private static let ways: [(BookPlace, FixedWords.Key)] = [
    (.contents, .wayContents), (.playground, .wayPlayground), (.practice, .wayPractice), (.drills, .wayDrills),
    (.progress, .wayProgress), (.glossary, .wayGlossary), (.help(nil), .wayHelp),
  ]

  var html: HTML {
    let ways = Self.ways.html { place, word in
      let mark: HTML = place == current ? " aria-current=\"page\"" : ""
      return "<li><a href=\"\(links.to(place))\"\(mark)>\(text: words(word))</a></li>"
    }
    let script: HTML =
      place == nil ? "" : "<script type=\"module\" src=\"\(text: links.base)/book.js\"></script>\n"
    let path: HTML = place.map { " data-path=\"\(links.to($0))\"" } ?? ""
    return """
      <!doctype html>
      <html lang="\(text: words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(text: title) · Graphbook</title>
      <link rel="stylesheet" href="\(text: links.base)/class.css">
      <link rel="stylesheet" href="\(text: links.base)/book.css">
      \(script)</head>
      <body class="book \(kind)"\(path)\(place == nil ? "" : words.scriptAttribute)>
      <a class="skip" href="#main">\(text: words(.skipToContent))</a>
      \(hasWays ? "<header class=\"bar\"><nav aria-label=\"\(text: words(.book))\"><ul>\(ways)</ul></nav></header>\n" : "")\
      <main id="main" tabindex="-1">
      \(main)
      </main>
      \(footer)</body>
      </html>

      """
  }

  private var footer: HTML {
    guard let name = links.reader else { return "" }
    guard links.signsOut else { return "<footer class=\"who\">\(text: words(.youAre, name))</footer>\n" }
    return """
      <footer class="who"><form method="post" action="\(text: links.base)/signout">\(text: words(.youAre, name)) \
      <button type="submit">\(text: words(.signOut))</button>\(password)</form></footer>

      """
  }

  private var password: HTML {
    links.hasPasswords ? " <a href=\"\(text: links.base)/password\">\(text: words(.password))</a>" : ""
  }

  /// A page that says why there is nothing.
  static func missing(_ words: String, _ links: BookLinks) -> HTML {
    BookPage(
      links.words(.notFound), "plain", links,
      """
      <h1>\(text: links.words(.notFound))</h1>
      <p>\(text: words)</p>
      <p>\(links.link(.contents, "\(text: links.words(.toContents))"))</p>
      """
    ).html
  }
}

extension HTML {
  /// Buttons of a form that sends what its button says.
  static func button(_ action: HTML, _ words: HTML, isMain: Bool = false, attributes: HTML = "") -> HTML {
    "<button type=\"submit\" name=\"do\" value=\"\(action)\"\(isMain ? " class=\"main\"" : "")\(attributes)>\(words)</button>"
  }

  /// `1 point`, `3 points`.
  static func count(_ number: Int, _ noun: String) -> HTML { "\(number) \(text: number == 1 ? noun : noun + "s")" }

  /// Lines that a session says, as text.
  static func said(_ lines: [StyledText]) -> HTML {
    lines.allSatisfy(\.isEmpty)
      ? "" : "<pre class=\"said-lines\" tabindex=\"0\">\(HTML(lines))</pre>\n"
  }
}

extension HTML {
  /// Lines of prose that a session says, as paragraphs: an empty line begins another.
  static func paragraphs(_ lines: [StyledText]) -> HTML {
    lines.split(whereSeparator: \.isEmpty).html { "<p>\(HTML($0))</p>\n" }
  }
}

/// The prompt of a page, and the picture of its graph.
enum PromptSection {
  /// - Parameters:
  ///   - path: where statements are sent.
  ///   - words: what a statement works on.
  ///   - fixed: the words around it.
  ///   - after: what comes after the results.
  static func prompt(
    _ title: HTML, path: HTML, words: HTML, in fixed: FixedWords = .english, log: HTML, after: HTML = "",
    buttons: HTML = ""
  ) -> HTML {
    """
    <section id="try" class="card" tabindex="-1" aria-labelledby="try-title">
    <h2 id="try-title">\(title)</h2>
    <div id="output" class="example output-log" role="log" aria-label="\(text: fixed(.results))" tabindex="0">\(log)</div>
    \(after)<form id="prompt" method="post" action="\(path)" autocomplete="off">
    <input type="hidden" name="do" value="run">
    <label for="input" class="small">\(words)</label>
    <div class="prompt-row">
    <textarea id="input" name="text" rows="1" spellcheck="false" autocapitalize="none" autocorrect="off" aria-autocomplete="list" aria-controls="completions" aria-describedby="keys" aria-keyshortcuts="/"></textarea>
    <button id="recall" type="button" aria-label="\(text: fixed(.bringBack))" hidden>↑</button>
    <button class="main" type="submit">\(text: fixed(.run))</button>
    </div>
    <ul id="completions" role="listbox" aria-label="\(text: fixed(.completions))" hidden></ul>
    <p id="unfinished" role="status" class="small"></p>
    <p id="keys" class="small">\(text: fixed(.keysOfPrompt))</p>
    <p class="small" hidden><label><input id="slash" type="checkbox"> \(text: fixed(.slashComesBack))</label></p>
    </form>
    \(buttons)</section>
    """
  }

  static func graph(
    _ title: HTML, _ graph: Sitting.GraphView, showsModel: Bool = false, in fixed: FixedWords = .english
  ) -> HTML {
    let hasModel = !graph.diagram.text.isEmpty
    return """
      <section class="card" aria-labelledby="graph-title">
      <h2 id="graph-title">\(title)</h2>
      <div id="picture" class="scrolls" tabindex="0" role="region" aria-label="\(text: fixed(.objectsAndLinks))" data-graph="\(HTML(lines: [graph.objects.line]))"><p class="small">\(text: fixed(.pictureNeedsScript))</p></div>
      <p id="changes" role="status" class="small"></p>
      <details id="model-box"\(showsModel ? " open" : "")\(hasModel ? "" : " hidden")><summary>\(text: fixed(.theModel))</summary><div id="model" class="scrolls" tabindex="0" role="region" aria-label="\(text: fixed(.diagramOfModel))">\(graph.diagram)</div></details>
      </section>
      """
  }
}
