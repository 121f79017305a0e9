import Courses
import Diagnostics
import FlyingSocks
import Foundation
import Platform
import Support

/// The way into a class: its addresses, and the server until it ends.
package struct ServerBootstrap {
  package var facts: ClassFacts
  private let isOpenToOthers: Bool
  private let local: String
  private let addresses: [String]

  /// The port of a class for which none is given.
  package static let usualPort: UInt16 = 8642

  /// Listens on an address; without a port on the usual one, or one of the nine after it.
  /// - Throws: a diagnostic where the address is not this machine's or the port is taken.
  package typealias ListeningSocket = Socket

  package static func open(_ address: String, port: UInt16?) throws(Diagnostic) -> (socket: Socket, port: UInt16) {
    let ports = port.map { [$0] } ?? (0..<10).map { usualPort + $0 }
    var problem: Int32 = EINVAL
    for port in ports {
      do {
        let socket = try WebServer.listen(on: address, port: port)
        switch try? socket.sockname() {
        case .ip4(_, let actual), .ip6(_, let actual): return (socket, actual)
        case .unix, nil: return (socket, port)
        }
      } catch let error as SocketError {
        if case .failed(_, let number, _) = error { problem = number }
      } catch { problem = EINVAL }
    }
    throw unavailable(address, port: ports[0], problem, isGiven: port != nil)
  }

  /// Listens on a Unix socket.
  /// - Throws: a diagnostic where there is something at the path already, or it cannot be made.
  package static func open(at path: String) throws(Diagnostic) -> Socket {
    // A socket's address has room for 104 bytes on every system, the zero at its end included.
    guard !path.isEmpty, path.utf8.count < 104 else {
      throw Diagnostic("cannot-listen", "the path of a socket has 1 to 103 bytes")
    }
    var problem: Int32 = EINVAL
    do { return try WebServer.listen(at: path) } catch let error as SocketError {
      if case .failed(_, let number, _) = error { problem = number }
    } catch {}
    let place = "'\(DisplayText.visible(path))'"
    throw problem == EADDRINUSE
      ? Diagnostic(
        "cannot-listen", "there is something at \(place) already",
        hint: "if no server uses it, delete it: it is left over from one that was killed")
      : Diagnostic("cannot-listen", "cannot listen on \(place): \(systemReason(problem))")
  }

  /// The address that `--bind` means: `localhost` is this computer's own.
  /// - Throws: a diagnostic for a text that is no address.
  package static func address(_ bind: String) throws(Diagnostic) -> String {
    if bind.lowercased() == "localhost" { return "127.0.0.1" }
    var four = in_addr()
    var six = in6_addr()
    guard inet_pton(AF_INET, bind, &four) == 1 || inet_pton(AF_INET6, bind, &six) == 1 else {
      throw Diagnostic(
        "cannot-listen", "--bind '\(DisplayText.visible(bind))' is no address",
        hint:
          "--bind 0.0.0.0 for all networks, 127.0.0.1 for this computer, or an address of this computer; a name belongs to --url"
      )
    }
    return bind
  }

  /// The reason why a port cannot be listened on.
  private static func unavailable(_ address: String, port: UInt16, _ reason: Int32, isGiven: Bool) -> Diagnostic {
    let place = "port \(port) of \(DisplayText.visible(address))"
    switch reason {
    case EACCES, EPERM:
      return Diagnostic(
        "cannot-listen", "\(place) needs the rights of an administrator",
        hint: "ports from 1024 on do not: --port \(usualPort)")
    case EADDRINUSE:
      return Diagnostic(
        "cannot-listen", "another program uses \(place)" + (isGiven ? "" : ", and the nine ports after it"),
        hint: isGiven ? "name another --port, or none" : "--port names another one")
    case EADDRNOTAVAIL:
      let own = LocalAddresses.ip4().joined(separator: ", ")
      return Diagnostic(
        "cannot-listen", "this computer has no address \(DisplayText.visible(address))",
        hint: "its addresses are 127.0.0.1\(own.isEmpty ? "" : ", \(own)"); --bind 0.0.0.0 listens on all of them")
    default:
      let words = systemReason(reason)
      return Diagnostic("cannot-listen", "cannot listen on \(place): \(words)", hint: "--port names another one")
    }
  }

  package static func close(_ socket: Socket) { try? socket.close() }

  /// The addresses under which a server is reached that listens on one: on this computer and on others, and the names in them.
  static func addresses(
    bind: String, port: UInt16, url: PublicAddress?, hosts: [String]
  ) -> (local: String, others: [String], names: Set<String>) {
    func direct(_ host: String) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    let isAny = bind == "0.0.0.0" || bind == "::"
    var names: Set = ["localhost"]
    if let name = LocalAddresses.hostName() {
      names.insert(name)
      names.insert(name.hasSuffix(".local") ? name : name + ".local")
    }
    names.formUnion(hosts.map { HostName.name(in: $0) })
    if let url { names.insert(url.host) }
    return (direct(isAny ? "127.0.0.1" : bind), (isAny ? LocalAddresses.ip4() : [bind]).map(direct), names)
  }

  /// - Parameters:
  ///   - url: the address before a proxy, whose host is accepted.
  ///   - hosts: further names that the class goes by.
  package init(
    header: ClassJournal.Header, bind: String, port: UInt16, isOpenToOthers: Bool, url: PublicAddress? = nil,
    hosts: [String] = []
  ) {
    self.isOpenToOthers = isOpenToOthers
    let names: Set<String>
    (local, addresses, names) = Self.addresses(bind: bind, port: port, url: url, hosts: hosts)
    facts = ClassFacts(
      secret: header.secret, code: header.code, boardKey: header.boardKey,
      address: url?.text ?? addresses.first ?? local, names: names, port: port, day: header.day,
      start: String(Secret.make().prefix(8)))
    facts.publicAddress = url
    facts.isLocal = !isOpenToOthers && url == nil
  }

  /// The address of the board, with its key.
  package var board: String { "\(facts.publicAddress?.text ?? local)/board?key=\(facts.boardKey)" }

  /// The address of the teacher's page, with the secret.
  package var teacher: String { "\(facts.publicAddress?.text ?? local)/teach?secret=\(facts.secret)" }

  /// The lines for the teacher.
  package func greeting(_ lesson: Lesson, notes: [String]) -> [String] {
    var lines = [
      "Lesson \(lesson.number) · \(DisplayText.visible(lesson.title))",
      "",
      "board     \(board)", "teacher   \(teacher)",
      "students  \(facts.address)   code \(facts.code)",
    ]
    lines += (facts.publicAddress == nil ? addresses.dropFirst() : addresses[...]).map { "          \($0)" }
    if facts.roster != nil { lines.append("          They join with their ids.") }
    lines.append("")
    if isOpenToOthers {
      lines += [
        "Every computer that reaches this address can open the board and try to join.",
        "Nothing is encrypted: names, answers and secrets can be read on the way.",
        "Use --bind only in a network that you trust.",
      ]
    } else {
      lines += [
        "Only this computer can connect. To let others in, stop this class, and begin with:",
        "graphbook class \(lesson.number) --bind 0.0.0.0",
      ]
    }
    lines.append("The teacher's address is for you alone. Ctrl-C stops; --resume continues.")
    return lines + notes.map { "note: " + $0 }
  }

  /// Why a server has stopped.
  package enum Ending {
    /// The teacher ended the class.
    case ended
    /// The teacher stopped for today.
    case stopped
    case interrupted
  }

  /// Serves until the teacher ends or stops the class, or someone interrupts it.
  /// - Parameter initial: the class as it begins.
  /// - Returns: the class as it is then, and why the server has stopped.
  package func serve(
    _ host: ClassHost, from initial: ClassSession, on socket: Socket, isInterrupted: @escaping @Sendable () -> Bool
  ) -> (session: ClassSession, ending: Ending) {
    let done = DispatchSemaphore(value: 0)
    let last = Locked<ClassSession>(initial)
    let task = Task.detached {
      await host.onEnd { done.signal() }
      await host.restoreWork()
      try? await WebServer(host: host).run(on: socket)
    }
    while done.wait(timeout: .now() + .milliseconds(200)) != .success, !isInterrupted() {}
    let finished = DispatchSemaphore(value: 0)
    Task.detached {
      if isInterrupted() { await host.stop() }
      // The pages hear that the class is over, or stops.
      try? await Task.sleep(for: .milliseconds(500))
      let session = await host.snapshot
      last.withLock { $0 = session }
      task.cancel()
      finished.signal()
    }
    finished.wait()
    let session = last.withLock { $0 }
    return (session, session.isOver ? .ended : isInterrupted() ? .interrupted : .stopped)
  }
}
