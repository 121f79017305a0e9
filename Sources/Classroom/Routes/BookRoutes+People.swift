import Courses
import Diagnostics
import Grading
import Pages

// Signing in and out, and the pages of the staff.
extension BookRoutes {
  /// The answer to a request that needs no signed-in student; nil for all others.
  static func people(_ request: WebRequest, _ host: BookHost) async throws(WebProblem) -> WebResponse? {
    let isPost = request.method == "POST"
    let start = "/join/"
    if ["/join", "/signin"].contains(request.path) || request.path.hasPrefix(start),
      let visit = try await host.visit(of: request), await host.isOnlyHere(visit.reader),
      let guest = await host.account(visit.reader.id)
    {
      // Signed in as someone else, the browser would lose the only way to the guest's work.
      let page = LeavePage(
        student: guest, signInName: await host.signInName(of: guest), links: visit.links, hasLink: false,
        wantsOther: true)
      return .page(page.html, status: isPost ? 409 : 200)
    }
    if request.path.hasPrefix(start), host.front.userHeader == nil {
      return try await join(String(request.path.dropFirst(start.count)), isPost: isPost, request, host)
    }
    let peer = host.peer(of: request)
    switch (request.path, isPost) {
    case ("/join", false) where host.openCode != nil:
      return .page(GuestPage(links: host.links, code: request.query["code"] ?? "").html)
    case ("/join", true) where host.openCode != nil:
      let fields = WebRequest.form(String(decoding: request.body, as: UTF8.self))
      let (name, code) = (fields["name"] ?? "", fields["code"] ?? "")
      do throws(WebProblem) {
        switch try await host.join(name, code: code, asAnother: fields["another"] != nil, peer: peer) {
        case .guest(let guest): return try await signIn(guest, request, host)
        case .known(let name):
          return .page(GuestPage(links: host.links, name: name, code: code, knownName: name).html, status: 409)
        }
      } catch {
        let page = GuestPage(links: host.links, name: name, code: code, problem: error.words)
        return .page(page.html, status: error.status)
      }
    case ("/signin", false) where host.takesPasswords: return .page(SignInPage(links: host.links).html)
    case ("/signin", true) where host.takesPasswords:
      let fields = WebRequest.form(String(decoding: request.body, as: UTF8.self))
      let name = fields["name"] ?? ""
      do throws(WebProblem) {
        let student = try await host.student(named: name, password: fields["password"] ?? "", peer: peer)
        return try await signIn(student, request, host)
      } catch {
        return .page(SignInPage(links: host.links, name: name, problem: error.words).html, status: error.status)
      }
    case ("/password", _) where host.takesPasswords: return try await password(request, isPost: isPost, peer, host)
    case ("/signout", true) where host.front.userHeader == nil:
      return try await signOut(request, peer, host)
    case ("/link", _) where !host.takesPasswords: return try await ownLink(request, isPost: isPost, host)
    case ("/staff", false):
      if let secret = request.query["secret"] {
        guard Secret.matches(secret, host.staffSecret) else {
          host.noteRefusal(.staffSecret, from: peer)
          throw WebProblem(403, "This is not the staff's address: it is where the book was started.")
        }
        return .redirect(to: host.links.base + "/staff", cookie: host.cookie(host.staffCookie, secret))
      }
      try staffOnly(request, host)
      return .page(await staffPage(host).html)
    case ("/staff/student", false):
      try staffOnly(request, host)
      guard let found = await host.students().first(where: { $0.student.id == request.query["id"] }) else {
        throw WebProblem(404, "There is no such student.")
      }
      return .page(
        StaffStudentPage(
          host: host, outline: await host.outline(), ideas: await host.ideas(), record: found,
          answers: await host.gradedAnswers(of: found.student.id)
        ).html)
    case ("/staff/answers", false):
      try staffOnly(request, host)
      guard let entry = await host.outline().exercises.first(where: { $0.slug == request.query["exercise"] }) else {
        throw WebProblem(404, "There is no such exercise.")
      }
      return .page(
        StaffAnswersPage(
          exercise: entry, answers: await host.gradedAnswers(to: entry.slug), count: await host.accounts.students.count,
          links: host.links.forStaff
        ).html)
    case ("/staff/class", true):
      try staffOnly(request, host)
      let slug = WebRequest.form(String(decoding: request.body, as: UTF8.self))["lesson"] ?? ""
      guard let startClass = host.startClass, await host.outline().lessons.contains(where: { $0.entry.slug == slug })
      else { throw WebProblem(404, "There is no such lesson.") }
      do throws(Diagnostic) {
        return .page(StartedClassPage(started: try startClass(slug), links: host.links.forStaff).html)
      } catch { throw WebProblem(409, DisplayText.visible(error.message)) }
    case ("/staff/remove", true):
      try staffOnly(request, host)
      let id = WebRequest.form(String(decoding: request.body, as: UTF8.self))["id"] ?? ""
      guard try await host.remove(id) else { throw WebProblem(404, "There is no such student.") }
      return .redirect(to: host.links.base + "/staff")
    case ("/staff/progress.csv", false):
      try staffOnly(request, host)
      return .download(await staffPage(host).csv, named: "progress.csv")
    case ("/staff/invite", true):
      try staffOnly(request, host)
      let id = WebRequest.form(String(decoding: request.body, as: UTF8.self))["id"] ?? ""
      guard let token = try await host.invite(id), let link = link(token, request, host) else {
        throw WebProblem(404, "There is no such student.")
      }
      return .page(NewLinkPage(id: id, link: link, links: host.links).html)
    default: return nil
    }
  }

