import Diagnostics

/// A question that a lesson asks before it runs something: choices, or a value that the learner types. Below `= count Player` there may be
/// wrong values that are expected, `- [ ] 5: nullify would leave all five`.
///
/// ````markdown
/// ```predict
/// What is left when the team has gone?
/// - [x] `count Player == 0`: the rule is cascade
/// - [ ] The players stay: that would be nullify
/// ```
/// ````
package struct Prediction: Hashable, Sendable {
  package enum Answer: Hashable, Sendable {
    case choices([Choice])
    /// `= expression`: what it gives after the block has run.
    case expression(SourceText)
  }

  /// `- [x] answer: remark`.
  package struct Choice: Hashable, Sendable {
    /// The answer without its backticks.
    package var text: String
    package var isRight: Bool
    /// The answer as a condition that can be tested, where it stood in backticks.
    package var condition: SourceText?
    /// The remark for a learner who chose it.
    package var remark: String?
  }

  package var question: MarkdownDocument
  package var answer: Answer
  /// The wrong values that are expected, each with the remark for a learner who typed it. Empty for a question with choices.
  package var wrongValues: [Choice] = []
  /// The line of the file on which the question starts.
  package var line: Int
  /// The ids of the ideas that it practises.
  package var practises: [String] = []

  /// Whether more than one choice is right, so that several may be given.
  package var allowsSeveral: Bool {
    guard case .choices(let choices) = answer else { return false }
    return choices.count { $0.isRight } > 1
  }

  /// The indices of the right choices, in order; empty if the question asks for a value.
  package var rightChoices: [Int] {
    guard case .choices(let choices) = answer else { return [] }
    return choices.indices.filter { choices[$0].isRight }
  }

  /// Whether these are exactly the right choices; false if the question asks for a value.
  package func isRight(_ chosen: [Int]) -> Bool {
    guard case .choices = answer else { return false }
    return Set(chosen) == Set(rightChoices)
  }

  /// Whether an answer is valid for this question: existing choices without repetition, and only one unless the question
  /// allows several; or a value that is not blank.
  package func allows(_ given: PredictionAnswer) -> Bool {
    switch (answer, given) {
    case (.choices(let choices), .choices(let indices)):
      !indices.isEmpty && indices.allSatisfy(choices.indices.contains) && Set(indices).count == indices.count
        && (indices.count == 1 || allowsSeveral)
    case (.expression, .value(let text)): !text.allSatisfy(\.isWhitespace)
    case (.choices, .value), (.expression, .choices): false
    case (_, .skipped): true
    }
  }

  /// The choice that a learner has typed out instead of its number; nil where none reads so. Case, blanks and a full stop
  /// do not matter.
  package func choice(saying text: String) -> Int? {
    guard case .choices(let choices) = answer else { return nil }
    func words(_ text: String) -> [Substring] {
      var text = text.trimmed.lowercased().filter { $0 != "`" }[...]
      if text.last == "." { text.removeLast() }
      return text.split(whereSeparator: \.isWhitespace)
    }
    let typed = words(text)
    return typed.isEmpty ? nil : choices.firstIndex { words($0.text) == typed }
  }

  /// The author's remark on a wrong value that a learner typed; nil if there is none.
  package func remark(onValue text: String) -> String? {
    wrongValues.first { $0.text.trimmed == text.trimmed }?.remark
  }

  /// Whether the answer can be judged only after something has run.
  var needsRun: Bool {
    switch answer {
    case .choices(let choices): choices.contains { $0.condition != nil }
    case .expression: true
    }
  }
}

extension Prediction {
  /// Reads the lines of a `predict` block.
  static func read(_ source: SourceText) -> (prediction: Prediction?, diagnostics: [Diagnostic]) {
    var reader = PredictionReader(source: source)
    return (reader.read(), reader.diagnostics)
  }
}

private struct PredictionReader {
  let source: SourceText
  var diagnostics: [Diagnostic] = []

  mutating func read() -> Prediction? {
    var question: [Substring] = []
    var choices: [(line: Int, isRight: Bool, text: String)] = []
    var expressions: [(line: Int, text: Substring)] = []
    for (offset, line) in source.lines.enumerated() {
      let number = source.firstLine + offset
      let text = line.drop { $0 == " " || $0 == "\t" }
      if let choice = box(text) {
        choices.append((number, choice.isRight, String(choice.rest)))
      } else if text.first == "=", text.dropFirst().first != "=" {
        expressions.append((number, text.dropFirst().drop { $0 == " " }))
      } else if !choices.isEmpty, !text.isEmpty {
        choices[choices.count - 1].text += " " + text
      } else {
        question.append(line)
      }
    }
    return prediction(question.joined(separator: "\n"), choices, expressions)
  }

