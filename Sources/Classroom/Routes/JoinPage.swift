import Pages

/// The form with which a student joins. It needs no script.
enum JoinPage {
  /// - Parameter asksForID: whether students join by their ids on the roster.
  static func html(
    name: String = "", code: String = "", problem: String? = nil, isRemoved: Bool = false, asksForID: Bool = false
  ) -> HTML {
    let label = asksForID ? "Your id in the course: a number, login or address" : "Your name"
    var message: HTML = ""
    if let problem { message = "<p class=\"problem\" role=\"alert\">\(text: problem)</p>" }
    if isRemoved { message = "<p>The teacher has removed you from the class. You can join again, with the code.</p>" }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Join the class · Graphbook</title>
      <link rel="stylesheet" href="class.css">
      </head>
      <body class="join">
      <main>
      <h1>Join the class</h1>
      \(message)
      <form method="post" action="join">
      <p><label for="name">\(text: label)</label>
      <input id="name" name="name" value="\(text: name)" maxlength="\(asksForID ? 100 : ClassSession.nameLimit)" autocomplete="\(text: asksForID ? "username" : "name")" required></p>
      <p><label for="code">The code on the board</label>
      <input id="code" name="code" value="\(text: code)" maxlength="12" autocomplete="off" autocapitalize="none" spellcheck="false" required></p>
      <p><button class="main" type="submit">Join</button></p>
      </form>
      <p class="small">The teacher sees your name, your answers and what you type. When the class is over, that is kept in
      files on the teacher’s computer, and nowhere else.</p>
      </main>
      </body>
      </html>

      """
  }
}
