/// How the program ends.
package enum ProgramStatus: Int32, Hashable, Sendable, CaseIterable {
  case success = 0
  /// An expectation or a statement failed, a file is missing, a check found something.
  case failure = 1
  /// The command line itself is wrong (sysexits' EX_USAGE).
  case usage = 64
  /// Ctrl-C has ended it, by the custom of shells.
  case interrupted = 130

  /// The reason, for the manual: `0 when all went well`.
  package var reason: String {
    switch self {
    case .success: "when all went well"
    case .failure: "when a statement or an expectation failed or a file is missing"
    case .usage: "when the command line itself is wrong"
    case .interrupted: "after Ctrl-C"
    }
  }
}