  private mutating func prediction(
    _ text: String, _ choices: [(line: Int, isRight: Bool, text: String)],
    _ expressions: [(line: Int, text: Substring)]
  ) -> Prediction? {
    let question = MarkdownDocument(text, firstLine: source.firstLine)
    if question.blocks.isEmpty { report("missing-question", "the prediction asks nothing", line: source.firstLine) }
    if let second = expressions.dropFirst().first {
      report("two-expressions", "a prediction asks for one value", line: second.line)
    }
    if let expression = expressions.first {
      if let choice = choices.first(where: \.isRight) {
        report("two-kinds", "a prediction has choices or a value, not both", line: choice.line)
      }
      let wrong = choices.map { (line: $0.line, choice: choice($0.text, isRight: false, line: $0.line)) }
      for (line, choice) in wrong where choice.remark == nil {
        report("no-remark", "a wrong value has a remark", line: line, hint: "- [ ] 5: why someone would say 5")
      }
      guard !expression.text.isEmpty else {
        report("missing-expression", "there is no expression after =", line: expression.line, hint: "= count Player")
        return nil
      }
      let value = SourceText(String(expression.text), name: source.name, firstLine: expression.line)
      var prediction = Prediction(question: question, answer: .expression(value), line: source.firstLine)
      prediction.wrongValues = wrong.map(\.choice)
      return prediction
    }
    guard choices.count > 1 else {
      report(
        "missing-choices", "a prediction has at least two choices, or a value to tell", line: source.firstLine,
        hint: "- [x] answer: remark, or = expression")
      return nil
    }
    if !choices.contains(where: \.isRight) {
      report(
        "no-right-choice", "none of the choices is right", line: choices[0].line, hint: "- [x] marks the right one")
    }
    return Prediction(
      question: question, answer: .choices(choices.map { choice($0.text, isRight: $0.isRight, line: $0.line) }),
      line: source.firstLine)
  }

  /// `- [x] rest` and `- [ ] rest`.
  private func box(_ line: Substring) -> (isRight: Bool, rest: Substring)? {
    guard line.first == "-" || line.first == "*" else { return nil }
    let rest = line.dropFirst().drop { $0 == " " }
    for (mark, isRight) in [("[x]", true), ("[X]", true), ("[ ]", false), ("[]", false)] where rest.hasPrefix(mark) {
      return (isRight, rest.dropFirst(mark.count).drop { $0 == " " })
    }
    return nil
  }

  /// `answer: remark`; an answer in backticks is a condition, and colons inside it are its own.
  private mutating func choice(_ text: String, isRight: Bool, line: Int) -> Prediction.Choice {
    if text.first == "`", let end = text.dropFirst().firstIndex(of: "`") {
      let condition = String(text[text.index(after: text.startIndex)..<end])
      let rest = text[text.index(after: end)...].drop { $0 == " " }
      if rest.isEmpty || rest.first == ":" {
        return Prediction.Choice(
          text: condition, isRight: isRight,
          condition: SourceText(condition, name: source.name, firstLine: line),
          remark: nonEmpty(rest.dropFirst().drop { $0 == " " }))
      }
    }
    var isInCode = false
    for index in text.indices {
      if text[index] == "`" { isInCode.toggle() }
      let next = text.index(after: index)
      if text[index] == ":", !isInCode, next == text.endIndex || text[next] == " " {
        return Prediction.Choice(
          text: String(text[..<index]), isRight: isRight, condition: nil,
          remark: nonEmpty(text[next...].drop { $0 == " " }))
      }
    }
    if text.isEmpty { report("empty-choice", "the choice says nothing", line: line) }
    return Prediction.Choice(text: text, isRight: isRight, condition: nil, remark: nil)
  }

  private func nonEmpty(_ text: Substring) -> String? { text.isEmpty ? nil : String(text) }

  private mutating func report(_ id: String, _ message: String, line: Int, hint: String? = nil) {
    diagnostics.append(Diagnostic(id, message, line: line, of: source, hint: hint))
  }
}
