import FlyingSocks
import Foundation
import Support

/// A web server for a class or for the book: HTTP/1.1 over FlyingFox's sockets, with limits on everything that a browser can send.
///
/// FlyingFox's own `HTTPServer` reads heads of any length, waits for a silent browser for ever, and ends when a connection
/// cannot be accepted; so only its sockets and its event queue are used.
package struct WebServer: Sendable {
  package struct Limits: Sendable {
    package var connections = 4_000
    package var connectionsOfAddress = 1_600
    /// The seconds in which a request must have come, from its first byte.
    package var request = 10.0
    /// The seconds that a connection can be silent between requests.
    package var idle = 30.0
    /// The seconds in which a browser must have taken an answer.
    package var response = 10.0
    /// The seconds after which a stream without events sends a sign of life.
    package var heartbeat = 15.0

    package init() {}
  }

  let service: any WebService
  let limits: Limits
  let connections: Connections

  package init(host: ClassHost, limits: Limits = Limits()) { self.init(service: host, limits: limits) }

  package init(book: BookHost, limits: Limits = Limits()) { self.init(service: book, limits: limits) }

  private init(service: any WebService, limits: Limits) {
    self.service = service
    self.limits = limits
    connections = Connections(limit: limits.connections, addressLimit: limits.connectionsOfAddress)
  }

  /// The seconds since some moment; never goes back.
  static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  /// A socket that listens on an address.
  /// - Throws: `SocketError` where the port is taken or the address is not one of this machine.
  package static func listen(on address: String, port: UInt16) throws -> Socket {
    if address.contains(":") { return try listen(on: sockaddr_in6.inet6(ip6: address, port: port)) }
    return try listen(on: sockaddr_in.inet(ip4: address, port: port))
  }

  /// A Unix socket that listens at a path, where there must be nothing, and to which only this user can connect.
  /// - Throws: `SocketError` where it cannot be made.
  package static func listen(at path: String) throws -> Socket {
    let socket = try listen(on: sockaddr_un.unix(path: path))
    guard chmod(path, 0o600) == 0 else {
      defer { try? socket.close() }
      throw SocketError.failed(type: "chmod", errno: errno, message: "the mode of a socket")
    }
    return socket
  }

  private static func listen(on address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
    do {
      if type(of: address).family != sockaddr_un.family { try socket.setValue(true, for: .localAddressReuse) }
      try socket.bind(to: address)
      try socket.listen(maxPendingConnection: 1_024)
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }

  /// Serves until the task is cancelled.
  package func run(on socket: Socket) async throws {
    let pool = SocketPool<Poll>.make(maxEvents: 128)
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await pool.run() }
      group.addTask { await accept(on: listener) }
      group.addTask {
        var beats = 0
        while !Task.isCancelled {
          connections.sweep(at: Self.now())
          beats += 1
          if beats.isMultiple(of: 10) { await service.beat() }
          try? await Task.sleep(for: .milliseconds(500))
        }
      }
      await group.next()
      group.cancelAll()
      connections.shutDownAll()
    }
    try? socket.close()
  }

  private func accept(on listener: AsyncSocket) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = try await listener.accept()
          let peer = Self.address(of: socket.socket)
          let file = socket.socket.file.rawValue
          // A browser that does not read must not fill the kernel's memory.
          var room: Int32 = 131_072
          _ = setsockopt(file, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
          guard connections.add(file, from: peer, deadline: Self.now() + limits.request) else {
            try? socket.close()
            continue
          }
          group.addTask {
            await serve(socket, peer)
            connections.remove(file)
            try? socket.close()
          }
        } catch is CancellationError {
          return
        } catch {
          // A connection that is gone already, or no descriptor left: the others go on.
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
    }
  }

  private static func address(of socket: Socket) -> String {
    switch try? socket.remotePeer() {
    case .ip4(let address, _), .ip6(let address, _): NetworkAddress.canonical(address) ?? address
    case .unix, nil: ""
    }
  }

  // MARK: A connection

  private func serve(_ socket: AsyncSocket, _ peer: String) async {
    let file = socket.socket.file.rawValue
    var buffer: [UInt8] = []
    while !Task.isCancelled {
      connections.expect(file, by: Self.now() + (buffer.isEmpty ? limits.idle : limits.request))
      let request: WebRequest
      do {
        guard let next = try await readRequest(socket, &buffer, peer) else { return }
        request = next
      } catch let problem as WebRequest.Problem {
        return await refuse(socket, problem)
      } catch {
        return
      }
      let keepsAlive = request.keepsAlive
      connections.expect(file, by: Self.now() + 60)
      let response = await service.answer(request)
      connections.expect(file, by: Self.now() + limits.response)
      let body = request.method == "HEAD" ? [] : response.body
      guard (try? await socket.write(Data(response.head(keepsAlive: keepsAlive) + body))) != nil else {
        // The browser is gone already: it must not count among those that listen.
        if let listener = response.stream { await service.disconnect(listener) }
        return
      }
      if let listener = response.stream { return await stream(to: listener, socket) }
      if !keepsAlive { return }
    }
  }

  /// Reads a request; nil if the browser has closed the connection.
  private func readRequest(
    _ socket: AsyncSocket, _ buffer: inout [UInt8], _ peer: String
  ) async throws -> WebRequest? {
    let file = socket.socket.file.rawValue
    var searched = 0
    var end: Int?
    while true {
      end = Self.endOfHead(buffer, from: searched)
      if end != nil { break }
      guard buffer.count <= WebRequest.headLimit else { throw WebRequest.Problem(status: 431) }
      searched = max(0, buffer.count - 3)
      let isFirst = buffer.isEmpty
      buffer += try await socket.read(atMost: 4_096)
      if isFirst { connections.expect(file, by: Self.now() + limits.request) }
    }
    guard let end else { return nil }
    guard end <= WebRequest.headLimit else { throw WebRequest.Problem(status: 431) }
    var request = try WebRequest(head: buffer[..<end])
    request.peer = peer
    let length = try request.contentLength
    try await service.admit(request, bodyOf: length)
    let start = end + 4
    while buffer.count < start + length { buffer += try await socket.read(atMost: 4_096) }
    request.body = Array(buffer[start..<(start + length)])
    buffer.removeSubrange(..<(start + length))
    return request
  }

  /// The place of the empty line after a head.
  private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for place in start..<(bytes.count - 3)
    where bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13 && bytes[place + 3] == 10 {
      return place
    }
    return nil
  }

  /// Answers a request that was not read to its end, and reads on for a moment: a browser that is still sending would
  /// otherwise not see the answer.
  private func refuse(_ socket: AsyncSocket, _ problem: WebRequest.Problem) async {
    let response = WebResponse.refusal(problem.status, problem.words)
    connections.expect(socket.socket.file.rawValue, by: Self.now() + 2)
    try? await socket.write(Data(response.head(keepsAlive: false) + response.body))
    _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    var drained = 0
    while drained < 16 << 20, let bytes = try? await socket.read(atMost: 4_096) { drained += bytes.count }
  }

  // MARK: Events

  /// Sends events until the browser goes away or stops reading.
  private func stream(to listener: Listener, _ socket: AsyncSocket) async {
    let file = socket.socket.file.rawValue
    let wakes = await service.wakes(of: listener.number)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        // A browser sends nothing more here: whatever comes is its end.
        connections.expect(file, by: .infinity)
        var drained = 0
        while drained < 4_096, let bytes = try? await socket.read(atMost: 512) { drained += bytes.count }
      }
      group.addTask {
        var last = listener.lastEvent
        guard await send("retry: 1000\n\n", socket) else { return }
        var sent = Self.now()
        for await _ in wakes {
          if let (version, data) = await service.message(for: listener, since: last) {
            last = version
            guard await send("id: \(service.eventID(version))\ndata: \(data)\n\n", socket) else { return }
            sent = Self.now()
            // Votes that come at the same time are one event for the teacher.
            if case .student = listener.audience {} else { try? await Task.sleep(for: .milliseconds(120)) }
          } else if Self.now() - sent >= limits.heartbeat {
            guard await send(":\n\n", socket) else { return }
            sent = Self.now()
          }
        }
      }
      await group.next()
      group.cancelAll()
      // The other task may be waiting for the socket.
      _ = shutdown(file, Int32(SHUT_RDWR))
    }
    await service.disconnect(listener)
  }

  private func send(_ text: String, _ socket: AsyncSocket) async -> Bool {
    let file = socket.socket.file.rawValue
    connections.expect(file, by: Self.now() + limits.response)
    guard (try? await socket.write(Data(text.utf8))) != nil else { return false }
    connections.expect(file, by: .infinity)
    return true
  }
}
