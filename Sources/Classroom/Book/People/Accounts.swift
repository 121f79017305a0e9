import Support

/// The students of a served book, their invitations and passwords, and the browsers that are signed in.
///
/// A token is 128 random bits in a link or a cookie. Only its hash is kept, so that no one who reads the file can sign in.
/// The value has no clock: times are seconds since 1970, and come from outside.
struct Accounts: Codable, Hashable, Sendable {
  struct Student: Codable, Hashable, Sendable {
    var id: String
    var name: String
    /// The hash of the invitation's token; empty for a guest, who has none before the teacher makes one, and for a student who has
    /// set a password.
    var invitation: String
    /// The password that the student has set; nil for one who signs in with the link.
    var password: PasswordHash?
    /// Whether the student joined with the code, and is on no roster.
    var isGuest: Bool?

    /// Whether the link and the password are the same as at another time.
    func hasSameKeys(as other: Student) -> Bool {
      (id, invitation, password) == (other.id, other.invitation, other.password)
    }
  }

  /// A browser that is signed in.
  struct Login: Codable, Hashable, Sendable {
    var student: String
    /// The hash of the cookie's token.
    var token: String
    var until: Int
  }

  private(set) var version = 1
  private(set) var students: [Student] = []
  /// The browsers that are signed in, by the hashes of their tokens: each request looks for one.
  private var logins: [String: Login] = [:]

  /// The seconds for which a browser stays signed in.
  static let loginTime = 30 * 86_400
  /// The most browsers of a student that are signed in: the oldest goes.
  static let loginsOfStudent = 8

  private enum CodingKeys: CodingKey {
    case version, students, logins
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    students = try container.decode([Student].self, forKey: .students)
    let list = try container.decode([Login].self, forKey: .logins)
    logins = Dictionary(list.map { ($0.token, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(students, forKey: .students)
    try container.encode(logins.values.sorted { ($0.until, $0.token) < ($1.until, $1.token) }, forKey: .logins)
  }

  static func hash(of token: String) -> String {
    SHA256.digest(of: token.utf8).hexadecimal
  }

  /// Takes the students of a roster. Those who are no longer on it are signed out, and their links end; a name that has changed
  /// is taken over. Guests stay.
  ///
  /// - Parameter makeToken: makes the token of a new student's invitation.
  /// - Returns: the tokens of the new students, by id.
  mutating func enrol(_ roster: [(id: String, name: String)], makeToken: () -> String) -> [String: String] {
    let known = Dictionary(students.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var new: [String: String] = [:]
    students = roster.map { entry in
      if var student = known[entry.id] {
        student.name = entry.name
        return student
      }
      let token = makeToken()
      new[entry.id] = token
      return Student(id: entry.id, name: entry.name, invitation: Self.hash(of: token))
    }
    let listed = Set(students.map(\.id))
    students += known.values.filter { $0.isGuest == true && !listed.contains($0.id) }.sorted { $0.id < $1.id }
    let ids = Set(students.map(\.id))
    logins = logins.filter { ids.contains($0.value.student) }
    return new
  }

  /// Adds someone who has the code.
  /// - Returns: nil where there are too many.
  mutating func addGuest(named name: String) -> Student? {
    guard students.count(where: { $0.isGuest == true }) < ClassSession.studentLimit else { return nil }
    let ids = Set(students.map(\.id))
    guard let number = (1...).first(where: { !ids.contains("guest-\($0)") }) else { return nil }
    let guest = Student(id: "guest-\(number)", name: name, invitation: "", isGuest: true)
    students.append(guest)
    return guest
  }

  /// Whether someone has a name, in capitals or not.
  func hasStudent(called name: String) -> Bool {
    let name = name.lowercased()
    return students.contains { $0.name.lowercased() == name }
  }

  /// The student whom an invitation's token names.
  func student(invitedBy token: String) -> Student? {
    let hash = Self.hash(of: token)
    return students.first { $0.invitation == hash }
  }

  /// Signs a browser in.
  mutating func signIn(_ student: String, token: String, at time: Int) {
    for login in logins.values where login.until <= time { logins[login.token] = nil }
    let mine = logins.values.filter { $0.student == student }
    if mine.count >= Self.loginsOfStudent, let oldest = mine.min(by: { $0.until < $1.until }) {
      logins[oldest.token] = nil
    }
    let hash = Self.hash(of: token)
    logins[hash] = Login(student: student, token: hash, until: time + Self.loginTime)
  }

  /// The student of a browser that is signed in.
  func student(signedInWith token: String, at time: Int) -> Student? {
    // How long the search takes says something about a hash, from which no token follows.
    guard let login = logins[Self.hash(of: token)], login.until > time else { return nil }
    return students.first { $0.id == login.student }
  }

  /// Ends the session of one browser.
  /// - Returns: whether it was signed in.
  @discardableResult
  mutating func signOut(_ token: String) -> Bool { logins.removeValue(forKey: Self.hash(of: token)) != nil }

  /// Ends a student's link and password and signs their browsers out.
  /// - Returns: whether there is such a student.
  mutating func invite(_ id: String, token: String) -> Bool {
    guard let place = students.firstIndex(where: { $0.id == id }) else { return false }
    students[place].invitation = Self.hash(of: token)
    students[place].password = nil
    signOutAll(of: id)
    return true
  }

  /// Ends the account of a student: the way in, and that of their browsers. Someone on the roster gets a new link at the
  /// next start; what a student has done is in files, and stays.
  /// - Returns: whether there was such a student.
  mutating func remove(_ id: String) -> Bool {
    guard let place = students.firstIndex(where: { $0.id == id }) else { return false }
    students.remove(at: place)
    signOutAll(of: id)
    return true
  }

  /// Makes a link for a student who has none.
  /// - Returns: whether there is such a student.
  mutating func makeFirstLink(of id: String, token: String) -> Bool {
    guard let place = students.firstIndex(where: { $0.id == id && $0.invitation.isEmpty }) else { return false }
    students[place].invitation = Self.hash(of: token)
    return true
  }

  /// The student who signs in with a name: an id as it is on the roster, or the only one that differs from it in case alone; or
  /// else the only one so called who has a password.
  func student(named name: String) -> Student? {
    if let student = students.first(where: { $0.id == name }) { return student }
    let name = name.lowercased()
    let alike = students.filter { $0.id.lowercased() == name }
    let called = alike.isEmpty ? students.filter { $0.password != nil && $0.name.lowercased() == name } : alike
    return called.count == 1 ? called.first : nil
  }

  /// The name with which a student signs in, once there is a password: a guest's own as long as no other has it, else the id.
  func signInName(of student: Student) -> String {
    let name = student.name.lowercased()
    let isOnly = !students.contains {
      $0.id != student.id && ($0.id.lowercased() == name || $0.name.lowercased() == name)
    }
    return student.isGuest == true && isOnly ? student.name : student.id
  }

  /// Sets a student's password, ends the link, and signs their browsers out.
  /// - Parameter known: the account as it was when the student showed the link, the cookie or the password.
  /// - Returns: false where the link or the password has changed since.
  mutating func setPassword(_ password: PasswordHash, of known: Student) -> Bool {
    guard let place = students.firstIndex(where: { $0.hasSameKeys(as: known) }) else { return false }
    students[place].password = password
    students[place].invitation = ""
    signOutAll(of: known.id)
    return true
  }

  private mutating func signOutAll(of student: String) {
    for login in logins.values where login.student == student { logins[login.token] = nil }
  }
}
