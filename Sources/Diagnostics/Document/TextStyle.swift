/// How text is dressed for the place it goes to: with or without colour, and how wide.
///
/// ```swift
/// let style = TextStyle(dress: .ansi, width: 80)
/// style.paint("Team#1", .name)   // "\u{1B}[36mTeam#1\u{1B}[0m"
/// ```
///
/// A style is a value that comes in from the edge: nothing that renders asks the terminal.
package struct TextStyle: Hashable, Sendable {
  /// The way roles are marked: not at all, or with the terminal's own sixteen colours, so that the learner's theme
  /// decides.
  package typealias Dress = DiagnosticFormatter.Style

  /// The role of a piece of text, from which its appearance follows.
  package enum Role: Hashable, Sendable, CaseIterable {
    /// Ordinary text, never painted.
    case body
    case heading
    case strong
    case emphasis
    /// Text that could be typed, or was.
    case code
    /// A given name: of an entity, an object.
    case name
    /// Text that may be skipped: frames, counts, hints at the border.
    case faint
    case success
    case failure
    case warning
    case prompt
  }

  package var dress: Dress
  /// The number of cells in a line; prose is wrapped and tables are cut to it.
  package var width: Int

  /// - Parameter width: at least 20 cells are assumed, whatever the terminal says.
  package init(dress: Dress = .plain, width: Int = 80) {
    self.dress = dress
    self.width = max(20, width)
  }

  /// No colour, 80 cells: what tests and golden files use.
  package static let plain = TextStyle()

  /// The text in the looks of its role. Control characters in it are kept: what a learner named goes through
  /// `DisplayText.visible` first.
  package func paint(_ text: some StringProtocol, _ role: Role) -> String {
    guard dress == .ansi, !text.isEmpty, let code = Self.code(of: role) else { return String(text) }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// The formatter that gives messages the same looks.
  package var diagnosticFormatter: DiagnosticFormatter { DiagnosticFormatter(style: dress) }

  private static func code(of role: Role) -> String? {
    switch role {
    case .body: nil
    case .heading: "1;4"
    case .strong: "1"
    case .emphasis: "3"
    case .code: "36"
    case .name: "1"
    case .faint: "2"
    case .success: "32"
    case .failure: "31"
    case .warning: "33"
    case .prompt: "1;34"
    }
  }
}
