import Courses
import Diagnostics
import WorkbookLanguage

/// A screen of a lesson: the part of a step that is shown at one time, on a projector or in a class's browsers.
package struct LessonScreen: Sendable {
  /// The step, from 0.
  package var step: Int
  package var parts: [Part]
  /// How many parts of the step's script have been shown when this screen is: the index of the state in
  /// ``LessonScript/states`` that belongs to it.
  package var shown: Int
  /// Whether it introduces the lesson, before the first step.
  package var isIntroduction = false

  package init(step: Int, parts: [Part], shown: Int) {
    self.step = step
    self.parts = parts
    self.shown = shown
  }

  /// A piece of a lesson's part, or all of it.
  package struct Part: Sendable {
    package var content: Content
    /// Whether it began on the screen before.
    package var isContinued = false
    /// Whether it goes on on the next screen.
    package var goesOn = false

    package init(_ content: Content, isContinued: Bool = false, goesOn: Bool = false) {
      self.content = content
      self.isContinued = isContinued
      self.goesOn = goesOn
    }
  }

  package enum Content: Sendable {
    case prose(MarkdownDocument.Block)
    case example(ShownExample)
    /// A question that waits for an answer: the last part of its screen.
    case question(LessonQuestion)
    /// The same question with all remarks, on the screen after it.
    case remarks(LessonQuestion)
    case task(MarkdownDocument)
    case solution(ShownExample)
  }

  /// The question that this screen asks.
  package var question: LessonQuestion? {
    if case .question(let question)? = parts.last?.content { question } else { nil }
  }

  /// The question that this screen answers.
  package var answered: LessonQuestion? {
    if case .remarks(let question)? = parts.first?.content { question } else { nil }
  }

  /// The task that this screen sets.
  package var task: MarkdownDocument? {
    for case .task(let task) in parts.map(\.content) { return task }
    return nil
  }
}

/// The size of a medium's screens, and of what is on them.
///
/// A terminal measures with the renderer that it shows the screens with. A browser scrolls: there a screen of about
/// 80 × 24 characters is a good size for any window.
package protocol ScreenMeasure {
  /// The lines of a screen, without what is shown on every screen.
  var rows: Int { get }
  /// The result of a statement.
  func output(of outcome: Outcome) -> Document
  /// The lines of a result. One that is too long for a screen is divided between them.
  func lines(of document: Document) -> [StyledText]
  /// How many lines a part takes, those that say that it goes on included.
  func height(of part: LessonScreen.Part) -> Int
  /// Whether it draws the pictures of results: a drawing is not divided between screens.
  var drawsPictures: Bool { get }
}

extension ScreenMeasure {
  package var drawsPictures: Bool { false }
}

extension LessonScript {
  /// Divides the lesson into screens.
  ///
  /// A step begins a screen, and so does every answer; a question ends one. No example with its output, no question and
  /// no table is divided if it fits a screen by itself. A longer example is divided between two statements, and one
  /// statement's output only if that alone is too long; a longer list between two items, a longer table between two rows,
  /// with its head on each screen. What is left, such as a paragraph that is longer than a screen, gets a screen of its own.
  ///
  /// The introduction, if the lesson has one, is the beginning of the first step. At least one screen for each step.
  /// - Complexity: O(lesson), times what measuring takes.
  package func screens(_ measure: some ScreenMeasure) -> [LessonScreen] {
    steps.indices.flatMap { index in
      var cutter = ScreenCutter(measure: measure, step: index, words: lesson.words)
      if index == 0 {
        for block in lesson.introduction { cutter.put(.prose(block), shown: 0) }
        // The first step's own heading follows the introduction on a new screen.
        cutter.endIntroduction()
      }
      for (place, part) in steps[index].parts.enumerated() { cutter.add(part, shown: place + 1) }
      return cutter.finish()
    }
  }
}

/// Fills the screens of a step.
private struct ScreenCutter<Measure: ScreenMeasure> {
  typealias Part = LessonScreen.Part

