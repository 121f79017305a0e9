import Courses
import Diagnostics
import WorkbookLanguage

extension Grader {
  /// Returns the verdict on a failed answer with the question marks for want of which its attributes could not be added, if that is
  /// better after one point is taken for them. It never passes.
  ///
  /// Without the attribute, every statement that uses it fails: one slip would cost what they are worth together.
  func withQuestionMarks(
    _ verdict: Verdict, _ prepared: PreparedExercise, besides others: [PreparedExercise]
  ) -> Verdict? {
    let refused = verdict.diagnostics.filter {
      $0.severity == .error && $0.id == Diagnostic.ID.missingValue && $0.fix != nil
    }
    guard verdict.status == .failed, let source = refused.first?.source else { return nil }
    let fixes = Set(refused.filter { $0.source == source }.compactMap(\.fix))
    var mended = judge(prepared, answer: source.applying(fixes), besides: others)
    guard mended.status != .error else { return nil }
    var rule = CheckResult(.fitsObjects, of: prepared.exercise, refused.map(\.message))
    rule.feedback += ["the rest was judged as if the question mark were there"]
    mended.checks.append(rule)
    mended.charge(1, to: mended.checks.count - 1)
    guard mended.score > verdict.score else { return nil }
    if mended.status == .passed {
      mended.end = verdict.end
      mended.cause = Verdict.Cause(
        sentence: "with the question mark, everything else is right", check: mended.checks.count - 1, others: 0)
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
  fileprivate func applying(_ fixes: Set<Diagnostic.Fix>) -> SourceText {
    var bytes = Array(text.utf8)
    for fix in fixes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(fix.range.lowerBound..<fix.range.upperBound, with: fix.replacement.utf8)
    }
    return SourceText(String(decoding: bytes, as: UTF8.self), name: name, firstLine: firstLine)
  }
}
