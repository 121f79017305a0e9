import Diagnostics

/// The source of lines: a person at a terminal, a file, a pipe, a test. The session's loop knows no other.
package protocol LineReader: AnyObject {
  /// The next line, without its line break.
  ///
  /// - Parameters:
  ///   - prompt: the text before the line, without colour; a reader without a screen leaves it out.
  ///   - completions: asked when the person presses Tab, with the whole line and the cursor in UTF-8 bytes.
  func nextLine(prompt: String, completions: (_ line: String, _ cursor: Int) -> Completions) -> LineInput

  /// Whether the next line has to be waited for, as far as is known.
  var mayWait: Bool { get }
  /// Whether a person types the lines, who can correct one that is refused.
  var isWatched: Bool { get }
  /// Whether the line can be prefilled for the person to edit.
  var canEdit: Bool { get }
  /// The next line is not empty at first, but this text, for editing. Nothing where ``canEdit`` is false.
  func prefill(_ text: String)
  /// An input of several lines is complete: recalled, it comes back as one.
  func remember(_ input: String, lineCount: Int)
  /// A line was typed while a text was shown: it counts as entered here.
  func noteEntered(_ line: String)
  /// The last lines of what is written next must be seen.
  func announce(closing lineCount: Int)
}

extension LineReader {
  package var mayWait: Bool { false }
  package var isWatched: Bool { false }
  package var canEdit: Bool { false }
  package func prefill(_ text: String) {}
  package func remember(_ input: String, lineCount: Int) {}
  package func noteEntered(_ line: String) {}
  package func announce(closing lineCount: Int) {}
}

package enum LineInput: Hashable, Sendable {
  /// Pasted text may hold several lines.
  case line(String)
  /// Ctrl-C: discard what was typed.
  case interrupted
  /// A line that cannot be read: its bytes are not UTF-8, or the system refuses to give more of them.
  case unreadable(Diagnostic)
  /// The end of the file, or Ctrl-D on an empty line.
  case end
}

/// The candidates at the cursor.
package struct Completions: Hashable, Sendable {
  /// The UTF-8 offset at which the word that they replace begins.
  package var start: Int
  /// Whole words, in the order in which they are shown.
  package var candidates: [String]
  /// The text after each candidate: a blank, or nothing when the word goes on.
  package var suffixes: [String]
  /// The description of each candidate, in a few words; empty when there are none.
  package var descriptions: [String] = []

  package init(start: Int, candidates: [String], suffixes: [String]? = nil) {
    self.start = start
    self.candidates = candidates
    self.suffixes = suffixes ?? candidates.map { _ in " " }
  }

  package static let none = Completions(start: 0, candidates: [])
}
