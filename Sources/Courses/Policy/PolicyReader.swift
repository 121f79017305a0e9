import Diagnostics
import Yams

/// Reads `grading.yml`.
///
/// ```yaml
/// due: 2026-11-20T23:59:00+01:00
/// grace: 15 minutes
/// late: 10%
/// most: 50%
/// attempts: best
/// excused: [ada]
/// extensions:
///   bob: 3 days
/// names: strict
/// show: checks
/// show-before-due: points
/// exercises:
///   whose:
///     points: 10
///     due: 2026-11-27T23:59:00Z
/// ```
///
/// The general rules apply wherever an exercise sets none. A file with a mistake is not used at all: no one is graded
/// by half of the rules.
package enum PolicyReader {
  private static let keys = [
    "due", "grace", "late", "most", "attempts", "excused", "points", "show", "show-before-due", "names", "solutions",
    "extensions",
  ]
  private static let byteLimit = 64 << 10

  /// Returns the policy and everything that is wrong with the file, each problem with its line.
  package static func read(_ source: SourceText) -> (policy: GradingPolicy, diagnostics: [Diagnostic]) {
    var reader = Reader(source: source)
    let policy = reader.policy()
    return (policy, reader.diagnostics)
  }

  private struct Reader {
    let source: SourceText
    var diagnostics: [Diagnostic] = []

    mutating func report(_ id: String, _ message: String, line: Int, hint: String? = nil) {
      diagnostics.append(Diagnostic(id, message, line: source.firstLine + line - 1, of: source, hint: hint))
    }

    mutating func policy() -> GradingPolicy {
      var policy = GradingPolicy()
      policy.text = source.text
      guard source.text.utf8.count <= byteLimit else {
        report("policy-too-long", "the policy is longer than \(byteLimit / 1024) KB", line: 1)
        return policy
      }
      let lines = source.lines
      // Yams gets only texts, numbers, lists and keys; see ``Head``.
      if let place = lines.firstIndex(where: { !Head.isPlain($0) }) {
        report(
          "policy-not-plain", "a policy has only texts, numbers and lists", line: place + 1,
          hint: "key: value, or key: [a, b]; put a text that begins with a sign in quotes")
        return policy
      }
      do {
        guard let root = try Yams.compose(yaml: source.text, .basic) else { return policy }
        guard let mapping = root.mapping else {
          report(
            "policy-not-plain", "the policy is not a list of keys", line: 1, hint: "due: 2026-11-20T23:59:00+01:00")
          return policy
        }
        for (key, value) in mapping where key.string != "exercises" {
          if key.string == "names" {
            readNames(value, key, into: &policy)
          } else {
            read(key, value, into: &policy.general)
          }
        }
        for (key, value) in mapping where key.string == "exercises" { readExercises(value, key, into: &policy) }
      } catch {
        let (message, line) = Head.facts(of: error, in: "the policy")
        report("policy-not-yaml", message, line: line)
      }
      return policy
    }

    private mutating func readNames(_ value: Node, _ key: Node, into policy: inout GradingPolicy) {
      let names = value.scalar.flatMap { GradingPolicy.Names(rawValue: $0.string) }
      policy.names = names ?? .similar
      if names == nil { report("wrong-kind", "'names' is similar or strict", line: key.mark?.line ?? 1) }
    }

    private mutating func readExercises(_ value: Node, _ key: Node, into policy: inout GradingPolicy) {
      guard let exercises = value.mapping else {
        return report(
          "wrong-kind", "'exercises' is a list of exercises, each with its own keys", line: key.mark?.line ?? 1)
      }
      for (name, value) in exercises {
        let line = name.mark?.line ?? 1
        guard let exercise = name.string, let rules = value.mapping else {
          report("wrong-kind", "an exercise has its own keys, such as 'points: 10'", line: line)
          continue
        }
        var terms = policy.general
        for (key, value) in rules { read(key, value, into: &terms) }
        policy.exercises[exercise] = terms
      }
    }

    private mutating func read(_ key: Node, _ value: Node, into terms: inout GradingPolicy.Terms) {
      let line = key.mark?.line ?? 1
      let text = value.scalar?.string ?? ""
      func isOne(_ what: String) { report("wrong-kind", "'\(key.string ?? "?")' is \(what)", line: line) }
      switch key.string {
      case "due":
        if let due = DueTime(text) {
          (terms.due, terms.offset) = (due.date, due.offset)
        } else {
          let example = DueTime.example(for: text)
          report(
            "wrong-kind", "'due' is a day with a time and the offset from UTC: \(example)", line: line,
            hint: "write the offset of your clocks, +01:00, or Z for UTC")
        }
      case "grace":
        terms.grace = Self.seconds(text) ?? 0
        if Self.seconds(text) == nil { isOne("a time span: 15 minutes, 2 hours or 1 day") }
      case "late":
        terms.late = Self.percent(text) ?? 0
        if Self.percent(text) == nil { isOne("the part of the points that a day costs: 10%") }
      case "most":
        terms.most = Self.percent(text) ?? 100
        if Self.percent(text) == nil { isOne("the largest part of the points that lateness costs: 50%") }
      case "points":
        terms.points = Int(text).flatMap { Head.numbers.contains($0) ? $0 : nil }
        if terms.points == nil { isOne(Head.numbersInWords) }
      case "attempts":
        terms.attempts = GradingPolicy.Attempts(rawValue: text) ?? .last
        if GradingPolicy.Attempts(rawValue: text) == nil { isOne("best or last") }
      case "show":
        terms.show = GradingPolicy.Shown(rawValue: text) ?? .feedback
        if GradingPolicy.Shown(rawValue: text) == nil { isOne("feedback, checks or points") }
      case "show-before-due":
        terms.showBeforeDue = GradingPolicy.Shown(rawValue: text)
        if terms.showBeforeDue == nil { isOne("feedback, checks or points") }
      case "solutions":
        terms.offersSolution = ["offered": true, "withheld": false][text]
        if terms.offersSolution == nil { isOne("offered or withheld") }
      case "excused":
        let names = value.sequence?.map { $0.scalar?.string } ?? [text.isEmpty ? nil : text]
        terms.excused.formUnion(names.compactMap { $0 })
        if names.contains(nil) { isOne("a list of students: [ada, bob]") }
      case "extensions":
        guard let students = value.mapping else { return isOne("a list of students, each with a time: 'ada: 3 days'") }
        for (student, value) in students { readExtension(student, value, into: &terms) }
      case "names":
        report("wrong-kind", "'names' applies to all exercises", line: line, hint: "put it before 'exercises'")
      default:
        let name = key.string ?? "?"
        report(
          "unknown-key", "a policy has no '\(DisplayText.visible(name))'", line: line,
          hint: Suggestions.didYouMean(name, among: keys) ?? "the keys are \(keys.joined(separator: ", "))")
      }
    }

    /// `ada: 3 days`, or `ada: 2026-11-27T23:59:00+01:00`.
    private mutating func readExtension(_ key: Node, _ value: Node, into terms: inout GradingPolicy.Terms) {
      let text = value.scalar?.string ?? ""
      let student = key.scalar?.string ?? ""
      if let seconds = Self.seconds(text) {
        terms.extensions[student] = .by(seconds)
      } else if let due = DueTime(text) {
        terms.extensions[student] = .until(due.date)
      } else {
        report(
          "wrong-kind",
          "'\(DisplayText.visible(student))' has longer by a time span, '3 days', or until a time: \(DueTime.example(for: text))",
          line: key.mark?.line ?? 1)
      }
    }

    /// `10%`, or `10`.
    private static func percent(_ text: String) -> Int? {
      let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
      return Int(digits.filter { $0 != " " }).flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// `15 minutes`.
    private static func seconds(_ text: String) -> Int? {
      let words = text.split(separator: " ")
      guard words.count == 2, let number = Int(words[0]), (0...100_000).contains(number) else { return nil }
      switch words[1] {
      case "minute", "minutes": return number * 60
      case "hour", "hours": return number * 3600
      case "day", "days": return number * 86_400
      default: return nil
      }
    }
  }
}
