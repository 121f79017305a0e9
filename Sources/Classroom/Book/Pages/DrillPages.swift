import Courses
import Drills
import Pages
import Shell

/// The kinds of drills.
struct DrillListPage {
  var progress: Progress
  var links: BookLinks

  var html: HTML {
    let items = DrillKind.allCases.html { kind -> HTML in
      let record = progress.drills[kind.rawValue] ?? DrillProgress()
      let state: HTML = record.attempts == 0 ? "" : " · \(record.right) of \(record.attempts) right"
      return """
        <li>\(links.link(.drill(kind.rawValue), "\(text: kind.summary)")) \
        <span class="soft">chapter \(kind.chapter)\(state)</span></li>

        """
    }
    return BookPage(
      "Drills", "plain", links, current: .drills,
      """
      <h1>Drills</h1>
      <p>A drill asks about a small workbook that is made for you. After three right answers the questions get harder.</p>
      <ul>
      \(items)</ul>
      """
    ).html
  }
}

/// A drill, or a question of practice: what is asked, and what came of the answer.
struct QuestionPage {
  var title: String
  var place: BookPlace
  var current: BookPlace
  var view: Sitting.QuestionView
  var links: BookLinks

  var html: HTML {
    BookPage(
      title, view.hasPrompt ? "asking two" : "asking", links, place: place, current: current,
      """
      <div class="column"><div class="text">
      <h1 id="title" tabindex="-1">\(text: title)</h1>
      <h2 class="hidden">The question</h2>
      <div id="step">\(step)</div>
      <div id="turn" class="turn">\(turn)</div>
      </div></div>
      <div class="column side" id="side">\(side)</div>
      """
    ).html
  }

  var step: HTML {
    let isPractice = place == .practice
    return
      "\(HTML.paragraphs(view.heading))\(view.question)\(isPractice ? HTML.paragraphs(view.said) : HTML.said(view.said))"
  }

  var turn: HTML {
    let buttons: HTML =
      switch view.phase {
      case .asking:
        "\(view.hasHints ? HTML.button("hint", "Hint") : "") \(HTML.button("solution", "Show the answer")) \(HTML.button("next", place == .practice ? "Leave it for later" : "Ask another"))"
      case .answered: HTML.button("next", "Next question", isMain: true)
      case .over: HTML.button("next", "Look again for what is due")
      }
    return "<form method=\"post\" action=\"\(links.to(place))\" class=\"buttons\" data-live>\(buttons)</form>\n"
  }

  var side: HTML {
    view.hasPrompt
      ? "\(PromptSection.prompt("Try it", path: links.to(place), words: "A statement on your own copy of the graph", log: view.log))\n\(PromptSection.graph("The graph", view.graph))"
      : ""
  }
}
