import Courses
import Diagnostics
import ModelInterchange
import WorkbookLanguage

/// An example ready to be shown: each statement as it is typed, and what came of it.
package struct ShownExample: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The statement's lines; empty where the output of one goes on.
    package var typed: [String]
    package var output: Document
    /// The picture that the output draws in characters, for media that can do better.
    package var picture: Diagram?

    package init(typed: [String], output: Document, picture: Diagram? = nil) {
      self.typed = typed
      self.output = output
      self.picture = picture
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// - Parameter output: the result of a statement, as the medium shows it.
  package init(_ outcomes: [Outcome], output: (Outcome) -> Document) {
    entries = outcomes.map { outcome in
      var entry = Entry(typed: String(outcome.text).lines, output: output(outcome))
      switch outcome.result {
      case .diagram(let diagram, _) where !diagram.boxes.isEmpty: entry.picture = diagram
      case .graph(let view): entry.picture = view.picture
      default: break
      }
      return entry
    }
  }
}
