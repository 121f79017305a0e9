import Courses
import Diagnostics
import Pages
import Shell
import WorkbookLanguage

// A lesson: one step at a time.
extension Sitting {
  /// Goes to a step, from 0; nothing happens where the learner is in it.
  /// - Returns: what is wrong with the record.
  mutating func open(_ lesson: Lesson, step: Int) -> [StyledText] {
    if let player = session.player, player.stepIndex == step, player.phase != .ready { return [] }
    let draft = session.draft(of: lesson, step: step)
    let lines = shown(session.open(lesson, step: step))
    collect()
    kept.draft = draft
    return lines
  }

  /// Begins a step again, without what was typed in it.
  mutating func restart(_ lesson: Lesson, step: Int) -> [StyledText] {
    let lines = session.begin(lesson, step: step, from: [])
    collect()
    return shown(lines + session.keepDraft())
  }

  /// Takes the answer to the open question.
  mutating func answer(_ text: String) -> [StyledText] {
    if let nothing = nothing(in: text) { return [StyledText(nothing)] }
    let lines = shown(session.answerQuestion(with: TypographicCharacters(in: text).plain))
    if !collect(), lines.isEmpty { keep(.answered(text)) }
    return lines
  }

  /// The words about a form without an answer; nil where there is one.
  func nothing(in text: String) -> String? {
    guard text.allSatisfy(\.isWhitespace), case .asking(let question)? = session.player?.phase else { return nil }
    if case .choices = question.answer { return words(.chooseFirst) }
    return words(.typeFirst)
  }

  /// Runs a command of the prompt that a button stands for.
  mutating func command(_ word: String) -> [StyledText] {
    let lines = session.take(word, width: columns) ?? []
    if !collect() { keep(.typed(word)) }
    return shown(lines + session.keepDraft())
  }

  /// Brings a step back to what it was, and leaves the record alone.
  mutating func replay(_ lesson: Lesson, _ step: Int, _ earlier: Kept) {
    session.keptRecord.takesChanges = false
    _ = session.begin(lesson, step: step, from: earlier.draft)
    collect()
    for input in earlier.inputs {
      switch input {
      case .answered(let text):
        _ = session.answerQuestion(with: text)
        collect()
      case .typed(let text):
        let lines = session.take(text, width: columns)
        collect()
        if let lines, Session.command(in: text) == nil { add(entry(text, lines, width: columns)) }
      }
    }
    session.keptRecord.takesChanges = true
    (kept.draft, kept.inputs, kept.size) = (earlier.draft, earlier.inputs, earlier.size)
  }

  /// The contents of a step's page.
  struct LessonView: Sendable {
    enum Phase: Hashable, Sendable { case asking, task, stepDone, lessonDone }

    var step: Int
    var phase: Phase
    /// Whether it has a task that holds.
    var isTaskDone: Bool
    var parts: HTML
    /// How many hints the task has, and how many of them were shown.
    var hints: (count: Int, shown: Int)
    var hasSolution: Bool
    var hasWork: Bool
    var log: HTML
    var graph: GraphView
  }

  /// - Parameter form: the form around the open question.
  func lessonView(form: @escaping (HTML) -> HTML) -> LessonView? {
    guard let player = session.player else { return nil }
    let phase: LessonView.Phase =
      switch player.phase {
      case .asking: .asking
      case .task: .task
      case .ready, .stepDone: .stepDone
      case .lessonDone: .lessonDone
      }
    let isTaskDone = parts.contains { if case .taskDone = $0 { true } else { false } }
    return LessonView(
      step: player.stepIndex, phase: phase, isTaskDone: isTaskDone, parts: partsHTML(form: form),
      hints: player.taskHints,
      hasSolution: player.step?.solutions.isEmpty == false, hasWork: player.hasOwnWork, log: log.joined(), graph: graph)
  }

  /// - Parameter foldsText: whether the text before the last question is folded, for someone who has read it.
  func partsHTML(foldsText: Bool = false, form: @escaping (HTML) -> HTML) -> HTML {
    var number = 0
    let html = parts.map { part -> HTML in
      if case .question = part { number += 1 }
      return maker.html(part, number: number, form: part.isOpenQuestion ? form : nil)
    }
    let last = parts.lastIndex { if case .question = $0 { true } else { false } }
    guard foldsText, let last, last > 0 else { return html.joined() }
    return
      "<details><summary>\(text: words(.theStep))</summary>\n\(html[..<last].joined())</details>\n\(html[last...].joined())"
  }
}
