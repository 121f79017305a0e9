import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

// Evaluating: runs an input, and makes lines of what came of it.
extension Session {
  /// Runs an input: statements go to the current activity, commands of the prompt are performed.
  package mutating func evaluate(_ tree: SyntaxTree) -> Document {
    let start = world.clock()
    let isCommand = mode.takesCommands && tree.statements.contains { $0.isCommand }
    var lines: Document
    if isCommand {
      lines = []
      for statement in tree.statements {
        if case .shell(let command) = statement.kind {
          lines += perform(command)
        } else {
          lines += evaluateStatements(WorkbookParser.parse(tree.source.excerpt(statement.range)))
        }
      }
      lines += tree.diagnostics.flatMap { Document($0, in: tree.source) }
    } else {
      typing.lastInput = tree.source
      lines = evaluateStatements(tree)
    }
    if typing.showsTiming, !isCommand { lines.append(StyledText(Self.text(of: world.clock() - start), .faint)) }
    return lines
  }

  /// Takes a text that was sent as a whole: one input, whose budget is its own.
  ///
  /// - Parameter width: The cells of a line where it is shown; 20 to 120.
  /// - Returns: the lines to show; nil for a statement that goes on, of which nothing has run.
  package mutating func take(_ text: String, width: Int) -> Document? {
    style.width = max(20, min(width, 120))
    lastInputFailed = false
    if mode == .browser, let lines = answerDrill(text) ?? answer(text) { return lines }
    let tree = WorkbookParser.parse(SourceText(meaning(of: text)))
    if tree.isIncomplete { return nil }
    if tree.statements.count > 1, tree.statements.contains(where: \.isCommand) {
      lastInputFailed = true
      return format(
        Diagnostic(
          "one-command", "a command cannot share its line with statements", hint: "type it on a separate line"))
    }
    if let refusal = refusalOfFiles, tree.statements.contains(where: \.needsFiles) {
      lastInputFailed = true
      return wrapped(StyledText(refusal))
    }
    return tree.statements.isEmpty && tree.diagnostics.isEmpty ? [] : evaluate(tree)
  }

  /// The input that a text means: a command for the word that another prompt has for it, a statement without the capital at its
  /// beginning, or the text itself.
  package func meaning(of text: String) -> String {
    let synonym = text.contains(where: \.isNewline) ? nil : CommandTable.meaning(of: text)
    return synonym ?? withoutCapitals(text)
  }

  /// The text of a page's field with what a phone or a word processor has changed put back: the language's own characters, and
  /// statements that begin with a small letter. O(text).
  package func asTyped(_ text: String) -> String { withoutCapitals(TypographicCharacters(in: text).plain) }

