import Diagnostics
import Predicates
import WorkbookLanguage

extension SourceText {
  /// Compares the answer to a question with the value that the graph block after it gives last, if the answer is a constant
  /// such as `12`. Any other expression asks the workbook, and cannot be wrong.
  ///
  /// - Returns: the finding about a constant that differs; a warning where the block gives no value to compare with.
  func problemsOfConstant(after outcomes: [Outcome]) -> [Diagnostic] {
    guard isConstant, case .success(let constant) = Interpreter().evaluate(text) else { return [] }
    guard
      let (outcome, given) = outcomes.reversed().lazy.compactMap({ outcome in
        outcome.givenText.map { (outcome, $0) }
      }).first
    else {
      return [
        Diagnostic(
          "prediction-unverified", "nothing computes this value", line: firstLine, of: self, severity: .warning,
          hint: "write = and an expression, or end the graph block with one")
      ]
    }
    if case .success(let value) = Interpreter().evaluate(given), constant.says(value) { return [] }
    if text == given { return [] }
    let line = outcome.source.position(at: outcome.range.lowerBound).line
    let statement = outcome.source[outcome.range].claimText
    return [
      Diagnostic(
        "prediction-wrong", "the answer is \(given), not \(text)", line: firstLine, of: self,
        hint: "if the question is about something else, write = and an expression",
        notes: ["on line \(line), \(statement) gives \(given)"])
    ]
  }

  /// Whether it names nothing, so that its value depends on nothing in the lesson: `12`, `"Miami Heat"`, `nil`.
  private var isConstant: Bool {
    Lexer.tokens(of: text, dialect: .workbook).allSatisfy { token in
      !token.isIdentifier || ["true", "false", "nil"].contains(self[token.range].lowercased())
    }
  }
}

extension Outcome {
  /// The value of a statement as it would be written: of a count, or of an expression that gives constants.
  fileprivate var givenText: String? {
    switch result {
    case .count(let count): "\(count)"
    case .value(let value): value.literalText
    default: nil
    }
  }
}

extension ShownValue {
  /// The text of a literal, or of a list of literals that is not cut; nil for any other value.
  fileprivate var literalText: String? {
    switch self {
    case .null, .text, .literal: return written
    case .list(let elements, let total):
      let texts = elements.compactMap(\.literalText)
      return texts.count == total ? "[" + texts.joined(separator: ", ") + "]" : nil
    case .object, .dictionary, .description, .absent: return nil
    }
  }
}
