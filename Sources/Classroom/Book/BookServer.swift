import Diagnostics
import Foundation
import Support

/// The book's server, from its first line to Ctrl-C.
package struct BookServer {
  /// The address that is opened on this computer: `http://127.0.0.1:8642`.
  package let local: String
  /// The address for other computers, where they can connect.
  package let address: String
  package let port: UInt16
  package private(set) var front: Front
  private let isOpenToOthers: Bool
  let run: @Sendable (BookHost) async throws -> Void

  /// Listens on an address.
  /// - Parameters:
  ///   - bind: nil for this computer alone.
  ///   - port: nil for the usual one, or one of the nine after it.
  ///   - front: the proxy before the server, and further names.
  /// - Throws: a diagnostic where the address is not this computer's or the port is taken.
  package init(bind: String? = nil, port: UInt16?, front: Front = Front()) throws(Diagnostic) {
    let bind = try ServerBootstrap.address(bind ?? "127.0.0.1")
    let (socket, port) = try ServerBootstrap.open(bind, port: port)
    run = { try await WebServer(book: $0).run(on: socket) }
    let addresses = ServerBootstrap.addresses(bind: bind, port: port, url: front.url, hosts: Array(front.names))
    (local, address) = (addresses.local, front.url?.text ?? addresses.others.first ?? addresses.local)
    self.front = front
    self.front.names = addresses.names
    self.port = port
    isOpenToOthers = bind != "127.0.0.1" && bind != "::1"
  }

  /// Listens on a Unix socket, for a proxy of the same user, such as JupyterHub's.
  /// - Parameter basePath: the path below which the proxy shows the book, `/user/ada/graphbook`.
  /// - Throws: a diagnostic where it cannot listen there, and for a path that is none.
  package init(socket path: String, basePath: String) throws(Diagnostic) {
    var base = basePath
    while base.last == "/" { base.removeLast() }
    guard base.isEmpty || Self.isBasePath(base) else {
      throw Diagnostic(
        "base-path", "--base-path '\(DisplayText.visible(basePath))' is no path",
        hint: "it begins with '/': /user/ada/graphbook")
    }
    let socket = try ServerBootstrap.open(at: path)
    run = { try await WebServer(book: $0).run(on: socket) }
    (local, address, port, isOpenToOthers) = (path, path, 0, false)
    front = Front()
    (front.path, front.isSocket) = (base, true)
  }

  /// Whether a text can begin the paths of all pages: it is put into them as it is.
  static func isBasePath(_ text: String) -> Bool {
    text.first == "/" && !text.contains("//") && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && !text.contains { "\"?#\\".contains($0) }
  }

  /// The lines that the learner sees first.
  /// - Parameter keeps: whether there is a file for the progress.
  package func greeting(keeps: Bool) -> [String] {
    let progress =
      keeps ? "Your progress is shared with the prompt." : "Your progress cannot be kept: there is no home folder."
    if front.isSocket {
      return [
        "Graphbook at the socket '\(DisplayText.visible(local))', below '\(front.basePath)/'.",
        "\(progress) Only this user can connect.", "Ctrl-C stops.",
      ]
    }
    return [
      "Graphbook in your browser: \(local)/", "\(progress) Only this computer can connect.", "Ctrl-C stops.",
    ]
  }

  /// The lines that the teacher sees first.
  /// - Parameters:
  ///   - students: how many are on the roster; nil without one.
  ///   - invitations: the file with the links of new students, if there are any.
  package func greeting(_ host: BookHost, students: Int?, invitations: String?) -> [String] {
    var lines: [String] = []
    if let students, let header = host.front.userHeader {
      lines.append("students  \(students), whom the proxy names in the header \(header), at \(address)")
    } else if let students {
      lines.append("students  \(students), each with a link of their own to \(address)")
    }
    if let code = host.openCode { lines.append("guests    \(address)/join   code \(code)") }
    lines += ["staff     \(front.url?.text ?? local)/staff?secret=\(host.staffSecret)", ""]
    if let invitations {
      lines.append(
        "The links of new students are in '\(DisplayText.visible(invitations))': send them, and delete the file.")
    }
    if front.url?.isSecure == true {
      lines.append("Browsers reach it through the proxy at \(address), which encrypts.")
    } else if isOpenToOthers {
      lines += [
        "Nothing is encrypted: names, answers, links and secrets can be read on the way.",
        "Use --bind only in a network that you trust.",
      ]
    } else {
      lines.append("Only this computer can connect. To let others in: --bind 0.0.0.0")
    }
    return lines + ["The staff's address is for you alone. Ctrl-C or SIGTERM stops; the same command goes on."]
  }

  /// Serves until someone interrupts it, or the system asks the program to end.
  ///
  /// Nothing is left to write at that point: whatever a page called kept is on the disk already.
  /// - Parameter policy: the file of the policy, which is read again when it changes.
  package func serve(_ host: BookHost, policy: PolicyFile? = nil, isInterrupted: @escaping @Sendable () -> Bool) {
    signal(SIGTERM, SIG_IGN)
    let isAsked = Locked(false)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { isAsked.withLock { $0 = true } }
    source.resume()
    defer { source.cancel() }
    let (run, port) = (run, port)
    let task = Task.detached {
      host.log?.note(.start(port: port, students: await host.accounts.students.count))
      await host.prepare()
      if let policy { await host.follow(policy) }
      try? await run(host)
    }
    while !isInterrupted(), !isAsked.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.1) }
    task.cancel()
    if front.isSocket { unlink(local) }
    host.log?.note(.stop(by: isAsked.withLock { $0 } ? "by SIGTERM" : "by Ctrl-C"))
  }
}
