import Diagnostics

/// How it is known when the answers of a class were handed in, and how many were late.
struct TimeTally: Sendable {
  private var sources: [HandedIn.Source: Int] = [:]
  private var unknown = 0
  private var late = 0

  /// Counts an answer to an exercise that is due; one that was not handed in, or could not be read, does not count.
  mutating func add(_ verdict: Verdict) {
    guard let handedIn = verdict.handedIn, verdict.wasRun else { return }
    if let source = handedIn.source { sources[source, default: 0] += 1 } else { unknown += 1 }
    if handedIn.isLate { late += 1 }
  }

  /// `times: Moodle's worksheet · 24 late`; none where nothing is due.
  var facts: [String] {
    let known = HandedIn.Source.allCases.filter { sources[$0] != nil }.map(\.words)
    guard !known.isEmpty || unknown > 0 else { return [] }
    let times = known.isEmpty ? "times: not known" : "times: \(Listing.all(known))"
    let rest = unknown > 0 && !known.isEmpty ? ", not known of \(DisplayText.grouped(unknown))" : ""
    return [times + rest, "\(DisplayText.grouped(late)) late"]
  }
}

extension StudentVerdicts {
  /// The most days by which one of the answers was late, and the points that lateness cost together.
  var late: (days: Int, cost: Double) {
    (
      verdicts.reduce(0) { max($0, $1.handedIn?.lateness?.days ?? 0) },
      verdicts.reduce(0) { sum, verdict in sum + (verdict.checks.first(where: \.isAboutTime)?.cost ?? 0) }
    )
  }
}
