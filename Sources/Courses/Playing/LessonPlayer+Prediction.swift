import Diagnostics
import Predicates
import WorkbookLanguage

extension LessonPlayer {
  /// Takes the learner's answer to the open question and goes on: the next graph block runs, and the result comes with it.
  package mutating func answer(_ answer: PredictionAnswer) -> [LessonEvent] {
    guard case .asking(let prediction) = phase else { return [.refused(.noQuestion)] }
    if let problem = prediction.problem(with: answer) { return [.refused(problem)] }
    return take(answer, for: prediction)
  }

  /// Goes on from an open question: with an answer, or without.
  mutating func take(_ answer: PredictionAnswer, for prediction: Prediction) -> [LessonEvent] {
    let given = PendingPrediction(prediction: prediction, answer: answer, before: base.trial())
    nextBlock += 1
    guard runsBeforeTask else {
      // Nothing will run that could decide: the answer is judged at once.
      return [.predictionResult(given.result(after: base))] + play()
    }
    pending.append(given)
    return play()
  }

  /// Takes an answer as it is typed: `2`, `1, 3`, `b` or its words for choices, the value itself otherwise.
  package mutating func answer(typed text: String) -> [LessonEvent] {
    guard case .asking(let prediction) = phase else { return [.refused(.noQuestion)] }
    switch prediction.answer {
    case .expression:
      if let problem = base.problem(withValue: text, actual: outlook(of: prediction).actual) {
        return [.refused(problem)]
      }
      return answer(.value(text))
    case .choices(let choices):
      let typedOut = prediction.choice(saying: text).map { [$0] }
      guard let indices = typedOut ?? Self.indices(in: text, count: choices.count) else {
        return [.refused(.notAChoice(text, count: choices.count, allowsSeveral: prediction.allowsSeveral))]
      }
      return answer(.choices(indices))
    }
  }

  /// Whether statements of the lesson come before the learner's turn: an open question is judged after them.
  var runsBeforeTask: Bool { nextSource != nil }

  /// The statements that the lesson runs next, before the learner's turn.
  private var nextSource: SourceText? {
    guard let step else { return nil }
    for block in step.blocks[nextBlock...] {
      switch block {
      case .graph(let source, _): return source
      case .task: return nil
      case .prose, .predict, .check, .hint, .solution, .wrong, .note: continue
      }
    }
    return nil
  }

  /// The result of going on from the open question without an answer, found out on a copy.
  func outlook(of prediction: Prediction) -> PredictionResult {
    var copy = base.rehearsal()
    copy.startCounting()
    if let source = nextSource { _ = copy.run(source) }
    return PendingPrediction(prediction: prediction, answer: .skipped, before: base).result(after: copy)
  }

  /// The next hint for an open question: what is run next, unless the question says it itself, and then wrong answers. None gives the
  /// answer: statements that contain it are not shown, and one wrong answer always stays with the right ones.
  mutating func questionHint(for prediction: Prediction) -> [LessonEvent] {
    var hints: [QuestionHint] = []
    let question = prediction.question.plainText
    if let source = nextSource?.withoutExpectations,
      !source.text.split(whereSeparator: \.isNewline).allSatisfy({ question.contains($0) }),
      !outlook(of: prediction).isAnswered(by: source)
    {
      var expression: SourceText?
      // A bare number would be the answer, and what is run last says the rest by itself.
      if case .expression(let asked) = prediction.answer, asked.text.contains(where: \.isLetter),
        source.text.split(separator: "\n").last.map(String.init) != asked.text
      {
        expression = asked
      }
      hints.append(.runsNext(source, asked: expression))
    }
    if case .choices(let choices) = prediction.answer {
      let wrong = choices.indices.filter { !choices[$0].isRight }
      // An author's remark says what is right instead.
      hints += wrong.dropLast().map { .wrongChoice($0) }
    }
    guard hintsOfQuestion < hints.count else { return [.refused(.noMoreQuestionHints)] }
    hintsOfQuestion += 1
    hintsGiven += 1
    return [.questionHint(hints[hintsOfQuestion - 1])]
  }

  /// The choices that a typed line names, by number from 1 or by letter; nil where it names none, or what is not there.
  static func indices(in text: String, count: Int) -> [Int]? {
    var found: [Int] = []
    for word in text.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let index: Int
      if let number = Int(word) {
        index = number &- 1
      } else if word.utf8.count == 1, let letter = word.utf8.first, letter >= UInt8(ascii: "a") {
        index = Int(letter - UInt8(ascii: "a"))
      } else {
        return nil
      }
      guard (0..<count).contains(index) else { return nil }
      if !found.contains(index) { found.append(index) }
    }
    return found.isEmpty ? nil : found.sorted()
  }
}

