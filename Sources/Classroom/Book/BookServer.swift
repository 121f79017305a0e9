import Diagnostics
import Foundation

/// The book's server, from its first line to Ctrl-C.
package struct BookServer {
  /// The address that is opened on this computer: `http://127.0.0.1:8642`.
  package let local: String
  /// The address for other computers, where they can connect.
  package let address: String
  package let port: UInt16
  /// The names that the server goes by in addresses.
  package let names: Set<String>
  private let isOpenToOthers: Bool
  private let run: @Sendable (BookHost) async throws -> Void

  /// Listens on an address.
  /// - Parameters:
  ///   - bind: nil for this computer alone.
  ///   - port: nil for the usual one, or one of the nine after it.
  /// - Throws: a diagnostic where the address is not this computer's or the port is taken.
  package init(bind: String? = nil, port: UInt16?) throws(Diagnostic) {
    let bind = bind ?? "127.0.0.1"
    let (socket, port) = try ClassDoor.open(bind, port: port)
    run = { try await WebServer(book: $0).run(on: socket) }
    let addresses = ClassDoor.addresses(bind: bind, port: port, url: nil, hosts: [])
    (local, address, names) = (addresses.local, addresses.others.first ?? addresses.local, addresses.names)
    self.port = port
    isOpenToOthers = bind != "127.0.0.1"
  }

  /// The lines that the learner sees first.
  /// - Parameter keeps: whether there is a file for the progress.
  package func greeting(keeps: Bool) -> [String] {
    let progress =
      keeps ? "Your progress is shared with the prompt." : "Your progress cannot be kept: there is no home folder."
    return [
      "Graphbook in your browser: \(local)/", "\(progress) Only this computer can connect.", "Ctrl-C stops.",
    ]
  }

  /// The lines that the teacher sees first.
  /// - Parameter invitations: the file with the links of new students, if there are any.
  package func greeting(_ host: BookHost, students: Int, invitations: String?) -> [String] {
    var lines = [
      "students  \(students == 1 ? "1" : "\(students)"), each with a link of their own to \(address)",
      "staff     \(local)/staff?secret=\(host.staffSecret)", "",
    ]
    if let invitations {
      lines.append(
        "The links of new students are in '\(DisplayText.visible(invitations))': send them, and delete the file.")
    }
    if isOpenToOthers {
      lines += [
        "Nothing is encrypted: names, answers, links and secrets can be read on the way.",
        "Use --bind only in a network that you trust.",
      ]
    } else {
      lines.append("Only this computer can connect. To let others in: --bind 0.0.0.0")
    }
    return lines + ["The staff's address is for you alone. Ctrl-C stops; the same command goes on."]
  }

  /// Serves until someone interrupts it.
  package func serve(_ host: BookHost, isInterrupted: @escaping @Sendable () -> Bool) {
    let run = run
    let task = Task.detached {
      await host.prepare()
      try? await run(host)
    }
    while !isInterrupted() { Thread.sleep(forTimeInterval: 0.1) }
    task.cancel()
  }
}
