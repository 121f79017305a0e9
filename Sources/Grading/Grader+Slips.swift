import Courses
import Diagnostics
import WorkbookLanguage

/// A slip after which everything can fail: the answer is judged as it was meant, and the slip costs points.
struct Slip {
  /// The checks that say so, and the points that they take.
  var costs: [Adjustment]
  /// The sentence about an answer in which everything else is right, and lines that show the slip.
  var sentence: String
  var evidence: [String] = []
}

extension Slip {
  /// Something that is missing, in words.
  /// - Parameter rules: for each kind of place where something is missing the check, what is missing, a line for each place, and the
  ///   points; those that cost none are left out.
  init(
    in exercise: Exercise,
    _ rules: [(rule: CheckResult.Implicit, missing: FixedWords.Key, lines: [String], points: Int)]
  ) {
    let words = exercise.words
    let rules = rules.filter { $0.points > 0 }
    costs = rules.map { rule, missing, lines, points in
      let lines = lines + [words(.restAsIf, words(missing))]
      return Adjustment.take(Double(points), for: CheckResult(rule, of: exercise, lines))
    }
    let isSign = rules.allSatisfy { $0.rule != .readAsMeant && $0.rule != .namesAsAsked }
    let others = rules.reduce(-1) { $0 + $1.lines.count }
    let first = rules.first?.lines.first ?? ""
    sentence =
      isSign
      ? words(.elseRightWith, rules.first.map { words($0.missing) } ?? "")
      : words(.elseRight, others > 0 ? words(.moreLikeIt, first, "\(others)") : first)
    evidence = isSign ? Array(rules.flatMap(\.lines).prefix(2)) : []
  }
}

extension Grader {
  /// Returns the verdict on a failed answer with signs that it lacks, and without the points that they cost; nil if it cannot be judged.
  /// - Parameters:
  ///   - answer: the answer with the signs.
  ///   - refused: the messages about statements that were refused without them.
  ///   - lacksMarks: whether it may lack question marks, too.
  func mended(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise],
    _ slip: Slip, of refused: [Diagnostic], lacksMarks: Bool = false
  ) -> Verdict? {
    var judged = judge(prepared, answer: answer, besides: others)
    if lacksMarks { judged = withQuestionMarks(judged, prepared, answer, besides: others) ?? judged }
    guard var mended = judged.adjusted(for: slip, insteadOf: verdict) else { return nil }
    mended.diagnostics =
      verdict.diagnostics.filter { $0.severity == .note || refused.contains($0) }
      + judged.diagnostics.filter { $0.severity != .note }
    return mended
  }
}

extension Verdict {
  /// Returns the verdict on an answer as it was meant, without the points that the slip costs; nil if it could not be judged. It never passes.
  /// - Parameter whole: the verdict on the answer as it is.
  func adjusted(for slip: Slip, insteadOf whole: Verdict) -> Verdict? {
    guard status != .error else { return nil }
    var verdict = self
    verdict.apply(slip.costs)
    if status == .passed {
      verdict.end = whole.end
      verdict.cause = Cause(
        sentence: slip.sentence, evidence: slip.evidence,
        check: slip.costs.first.flatMap(verdict.place(of:)), others: slip.costs.count - 1)
    }
    verdict.status = .failed
    verdict.shape = whole.shape
    return verdict
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
