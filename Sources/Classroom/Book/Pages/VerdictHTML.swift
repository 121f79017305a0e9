import Courses
import Diagnostics
import Grading
import Pages

/// A verdict on an answer: first what is wrong, then which checks hold.
struct VerdictHTML {
  var links: BookLinks
  var words = FixedWords.english
  /// The cells of a line of messages.
  var width = Sitting.usualWidth

  /// - Parameter all: the lines of everything that the checks found.
  func html(_ verdict: Verdict, all: Document) -> HTML {
    var body: HTML = """
      <p class="outcome"><span class="badge \(text: verdict.status.rawValue)">\(text: verdict.word(in: words))</span>\
      \(text: verdict.hasPoints ? " " + words.points(verdict.score, of: verdict.maxScore) : "")</p>

      """
    let first: HTML = "<strong>\(text: words(.lookFirst))</strong>"
    var advice: HTML = ""
    if let cause = verdict.cause {
      let evidence = cause.evidence.html { "<li>\(HTML(lines: [$0]))</li>" }
      advice = "<p>\(verdict.hasDropped ? "" : first + " ")\(text: cause.sentence)</p>\n"
      if !cause.evidence.isEmpty { advice += "<ul class=\"evidence\" lang=\"en\">\(evidence)</ul>\n" }
    }
    let hasRun = verdict.checks.contains { $0.status != .notRun }
    if !verdict.hasDropped { body += advice }
    if !verdict.diagnostics.isEmpty {
      let lines = verdict.shownDiagnostics.flatMap { Document($0) }.lines(width: width)
      if verdict.hasDropped, verdict.cause != nil { body += "<p>\(first)</p>\n" }
      body += "<pre class=\"example\" tabindex=\"0\"><samp>\(HTML(lines))</samp></pre>\n"
    }
    if verdict.hasDropped { body += advice }
    if hasRun {
      let shares = verdict.shares()
      body += "<ul class=\"checks\">\n\(zip(verdict.checks, shares).html { check($0, $1) })</ul>\n"
    } else if !verdict.checks.isEmpty {
      body +=
        "<p>\(text: words(.nothingChecked))</p>\n"
    }
    if hasRun, verdict.status == .failed {
      body += """
        <details><summary>\(text: words(.everythingFound))</summary>
        <pre class="example" tabindex="0"><samp>\(HTML(all.lines(width: width)))</samp></pre></details>

        """
    }
    if !verdict.ideas.isEmpty {
      let items = verdict.ideas.html { reminder -> HTML in
        let place: HTML = reminder.place.map { ": \(links.link($0))" } ?? ""
        return "<li>\(text: reminder.idea.sentence)\(place)</li>"
      }
      body += "<h3>\(text: words(.practises))</h3>\n<ul>\(items)</ul>\n"
    }
    return body
  }

  private func check(_ check: CheckResult, _ share: Verdict.Share) -> HTML {
    let (sign, state): (HTML, FixedWords.Key) =
      switch check.status {
      case .passed: ("<span class=\"sign passed\" aria-hidden=\"true\">✓</span>", .holds)
      case .failed: ("<span class=\"sign failed\" aria-hidden=\"true\">✗</span>", .notYet)
      case .notRun: ("<span class=\"sign missing\" aria-hidden=\"true\">–</span>", .notJudged)
      }
    let points: HTML =
      share.points < 0
      ? ": −\(text: words(share.points == -1 ? .point : .points, pointsText(-share.points)))"
      : share.maximum == 0 ? "" : ": \(text: words.points(share.points, of: share.maximum))"
    return
      "<li>\(sign)<span class=\"hidden\">\(text: words(state)): </span>\(text: words.name(of: check))<span class=\"soft\">\(points)</span></li>\n"
  }
}
