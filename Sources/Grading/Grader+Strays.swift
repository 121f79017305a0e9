import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

extension Grader {
  /// Returns the verdict on a failed answer without the statements that deleted or added objects beyond every solution, if fewer
  /// checks fail then and one point less for these statements leaves no fewer points. It never passes.
  ///
  /// Students try out what they have made. An object that is gone, or one too many, would cost what all checks that look at it are
  /// worth together, and their advice would not be true. An end that the exercise has a wrong answer for is no such test.
  /// - Parameter end: the state in which the answer ended.
  func withoutStrays(
    _ end: EndState, _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText,
    besides others: [PreparedExercise]
  ) -> Verdict? {
    guard verdict.status == .failed, verdict.misconception == nil, let restraint = prepared.restraint else {
      return nil
    }
    let stray = restraint.strayObjects(in: end)
    if stray.deleted.isEmpty && stray.inserted.isEmpty { return nil }
    let tree = read(answer, of: prepared, besides: others).tree
    // Nothing would be left of an answer that only deletes.
    if tree.statements.allSatisfy(\.onlyDeletes) { return nil }
    let tests = tests(in: tree, leaving: Set(stray.deleted + stray.inserted), prepared)
    guard !tests.isEmpty else { return nil }
    let rest = tree.source.blanking(tests.map(\.range))
    let isSaved = !stray.deleted.contains(where: end.saved.contains) && stray.inserted.allSatisfy(end.saved.contains)
    let words = prepared.exercise.words
    let lines = tests.map { tree.source.sentence(onTest: $0, isSaved: isSaved, words) }
    let cost = Adjustment.take(1, for: CheckResult(.nothingElse, of: prepared.exercise, lines + [words(.restWithout)]))
    let slip = Slip(costs: [cost], sentence: words(.elseRight, words.list(lines)))
    let judged = judgeAsItIs(prepared, rest, besides: others).0
    guard judged.failedChecks < verdict.failedChecks || judged.status == .passed,
      var mended = judged.adjusted(for: slip, insteadOf: verdict), mended.score >= verdict.score
    else { return nil }
    mended.diagnostics = verdict.diagnostics
    mended.steps = verdict.steps
    return mended
  }

  /// Returns the statements that deleted or added the stray objects, in order; none if one of them did something else, too, or if not
  /// all of the objects come from such statements.
  private func tests(in tree: SyntaxTree, leaving strays: Set<ManagedObjectID>, _ prepared: PreparedExercise)
    -> [Statement]
  {
    var interpreter = prepared.start.trial()
    interpreter.budget = allowance(of: prepared.exercise)
    var last = EndState(of: interpreter)
    var places: [ManagedObjectID: Int] = [:]
    var isPure: Set<Int> = []
    run(tree.statements, of: tree.source, in: &interpreter) { index, outcome, interpreter in
      let next = EndState(of: interpreter)
      for id in strays where last.graph.contains(id) != next.graph.contains(id) { places[id] = index }
      if tree.statements[index].onlyMakesAndDeletes {
        let changes = next.graph.changes(since: last.graph)
        let touched = changes.deleted + changes.inserted.values.joined()
        if touched.allSatisfy(strays.contains) { isPure.insert(index) }
      }
      last = next
      return !outcome.wasStopped
    }
    let found = Set(places.values)
    guard places.count == strays.count, found.isSubset(of: isPure) else { return [] }
    return found.sorted().map { tree.statements[$0] }
  }
}

extension Verdict {
  /// How many of the author's checks fail.
  fileprivate var failedChecks: Int { checks.count { $0.implicit == nil && $0.status != .passed } }
}

extension Statement {
  /// Whether it does nothing but delete objects, save, and look.
  fileprivate var onlyDeletes: Bool {
    switch kind {
    case .delete, .save: true
    case .loop: nestedStatements.allSatisfy(\.onlyDeletes)
    default: onlyLooks
    }
  }

  /// Whether it can do nothing but delete objects, make objects and name them.
  fileprivate var onlyMakesAndDeletes: Bool {
    switch kind {
    case .delete, .value(.newObject), .letName(_, .newObject): true
    case .loop: nestedStatements.allSatisfy { $0.onlyMakesAndDeletes || $0.onlyLooks }
    default: false
    }
  }
}

extension SourceText {
  /// `you deleted milk and saved it (line 4)`.
  fileprivate func sentence(onTest statement: Statement, isSaved: Bool, _ words: FixedWords) -> String {
    let line = "\(position(at: statement.range.lowerBound).line)"
    let text = String(self[statement.range]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard case .delete = statement.kind else { return words(isSaved ? .youRanAndSaved : .youRan, text, line) }
    return words(isSaved ? .youDeletedAndSaved : .youDeleted, String(text.dropFirst("delete ".count)), line)
  }

  /// The text with spaces in place of some statements, so that all others keep their places.
  fileprivate func blanking(_ ranges: [SourceRange]) -> SourceText {
    var bytes = Array(text.utf8)
    for range in ranges {
      for place in range.lowerBound..<range.upperBound where bytes[place] != UInt8(ascii: "\n") {
        bytes[place] = UInt8(ascii: " ")
      }
    }
    return SourceText(String(decoding: bytes, as: UTF8.self), name: name, firstLine: firstLine)
  }
}
