import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// A property that is declared wrongly makes checks fail that look at objects only because of it: the check of the declaration takes its
/// points, and they keep theirs.
extension Grader {
  /// Returns the adjustment that keeps the points of checks that would hold if what an answer declares were declared as in the nearest
  /// solution; nil if there are none, or if no check that reads the inverse of a relationship has taken points for it. Without its
  /// inverse, every link that is written at one end is missing at the other; other settings act where they are tried.
  ///
  /// The answer runs again, with a `change` after each of these declarations. What is declared as at the start is not among them: an
  /// answer that leaves it so has not done what the task asks. O(the answer's run, and comparing its model).
  /// - Parameter checks: the author's checks.
  func followThrough(
    _ checks: [CheckResult], _ end: EndState, _ prepared: PreparedExercise, _ answer: SourceText,
    besides others: [PreparedExercise]
  ) -> Adjustment? {
    let failed = checks.indices.filter { checks[$0].status == .failed }
    let entities = Set(end.model.entityNames)
    let objects = Set(prepared.start.names.keys)
    let takers = failed.filter { place in
      checks[place].maxPoints > 0 && checks[place].failures.contains { $0.isAboutModel(of: entities, objects) }
    }
    guard let first = takers.first, takers.count < failed.count else { return nil }
    // What no failed check of the model reads is another mistake.
    let readWords = Set(takers.flatMap { checks[$0].failures }.flatMap { SourceText($0.statement).words.map(\.text) })
    guard readWords.contains("inverseRelationship") else { return nil }
    let changes = prepared.solutions.redeclarations(in: end).filter { readWords.contains($0.property) }
    if changes.isEmpty { return nil }
    let tree = read(answer, of: prepared, besides: others).tree
    let fixes = changes.compactMap { change -> Diagnostic.Fix? in
      tree.place(after: change.property).map { Diagnostic.Fix(SourceRange($0, $0), with: "; " + change.statement) }
    }
    let meant = Dictionary(grouping: fixes, by: \.range).map { range, fixes in
      Diagnostic.Fix(range, with: fixes.map(\.replacement).joined())
    }
    if meant.isEmpty { return nil }
    let work = perform(prepared, tree.source.applying(Set(meant)), besides: others)
    guard work.isFinished else { return nil }
    let results = results(of: prepared, on: work.interpreter)
    let places = failed.filter { !takers.contains($0) && results[$0].status == .passed }
    return places.isEmpty ? nil : .keep(places, why: prepared.exercise.words(.judgedBy, checks[first].name))
  }

  /// Returns the new properties among some changes if the answer lacks at least as many of a solution's. Each stands in for one of them,
  /// and the checks take points for the one that is missing.
  func substitutes(
    among changes: [UnaskedChanges.Change], _ prepared: PreparedExercise, _ work: Work
  ) -> [UnaskedChanges.Change] {
    let model = prepared.start.context.model
    let new = changes.filter { change in
      change.key.map { model[entity: change.entity]?[property: $0] == nil } ?? false
    }
    if new.isEmpty { return [] }
    return prepared.solutions.missingProperties(in: EndState(of: work.interpreter)) >= new.count ? new : []
  }
}

extension CheckResult.Failure {
  /// Whether it found something in the model, and looked at no object.
  fileprivate func isAboutModel(of entities: Set<String>, _ objects: Set<String>) -> Bool {
    if likeness == .model { return true }
    guard wasJudged, likeness == nil else { return false }
    let words = SourceText(statement).words
    let readsEntity = words.contains { word in
      entities.contains(word.text) && statement.utf8.dropFirst(word.range.upperBound).first == UInt8(ascii: ".")
    }
    return readsEntity && words.allSatisfy { !objects.contains($0.text) && !["count", "fetch"].contains($0.text) }
  }
}

extension SyntaxTree {
  /// The place after the last statement about the model that has a word.
  fileprivate func place(after word: String) -> Int? {
    let places = source.words.filter { $0.text == word }.map(\.range.lowerBound)
    return statements.last { statement in
      guard case .model = statement.kind else { return false }
      return places.contains { statement.range.lowerBound <= $0 && $0 < statement.range.upperBound }
    }?.range.upperBound
  }
}