  /// The address of a student's link.
  private static func link(_ token: String, _ request: WebRequest, _ host: BookHost) -> String? {
    (host.front.url?.text ?? request.headers["origin"]).map { "\($0)/join/\(token)" }
  }

  /// Signs a browser out; first asks a student without a password, and sets the one that the form brings.
  private static func signOut(
    _ request: WebRequest, _ peer: String, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    let fields = WebRequest.form(String(decoding: request.body, as: UTF8.self))
    var page = SignedOutPage(links: host.links, hasSignedOut: true)
    if let visit = try await host.visit(of: request), let student = await host.account(visit.reader.id) {
      if host.takesPasswords, student.password != nil {
        page.returnsAs = await host.signInName(of: student)
      } else if host.takesPasswords, fields["password"] != nil {
        do throws(WebProblem) {
          _ = try await host.changePassword(PasswordForm(fields), of: student.id, peer: peer)
          page.returnsAs = await host.signInName(of: student)
        } catch {
          let leave = LeavePage(
            student: student, signInName: await host.signInName(of: student), links: visit.links,
            hasLink: !student.invitation.isEmpty, problem: error.words)
          return .page(leave.html, status: error.status)
        }
      } else if fields["sure"] == nil {
        let leave = LeavePage(
          student: student, signInName: await host.signInName(of: student), links: visit.links,
          hasLink: !student.invitation.isEmpty)
        return .page(leave.html)
      }
    }
    if let token = request.cookie(host.readerCookie) { try await host.signOut(token) }
    var response = WebResponse.page(page.html)
    response.headers.append(("Set-Cookie", host.cookie(host.readerCookie, "", isForLinks: true, age: 0)))
    return response
  }

  /// The page on which a guest makes a link; nil for all others.
  private static func ownLink(
    _ request: WebRequest, isPost: Bool, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse? {
    guard let visit = try await host.visit(of: request), await host.isOnlyHere(visit.reader) else { return nil }
    var page = OwnLinkPage(links: visit.links)
    if isPost {
      guard let token = try await host.makeFirstLink(of: visit.reader.id) else { throw BookHost.changedMeanwhile }
      page.link = link(token, request, host)
    }
    return .page(page.html)
  }

  private static func staffPage(_ host: BookHost) async -> StaffPage {
    StaffPage(
      host: host, outline: await host.outline(), ideas: await host.ideas(), students: await host.students())
  }

  private static func staffOnly(_ request: WebRequest, _ host: BookHost) throws(WebProblem) {
    guard host.isStaff(request) else { throw WebProblem(403, "This page is the teacher's.") }
  }

  /// A link: shows whose it is, and signs the browser in when its button is pressed. Following a link changes nothing, as mail
  /// programs and chats follow links to preview them.
  private static func join(
    _ token: String, isPost: Bool, _ request: WebRequest, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    let student = try await host.student(
      invitedBy: token, peer: host.peer(of: request))
    var page = InvitationPage(student: student, token: token, links: host.links)
    guard isPost else { return .page(page.html) }
    let fields = WebRequest.form(String(decoding: request.body, as: UTF8.self))
    // The form for the link alone has no fields.
    guard host.takesPasswords, !request.body.isEmpty else { return try await signIn(student, request, host) }
    do throws(WebProblem) {
      return try await signIn(try await host.setPassword(PasswordForm(fields), of: student), request, host)
    } catch {
      page.problem = error.words
      return .page(page.html, status: error.status)
    }
  }

  /// The page on which someone who is signed in sets a password; nil for all others.
  private static func password(
    _ request: WebRequest, isPost: Bool, _ peer: String, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse? {
    guard let visit = try await host.visit(of: request), let student = await host.account(visit.reader.id) else {
      return nil
    }
    let name = await host.signInName(of: student)
    var page = PasswordPage(student: student, signInName: name, links: visit.links)
    guard isPost else { return .page(page.html) }
    let form = PasswordForm(WebRequest.form(String(decoding: request.body, as: UTF8.self)))
    do throws(WebProblem) {
      let changed = try await host.changePassword(form, of: student.id, peer: peer)
      let token = try await host.signIn(changed, earlier: request.cookie(host.readerCookie))
      page = PasswordPage(student: changed, signInName: name, links: visit.links, isSet: true)
      var response = WebResponse.page(page.html)
      response.headers.append(("Set-Cookie", host.readerCookie(with: token)))
      return response
    } catch {
      page.problem = error.words
      return .page(page.html, status: error.status)
    }
  }

  private static func signIn(
    _ student: Accounts.Student, _ request: WebRequest, _ host: BookHost
  ) async throws(WebProblem) -> WebResponse {
    let token = try await host.signIn(student, earlier: request.cookie(host.readerCookie))
    let cookie = host.readerCookie(with: token)
    return .redirect(to: host.links.path(.contents), cookie: cookie)
  }
}
