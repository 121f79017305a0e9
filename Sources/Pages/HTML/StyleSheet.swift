/// The style sheets of everything that is shown in a browser: system fonts, light and dark as the reader has set it, a ring
/// around the focus, and rules for paper. Text has a contrast of at least 4.5:1 in both.
///
/// There are no external files and no web fonts.
package enum StyleSheet {
  /// Colours, text and tables: what every page uses.
  package static let base = """
    :root { color-scheme: light dark; --paper: #fff; --panel: #f5f6f4; --ink: #1c1f22; --soft: #565d64; --line: #d5d9dc;
      --link: #0a559f; --bar: #4f79ad; --good: #17693f; --good-back: #e2f3e8; --open: #8a4300; --open-back: #fcefdc;
      --bad: #a4221b; --bad-back: #fbe6e4; --parent: #646b73; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #15181a; --panel: #1e2225; --ink: #e6e9eb; --soft: #a9b1b8; --line: #3a4147; --link: #82bdff;
        --bar: #6f9fd8; --good: #86d9a9; --good-back: #15341f; --open: #f0b56b; --open-back: #3a2a12; --bad: #ff9d94;
        --bad-back: #431e1b; --parent: #9ba3aa; }
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
    footer { margin-top: 3rem; font-size: .875rem; color: var(--soft); }
    @media (max-width: 40rem) { body { padding: 0 .9rem 3rem; } th, td { padding: .3rem .5rem; } }
    @media print {
      :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
        --bar: #555; --good: #000; --good-back: #fff; --open: #000; --open-back: #fff; --bad: #000; --bad-back: #fff;
        --parent: #555; }
      body { max-width: none; font-size: 10pt; }
      nav, .skip { display: none; }
      a { text-decoration: none; }
      .wide { overflow: visible; }
      li, tr, svg { break-inside: avoid; }
      h1, h2, h3, h4 { break-after: avoid; }
      thead { display: table-header-group; }
    }
    """

  /// The parts of lessons and exercises, added to ``base``.
  package static let lessons =
    base + """

      code, kbd, pre, samp { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace; }
      code, samp { font-size: .925em; }
      .unbroken { white-space: nowrap; }
      pre { margin: 0; overflow-x: auto; line-height: 1.35; }
      pre code, pre samp { font-size: inherit; }
      main { max-width: 52rem; margin: 0 auto; }
      main > .code, main .step > .code { margin: .75rem 0; }
      ul, ol { max-width: 44rem; }
      li > p { margin: .25rem 0; }
      blockquote { margin: .75rem 0; padding-left: .9rem; border-left: 3px solid var(--line); }
      hr { border: 0; border-top: 1px solid var(--line); }
      .code, .example { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem;
        margin: .75rem 0; font-size: .875rem; }
      .example .typed { font-weight: 600; }
      .example .entry + .entry { margin-top: .5rem; }
      .example .typed::before { content: "\\203A\\00A0"; color: var(--soft); float: left; }
      .example .typed code { display: block; padding-left: 1.2em; }
      .example .output { color: var(--ink); }
      table.result { font: .8125rem/1.35 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace; }
      .example table.result { font-size: inherit; }
      table.result :is(th, td) { padding: 0 2ch 0 0; border: 0; white-space: pre-wrap; }
      table.result thead th { font-size: inherit; border-bottom: 1px solid var(--line); color: inherit; }
      table.result .number { padding: 0 2ch 0 0; text-align: right; }
      .entry .wide { margin: 0; }
      .entry .wide.in { margin-left: 2ch; }
      @media screen and (max-width: 40rem) {
        table.result.list, .list > tbody { display: block; }
        .list > thead { display: none; }
        table.result.list tr { display: block; padding-left: 1.5ch; text-indent: -1.5ch; }
        table.result.list td { display: inline; padding: 0; }
        .list td:empty { display: none; }
        .list td[data-title]::before { content: attr(data-title) " "; color: var(--soft); }
        .list td + td::before { content: " · "; color: var(--soft); }
        .list td + td[data-title]::before { content: " · " attr(data-title) " "; }
      }
      .t-strong { font-weight: 700; }
      .t-emphasis { font-style: italic; }
      .t-code, .t-prompt { color: var(--link); }
      .t-faint { color: var(--soft); }
      .t-success { color: var(--good); }
      .t-failure { color: var(--bad); font-weight: 700; }
      .t-warning { color: var(--open); }
      .goes-on { color: var(--soft); font-size: .875rem; margin: .25rem 0; }
      .question, .task, .hint, .solution, .note { border: 1px solid var(--line); border-radius: .5rem; padding: .4rem .9rem .7rem;
        margin: 1rem 0; min-width: 0; }
      .question legend, .task > h3, .solution > h3, .note > h3, summary { font-weight: 600; }
      .question legend { padding: 0 .4rem; margin-left: -.4rem; }
      .task > h3, .solution > h3, .note > h3 { margin: .3rem 0; }
      .task { border-left: .3rem solid var(--link); }
      .note { border-left: .3rem solid var(--open); }
      .note > h3 { color: var(--open); }
      .solution > .example, .hint > .example { margin-bottom: .25rem; }
      summary { cursor: pointer; padding: .25rem 0; }
      .choices { list-style: none; margin: .5rem 0 0; padding: 0; }
      .choices > li { margin: .4rem 0; display: flex; gap: .6rem; align-items: baseline; }
      .choices label { display: flex; gap: .6rem; align-items: baseline; }
      .choices .box { flex: none; width: .9em; height: .9em; border: 1.5px solid var(--ink); border-radius: .15em;
        transform: translateY(.08em); }
      .asked { break-inside: avoid; }
      figure { margin: .75rem 0; break-inside: avoid; }
      .blank { display: inline-block; width: 14rem; max-width: 60%; border-bottom: 1.5px solid var(--ink); height: 1.6em; }
      .remarks { list-style: none; margin: .5rem 0 0; padding: 0; }
      .remarks > li { margin: .4rem 0; padding-left: 1.6rem; text-indent: -1.6rem; }
      .remarks > li > * { text-indent: 0; }
      .mark { display: inline-block; width: 1.6rem; font-weight: 700; }
      .right .mark, .right strong { color: var(--good); }
      .wrong .mark { color: var(--bad); }
      .picture { margin: .75rem 0; overflow-x: auto; }
      .diagram { max-width: 100%; height: auto; }
      .diagram text { fill: var(--ink); font: 14px ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace;
        white-space: pre; }
      .diagram .title { font-weight: 700; }
      .diagram .paper { fill: none; }
      .diagram .box { fill: var(--panel); stroke: var(--soft); stroke-width: 1.2; }
      .diagram .rule { stroke: var(--line); stroke-width: 1; }
      .diagram .line, .diagram .parent { fill: none; stroke: var(--link); stroke-width: 1.4; stroke-linejoin: round; }
      .diagram .parent { stroke: var(--parent); stroke-dasharray: 5 3; }
      .diagram .head { fill: var(--link); }
      .diagram .hollow { fill: var(--paper); stroke: var(--parent); stroke-width: 1.4; stroke-linejoin: round; }
      .contents ol, .contents ul { display: block; list-style: none; padding: 0; columns: 20rem 2; }
      .contents li { margin: .25rem 0; break-inside: avoid; }
      .ideas dt { font-weight: 600; margin-top: .6rem; }
      .ideas dd { margin: 0; }
      @media (max-width: 40rem) { .code, .example { padding: .5rem .6rem; font-size: .8125rem; } }
      @page { margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); font: 9pt system-ui, sans-serif; color: #444; } }
      @page :first { @bottom-center { content: none; } }
      @media print {
        main { max-width: none; }
        .code, .example { font-size: 7.8pt; }
        .entry, .question, .task, .hint, .note, .picture, .code, .example.whole, .choices > li { break-inside: avoid; }
        .chapter, .index { break-before: page; }
      .picture .diagram { max-height: 105mm; width: auto; }
        nav.contents { display: block; }
        .contents a::after { content: leader(". ") target-counter(attr(href), page); }
        .index a::after { content: ", p. " target-counter(attr(href), page); }
        p { orphans: 3; widows: 3; }
        pre { overflow: visible; white-space: pre-wrap; }
        .onscreen, details:not([open]) { display: none; }
      }
      """
}
