/// Makes and checks the hashes of passwords on a thread for statements, one at a time.
///
/// A hash takes some 20 ms of a processor. As they take turns, people who sign in, or guess, slow a statement of the others down by
/// no more than one of them.
actor PasswordHasher {
  /// The most that wait: with more, a browser would wait for seconds.
  static let waitingLimit = 128

  private let workers: StatementWorkers
  private var waiting = 0
  private var last: Task<Void, Never>?
  /// A hash to check where a student has none, so that the time does not say who has a password.
  private var standIn: PasswordHash?

  init(workers: StatementWorkers) { self.workers = workers }

  /// - Throws: ``WebProblem`` where too many wait, or the system cannot make a hash.
  func hash(_ password: Password) async throws(WebProblem) -> PasswordHash {
    guard let hash = try await inTurn({ PasswordHash(of: password) }) else {
      throw WebProblem(503, "This computer cannot keep passwords now.")
    }
    return hash
  }

  /// Whether a password is the one of a hash. Without a hash it takes as long.
  /// - Parameter password: nil for a text that no password can be.
  /// - Throws: ``WebProblem`` where too many wait, or the system cannot make a hash.
  func matches(_ password: Password?, _ hash: PasswordHash?) async throws(WebProblem) -> Bool {
    let other = try await otherHash()
    let isMatch = try await inTurn { [known = hash ?? other] in password.map(known.matches) ?? false }
    return isMatch && hash != nil
  }

  private func otherHash() async throws(WebProblem) -> PasswordHash {
    if let standIn { return standIn }
    guard let password = Password(Secret.make()) else {
      throw WebProblem(503, "This computer cannot keep passwords now.")
    }
    let made = try await hash(password)
    standIn = made
    return made
  }

  private func inTurn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async throws(WebProblem) -> Result {
    guard waiting < Self.waitingLimit else {
      throw WebProblem(503, "Many people are signing in: wait a moment, and try again.")
    }
    waiting += 1
    defer { waiting -= 1 }
    let (workers, previous) = (workers, last)
    let task = Task {
      await previous?.value
      return await workers.run { _ in body() }
    }
    last = Task { _ = await task.value }
    return await task.value
  }
}
