import Diagnostics

/// One thing that a failed check found: what is wrong, or a value that shows it.
package struct CheckFinding: Hashable, Sendable {
  /// The fact, without the hint.
  package var text: String
  /// The remedy, if it is an error with advice.
  package var hint: String?
  /// The role, if it is no plain fact.
  package var role: Diagnostic.Role?

  package init(_ text: String, hint: String? = nil, role: Diagnostic.Role? = nil) {
    self.text = text
    self.hint = hint
    self.role = role
  }

  /// The fact with the hint in parentheses, as a learner reads it.
  package var line: String { hint.map { "\(text) (\($0))" } ?? text }

  /// A finding for each line of the text; the last has the hint.
  var lines: [CheckFinding] {
    let parts = text.split(separator: "\n").map(String.init)
    guard parts.count > 1 else { return text.isEmpty ? [] : [self] }
    return parts.enumerated().map { CheckFinding($1, hint: $0 == parts.count - 1 ? hint : nil, role: role) }
  }
}
