import Diagnostics

/// Reads an exercise from the texts of its folder.
package enum ExerciseReader {
  /// The exercise, and everything that is wrong with its files. There is no exercise only where `task.md` has no title, or
  /// `check.graph` is missing: a start file that is missing is an empty one.
  ///
  /// - Parameter files: by their path in the folder: `task.md`, `check.graph`, `wrong/to-one.graph`.
  package static func read(
    _ files: [String: SourceText], slug: String, folder: String
  ) -> (exercise: Exercise?, diagnostics: [Diagnostic]) {
    guard let source = files["task.md"] else {
      return (nil, [Diagnostic("missing-file", "the exercise '\(slug)' has no task.md")])
    }
    var head = Head(of: source, keys: keys)
    let title = head.text("title", isRequired: true)
    var exercise = Exercise(
      slug: slug, folder: folder, title: title ?? "", points: head.number("points", isRequired: true) ?? 1,
      order: head.number("order"), minutes: head.number("minutes"),
      needs: head.texts("needs"), names: head.texts("names"), steps: head.number("steps"),
      task: MarkdownDocument(blocks: []), hints: [], notes: [], start: SourceText("", name: "start.graph"),
      check: SourceText("", name: "check.graph"), solution: SourceText("", name: "solution.graph"), right: [],
      wrong: [], source: source)
    exercise.answerRules = AnswerRules(
      keep: head.texts("keep"), without: head.texts("without"), within: head.number("within"))
    exercise.also = head.texts("also")
    exercise.isFree = head.flag("free")
    exercise.isHandout = head.flag("handout")
    exercise.savingCheck = head.text("saved")
    exercise.practises = head.texts("practises")
    exercise.survivors = head.texts("survives").compactMap { text in
      guard let colon = text.lastIndex(of: ":") else { return nil }
      return Exercise.Survivor(mutant: String(text[..<colon]), reason: String(text[text.index(after: colon)...]))
    }
    if let language = head.text("language") { exercise.words = FixedWords.of(language) }
    let varies = head.texts("vary")
    exercise.varies = varies.compactMap(ExerciseVariant.Word.init)
    var diagnostics = head.diagnostics
    if exercise.varies.count < varies.count {
      diagnostics.append(
        Diagnostic(
          "wrong-kind", "'vary' lists words and what they may become", line: source.firstLine, of: source,
          hint: "vary: [\"sales: design, support\"]"))
    }
    if exercise.points == 0 {
      diagnostics.append(Diagnostic("no-points", "the exercise is worth nothing", line: source.firstLine, of: source))
    }
    readBody(of: head, into: &exercise, &diagnostics)
    for (name, part) in [
      ("start.graph", \Exercise.start), ("check.graph", \Exercise.check), ("solution.graph", \Exercise.solution),
    ] as [(String, WritableKeyPath<Exercise, SourceText>)] {
      if let file = files[name] {
        exercise[keyPath: part] = file
      } else if !exercise.isHandout {
        diagnostics.append(
          Diagnostic("missing-file", "the exercise has no \(name)", line: source.firstLine, of: source))
      }
    }
    exercise.again = files["again.graph"]
    for (path, file) in files.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".graph") {
      if path.hasPrefix("right/") { exercise.right.append(file) }
      if path.hasPrefix("wrong/") { exercise.wrong.append(file) }
    }
    for word in ExerciseVariant.unused(in: exercise) {
      diagnostics.append(
        Diagnostic(
          "unused-word", "the exercise has no '\(DisplayText.visible(word))' to vary", line: source.firstLine,
          of: source))
    }
    let isUsable = title != nil && (files["check.graph"] != nil || exercise.isHandout)
    return (isUsable ? exercise : nil, diagnostics)
  }

  /// The keys of an exercise's head.
  static let keys = [
    "title", "points", "order", "minutes", "needs", "names", "steps", "keep", "without", "within", "also", "free",
    "saved",
    "survives", "practises", "handout", "vary", "language",
  ]

  private static func readBody(of head: Head, into exercise: inout Exercise, _ diagnostics: inout [Diagnostic]) {
    let source = exercise.source
    let (document, open) = MarkdownDocument.closingFences(in: head.body, firstLine: head.bodyFirstLine)
    if let open { diagnostics.append(.unclosed(open, in: source)) }
    for block in document.blocks {
      guard case .code(let code) = block.kind else {
        exercise.task.blocks.append(block)
        continue
      }
      switch Fence(info: code.info) {
      case .hint:
        let text = MarkdownDocument(code.text, firstLine: code.firstLine)
        exercise.hints.append(Hint(text: text, check: Hint.check(info: code.info)))
      case .note: exercise.notes.append(MarkdownDocument(code.text, firstLine: code.firstLine))
      case .check, .solution, .wrong, .predict, .task, .output, .alone:
        // Text after a missing fence is read as it was probably meant; only the fence is reported.
        if let open, block.line >= open.line { continue }
        diagnostics.append(
          Diagnostic(
            "fence-in-task", "a task has only hint and note blocks", line: block.line, of: source,
            hint: "put checks and solutions into separate files"))
      case .graph, nil:
        // A graph block in a task shows something; nothing runs here.
        exercise.task.blocks.append(block)
      }
    }
    if exercise.task.blocks.isEmpty, open == nil {
      diagnostics.append(Diagnostic("empty-task", "the task says nothing", line: source.lastLine, of: source))
    }
  }
}
