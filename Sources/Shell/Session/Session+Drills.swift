import Courses
import Diagnostics
import Drills
import WorkbookLanguage

extension Session {
  /// Starts a drill: of a kind, of a chapter, or of the kind that needs it most.
  package mutating func startDrill(_ word: String?) -> Document {
    let problems = loadProgress()
    courseWords = world.library?.courseWords() ?? .english
    let kinds: [DrillKind]
    switch DrillKind.kinds(named: word) {
    case .success(let found): kinds = word == nil ? found.filter(isWithinReach) : found
    case .failure(let problem): return problems + format(problem)
    }
    let kept = keepDraft()
    if case .lesson(let player) = activity { keep(player) }
    return problems + kept + ask(one: kinds)
  }

  /// Asks about a kind that was answered wrong and is not learned yet; else about the one answered right least often.
  /// - Parameter last: the drill just asked, whose kind waits while there are others.
  private mutating func ask(one kinds: [DrillKind], after last: Drill? = nil) -> Document {
    func urgency(_ kind: DrillKind) -> (Int, Int, Int) {
      let isShaky = progress?.card(of: .drill(kind.rawValue))?.isLearned == false
      let record = drillProgress(kind)
      return (isShaky ? 0 : 1, record.right, record.attempts)
    }
    let others = kinds.filter { $0 != last?.kind }
    return (others.isEmpty ? kinds : others).min { urgency($0) < urgency($1) }.map {
      ask(drill: $0, of: kinds, after: last)
    } ?? []
  }

  /// Asks a drill of a kind. Every attempt goes on to the next seed, and three right answers to the next level.
  /// - Parameters:
  ///   - last: the drill just asked, which may have been left unanswered: the next is another one.
  ///   - round: the round of practice that goes on after the drill.
  mutating func ask(
    drill kind: DrillKind, of kinds: [DrillKind], after last: Drill? = nil, in round: PracticeRound? = nil
  ) -> Document {
    let record = drillProgress(kind)
    var seed = UInt64(clamping: record.attempts)
    if let last, last.kind == kind { seed = max(seed, last.seed &+ 1) }
    let drill = DrillMaker.drill(kind, seed: seed, level: 1 + record.right / DrillMaker.answersForLevel)
    activity = .drill(DrillAttempt(drill, of: kinds, in: round))
    return question(drill)
  }

  /// Whether a learner who asks for no kind is asked about one: it is of a chapter that they have begun, or was drilled before.
  private func isWithinReach(_ kind: DrillKind) -> Bool {
    if drillProgress(kind).attempts > 0 { return true }
    let begun = (world.library?.lessons().entries ?? []).filter { progress?.lessons[$0.slug]?.steps ?? 0 > 0 }
    return kind.chapter <= max(1, begun.map(\.chapterNumber).max() ?? 1)
  }

  /// Asks one drill, as a test or a worksheet chooses it.
  package mutating func practise(_ drill: Drill) { activity = .drill(DrillAttempt(drill, of: [drill.kind])) }

  private func drillProgress(_ kind: DrillKind) -> DrillProgress { progress?.drills[kind.rawValue] ?? DrillProgress() }

  private func question(_ drill: Drill) -> Document {
    let facts = words(.drillFacts, "\(drill.level)", "\(drill.seed)")
    let title = StyledText(drill.kind.rawValue, .strong) + StyledText(" · " + facts, .faint)
    return [""] + wrapped(title) + [""] + drill.setup.flatMap { lessonRenderer.code(SourceText($0)) } + [""]
      + wrapped(StyledText(drill.question)) + wrapped(StyledText(words(.answerWith, drill.prompt), .faint))
  }

  /// Takes a line as the answer to an open drill; nil when there is none, or the line is a command or begins with `show`.
  mutating func answerDrill(_ line: String) -> Document? {
    guard case .drill(var attempt) = activity, !attempt.isAnswered, line.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    let tree = WorkbookParser.parse(SourceText(line))
    let looks = line.trimmed.split(separator: " ").first.map { ["show", "lesson", "exercise", "drill"].contains($0) }
    if tree.statements.contains(where: \.isCommand) || looks == true || CommandTable.meaning(of: line) != nil {
      return nil
    }
    let verdict = attempt.drill.judge(line)
    switch verdict {
    case .notAnAnswer(let sentence):
      return wrapped(StyledText(sentence + " " + words(.doesNotCount, attempt.drill.prompt)))
    case .right:
      attempt.isAnswered = true
      activity = .drill(attempt)
      return [StyledText("✓ " + words(.rightOf), .success)] + noteDrill(isRight: true) + waysOn()
    case .wrong(let sentence):
      return reveal([StyledText("✗ " + words(.notQuite), .failure)] + wrapped(StyledText(sentence)))
    }
  }

