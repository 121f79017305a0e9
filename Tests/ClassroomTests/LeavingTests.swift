import Foundation
import Support
import Testing

@testable import Classroom

@Suite("Signing out of a served book, and coming back", .serialized)
struct LeavingTests {
  private let people = PeopleTests()
  private static let password = "correct+horse+battery"

  /// A guest called Mia, by the cookie.
  private func join(_ host: BookHost) async -> String {
    PeopleTests.cookie(await people.send(host, "/join", "name=Mia&code=graphs26", nil))
  }

  private func isIn(_ host: BookHost, _ cookie: String) async -> Bool {
    await people.open(host, "/progress", cookie).status == 200
  }

  @Test("A guest without a password is asked first, and stays signed in until the answer")
  func guest() async throws {
    try await people.withBook(code: "graphs26") { host, _, _, _ in
      let mia = await join(host)
      let asked = await people.send(host, "/signout", "", mia)
      #expect(asked.status == 200 && asked.header("Set-Cookie") == nil)
      #expect(asked.text.contains("Sign out?") && asked.text.contains("without one you cannot come back to them."))
      #expect(asked.text.contains("value=\"Mia\"") && asked.text.contains("Set the password and sign out"))
      #expect(await isIn(host, mia))
      let refused = await people.send(host, "/signout", "password=short&again=short", mia)
      #expect(refused.status == 400 && refused.text.contains("at least 10 characters"))
      #expect(await isIn(host, mia))
      let sure = await people.send(host, "/signout", "sure=1", mia)
      #expect(sure.text.contains("You are signed out") && !sure.text.contains("guest-1"))
      #expect(await !isIn(host, mia))
    }
  }

  @Test("A password that is set while signing out leads back, under the name that the next page says")
  func passwordFirst() async throws {
    try await people.withBook(code: "graphs26") { host, _, _, _ in
      let mia = await join(host)
      let form = "password=\(Self.password)&again=\(Self.password)"
      let out = await people.send(host, "/signout", form, mia)
      #expect(out.status == 200 && out.header("Set-Cookie")?.contains("Max-Age=0") == true)
      #expect(out.text.contains("sign in as <code>Mia</code> with your password"))
      #expect(await !isIn(host, mia))
      let back = PeopleTests.cookie(await people.send(host, "/signin", "name=guest-1&password=\(Self.password)", nil))
      #expect(await people.open(host, "/", back).text.contains("You are Mia."))
      // Now there is a way back, and nothing is asked.
      #expect(await people.send(host, "/signout", "", back).text.contains("You are signed out"))
    }
  }

  @Test("Where no one sets a password, a guest makes a link once, and it leads back")
  func linkFirst() async throws {
    try await people.withBook(code: "graphs26", takesPasswords: false) { host, _, tokens, _ in
      let mia = await join(host)
      #expect(await people.open(host, "/", mia).text.contains("href=\"/link\">Make a link</a>"))
      #expect(await people.send(host, "/signout", "", mia).text.contains("Show my link"))
      let shown = await people.send(host, "/link", "", mia).text
      let token = try #require(shown.firstMatch(of: #//join/(?<token>[0-9a-f]{32})</code>/#)?.token)
      #expect(await isIn(host, mia))
      #expect(await people.send(host, "/link", "", mia).status == 404)
      #expect(await people.send(host, "/link", "", await people.signIn(host, tokens["ada"])).status == 404)
      #expect(await people.send(host, "/link", "", nil).status == 403)
      #expect(await people.send(host, "/signout", "", mia).text.contains("leads back to them"))
      let back = await people.signIn(host, String(token))
      #expect(await people.open(host, "/", back).text.contains("You are Mia."))
      #expect(await !people.open(host, "/", back).text.contains("/link"))
    }
  }

  @Test("A student with a link is asked, and told that the link leads back")
  func student() async throws {
    try await people.withBook { host, _, tokens, _ in
      let ada = await people.signIn(host, tokens["ada"])
      let asked = await people.send(host, "/signout", "", ada).text
      #expect(asked.contains("The link that your teacher sent you leads back to them."))
      #expect(!asked.contains("name=\"password\""))
      #expect(await isIn(host, ada))
      _ = await people.send(host, "/signout", "sure=1", ada)
      #expect(await !isIn(host, ada))
    }
  }

  @Test("A browser that alone leads to a guest's work is not signed in as someone else")
  func anotherPerson() async throws {
    try await people.withBook(code: "graphs26") { host, _, tokens, _ in
      let mia = await join(host)
      let link = "/join/\(tokens["ada"] ?? "")"
      for path in ["/join", "/signin", link] {
        let page = await people.open(host, path, mia)
        #expect(page.text.contains("To go on as someone else, sign out first."), "\(path)")
        let sent = await people.send(host, path, "name=Bo&code=graphs26", mia)
        #expect(sent.status == 409 && sent.header("Set-Cookie") == nil, "\(path)")
        #expect(await isIn(host, mia), "\(path)")
      }
      // Ada has a link, and loses nothing.
      let ada = await people.signIn(host, tokens["ada"])
      #expect(await people.open(host, "/join", ada).text.contains("The code"))
    }
  }

