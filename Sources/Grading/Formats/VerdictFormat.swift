/// A format in which verdicts are written. Each format is one small struct; none depends on how a verdict came about.
package protocol VerdictFormat: Sendable {
  /// Returns the whole text, which ends with a line break unless it is empty.
  func text(for verdicts: [Verdict]) -> String
}
