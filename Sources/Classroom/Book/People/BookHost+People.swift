import Courses
import Diagnostics
import Grading
import Support

// Who a request comes from.
extension BookHost {
  /// The cookies of the book. Their names say the port, because browsers keep cookies by computer.
  nonisolated var readerCookie: String { "graphbook-reader-\(port)" }
  nonisolated var staffCookie: String { "graphbook-staff-\(port)" }

  /// The address of the browser that sent a request, which a trusted proxy says.
  nonisolated func peer(of request: WebRequest) -> String { request.peer(behind: front.proxies) ?? request.peer }

  /// The book as the one sees it from whose browser a request came; nil for a browser that is not signed in.
  /// - Throws: ``WebProblem`` for someone whom the proxy names and the roster does not.
  func visit(of request: WebRequest) throws(WebProblem) -> BookVisit? {
    if let owner { return BookVisit(host: self, reader: owner) }
    if let header = front.userHeader { return try visit(of: request, namedIn: header) }
    guard let semester, let token = request.cookie(readerCookie),
      let student = accounts.student(signedInWith: token, at: clock())
    else { return nil }
    return BookVisit(host: self, reader: semester.reader(student))
  }

  /// The book as the one sees it whom a proxy names in a header. The header counts only from the proxy's own address, and only if
  /// it comes once: one that a browser sent must not stand before the proxy's.
  private func visit(of request: WebRequest, namedIn header: String) throws(WebProblem) -> BookVisit? {
    guard let semester, front.proxies.contains(request.peer), let id = request.headers[header], !id.isEmpty else {
      return nil
    }
    guard !request.repeated.contains(header) else { throw WebProblem(400, "It is not clear who you are.") }
    guard let student = accounts.students.first(where: { $0.id == id }) else {
      noteRefusal(.stranger(id: id), from: peer(of: request))
      throw WebProblem(403, "You are signed in as '\(id)', who is not on the list of this course.")
    }
    return BookVisit(host: self, reader: semester.reader(student))
  }

  /// The cookie of a browser that is signed in.
  nonisolated func readerCookie(with token: String) -> String {
    cookie(readerCookie, token, isForLinks: true, age: Accounts.loginTime)
  }

  /// A cookie for the pages of the book.
  nonisolated func cookie(_ name: String, _ value: String, isForLinks: Bool = false, age: Int? = nil) -> String {
    WebResponse.cookie(
      name, value, isForLinks: isForLinks, isSecure: front.url?.isSecure ?? false, path: front.basePath + "/", age: age)
  }

  nonisolated func isStaff(_ request: WebRequest) -> Bool {
    semester != nil && request.cookie(staffCookie).map { Secret.matches($0, staffSecret) } == true
  }

  /// The student whom a link invites.
  /// - Throws: ``WebProblem`` for a link that invites no one; after too many of them, for every link.
  func student(invitedBy token: String, peer: String) throws(WebProblem) -> Accounts.Student {
    guard allowsGuess(from: peer) else { throw tooManyAttempts(from: peer) }
    guard let student = accounts.student(invitedBy: token) else {
      noteGuess(from: peer)
      noteRefusal(.link, from: peer)
      throw WebProblem(
        404,
        takesPasswords
          ? "This link is not valid: a newer one has taken its place, or you have set a password with it. Sign in with the "
            + "password, or ask your teacher."
          : "This link is not valid, or a newer one has taken its place. Ask your teacher.")
    }
    return student
  }

  nonisolated func tooManyAttempts(from peer: String) -> WebProblem {
    noteRefusal(.tooManyAttempts, from: peer)
    return WebProblem(429, "Too many attempts: wait a minute, and try again.")
  }

  /// The result of joining with the code.
  enum Joining {
    case guest(Accounts.Student)
    /// Someone has the name already.
    case known(String)
  }

  /// Adds someone who has the code.
  /// - Parameter asAnother: whether someone else may have the name.
  /// - Throws: ``WebProblem`` for a wrong code or no name, and where too many come from one address.
  func join(_ name: String, code: String, asAnother: Bool, peer: String) async throws(WebProblem) -> Joining {
    guard let openCode, allowsGuess(from: peer) else { throw tooManyAttempts(from: peer) }
    guard Secret.matches(code.lowercased().filter { !$0.isWhitespace }, openCode) else {
      noteGuess(from: peer)
      noteRefusal(.code, from: peer)
      throw WebProblem(403, "This is not the code.")
    }
    guard let name = ClassSession.name(from: name) else { throw WebProblem(400, "Type your name.") }
    guard allowsJoining(from: peer) else { throw tooManyAttempts(from: peer) }
    if !asAnother, accounts.hasStudent(called: name) { return .known(name) }
    let added = Locked<Accounts.Student?>(nil)
    _ = try await change { accounts in
      let guest = accounts.addGuest(named: name)
      added.withLock { $0 = guest }
      return guest != nil
    }
    guard let guest = added.withLock({ $0 }) else { throw WebProblem(409, "There is no room for more guests.") }
    return .guest(guest)
  }

  /// Signs a browser in, with a token that no one has had before; what it was signed in as ends.
  /// - Parameter earlier: the token that its cookie has now.
  /// - Returns: the token for its cookie.
  /// - Throws: ``WebProblem`` where the student's link or password has changed since it was shown.
  func signIn(_ student: Accounts.Student, earlier: String?) async throws(WebProblem) -> String {
    let (token, time) = (Secret.make(), clock())
    let isIn = try await change { accounts in
      guard accounts.students.contains(where: { $0.hasSameKeys(as: student) }) else { return false }
      if let earlier { accounts.signOut(earlier) }
      accounts.signIn(student.id, token: token, at: time)
      return true
    }
    guard isIn else { throw Self.changedMeanwhile }
    return token
  }

  static var changedMeanwhile: WebProblem {
    WebProblem(409, "Your way to sign in has changed meanwhile: open the page again.")
  }

  func signOut(_ token: String) async throws(WebProblem) { _ = try await change { $0.signOut(token) } }

  /// Makes a new link for a student; the one before, the password and the student's browsers lose their way in.
  /// - Returns: the token; nil where there is no such student.
  func invite(_ id: String) async throws(WebProblem) -> String? {
    let token = Secret.make()
    return try await change { $0.invite(id, token: token) } ? token : nil
  }

  /// Removes a student; what they have done stays.
  /// - Returns: whether there was such a student.
  func remove(_ id: String) async throws(WebProblem) -> Bool { try await change { $0.remove(id) } }

  /// Whether nothing but the browser's cookie leads to someone's work: a guest has neither a password nor a link at first.
  func isOnlyHere(_ reader: BookReader) -> Bool {
    guard front.userHeader == nil, let student = account(reader.id) else { return false }
    return student.invitation.isEmpty && !(takesPasswords && student.password != nil)
  }

  /// Makes a link for a student who has none; the browsers stay signed in.
  /// - Returns: the token; nil where there is a link already.
  func makeFirstLink(of id: String) async throws(WebProblem) -> String? {
    let token = Secret.make()
    return try await change { $0.makeFirstLink(of: id, token: token) } ? token : nil
  }

  /// The students in the order of the roster, each with the record and the times of the answers.
  nonisolated func students() async -> [StudentRecord] {
    guard let semester else { return [] }
    let students = await accounts.students
    // The files of a large class take a while to read, and the others go on meanwhile.
    return await workers.run { turn in
      students.map { student in
        turn.letOthersRun()
        return StudentRecord(
          student: student, progress: self.progress(of: semester.reader(student)).progress,
          answers: semester.timesOfAnswers(of: student.id))
      }
    }
  }
}
