import Courses
import Pages

/// The page before a browser is signed out whose student has no password: what leads back to the work, and how to get it.
struct LeavePage {
  var student: Accounts.Student
  /// The name with which the student signs in.
  var signInName: String
  var links: BookLinks
  /// Whether a link leads back; a guest has none before one is made.
  var hasLink: Bool
  /// Whether the browser was about to be signed in as someone else.
  var wantsOther = false
  var problem: String?

  var html: HTML {
    let words = links.words
    // The page has its own button.
    var links = links
    links.reader = nil
    let back = hasLink ? words(.linkLeadsBack) : words(links.hasPasswords ? .noPasswordYet : .noLinkYet)
    let other: HTML = wantsOther ? "<p>\(text: words(.signOutFirst, student.name))</p>\n" : ""
    let password: HTML =
      hasLink && links.hasPasswords
      ? " <a class=\"button\" href=\"\(text: links.base)/password\">\(text: words(.orSetPassword))</a>" : ""
    return BookPage(
      words(.signOut), "plain", links,
      """
      <h1>\(text: words(.leaveQuestion))</h1>
      \(HTML.problem(problem))\(other)<p>\(text: words(.workStaysHere)) \(text: back)</p>
      \(hasLink ? "" : wayBack)<form method="post" action="\(text: links.base)/signout"><input type="hidden" name="sure" value="1">\
      <p class="buttons"><button\(hasLink ? " class=\"main\"" : "") type="submit">\(text: words(hasLink ? .signOut : .signOutAnyway))</button>\
      \(password) <a class="button quiet" href="\(links.to(.contents))">\(text: words(.staySignedIn))</a></p></form>
      """
    ).withoutWays.html
  }

  /// The form that makes what leads back.
  private var wayBack: HTML {
    guard links.hasPasswords else { return OwnLinkPage.form(links) }
    return """
      <form method="post" action="\(text: links.base)/signout" class="join">
      \(PasswordFields.new(signInName, links.words))
      <p class="buttons"><button class="main" type="submit">\(text: links.words(.setPasswordAndSignOut))</button></p></form>

      """
  }
}

/// The page on which a guest makes a link where no one sets a password; the link is shown once.
struct OwnLinkPage {
  var links: BookLinks
  var link: String?

  var html: HTML {
    let words = links.words
    let shown = link.map { link -> HTML in
      """
      <p>\(text: words(.linkShownOnce))</p>
      <pre class="code" tabindex="0"><code>\(HTML(lines: [link]))</code></pre>
      <p>\(links.link(.contents, "\(text: words(.toContents))"))</p>
      """
    }
    return BookPage(
      words(.yourLink), "plain", links,
      """
      <h1>\(text: words(.yourLink))</h1>
      \(shown ?? "<p>\(text: words(.linkLeadsAnywhere))</p>\n\(Self.form(links))")
      """
    ).html
  }

  static func form(_ links: BookLinks) -> HTML {
    """
    <form method="post" action="\(text: links.base)/link"><p class="buttons">\
    <button class="main" type="submit">\(text: links.words(.showMyLink))</button></p></form>

    """
  }
}

/// The note on a guest's contents as long as nothing but the browser's cookie leads to the work.
enum GuestNote {
  static func html(_ links: BookLinks) -> HTML {
    let words = links.words
    let link: HTML =
      links.hasPasswords
      ? "<a href=\"\(text: links.base)/password\">\(text: words(.setAPassword))</a>"
      : "<a href=\"\(text: links.base)/link\">\(text: words(.makeALink))</a>"
    return "<p class=\"card small\">\(words.html(.onlyThisBrowser, link))</p>\n"
  }
}
