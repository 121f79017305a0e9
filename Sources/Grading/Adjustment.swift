/// A reason why an answer's score is not the sum of the checks that hold.
///
/// A score is that sum, changed by a list of adjustments. Each sees the checks as those before it left them:
///
/// 1. A wrong declaration of which a check has taken points: checks that fail only because of it keep theirs; `Grader.followThrough`.
/// 2. What could not be judged of saving, where everything is saved; `Grader.savedUnjudged`.
/// 3. A missing `save`: checks that hold once the answer is saved keep their points; `Grader.missingSave`.
/// 4. Comparisons with the solutions keep their points if other checks have taken points for each place that differs;
///    `comparedAlready`.
/// 5. Checks that no author writes: the first that fails for something that no check has taken points for takes one point, or all
///    that is left of half of the points if it is about a setting that stays. A check without points that fails alone takes one.
/// 6. Statements that only tried something take one point together, and the rest is judged without them;
///    `Grader.withoutStrays`.
/// 7. Refused statements, names that are not the task's and missing signs take a point or two, and the rest is judged as it was meant; `Grader.asMeant`,
///    `Grader.withQuestionMarks`.
/// 8. A late answer to an exercise of a class loses a share of its points, and a teacher's correction replaces what is left.
///
/// A record has what they changed: the points of a check that was not judged, and the `cost` of a check without points.
enum Adjustment {
  /// The author's checks at these places are not judged and keep their points, because another check judges what they would find.
  case keep([Int], why: String)
  /// A check that no author writes takes points, as far as there are any. If one of its kind has failed already, it takes no more.
  case take(Double, for: CheckResult)
  /// The failed check at a place takes points, as far as there are any.
  case charge(Double, at: Int)
  /// The score is replaced, and a check says so before all others.
  case replace(with: Double, for: CheckResult)
}

extension Verdict {
  /// Changes the score and the checks by adjustments, in their order.
  mutating func apply(_ adjustments: [Adjustment]) {
    for adjustment in adjustments {
      switch adjustment {
      case .keep(let places, let why):
        for place in places { checks[place].leaveUnjudged(why) }
        score = checks.score(of: Int(maxScore))
      case .take(let points, for: var rule):
        let place = place(of: rule) ?? checks.endIndex
        if place == checks.endIndex {
          checks.append(rule)
        } else if checks[place].status == .failed {
          rule.feedback += checks[place].feedback
          rule.cost = checks[place].cost
        }
        let rest = rule.cost > 0 ? score : max(0, (score - points).inHundredths)
        rule.cost += (score - rest).inHundredths
        checks[place] = rule
        score = rest
      case .charge(let points, at: let place):
        let rest = max(0, (score - points).inHundredths)
        checks[place].cost += (score - rest).inHundredths
        score = rest
      case .replace(with: let points, for: var rule):
        rule.cost = (score - points).inHundredths
        checks.insert(rule, at: 0)
        cause?.check? += 1
        score = points
      }
    }
  }

  /// The place of the check of the same kind as one that no author writes.
  private func place(of rule: CheckResult) -> Int? { checks.firstIndex { $0.implicit == rule.implicit } }

  /// The place of the check that says why points are lost.
  func place(of adjustment: Adjustment) -> Int? {
    switch adjustment {
    case .keep: nil
    case .charge(_, at: let place): place
    case .take(_, let rule), .replace(_, let rule): place(of: rule)
    }
  }
}

extension Double {
  /// The number, rounded to hundredths.
  fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
