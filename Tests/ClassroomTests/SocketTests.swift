import Diagnostics
import FlyingSocks
import Foundation
import Testing

@testable import Classroom

@Suite("A book at a Unix socket", .serialized)
struct SocketTests {
  private func request(
    _ path: String, at socket: String, _ more: String = "", method: String = "GET", body: String = ""
  )
    async throws -> String
  {
    let socket = try await AsyncSocket.connected(to: sockaddr_un.unix(path: socket), timeout: 60)
    defer { try? socket.close() }
    let text =
      "\(method) \(path) HTTP/1.1\r\nHost: hub.uni.example\r\n\(more)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    try await socket.write(Data(text.utf8))
    var all: [UInt8] = []
    while let bytes = try? await socket.read(atMost: 4_096) { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  @Test("It answers under every name, below its base path, and to its own pages' forms alone")
  func served() async throws {
    try await withCourse { library, store in
      let path = library.root + "/socket"
      let server = try BookServer(socket: path, basePath: "/user/bo@uni.example/graphbook/")
      #expect(server.front.basePath == "/user/bo@uni.example/graphbook")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(throws: Diagnostic.self) { try BookServer(socket: path, basePath: "/") }
      let host = BookHost(
        library: library, store: store, front: server.front, today: { 20_000 }, makeInterpreter: makeTestInterpreter)
      let running = Task.detached { try await server.run(host) }
      let base = "/user/bo@uni.example/graphbook"
      let page = try await request(base + "/lesson/teams/1", at: path)
      #expect(page.hasPrefix("HTTP/1.1 200"))
      #expect(page.contains("action=\"\(base)/lesson/teams/1\""))
      let form = "do=run&text=entity+Team+%7B+%7D"
      for (origin, status) in [("https://hub.uni.example", "303"), ("https://evil.example", "403"), ("null", "403")] {
        let answer = try await request(
          base + "/playground", at: path, "Origin: \(origin)\r\n", method: "POST", body: form)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(origin)")
      }
      running.cancel()
    }
  }

  @Test(
    "A name with a percent sign is found as the proxy of the hub spells it, and as it is",
    arguments: ["/user/50%25/graphbook", "/user/50%2525/graphbook"])
  func percent(_ sent: String) async throws {
    try await withCourse { library, store in
      var front = Front()
      (front.path, front.isSocket) = ("/user/50%25/graphbook", true)
      let host = BookHost(
        library: library, store: store, front: front, today: { 20_000 }, makeInterpreter: makeTestInterpreter)
      let page = await host.open(sent + "/lesson/teams/1")
      #expect(page.status == 200)
      #expect(page.text.contains("action=\"/user/50%25/graphbook/lesson/teams/1\""))
      #expect(await host.open(sent).header("Location") == "/user/50%25/graphbook/")
      #expect(await host.open("/user/50/graphbook/lesson/teams/1").status == 404)
    }
  }

  @Test(
    "A path that is none is refused",
    arguments: [
      "user", "//evil.example", "/a b", "/a\"b", "/a?b", "/a#b", "/\u{e9}", "/a\\b", "/user//graphbook",
    ])
  func basePaths(_ path: String) {
    #expect(throws: Diagnostic.self) { try BookServer(socket: "/nowhere/socket", basePath: path) }
    #expect(BookServer.isBasePath("/user/ada/graphbook"))
    #expect(!BookServer.isBasePath(path))
  }

  @Test("A path that is too long for a socket is refused with a sentence")
  func longPath() {
    #expect(throws: Diagnostic("cannot-listen", "the path of a socket has 1 to 103 bytes")) {
      try BookServer(socket: "/" + String(repeating: "x", count: 200), basePath: "")
    }
  }
}
