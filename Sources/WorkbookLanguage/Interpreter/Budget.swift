/// How much a text may do, counted in steps and objects and never in time, so that a verdict is the same on every machine.
package struct Budget: Hashable, Sendable {
  /// Statements run, rounds of a loop included.
  package var steps: Int
  /// Objects made.
  package var objects: Int
  /// The length of the text, in bytes.
  package var textBytes: Int
  /// How deep loops, blocks and files may stand inside each other.
  package var nesting: Int
  /// Whether whoever is stopped can allow more with an option of the program, which the message then names.
  package var canBeRaised = false

  package init(steps: Int, objects: Int, textBytes: Int, nesting: Int) {
    self.steps = steps
    self.objects = objects
    self.textBytes = textBytes
    self.nesting = nesting
  }

  /// What a person may do at the prompt: no bound but on nesting, so that a file that runs itself ends.
  package static let unlimited = Budget(steps: .max, objects: .max, textBytes: .max, nesting: 50)
  /// What a program of one's own may do unless its options say otherwise, at the prompt for each input: far beyond what
  /// is ever meant, so that a slip ends.
  package static let generous = {
    var budget = Budget(steps: 1_000_000_000, objects: 100_000_000, textBytes: 64 << 20, nesting: 50)
    budget.canBeRaised = true
    return budget
  }()
  /// What an answer to an exercise may do.
  package static let grading = Budget(steps: 100_000, objects: 100_000, textBytes: 1_000_000, nesting: 20)
}
