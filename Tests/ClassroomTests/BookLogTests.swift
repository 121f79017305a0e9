import Foundation
import Grading
import Support
import Testing

@testable import Classroom

extension PeopleTests {
  /// A log whose lines are kept, at a time that can be set.
  private static func log(_ lines: Locked<[String]>, now: Locked<Double> = Locked(0)) -> BookLog {
    BookLog(clock: { 1_768_467_792 }, now: { now.withLock { $0 } }) { line in lines.withLock { $0.append(line) } }
  }

  @Test("The operator reads of every kind of refusal, with the address and without a secret")
  func refusalLines() async throws {
    let lines = Locked<[String]>([])
    try await withBook(Self.behindProxy, code: "graphs26", log: Self.log(lines)) { host, _, tokens, _ in
      func ask(_ request: WebRequest, _ headers: [String: String] = ["x-forwarded-for": "7.7.7.7"]) async {
        _ = await BookRoutes.answer(proxied(request, headers), host)
      }
      let guess = Secret.make()
      await ask(get("/book/join/\(guess)"))
      await ask(post("/book/signin", "name=ada&password=correct+horse"))
      await ask(post("/book/join", "name=Ana&code=graphs27"))
      await ask(get("/book/staff", query: ["secret": guess]))
      await ask(get("/book/"), ["host": "evil.example\u{1B}[2J", "x-forwarded-for": "7.7.7.7\n8.8.8.8"])
      for _ in 0..<70 { _ = await BookRoutes.answer(proxied(get("/book/join/\(guess)")), host) }
      let (text, count) = lines.withLock { ($0.joined(separator: "\n"), $0.count) }
      #expect(
        text.hasPrefix(
          """
          2026-01-15T09:03:12Z refused a link that invites no one, from 7.7.7.7
          2026-01-15T09:03:12Z refused a wrong name or password, from 7.7.7.7
          2026-01-15T09:03:12Z refused a wrong code, from 7.7.7.7
          2026-01-15T09:03:12Z refused a wrong address of the staff, from 7.7.7.7
          2026-01-15T09:03:12Z refused a request for the host 'evil.example
          """))
      #expect(text.contains("refused one of too many attempts, from 10.1.1.1"))
      #expect(text.split(separator: "\n").count == count)
      #expect(!text.contains("\u{1B}"))
      for secret in [guess, "horse", "graphs27", "ada", "Ana", Self.secret] + tokens.values {
        #expect(!text.contains(secret))
      }
    }
  }

  @Test("Someone whom the proxy names and the roster does not is in the log")
  func strangerLine() async throws {
    var front = Self.behindProxy
    front.userHeader = "x-remote-user"
    let lines = Locked<[String]>([])
    try await withBook(front, log: Self.log(lines)) { host, _, _, _ in
      _ = await BookRoutes.answer(proxied(get("/book/"), ["x-remote-user": "mallory"]), host)
    }
    #expect(
      lines.withLock { $0 } == ["2026-01-15T09:03:12Z refused 'mallory', who is not on the roster, from 10.1.1.1"])
  }

  @Test("What cannot be written is in the log: the accounts, and a student's record")
  func failureLines() async throws {
    let lines = Locked<[String]>([])
    try await withBook(log: Self.log(lines)) { host, folder, tokens, _ in
      let ada = await signIn(host, tokens["ada"])
      _ = await open(host, "/lesson/teams/1", ada)
      // Folders in the place of files: also someone who may write everything cannot replace them.
      try FileManager.default.removeItem(atPath: folder + "/accounts.json")
      try FileManager.default.createDirectory(atPath: folder + "/accounts.json/x", withIntermediateDirectories: true)
      #expect(await send(host, "/signout", "sure=1", ada).status == 503)
      #expect(lines.withLock { $0 }.first?.hasPrefix("2026-01-15T09:03:12Z error This cannot be kept: ") == true)
      try FileManager.default.removeItem(atPath: folder + "/students/ada/progress.json")
      try FileManager.default.createDirectory(
        atPath: folder + "/students/ada/progress.json/x", withIntermediateDirectories: true)
      _ = await send(host, "/lesson/teams/1", "do=answer&choices=1&answer=0", ada)
      #expect(lines.withLock { $0.last?.contains("students/ada/progress.json") } == true)
    }
  }

  @Test("A flood of one kind leaves room for the others, and says later how much was left out")
  func flood() {
    let (lines, now) = (Locked<[String]>([]), Locked(0.0))
    let log = Self.log(lines, now: now)
    for number in 0..<1_000 { log.note(.refusal(.password, peer: "10.0.0.\(number)")) }
    log.note(.refusal(.link, peer: ""))
    #expect(lines.withLock { $0.count } == 11)
    #expect(lines.withLock { $0.last } == "2026-01-15T09:03:12Z refused a link that invites no one, from ?")
    now.withLock { $0 = 5 }
    log.note(.refusal(.password, peer: "10.0.0.1"))
    log.note(.refusal(.password, peer: "10.0.0.2"))
    #expect(
      lines.withLock { Array($0.suffix(2)) } == [
        "2026-01-15T09:03:12Z refused a wrong name or password, from 10.0.0.1 (and 990 more like this)",
        "2026-01-15T09:03:12Z refused a wrong name or password, from 10.0.0.2",
      ])
    log.note(.start(port: 8642, students: 1))
    log.note(.stop(by: "by SIGTERM"))
    #expect(
      lines.withLock { Array($0.suffix(2)) } == [
        "2026-01-15T09:03:12Z start port 8642, 1 student", "2026-01-15T09:03:12Z stop by SIGTERM",
      ])
  }
}
