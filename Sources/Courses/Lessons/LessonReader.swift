import Diagnostics

/// Reads a lesson's file.
///
/// ```swift
/// let (lesson, diagnostics) = LessonReader.read(source, number: 4, slug: "delete-rules")
/// for diagnostic in diagnostics { print(DiagnosticFormatter().format(diagnostic)) }   // Lessons/04-….md:12:1: …
/// ```
package enum LessonReader {
  /// The lesson, and everything that is wrong with the file. Reading goes on after a problem; there is no lesson only
  /// where it has no title or no step.
  ///
  /// Every diagnostic brings its own text, so that it is shown with file and line; the code in the fences is not parsed
  /// here but keeps its place in the file.
  ///
  /// - Parameter world: the text of the world that the head names, if the caller has it.
  package static func read(
    _ source: SourceText, number: Int = 0, slug: String = "", world: SourceText? = nil
  ) -> (lesson: Lesson?, diagnostics: [Diagnostic]) {
    var head = Head(of: source, keys: keys)
    let title = head.text("title", isRequired: true)
    var lesson = Lesson(
      number: number, slug: slug, title: title ?? "", chapter: head.text("chapter"), worldName: head.text("world"),
      world: world, needs: head.texts("needs"), minutes: head.number("minutes"), now: head.date("now"),
      introduction: [], steps: [], source: source)
    if let language = head.text("language") { lesson.words = FixedWords.of(language) }
    var unread: [Diagnostic] = []
    for text in head.texts("waives") {
      guard let waiver = LessonRule.waiver(text) else {
        let rules = Listing.alternatives(LessonRule.allCases.map(\.rawValue))
        unread.append(
          Diagnostic(
            "waiver", "'\(DisplayText.visible(text))' is no rule with a reason", line: source.firstLine, of: source,
            hint: "waives: [\"run: the reason\"]; the rules are \(rules)"))
        continue
      }
      lesson.waivers[waiver.rule] = waiver.reason
    }
    var reader = StepReader(source: source, diagnostics: head.diagnostics + unread)
    (lesson.introduction, lesson.steps) = reader.read(head.body, firstLine: head.bodyFirstLine)
    lesson.linesForOneAlone = reader.linesForOneAlone
    if lesson.steps.isEmpty, !reader.hasOpenFence {
      reader.report("no-steps", "the lesson has no step", line: source.lastLine, hint: "## begins a step")
    }
    let isUsable = title != nil && !lesson.steps.isEmpty
    return (isUsable ? lesson : nil, reader.diagnostics)
  }

  /// The keys of a lesson's head.
  static let keys = ["title", "chapter", "world", "needs", "minutes", "now", "waives", "language"]
}

/// The kinds of fenced block that mean something in a lesson; any other is shown as it is.
enum Fence: String, CaseIterable {
  case graph, output, predict, task, check, hint, solution, wrong, note, alone

  /// The kind named by the words after an opening fence, if any.
  init?(info: String) {
    guard let word = info.split(whereSeparator: \.isWhitespace).first else { return nil }
    self.init(rawValue: String(word))
  }

  /// Whether it contains statements or what they print, and no Markdown.
  var holdsCode: Bool {
    switch self {
    case .graph, .output, .check, .solution, .wrong: true
    case .predict, .task, .hint, .note, .alone: false
    }
  }

  /// Returns the kind that a misspelt one was probably meant to be.
  static func suggestion(for info: String) -> String? {
    guard let word = info.split(whereSeparator: \.isWhitespace).first.map(String.init) else { return nil }
    // Languages that lessons show and that are one slip away from a kind of ours.
    if ["text", "swift", "sql", "markdown", "shell", "console"].contains(word) { return nil }
    return Suggestions.didYouMean(word, among: allCases.map(\.rawValue))
  }
}

extension [Mark] {
  /// The ideas named by `practises=`.
  fileprivate var practised: [String] { filter { $0.key == Mark.practises }.flatMap(\.texts) }
}