  let measure: Measure
  let step: Int
  let words: FixedWords
  private var screens: [LessonScreen] = []
  private var parts: [Part] = []
  private var used = 0
  private var shown = 0

  init(measure: Measure, step: Int, words: FixedWords) {
    self.measure = measure
    self.step = step
    self.words = words
  }

  private var rows: Int { max(1, measure.rows) }

  mutating func add(_ part: LessonPart, shown: Int) {
    switch part {
    case .prose(let block): put(.prose(block), shown: shown)
    case .example(let outcomes):
      put(.example(ShownExample(outcomes, output: measure.output)), shown: shown)
    case .solution(let outcomes):
      // On a screen of its own: a class first tries the task.
      flush()
      put(.solution(ShownExample(outcomes, output: measure.output)), shown: shown)
      flush()
    case .question(let question):
      put(.question(question), shown: shown)
      flush()
      put(.remarks(question), shown: shown)
      flush()
    case .task(let task):
      put(.task(task), shown: shown)
      flush()
    // Hints are for those who work on the task.
    case .hint: break
    }
  }

  mutating func put(_ content: LessonScreen.Content, shown: Int) {
    let whole = Part(content)
    let height = measure.height(of: whole)
    guard height > rows else { return place(whole, height, shown) }
    flush()
    for piece in pieces(of: content) {
      place(piece, measure.height(of: piece), shown)
      if piece.goesOn { flush() }
    }
  }

  private mutating func place(_ part: Part, _ height: Int, _ shown: Int) {
    if !parts.isEmpty, used + 1 + height > rows { turn(for: part, height) }
    used += height + (parts.isEmpty ? 0 : 1)
    parts.append(part)
    self.shown = shown
  }

  /// Begins another screen. A sentence that leads over to what comes next, with a colon, goes with it.
  private mutating func turn(for part: Part, _ height: Int) {
    guard parts.count > 1, let last = parts.last, case .prose(let block) = last.content,
      case .paragraph(let inlines) = block.kind,
      MarkdownDocument.plainText(of: inlines).last == ":",
      case let lead = measure.height(of: last), lead + 1 + height <= rows
    else { return flush() }
    parts.removeLast()
    // The state that the screen shows is that of its last part, and prose changes none.
    flush()
    parts = [last]
    used = lead
  }

  mutating func flush() {
    if !parts.isEmpty { screens.append(LessonScreen(step: step, parts: parts, shown: shown)) }
    parts = []
    used = 0
  }

  mutating func endIntroduction() {
    flush()
    for index in screens.indices { screens[index].isIntroduction = true }
  }

  mutating func finish() -> [LessonScreen] {
    flush()
    return screens.allSatisfy(\.isIntroduction) ? screens + [LessonScreen(step: step, parts: [], shown: 0)] : screens
  }

  // MARK: What is longer than a screen

  private func pieces(of content: LessonScreen.Content) -> [Part] {
    switch content {
    case .example(let example):
      return divided(example.entries.flatMap(fitting), { .example(ShownExample(joining: $0)) })
    case .solution(let example):
      return divided(example.entries.flatMap(fitting), { .solution(ShownExample(joining: $0)) })
    case .task(let task):
      let blocks = task.blocks.flatMap { block -> [MarkdownDocument.Block] in
        guard measure.height(of: Part(.task(MarkdownDocument(blocks: [block])), isContinued: true, goesOn: true)) > rows
        else { return [block] }
        return single(block)
      }
      return divided(blocks, { .task(MarkdownDocument(blocks: $0)) })
    case .prose(let block): return pieces(of: block)
    case .question, .remarks: return [Part(content)]
    }
  }

  /// A block of a task as blocks that can be on different screens.
  private func single(_ block: MarkdownDocument.Block) -> [MarkdownDocument.Block] {
    guard case .list(let list) = block.kind else { return [block] }
    return list.items.enumerated().map { place, item in
      let piece = MarkdownDocument.List(
        isOrdered: list.isOrdered, start: list.start &+ place, isTight: list.isTight, items: [item])
      return MarkdownDocument.Block(.list(piece), line: block.line)
    }
  }

