import Courses
import Pages

/// The style sheet of the report's pages, which adds its bars and tables to the common one, and the parts they share.
enum ReportStyle {
  static let sheet =
    StyleSheet.base + """

      .fixed th, .fixed td { min-width: 5.5rem; }
      .fixed th:first-child { position: sticky; left: 0; background: var(--paper); min-width: 8rem; max-width: 14rem; }
      .fixed thead th { min-width: 6.5rem; max-width: 10rem; white-space: normal; }
      .wide th:first-child { min-width: 8rem; }
      .wrapped th:first-child { min-width: 10rem; overflow-wrap: anywhere; }
      .wrapped td:last-child { min-width: 14rem; overflow-wrap: anywhere; }
      .passed { background: var(--good-back); color: var(--good); }
      .failed { background: var(--open-back); color: var(--open); }
      .error { background: var(--bad-back); color: var(--bad); }
      .missing { color: var(--soft); }
      .badge { display: inline-block; padding: 0 .5rem; border-radius: .75rem; font-size: .875rem; white-space: nowrap; }
      .badge.missing { border: 1px solid var(--line); }
      .bar { display: block; width: 8rem; height: .6rem; margin-top: .45rem; }
      .bar rect { fill: var(--line); }
      .bar .part { fill: var(--bar); }
      .histogram { display: block; width: 100%; max-width: 32rem; height: auto; margin: .5rem 0; }
      .histogram rect { fill: var(--bar); }
      .histogram .full { fill: var(--good); }
      .histogram line { stroke: var(--line); }
      .histogram text { fill: var(--ink); font-size: 11px; text-anchor: middle; }
      .histogram .scale { fill: var(--soft); }
      .mistakes, .checks { list-style: none; margin: .5rem 0; padding: 0; }
      .mistakes > li { background: var(--panel); border-radius: .5rem; padding: .6rem .9rem; margin: .5rem 0; }
      .checks { max-width: 44rem; }
      .checks > li { display: grid; grid-template-columns: 1.2rem minmax(0, 1fr) auto; gap: .4rem; padding: .3rem 0;
        border-bottom: 1px solid var(--line); }
      .checks .points { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .checks .sum { border-bottom: 0; font-weight: 600; }
      .sign { background: none; }
      .answer { counter-reset: line; margin: .5rem 0; padding: .6rem .9rem; background: var(--panel); border-radius: .5rem;
        font: .875rem/1.45 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
        overflow-wrap: anywhere; }
      .answer .line { display: block; padding-left: 3rem; text-indent: -3rem; min-height: 1.45em; }
      .answer .line::before { counter-increment: line; content: counter(line); display: inline-block; width: 2.2rem;
        margin-right: .8rem; text-indent: 0; text-align: right; color: var(--soft); user-select: none; }
      .said { border-left: 3px solid var(--line); margin: .25rem 0; padding: 0 0 0 .75rem; color: var(--soft); }
      .said p { margin: 0; }
      .names { font-size: .875rem; margin-top: .4rem; }
      @media (max-width: 40rem) {
        .bar { width: 4rem; }
        .wrapped thead { display: none; }
        .wrapped th:first-child, .wrapped td, .wrapped td:last-child { display: block; min-width: 0; border: 0; }
        .wrapped tr { display: block; border-bottom: 1px solid var(--line); }
      }
      @media print {
        .fixed th:first-child { position: static; }
        .mistakes > li { border: 1px solid var(--line); }
      }
      """

  /// Returns a whole page.
  static func page(_ title: String, words: FixedWords = .english, _ body: HTML) -> String {
    HTMLPage(title, style: .inline(sheet), words: words, body).text
  }

  /// Returns a horizontal bar that shows a part of a whole.
  static func bar(_ part: Int, of whole: Int) -> HTML {
    let percent = whole > 0 ? (100 * min(part, whole) + whole / 2) / whole : 0
    return """
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="100" height="10"/><rect class="part" width="\(percent)" height="10"/></svg>
      """
  }

  /// How the cells of a table use its width.
  enum Cells {
    case plain
    /// The first column stays while the others scroll.
    case fixed
    /// Long names break anywhere, so that the last column is not cut off.
    case wrapped
  }

  /// Returns a table that scrolls in a narrow window, also with the keyboard.
  static func table(_ label: HTML, _ contents: HTML, _ cells: Cells = .plain) -> HTML {
    let table: HTML =
      switch cells {
      case .plain: "<table>"
      case .fixed: "<table class=\"fixed\">"
      case .wrapped: "<table class=\"wrapped\">"
      }
    return """
      <div class="wide" role="region" aria-label="\(label)" tabindex="0">\(table)
      \(contents)</table></div>

      """
  }

  /// Returns `37 %`, or a dash if the whole is 0.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole > 0 ? "\((100 * part + whole / 2) / whole) %" : "–"
  }
}
