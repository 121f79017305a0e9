import Courses
import Diagnostics
import JSON
import Pages
import WorkbookLanguage

/// A lesson as a recording of a terminal, in the format asciicast v3 (docs.asciinema.org/manual/asciicast/v3): a line of
/// JSON for the head, and one for each thing that happens, with the seconds since the one before.
///
/// Nothing is recorded: the typing and the pauses come from the lesson, so that the same lesson gives the same bytes.
package struct LessonRecording {
  private let script: LessonScript
  private let renderer: ScreenRenderer
  private let columns = 80
  private let rows = 24

  package init(_ script: LessonScript) {
    self.script = script
    renderer = ScreenRenderer(style: TextStyle(dress: .ansi, width: columns), rows: rows - 3)
  }

  /// The whole file.
  package var text: String {
    let lesson = "Lesson \(script.lesson.number). \(DisplayText.visible(script.lesson.title))"
    let head = JSONValue([
      ("version", .integer(3)),
      (
        "term",
        JSONValue([
          ("cols", .integer(Int64(columns))), ("rows", .integer(Int64(rows))), ("type", .string("xterm-256color")),
        ])
      ),
      ("title", .string(lesson)),
    ])
    var tape = Tape(head: head.line)
    var step: Int?
    for screen in script.screens(renderer) {
      if step != screen.step, !screen.isIntroduction {
        step = screen.step
        tape.mark("\(screen.step + 1). \(DisplayText.visible(script.steps[screen.step].title))")
      }
      record(screen, on: &tape)
    }
    tape.end()
    return tape.text
  }

  private func record(_ screen: LessonScreen, on tape: inout Tape) {
    let title =
      screen.isIntroduction
      ? "Lesson \(script.lesson.number) · \(DisplayText.visible(script.lesson.title))"
      : "\(screen.step + 1) of \(script.steps.count) · \(DisplayText.visible(script.steps[screen.step].title))"
    let heading = DisplayText.beginning(of: title, upTo: columns, in: .cells)
    tape.write("\u{1B}[2J\u{1B}[H" + renderer.style.paint(heading, .strong) + "\r\n")
    for part in screen.parts {
      tape.write("\r\n")
      switch part.content {
      case .prose, .question, .remarks, .task:
        let lines = renderer.lines(for: part)
        tape.write(Self.text(lines))
        tape.wait(Self.reading(lines))
      case .example(let example), .solution(let example):
        // The signs and the title of a part without its entries.
        var frame = part
        frame.goesOn = false
        if case .solution = part.content {
          frame.content = .solution(ShownExample(entries: []))
        } else {
          frame.content = .example(ShownExample(entries: []))
        }
        tape.write(Self.text(renderer.lines(for: frame)))
        for entry in example.entries { record(entry, on: &tape) }
        if part.goesOn { tape.write(renderer.style.paint("⋮ goes on", .faint) + "\r\n") }
      }
    }
    tape.wait(1500)
  }

  private func record(_ entry: ShownExample.Entry, on tape: inout Tape) {
    let wrap = SourceWrap(width: columns - Prompt.continuation.count)
    let typed = entry.typed.flatMap { wrap.lines(DisplayText.visible($0)) }
    for (place, line) in typed.enumerated() {
      tape.write(renderer.style.paint(place == 0 ? Prompt.statement : Prompt.continuation, .faint))
      tape.wait(place == 0 ? 400 : 150)
      for (place, character) in line.enumerated() {
        tape.write(renderer.style.paint(String(character), .code))
        tape.wait(Self.keyTime(after: character, place))
      }
      tape.write("\r\n")
    }
    guard !entry.output.isEmpty else { return }
    tape.wait(250)
    let output = entry.output.lines(renderer.style)
    tape.write(Self.text(output))
    tape.wait(Self.reading(output))
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\r\n" }.joined() }

  /// The time that reading takes, in milliseconds: a quarter of a second for a word.
  private static func reading(_ lines: [String]) -> Int {
    let words = lines.reduce(0) { $0 + $1.split(separator: " ").count { $0.contains(where: \.isLetter) } }
    return min(12_000, 500 + 250 * words)
  }

  /// The time until the next key: uneven, as of a person, and the same each time.
  private static func keyTime(after character: Character, _ place: Int) -> Int {
    let code = Int(character.unicodeScalars.first?.value ?? 0)
    return 35 + (code &* 31 &+ place &* 17) % 50 + (character == " " ? 30 : 0)
  }
}

/// The lines of a recording.
private struct Tape {
  private(set) var text: String
  /// Milliseconds that have passed since the last line.
  private var waited = 0

  init(head: String) { text = head + "\n" }

  mutating func wait(_ milliseconds: Int) { waited += milliseconds }
  mutating func write(_ output: String) { if !output.isEmpty { add("o", output) } }
  mutating func mark(_ label: String) { add("m", label) }
  mutating func end() { add("x", "0") }

  private mutating func add(_ kind: String, _ data: String) {
    let thousandths = String(1000 + waited % 1000).dropFirst()
    text += JSONValue.array([.digits("\(waited / 1000).\(thousandths)"), .string(kind), .string(data)]).line + "\n"
    waited = 0
  }
}
