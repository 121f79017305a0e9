import Courses
import Diagnostics
import WorkbookLanguage

/// Answers that are right but for a `save` or a `rollback` at their end.
extension Grader {
  /// The adjustment of an answer of which checks hold once it is saved.
  struct MissingSave {
    /// The state after `save`.
    var saved: Interpreter
    /// The checks that keep their points; nil if there are none.
    var adjustment: Adjustment?
    /// The check that says that the answer is not saved; nil if one of the author's does.
    var rule: CheckResult?
  }

  /// Returns what is to be adjusted if checks hold once an answer is saved; nil if saving it changes none. The missing `save`
  /// costs what the author's check of it takes, or else one point.
  func missingSave(_ checks: [CheckResult], _ interpreter: Interpreter, _ prepared: PreparedExercise) -> MissingSave? {
    guard let saved = saved(interpreter) else { return nil }
    let results = results(of: prepared, on: saved)
    let held = heldBySaving(prepared)
    let titled = checks.indices.filter { prepared.exercise.isSavingCheck(checks[$0].name) }
    let own = titled.first { checks[$0].status == .failed }
    let places = checks.indices.filter {
      checks[$0].status == .failed && results[$0].status == .passed && !held.contains($0) && !titled.contains($0)
    }
    guard let first = places.first(where: { checks[$0].failures.contains { $0.advice != nil } }) ?? places.first else {
      return own.map { results[$0].status == .passed } == true ? MissingSave(saved: saved) : nil
    }
    let name = own.map { checks[$0].name } ?? prepared.exercise.words(.checkSaved)
    return MissingSave(
      saved: saved,
      adjustment: .keep(places, why: prepared.exercise.words(.judgedBySaving, name)),
      rule: own == nil ? CheckResult(.saved, of: prepared.exercise, checks[first]) : nil)
  }

  /// Returns the adjustment that keeps the points of the author's check of saving where it found nothing that is not saved, as what it
  /// compares is missing or is not as it asks, and the answer has saved whatever it changed; nil for any other, and for an answer that
  /// has no points so far.
  func savedUnjudged(_ checks: [CheckResult], _ end: EndState, _ interpreter: Interpreter, _ prepared: PreparedExercise)
    -> Adjustment?
  {
    let places = checks.indices.filter { place in
      checks[place].status == .failed && prepared.exercise.isSavingCheck(checks[place].name)
        && !checks[place].failures.contains { $0.wasJudged && $0.looksAtSaved }
    }
    guard !places.isEmpty, checks.contains(where: { $0.status == .passed && $0.maxPoints > 0 }),
      !interpreter.context.hasChanges,
      !end.saved.changes(since: prepared.solutions.start.saved).isEmpty
    else { return nil }
    return .keep(places, why: prepared.exercise.words(.allIsSaved))
  }

  /// Returns a state after `save`, if something is pending there that can be saved.
  private func saved(_ interpreter: Interpreter) -> Interpreter? {
    guard interpreter.context.hasChanges else { return nil }
    var saved = interpreter.trial()
    return saved.run(SourceText("save")).contains(where: \.failed) ? nil : saved
  }

  /// The places of the checks that hold if what the exercise begins with is only saved: no answer earns them.
  private func heldBySaving(_ prepared: PreparedExercise) -> Set<Int> {
    guard let saved = saved(prepared.start) else { return [] }
    return Set(results(of: prepared, on: saved).enumerated().filter { $1.status == .passed }.map(\.offset))
  }

  /// Returns what is wrong with an answer whose checks would all hold with `save` or `rollback` at its end, or once its context has read
  /// what a batch request has written; nil for any other, and where only a check fails that no author writes, other than that of saving.
  func lack(_ checks: [CheckResult], _ prepared: PreparedExercise, _ interpreter: Interpreter) -> String? {
    guard checks.contains(where: { $0.status == .failed && ($0.implicit ?? .saved) == .saved }) else { return nil }
    func holds(_ ended: Interpreter?) -> Bool {
      ended.map { results(of: prepared, on: $0).allSatisfy { $0.status == .passed } } ?? false
    }
    func ended(with statement: String) -> Interpreter? {
      guard interpreter.context.hasChanges else { return nil }
      var ended = interpreter.trial()
      return ended.run(SourceText(statement)).contains(where: \.failed) ? nil : ended
    }
    let words = prepared.exercise.words
    if holds(ended(with: "save")) { return words(.onlyUnsaved) }
    if holds(ended(with: "rollback")) { return words(.lacksRollback) }
    return holds(interpreter.readingStores()) ? words(.lacksRefresh) : nil
  }
}