  /// The text with a small letter wherever ``withoutCapital(_:)`` finds a capital at the beginning of a line.
  private func withoutCapitals(_ text: String) -> String {
    guard text.hasLineWithCapital else { return text }
    var (result, rest) = ("", text[...])
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      result += withoutCapital(String(line)) ?? String(line)
      rest = rest[line.endIndex...]
      if let end = rest.popFirst() { result.append(end) }
    }
    return result
  }

  /// The text with a small letter at its beginning, where phones and word processors make a capital; nil where there is none, and
  /// where something has the capitalized word as its name.
  func withoutCapital(_ text: String) -> String? {
    guard text.mayBeginWithCapitalizedWord, let start = text.firstIndex(where: { !$0.isWhitespace }),
      text[start].isUppercase
    else { return nil }
    let word = text[start...].prefix(while: \.isLetter)
    let small = word.prefix(1).lowercased() + word.dropFirst()
    let rest = text[word.endIndex...]
    // `Group.name`, `Group(…)`, `Group = …`
    guard rest.first.map(\.isWhitespace) ?? true, CommandTable.beginnings.contains(small),
      rest.first(where: { !$0.isWhitespace }).map({ $0.isLetter || $0.isNumber || "\"'{($#".contains($0) }) ?? true,
      interpreter.names[String(word)] == nil, !interpreter.context.model.entityNames.contains(String(word)),
      interpreter.context.model.fetchRequestTemplate(named: String(word)) == nil
    else { return nil }
    return text[..<start] + small + rest
  }

  /// Why statements cannot use files; nil where they can.
  private var refusalOfFiles: String? {
    let stores = "A store with a plain name, such as \"todo.graphstore\", is kept in memory."
    return switch mode {
    case .prompt, .script: nil
    case .student: "Files cannot be used in a class: type the statements themselves. \(stores)"
    case .browser:
      "Statements cannot use files in the browser: the playground has buttons that open a file and download one. \(stores)"
    }
  }

  private mutating func evaluateStatements(_ tree: SyntaxTree) -> Document {
    switch activity {
    case .playground:
      // The budget is each input's at the prompt, and the whole text's in a script.
      if mode.takesCommands { playground.startCounting() }
      let outcomes = runInPlayground(tree)
      hasFailed = hasFailed || outcomes.contains(where: \.failed)
      return render(outcomes)
    case .lesson:
      return play { $0.execute(tree) }
    case .exercise(var attempt):
      let outcomes = attempt.execute(tree)
      let note = attempt.replacedModel ? wrapped(StyledText(Self.newModel, .faint)) : []
      activity = .exercise(attempt)
      return note + render(outcomes)
    case .drill(var attempt):
      attempt.interpreter.budget = .lesson
      let outcomes = attempt.interpreter.run(tree)
      activity = .drill(attempt)
      return render(outcomes)
    case .practice(let round): return execute(tree, in: round)
    }
  }

  private static let newModel =
    "Your model replaces the one that is there, and the objects stay as far as it has a place for them. "
    + "restart brings back what was there."

  mutating func render(_ outcomes: [Outcome]) -> Document {
    if outcomes.contains(where: \.failed) { lastInputFailed = true }
    var renderer =
      switch activity {
      case .playground: OutcomeRenderer()
      case .lesson, .exercise, .drill, .practice: lessonRenderer.outcomeRenderer
      }
    renderer.isQuiet = isQuiet
    renderer.keepsRoles = style.dress != .plain
    renderer.undoEnd = undoEnd
    // The playground's interpreter is used in place: copying it for each line takes as long as parsing the line.
    let interpreter: Interpreter? = if case .playground = activity { nil } else { interpreter }
    renderer.cancellation = Cancellation(interpreter?.meter ?? playground.meter, world.interrupts.map { $0.came })
    func allowed(_ lines: Document) -> Document? {
      if let interpreter { return interpreter.allowed(lines) }
      return playground.allowed(lines)
    }
    func lines(of outcome: Outcome) -> Document {
      renderer.document(for: outcome.failed ? withCommandHint(outcome) : outcome)
    }
    if outcomes.count == 1, let lines = allowed(lines(of: outcomes[0])) { return lines }
    var all = Document()
    for outcome in outcomes {
      guard let lines = allowed(lines(of: outcome)) else {
        hasFailed = true
        return all + format((interpreter ?? playground).words(for: renderer.cancellation.stop, advice: nil))
      }
      all += lines
    }
    return all
  }

  /// Why there is nothing to undo; nil where that needs no words.
  private var undoEnd: String? {
    func end(_ beginning: String, after work: [String]) -> String {
      let isForgotten = work.contains { text in
        WorkbookParser.parse(SourceText(text)).statements.contains { [.rollback, .reset].contains($0.kind) }
      }
      return isForgotten
        ? "rollback and reset end what undo can reach; restart begins the \(beginning) again"
        : "the \(beginning) begins here"
    }
    return switch activity {
    case .playground: nil
    case .lesson(let player) where player.isAsking: "no statement of yours comes before this question"
    case .lesson(let player): end("step", after: player.work)
    case .practice: end("step", after: player?.work ?? [])
    case .exercise(let attempt): end("exercise", after: attempt.accepted)
    case .drill: "the drill begins here"
    }
  }

  /// Adds a hint with the nearest command or statement to a failed outcome, such as `lesson` for `lessn`. It leaves the outcome
  /// alone if it has a hint already, or if the line begins with a statement's word or a known name.
  func withCommandHint(_ outcome: Outcome) -> Outcome {
    if mode.takesCommands, let answer = answerToQuestion(outcome) { return answer }
    guard mode.takesCommands, outcome.diagnostics.count == 1, outcome.diagnostics[0].id != Diagnostic.ID.foreignSyntax,
      outcome.diagnostics[0].nearest.isEmpty
    else { return outcome }
    // A syntax error is about a part of its line, and its first word may be the slip.
    let isSyntax = outcome.diagnostics[0].id == Diagnostic.ID.unexpected && outcome.source.text.lines.count == 1
    let text = isSyntax ? outcome.source.text.trimmed[...] : outcome.text
    let words = text.split(whereSeparator: { !$0.isLetter })
    if let advice = adviceOnForeignWord(in: String(outcome.text)) {
      var result = outcome
      result.diagnostics[0].hint = advice
      return result
    }
    let lead = outcome.source.text.trimmed
    guard let word = words.first, words.count <= 2, text.hasPrefix(word), lead.hasPrefix(word),
      !CommandTable.all.firstWords.contains(String(word)), interpreter.names[String(word)] == nil,
      interpreter.context.model.fetchRequestTemplate(named: String(word)) == nil,
      text.dropFirst(word.count).allSatisfy({ $0 == " " || $0.isLetter || $0.isNumber }),
      case let near = Suggestions.nearest(to: String(word), among: CommandTable.all.firstWords), !near.isEmpty
    else { return outcome }
    var result = outcome
    result.diagnostics[0].ask(about: near)
    if isSyntax, let start = outcome.source.text.utf8.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
      let place = outcome.source.text.utf8.distance(from: outcome.source.text.startIndex, to: start)
      result.diagnostics[0].message = "no statement begins with '\(DisplayText.visible(word))'"
      result.diagnostics[0].range = SourceRange(place, place + word.utf8.count)
    }
    return result
  }

  /// The outcome of a line that is a question, with where to look; nil for any other line, and for a question that is
  /// answered by a statement.
  private func answerToQuestion(_ outcome: Outcome) -> Outcome? {
    guard let problem = outcome.diagnostics.first, outcome.source.text.lines.count == 1,
      problem.id != Diagnostic.ID.foreignSyntax || problem.hint == nil,
      let topics = Question.topics(of: outcome.source.text, in: helpOfCourse)
    else { return nil }
    var result = outcome
    result.diagnostics = [
      Diagnostic(
        "question", "the workbook takes statements, and no questions in English", hint: Question.hint(about: topics))
    ]
    return result
  }

  /// Returns the right input for a line that is a word from another program and not a name here.
  func adviceOnForeignWord(in line: String) -> String? {
    let word = line.split(whereSeparator: \.isWhitespace).joined()
    guard interpreter.names[word] == nil else { return nil }
    return CommandTable.advice(onForeign: word.lowercased(), isStudent: mode == .student)
  }

  /// `1.2 ms`; three digits are enough.
  private static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    if microseconds < 1000 { return "\(microseconds) µs" }
    if microseconds < 1_000_000 { return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms" }
    return "\(microseconds / 1_000_000).\(microseconds % 1_000_000 / 100_000) s"
  }
}

