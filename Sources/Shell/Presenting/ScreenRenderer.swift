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
  /// The fixed words, in the language of the lesson.
  package var words: FixedWords

  package init(style: TextStyle, rows: Int, words: FixedWords = .english) {
    self.style = style
    self.rows = rows
    self.words = words
  }

  private var renderer: LessonRenderer { LessonRenderer(words: words) }

  package func output(of outcome: Outcome) -> Document { renderer.outcomeRenderer.document(for: outcome) }

  package func lines(of document: Document) -> [StyledText] {
    document.lines(width: style.width).flatMap { $0.folded(to: style.width) }
  }

  package func height(of part: LessonScreen.Part) -> Int { lines(for: part).count }

  package func lines(for screen: LessonScreen) -> [String] {
    Array(screen.parts.map(lines(for:)).joined(separator: [""]))
  }

  /// Returns the lines of a part; signs say that it goes on, or began before.
  package func lines(for part: LessonScreen.Part) -> [String] {
    let document: Document =
      switch part.content {
      case .prose(let block): MarkdownRenderer.document([block])
      case .example(let example): self.document(of: example)
      case .question(let question): renderer.asked(question.prediction)
      case .remarks(let question):
        renderer.markdown(question.prediction.question) + renderer.remarks(question.answer)
      case .task(let task):
        [StyledText(words(.yourTurn) + (part.isContinued ? ", " + words(.continued) : ""), .strong)]
          + renderer.markdown(task)
      case .solution(let example):
        (part.isContinued ? [] : [StyledText(words(.solution), .strong)]) + self.document(of: example)
      }
    return (part.isContinued ? [style.paint("⋮ " + words(.continued), .faint)] : [])
      + lines(of: document).map { $0.painted(style) }
      + (part.goesOn ? [style.paint("⋮ " + words(.goesOn), .faint)] : [])
  }

  /// Returns the lines of a screen whose examples are being typed out; nothing is shown after the character that was typed
  /// last.
  /// - Parameter count: how many characters have been typed, an Enter for each line included; nil for all.
  func lines(for screen: LessonScreen, typed count: Int?) -> [String] {
    guard let count else { return lines(for: screen) }
    var left = count
    var shown = screen
    shown.parts = []
    for part in screen.parts {
      switch part.content {
      case .prose, .question, .remarks, .task: shown.parts.append(part)
      case .example(let example), .solution(let example):
        var begun = part
        let entries = example.entries(typed: &left)
        if case .solution = part.content {
          begun.content = .solution(ShownExample(entries: entries))
        } else {
          begun.content = .example(ShownExample(entries: entries))
        }
        begun.goesOn = part.goesOn && left > 0
        shown.parts.append(begun)
        if left <= 0 { return lines(for: shown) }
      }
    }
    return lines(for: shown)
  }

  /// The lines of an example, without signs.
  func lines(for example: ShownExample) -> [String] { document(of: example).lines(style) }

  private func document(of example: ShownExample) -> Document {
    example.entries.flatMap { renderer.typed($0.typed) + $0.output }
  }
}

extension ShownExample {
  /// Returns the entries as far as they have been typed: of the last, the beginning, without its output.
  fileprivate func entries(typed left: inout Int) -> [Entry] {
    var begun: [Entry] = []
    for entry in entries {
      if left >= entry.typedCount, left > 0 || entry.typed.isEmpty {
        left -= entry.typedCount
        begun.append(entry)
        continue
      }
      var lines: [String] = []
      for line in entry.typed {
        lines.append(String(line.prefix(max(0, left))))
        left -= line.count + 1
        if left < 0 { break }
      }
      left = 0
      return begun + [Entry(typed: lines, output: [])]
    }
    return begun
  }
}

extension StyledText {
  /// Returns the line as lines of at most so many cells. O(line).
  fileprivate func folded(to width: Int) -> [StyledText] {
    guard self.width > width else { return [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    for run in runs {
      for character in run.text {
        let cells = DisplayText.width(String(character))
        if used + cells > width {
          lines.append(line)
          (line, used) = (StyledText(), 0)
        }
        line.append(String(character), run.role)
        used += cells
      }
    }
    return lines + [line]
  }
}
