import Courses
import Diagnostics
import WorkbookLanguage

/// The `expect` statements of some checks, without those that have failed.
struct DeadExpectations {
  private struct Place: Hashable {
    var statement: String
    var line: Int
  }

  private var places: [(place: Place, range: SourceRange, source: SourceText)] = []

  init(in scripts: [CheckScript]) {
    for script in scripts {
      for statement in script.checks.flatMap(\.statements) {
        guard case .expect = statement.kind else { continue }
        let line = script.source.position(at: statement.range.lowerBound).line
        let place = Place(statement: String(script.source[statement.range]), line: line)
        places.append((place, statement.range, script.source))
      }
    }
  }

  var isEmpty: Bool { places.isEmpty }

  /// Returns the places of those that a check contains.
  func places(in check: Check) -> Set<SourceRange> {
    Set(places.lazy.filter { $0.source == check.source && check.range.union($0.range) == check.range }.map(\.range))
  }

  /// Removes the expectations that failed.
  mutating func note(_ failures: [CheckResult.Failure]) {
    remove(failures.map { Place(statement: $0.statement, line: $0.line) })
  }

  /// Removes the expectations that failed.
  mutating func note(_ failures: [Outcome]) {
    remove(
      failures.map {
        Place(statement: String($0.text), line: $0.source.position(at: $0.range.lowerBound).line)
      })
  }

  private mutating func remove(_ failed: [Place]) {
    let failed = Set(failed)
    places.removeAll { failed.contains($0.place) }
  }

  /// - Parameter trials: the trials that were made: "neither the start nor a mutant".
  func findings(tried trials: String) -> [Diagnostic] {
    places.map { _, range, source in
      Diagnostic(
        "dead-expectation", "nothing makes this fail: \(trials)", at: range,
        hint: "remove it, or add a wrong answer that fails it", source: source)
    }
  }
}
