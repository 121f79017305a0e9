import Courses
import Pages

/// The page that a student's link opens.
struct InvitationPage {
  var student: Accounts.Student
  var token: String
  var links: BookLinks
  var problem: String?

  var html: HTML {
    BookPage(
      links.words(.welcome), "plain", links,
      """
      <h1>\(text: links.words(.welcomeName, student.name))</h1>
      \(HTML.problem(problem))<p>\(text: links.words(.linkIsYours))</p>
      <form method="post" action="\(text: links.base)/join/\(text: token)">\
      <p class="buttons"><button class="main" type="submit">\(text: links.words(.openBook))</button></p></form>
      \(links.hasPasswords ? password : "")<p class="small">\(text: links.words(.staysSignedIn))</p>
      """
    ).withoutWays.html
  }

  private var password: HTML {
    """
    <h2>\(text: links.words(.orSetPassword))</h2>
    <p>\(text: links.words(.passwordReplacesLinkHere))</p>
    <form method="post" action="\(text: links.base)/join/\(text: token)" class="join">
    \(PasswordFields.new(student.id, links.words))
    <p class="buttons"><button type="submit">\(text: links.words(.setPasswordAndGoOn))</button></p></form>

    """
  }
}

/// The fields of the forms with passwords. They say what they are, so that the browser can make and keep the password.
enum PasswordFields {
  /// - Parameter name: the one with which the student signs in.
  static func new(_ name: String, _ words: FixedWords) -> HTML {
    """
    <p><label for="name">\(text: words(.youSignInAs))</label>
    <input id="name" name="name" value="\(text: name)" autocomplete="username" readonly></p>
    <p><label for="password">\(text: words(.newPassword))</label>
    <input id="password" name="password" type="password" maxlength="\(Password.byteLimit)" autocomplete="new-password" aria-describedby="rule" required>
    <span id="rule" class="small">\(text: words(.passwordRule, "\(Password.leastLength)"))</span></p>
    <p><label for="again">\(text: words(.sameAgain))</label>
    <input id="again" name="again" type="password" maxlength="\(Password.byteLimit)" autocomplete="new-password" required></p>
    """
  }

