import Diagnostics
import WorkbookLanguage

/// The files of an exercise as students get it: the task, the start, and those checks that do not need the solution.
///
/// Left out are the solution, right and wrong answers, the teacher's notes, the hints that are not public (``Exercise/publicHints``), the
/// keys `survives` and `vary`, every expectation that compares with the solution, and what repeats a statement of the solution, with
/// the expectations after it. The head says `handout: true`.
package struct StudentsCopy: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// The path in the exercise's folder.
    package var path: String
    package var text: String
  }

  package var files: [File]

  /// - Parameter withChecks: false leaves all checks out.
  package init(of exercise: Exercise, withChecks: Bool) {
    let (head, body) = Self.task(of: exercise.source) { kind, hint in
      kind == .note || hint.map { !exercise.isPublic(hint: $0) } ?? false
    }
    files = [File(path: "task.md", text: head + body), File(path: "start.graph", text: exercise.start.text)]
    guard withChecks else { return }
    let checks = Self.checks(exercise.check, without: exercise.secretStatements)
    if !CheckScript(SourceText(checks)).checks.isEmpty { files.append(File(path: "check.graph", text: checks)) }
  }

  // MARK: The task

  /// The task as Markdown, without its head, its hints and its notes.
  package static func body(of exercise: Exercise) -> String {
    task(of: exercise.source) { fence, _ in fence == .note || fence == .hint }.body
  }

  /// The head with its rules, and the text after it, both as ``ExerciseReader`` finds them.
  /// - Parameter isBlockLeftOut: whether a block goes, by its kind and its index among the hints; nil for another block.
  private static func task(
    of source: SourceText, isLeftOut isBlockLeftOut: (Fence?, Int?) -> Bool
  ) -> (head: String, body: String) {
    let head = Head(of: source, keys: ExerciseReader.keys)
    var lines = MarkdownDocument.lines(of: head.body)
    let blocks = MarkdownDocument.closingFences(in: head.body, firstLine: 0).document.blocks.compactMap { block in
      if case .code(let code) = block.kind {
        (lines: code.lines(from: block.line), kind: Fence(info: code.info))
      } else {
        nil
      }
    }
    var left = blocks.count { $0.kind == .hint }
    for block in blocks.reversed() {
      if block.kind == .hint { left -= 1 }
      guard isBlockLeftOut(block.kind, block.kind == .hint ? left : nil) else { continue }
      let range = block.lines.clamped(to: lines.indices)
      lines.removeSubrange(range)
      // The empty line before it goes too.
      if range.lowerBound > 0, lines[range.lowerBound - 1].isEmpty { lines.remove(at: range.lowerBound - 1) }
    }
    while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    var kept = head.lines(without: ["survives", "handout", "vary"])
    if !kept.isEmpty {
      // The keys of a head may be indented, but all of them alike.
      let indent = kept[1].prefix { $0 == " " }
      kept.insert(indent + "handout: true", at: kept.count - 1)
    }
    return (kept.map { $0 + "\n" }.joined(), lines.joined(separator: "\n") + "\n")
  }

  // MARK: The checks

  /// The checks without what compares with the solution or repeats one of its statements; a check of which nothing is left goes as
  /// a whole.
  private static func checks(_ source: SourceText, without secrets: [[String]]) -> String {
    let script = CheckScript(source)
    var text = source.text
    func isSecret(_ statement: Statement) -> Bool {
      let symbols = SourceText(String(source[statement.range])).symbols
      return secrets.contains { symbols.contains(run: $0) }
    }
    let ranges = script.checks.flatMap { check -> [SourceRange] in
      var left: [Statement] = []
      var lacksSetUp = false
      for statement in check.statements {
        let isSecret = isSecret(statement)
        if isSecret, !statement.expects { lacksSetUp = true }
        if !isSecret, !statement.comparesWithSolution, !(lacksSetUp && statement.expects) { left.append(statement) }
      }
      let isEmptied = left.count < check.statements.count && !left.contains(where: \.expects)
      return isEmptied ? [check.range] : check.statements.map(\.range).filter { !left.map(\.range).contains($0) }
    }
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      let bytes = text.utf8
      var start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      var end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
      // The line goes too if nothing else is on it.
      while start > text.startIndex, [" ", "\t"].contains(text[text.index(before: start)]) {
        start = text.index(before: start)
      }
      while end < text.endIndex, [" ", "\t", ";"].contains(text[end]) { end = text.index(after: end) }
      let beginsLine = start == text.startIndex || text[text.index(before: start)] == "\n"
      if beginsLine, end < text.endIndex, text[end] == "\n" { end = text.index(after: end) }
      text.removeSubrange(start..<end)
    }
    return text
  }
}

extension Statement {
  fileprivate var expects: Bool { if case .expect = kind { true } else { false } }

  /// Whether it, or a statement inside it, compares with a solution or another model.
  fileprivate var comparesWithSolution: Bool {
    var found = false
    forEachStatement { statement in
      guard case .expect(let expectation) = statement.kind else { return }
      switch expectation.claim {
      case .likeSolution, .behavesLike: found = true
      case .save, .block, .normalForm, .reviewFindsNone, .value: break
      }
    }
    return found
  }
}
