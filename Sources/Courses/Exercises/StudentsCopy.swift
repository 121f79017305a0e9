import Diagnostics
import WorkbookLanguage

/// The files of an exercise as students get it: the task, the start, and those checks that do not need the solution.
///
/// Left out are the solution, right and wrong answers, the teacher's notes, the last hint, which may contain the solution, the
/// key `survives`, and every expectation that compares with the solution. The head says `handout: true`.
package struct StudentsCopy: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// The path in the exercise's folder.
    package var path: String
    package var text: String
  }

  package var files: [File]

  /// - Parameter withChecks: false leaves all checks out.
  package init(of exercise: Exercise, withChecks: Bool) {
    files = [File(path: "task.md", text: Self.task(exercise.source.text) { $0 == .note || $1 })]
    files.append(File(path: "start.graph", text: exercise.start.text))
    guard withChecks else { return }
    let checks = Self.checks(exercise.check)
    if !CheckScript(SourceText(checks)).checks.isEmpty { files.append(File(path: "check.graph", text: checks)) }
  }

  // MARK: The task

  /// The task as Markdown, without its head, its hints and its notes.
  package static func body(of exercise: Exercise) -> String {
    let text = task(exercise.source.text, isLeftOut: { fence, _ in fence == .note || fence == .hint })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.dropFirst().firstIndex(of: "---") else { return text }
    return lines[(end + 1)...].joined(separator: "\n")
  }

  /// - Parameter isLeftOut: whether a block goes, by its kind and whether it is the last hint.
  private static func task(_ text: String, isLeftOut isBlockLeftOut: (Fence?, Bool) -> Bool) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var result: [Substring] = []
    var blocks: [(range: Range<Int>, kind: Fence?)] = []
    var isHead = false
    var isLeftOut = false
    var fence: (length: Int, start: Int, kind: Fence?)?
    for line in lines {
      let isRule = line.trimmingSuffix(while: \.isWhitespace) == "---"
      if isRule, result.isEmpty || isHead {
        if isHead { result.append("handout: true") }
        isHead.toggle()
      } else if isHead {
        // A value may go on in the lines that follow.
        if line.first?.isLetter == true { isLeftOut = line.hasPrefix("survives:") || line.hasPrefix("handout:") }
        if isLeftOut { continue }
      } else {
        let ticks = line.prefix { $0 == "`" }.count
        let rest = line.dropFirst(ticks).trimmingPrefix(while: \.isWhitespace)
        if let open = fence {
          if ticks >= open.length, rest.allSatisfy(\.isWhitespace) {
            blocks.append((open.start..<result.count + 1, open.kind))
            fence = nil
          }
        } else if ticks >= 3 {
          fence = (ticks, result.count, Fence(info: String(rest)))
        }
      }
      result.append(line)
    }
    if let fence { blocks.append((fence.start..<result.count, fence.kind)) }
    let lastHint = blocks.lastIndex { $0.kind == .hint }
    for (place, block) in blocks.enumerated().reversed() where isBlockLeftOut(block.kind, place == lastHint) {
      result.removeSubrange(block.range)
      // The empty line before it goes too.
      if block.range.lowerBound > 0, result[block.range.lowerBound - 1].isEmpty {
        result.remove(at: block.range.lowerBound - 1)
      }
    }
    while result.count > 1, result.last?.isEmpty == true { result.removeLast() }
    return result.joined(separator: "\n") + "\n"
  }

  // MARK: The checks

  /// The checks without what compares with the solution; a check of which nothing is left goes as a whole.
  private static func checks(_ source: SourceText) -> String {
    let script = CheckScript(source)
    var text = source.text
    let ranges = script.checks.flatMap { check -> [SourceRange] in
      let comparing = check.statements.filter(\.comparesWithSolution)
      let isEmptied = !comparing.isEmpty && check.statements.allSatisfy { $0.comparesWithSolution || !$0.expects }
      return isEmptied ? [check.range] : comparing.map(\.range)
    }
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
      let bytes = text.utf8
      var start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      var end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
      // With the line, where nothing else is on it.
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
