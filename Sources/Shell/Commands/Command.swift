/// A word of the prompt or of the language, with all that is said about it: dispatch, `help` and completion read this.
package struct Command: Hashable, Sendable {
  /// The group in which `help` lists it, in this order.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case learning
    case model = "describing"
    case options
    case objects = "making"
    case asking, seeing, expecting, conditions, prompt

    /// The purpose of the group's words.
    package var summary: String {
      switch self {
      case .learning: "lessons and exercises"
      case .model: "what there can be: entities and their properties"
      case .options: "what a property may say after a comma"
      case .objects: "what there is: making, changing, deleting, saving"
      case .asking: "finding objects"
      case .seeing: "looking at model and graph, and ahead"
      case .expecting: "stating what must hold"
      case .conditions: "the words of a condition, as in NSPredicate"
      case .prompt: "the prompt itself"
      }
    }

    /// Whether a statement can begin with its words.
    package var beginsStatement: Bool {
      switch self {
      case .learning, .model, .objects, .asking, .seeing, .expecting, .prompt: true
      case .options, .conditions: false
      }
    }
  }

  package var word: String
  package var group: Group
  /// One line, lower case, no full stop.
  package var summary: String
  /// How it is written, one form a line.
  package var forms: [String]
  /// A sentence or a few more, where the summary does not say all.
  package var explanation: String
  /// Lines that could be typed in a league of teams and players.
  package var example: [String]

  package init(
    _ word: String, _ group: Group, _ summary: String, forms: [String] = [], _ explanation: String = "",
    example: [String] = []
  ) {
    self.word = word
    self.group = group
    self.summary = summary
    self.forms = forms.isEmpty ? [word] : forms
    self.explanation = explanation
    self.example = example
  }
}
