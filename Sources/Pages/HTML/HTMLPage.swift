import Courses
import Support

import struct Foundation.Data

/// A whole page: a title, a body, and the style it is shown in.
///
/// ```swift
/// HTMLPage("Delete rules", style: .inline(StyleSheet.lessons), body).text
/// ```
///
/// A page with an inline style is self-contained: it may use that style sheet and nothing else, so it can be read from
/// disk, mailed and printed.
package struct HTMLPage: Sendable {
  /// The address of the page's style sheet.
  package enum Style: Sendable {
    case inline(String)
    /// Files beside the page, by their paths: one style sheet, and scripts.
    case files(sheet: String, scripts: [String])
  }

  package var title: String
  package var style: Style
  package var body: HTML
  /// The words around the text, in its language.
  package var words = FixedWords.english

  package init(_ title: String, style: Style, words: FixedWords = .english, _ body: HTML) {
    self.title = title
    self.style = style
    self.words = words
    self.body = body
  }

  /// The page as a file. O(body + style sheet).
  package var text: String {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="\(text: words.language)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTML(stringLiteral: policy))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(text: title)</title>
      \(styleElements)
      </head>
      <body>
      <a class="skip" href="#main">\(text: words(.skipToContent))</a>
      \(body)
      </body>
      </html>

      """
    return page.text
  }

  /// The page's own style and scripts, which is all that it may load.
  private var policy: String {
    switch style {
    case .inline(let sheet):
      let digest = Data(SHA256.digest(of: sheet.utf8)).base64EncodedString()
      return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'"
    case .files: return "default-src 'self'; base-uri 'none'; form-action 'none'"
    }
  }

  private var styleElements: HTML {
    switch style {
    case .inline(let sheet): return HTML(stringLiteral: "<style>\(sheet)</style>")
    case .files(let sheet, let scripts):
      return "<link rel=\"stylesheet\" href=\"\(text: sheet)\">"
        + scripts.html { "\n<script src=\"\(text: $0)\" defer></script>" }
    }
  }
}
