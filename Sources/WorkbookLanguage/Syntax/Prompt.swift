/// The text in front of a line at the prompt, which answers copied from there begin with too.
package enum Prompt {
  package static let statement = word + "> "
  static let word = "graph"
  /// In front of the next line of a statement that is not complete.
  package static let continuation = "   ...> "
}