  /// Shows the right answer and why it is right, and counts the drill as tried.
  mutating func reveal(_ first: Document = []) -> Document {
    guard case .drill(var attempt) = activity else { return [] }
    guard !attempt.isAnswered else { return waysOn() }
    attempt.isAnswered = true
    activity = .drill(attempt)
    let answer = wrapped(StyledText(words(.theAnswerIs) + ": ") + StyledText(attempt.drill.answer, .code))
    let room = (mode == .browser ? Self.pageLines : Self.replyLines) - lineCount(first + answer) - 1
    return first + answer + why(attempt, room: room) + noteDrill(isRight: false) + (mode == .browser ? [] : way())
  }

  /// The most lines of the reply to a wrong answer: what is longer is not read.
  static let replyLines = 8
  /// The same on a page, whose lines may be half as long.
  static let pageLines = 16

  /// The reasons for the right answer, or else what the first statement about it shows, and the statement that shows more.
  private func why(_ attempt: DrillAttempt, room: Int) -> Document {
    let drill = attempt.drill
    let reasons = drill.reasons.flatMap { wrapped(StyledText($0)) }
    if !reasons.isEmpty, lineCount(reasons) <= room { return reasons }
    var lines = reasons
    let traced = drill.traced(in: attempt.interpreter)
    if reasons.isEmpty, let outcomes = traced.first?.outcomes {
      lines = lessonRenderer.outcomeRenderer.document(for: outcomes)
      if traced.count == 1, lineCount(lines) <= room { return lines }
    }
    // The drill's workbook stays open, so that the statement can be typed.
    let key = lines.isEmpty ? FixedWords.Key.showsWhy : .showsRest
    let way = drill.trace.first.map { wrapped(words.styled(key, .body, StyledText($0, .code))) } ?? []
    let shown = max(0, room - lineCount(way))
    // The head of a table says nothing without a row.
    return (reasons.isEmpty && shown < 2 ? [] : beginning(of: lines, shown)) + beginning(of: way, room)
  }

  /// The first lines of a document.
  private func beginning(of document: Document, _ count: Int) -> Document {
    Document(Array(document.lines(width: style.width).prefix(count)))
  }

  /// Goes on to another drill of the same choice, or with the round of practice. In practice a question may be left open.
  mutating func nextDrill(after attempt: DrillAttempt) -> Document {
    if let round = attempt.round { return ask(round) }
    return ask(one: attempt.kinds, after: attempt.drill)
  }

  private mutating func noteDrill(isRight: Bool) -> Document {
    guard case .drill(var attempt) = activity else { return [] }
    attempt.round?.count(isRight: isRight)
    activity = .drill(attempt)
    let kind = attempt.drill.kind.rawValue
    let item = PracticeItem.drill(kind)
    let isPractised = attempt.round != nil
    let problems = note { $0.note(drill: kind, isRight: isRight) } + record(item, isRight: isRight)
    return (isPractised ? comesBack(item) : []) + problems
  }

  private func waysOn() -> Document {
    // A page has buttons for them.
    mode == .browser ? [] : [""] + way()
  }

  private func way() -> Document {
    guard case .drill(let attempt) = activity else { return [] }
    let key = attempt.round == nil ? FixedWords.Key.asksAnother : .goesOnWithPractice
    return wrapped(words.styled(key, .body, StyledText("next", .code), StyledText("leave", .code)))
  }
}

extension DrillKind {
  /// The kinds that a word names: a kind, a chapter's number, or all without a word.
  static func kinds(named word: String?) -> Result<[DrillKind], Diagnostic> {
    guard let word else { return .success(allCases) }
    if let kind = DrillKind(rawValue: word) { return .success([kind]) }
    let names = allCases.map(\.rawValue)
    guard let chapter = Int(word) else {
      return .failure(
        Diagnostic(
          "unknown-drill", "there is no drill '\(word)'",
          nearest: Suggestions.nearest(to: word, among: names), hint: "the drills are \(names.joined(separator: ", "))")
      )
    }
    let kinds = kinds(ofChapter: chapter)
    let chapters = Set(allCases.map(\.chapter)).sorted().map(String.init).joined(separator: ", ")
    return kinds.isEmpty
      ? .failure(
        Diagnostic("unknown-drill", "chapter \(chapter) has no drills", hint: "these chapters have: \(chapters)"))
      : .success(kinds)
  }
}
