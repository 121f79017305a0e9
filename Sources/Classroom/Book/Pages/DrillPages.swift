import Courses
import Drills
import Pages
import Shell

/// The kinds of drills.
struct DrillListPage {
  var progress: Progress
  var links: BookLinks
  private var words: FixedWords { links.words }

  var html: HTML {
    let items = DrillKind.allCases.html { kind -> HTML in
      let record = progress.drills[kind.rawValue] ?? DrillProgress()
      let state =
        record.attempts == 0 ? "" : " · \(words(.rightOfTries, "\(record.right)", "\(record.attempts)"))"
      return """
        <li><span lang="en">\(links.link(.drill(kind.rawValue), "\(text: kind.summary)"))</span> \
        <span class="soft">\(text: words(.chapter, "\(kind.chapter)"))\(text: state)</span></li>

        """
    }
    return BookPage(
      words(.wayDrills), "plain", links, current: .drills,
      """
      <h1>\(text: words(.wayDrills))</h1>
      <p>\(text: words(.drillsExplained))</p>
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
  private var words: FixedWords { links.words }

  var html: HTML {
    BookPage(
      title, view.hasPrompt ? "asking two" : "asking", links, place: place, current: current,
      """
      <div class="column"><div class="text">
      <h1 id="title" tabindex="-1">\(text: title)</h1>
      <h2 class="hidden">\(text: words(.theQuestion))</h2>
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
        "\(view.hasHints ? button("hint", .aHint) : "") \(button("solution", .showAnswer)) \(button("next", place == .practice ? .leaveForLater : .askAnother))"
      case .answered: button("next", .nextQuestion, isMain: true)
      case .over: button("next", .lookAgain)
      }
    return
      "<form method=\"post\" action=\"\(links.to(place))\" class=\"buttons\" data-live>\(Self.field(view.name))\(buttons)</form>\n"
  }

  /// The field that says which question a form is about.
  static func field(_ name: String) -> HTML { "<input type=\"hidden\" name=\"question\" value=\"\(text: name)\">" }

  private func button(_ action: HTML, _ key: FixedWords.Key, isMain: Bool = false) -> HTML {
    HTML.button(action, "\(text: words(key))", isMain: isMain)
  }

  var side: HTML {
    view.hasPrompt
      ? "\(PromptSection.prompt("\(text: words(.tryIt))", path: links.to(place), words: "\(text: words(.ownCopy))", in: words, log: view.log))\n\(PromptSection.graph("\(text: words(.theGraph))", view.graph, in: words))"
      : ""
  }
}
