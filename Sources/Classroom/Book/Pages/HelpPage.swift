import Courses
import Diagnostics
import Pages
import Shell

/// The words of the language, by group, and the page about one of them.
struct HelpPage {
  var word: String?
  var glossary: Glossary
  var links: BookLinks
  /// The cells of a line.
  var columns = Sitting.usualWidth
  private var words: FixedWords { links.words }

  var html: HTML {
    BookPage(
      word.map { "\(words(.wayHelp)): \($0)" } ?? words(.wayHelp), "plain", links, current: .help(nil),
      """
      <h1>\(text: words(.wayHelp))</h1>
      <form method="get" action="\(links.to(.help(nil)))" class="prompt-row"><label for="word" class="hidden">\(text: words(.aWord))</label>\
      <input id="word" name="word" value="\(text: word ?? "")" maxlength="80" autocapitalize="none" autocomplete="off" spellcheck="false" placeholder="delete, undo">\
      <button type="submit">\(text: words(.lookUp))</button></form>
      <div lang="en">\(word.map(page) ?? overview)</div>
      """
    ).html
  }

  private func page(_ word: String) -> HTML {
    var help = Help(glossary: glossary)
    help.isInBrowser = true
    guard let page = help.page(about: word) else {
      let problem = help.unknown(word)
      let hint: HTML = problem.hint.map { ": \(text: $0)" } ?? ""
      return "<p class=\"problem\">\(text: problem.message)\(hint)</p>\n\(overview)"
    }
    return """
      <pre class="example" tabindex="0"><samp>\(HTML(page.lines(width: columns)))</samp></pre>
      <p lang="\(text: words.language)">\(links.link(.help(nil), "\(text: words(.allWords))"))</p>
      """
  }

  private var overview: HTML {
    let table = CommandTable.all
    let groups = Command.Group.allCases.html { group -> HTML in
      var seen: Set<String> = []
      let words = table.words(of: group).filter { seen.insert($0).inserted }
      let items = words.html { "<li>\(links.link(.help($0), "<code>\(HTML(lines: [$0]))</code>"))</li>" }
      let title = group.summary.prefix(1).uppercased() + group.summary.dropFirst()
      return "<h2>\(text: title)</h2>\n<ul class=\"words\">\(items)</ul>\n"
    }
    let pages: [(String, HTML)] = [
      ("prompt", "how to type at the prompt"), ("sheet", "the language on one page"),
      ("types", "the types of attributes"),
      ("rules", "the rules of the review"),
    ]
    return "<ul>\(pages.html { "<li>\(links.link(.help($0), $1))</li>" })</ul>\n\(groups)"
  }
}