extension Interpreter {
  /// Spends for lines to be shown; nil when they may not be.
  fileprivate func allowed(_ lines: Document) -> Document? {
    // The lines already say so if something else has run out.
    meter.exhaustion != nil || meter.count(.printedBytes, lines.byteCount) ? lines : nil
  }
}

extension Statement {
  /// Whether this statement or one in it reads or writes files. A store of a class whose file has a plain name does not.
  fileprivate var needsFiles: Bool {
    var found = false
    forEachStatement { statement in
      switch statement.fileUse {
      case .reads, .writesOrCompares, .store(_, isSQLite: true): found = true
      case .store(let path, isSQLite: false):
        found = found || !path.text.hasSuffix(".graphstore") || path.text.contains { "/\\~".contains($0) }
      case nil: break
      }
    }
    return found
  }
}

extension String {
  /// Whether the text may begin with a word in a capital that stands alone, and not as in `Team(…)` or `Team.name`. O(length of the
  /// word): a quick look at its bytes.
  fileprivate var mayBeginWithCapitalizedWord: Bool {
    let word = utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) || first > 0x7F else {
      return false
    }
    let next = word.first { byte in
      !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return next.map { $0 <= UInt8(ascii: " ") || $0 > 0x7F } ?? true
  }

  /// Whether a line may begin with a capital: after blanks, with one of ASCII or with a letter outside of it. O(bytes).
  fileprivate var hasLineWithCapital: Bool {
    var isBeginning = true
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isBeginning = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default:
        if isBeginning, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte > 0x7F { return true }
        isBeginning = false
      }
    }
    return false
  }
}
