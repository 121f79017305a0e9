import Foundation
import Support
import Testing

@testable import Classroom

extension PeopleTests {
  static let password = "correct horse battery"
  /// Made by `openssl passwd -6`.
  static let plainHash =
    "$6$abcdefgh$dTmIYmW/LpvGK/iiDSK9zlcKIRJ33.7YE9DETLAR1zX9/2./Fv6/8dFZ1tCs/Kfp//7QeoJfyRWP7XdDzP87j1"

  /// Sends a form with fields that are encoded.
  private func form(
    _ host: BookHost, _ path: String, _ fields: [String: String], _ cookie: String? = nil,
    from peer: String = "127.0.0.1"
  ) async -> WebResponse {
    let body = fields.map { "\($0)=\(BookPlace.encoded($1))" }.joined(separator: "&")
    var request = post(path, body, cookie: cookie)
    request.peer = peer
    return await BookRoutes.answer(request, host)
  }

  private func signIn(
    _ host: BookHost, as name: String, _ password: String, _ cookie: String? = nil, from peer: String = "127.0.0.1"
  ) async -> WebResponse {
    await form(host, "/signin", ["name": name, "password": password], cookie, from: peer)
  }

  private static func new(_ password: String) -> [String: String] { ["password": password, "again": password] }

  @Test("A link sets a password and is used up; the password then signs in, also after a new start")
  func settingPassword() async throws {
    try await withCourse { library, _ in
      let (folder, time) = (library.root + "/semester", Locked(0))
      do {
        let (host, tokens) = try Self.open(library, folder, time)
        let link = "/join/\(tokens["ada"] ?? "")"
        #expect(await open(host, link, nil).text.contains("Or set a password"))
        let early = await signIn(host, tokens["ada"])
        let set = await form(host, link, Self.new(Self.password))
        #expect(set.status == 303)
        #expect(await open(host, "/", Self.cookie(set)).text.contains("You are Ada"))
        #expect(await open(host, link, nil).status == 404)
        #expect(await open(host, "/", early).status == 403)
        let text = try String(contentsOfFile: folder + "/accounts.json", encoding: .utf8)
        #expect(!text.contains(Self.password))
        #if os(Linux)
          #expect(text.contains(/"password" : "\$(y|6)\$/))
        #endif
      }
      let (host, _) = try Self.open(library, folder, time)
      for name in ["ada", "ADA", " ada "] {
        let signedIn = await signIn(host, as: name, Self.password)
        #expect(signedIn.status == 303)
        #expect(signedIn.header("Location") == "/")
        #expect(await open(host, "/progress", Self.cookie(signedIn)).status == 200)
      }
    }
  }

