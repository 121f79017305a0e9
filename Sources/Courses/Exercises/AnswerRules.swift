import Diagnostics
import Predicates
import WorkbookLanguage

/// How an answer must be reached, where the end alone does not tell: in the head of an exercise or of a lesson's task.
package struct AnswerRules: Hashable, Sendable {
  /// Expressions whose value must be the start's after every statement: `Department.employees.deleteRule`.
  package var keep: [String] = []
  /// The beginnings of statements that are not allowed: `apply`, `nash.team =`.
  package var without: [String] = []
  /// The most statements, those in loops and blocks included.
  package var within: Int?
  /// Changes of a task's solution that are right as well, in the words of `lesson check`: `'research' → 'archive'`.
  package var alternatives: [String] = []

  package init(keep: [String] = [], without: [String] = [], within: Int? = nil) {
    self.keep = keep
    self.without = without
    self.within = within
  }

  /// Reads the words after `task` of a fence: `without="nash.team =, delete" within=3 keep="Team.players.deleteRule"`.
  /// - Returns: nil for words that mean nothing there.
  init?(marks: [Mark]) {
    self.init()
    for mark in marks {
      guard let value = mark.value else { return nil }
      let texts = mark.texts.filter { !$0.isEmpty }
      switch Word(rawValue: mark.key) {
      case .keep: keep = texts
      case .without: without = texts
      case .survives: alternatives = texts
      case .within:
        guard let count = Int(value) else { return nil }
        within = count
      case nil: return nil
      }
    }
  }

  /// The words that may follow `task`.
  enum Word: String, CaseIterable {
    case keep, without, within, survives
  }

  package var isEmpty: Bool { keep.isEmpty && without.isEmpty && within == nil }
}

/// Watches an answer statement by statement, and keeps what its ``AnswerRules`` forbids. A statement that is undone counts no more.
package struct AnswerRulesWatch {
  private let rules: AnswerRules
  private let kept: [String: Value]
  private let forbidden: [(text: String, words: [String])]
  /// The values after the latest statement; nil for what is not there any more.
  private var latest: [String: Value?] = [:]
  /// The statements that changed something and have not been undone since, each with the rules that it broke.
  private var done: [Work] = []
  /// The same of the statements that cannot be undone any more.
  private var settled: [Work] = []
  /// The model's version in which the answer begins.
  private let version: String
  private var undone: [Work] = []

  private struct Work {
    /// The statement as it was typed, which is what undo calls it.
    var text: String
    /// Whether undo takes all of it back, if there is anything to take back.
    var isUndoable = true
    var statementCount = 0
    var problems: [String] = []
    /// The kept expressions that it changed.
    var broken: [String] = []
  }

  /// - Parameter interpreter: the one that will run the answer, in the state that the answer begins with.
  package init(_ rules: AnswerRules, on interpreter: inout Interpreter) {
    self.rules = rules
    kept = interpreter.keep(rules.keep)
    version = interpreter.context.modelHistory.currentName
    forbidden = rules.without.map { ($0, Self.words($0)) }
  }

  /// The lines for the learner, one for each thing that was not done as asked.
  package var problems: [String] {
    var found: [String] = []
    for problem in (settled + done).flatMap(\.problems) where !found.contains(problem) { found.append(problem) }
    let count = (settled + done).reduce(0) { $0 + $1.statementCount }
    if let limit = rules.within, count > limit {
      found.append("use at most \(limit == 1 ? "one statement" : "\(limit) statements"), not \(count)")
    }
    return found
  }

  /// The expressions that were to be kept and were not, if only for a moment.
  package var broken: Set<String> { Set((settled + done).flatMap(\.broken)) }

  /// Whether undo can take back everything that was not done as asked.
  package var areProblemsUndoable: Bool {
    settled.allSatisfy(\.problems.isEmpty) && done.allSatisfy { $0.problems.isEmpty || $0.isUndoable }
  }

  /// Takes a statement into account that was run, and its outcome; one that failed counts for nothing, unless it had saved before. O(kept expressions).
  package mutating func note(_ statement: Statement, _ outcome: Outcome, in interpreter: Interpreter) {
    guard !rules.isEmpty, outcome.hadEffect else { return }
    switch statement.kind {
    case .undo, .redo:
      if case .historyMoved(let move)? = outcome.result { note(move) }
      for text in kept.keys { latest.updateValue(Self.value(of: text, in: interpreter), forKey: text) }
    default:
      guard statement.isWork else { return }
      done.append(work(of: statement, outcome, interpreter))
      undone = []
      // Undo does not go back past these.
      if statement.kind == .rollback || statement.kind == .reset {
        settled += done
        done = []
      }
    }
  }

  private mutating func note(_ move: HistoryMove) {
    let isUndo = move.word == .undo
    guard move.didAnything else {
      // If nothing is left to undo, everything done is undone or has changed nothing.
      if isUndo { done.removeAll(where: \.isUndoable) }
      return
    }
    guard let place = (isUndo ? done : undone).lastIndex(where: { $0.text == move.statement }) else { return }
    if isUndo { undone.append(done.remove(at: place)) } else { done.append(undone.remove(at: place)) }
  }

  private mutating func work(of statement: Statement, _ outcome: Outcome, _ interpreter: Interpreter) -> Work {
    var work = Work(text: String(outcome.text))
    let source = outcome.source
    statement.forEachStatement { inner in
      work.statementCount += 1
      // Inside a loop, a statement that only shows something is no obstacle to undo. On its own, undo skips it.
      if !inner.isUndoable, inner == statement || !inner.onlyLooks { work.isUndoable = false }
      let words = Self.words(String(source[inner.range]))
      for (text, start) in forbidden where words.begins(anywhere: start) {
        work.problems.append("do it without '\(text)'")
      }
    }
    let changedInside = interpreter.keptThatChangedInside
    for text in rules.keep {
      guard let before = kept[text] else { continue }
      let now = Self.value(of: text, in: interpreter)
      // Another version of the model may lack what is to be kept, and looking into it softens nothing.
      if now == nil, interpreter.context.modelHistory.currentName != version { continue }
      // A statement is not blamed for a change that an earlier one made, unless it saves that change.
      let isChanged = now != before && (now != latest[text, default: before] || statement.kind == .save)
      if isChanged || changedInside.contains(text) {
        work.problems.append("\(text) must not change, not even for a moment")
        work.broken.append(text)
      }
      latest.updateValue(now, forKey: text)
    }
    return work
  }

  private static func value(of text: String, in interpreter: Interpreter) -> Value? {
    let trial = interpreter.rehearsal()
    return try? trial.evaluate(text).get()
  }

  private static func words(_ text: String) -> [String] {
    let source = SourceText(text)
    return Lexer.tokens(of: text, dialect: .workbook).filter { $0.kind != .end }.map { String(source[$0.range]) }
  }
}

extension [String] {
  /// Whether the words of a statement begin with others, or the value does that it gives to something: `batch` in
  /// `let n = batch delete …`.
  fileprivate func begins(anywhere words: [String]) -> Bool {
    starts(with: words)
      || indices.contains { self[$0] == "=" && self[($0 + 1)...].starts(with: words) }
  }
}