/// Cuts a lesson's body into steps and their blocks.
private struct StepReader {
  let source: SourceText
  var diagnostics: [Diagnostic]
  private var introduction: [MarkdownDocument.Block] = []
  private var steps: [Step] = []
  private(set) var hasOpenFence = false
  private(set) var linesForOneAlone: Set<Int> = []

  init(source: SourceText, diagnostics: [Diagnostic]) {
    self.source = source
    self.diagnostics = diagnostics
  }

  mutating func read(_ body: String, firstLine: Int) -> (introduction: [MarkdownDocument.Block], steps: [Step]) {
    let (document, open) = MarkdownDocument.closingFences(in: body, firstLine: firstLine)
    for block in document.blocks {
      // Text after a missing fence is read as it was probably meant; only the fence is reported.
      if let open, !hasOpenFence, block.line >= open.line {
        check(steps.dropLast())
        diagnostics.append(.unclosed(open, in: source))
        hasOpenFence = true
      }
      switch block.kind {
      case .heading(2, let inlines): begin(MarkdownDocument.plainText(of: inlines), line: block.line)
      case .code(let code):
        if let fence = Fence(info: code.info) {
          add(fence, code, line: block.line)
        } else {
          if let hint = Fence.suggestion(for: code.info) {
            report("unknown-fence", "there is no '\(code.info)' block", line: block.line, hint: hint)
          }
          addProse(block)
        }
      default:
        findHiddenFences(in: block)
        addProse(block)
      }
    }
    check(steps[...])
    return (introduction, steps)
  }

  /// Reports a problem; nothing after a fence that is never closed.
  mutating func report(
    _ id: String, _ message: String, line: Int, severity: Diagnostic.Severity = .error, hint: String? = nil
  ) {
    if hasOpenFence { return }
    diagnostics.append(Diagnostic(id, message, line: line, of: source, severity: severity, hint: hint))
  }

  private mutating func begin(_ heading: String, line: Int) {
    var title = heading
    var marks: [Mark] = []
    if title.hasSuffix("}"), let brace = title.lastIndex(of: "{") {
      marks = Mark.all(in: title[brace...].dropFirst().dropLast())
      title = String(title[..<brace])
    }
    while title.last == " " { title.removeLast() }
    if title.isEmpty { report("missing-title", "the step has no title", line: line) }
    var step = Step(title: title, line: line, startsFresh: false, blocks: [])
    for mark in marks {
      switch (mark.key, mark.value) {
      case ("fresh", nil): step.startsFresh = true
      case ("pause", nil): step.endsPart = true
      case (Mark.teaches, _?): step.teaches = mark.texts
      case ("recalls", _?): step.recalls = mark.texts
      default:
        report(
          "unknown-mark", "a step has no mark '\(mark.key)'", line: line,
          hint: "{fresh} starts from the world alone, {pause} ends a part, {teaches=deny-at-save} names ideas")
      }
    }
    steps.append(step)
  }

  private mutating func addProse(_ block: MarkdownDocument.Block) {
    guard let last = steps.indices.last else {
      introduction.append(block)
      return
    }
    if case .prose(let blocks)? = steps[last].blocks.last {
      steps[last].blocks[steps[last].blocks.count - 1] = .prose(blocks + [block])
    } else {
      steps[last].blocks.append(.prose([block]))
    }
  }

