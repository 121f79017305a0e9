import Diagnostics

import protocol Foundation.LocalizedError

/// An error whose wording is separate from its facts.
///
/// The diagnostic has a message and perhaps a hint, but no range: the caller that knows the text which led to the error
/// adds the place.
///
/// Printed, it is these words: `Player has no agee (did you mean age?)`; as a localized description it is the message.
public protocol ExplainedError: LocalizedError, CustomStringConvertible {
  /// The words: a stable id, one line of message, perhaps a hint and notes.
  var diagnostic: Diagnostic { get }
}

extension ExplainedError {
  /// The message, the hint in parentheses, and a line for each note. O(length of the message), and
  /// O(known names × length²) where a name is looked for.
  public var description: String {
    let found = diagnostic
    let first = found.message + (found.hint.map { " (\($0))" } ?? "")
    return ([first] + found.notes).joined(separator: "\n")
  }

  /// The message.
  public var errorDescription: String? { diagnostic.message }
  /// The hint.
  public var recoverySuggestion: String? { diagnostic.hint }
  /// The notes, a line each; nil when there are none. O(length of the message), and O(known names × length²) where a
  /// name is looked for.
  public var failureReason: String? {
    let notes = diagnostic.notes
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}