  @Test("A name that no one has, a student without a password and a wrong password get the same answer")
  func sameAnswer() async throws {
    try await withBook { host, _, tokens, _ in
      _ = await form(host, "/join/\(tokens["ada"] ?? "")", Self.new(Self.password))
      var pages: Set<String> = []
      for name in ["ada", "bo@uni.example", "nobody", "", "../ada", "<b>"] {
        for password in ["wrong horse battery", "", String(repeating: "x", count: 5_000), "a\u{0}b"] {
          let page = await signIn(host, as: name, password, from: "10.0.0.\(password.count % 200)")
          #expect(page.status == 403)
          #expect(page.header("Set-Cookie") == nil)
          pages.insert(page.text.replacing(/value="[^"]*"/, with: ""))
        }
      }
      #expect(pages.count == 1)
      #expect(pages.first?.contains("This is not the name and the password of a student.") == true)
      // Bytes that are no UTF-8.
      #expect(await send(host, "/signin", "name=ada&password=%FF%FE", nil).status == 403)
      #expect(await send(host, "/signin", "name=%FF&password=%FF", nil).status == 403)
    }
  }

  @Test(
    "A new password has rules, and a refused one leaves the link as it is",
    arguments: [
      ("", "", "Type a password."), ("short", "short", "at least 10 characters"),
      ("aaaaaaaaaaaaa", "aaaaaaaaaaaaa", "at least five different"),
      ("Bo@Uni.Example", "Bo@Uni.Example", "is not your name"),
      ("correct horse battery", "correct horse batterie", "are different"),
      (String(repeating: "long ", count: 41), String(repeating: "long ", count: 41), "at most 200 bytes"),
      ("correct\u{0}horse battery", "correct\u{0}horse battery", "at most 200 bytes"),
    ])
  func rules(_ password: String, _ again: String, _ words: String) async throws {
    try await withBook { host, _, tokens, _ in
      let link = "/join/\(tokens["bo@uni.example"] ?? "")"
      let page = await form(host, link, ["password": password, "again": again])
      #expect(page.status == 400)
      #expect(page.text.contains(words))
      #expect(password.isEmpty || !page.text.contains("value=\"\(password)"))
      #expect(page.header("Set-Cookie") == nil)
      #expect(await open(host, link, nil).status == 200)
      #expect(await send(host, link, "password=%FF%FF&again=%FF%FF", nil).status == 400)
    }
  }

  @Test("Letters with accents are the same password from every keyboard")
  func normalForm() async throws {
    try await withBook { host, _, tokens, _ in
      _ = await form(host, "/join/\(tokens["ada"] ?? "")", Self.new("d\u{e9}j\u{e0} vu encore"))
      #expect(await signIn(host, as: "ada", "de\u{301}ja\u{300} vu encore").status == 303)
      #expect(await signIn(host, as: "ada", "deja vu encore").status == 403)
    }
  }

  @Test("After 20 wrong passwords for a name, from wherever, even the right one waits; other names do not")
  func guessingPasswords() async throws {
    try await withBook { host, _, tokens, _ in
      for id in ["ada", "bo@uni.example"] { _ = await form(host, "/join/\(tokens[id] ?? "")", Self.new(Self.password)) }
      // Right ones cost nothing.
      for _ in 0..<30 { #expect(await signIn(host, as: "ada", Self.password).status == 303) }
      for name in ["ada", "nobody"] {
        // All at once, each from an address of its own.
        let statuses = await withTaskGroup(of: Int.self) { group in
          for number in 0..<40 {
            group.addTask { await self.signIn(host, as: name, "wrong horse battery", from: "10.0.0.\(number)").status }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 403 } == 20)
        #expect(statuses.count { $0 == 429 } == 20)
        #expect(await signIn(host, as: name, Self.password, from: "10.1.0.1").status == 429)
      }
      #expect(await signIn(host, as: "bo@uni.example", Self.password).status == 303)
    }
  }

  @Test("After 60 wrong passwords from an address, it waits, and the others do not")
  func guessingFromAddress() async throws {
    try await withBook { host, _, tokens, _ in
      _ = await form(host, "/join/\(tokens["ada"] ?? "")", Self.new(Self.password))
      var statuses: [Int] = []
      for number in 0..<70 {
        statuses.append(await signIn(host, as: "name\(number)", "wrong horse", from: "7.7.7.7").status)
      }
      #expect(statuses.count { $0 == 403 } == 60)
      #expect(await signIn(host, as: "ada", Self.password, from: "7.7.7.7").status == 429)
      #expect(await signIn(host, as: "ada", Self.password, from: "7.7.7.8").status == 303)
    }
  }

  @Test("Whoever signs in gets a token that no one knew before, and what the browser was signed in as ends")
  func fixation() async throws {
    try await withBook { host, _, tokens, _ in
      _ = await form(host, "/join/\(tokens["ada"] ?? "")", Self.new(Self.password))
      let planted = await signIn(host, tokens["bo@uni.example"])
      let response = await signIn(host, as: "ada", Self.password, planted)
      #expect(Self.cookie(response) != planted)
      #expect(await open(host, "/", planted).status == 403)
      #expect(await open(host, "/", Self.cookie(response)).text.contains("You are Ada"))
      let made = await signIn(host, as: "ada", Self.password, "graphbook-reader-8642=\(Self.secret)")
      #expect(!Self.cookie(made).contains(Self.secret))
      #expect(await open(host, "/", "graphbook-reader-8642=\(Self.secret)").status == 403)
    }
  }

  @Test(
    "Another site's form neither signs in nor changes a password", arguments: ["https://evil.example", "null", nil])
  func otherSites(_ origin: String?) async throws {
    try await withBook { host, _, tokens, _ in
      _ = await form(host, "/join/\(tokens["ada"] ?? "")", Self.new(Self.password))
      let ada = Self.cookie(await signIn(host, as: "ada", Self.password))
      for (path, body) in [
        ("/signin", "name=ada&password=correct+horse+battery"),
        ("/join/\(tokens["bo@uni.example"] ?? "")", "password=x"),
        ("/password", "current=correct+horse+battery&password=other+horse+battery&again=other+horse+battery"),
      ] {
        var request = post(path, body, cookie: ada)
        request.headers["origin"] = origin
        let answer = await BookRoutes.answer(request, host)
        #expect(answer.status == 403)
        #expect(answer.header("Set-Cookie") == nil)
      }
      #expect(await signIn(host, as: "ada", Self.password).status == 303)
    }
  }

  @Test("Changing the password needs the one before, and signs out every other browser")
  func changing() async throws {
    try await withBook { host, _, tokens, _ in
      let here = await signIn(host, tokens["ada"])
      let elsewhere = await signIn(host, tokens["ada"])
      #expect(await open(host, "/password", nil).status == 403)
      // The first one needs none.
      #expect(!(await open(host, "/password", here).text.contains("id=\"current\"")))
      let first = await form(host, "/password", Self.new(Self.password), here)
      #expect(first.text.contains("The password is set."))
      for cookie in [here, elsewhere] { #expect(await open(host, "/", cookie).status == 403) }
      let cookie = Self.cookie(first)
      #expect(await open(host, "/password", cookie).text.contains("id=\"current\""))
      let other = Self.cookie(await signIn(host, as: "ada", Self.password))
      for current in [["current": "wrong horse battery"], [:]] {
        let page = await form(host, "/password", Self.new("other horse battery").merging(current) { $1 }, cookie)
        #expect(page.status == 403)
        #expect(page.text.contains("This is not the password that you have now."))
      }
      let changed = await form(
        host, "/password", Self.new("other horse battery").merging(["current": Self.password]) { $1 }, cookie)
      #expect(changed.status == 200)
      #expect(await open(host, "/", Self.cookie(changed)).status == 200)
      for cookie in [cookie, other] { #expect(await open(host, "/", cookie).status == 403) }
      #expect(await signIn(host, as: "ada", Self.password).status == 403)
      #expect(await signIn(host, as: "ada", "other horse battery").status == 303)
      // Guessing at an open browser is as slow as signing in.
      let open = Self.cookie(changed)
      let guess = Self.new("third horse battery").merging(["current": "wrong horse battery"]) { $1 }
      var statuses: [Int] = []
      for _ in 0..<20 { statuses.append(await form(host, "/password", guess, open).status) }
      #expect(statuses.first == 403)
      #expect(statuses.last == 429)
    }
  }

  @Test("The staff reset a password by making a link, and see who has one")
  func resetting() async throws {
    try await withBook { host, _, tokens, _ in
      let set = Self.cookie(await form(host, "/join/\(tokens["ada"] ?? "")", Self.new(Self.password)))
      let query = ["id": "ada"]
      #expect(await open(host, "/staff/student", Self.staff, query: query).text.contains("Reset the password"))
      let page = await send(host, "/staff/invite", "id=ada", Self.staff)
      let token = page.text.firstMatch(of: /\/join\/([0-9a-f]{32})/).map { String($0.1) }
      #expect(await open(host, "/", set).status == 403)
      #expect(await signIn(host, as: "ada", Self.password).status == 403)
      #expect(await open(host, "/staff/student", Self.staff, query: query).text.contains("<h2>The link</h2>"))
      #expect(await open(host, "/", await signIn(host, token)).status == 200)
    }
  }

  @Test("A password is not set with a link that has ended while its hash was made")
  func endedMeanwhile() throws {
    var accounts = Accounts()
    _ = accounts.enrol([("ada", "Ada")]) { "token" }
    let shown = try #require(accounts.student(invitedBy: "token"))
    let hash = PasswordHash(rawValue: "$y$1")
    var again = accounts
    let isInvited = again.invite("ada", token: "newer")
    let isSetTooLate = again.setPassword(hash, of: shown)
    #expect(isInvited && !isSetTooLate)
    #expect(again.students[0].password == nil)
    let isSet = accounts.setPassword(hash, of: shown)
    let isSetTwice = accounts.setPassword(PasswordHash(rawValue: "$y$2"), of: shown)
    #expect(isSet && !isSetTwice)
    #expect(accounts.student(invitedBy: "token") == nil)
    #expect(accounts.student(invitedBy: "") == nil)
    let new = accounts.enrol([("ada", "Ada King")]) { "other" }
    #expect(new == [:])
    #expect(accounts.students[0].password == hash)
  }

  @Test("A name differs in case from those of two students: it is neither's")
  func names() {
    var accounts = Accounts()
    _ = accounts.enrol([("Ada", ""), ("ada", ""), ("Bo", "")]) { "token" }
    #expect(accounts.student(named: "ada")?.id == "ada")
    #expect(accounts.student(named: "ADA") == nil)
    #expect(accounts.student(named: "bo")?.id == "Bo")
  }

  @Test("A name that one student with a password has signs in, and one that two have is neither's")
  func namesOfPeople() {
    var accounts = Accounts()
    _ = accounts.enrol([("4711", "Mia"), ("4712", "Tom Sawyer"), ("tom", "Ada")]) { "token" }
    #expect(accounts.student(named: "Mia") == nil)
    func setPassword(_ id: String) {
      for student in accounts.students where student.id == id {
        _ = accounts.setPassword(PasswordHash(rawValue: "$y$"), of: student)
      }
    }
    setPassword("4711")
    #expect(accounts.student(named: "mia")?.id == "4711")
    let other = accounts.addGuest(named: "MIA")
    #expect(accounts.student(named: "mia")?.id == "4711")
    setPassword(other?.id ?? "")
    #expect(accounts.student(named: "mia") == nil)
    #expect(accounts.student(named: "guest-1")?.name == "MIA")
    // An id comes before a name.
    _ = accounts.addGuest(named: "4712")
    setPassword("guest-2")
    #expect(accounts.student(named: "4712")?.name == "Tom Sawyer")
  }

  @Test("With links alone, or a proxy that signs in, there are no passwords")
  func noPasswords() async throws {
    try await withBook(takesPasswords: false) { host, _, tokens, _ in
      let link = "/join/\(tokens["ada"] ?? "")"
      #expect(!(await open(host, link, nil).text.contains("password")))
      #expect(!(await open(host, "/", nil).text.contains("/signin")))
      let joined = await form(host, link, Self.new(Self.password))
      #expect(joined.status == 303)
      #expect(await open(host, link, nil).status == 200)
      #expect(await open(host, "/password", Self.cookie(joined)).status == 404)
      #expect(await signIn(host, as: "ada", Self.password).status == 403)
      #expect(!(await open(host, "/", Self.cookie(joined)).text.contains("/password")))
    }
    var front = Self.behindProxy
    front.userHeader = "x-remote-user"
    try await withBook(front) { host, _, _, _ in
      let body = "name=ada&password=correct+horse+battery"
      #expect(await BookRoutes.answer(proxied(post("/book/signin", body)), host).status == 403)
      let user = ["x-remote-user": "ada"]
      #expect(await BookRoutes.answer(proxied(get("/book/password"), user), host).status == 404)
    }
  }

  @Test("Guests set a password too, and sign in under the name that the page says")
  func guestsWithPasswords() async throws {
    try await withBook(code: "graphs26") { host, _, _, _ in
      let joined = Self.cookie(await send(host, "/join", "name=Ana&code=graphs26", nil))
      #expect(await open(host, "/password", joined).text.contains("value=\"Ana\""))
      _ = await form(host, "/password", Self.new(Self.password), joined)
      for name in ["guest-1", "Ana", "ana "] {
        let again = Self.cookie(await signIn(host, as: name, Self.password))
        #expect(await open(host, "/", again).text.contains("You are Ana."))
      }
      // What a stranger reads does not say whether someone has the name.
      let refusals = await [
        signIn(host, as: "Ana", "wrong horse battery"), signIn(host, as: "Bob", "wrong horse battery"),
      ]
      #expect(refusals.map(\.status) == [403, 403])
      #expect(refusals[0].text == refusals[1].text.replacing("value=\"Bob\"", with: "value=\"Ana\""))
    }
  }

  @Test("A hash has a salt of its own, and one of another system or a damaged one matches nothing")
  func passwordHashes() throws {
    let password = try #require(Password(Self.password))
    let (one, two) = (try #require(PasswordHash(of: password)), try #require(PasswordHash(of: password)))
    #expect(one != two)
    #expect(one.matches(password))
    #expect(two.matches(password))
    #expect(try !one.matches(#require(Password("correct horse batterx"))))
    for text in ["", "*", "*0", "$y$", "$y$j9T$", "$pbkdf2-sha512$1$a$b", String(one.rawValue.dropLast(4)), "x\u{0}y"] {
      #expect(!PasswordHash(rawValue: text).matches(password), "\(text)")
    }
    #if os(Linux)
      // The method for musl, which glibc's library has as well; the hash was made by OpenSSL.
      #expect(PasswordHash(rawValue: Self.plainHash).matches(password))
      #expect(PasswordHash.plainSetting.contains(/^\$6\$rounds=200000\$[0-9a-f]{16}\$$/))
    #endif
  }
}