extension Prediction {
  /// Why an answer is none to this question.
  fileprivate func problem(with answer: PredictionAnswer) -> Diagnostic? {
    if allows(answer) { return nil }
    guard case .choices(let choices) = self.answer else { return .noValue }
    let text =
      switch answer {
      case .choices(let indices): indices.map { String($0 &+ 1) }.joined(separator: ", ")
      case .value(let text): text
      case .skipped: ""
      }
    return .notAChoice(text, count: choices.count, allowsSeveral: allowsSeveral)
  }
}

extension PredictionResult {
  /// Whether statements contain the answer: its value, or code that only right choices have.
  fileprivate func isAnswered(by source: SourceText) -> Bool {
    switch prediction.answer {
    case .choices(let choices):
      let wrong = choices.filter { !$0.isRight }.map(\.text).joined(separator: "\n")
      let words = source.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return choices.filter(\.isRight).contains { choice in
        choice.code.contains { source.text.contains($0) && !wrong.contains($0) }
          || words.contains { $0 == choice.text.trimmed }
      }
    case .expression:
      guard let value = actual?.textOfAnswer else { return false }
      return source.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == value }
        || value.count > 1 && value.contains(where: { !$0.isNumber }) && source.text.contains(value)
    }
  }
}

extension Prediction.Choice {
  /// The code in its text: all of a condition, else what is in backticks.
  fileprivate var code: [String] {
    condition.map { [$0.text.trimmed] }
      ?? text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
        !$0.offset.isMultiple(of: 2)
      }
      .map { String($0.element) }
  }
}

extension LessonPlayer.PendingPrediction {
  /// Compares the answer with the actual result.
  func result(after interpreter: Interpreter) -> PredictionResult {
    var result = PredictionResult(
      prediction: prediction, answer: answer, isRight: false, rightChoices: [], remark: nil, held: [], predicted: nil,
      actual: nil, diagnostic: nil)
    switch (prediction.answer, answer) {
    case (.choices(let choices), .choices(let chosen)):
      for choice in choices {
        guard let condition = choice.condition else {
          result.held.append(nil)
          continue
        }
        let (holds, problem) = condition.holds(in: interpreter)
        result.held.append(holds)
        if let problem { result.diagnostic = problem }
      }
      result.rightChoices = prediction.rightChoices
      result.isRight = prediction.isRight(chosen)
      let told = chosen.first { choices.indices.contains($0) && !choices[$0].isRight } ?? chosen.first
      result.remark = told.flatMap { choices.indices.contains($0) ? choices[$0].remark : nil }
    case (.expression(let expression), .value(let text)):
      judge(text, against: expression, in: interpreter, &result)
    case (.choices, .skipped): result.rightChoices = prediction.rightChoices
    case (.expression(let expression), .skipped):
      switch interpreter.evaluate(expression) {
      case .failure(let diagnostic): result.diagnostic = diagnostic.bound(to: expression)
      case .success(let value): result.actual = value
      }
    case (.choices, .value), (.expression, .choices): break
    }
    return result
  }

  private func judge(
    _ text: String, against expression: SourceText, in interpreter: Interpreter, _ result: inout PredictionResult
  ) {
    switch interpreter.evaluate(expression) {
    case .failure(let diagnostic):
      result.diagnostic = diagnostic.bound(to: expression)
      return
    case .success(let value): result.actual = value
    }
    // The learner's value is understood in the state in which they predicted: there `count Player` means "as many as now".
    if case .success(let value) = before.evaluate(text) { result.predicted = value }
    if let actual = result.actual {
      result.isRight = result.predicted.map { $0.says(actual) } ?? false
      // A text may be given without its quotes.
      if !result.isRight, case .string(let wanted) = actual {
        let given = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        result.isRight = given == wanted
        if result.predicted == nil || result.isRight { result.predicted = .string(given) }
      }
    }
    guard !result.isRight else { return }
    result.remark =
      prediction.remark(onValue: text)
      ?? prediction.wrongValues.first { wrong in
        guard let predicted = result.predicted, case .success(let value) = before.evaluate(wrong.text) else {
          return false
        }
        return predicted.says(value)
      }?.remark
  }
}

