import Courses
import Diagnostics
import Pages
import WorkbookLanguage

/// The screens of a lesson as lines for a terminal, and so also how long they are there.
///
/// ```swift
/// let renderer = ScreenRenderer(style: TextStyle(width: 80), rows: 21)
/// let screens = script.screens(renderer)
/// renderer.lines(for: screens[0])   // at most 21 lines
/// ```
package struct ScreenRenderer: ScreenMeasure {
  package var style: TextStyle
  package var rows: Int

  package init(style: TextStyle, rows: Int) {
    self.style = style
    self.rows = rows
  }

  private var renderer: LessonRenderer { LessonRenderer(style: style) }

  package func output(of outcome: Outcome) -> [String] { renderer.outcomeRenderer.lines(for: outcome) }

  package func height(of part: LessonScreen.Part) -> Int { lines(for: part).count }

  package func lines(for screen: LessonScreen) -> [String] {
    Array(screen.parts.map(lines(for:)).joined(separator: [""]))
  }

  /// Returns the lines of a part; signs say that it goes on, or began before.
  package func lines(for part: LessonScreen.Part) -> [String] {
    let lines =
      switch part.content {
      case .prose(let block): MarkdownRenderer(style: style).lines([block])
      case .example(let example): self.lines(for: example)
      case .question(let question): renderer.asked(question.prediction)
      case .remarks(let question):
        renderer.markdown(question.prediction.question) + renderer.remarks(question.answer)
      case .task(let task):
        [style.paint(part.isContinued ? "Your turn, continued" : "Your turn", .strong)] + renderer.markdown(task)
      case .solution(let example):
        (part.isContinued ? [] : [style.paint("A solution", .strong)]) + self.lines(for: example)
      }
    return (part.isContinued ? [style.paint("⋮ continued", .faint)] : []) + lines
      + (part.goesOn ? [style.paint("⋮ goes on", .faint)] : [])
  }

  private func lines(for example: ShownExample) -> [String] {
    example.entries.flatMap { renderer.typed($0.typed) + $0.output }
  }
}
