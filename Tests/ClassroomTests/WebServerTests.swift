import FlyingSocks
import Foundation
import Testing

@testable import Classroom

@Suite("The server of a class closes what is too slow", .timeLimit(.minutes(60)))
struct WebServerTests {
  /// Serves a class on a free port while a function runs.
  /// - Parameters:
  ///   - request: the seconds that a request may take; a day where the test is not about slow ones, since other tests take turns on
  ///     the same threads.
  ///   - idle: the seconds that a connection may be silent after an answer.
  private func serve(
    request: Double = Self.day, idle: Double = 2, _ body: (ClassHost, UInt16) async throws -> Void
  ) async throws {
    try await serveCounting(request: request, idle: idle) { host, port, _ in try await body(host, port) }
  }

  private static let day = 86_400.0

  /// The same, with the server's connections.
  private func serveCounting(
    request: Double = Self.day, idle: Double = 2, _ body: (ClassHost, UInt16, Connections) async throws -> Void
  ) async throws {
    var limits = WebServer.Limits()
    (limits.request, limits.idle, limits.response) = (request, idle, request)
    let host = host()
    let socket = try WebServer.listen(on: "127.0.0.1", port: 0)
    guard case .ip4(_, let port) = try socket.sockname() else { return }
    let server = WebServer(host: host, limits: limits)
    let serving = Task { try await server.run(on: socket) }
    defer { serving.cancel() }
    try await body(host, port, server.connections)
  }

  /// Sends a text, and returns all that comes until the server closes the connection.
  private func exchange(_ text: String, _ port: UInt16) async throws -> String {
    let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60)
    defer { try? socket.close() }
    if !text.isEmpty { try await socket.write(Data(text.utf8)) }
    var all: [UInt8] = []
    while let bytes = try? await socket.read(atMost: 4_096) { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  static let slowSamples: [(String, String)] = [
    ("nothing at all", ""), ("half a head", "GET / HTTP/1.1\r\nHost: a"),
    ("half a body", "POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nname"),
  ]

  @Test("A connection that does not get on is closed without an answer", arguments: slowSamples)
  func slowRequests(_ name: String, _ text: String) async throws {
    try await serve(request: 2) { _, port in
      let answer = try await exchange(text, port)
      #expect(answer == "", "\(name)")
    }
  }

  static let refusedSamples: [(String, Int)] = [
    ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 40_000), 431),
    ("POST /run HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n" + String(repeating: "x", count: 100_000), 413),
    ("POST /run HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n" + String(repeating: "x", count: 65_537), 413),
    ("noise\r\n\r\n", 400), ("POST /run HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
  ]

  @Test("A page can read why something was refused")
  func refusals() async throws {
    try await serve { _, port in
      let answer = try await exchange(Self.refusedSamples[1].0, port)
      #expect(answer.hasSuffix("{\"problem\":\"this is too long\"}"))
    }
  }

  @Test("What is too much is refused with a status", arguments: refusedSamples)
  func tooMuch(_ text: String, _ status: Int) async throws {
    try await serve { _, port in
      let answer = try await exchange(text, port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test("The head of a file comes without its body")
  func head() async throws {
    try await serve { _, port in
      let answer = try await exchange("HEAD /picture.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", port)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
      #expect(answer.contains("Content-Length: \(PageAsset.picture.bytes.count)\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("Several requests come over one connection, and a silent one is then closed")
  func keepAlive() async throws {
    let request = "GET /class.css HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    try await serve(idle: Self.day) { _, port in
      let answers = try await exchange(request + "\r\n" + request + "Connection: close\r\n\r\n", port)
      #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    }
    try await serve { _, port in
      let answers = try await exchange(request + "\r\n", port)
      #expect(answers.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
    }
  }

  @Test("A browser that is gone before its answer does not count as one that listens")
  func goneAtOnce() async throws {
    try await serveCounting { host, port, connections in
      for _ in 1...40 {
        let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60)
        try await socket.write(Data("GET /board/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
        // The end is a reset, at which the server's writing fails.
        var now = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
          socket.socket.file.rawValue, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        try socket.close()
      }
      // Connections are accepted in their order: when this one is answered, none is still to come.
      _ = try await exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", port)
      while connections.count > 0 { await Task.yield() }
      #expect(await host.listenerCount == 0)
    }
  }

  @Test("A board hears what happens, and its end is noticed")
  func events() async throws {
    try await serve { host, port in
      let socket = try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60)
      try await socket.write(Data("GET /board/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
      var text = ""
      while !text.contains("\"title\":\"Teams\"") {
        text += String(decoding: try await socket.read(atMost: 4_096), as: UTF8.self)
      }
      #expect(text.contains("Content-Type: text/event-stream"))
      #expect(await host.listenerCount == 1)
      #expect(
        await Routes.answer(
          post("/teach/do", "{\"do\":\"jump\",\"step\":1}", cookie: "graphbook-teacher-abc234=\(testFacts.secret)"),
          host
        ).status == 200)
      while !text.contains("\"title\":\"Counting\"") {
        text += String(decoding: try await socket.read(atMost: 4_096), as: UTF8.self)
      }
      try socket.close()
      while await host.listenerCount > 0 { await Task.yield() }
    }
  }
}
