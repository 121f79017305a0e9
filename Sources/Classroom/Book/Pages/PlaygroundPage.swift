import Pages

/// A graph of one's own, with the model's picture, the review, and files.
struct PlaygroundPage {
  var log: HTML
  var graph: Sitting.GraphView
  var links: BookLinks
  var said: [String] = []

  /// The forms in which the playground can be downloaded: the ending, and what it is.
  static let forms: [(ending: String, words: HTML)] = [
    ("graph", "Statements (.graph)"), ("svg", "Picture of the model (.svg)"), ("sql", "Tables of the store (.sql)"),
    ("mmd", "Mermaid (.mmd)"), ("dot", "Graphviz (.dot)"), ("swift", "Swift classes (.swift)"),
  ]

  var html: HTML {
    let path = links.to(.playground)
    let forms = Self.forms.html { ending, words in
      "<li><a href=\"\(path)/playground.\(text: ending)\" download>\(words)</a></li>\n"
    }
    return BookPage(
      "Playground", "playground two", links, place: .playground, current: .playground,
      """
      <div class="column">
      <div class="text"><h1 id="title" tabindex="-1">Playground</h1>
      <p>A graph of your own. Begin with <code>entity Team { name: String }</code>, or open a file.</p></div>
      \(PromptSection.prompt("Statements", path: path, words: "A statement; <kbd>help</kbd> lists the words", log: log, buttons: buttons))
      </div>
      <div class="column side">
      \(PromptSection.graph("Your graph", graph, showsModel: true))
      <section class="card" aria-labelledby="files-title"><h2 id="files-title">Files</h2>
      <form id="file-form" method="post" action="\(path)" class="file">
      <label for="file">Open a file of statements, up to 256 KB; it takes the place of what is here</label>
      <input id="file" type="file" accept=".graph,text/plain">
      </form>
      <p id="file-status" role="status" class="small"></p>
      <p>Download what is here as</p>
      <ul>
      \(forms)</ul></section>
      </div>
      """
    ).html
  }

  var turn: HTML { HTML.said(said) }

  private var buttons: HTML {
    """
    <form method="post" action="\(links.to(.playground))" class="buttons" data-live>\(HTML.button("review", "Review the model")) \
    \(HTML.button("undo", "Undo")) \(HTML.button("clear", "Empty the playground", attributes: " data-confirm=\"Everything in the playground goes. Download it first if you want to keep it.\""))</form>
    <div id="turn">\(turn)</div>

    """
  }
}
