import Courses
import Diagnostics
import Pages

/// A graph of one's own, with the model's picture, the review, and files.
struct PlaygroundPage {
  var log: HTML
  var graph: Sitting.GraphView
  var links: BookLinks
  var said: [StyledText] = []
  private var words: FixedWords { links.words }

  /// The forms in which the playground can be downloaded: the ending, and what it is.
  static let forms: [(ending: String, form: Form)] = [
    ("graph", .words(.fileOfStatements)), ("svg", .words(.fileOfPicture)), ("sql", .words(.fileOfTables)),
    ("mmd", .name("Mermaid")), ("dot", .name("Graphviz")), ("swift", .words(.fileOfClasses)),
  ]

  enum Form {
    /// A format that has a name.
    case name(String)
    /// Words about the contents.
    case words(FixedWords.Key)
  }

  var html: HTML {
    let path = links.to(.playground)
    let forms = Self.forms.html { ending, form -> HTML in
      let name =
        switch form {
        case .name(let name): "\(name) (.\(ending))"
        case .words(let key): words(key, ".\(ending)")
        }
      return "<li><a href=\"\(path)/playground.\(text: ending)\" download>\(text: name)</a></li>\n"
    }
    return BookPage(
      words(.wayPlayground), "playground two", links, place: .playground, current: .playground,
      """
      <div class="column">
      <div class="text"><h1 id="title" tabindex="-1">\(text: words(.wayPlayground))</h1>
      <p>\(words.html(.ownGraph, "<code>entity Team { name: String }</code>"))</p></div>
      \(PromptSection.prompt("\(text: words(.wayStatements))", path: path, words: words.html(.statementOrHelp, "<kbd>help</kbd>"), in: words, log: log, buttons: buttons))
      </div>
      <div class="column side">
      \(PromptSection.graph("\(text: words(.yourGraph))", graph, showsModel: true, in: words))
      <section class="card" aria-labelledby="files-title"><h2 id="files-title">\(text: words(.files))</h2>
      <form id="file-form" method="post" action="\(path)" class="file">
      <label for="file">\(text: words(.openFile))</label>
      <input id="file" type="file" accept=".graph,text/plain">
      </form>
      <p id="file-status" role="status" class="small"></p>
      <p>\(text: words(.downloadAs))</p>
      <ul>
      \(forms)</ul>
      <p><button id="share" type="button" hidden>\(text: words(.copyLink))</button></p>
      <p id="share-status" role="status" class="small"></p></section>
      </div>
      """
    ).html
  }

  var turn: HTML { HTML.said(said) }

  private var buttons: HTML {
    """
    <form method="post" action="\(links.to(.playground))" class="buttons" data-live>\(HTML.button("review", "\(text: words(.reviewModel))")) \
    \(HTML.button("undo", "\(text: words(.undoLast))")) \(HTML.button("clear", "\(text: words(.emptyPlayground))", attributes: " data-confirm=\"\(text: words(.confirmEmpty))\""))</form>
    <div id="turn">\(turn)</div>

    """
  }
}
