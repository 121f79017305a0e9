import Pages

/// The page that a student's link opens.
struct InvitationPage {
  var student: Accounts.Student
  var token: String
  var links: BookLinks
  var problem: String?

  var html: HTML {
    BookPage(
      "Welcome", "plain", links,
      """
      <h1>Welcome, \(text: student.name)</h1>
      \(HTML.problem(problem))<p>This link is yours alone: whoever has it can work in your name. Keep it, and use it on every computer \
      and phone on which you want to go on.</p>
      <form method="post" action="\(text: links.base)/join/\(text: token)">\
      <p class="buttons"><button class="main" type="submit">Open the book</button></p></form>
      \(links.hasPasswords ? password : "")<p class="small">Your browser stays signed in for 30 days, or until you sign out. You see \
      nothing of other students, and they see nothing of you. Your teacher sees your progress and the answers that you hand in.</p>
      """
    ).withoutWays.html
  }

  private var password: HTML {
    """
    <h2>Or set a password</h2>
    <p>You then sign in with your name and the password on every computer and phone, and this link no longer works.</p>
    <form method="post" action="\(text: links.base)/join/\(text: token)" class="join">
    \(PasswordFields.new(student))
    <p class="buttons"><button type="submit">Set the password and go on</button></p></form>

    """
  }
}

/// The fields of the forms with passwords. They say what they are, so that the browser can make and keep the password.
enum PasswordFields {
  static func new(_ student: Accounts.Student) -> HTML {
    """
    <p><label for="name">You sign in as</label>
    <input id="name" name="name" value="\(text: student.id)" autocomplete="username" readonly></p>
    <p><label for="password">New password</label>
    <input id="password" name="password" type="password" maxlength="\(Password.byteLimit)" autocomplete="new-password" aria-describedby="rule" required>
    <span id="rule" class="small">At least \(Password.leastLength) characters: a sentence is easy to remember.</span></p>
    <p><label for="again">The same again</label>
    <input id="again" name="again" type="password" maxlength="\(Password.byteLimit)" autocomplete="new-password" required></p>
    """
  }

  static func signIn(_ name: String, _ links: BookLinks) -> HTML {
    """
    <form method="post" action="\(text: links.base)/signin" class="join">
    <p><label for="name">Your name on the teacher's list</label>
    <input id="name" name="name" value="\(text: name)" maxlength="200" autocomplete="username" autocapitalize="none" spellcheck="false" aria-describedby="names" required>
    <span id="names" class="small">The one that you saw when you set the password: an e-mail address or a number, for example.</span></p>
    <p><label for="password">Password</label>
    <input id="password" name="password" type="password" maxlength="\(Password.byteLimit)" autocomplete="current-password" required></p>
    <p class="buttons"><button class="main" type="submit">Sign in</button></p></form>

    """
  }
}

extension HTML {
  /// Why a form was not accepted; nothing without a problem.
  static func problem(_ words: String?) -> HTML {
    words.map { "<p class=\"problem\" role=\"alert\">\(text: $0)</p>\n" } ?? ""
  }
}

/// The form for someone who has a password.
struct SignInPage {
  var links: BookLinks
  var name = ""
  var problem: String?

  var html: HTML {
    BookPage(
      "Sign in", "plain", links,
      """
      <h1>Sign in</h1>
      \(HTML.problem(problem))\(PasswordFields.signIn(name, links))\
      <p class="small">Without a password, open the link that your teacher sent you. If you have lost it, or forgotten the password, \
      your teacher can make a new link.</p>
      """
    ).withoutWays.html
  }
}

/// The page on which a student who is signed in sets a password.
struct PasswordPage {
  var student: Accounts.Student
  var links: BookLinks
  var problem: String?
  var isSet = false

  var html: HTML {
    let current: HTML =
      student.password == nil
      ? ""
      : """
      <p><label for="current">The password that you have now</label>
      <input id="current" name="current" type="password" maxlength="\(Password.byteLimit)" autocomplete="current-password" required></p>

      """
    let form: HTML = """
      <p>With a password you sign in on every computer and phone. \(student.password == nil
        ? "Your link then no longer works" : "The one before then no longer works"), and your other browsers are signed out.</p>
      <form method="post" action="\(text: links.base)/password" class="join">
      \(current)\(PasswordFields.new(student))
      <p class="buttons"><button class="main" type="submit">Set the password</button></p></form>
      <p class="small">If you forget it, your teacher can make a new link for you. No one can read the password, your teacher included.</p>
      """
    let done: HTML = """
      <p role="status">The password is set. On another computer or phone, sign in as <code>\(text: student.id)</code>. Your other \
      browsers are signed out.</p>
      <p>\(links.link(.contents, "Go to the contents"))</p>
      """
    return BookPage("Password", "plain", links, "<h1>Password</h1>\n\(HTML.problem(problem))\(isSet ? done : form)")
      .html
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
      : links.hasPasswords
        ? "You are not signed in: open the link that your teacher sent you, or sign in with your password."
        : "You are not signed in: open the link that your teacher sent you."
  }

  private var password: HTML {
    "<p>If you have set a password, \("<a href=\"\(text: links.base)/signin\">sign in with it</a>" as HTML).</p>\n"
  }

  var html: HTML {
    let open: HTML =
      isOpen ? "<p>If you have the code, \("<a href=\"\(text: links.base)/join\">join with it</a>" as HTML).</p>" : ""
    let way: HTML =
      isByProxy
      ? "<p>Go to the address of the course, and sign in there.</p>"
      : "\(links.hasPasswords ? password : "")<p>Open the link that your teacher sent you to go on. If you have lost it, your teacher can make a new one.</p>\n\(open)"
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
    BookPage(
      "Join", "plain", links,
      """
      <h1>Join</h1>
      \(HTML.problem(problem))<form method="post" action="\(text: links.base)/join" class="join">
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
      <p>Send this to the student. It is shown only here, and only now; the link before it and the password no longer work, and the
      student's browsers are signed out.</p>
      <pre class="code" tabindex="0"><code>\(HTML(lines: [link]))</code></pre>
      <p><a href="\(text: links.base)/staff">Back to the class</a></p>
      """
    ).withoutWays.html
  }
}
