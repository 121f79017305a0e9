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

  package init(keep: [String] = [], without: [String] = [], within: Int? = nil) {
    self.keep = keep
    self.without = without
    self.within = within
  }

  package var isEmpty: Bool { keep.isEmpty && without.isEmpty && within == nil }
}

/// Watches an answer statement by statement, and keeps what its ``Manner`` forbids.
package struct MannerWatch {
  private let manner: Manner
  private let kept: [String: Value]
  private let forbidden: [(text: String, words: [String])]
  private var statementCount = 0
  private var broken: Set<String> = []
  /// What the learner is told, a line for each thing that was not done as asked.
  package private(set) var problems: [String] = []

  /// - Parameter start: the state that the answer begins with.
  package init(_ manner: Manner, start: Interpreter) {
    self.manner = manner
    kept = Dictionary(
      manner.keep.compactMap { text in Self.value(of: text, in: start).map { (text, $0) } },
      uniquingKeysWith: { first, _ in first })
    forbidden = manner.without.map { ($0, Self.words($0)) }
  }

  /// The expressions of `keep` that mean nothing at the start.
  package var unknown: [String] { manner.keep.filter { kept[$0] == nil } }

  /// Takes a statement into account that was run. O(kept expressions).
  package mutating func note(_ statement: Statement, of source: SourceText, in interpreter: Interpreter) {
    statement.forEachStatement { inner in
      statementCount += 1
      let words = Self.words(String(source[inner.range]))
      for (text, start) in forbidden where words.starts(with: start) {
        report("do it without '\(text)'", once: text)
      }
    }
    if let limit = manner.within, statementCount > limit {
      report("use at most \(limit == 1 ? "one statement" : "\(limit) statements")", once: "within")
    }
    for text in manner.keep {
      guard let before = kept[text], Self.value(of: text, in: interpreter) != before else { continue }
      report("\(text) must stay as it was all the time", once: text)
    }
  }

  private mutating func report(_ problem: String, once key: String) {
    if broken.insert(key).inserted { problems.append(problem) }
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
