import Courses
import Diagnostics
import Pages
import Shell
import WorkbookLanguage

/// The size of a screen on the board, in lines of its large type.
struct BoardMeasure: ScreenMeasure {
  let rows = 13
  let drawsPictures = true
  /// The characters of a line of prose.
  private static let width = 64
  /// Examples are in smaller type.
  static let exampleWidth = 72

  private let renderer = OutcomeRenderer(showsPlaces: false)

  func output(of outcome: Outcome) -> Document { renderer.document(for: outcome) }

  func lines(of document: Document) -> [StyledText] { document.lines(width: Self.exampleWidth) }

  func height(of part: LessonScreen.Part) -> Int {
    let height =
      switch part.content {
      case .prose(let block): Self.lines(of: [block])
      case .example(let example): lines(of: example)
      case .solution(let example): 1 + lines(of: example)
      case .question(let question), .remarks(let question):
        Self.lines(of: question.prediction.question.blocks) + Self.lines(of: question.prediction.answer)
      // A task is one screen with one working copy; a long one makes the type of the board smaller.
      case .task(let task): min(1 + Self.lines(of: task.blocks), rows)
      }
    return height + (part.isContinued ? 1 : 0) + (part.goesOn ? 1 : 0)
  }

  private static func lines(of text: some StringProtocol, width: Int = width) -> Int { 1 + (text.count - 1) / width }

  private static func lines(of blocks: [MarkdownDocument.Block]) -> Int {
    let text = MarkdownDocument(blocks: blocks).plainText
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { $0 + lines(of: $1) }
  }

  /// Four lines of an example take as much room as three of prose.
  private func lines(of example: ShownExample) -> Int {
    let lines = example.entries.reduce(0) { sum, entry in
      sum + self.lines(of: entry.output).count
        + entry.typed.reduce(0) { $0 + Self.lines(of: $1, width: Self.exampleWidth) }
    }
    return 1 + (lines * 3 + 3) / 4
  }

  /// The bars of a vote, which come under the question.
  private static func lines(of answer: Prediction.Answer) -> Int {
    switch answer {
    case .choices(let choices): choices.reduce(1) { $0 + 1 + Self.lines(of: $1.text) }
    case .expression: 4
    }
  }
}
