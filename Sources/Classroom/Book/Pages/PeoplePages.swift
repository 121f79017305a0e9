import Pages

/// The page that a student's link opens.
struct InvitationPage {
  var name: String
  var token: String
  var links: BookLinks

  var html: HTML {
    BookPage(
      "Welcome", "plain", links,
      """
      <h1>Welcome, \(text: name)</h1>
      <p>This link is yours alone: whoever has it can work in your name. Keep it, and use it on every computer and phone on which you
      want to go on.</p>
      <form method="post" action="\(text: links.base)/join/\(text: token)">\
      <p class="buttons"><button class="main" type="submit">Open the book</button></p></form>
      <p class="small">Your browser stays signed in for 30 days, or until you sign out. You see nothing of other students, and they
      see nothing of you. Your teacher sees your progress and the answers that you hand in.</p>
      """
    ).withoutWays.html
  }
}

/// The page of a browser that is not signed in.
struct SignedOutPage {
  var links: BookLinks
  var hasSignedOut = false
  /// Whether a proxy signs in, and not a link.
  var isByProxy = false
  /// Whether one can join with a code.
  var isOpen = false

  var words: String {
    isByProxy
      ? "You are not signed in: go to the address of the course, and sign in there."
      : "You are not signed in: open the link that your teacher sent you."
  }

  var html: HTML {
    let open: HTML =
      isOpen ? "<p>If you have the code, \("<a href=\"\(text: links.base)/join\">join with it</a>" as HTML).</p>" : ""
    let way: HTML =
      isByProxy
      ? "<p>Go to the address of the course, and sign in there.</p>"
      : "<p>Open the link that your teacher sent you to go on. If you have lost it, your teacher can make a new one.</p>\n\(open)"
    return BookPage(
      hasSignedOut ? "Signed out" : "Not signed in", "plain", links,
      """
      <h1>\(hasSignedOut ? "You are signed out" : "You are not signed in")</h1>
      \(way)
      """
    ).withoutWays.html
  }
}

/// The form with which someone joins who has the code.
struct GuestPage {
  var links: BookLinks
  var name = ""
  var code = ""
  var problem: String?

  var html: HTML {
    let message: HTML = problem.map { "<p class=\"problem\" role=\"alert\">\(text: $0)</p>\n" } ?? ""
    return BookPage(
      "Join", "plain", links,
      """
      <h1>Join</h1>
      \(message)<form method="post" action="\(text: links.base)/join" class="join">
      <p><label for="name">Your name</label>
      <input id="name" name="name" value="\(text: name)" maxlength="\(ClassSession.nameLimit)" autocomplete="name" required></p>
      <p><label for="code">The code</label>
      <input id="code" name="code" value="\(text: code)" maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false" required></p>
      <p class="buttons"><button class="main" type="submit">Join</button></p></form>
      <p class="small">Your browser stays signed in for 30 days. The staff see your name and your progress; others do not.</p>
      """
    ).withoutWays.html
  }
}

/// A student's new link, which is shown once.
struct NewLinkPage {
  var id: String
  var link: String
  var links: BookLinks

  var html: HTML {
    BookPage(
      "A new link", "plain", links,
      """
      <h1>A new link for \(text: id)</h1>
      <p>Send this to the student. It is shown only here, and only now; the link before it no longer works, and the student's browsers
      are signed out.</p>
      <pre class="code" tabindex="0"><code>\(HTML(lines: [link]))</code></pre>
      <p><a href="\(text: links.base)/staff">Back to the class</a></p>
      """
    ).withoutWays.html
  }
}
