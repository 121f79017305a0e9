import Drills

extension BookRoutes {
  /// The request of a form.
  struct Action: Sendable {
    enum Kind: Hashable, Sendable {
      case run(String, width: Int)
      case answer(String)
      case open(String, name: String)
      case hint, solution, skip, check, handIn, restart, next, save, review, undo, clear, follow, leave
    }

    var kind: Kind
    /// The question that a drill's form is about; nil for a form that does not say.
    var question: String?
    /// Whether the script asks, which wants the parts of the page that have changed.
    var asksForJSON: Bool
    /// The cells of a line of results on the page, and at its prompt.
    var columns: Int
    var width: Int

    /// - Parameter choices: the values of the fields called `answer`: several where several boxes are ticked.
    /// - Returns: nil for a form that no page has.
    init?(_ fields: [String: String], choices: [String], _ request: WebRequest) {
      asksForJSON = request.asksForJSON
      question = fields["question"]
      columns = request.columns
      width = fields["width"].flatMap { Int($0) } ?? columns
      switch fields["do"] {
      case "run": kind = .run(fields["text"] ?? "", width: width)
      case "answer": kind = .answer(Self.answer(choices, isTyped: fields["choices"] == nil))
      case "open": kind = .open(fields["text"] ?? "", name: String((fields["name"] ?? "file").prefix(200)))
      case "hint": kind = .hint
      case "solution": kind = .solution
      case "skip": kind = .skip
      case "check": kind = .check
      case "handin": kind = .handIn
      case "restart": kind = .restart
      case "next": kind = .next
      case "save": kind = .save
      case "review": kind = .review
      case "undo": kind = .undo
      case "clear": kind = .clear
      case "follow": kind = .follow
      case "leave": kind = .leave
      default: return nil
      }
    }

    /// The command of the prompt that the button stands for.
    var word: String {
      switch kind {
      case .hint: "hint"
      case .solution: "solution"
      case .skip: "skip"
      case .check: "check"
      case .restart: "restart"
      case .next: "next"
      case .review: "review"
      case .undo: "undo"
      case .run, .answer, .open, .save, .handIn, .clear, .follow, .leave: ""
      }
    }

    /// The answer as it would be typed: choices are counted from 1 there, and from 0 in a form.
    private static func answer(_ values: [String], isTyped: Bool) -> String {
      if isTyped { return values.joined(separator: ", ") }
      return values.compactMap { Int($0) }.map { "\($0 &+ 1)" }.joined(separator: ", ")
    }
  }
}

/// The names of the drills.
enum DrillKinds {
  static let all = Set(DrillKind.allCases.map(\.rawValue))
}