extension Interpreter {
  /// The reason why a typed text is not a value of the kind that an open question asks for; nil if it is one.
  ///
  /// A text may be typed without quotes where the answer is a text. `nil` is a value of every kind but a number.
  func problem(withValue text: String, actual: Value?) -> Diagnostic? {
    switch evaluate(text) {
    case .success(let value):
      guard let kind = actual?.kindOfAnswer, kind != value.kindOfAnswer, kind == .number || value.kindOfAnswer != nil
      else { return nil }
      // 2026 may be meant as a text.
      return kind == .text ? nil : .notThatKind(text, kind)
    case .failure(let problem):
      if let mistake = Self.mistake(inStatement: text) { return mistake }
      guard let kind = actual?.kindOfAnswer else {
        return Diagnostic("no-value", problem.message, hint: "type the value that you expect, or skip")
      }
      return kind == .text ? nil : .notThatKind(text, kind)
    }
  }

  /// The message of the prompt for a statement with a mistake; nil for a text that does not begin like a statement.
  private static func mistake(inStatement text: String) -> Diagnostic? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let first = words.first?.lowercased() else { return nil }
    guard SQLWord(rawValue: first) != nil || StatementWord(rawValue: first) != nil else { return nil }
    let source = SourceText(text)
    return WorkbookParser.parse(source).diagnostics.first { $0.severity == .error }?.bound(to: source)
  }
}

extension SourceText {
  /// Whether the condition holds; false with a diagnostic when it is none.
  func holds(in interpreter: Interpreter) -> (holds: Bool, problem: Diagnostic?) {
    switch interpreter.evaluate(self) {
    case .success(.boolean(let holds)): return (holds, nil)
    case .success:
      return (
        false, Diagnostic("not-a-condition", "this is not a condition", at: range(ofLine: firstLine), source: self)
      )
    case .failure(let diagnostic): return (false, diagnostic.bound(to: self))
    }
  }
}

extension Value {
  /// Whether two values say the same to a reader: 2 and 2.0, a set and a list of the same elements.
  func says(_ other: Value) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.integer(let integer), .double(let double)), (.double(let double), .integer(let integer)):
      return Double(integer) == double
    case (.integer(let integer), .decimal(let decimal)), (.decimal(let decimal), .integer(let integer)):
      return "\(decimal)" == "\(integer)"
    case (.double(let double), .decimal(let decimal)), (.decimal(let decimal), .double(let double)):
      return Double("\(decimal)") == double
    case (.set(let left), .set(let right)), (.set(let left), .array(let right)), (.array(let left), .set(let right)):
      return left.count == right.count && left.allSatisfy { value in right.contains { $0.says(value) } }
    default: return false
    }
  }

  /// The kind of answer to ask for when this is the answer; nil for nil, which says nothing about it.
  fileprivate var kindOfAnswer: AnswerKind? {
    switch self {
    case .null: nil
    case .boolean: .truth
    case .integer, .double, .decimal: .number
    case .string: .text
    case .date: .date
    case .object: .object
    case .array, .set: .list
    case .data, .uuid, .url, .dictionary: .other
    }
  }
}

/// The kind of value that a question asks for.
enum AnswerKind: Hashable {
  case truth, number, text, date, object, list, other
}

extension Diagnostic {
  fileprivate static func notThatKind(_ text: String, _ kind: AnswerKind) -> Diagnostic {
    let (noun, example) =
      switch kind {
      case .truth: ("neither true nor false", "true or false")
      case .number: ("not a number", "a number")
      case .text: ("not a text", "a text")
      case .date: ("not a date", "a date, such as 2026-01-15")
      case .object: ("not an object", "the name of an object, or one such as Player#1")
      case .list: ("not a list", "a list, such as [1, 2]")
      case .other: ("not such a value", "the value")
      }
    let shown = DisplayText.visible(DisplayText.beginning(of: text, upTo: 40))
    return Diagnostic(
      "no-value", "'\(shown)' is \(noun)", hint: "type \(example), or hint or skip")
  }
}

extension SourceText {
  /// The statements without the expectations, which would say how it ends; nil where nothing is left.
  fileprivate var withoutExpectations: SourceText? {
    let tree = WorkbookParser.parse(self)
    let kept = tree.statements.filter { if case .expect = $0.kind { false } else { true } }
    if kept.count == tree.statements.count { return self }
    return kept.isEmpty
      ? nil : SourceText(kept.map { String(self[$0.range]) }.joined(separator: "\n") + "\n", name: name)
  }
}
