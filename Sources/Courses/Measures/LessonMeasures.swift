import Diagnostics
import WorkbookLanguage

/// The size of a lesson, counted: what is read, run, answered and typed, and how long that takes.
///
/// ```swift
/// let measures = LessonMeasures(of: lesson)
/// measures.total.typed          // 23
/// measures.minutes              // [38, 22]: a lesson in two parts
/// ```
package struct LessonMeasures: Hashable, Sendable {
  /// The numbers of a lesson, or of a part of one.
  package struct Amount: Hashable, Sendable {
    /// The words of prose, questions, answers and tasks. Hints and notes do not count.
    package var words = 0
    /// The statements that are run for the learner, and the lines that they print.
    package var shown = 0
    package var lines = 0
    package var questions = 0
    package var tasks = 0
    /// The statements of the solutions: those that a learner types.
    package var typed = 0

    /// The minutes that it takes to read and to do, an estimate: 200 words a minute, 25 seconds to think about a question, 30 to
    /// begin a task, 40 for each statement in it, 5 for each that is shown, and one for each line of output.
    package var minutes: Int {
      let seconds = words * 60 / 200 + questions * 25 + tasks * 30 + typed * 40 + shown * 5 + lines
      return (seconds + 30) / 60
    }

    static func + (left: Amount, right: Amount) -> Amount {
      Amount(
        words: left.words + right.words, shown: left.shown + right.shown, lines: left.lines + right.lines,
        questions: left.questions + right.questions, tasks: left.tasks + right.tasks, typed: left.typed + right.typed)
    }
  }

  /// The steps from one pause to the next, and what is in them.
  package struct Part: Hashable, Sendable {
    package var steps: Range<Int>
    package var amount: Amount
  }

  /// The parts of the lesson, each up to a pause. A lesson without a pause is one part.
  package private(set) var parts: [Part] = []
  /// The runs of steps without a task, from 0, each as long as it can be, without the steps at the end that ask nothing.
  package private(set) var runs: [Range<Int>] = []
  /// The questions that follow one another without a task between them.
  package private(set) var rows: [[Question]] = []

  /// A question's step and its number in it, both from 0.
  package struct Question: Hashable, Sendable {
    package var step: Int
    package var number: Int
  }

  /// - Complexity: O(*n*) in the length of the lesson, whose statements are parsed and not run.
  package init(of lesson: Lesson) {
    var part = Part(steps: 0..<0, amount: Amount(words: Self.words(in: lesson.introduction)))
    var run = 0..<0
    var row: [Question] = []
    for (index, step) in lesson.steps.enumerated() {
      var amount = Amount(words: Self.words(in: step.title))
      var number = 0
      for block in step.blocks {
        switch block {
        case .prose(let blocks): amount.words += Self.words(in: blocks)
        case .graph(let source, let output):
          amount.shown += Self.statements(in: source)
          amount.lines += output?.text.split(separator: "\n").count ?? 0
        case .predict(let prediction):
          amount.words += prediction.wordCount
          amount.questions += 1
          row.append(Question(step: index, number: number))
          number += 1
        case .task(let task):
          amount.words += Self.words(in: task.blocks)
          amount.tasks += 1
        case .solution(let source): amount.typed += Self.statements(in: source)
        case .check, .hint, .wrong, .note: break
        }
      }
      if step.task == nil {
        run = run.lowerBound..<(index + 1)
      } else {
        // The questions of a step come before its task.
        rows.append(row)
        runs.append(run)
        row = []
        run = (index + 1)..<(index + 1)
      }
      part.amount = part.amount + amount
      part.steps = part.steps.lowerBound..<(index + 1)
      if step.endsPart || index == lesson.steps.count - 1 {
        parts.append(part)
        part = Part(steps: (index + 1)..<(index + 1), amount: Amount())
      }
    }
    // Pages such as a summary.
    let end = (lesson.steps.lastIndex { $0.task != nil || !$0.predictions.isEmpty } ?? -1) + 1
    runs = (runs + [run.clamped(to: 0..<max(end, run.lowerBound))]).filter { !$0.isEmpty }
    rows = (rows + [row]).filter { !$0.isEmpty }
  }

  /// The whole lesson.
  package var total: Amount { parts.map(\.amount).reduce(Amount(), +) }

  /// How many steps follow one another without a task, at most.
  package var longestRun: Int { runs.map(\.count).max() ?? 0 }

  /// How many questions follow one another without a task, at most.
  package var longestRow: Int { rows.map(\.count).max() ?? 0 }

  /// The minutes of each part.
  package var minutes: [Int] { parts.map(\.amount.minutes) }

  /// The minutes of the parts as text: `28 + 19`.
  package var minutesText: String { minutes.map { "\(max(1, $0))" }.joined(separator: " + ") }

  private static func statements(in source: SourceText) -> Int { WorkbookParser.parse(source).statements.count }

  private static func words(in blocks: [MarkdownDocument.Block]) -> Int {
    words(in: MarkdownDocument.plainText(of: blocks))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The words of a text: what is between blanks and has a letter or a digit.
  static func words(in text: String) -> Int {
    text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.reduce(0) { count, word in
      // Most words are ASCII, for which Unicode's tables are not needed.
      if word.allSatisfy({ $0 < 0x80 }) { return count + (word.contains(where: isLetterOrDigit) ? 1 : 0) }
      return count
        + String(Substring(word)).split(whereSeparator: \.isWhitespace).count {
          $0.contains { $0.isLetter || $0.isNumber }
        }
    }
  }
}

extension Prediction {
  /// The words of the question, of its answers, and of the remark that a learner reads: the longest one.
  fileprivate var wordCount: Int {
    let asked = LessonMeasures.words(in: question.plainText)
    guard case .choices(let choices) = answer else { return asked }
    let remarks = choices.map { LessonMeasures.words(in: $0.remark ?? "") }
    return asked + choices.reduce(0) { $0 + LessonMeasures.words(in: $1.text) } + (remarks.max() ?? 0)
  }
}