  private func pieces(of block: MarkdownDocument.Block) -> [Part] {
    switch block.kind {
    case .list(let list):
      return divided(Array(list.items.enumerated())) { items in
        var piece = list
        piece.items = items.map(\.element)
        piece.start = list.start &+ (items.first?.offset ?? 0)
        return .prose(MarkdownDocument.Block(.list(piece), line: block.line))
      }
    case .table(let table):
      return divided(table.rows) { rows in
        var piece = table
        piece.rows = rows
        return .prose(MarkdownDocument.Block(.table(piece), line: block.line))
      }
    case .code(let code):
      return divided(code.text.lines) { lines in
        var piece = code
        piece.text = lines.map { $0 + "\n" }.joined()
        return .prose(MarkdownDocument.Block(.code(piece), line: block.line))
      }
    case .quote(let blocks):
      return divided(blocks) { .prose(MarkdownDocument.Block(.quote($0), line: block.line)) }
    case .heading, .paragraph, .thematicBreak, .html: return [Part(.prose(block))]
    }
  }

  /// Divides elements between screens, as many as fit on each and at least one.
  private func divided<Element>(_ elements: [Element], _ content: ([Element]) -> LessonScreen.Content) -> [Part] {
    var result: [Part] = []
    var rest = elements[...]
    while !rest.isEmpty {
      var count = 1
      func piece(_ count: Int) -> Part {
        Part(content(Array(rest.prefix(count))), isContinued: !result.isEmpty, goesOn: count < rest.count)
      }
      while count < rest.count, measure.height(of: piece(count + 1)) <= rows { count += 1 }
      result.append(piece(count))
      rest = rest.dropFirst(count)
    }
    return result.isEmpty ? [Part(content([]))] : result
  }

  /// An entry as pieces that each fit a screen with both signs.
  private func fitting(_ entry: ShownExample.Entry) -> [ShownExample.Entry] {
    func height(_ entry: ShownExample.Entry) -> Int {
      measure.height(of: Part(.example(ShownExample(entries: [entry])), isContinued: true, goesOn: true))
    }
    let lines = measure.lines(of: entry.output)
    guard height(entry) > rows, lines.count > 1, entry.picture == nil || !measure.drawsPictures else { return [entry] }
    var pieces: [ShownExample.Entry] = []
    var rest = lines[...]
    var typed = entry.typed
    while !rest.isEmpty {
      let room = max(1, rows - height(ShownExample.Entry(typed: typed, output: [])))
      pieces.append(ShownExample.Entry(typed: typed, output: Document(Array(rest.prefix(room)))))
      rest = rest.dropFirst(room)
      typed = []
    }
    return pieces
  }
}

extension ShownExample {
  /// Entries of which some go on with the output of the one before.
  fileprivate init(joining pieces: [Entry]) {
    self.init(entries: [])
    for piece in pieces {
      if piece.typed.isEmpty, let last = entries.indices.last {
        entries[last].output += piece.output
      } else {
        entries.append(piece)
      }
    }
  }
}

extension LessonHTML {
  /// A screen. The question is there without its choices, which a class votes on in a form; the answer comes with the
  /// screen after it.
  package mutating func html(_ screen: LessonScreen) -> HTML {
    var body: HTML = ""
    for part in screen.parts {
      if part.isContinued { body += "<p class=\"goes-on\">… \(text: words(.continued))</p>\n" }
      switch part.content {
      case .prose(let block): body += MarkdownHTML(words).html(block)
      case .example(let example): body += html(example)
      case .question(let question): body += MarkdownHTML(words).html(question.prediction.question)
      case .remarks(let question): body += html(question, as: .shown)
      case .task(let task): body += self.task(task)
      case .solution(let example):
        body += "<div class=\"solution\"><h3>\(text: words(.solution))</h3>\n\(html(example))</div>\n"
      }
      if part.goesOn { body += "<p class=\"goes-on\">\(text: words(.goesOn)) …</p>\n" }
    }
    return body
  }
}
