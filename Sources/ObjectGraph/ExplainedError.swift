import Diagnostics

/// An error whose words lie beside its facts.
///
/// The diagnostic has a message and perhaps a hint, and no range: whoever knows the text that led to the error adds
/// the place.
public protocol ExplainedError: Error {
  /// The words: a stable id, one line of message, perhaps a hint and notes.
  var diagnostic: Diagnostic { get }
}