  private mutating func add(_ fence: Fence, _ code: MarkdownDocument.Code, line: Int) {
    if fence == .alone {
      for block in MarkdownDocument(code.text, firstLine: code.firstLine).blocks {
        linesForOneAlone.insert(block.line)
        addProse(block)
      }
      return
    }
    guard let last = steps.indices.last else {
      report(
        "block-before-steps", "a \(fence.rawValue) block belongs in a step", line: line, hint: "begin one with ## Title"
      )
      return
    }
    let text = SourceText(code.text, name: source.name, firstLine: code.firstLine)
    let document = { MarkdownDocument(code.text, firstLine: code.firstLine) }
    let hasTask = steps[last].task != nil
    let marks = Mark.all(in: code.info.drop { !$0.isWhitespace })
    switch fence {
    case .graph:
      if hasTask { reportAfterTask(fence, line: line) }
      steps[last].blocks.append(.graph(text, output: nil))
    case .output:
      guard case .graph(let graph, nil)? = steps[last].blocks.last else {
        report("output-without-graph", "this output follows no graph block", line: line)
        return
      }
      steps[last].blocks[steps[last].blocks.count - 1] = .graph(graph, output: text)
    case .predict:
      if hasTask { reportAfterTask(fence, line: line) }
      let (prediction, found) = Prediction.read(text)
      if !hasOpenFence { diagnostics += found.map { $0.bound(to: text) } }
      guard var prediction else { return }
      prediction.practises = marks.practised
      steps[last].blocks.append(.predict(prediction))
      if marks.contains(where: { $0.key != Mark.practises || $0.value == nil }) {
        report(
          "predict-words", "a predict block takes only \(Mark.practises)", line: line,
          hint: "```predict \(Mark.practises)=deny-at-save"
        )
      }
    case .task:
      if hasTask { report("two-tasks", "a step has one task", line: line, hint: "begin another step with ## Title") }
      steps[last].blocks.append(.task(document()))
      steps[last].practises = marks.practised
      if let rules = AnswerRules(marks: marks.filter { $0.key != Mark.practises || $0.value == nil }) {
        steps[last].answerRules = rules
      } else {
        report(
          "task-words", "a task block takes \(AnswerRules.Word.words.joined(separator: ", ")) and \(Mark.practises)",
          line: line,
          hint: "```task without=\"nash.team =\" within=3")
      }
    case .check, .solution, .wrong, .hint:
      if !hasTask { report("no-task", "this \(fence.rawValue) belongs to no task", line: line, hint: "```task first") }
      switch fence {
      case .check: steps[last].blocks.append(.check(text))
      case .solution: steps[last].blocks.append(.solution(text))
      case .wrong: steps[last].blocks.append(.wrong(text))
      default: steps[last].blocks.append(.hint(Hint(text: document(), check: Hint.check(info: code.info))))
      }
    case .note: steps[last].blocks.append(.note(document()))
    case .alone: break
    }
  }

  private mutating func reportAfterTask(_ fence: Fence, line: Int) {
    report(
      "after-task", "a \(fence.rawValue) block must come before the task", line: line,
      hint: "statements that run after it belong in a new step: ## Title")
  }

  /// A fence inside a list or a quote is text: who wrote it there probably meant it to run.
  private mutating func findHiddenFences(in block: MarkdownDocument.Block) {
    switch block.kind {
    case .code(let code):
      if let fence = Fence(info: code.info) {
        report(
          "hidden-fence", "a \(fence.rawValue) block in a list or a quote is only shown", line: block.line,
          severity: .warning, hint: "begin it at the start of a line")
      }
    case .quote(let blocks): for block in blocks { findHiddenFences(in: block) }
    case .list(let list): for item in list.items { for block in item.blocks { findHiddenFences(in: block) } }
    case .heading, .paragraph, .table, .thematicBreak, .html: break
    }
  }

  private mutating func check(_ steps: ArraySlice<Step>) {
    for step in steps { check(step) }
  }

  private mutating func check(_ step: Step) {
    for (index, block) in step.blocks.enumerated() {
      guard case .predict(let prediction) = block, prediction.needsRun else { continue }
      let runsLater = step.blocks[index...].contains { if case .graph = $0 { true } else { false } }
      if !runsLater {
        report("predict-without-graph", "no graph block follows this prediction", line: prediction.line)
      }
    }
    guard step.task != nil else { return }
    let hasCheck = step.blocks.contains { if case .check = $0 { true } else { false } }
    if !hasCheck { report("task-without-check", "the task has no check", line: step.line, hint: "```check") }
    if step.solutions.isEmpty {
      report("task-without-solution", "the task has no solution", line: step.line, hint: "```solution")
    }
    if step.hints.isEmpty {
      report("task-without-hint", "the task has no hint", line: step.line, severity: .warning, hint: "```hint")
    }
  }
}
