import Courses
import Diagnostics
import Pages

/// The teacher's own view of a presentation in another terminal: the notes on the step, the screen that comes next, and
/// the time.
package struct PresenterNotes {
  private let script: LessonScript
  private let style: TextStyle
  /// The screens as the presentation has them, and the window for which they were divided.
  private var screens: [LessonScreen] = []
  private var size = (columns: 0, rows: 0)
  private var offset = 0
  private var shown: Int?

  package init(_ script: LessonScript, style: TextStyle) {
    self.script = script
    self.style = style
  }

  private var words: FixedWords { script.lesson.words }

  /// Scrolls notes that are longer than their part of the window, by lines.
  package mutating func scroll(by lines: Int) { offset = max(0, offset + lines) }

  /// Returns the lines of a window.
  /// - Parameters:
  ///   - place: where the presentation is; nil if there is none.
  ///   - now: the seconds since 1970.
  package mutating func frame(for place: PresentationPlace?, now: Int, columns: Int, rows: Int) -> [String] {
    guard let place else {
      offset = 0
      let title = "\(words(.lesson, "\(script.lesson.number)")) · \(DisplayText.visible(script.lesson.title))"
      let lines: [(text: String, role: TextStyle.Role)] = [
        (title, .strong), ("", .body),
        (words(.waitingForPresent, "\(script.lesson.number)"), .body), (words(.qLeaves), .faint),
      ]
      return lines.map { self.style.paint(DisplayText.beginning(of: $0.text, upTo: columns, in: .cells), $0.role) }
    }
    if size != (place.columns, place.rows) {
      size = (place.columns, place.rows)
      screens =
        Presentation(script, style: self.style, columns: max(1, place.columns), rows: max(1, place.rows)).screens
    }
    let index = min(place.screen, screens.count - 1)
    if shown != index {
      shown = index
      offset = 0
    }
    let style = TextStyle(dress: self.style.dress, width: min(columns, 120))
    let renderer = ScreenRenderer(style: style, rows: rows, words: words)
    let screen = screens[index]
    let step = script.steps[screen.step]
    let notes =
      step.notes.isEmpty
      ? [style.paint(words(.noNotes), .faint)]
      : Array(step.notes.map { MarkdownRenderer.document($0).lines(style) }.joined(separator: [""]))
    let next = index + 1 < screens.count ? screens[index + 1] : nil
    var nextLines = next.map { renderer.lines(for: $0) } ?? [words(.nothingAfter)]
    if let next, next.step != screen.step {
      nextLines =
        [style.paint("\(next.step + 1). \(DisplayText.visible(script.steps[next.step].title))", .strong)] + nextLines
    }
    // The notes have what they need, but leave half of the window to the next screen.
    let room = max(2, rows - 6)
    let noteRoom = min(notes.count, max(room / 2, room - nextLines.count))
    offset = min(offset, max(0, notes.count - noteRoom))
    let title =
      words(.stepOfSteps, "\(screen.step + 1)", "\(script.steps.count)") + " · \(DisplayText.visible(step.title))"
    let time = Presentation.clock(.seconds(max(0, now - place.began)), of: script.lesson)
    let left = DisplayText.beginning(of: title, upTo: max(1, style.width - time.count - 2), in: .cells)
    let gap = String(repeating: " ", count: max(1, style.width - DisplayText.width(left) - time.count))
    let more = notes.count - offset - noteRoom
    let lines =
      [
        style.paint(left, .strong) + gap + time,
        style.paint(words(.screenOf, "\(index + 1)", "\(screens.count)"), .faint), "",
      ]
      + notes.dropFirst(offset).prefix(noteRoom) + [
        more > 0 ? style.paint(words(.linesMore, "\(more)"), .faint) : "", style.paint(words(.nextTitle), .heading),
      ]
      + nextLines
    return Array(lines.prefix(rows - 1))
  }

  /// Shows the notes until the teacher leaves.
  /// - Parameters:
  ///   - place: where the presentation is now.
  ///   - now: the seconds since 1970.
  package mutating func run(on screen: FullScreen, place: () -> PresentationPlace?, now: () -> Int) {
    while true {
      let size = screen.size
      screen.draw(frame(for: place(), now: now(), columns: size.columns, rows: size.rows))
      switch screen.next(within: 200) {
      case .key(.stop), .key(.character("q")), .key(.escape), .end: return
      case .key(.down), .key(.character(" ")), .key(.pageDown): scroll(by: 5)
      case .key(.up), .key(.pageUp): scroll(by: -5)
      case .key, .resized, .timeout: break
      }
    }
  }
}
