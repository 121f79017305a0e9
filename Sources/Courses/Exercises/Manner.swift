import Diagnostics
import Predicates
import WorkbookLanguage

/// How an answer must be reached, where the end alone does not tell: in the head of an exercise or of a lesson's task.
package struct Manner: Hashable, Sendable {
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
      switch mark.key {
      case "keep": keep = texts
      case "without": without = texts
      case "survives": alternatives = texts
      case "within" where Int(value) != nil: within = Int(value)
      default: return nil
      }
    }
  }

  package var isEmpty: Bool { keep.isEmpty && without.isEmpty && within == nil }
}

/// Watches an answer statement by statement, and keeps what its ``Manner`` forbids. A statement that is undone counts no more.
package struct MannerWatch {
  private let manner: Manner
  private let kept: [String: Value]
  private let forbidden: [(text: String, words: [String])]
  /// What each statement that changed something broke, those that were undone since left out.
  private var done: [Work] = []
  private var undone: [Work] = []

  private struct Work {
    var statementCount = 0
    var problems: [String] = []
  }

  /// - Parameter start: the state that the answer begins with.
  package init(_ manner: Manner, start: Interpreter) {
    self.manner = manner
    kept = Dictionary(
      manner.keep.compactMap { text in Self.value(of: text, in: start).map { (text, $0) } },
      uniquingKeysWith: { first, _ in first })
    forbidden = manner.without.map { ($0, Self.words($0)) }
  }

  /// What the learner is told, a line for each thing that was not done as asked.
  package var problems: [String] {
    var found: [String] = []
    for problem in done.flatMap(\.problems) where !found.contains(problem) { found.append(problem) }
    let count = done.reduce(0) { $0 + $1.statementCount }
    if let limit = manner.within, count > limit {
      found.append("use at most \(limit == 1 ? "one statement" : "\(limit) statements"), not \(count)")
    }
    return found
  }

  /// Takes a statement into account that was run. O(kept expressions).
  package mutating func note(_ statement: Statement, of source: SourceText, in interpreter: Interpreter) {
    guard !manner.isEmpty else { return }
    switch statement.kind {
    case .undo:
      if let last = done.popLast() { undone.append(last) }
    case .redo:
      if let last = undone.popLast() { done.append(last) }
    default:
      guard statement.isWork else { return }
      done.append(work(of: statement, source, interpreter))
      undone = []
    }
  }

  private func work(of statement: Statement, _ source: SourceText, _ interpreter: Interpreter) -> Work {
    var work = Work()
    statement.forEachStatement { inner in
      work.statementCount += 1
      let words = Self.words(String(source[inner.range]))
      for (text, start) in forbidden where words.starts(with: start) {
        work.problems.append("do it without '\(text)'")
      }
      // Between the turns of a loop no one looks.
      if inner != statement, case .model = inner.kind, let first = manner.keep.first {
        work.problems.append("\(first) must not change, so leave the model alone inside loops")
      }
    }
    for text in manner.keep {
      guard let before = kept[text], Self.value(of: text, in: interpreter) != before else { continue }
      work.problems.append("\(text) must not change, not even for a moment")
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
