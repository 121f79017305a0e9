import Courses
import Diagnostics
import Pages
import WorkbookLanguage

/// A lesson in front of a class, one screen after the other: what is shown, and what each key does.
///
/// It is a value without a terminal: keys go in, and the lines of the window come out.
///
/// ```swift
/// var presentation = Presentation(script, style: style, columns: 80, rows: 24)
/// presentation.press(.character(" "))
/// presentation.frame(at: .seconds(90))   // 24 lines
/// ```
///
/// Nothing is run but what the presenter types, on a copy that is dropped afterwards, and no progress is recorded.
///
/// ## Topics
/// - ``press(_:)``, ``resize(columns:rows:)``, ``frame(at:)``
/// - ``typeNext()``
package struct Presentation {
  /// The part of the window that is not the screen, or hides it.
  private enum Overlay {
    case none
    /// Nothing at all, so that everybody looks at the teacher.
    case blank
    /// Other lines, such as the notes or the keys, scrolled to `first`.
    case lines(title: String, [String], first: Int)
    /// A line that is being typed.
    case input(Input, String)
  }

  private enum Input {
    case answer, step, word, statement
  }

  private let script: LessonScript
  private var style: TextStyle
  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var screens: [LessonScreen] = []
  /// The screen that is shown, from 0.
  package private(set) var place = 0
  /// The first line of the screen that is shown, where it has more than the window.
  private var offset = 0
  private var overlay = Overlay.none
  /// A line about the last key, until the next.
  private var message = ""
  private var showsTime = false
  private var lastWord = ""
  /// The answers that were given, by the number of the question.
  private var answers: [Int: (typed: String, result: PredictionResult)] = [:]
  /// How many characters of the screen's examples have been typed out; nil for all.
  private var typed: Int?
  /// The screens that have been shown: they are not typed out again.
  private var seen: Set<Int> = []
  /// The screen whose question the last key asked to answer; nil if it was another key.
  private var isAskedFor: Int?
  /// The copy on which the presenter's statements of a screen run, and what came of them.
  private var copy: (place: Int, interpreter: Interpreter, lines: [String])?
  private let typesOut: Bool
  package private(set) var isOver = false

  /// - Parameter typesOut: whether examples appear character by character, at the pace of ``typeNext()``.
  package init(_ script: LessonScript, style: TextStyle, columns: Int, rows: Int, typesOut: Bool = false) {
    self.script = script
    self.style = style
    self.columns = columns
    self.rows = rows
    self.typesOut = typesOut
    divide()
    arrive()
  }

  // MARK: The size

  /// The rows of a window that are not the screen's: the title and a blank line, a blank line and the status.
  package static let frameRows = 4
  package static let leastColumns = 30
  package static let leastRows = 10

  private var words: FixedWords { script.lesson.words }

  private var renderer: ScreenRenderer {
    ScreenRenderer(
      style: TextStyle(dress: style.dress, width: min(columns, 120)), rows: max(4, rows - Self.frameRows),
      words: words)
  }

  /// Divides the lesson again for a window of another size, and stays at the part with which the screen begins.
  package mutating func resize(columns: Int, rows: Int) {
    guard (columns, rows) != (self.columns, self.rows) else { return }
    let screen = screens[place]
    let before = place > 0 && screens[place - 1].step == screen.step ? screens[place - 1].shown : 0
    let first = screen.parts.first?.isContinued == true ? before : before + 1
    (self.columns, self.rows) = (columns, rows)
    divide()
    let same = screens.indices.filter { screens[$0].step == screen.step }
    let found =
      if screen.isIntroduction {
        same.first
      } else if let question = screen.answered {
        same.first { screens[$0].answered?.number == question.number }
      } else {
        same.first { screens[$0].answered == nil && screens[$0].shown >= first }
      }
    place = found ?? same.first ?? 0
    offset = 0
    typed = nil
    if case .lines(let title, let lines, _) = overlay { overlay = .lines(title: title, lines, first: 0) }
  }

  private mutating func divide() { screens = script.screens(renderer) }

  /// Shows a step, from 1; a number outside the lesson shows its nearest step.
  package mutating func begin(step number: Int) {
    let step = min(max(number, 1), script.steps.count) - 1
    guard step > 0, let found = screens.firstIndex(where: { $0.step == step }) else { return }
    show(found)
  }

  // MARK: Keys

  package mutating func press(_ key: ScreenKey) {
    message = ""
    let asked = isAskedFor
    isAskedFor = nil
    switch overlay {
    case .none:
      isAskedFor = asked
      pressOnScreen(key)
      if isAskedFor == asked { isAskedFor = nil }
    case .blank: key == .stop || key == .character("q") ? leave() : close()
    case .lines(let title, let lines, let first): pressOnLines(key, title, lines, first)
    case .input(let input, let text): pressOnInput(key, input, text)
    }
  }

  private mutating func leave() { isOver = true }
  private mutating func close() { overlay = .none }

  private mutating func pressOnScreen(_ key: ScreenKey) {
    switch key {
    case .character(" "), .right, .down, .pageDown, .enter: goOn(key)
    case .left, .up, .pageUp, .erase: goBack()
    case .home: show(0)
    case .end: show(screens.count - 1)
    case .character("g"): overlay = .input(.step, "")
    case .character("/"): overlay = .input(.word, "")
    case .character(":"): overlay = .input(.statement, "")
    case .character("b"), .character("."): overlay = .blank
    case .character("n"): overlay = .lines(title: words(.notesTitle), noteLines, first: 0)
    case .character("t"): showsTime.toggle()
    case .character("?"), .character("h"): overlay = .lines(title: words(.keysTitle), Self.keys(in: words), first: 0)
    case .character("q"), .stop: leave()
    case .escape: typed = nil
    case .character(let character):
      // An answer may be typed at once.
      if isWaiting, character.isNumber || character.isLetter || "\"'-".contains(character) {
        overlay = .input(.answer, String(character))
      } else {
        message = words(.presentHelp)
      }
    }
  }

  /// Whether the screen has a question that no one has answered.
  private var isWaiting: Bool { screens[place].question.map { answers[$0.number] == nil } ?? false }

  private mutating func goOn(_ key: ScreenKey) {
    if typed != nil {
      typed = nil
    } else if offset + screenRows < screenLines.count {
      offset += screenRows
    } else if isWaiting {
      if key == .enter {
        overlay = .input(.answer, "")
      } else if isAskedFor == place {
        // A clicker has no Enter.
        answer("")
      } else {
        isAskedFor = place
        message = words(.answerAndEnter)
      }
    } else if place + 1 < screens.count {
      show(place + 1)
    } else {
      message = words(.endOfLesson)
    }
  }

  private mutating func goBack() {
    if typed != nil { typed = nil }
    if offset > 0 {
      offset = max(0, offset - screenRows)
    } else if place > 0 {
      show(place - 1)
    } else {
      message = words(.firstScreen)
    }
  }

  /// Shows a screen, from 0; a number outside the lesson shows its nearest screen.
  package mutating func show(_ new: Int) {
    place = min(max(new, 0), screens.count - 1)
    offset = 0
    arrive()
  }

  private mutating func arrive() {
    typed = typesOut && !seen.contains(place) && screens[place].typedCount > 0 ? 0 : nil
    seen.insert(place)
  }

  private mutating func pressOnLines(_ key: ScreenKey, _ title: String, _ lines: [String], _ first: Int) {
    switch key {
    case .stop: leave()
    case .down, .right, .pageDown, .character(" "), .enter:
      if first + screenRows < lines.count {
        overlay = .lines(title: title, lines, first: first + screenRows)
      } else {
        close()
      }
    case .up, .left, .pageUp: overlay = .lines(title: title, lines, first: max(0, first - screenRows))
    // What begins an input here begins it there as well.
    case .character(":"), .character("/"), .character("g"):
      close()
      pressOnScreen(key)
    case .character, .home, .end, .erase, .escape: close()
    }
  }

  private mutating func pressOnInput(_ key: ScreenKey, _ input: Input, _ text: String) {
    switch key {
    case .character(let character): overlay = .input(input, text + String(character))
    case .erase:
      if text.isEmpty { close() } else { overlay = .input(input, String(text.dropLast())) }
    case .enter:
      close()
      enter(text, for: input)
    case .escape, .stop: close()
    case .right, .left, .up, .down, .pageUp, .pageDown, .home, .end: break
    }
  }

  private mutating func enter(_ text: String, for input: Input) {
    switch input {
    case .answer: answer(text)
    case .step: jump(to: text)
    case .word: find(text)
    // Run by the owner, who can let Ctrl-C stop it.
    case .statement: if !text.allSatisfy(\.isWhitespace) { statement = text }
    }
  }

  private mutating func answer(_ text: String) {
    guard let question = screens[place].question else { return }
    switch script.judge(ofQuestion: question.number)?.judge(text) {
    case .success(let result)?:
      answers[question.number] = (text, result)
      show(place + 1)
    case nil: break
    case .failure(let problem)?:
      message = [problem.message, problem.hint].compactMap { $0 }.joined(separator: ": ")
    }
  }

  private mutating func jump(to text: String) {
    let count = script.steps.count
    guard let number = Int(text.filter { !$0.isWhitespace }), (1...max(1, count)).contains(number),
      let found = screens.firstIndex(where: { $0.step == number - 1 && !$0.isIntroduction })
    else {
      message = text.isEmpty ? "" : words(.stepsAre, "\(count)")
      return
    }
    show(found)
  }

  private mutating func find(_ text: String) {
    let word = text.isEmpty ? lastWord : text.lowercased()
    guard !word.isEmpty else { return }
    lastWord = word
    let plain = ScreenRenderer(style: TextStyle(width: renderer.style.width), rows: renderer.rows)
    for distance in 1...screens.count {
      let index = (place + distance) % screens.count
      let lines = [script.steps[screens[index].step].title] + plain.lines(for: screens[index])
      // A line break may be between two words.
      let found = lines.joined(separator: " ").split(separator: " ").joined(separator: " ").lowercased()
      if found.contains(word) {
        show(index)
        message = words(.findsNext, DisplayText.visible(word))
        return
      }
    }
    message = words(.onNoScreen, DisplayText.visible(word))
  }

  // MARK: A statement

  /// The statement that the presenter has typed and that ``runStatement()`` runs; nil if there is none.
  package private(set) var statement: String?

  /// Runs the statement on a copy of the graph as it is on this screen, after those typed before on the same screen, and shows
  /// what came of all of them. `restart` begins with a new copy.
  package mutating func runStatement() {
    guard let text = statement else { return }
    statement = nil
    let isRestart = text.split(separator: " ").elementsEqual(["restart"])
    if copy?.place != place || isRestart {
      let states = script.states[screens[place].step]
      copy = (place, states[min(screens[place].shown, states.count - 1)].rehearsal(), [])
    }
    guard var own = copy else { return }
    own.interpreter.startCounting()
    let outcomes = isRestart ? [] : own.interpreter.run(SourceText(text))
    let renderer = renderer
    let lines = renderer.lines(for: ShownExample(outcomes, output: renderer.output))
    own.lines += (own.lines.isEmpty || lines.isEmpty ? [] : [""]) + lines
    copy = own
    let shown = isRestart ? [words(.beginningOfScreen)] : own.lines.isEmpty ? [words(.nothingToShow)] : own.lines
    // The last of them is on the window.
    overlay = .lines(title: words(.onACopy), shown, first: max(0, shown.count - screenRows))
  }

  // MARK: Typing out

  /// Whether an example is being typed out; the owner then calls ``typeNext()`` at the pace that was asked for.
  package var isTyping: Bool {
    if case .none = overlay { typed != nil } else { false }
  }

  /// Types one character more.
  package mutating func typeNext() {
    guard let count = typed else { return }
    typed = count + 1 < screens[place].typedCount ? count + 1 : nil
  }

  // MARK: Drawing

  private var screenRows: Int { renderer.rows }

  private var screenLines: [String] { renderer.lines(for: screens[place], typed: typed) }

  /// Whether the time is shown, so that the window changes every second.
  package var isTimed: Bool {
    if case .blank = overlay { false } else { showsTime }
  }

  /// The lines of the window, as many as it has rows or fewer.
  /// - Parameter time: how long the lesson has gone on.
  package func frame(at time: Duration) -> [String] {
    guard columns >= Self.leastColumns, rows >= Self.leastRows else {
      return [words(.windowTooSmall), words(.leastSize, "\(Self.leastColumns)", "\(Self.leastRows)")].map {
        String($0.prefix(max(1, columns - 1)))
      }
    }
    var lines: [String]
    var status = message
    switch overlay {
    case .blank: return [""]
    case .none, .input:
      let all = screenLines
      lines = [heading, ""] + all.dropFirst(offset).prefix(screenRows)
      if offset + screenRows < all.count { status = status.isEmpty ? "⋮ " + words(.goesOn) : status }
    case .lines(let title, let all, let first):
      lines = [style.paint(title, .strong), ""] + all.dropFirst(first).prefix(screenRows)
      status = first + screenRows < all.count ? words(.spaceGoesOn) : words(.anyKeyCloses)
    }
    while lines.count < rows - 1 { lines.append("") }
    return Array(lines.prefix(rows - 1)) + [self.status(status, time)]
  }

  private var heading: String {
    let screen = screens[place]
    let lesson = "\(words(.lesson, "\(script.lesson.number)")) · \(DisplayText.visible(script.lesson.title))"
    let step =
      screen.isIntroduction
      ? lesson
      : words(.stepOfSteps, "\(screen.step + 1)", "\(script.steps.count)")
        + " · \(DisplayText.visible(script.steps[screen.step].title))"
    let width = renderer.style.width
    let left = DisplayText.beginning(of: step, upTo: width, in: .cells)
    let room = width - DisplayText.width(left) - 2
    guard !screen.isIntroduction, DisplayText.width(lesson) <= room else { return style.paint(left, .strong) }
    let gap = String(repeating: " ", count: room + 2 - DisplayText.width(lesson))
    return style.paint(left, .strong) + gap + style.paint(lesson, .faint)
  }

  private func status(_ text: String, _ time: Duration) -> String {
    if case .input(let input, let typed) = overlay {
      let prompt =
        switch input {
        case .answer: words(.answerPrompt) + " "
        case .step: words(.stepPrompt) + " "
        case .word: words(.findPrompt) + " "
        case .statement: Prompt.statement
        }
      // The end of what is typed is always seen.
      let room = max(1, columns - prompt.count - 2)
      return style.paint(prompt, .prompt) + DisplayText.visible(String(typed.suffix(room))) + "█"
    }
    let right = (showsTime ? Self.clock(time, of: script.lesson) + "  " : "") + "\(place + 1)/\(screens.count)"
    let left = text.isEmpty ? idleStatus : text
    let room = columns - 1 - right.count - 2
    let shown = DisplayText.beginning(of: left, upTo: max(1, room), in: .cells)
    let gap = String(repeating: " ", count: max(1, columns - 1 - DisplayText.width(shown) - right.count))
    return style.paint(shown, text.isEmpty ? .faint : .body) + gap + style.paint(right, .faint)
  }

  private var idleStatus: String {
    let screen = screens[place]
    if let question = screen.question, isWaiting {
      switch question.prediction.answer {
      case .choices:
        return question.prediction.allowsSeveral ? words(.classAnswers) : words(.classAnswer)
      case .expression: return words(.classValue)
      }
    }
    if let question = screen.answered, let (typed, result) = answers[question.number] {
      switch result.answer {
      case .skipped: return words(.noAnswerGiven)
      case .choices, .value:
        let verdict = words(result.isRight ? .rightOf : result.isIncomplete ? .notAllOfIt : .notSo)
        return words(.classSaid, DisplayText.visible(typed), verdict.prefix(1).lowercased() + verdict.dropFirst())
      }
    }
    return place == 0 ? words(.presentStart) : ""
  }

  /// `12:05 of 45 min`.
  package static func clock(_ time: Duration, of lesson: Lesson) -> String {
    let seconds = max(0, time.components.seconds)
    let text = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return lesson.minutes.map { lesson.words(.clockOf, text, "\($0)") } ?? text
  }

  private var noteLines: [String] {
    let notes = script.steps[screens[place].step].notes
    if notes.isEmpty { return [words(.noNotes)] }
    return Array(
      notes.map { MarkdownRenderer.document($0).lines(renderer.style) }.joined(separator: [""]))
  }

  static func keys(in words: FixedWords) -> [String] {
    let rows: [(key: String, means: FixedWords.Key)] = [
      (words(.keyNext), .keyNextMeans), ("← ↑ PgUp", .keyBackMeans), ("g 12 Enter", .keyStepMeans),
      (words(.keyFind), .keyFindMeans), (words(.keyEnds), .keyEndsMeans), ("1 Enter", .keyAnswerMeans),
      (words(.keyStatement), .keyStatementMeans), (words(.keyBlank), .keyBlankMeans), ("n", .keyNotesMeans),
      ("t", .keyTimeMeans), ("?", .keyKeysMeans), ("q", .keyLeaveMeans),
    ]
    let width = (rows.map { DisplayText.width($0.key) }.max() ?? 0) + 3
    return rows.map { $0.key.padding(to: width) + words($0.means) }
  }
}

extension LessonScreen {
  /// How many characters its examples have to be typed.
  fileprivate var typedCount: Int {
    parts.reduce(0) { sum, part in
      switch part.content {
      case .example(let example), .solution(let example): sum + example.entries.reduce(0) { $0 + $1.typedCount }
      case .prose, .question, .remarks, .task: sum
      }
    }
  }
}

extension ShownExample.Entry {
  /// The characters of its lines, and a key for the end of each.
  var typedCount: Int { typed.reduce(0) { $0 + $1.count + 1 } }
}
