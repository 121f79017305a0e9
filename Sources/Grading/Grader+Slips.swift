import Courses
import Diagnostics
import WorkbookLanguage

/// A slip of which one sign is missing, and for which everything can fail that comes after it.
struct Slip {
  var rule: CheckResult.Implicit
  /// Its messages, a line for each place.
  var lines: [String]
  /// The points that it costs.
  var points: Int
}

extension Grader {
  /// Returns the verdict on a failed answer in which a condition has a name of the learner's without the `$`, if that is better with it and
  /// one point less. It never passes.
  func withOwnNames(
    _ verdict: Verdict, _ prepared: PreparedExercise, besides others: [PreparedExercise]
  ) -> Verdict? {
    let refused = verdict.diagnostics.filter {
      $0.severity == .error && $0.id == Diagnostic.ID.ownName && $0.fix != nil
    }
    guard let source = refused.first?.source else { return nil }
    let fixes = Set(refused.filter { $0.source == source }.compactMap(\.fix))
    guard
      let mended = mended(
        verdict, prepared, source.applying(fixes), besides: others,
        [Slip(rule: .marksItsNames, lines: refused.map(\.message), points: 1)], of: refused, sign: "$",
        evidence: refused.map(\.message)),
      mended.score > verdict.score
    else { return nil }
    return mended
  }

  /// Returns the verdict on a failed answer with signs that it lacks, and without the points that they cost; nil if it cannot be judged.
  /// - Parameters:
  ///   - answer: the answer with the signs.
  ///   - refused: the messages about statements that were refused without them.
  ///   - sign: the sign in words.
  ///   - evidence: lines that show the slip, if nothing else is wrong.
  func mended(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise],
    _ slips: [Slip], of refused: [Diagnostic], sign: String, evidence: [String]
  ) -> Verdict? {
    var mended = judge(prepared, answer: answer, besides: others)
    guard mended.status != .error else { return nil }
    let isRight = mended.status == .passed
    var places: [Int] = []
    for slip in slips where slip.points > 0 {
      let lines = slip.lines + ["the rest was judged as if the \(sign) were there"]
      mended.checks.append(CheckResult(slip.rule, of: prepared.exercise, lines))
      places.append(mended.checks.count - 1)
      mended.charge(Double(slip.points), to: mended.checks.count - 1)
    }
    if isRight {
      mended.end = verdict.end
      mended.cause = Verdict.Cause(
        sentence: "with the \(sign), everything else is right", evidence: Array(evidence.prefix(2)),
        check: places.first, others: places.count - 1)
    }
    mended.status = .failed
    mended.diagnostics =
      verdict.diagnostics.filter { $0.severity == .note || refused.contains($0) }
      + mended.diagnostics.filter { $0.severity != .note }
    mended.shape = verdict.shape
    return mended
  }
}

extension SourceText {
  /// The text after some changes, which do not overlap.
  func applying(_ fixes: Set<Diagnostic.Fix>) -> SourceText {
    var bytes = Array(text.utf8)
    for fix in fixes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(fix.range.lowerBound..<fix.range.upperBound, with: fix.replacement.utf8)
    }
    return SourceText(String(decoding: bytes, as: UTF8.self), name: name, firstLine: firstLine)
  }
}
