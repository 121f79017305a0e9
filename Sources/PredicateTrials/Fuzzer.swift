import Diagnostics
import Mutations
import Predicates

import struct Foundation.Date

/// Throws changed texts and plain bytes at the parser, the printer, the checker and evaluation. It looks for traps and
/// hangs, and for texts that print as something that does not parse to the same tree.
struct Fuzzer {
  struct Report {
    var inputs = 0
    var parsed = 0
    /// Texts that did not survive printing.
    var broken: [String] = []
    /// The slowest input, and how long it took.
    var slowest: (text: String, duration: Duration) = ("", .zero)
  }

  private var mutator: Mutator
  private static let pieces = [
    "(", ")", "{", "}", "[", "]", "\"", "'", "\\", "%", "%@", "%K", "$x", "#", "@", "@count", ".", ",", "-", "!",
    "NOT ", " AND ", " OR ", " IN ", "==", "[cd]", "é", "🦄", "\u{0}", "9999999999999999999999", "1e999",
    "SUBQUERY(a, $x, ",
    ":=", "…", "“", " BETWEEN {1, 2}", " MATCHES '(a+)+b'", "FUNCTION(", "CAST(", "TERNARY(", "ANY ", "**", "<<", "nil",
    "SELF", "\u{200B}", "((((((((((", "{{{{{{{{{{", "a.a.a.a.a.a.a.a", "0x", "\\u00", "UNION ",
  ]

  init(_ texts: [String], seed: UInt64) {
    mutator = Mutator(texts, pieces: Self.pieces + OddCharacters.pieces, seed: seed)
  }

  /// Runs every text of at most five of a few characters that join or open something.
  mutating func enumerate() -> Report {
    var report = Report()
    let pieces = ["a", "%", "\"", "'", "$", "\u{200D}", "\u{301}", "é", "👨", "==", "(", "\\", "."]
    OddCharacters.forEachText(of: pieces, upTo: 5) { text in
      check(text, &report)
      report.inputs += 1
    }
    return report
  }

  /// Runs until the number of inputs or the time is reached.
  mutating func run(inputs: Int, within limit: Duration, progress: (Report) -> Void) -> Report {
    var report = Report()
    let clock = ContinuousClock()
    let end = clock.now + limit
    while report.inputs < inputs {
      let text = mutator.next()
      let start = clock.now
      check(text, &report)
      let now = clock.now
      if now - start > report.slowest.duration { report.slowest = (text, now - start) }
      report.inputs += 1
      if report.inputs.isMultiple(of: 1_000_000) { progress(report) }
      if now > end { break }
    }
    return report
  }

  private mutating func check(_ text: String, _ report: inout Report) {
    let (predicate, diagnostics) = Predicate.parse(text)
    for diagnostic in diagnostics.prefix(2) { _ = DiagnosticFormatter().format(diagnostic, in: SourceText(text)) }
    guard let predicate else {
      if diagnostics.isEmpty, report.broken.count < 20 { report.broken.append("no message: \(text)") }
      // The search for a suggestion is some hundred parses: now and then is enough.
      if mutator.random.below(256) == 0, let suggestion = Predicate.suggestion(for: text),
        Predicate.parse(suggestion).predicate == nil, report.broken.count < 20
      {
        report.broken.append("suggestion: \(text) → \(suggestion)")
      }
      return
    }
    report.parsed += 1
    let printed = predicate.description
    if Predicate.parse(printed).predicate != predicate, report.broken.count < 20 {
      report.broken.append("\(text) → \(printed)")
    }
    let source = FuzzSource()
    guard let compiled = try? predicate.compiled(over: source) else { return }
    for candidate in Self.candidates { _ = try? compiled.matches(candidate) }
    if mutator.random.below(16) == 0 { _ = predicate.explanation(for: Self.candidates[4], over: source).reasons }
  }

  private static let candidates: [Value] = [
    .null, 5, "text", ["a", 2, .null],
    .dictionary(["a": 1, "b": ["x", "y"], "name": "Miami", "x": .dictionary(["a": 2]), "date": .date(Date())]),
  ]
}

private struct FuzzSource: KeyValueSource {
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func value(forKey key: String, of object: ObjectReference) throws -> Value { .null }
  func value(forVariable name: String) throws -> Value? { name == "x" ? 1 : nil }
  func nextRandomNumber() throws -> UInt64? { 4 }
}