  /// - Parameter isAgain: Whether the form was refused: the password is typed again.
  static func signIn(_ name: String, isAgain: Bool, _ links: BookLinks) -> HTML {
    """
    <form method="post" action="\(text: links.base)/signin" class="join">
    <p><label for="name">\(text: links.words(links.isOpen ? .signInName : .nameOnList))</label>
    <input id="name" name="name" value="\(text: name)" maxlength="200" autocomplete="username" autocapitalize="none" spellcheck="false" aria-describedby="names" required\(isAgain ? "" : " autofocus")>
    <span id="names" class="small">\(text: links.words(links.isOpen ? .signInNameHelp : .nameAsShown))</span></p>
    <p><label for="password">\(text: links.words(.password))</label>
    <input id="password" name="password" type="password" maxlength="\(Password.byteLimit)" autocomplete="current-password" required\(isAgain ? " autofocus" : "")></p>
    <p class="buttons"><button class="main" type="submit">\(text: links.words(.signIn))</button></p></form>

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
      links.words(.signIn), "plain", links,
      """
      <h1>\(text: links.words(.signIn))</h1>
      \(HTML.problem(problem))\(PasswordFields.signIn(name, isAgain: problem != nil, links))\
      <p class="small">\(text: links.words(.signInHelp))</p>
      """
    ).withoutWays.html
  }
}

/// The page on which a student who is signed in sets a password.
struct PasswordPage {
  var student: Accounts.Student
  /// The name with which the student signs in.
  var signInName: String
  var links: BookLinks
  var problem: String?
  var isSet = false

  /// The words for the change that a password makes.
  private var purpose: FixedWords.Key {
    if student.password != nil { return .passwordReplacesOld }
    return student.invitation.isEmpty ? .passwordOfGuest : .passwordReplacesLink
  }

  var html: HTML {
    let current: HTML =
      student.password == nil
      ? ""
      : """
      <p><label for="current">\(text: links.words(.passwordNow))</label>
      <input id="current" name="current" type="password" maxlength="\(Password.byteLimit)" autocomplete="current-password" required></p>

      """
    let form: HTML = """
      <p>\(text: links.words(purpose))</p>
      <form method="post" action="\(text: links.base)/password" class="join">
      \(current)\(PasswordFields.new(signInName, links.words))
      <p class="buttons"><button class="main" type="submit">\(text: links.words(.setPassword))</button></p></form>
      <p class="small">\(text: links.words(.passwordForgotten))</p>
      """
    let done: HTML = """
      <p role="status">\(links.words.html(.passwordIsSet, "<code>\(text: signInName)</code>"))</p>
      <p>\(links.link(.contents, "\(text: links.words(.toContents))"))</p>
      """
    return BookPage(
      links.words(.password), "plain", links,
      "<h1>\(text: links.words(.password))</h1>\n\(HTML.problem(problem))\(isSet ? done : form)"
    ).html
  }
}

/// The page of a browser that is not signed in.
struct SignedOutPage {
  var links: BookLinks
  var hasSignedOut = false
  /// Whether a proxy signs in, and not a link.
  var isByProxy = false
  /// The name with which the one who has signed out comes back; nil for someone without a password.
  var returnsAs: String?

  /// The refusal of a request that is no page.
  var refusal: String {
    isByProxy
      ? "You are not signed in: go to the address of the course, and sign in there."
      : links.hasPasswords
        ? "You are not signed in: open the link that your teacher sent you, or sign in with your password."
        : "You are not signed in: open the link that your teacher sent you."
  }

  private func link(_ path: HTML, _ key: FixedWords.Key) -> HTML {
    "<a href=\"\(text: links.base)\(path)\">\(text: links.words(key))</a>"
  }

  var html: HTML {
    let words = links.words
    let beginning: HTML =
      hasSignedOut
      ? "<h1>\(text: words(.youAreSignedOut))</h1>\n\(returning)"
      : "<h1>Graphbook</h1>\n<p>\(text: words(.aboutTheBook))</p>\n"
    let end: HTML = hasSignedOut ? "" : "<p class=\"small\">\(text: words(.youAreNotSignedIn)).</p>\n"
    return BookPage(
      hasSignedOut ? words(.signedOut) : words(.welcome), "plain", links, "\(beginning)\(ways)\(end)"
    ).withoutWays.html
  }

  /// How someone with a password comes back.
  private var returning: HTML {
    guard let name = returnsAs else { return "" }
    return """
      <p>\(links.words.html(.comeBackAs, "<code>\(text: name)</code>"))</p>
      <p><a class="button main" href="\(text: links.base)/signin">\(text: links.words(.signIn))</a></p>

      """
  }

  /// The ways in, the usual one of this server first.
  private var ways: HTML {
    let words = links.words
    if isByProxy { return "<p>\(text: words(.signInAtCourse))</p>\n" }
    let password: HTML =
      links.hasPasswords ? "<p>\(words.html(.ifPassword, link("/signin", .signInWithIt)))</p>\n" : ""
    guard links.isOpen else { return "\(password)<p>\(text: words(.openYourLink))</p>\n" }
    let join: HTML =
      returnsAs == nil ? GuestPage(links: links).form : "<p>\(words.html(.ifCode, link("/join", .joinWithIt)))</p>"
    return "\(join)\n\(password)<p>\(text: words(.ifLink))</p>\n"
  }
}

/// The form with which someone joins who has the code.
struct GuestPage {
  var links: BookLinks
  var name = ""
  var code = ""
  /// The name that someone has joined under before: the page asks who this is.
  var knownName: String?
  var problem: String?

  var html: HTML {
    BookPage(
      links.words(.join), "plain", links,
      """
      <h1>\(text: links.words(.join))</h1>
      \(knownName.map(known) ?? "")\(form)
      """
    ).withoutWays.html
  }

  var form: HTML {
    """
    \(HTML.problem(problem))<form method="post" action="\(text: links.base)/join" class="join">
    <p><label for="name">\(text: links.words(.yourName))</label>
    <input id="name" name="name" value="\(text: name)" maxlength="\(ClassSession.nameLimit)" autocomplete="name" required\(name.isEmpty ? " autofocus" : "")></p>
    <p><label for="code">\(text: links.words(.theCode))</label>
    <input id="code" name="code" value="\(text: code)" maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false" required\(name.isEmpty || knownName != nil ? "" : " autofocus")></p>
    <p class="buttons"><button class="main" type="submit">\(text: links.words(.join))</button></p></form>
    <p class="small">\(text: links.words(.guestsAreSeen))</p>
    """
  }

  /// The ways on for someone whose name is there already. They tell no more about the other one than the name that was typed.
  private func known(_ name: String) -> HTML {
    let words = links.words
    let back =
      links.hasPasswords
      ? words.html(
        .ifItWasYou, "<a href=\"\(text: links.base)/signin\">\(text: words(.signInWithPassword))</a>")
      : "\(text: words(.ifItWasYouWithLink))"
    return """
      <section class="card" role="alert">
      <p><strong>\(text: words(.nameIsHere, name))</strong></p>
      <p>\(back)</p>
      <form method="post" action="\(text: links.base)/join"><input type="hidden" name="name" value="\(text: name)">\
      <input type="hidden" name="code" value="\(text: code)"><input type="hidden" name="another" value="1">
      <p>\(text: words(.ifSomeoneElse))</p>
      <p class="buttons"><button type="submit">\(text: words(.joinAsAnother, name))</button></p></form>
      </section>

      """
  }
}

/// A student's new link, which is shown once.
struct NewLinkPage {
  var id: String
  var link: String
  var links: BookLinks

  var html: HTML {
    BookPage(
      "A new link", "plain", links.forStaff,
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
