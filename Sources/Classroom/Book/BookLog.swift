import Diagnostics
import Foundation
import Support

/// Something that the operator of a served book should know. It never holds a secret, a password or an answer.
enum BookEvent: Hashable, Sendable {
  case start(port: UInt16, students: Int)
  /// - Parameter peer: the address of the browser.
  case refusal(Refusal, peer: String)
  /// Something that could not be kept or read, with the reason.
  case failure(String)
  /// The policy has changed, and was read again.
  case policy
  case stop(by: String)

  enum Refusal: Hashable, Sendable {
    case link, password, code, staffSecret
    /// An attempt that was not looked at, after too many wrong ones.
    case tooManyAttempts
    /// Someone whom the proxy names and the roster does not.
    case stranger(id: String)
    case host(name: String)
  }

  /// The word for the class of the event, by which lines can be found.
  var kind: String {
    switch self {
    case .start: "start"
    case .refusal: "refused"
    case .failure: "error"
    case .policy: "policy"
    case .stop: "stop"
    }
  }

  /// The words of the line after that word.
  var words: String {
    switch self {
    case .start(let port, let students): "port \(port), \(counted(students, "student"))"
    case .refusal(let refusal, let peer): "\(refusal.words), from \(Self.short(peer))"
    case .failure(let reason): Self.short(reason, 200)
    case .policy: "read again"
    case .stop(let cause): cause
    }
  }

  /// A text from a browser in one line, of at most so many characters.
  fileprivate static func short(_ text: String, _ length: Int = 64) -> String {
    text.isEmpty ? "?" : DisplayText.visible(String(text.prefix(length)))
  }
}

extension BookEvent.Refusal {
  var words: String {
    switch self {
    case .link: "a link that invites no one"
    case .password: "a wrong name or password"
    case .code: "a wrong code"
    case .staffSecret: "a wrong address of the staff"
    case .tooManyAttempts: "one of too many attempts"
    case .stranger(let id): "'\(BookEvent.short(id))', who is not on the roster"
    case .host(let name): "a request for the host '\(BookEvent.short(name))'"
    }
  }

  /// The case alone.
  fileprivate var name: String {
    switch self {
    case .link: "link"
    case .password: "password"
    case .code: "code"
    case .staffSecret: "staff"
    case .tooManyAttempts: "attempts"
    case .stranger: "stranger"
    case .host: "host"
    }
  }
}

/// The log of a served book: a line for each event, `2026-01-15T09:03:12Z refused a wrong code, from 10.0.0.7`.
///
/// Of each kind of refusal, and of errors, ten lines come at once and then one a second; the next line says how many did not. Whoever
/// guesses passwords can fill neither the disk nor the operator's window.
package final class BookLog: Sendable {
  private struct Kind {
    var limit = RateLimit(perSecond: 1, burst: 10)
    var left = 0
  }

  private let clock: @Sendable () -> Int
  private let now: @Sendable () -> Double
  private let write: @Sendable (String) -> Void
  private let kinds = Locked<[String: Kind]>([:])

  /// - Parameters:
  ///   - clock: the seconds since 1970.
  ///   - now: the seconds since some moment.
  ///   - write: takes a line without its end.
  package init(
    clock: @escaping @Sendable () -> Int, now: @escaping @Sendable () -> Double = WebServer.now,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.clock, self.now, self.write) = (clock, now, write)
  }

  func note(_ event: BookEvent) {
    var name = event.kind
    if case .refusal(let refusal, _) = event { name += refusal.name }
    let time = now()
    let earlier: Int? = kinds.withLock { kinds in
      guard kinds[name, default: Kind()].limit.allows(at: time) else {
        kinds[name]?.left += 1
        return nil
      }
      defer { kinds[name]?.left = 0 }
      return kinds[name]?.left ?? 0
    }
    guard let earlier else { return }
    let date = Date(timeIntervalSince1970: Double(clock())).formatted(.iso8601)
    write("\(date) \(event.kind) \(event.words)" + (Listing.more(earlier).map { " (\($0) like this)" } ?? ""))
  }
}

extension BookHost {
  nonisolated func noteRefusal(_ refusal: BookEvent.Refusal, from peer: String) {
    log?.note(.refusal(refusal, peer: peer))
  }

  /// The answer where something cannot be kept, which the operator has to know.
  nonisolated func cannotKeep(_ subject: String, _ reason: String) -> WebProblem {
    log?.note(.failure("\(subject) cannot be kept: \(reason)"))
    return WebProblem(503, "\(subject) cannot be kept: \(reason)")
  }
}
