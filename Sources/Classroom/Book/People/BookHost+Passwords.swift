// Signing in with a password.
extension BookHost {
  /// The student who signs in with a name and a password.
  /// - Throws: ``WebProblem`` with the same status and words, after the same time, for a name that no one has, for a student without a
  ///   password and for a wrong password; after too many of them, for every attempt.
  func student(named name: String, password: String, peer: String) async throws(WebProblem) -> Accounts.Student {
    let name = name.trimmed
    let student = accounts.student(named: name)
    // One limit for all the names of a student.
    guard try await isRight(password, of: student, name: student?.id ?? name, peer: peer), let student else {
      throw WebProblem(403, "This is not the name and the password of a student.")
    }
    return student
  }

  /// The name with which a student signs in.
  func signInName(of student: Accounts.Student) -> String { accounts.signInName(of: student) }

  /// The name with which a reader signs in; nil where no one does.
  func signInName(of reader: BookReader) -> String? {
    guard takesPasswords, let student = accounts.students.first(where: { $0.id == reader.id }) else { return nil }
    return signInName(of: student)
  }

  /// Whether a password is a student's, within the limits on wrong ones.
  private func isRight(
    _ password: String, of student: Accounts.Student?, name: String, peer: String
  ) async throws(WebProblem) -> Bool {
    guard allowsPassword(for: name, from: peer) else { throw tooManyAttempts(from: peer) }
    let isMatch: Bool
    do throws(WebProblem) { isMatch = try await hasher.matches(Password(password), student?.password) } catch {
      // It was not looked at.
      forgive(name, from: peer)
      throw error
    }
    if isMatch { forgive(name, from: peer) } else { noteRefusal(.password, from: peer) }
    return isMatch
  }

  /// Sets the password of a student who has opened the link.
  /// - Returns: the account as it is then.
  func setPassword(
    _ form: PasswordForm, of student: Accounts.Student
  ) async throws(WebProblem) -> Accounts.Student {
    let hash = try await hasher.hash(try form.accepted(for: student))
    let isSet = try await change { $0.setPassword(hash, of: student) }
    guard isSet, let changed = accounts.students.first(where: { $0.id == student.id }) else {
      throw Self.changedMeanwhile
    }
    return changed
  }

  /// Sets the password of a student who is signed in, and has to say the one before if there is one.
  /// - Returns: the account as it is then.
  func changePassword(
    _ form: PasswordForm, of id: String, peer: String
  ) async throws(WebProblem) -> Accounts.Student {
    guard let student = accounts.students.first(where: { $0.id == id }) else { throw Self.changedMeanwhile }
    // What is wrong with the new one costs no attempt.
    _ = try form.accepted(for: student)
    if student.password != nil {
      guard try await isRight(form.current, of: student, name: id, peer: peer) else {
        throw WebProblem(403, "This is not the password that you have now.")
      }
    }
    return try await setPassword(form, of: student)
  }

  /// The account of a student.
  func account(_ id: String) -> Accounts.Student? { accounts.students.first { $0.id == id } }
}

/// The fields with which a password is set.
struct PasswordForm: Sendable {
  /// The one before.
  var current = ""
  /// The new one, twice. Nil where the form has none, or one that is no UTF-8.
  var password: String?
  var again: String?

  init(_ fields: [String: String]) {
    current = fields["current"] ?? ""
    password = fields["password"]
    again = fields["again"]
  }

  /// The new password.
  /// - Throws: ``WebProblem`` for one that a student may not have, and where the second is another.
  func accepted(for student: Accounts.Student) throws(WebProblem) -> Password {
    guard let password, !password.isEmpty else { throw WebProblem(400, "Type a password.") }
    guard let new = Password(password) else {
      throw WebProblem(400, "A password has at most \(Password.byteLimit) bytes: about as many letters.")
    }
    if let weakness = new.weakness(of: student) { throw WebProblem(400, weakness) }
    guard let again, Password(again) == new else { throw WebProblem(400, "The two passwords are different.") }
    return new
  }
}
