import ObjectGraph

import struct Foundation.Data

/// The style sheet of the report's pages, and the frame around them. There are no scripts and no external files, so the
/// pages can be read from disk, mailed and printed.
enum ReportStyle {
  static let sheet = """
    :root { color-scheme: light dark; --paper: #fff; --panel: #f5f6f4; --ink: #1c1f22; --soft: #565d64; --line: #d5d9dc;
      --link: #0a559f; --bar: #4f79ad; --good: #17693f; --good-back: #e2f3e8; --open: #8a4300; --open-back: #fcefdc;
      --bad: #a4221b; --bad-back: #fbe6e4; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #15181a; --panel: #1e2225; --ink: #e6e9eb; --soft: #a9b1b8; --line: #3a4147; --link: #82bdff;
        --bar: #6f9fd8; --good: #86d9a9; --good-back: #15341f; --open: #f0b56b; --open-back: #3a2a12; --bad: #ff9d94;
        --bad-back: #431e1b; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 0 1.25rem 4rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    h1 { font-size: 1.6rem; line-height: 1.2; margin: 1.5rem 0 .25rem; }
    h2 { font-size: 1.25rem; line-height: 1.25; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
    p { max-width: 44rem; margin: .5rem 0; }
    .soft { color: var(--soft); }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
    nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0; padding: 0; }
    .wide { overflow-x: auto; margin: .5rem 0; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .75rem; border-bottom: 1px solid var(--line); }
    th:first-child, td:first-child { padding-left: .25rem; }
    thead th { font-weight: 600; font-size: .875rem; color: var(--soft); vertical-align: bottom; }
    tbody th { font-weight: inherit; }
    .number { text-align: right; white-space: nowrap; }
    .fixed th, .fixed td { min-width: 5.5rem; }
    .fixed th:first-child { position: sticky; left: 0; background: var(--paper); min-width: 8rem; max-width: 14rem; }
    .fixed thead th { min-width: 6.5rem; max-width: 10rem; white-space: normal; }
    .wide th:first-child { min-width: 8rem; }
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
    .checks > li { padding-left: 1.6rem; text-indent: -1.6rem; margin: .35rem 0; }
    .checks > li > * { text-indent: 0; }
    .sign { display: inline-block; width: 1.6rem; background: none; }
    .said { border-left: 3px solid var(--line); margin: .25rem 0; padding: 0 0 0 .75rem; color: var(--soft); }
    .said p { margin: 0; }
    .names { font-size: .875rem; margin-top: .4rem; }
    footer { margin-top: 3rem; font-size: .875rem; color: var(--soft); }
    @media (max-width: 40rem) { body { padding: 0 .9rem 3rem; } th, td { padding: .3rem .5rem; } .bar { width: 4rem; } }
    @media print {
      :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
        --bar: #555; --good: #000; --good-back: #fff; --open: #000; --open-back: #fff; --bad: #000; --bad-back: #fff; }
      body { max-width: none; font-size: 10pt; }
      nav, .skip { display: none; }
      a { text-decoration: none; }
      .wide { overflow: visible; }
      .fixed th:first-child { position: static; }
      .mistakes > li { border: 1px solid var(--line); }
      li, tr, svg { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      thead { display: table-header-group; }
    }
    """

  /// A policy that lets a page use its style sheet and nothing else.
  private static let policy: String = {
    let digest = Data(SHA256.digest(of: sheet.utf8)).base64EncodedString()
    return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'"
  }()

  private static let styleElement = HTML(stringLiteral: "<style>\(sheet)</style>")

  /// Returns a whole page.
  static func page(_ title: String, _ body: HTML) -> String {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTML(stringLiteral: policy))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(text: title)</title>
      \(styleElement)
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      \(body)
      </body>
      </html>

      """
    return page.text
  }

  /// Returns a horizontal bar that shows a part of a whole.
  static func bar(_ part: Int, of whole: Int) -> HTML {
    let percent = whole > 0 ? (100 * min(part, whole) + whole / 2) / whole : 0
    return """
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="100" height="10"/><rect class="part" width="\(percent)" height="10"/></svg>
      """
  }

  /// Returns a table that scrolls in a narrow window, also with the keyboard.
  static func table(_ label: HTML, _ contents: HTML, isFixed: Bool = false) -> HTML {
    let table: HTML = isFixed ? "<table class=\"fixed\">" : "<table>"
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
