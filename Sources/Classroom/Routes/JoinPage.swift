import Courses
import Pages

/// The form with which a student joins. It works without its script.
enum JoinPage {
  /// - Parameters:
  ///   - refusal: why the browser is not in the class; one that is barred gets no form.
  ///   - asksForID: whether students join by their ids on the roster.
  static func html(
    _ words: FixedWords, name: String = "", code: String = "", problem: String? = nil,
    refusal: ClassRefusal? = nil, asksForID: Bool = false
  ) -> HTML {
    let label = words(asksForID ? .idLabel : .nameLabel)
    var message: HTML = ""
    if let problem { message = "<p class=\"problem\" role=\"alert\">\(text: problem)</p>" }
    if refusal == .wasRemoved { message = "<p>\(text: words(.youWereRemoved))</p>" }
    if refusal == .isBarred {
      message = "<p class=\"problem\" role=\"alert\">\(text: words(.removedByTeacher)) \(text: words(.tellTeacher))</p>"
    }
    let form: HTML =
      refusal == .isBarred
      ? ""
      : """
      <form method="post" action="join">
      <p><label for="name">\(text: label)</label>
      <input id="name" name="name" value="\(text: name)" maxlength="\(asksForID ? 100 : ClassSession.nameLimit)" autocomplete="\(text: asksForID ? "username" : "name")" required></p>
      <p><label for="code">\(text: words(.codeOnBoard))</label>
      <input id="code" name="code" value="\(text: code)" maxlength="12" autocomplete="off" autocapitalize="none" spellcheck="false" required></p>
      <p><button class="main" type="submit">\(text: words(.join))</button></p>
      </form>
      <p class="small">\(text: words(.teacherSees))</p>
      """
    return """
      <!doctype html>
      <html lang="\(text: words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(text: words(.joinTheClass)) · Graphbook</title>
      <link rel="stylesheet" href="class.css">
      <script type="module" src="join.js"></script>
      </head>
      <body class="join" data-asks="\(text: asksForID ? "id" : "name")">
      <main>
      <h1>\(text: words(.joinTheClass))</h1>
      \(message)
      \(form)
      </main>
      </body>
      </html>

      """
  }
}
