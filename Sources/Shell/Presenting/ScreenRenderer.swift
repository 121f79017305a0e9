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

  private var renderer: LessonRenderer { LessonRenderer(style: style, words: words) }

  package func output(of outcome: Outcome) -> [String] {
    renderer.outcomeRenderer.lines(for: outcome).flatMap { $0.folded(to: style.width) }
  }

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
        [style.paint(words(.yourTurn) + (part.isContinued ? ", " + words(.continued) : ""), .strong)]
          + renderer.markdown(task)
      case .solution(let example):
        (part.isContinued ? [] : [style.paint(words(.solution), .strong)]) + self.lines(for: example)
      }
    return (part.isContinued ? [style.paint("⋮ " + words(.continued), .faint)] : [])
      + lines.flatMap { $0.folded(to: style.width) }
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

  func lines(for example: ShownExample) -> [String] {
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

extension String {
  /// Returns the line as lines of at most so many cells; colours go on on the next. O(line).
  fileprivate func folded(to width: Int) -> [String] {
    guard utf8.count > width else { return [self] }
    var lines: [String] = []
    var line = ""
    var used = 0
    var colour = ""
    var escape: String?
    for character in self {
      if let begun = escape {
        let whole = begun + String(character)
        line.append(character)
        escape = character.isLetter ? nil : whole
        if character == "m" { colour = whole == "\u{1B}[0m" ? "" : whole }
        continue
      }
      if character == "\u{1B}" {
        escape = "\u{1B}"
        line.append(character)
        continue
      }
      let cells = DisplayText.width(String(character))
      if used + cells > width {
        lines.append(line + (colour.isEmpty ? "" : "\u{1B}[0m"))
        (line, used) = (colour, 0)
      }
      line.append(character)
      used += cells
    }
    return lines + [line]
  }
}