  @Test("A guest signs in with the own name, and reads it with the progress and at the password")
  func nameForSigningIn() async throws {
    try await people.withBook(code: "graphs26") { host, _, _, _ in
      let mia = await join(host)
      let contents = await people.open(host, "/", mia).text
      #expect(!contents.contains("guest-1"))
      #expect(contents.contains("So far, only this browser leads to your work."))
      #expect(
        await people.open(host, "/progress", mia).text.contains("Your name for signing in is <code>Mia</code>."))
      let page = await people.open(host, "/password", mia).text
      #expect(page.contains("value=\"Mia\"") && !page.contains("Your link"))
      #expect(await people.open(host, "/signin", nil).text.contains("type your name for signing in, such as guest-1"))
      let form = "password=\(Self.password)&again=\(Self.password)"
      let set = PeopleTests.cookie(await people.send(host, "/password", form, mia))
      #expect(await !people.open(host, "/", set).text.contains("only this browser"))
      #expect(await people.open(host, "/progress", set).text.contains("<code>Mia</code>"))
      // A name that two have says nothing.
      _ = await people.send(host, "/join", "name=Mia&code=graphs26&another=1", nil)
      #expect(await people.open(host, "/progress", set).text.contains("<code>guest-1</code>"))
    }
  }

  @Test("A browser is sent from the answer to a form to a page, which only the one sees whom it is for")
  func postedPages() async throws {
    try await people.withBook(code: "graphs26") { host, _, _, time in
      func send(_ path: String, _ body: String, _ cookie: String?) async -> WebResponse {
        var request = post(path, body, cookie: cookie)
        request.headers["accept"] = "text/html,*/*"
        return await BookRoutes.answer(request, host)
      }
      func shown(_ response: WebResponse, _ cookie: String?) async throws -> WebResponse {
        let parts = try #require(response.header("Location")).split(separator: "?shown=").map(String.init)
        return await people.open(host, parts[0], cookie, query: ["shown": parts[1]])
      }
      let wrong = await send("/join", "name=Mia&code=wrong1", nil)
      #expect(wrong.status == 303)
      let page = try await shown(wrong, nil)
      #expect(page.status == 200 && page.text.contains("This is not the code.") && page.text.contains("value=\"Mia\""))
      // Loaded again, it is still there; later, the form is.
      #expect(try await shown(wrong, nil).text == page.text)
      time.withLock { $0 += PostedPages.time }
      #expect(try await shown(wrong, nil).header("Location") == "/join")
      let mia = await join(host)
      let other = PeopleTests.cookie(await people.send(host, "/join", "name=Bob&code=graphs26", nil))
      let refused = await send("/password", "password=short&again=short", mia)
      #expect(try await shown(refused, mia).text.contains("at least 10 characters"))
      #expect(try await shown(refused, other).status == 303)
      let set = await send("/password", "password=\(Self.password)&again=\(Self.password)", mia)
      #expect(try await shown(set, PeopleTests.cookie(set)).text.contains("The password is set."))
      let staff = PeopleTests.cookie(await people.open(host, "/staff", nil, query: ["secret": PeopleTests.secret]))
      let invited = await send("/staff/invite", "id=ada", staff)
      #expect(try await shown(invited, mia).status == 303)
      #expect(try await shown(invited, staff).text.contains("A new link for ada"))
    }
  }

  @Test("A name that someone has joined under is asked about, and a second person may have it")
  func sameName() async throws {
    try await people.withBook(code: "graphs26") { host, _, _, _ in
      _ = await join(host)
      for name in ["Mia", "mia", "+MIA+"] {
        let page = await people.send(host, "/join", "name=\(name)&code=graphs26", nil)
        #expect(page.status == 409 && page.header("Set-Cookie") == nil, "\(name)")
        #expect(page.text.contains("has joined before.") && page.text.contains("href=\"/signin\""), "\(name)")
        // No more than the name that was typed.
        #expect(!page.text.contains("guest-1"), "\(name)")
      }
      // Without the code, a name says nothing.
      let stranger = await people.send(host, "/join", "name=Mia&code=graphs27", nil)
      #expect(stranger.status == 403 && !stranger.text.contains("has joined before"))
      let second = await people.send(host, "/join", "name=Mia&code=graphs26&another=1", nil)
      #expect(second.status == 303)
      let page = await people.open(host, "/progress", PeopleTests.cookie(second)).text
      #expect(page.contains("guest-2") && page.contains("You are Mia."))
    }
    try await people.withBook(code: "graphs26", takesPasswords: false) { host, _, _, _ in
      _ = await join(host)
      let page = await people.send(host, "/join", "name=Mia&code=graphs26", nil).text
      #expect(page.contains("If it was you, open your link") && !page.contains("/signin"))
    }
  }

  @Test("The first page says what this is, and begins with the way in that fits the server")
  func firstPage() async throws {
    func places(_ page: String, _ parts: [String]) throws -> [String.Index] {
      try parts.map { try #require(page.range(of: $0), "\($0)").lowerBound }
    }
    let about = "Lessons, exercises and a place to try everything out"
    let end = "You are not signed in."
    try await people.withBook(code: "graphs26") { host, _, _, _ in
      let page = await people.open(host, "/", nil).text
      let order = try places(page, [about, "action=\"/join\"", "href=\"/signin\"", "has sent you a link", end])
      #expect(order == order.sorted())
      // A guest who has signed out finds the same ways; one with a password signs in first.
      let mia = await join(host)
      let out = await people.send(host, "/signout", "sure=1", mia).text
      let ways = try places(out, ["You are signed out", "action=\"/join\"", "href=\"/signin\"", "has sent you a link"])
      #expect(ways == ways.sorted() && !out.contains(end))
      let bo = PeopleTests.cookie(await people.send(host, "/join", "name=Cleo&code=graphs26", nil))
      let set = "password=\(Self.password)&again=\(Self.password)"
      let back = try places(
        await people.send(host, "/signout", set, bo).text,
        ["href=\"/signin\"", "href=\"/join\"", "has sent you a link"])
      #expect(back == back.sorted())
    }
    try await people.withBook { host, _, _, _ in
      let page = await people.open(host, "/lesson/teams/1", nil).text
      let order = try places(page, [about, "href=\"/signin\"", "Open the link that your teacher sent you", end])
      #expect(order == order.sorted() && !page.contains("/join"))
    }
  }
}
