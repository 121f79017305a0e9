import Courses
import ObjectGraph
import WorkbookLanguage

extension CheckResult {
  /// Whether it failed in nothing but the comparison with the solutions.
  var onlyCompares: Bool { !failures.isEmpty && failures.allSatisfy { $0.likeness != nil } }

  /// Leaves it unjudged, with its points, because other checks judge what it would find. Its sentence need not be true.
  mutating func leaveUnjudged(_ reason: String) {
    status = .notRun
    points = maxPoints
    failures = []
    feedback = [.text(reason)]
  }

  /// Whether it gives its points: it passed, or was not judged because other checks have taken points for what it would find.
  var isEarned: Bool { status == .passed || points > 0 }
}

extension [CheckResult] {
  /// The checks that have taken points for more than a comparison.
  private var failedAlone: [CheckResult] {
    filter { check in
      check.status == .failed && check.maxPoints > 0 && check.failures.contains { $0.likeness == nil && $0.wasJudged }
    }
  }

  /// Whether ``comparedAlready(_:)`` may find something to do, whatever the difference is.
  var mayBeComparedAlready: Bool {
    contains { $0.status == .failed && $0.onlyCompares } && contains { $0.status == .passed && $0.maxPoints > 0 }
      && !failedAlone.isEmpty
  }

  /// The checks that failed in nothing but the comparison with the solutions, if other checks have taken points for every place that
  /// differs: a mistake costs what it costs once. Nil if there are none, and for an answer that has no points so far.
  /// - Parameter difference: how the answer differs from the nearest solution.
  func comparedAlready(_ difference: EndDifference, _ words: FixedWords) -> Adjustment? {
    let own = failedAlone
    guard let first = own.first, mayBeComparedAlready, (1...own.count).contains(difference.places) else { return nil }
    return .keep(
      indices.filter { self[$0].status == .failed && self[$0].onlyCompares },
      why: own.count == 1 ? words(.judgedBy, first.name) : words(.judgedByAll))
  }
}

extension Verdict {
  /// A check's share of the exercise's points.
  package struct Share: Hashable {
    package var points: Double
    package var maximum: Double
  }

  /// Returns the exercise's points divided among its checks, in hundredths: the maxima add up to ``maxScore``, the
  /// points to ``score``. A check that costs a point when it fails has negative points.
  ///
  /// If no check has points, the first that did not pass gets all of them.
  package func shares() -> [Share] {
    guard !checks.isEmpty, score.isFinite, maxScore.isFinite, maxScore.magnitude < 1e13 else {
      return checks.map { _ in Share(points: 0, maximum: 0) }
    }
    let maxima = checks.maxima(of: maxScore)
    var points = zip(checks, maxima).map { check, maximum in
      (check.isEarned ? maximum : 0) - (check.cost * 100).rounded()
    }
    let rest = (score * 100).rounded() - points.reduce(0, +)
    if rest != 0 {
      // A lost point belongs to the check that took it; a rounding difference, to the check with the most points.
      let taker = rest < 0 ? checks.firstIndex { $0.maxPoints == 0 && $0.status == .failed } : nil
      let largest = points.indices.max { points[$0] < points[$1] } ?? 0
      points[taker ?? largest] += rest
    }
    return zip(points, maxima).map { Share(points: $0 / 100, maximum: $1 / 100) }
  }
}

extension [CheckResult] {
  /// The points of the checks that passed, of those that an exercise has: a sum of hundredths that a reader can add up.
  func score(of exercisePoints: Int) -> Double {
    guard contains(where: { $0.maxPoints > 0 }) else {
      return allSatisfy { $0.status == .passed } ? Double(exercisePoints) : 0
    }
    return zip(self, maxima(of: Double(exercisePoints))).reduce(0) { $0 + ($1.0.isEarned ? $1.1 : 0) } / 100
  }

  /// An exercise's points divided among its checks, in hundredths.
  fileprivate func maxima(of points: Double) -> [Double] {
    var weights = map { Double($0.maxPoints) }
    if weights.reduce(0, +) == 0 { weights[firstIndex { $0.status != .passed } ?? 0] = 1 }
    let total = weights.reduce(0, +)
    let whole = (points * 100).rounded()
    var sum = 0.0
    var given = 0.0
    var maxima: [Double] = []
    for weight in weights {
      sum += weight
      let end = (sum * whole / total).rounded()
      maxima.append(end - given)
      given = end
    }
    return maxima
  }
}

extension Verdict {
  /// The points that checks of some settings have left of half of the exercise's, rounded up. A rule that is changed and put back, where
  /// the exercise says that it stays, is what the exercise is about.
  func pointsMissingToHalf(besides settings: Set<String>) -> Double {
    let taken = checks.filter { check in
      check.status == .failed
        && check.failures.contains { failure in settings.contains { failure.statement.contains($0) } }
    }
    let weights = checks.reduce(0) { $0 + $1.maxPoints }
    let lost = Double(taken.reduce(0) { $0 + $1.maxPoints }) / Double(max(weights, 1)) * maxScore
    return (maxScore / 2).rounded(.up) - lost
  }
}

extension PreparedExercise {
  /// The settings of the model, `Employee.laptops.deleteRule`, that expressions read: those that begin with an entity.
  func settings(in expressions: Set<String>) -> Set<String> {
    guard !expressions.isEmpty else { return [] }
    let entities = Set(start.context.model.entityNames)
    return Set(
      expressions.compactMap { expression in
        let path = expression.prefix { $0 != " " }
        return path.split(separator: ".").first.map(String.init).map(entities.contains) == true ? String(path) : nil
      })
  }
}

extension [Verdict] {
  /// The sum of the scores.
  var score: Double { reduce(0) { $0 + ($1.score.isFinite ? $1.score : 0) } }
  var maxScore: Double { reduce(0) { $0 + ($1.maxScore.isFinite ? $1.maxScore : 0) } }
}
