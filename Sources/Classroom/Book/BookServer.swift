import Diagnostics
import Foundation

/// The book's server, from its first line to Ctrl-C.
package struct BookServer {
  /// The address that the learner opens.
  package let address: String
  private let run: @Sendable (BookHost) async throws -> Void

  /// Listens on this computer's own address.
  /// - Parameter port: nil for the usual one, or one of the nine after it.
  /// - Throws: a diagnostic where the port is taken.
  package init(port: UInt16?) throws(Diagnostic) {
    let (socket, port) = try ClassDoor.open("127.0.0.1", port: port)
    run = { try await WebServer(book: $0).run(on: socket) }
    address = "http://127.0.0.1:\(port)/"
  }

  /// The lines that the learner sees first.
  /// - Parameter keeps: whether there is a file for the progress.
  package func greeting(keeps: Bool) -> [String] {
    let progress =
      keeps ? "Your progress is shared with the prompt." : "Your progress cannot be kept: there is no home folder."
    return [
      "Graphbook in your browser: \(address)", "\(progress) Only this computer can connect.", "Ctrl-C stops.",
    ]
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
