import class Foundation.FileManager

/// The folder of one learner's history and progress (XDG Base Directory Specification).
package struct StateFolder: Hashable, Sendable {
  package let path: String

  /// `$XDG_STATE_HOME/graphbook`, or `~/.local/state/graphbook`; nil when neither variable is set. A relative
  /// `XDG_STATE_HOME` is ignored, as the specification says.
  package init?(stateHome: String?, home: String?) {
    if let stateHome, stateHome.hasPrefix("/") {
      path = stateHome + "/graphbook"
    } else if let home, !home.isEmpty {
      path = home + "/.local/state/graphbook"
    } else {
      return nil
    }
  }

  package static func current() -> StateFolder? {
    StateFolder(stateHome: Terminal.environment("XDG_STATE_HOME"), home: Terminal.environment("HOME"))
  }

  package var history: String { path + "/history" }
  package var progress: String { path + "/progress.json" }
  /// The secret of the names of the students' pages in reports on classes.
  package var pageSecret: String { path + "/pages.secret" }
  package var playground: String { path + "/playground.json" }

  /// Makes the folder if it is missing. A failure shows when something is written to it.
  package func make() {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
