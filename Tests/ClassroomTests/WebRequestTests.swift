import Diagnostics
import Testing

@testable import Classroom

@Suite("Requests are read with limits")
struct WebRequestTests {
  private func read(_ lines: String...) throws -> WebRequest {
    try WebRequest(head: Array(lines.joined(separator: "\r\n").utf8)[...])
  }

  @Test("A head is read")
  func head() throws {
    let request = try read(
      "GET /teach?secret=a%20b+c&x HTTP/1.1", "Host: a:1", "COOKIE: one=1; graphbook-student= t ", "Content-Length: 12")
    #expect(request.path == "/teach")
    #expect(request.query == ["secret": "a b c", "x": ""])
    #expect(request.cookie("graphbook-student") == "t")
    #expect(request.cookie("student") == nil)
    #expect(try request.contentLength == 12)
    #expect(request.keepsAlive)
  }

  static let bad: [(String, Int)] = [
    ("GET / HTTP/2\r\nHost: a", 400), ("GET /", 400), ("GET http://a/ HTTP/1.1\r\nHost: a", 400),
    ("GET / HTTP/1.1", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded: b", 400), ("GET / HTTP/1.1\r\nHost: a\r\nno colon", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", 411),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999", 413), ("G\u{0}T / HTTP/1.1", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", 411),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity", 411),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5", 400),
    // Lines that end at one half of their end, for a program that reads them so.
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\nContent-Length: 5", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\rX-Remote-User: ada", 400),
    ("GET / HTTP/1.1\nHost: a", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{0}2", 400),
    ("GET /\u{7F} HTTP/1.1\r\nHost: a", 400),
  ]

  @Test("What is not a request, or too much, is refused", arguments: bad)
  func refusals(_ text: String, _ status: Int) {
    #expect(throws: WebRequest.Problem(status: status)) {
      _ = try WebRequest(head: Array(text.utf8)[...]).contentLength
    }
  }

  @Test("A header that comes twice has both values, and a connection ends at one of its words")
  func repeated() throws {
    let request = try read(
      "GET / HTTP/1.1", "Host: a", "X-Forwarded-For: 1.1.1.1", "x-forwarded-for: 7.7.7.7", "Cookie: a=1", "Cookie: b=2",
      "Connection: keep-alive", "Connection: Close")
    #expect(request.headers["x-forwarded-for"] == "1.1.1.1, 7.7.7.7")
    #expect(request.cookie("a") == "1" && request.cookie("b") == "2")
    #expect(request.repeated == ["x-forwarded-for", "cookie", "connection"])
    #expect(!request.keepsAlive)
    var proxied = request
    proxied.peer = "10.1.1.1"
    // A proxy may add a line instead of a word to the browser's line.
    #expect(proxied.peer(behind: ["10.1.1.1"]) == "7.7.7.7")
    #expect(proxied.peer(behind: ["10.1.1.2"]) == nil)
  }

  @Test(
    "An address is the same in every spelling",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"), ("::FFFF:7f00:1", "127.0.0.1"),
      ("0:0:0:0:0:0:0:1", "::1"),
      ("2001:DB8:0:0::1", "2001:db8::1"), ("localhost", nil), ("127.1", nil), ("127.0.0.1:80", nil), ("", nil),
      ("::1%lo", nil),
    ])
  func addresses(_ text: String, _ spelling: String?) throws {
    #expect(NetworkAddress.canonical(text) == spelling)
    if let spelling {
      #expect(try NetworkAddress.proxies([text]) == [spelling])
    } else {
      let problem = #expect(throws: Diagnostic.self) { try NetworkAddress.proxies([text]) }
      #expect(problem?.message == "--trust-from '\(text)' is no address")
    }
  }

  @Test("The addresses of one network of IPv6 share a limit, and no others do")
  func networks() {
    var limits = RateLimits(RateLimit(perSecond: 1, burst: 2))
    let many = (1...4).map { limits.allows("2001:db8:1:2::\($0)", at: 0) }
    #expect(many == [true, true, false, false])
    let isOpen = limits.isOpen("2001:db8:1:2:a:b:c:d", at: 0)
    #expect(!isOpen)
    limits.giveBack("2001:db8:1:2::9")
    let others = ["2001:db8:1:2::10", "2001:db8:1:3::1", "10.0.0.1", "10.0.0.2"].map { limits.allows($0, at: 0) }
    #expect(others == [true, true, true, true])
  }

  @Test("A limit lets so much happen at once, and so much a second")
  func limit() {
    var limit = RateLimit(perSecond: 10, burst: 3)
    #expect((1...4).map { _ in limit.allows(at: 0) } == [true, true, true, false])
    #expect(limit.allows(at: 0.05) == false)
    #expect(limit.allows(at: 0.11) == true)
    #expect(limit.allows(at: 0.12) == false)
  }

  @Test("Secrets are compared whole")
  func secrets() {
    let secret = Secret.make()
    #expect(secret.count == 32)
    #expect(Secret.make() != secret)
    #expect(Secret.matches(secret, secret))
    #expect(!Secret.matches(String(secret.dropLast()), secret))
    #expect(!Secret.matches("", secret))
    for code in (0..<200).map({ _ in Secret.makeCode() }) {
      #expect(Set(code).count == 6 && !code.contains { "r0o1li".contains($0) }, "\(code)")
    }
  }
}
