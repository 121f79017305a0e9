import CommandIO
import Diagnostics
import JSON
import JSONLines
import Predicates

import struct Foundation.Date

/// `graphbook filter` and `graphbook predicate`: predicates over lines of JSON, for people and for scripts.
package struct PredicateTools {
  /// The kind of output of `filter`.
  package enum FilterOutput: Hashable, Sendable {
    /// The lines for which the predicate holds.
    case lines
    /// Their number.
    case count
    /// How many objects went through each part of the predicate, and why the first lines that were left out were.
    case explanation
  }

  package var style: TextStyle
  package var now: Date
  /// The seed of `random()`.
  package var random: () -> UInt64
  /// Whether someone is still reading.
  package var write: (String) -> Bool
  package var writeError: (String) -> Void

  package init(
    style: TextStyle, now: Date, random: @escaping () -> UInt64, write: @escaping (String) -> Bool,
    writeError: @escaping (String) -> Void
  ) {
    self.style = style
    self.now = now
    self.random = random
    self.write = write
    self.writeError = writeError
  }

  /// How many lines that went wrong are shown one by one, and how many that were left out are explained.
  private static let shownProblems = 5

  private func show(_ diagnostic: Diagnostic, in source: SourceText? = nil) {
    writeError(style.diagnosticFormatter.format(diagnostic, in: source))
  }

  // MARK: Filter

  /// Writes the lines of a JSON Lines file for which a predicate holds. The status is a failure when the predicate does
  /// not parse, the file cannot be read, or a line is not JSON or has no answer.
  /// - Parameter bindings: the values of `$name`, each `name=value`.
  package func filter(
    _ format: String, path: String, bindings: [String] = [], output: FilterOutput
  ) -> ProgramStatus {
    let text = SourceText(format)
    let (predicate, diagnostics) = Predicate.parse(format)
    for diagnostic in diagnostics { show(diagnostic, in: text) }
    guard let predicate else {
      if let suggestion = Predicate.suggestion(for: format) {
        writeError("  this parses: \(DisplayText.visible(suggestion))")
      }
      return .failure
    }
    do {
      let variables = Self.variables(bindings)
      if let name = predicate.openVariables.first(where: { variables[$0.name] == nil }) {
        throw Diagnostic(
          "unbound-variable", "nothing is named $\(name.name)", at: name.range,
          hint: "give it a value: --let \(name.name)=…", source: text)
      }
      var filter = try JSONFilter(predicate, variables: variables, now: now, random: random)
      return output == .explanation
        ? try explain(&filter, text, path) : try run(&filter, text, path, counting: output == .count)
    } catch let error as EvaluationError {
      show(error.diagnostic, in: text)
    } catch let diagnostic as Diagnostic {
      show(diagnostic)
    } catch {
      writeError("\(error)")
    }
    return .failure
  }

  /// `name=value` by name; a value that is not JSON is the text itself.
  private static func variables(_ bindings: [String]) -> [String: Value] {
    var variables: [String: Value] = [:]
    for binding in bindings {
      let parts = binding.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      let name = parts[0].hasPrefix("$") ? String(parts[0].dropFirst()) : parts[0]
      variables[name] = (try? Value(json: Array(parts[1].utf8)[...])) ?? .string(parts[1])
    }
    return variables
  }

  private func run(
    _ filter: inout JSONFilter, _ text: SourceText, _ path: String, counting: Bool
  ) throws -> ProgramStatus {
    var stream = try LineStream(path: path)
    var problems = Problems(limit: Self.shownProblems)
    var number = 0
    var found = 0
    var pending: [UInt8] = []
    var sample: [UInt8] = []
    var isRead = true
    while isRead,
      try stream.next({ line in
        number += 1
        switch filter.outcome(of: line) {
        case .matches:
          found += 1
          if !counting {
            pending += line
            pending.append(UInt8(ascii: "\n"))
          }
        case .differs: if sample.isEmpty { sample = Array(line) }
        case .empty: break
        case .notJSON(let problem): problems.add(problem, line: number)
        case .raises(let error): problems.add(error, line: number)
        }
        if pending.count >= 64 << 10 { isRead = flush(&pending) }
      })
    {}
    _ = flush(&pending)
    if counting { _ = write("\(found)\n") }
    for diagnostic in filter.findings(sample: sample[...]) { show(diagnostic, in: text) }
    return report(problems, text)
  }

  private func flush(_ pending: inout [UInt8]) -> Bool {
    guard !pending.isEmpty else { return true }
    defer { pending.removeAll(keepingCapacity: true) }
    return write(String(decoding: pending, as: UTF8.self))
  }

  private func explain(_ filter: inout JSONFilter, _ text: SourceText, _ path: String) throws -> ProgramStatus {
    var stream = try LineStream(path: path)
    let profile = try filter.profile()
    var problems = Problems(limit: Self.shownProblems)
    var number = 0
    var reasons: [String] = []
    var sample: [UInt8] = []
    while try stream.next({ line in
      number += 1
      if line.isBlankLine { return }
      do {
        if try profile.matches(filter.value(of: line)) { return }
        if sample.isEmpty { sample = Array(line) }
        guard reasons.count < Self.shownProblems, let explanation = filter.explanation(of: line) else { return }
        reasons.append("line \(number): " + explanation.reasons.joined(separator: "; "))
      } catch let problem as JSONReader.Problem {
        problems.add(problem, line: number)
      } catch let error as EvaluationError {
        problems.add(error, line: number)
      } catch {}
    }) {}
    let rows = profile.rows.map { row in
      [
        String(repeating: "  ", count: row.depth) + row.predicate.declaration, String(row.rowsIn), String(row.rowsOut),
      ]
    }
    let table = TextTable(columns: ["condition", .trailing("in"), .trailing("out")], rows: rows)
    var lines = table.document().lines(style)
    if !reasons.isEmpty { lines += [""] + reasons.map { DisplayText.visible($0) } }
    _ = write(lines.map { $0 + "\n" }.joined())
    return report(problems, text)
  }

  private func report(_ problems: Problems, _ text: SourceText) -> ProgramStatus {
    for (diagnostic, isInFormat) in problems.shown { show(diagnostic, in: isInFormat ? text : nil) }
    let left = problems.count - problems.shown.count
    if let more = Listing.more(left, "line") { writeError("… \(more) like \(left == 1 ? "this" : "these")") }
    return problems.count == 0 ? .success : .failure
  }

  // MARK: The line protocol

  /// Answers each line of standard input; see ``JSONLines/PredicateExchange``.
  /// - Parameter datasets: a file with one JSON object: lists of objects by the names that questions call them.
  package func answer(path: String, datasets: String?) -> ProgramStatus {
    do throws(Diagnostic) {
      let exchange = PredicateExchange(datasets: try lists(datasets), now: now, random: random)
      var stream = try LineStream(path: path)
      var isRead = true
      while isRead,
        try stream.next({ line in
          if line.isBlankLine { return }
          isRead = write(exchange.answer(line) + "\n")
        })
      {}
      return .success
    } catch {
      show(error)
      return .failure
    }
  }

  private func lists(_ path: String?) throws(Diagnostic) -> [String: [Value]] {
    guard let path else { return [:] }
    let text = try TextFile.read(path)
    let shown = DisplayText.visible(path)
    do throws(JSONReader.Problem) {
      guard case .dictionary(let members) = try Value(json: Array(text.text.utf8)[...]) else {
        throw JSONReader.Problem(message: "expected an object of lists", offset: 0)
      }
      return members.compactMapValues(\.elements)
    } catch {
      throw Diagnostic(
        "not-json", "'\(shown)' is not JSON: \(error.message)", at: SourceRange(error.offset, error.offset),
        source: text)
    }
  }
}

extension Predicate {
  /// The variables that have to be bound from outside, at their first occurrence.
  fileprivate var openVariables: [(name: String, range: SourceRange)] {
    var found: [(name: String, range: SourceRange)] = []
    var assigned: Set<String> = []
    forEachExpression { expression in
      if case .assignment(let name, _) = expression.kind { assigned.insert(name) }
      if let name = expression.variableName { found.append((name, expression.range)) }
    }
    return found.filter { !assigned.contains($0.name) }
  }
}

/// The lines that went wrong: the first ones, and how many.
private struct Problems {
  let limit: Int
  /// Whether a range counts in the format string.
  var shown: [(diagnostic: Diagnostic, isInFormat: Bool)] = []
  var count = 0

  init(limit: Int) { self.limit = limit }

  mutating func add(_ problem: JSONReader.Problem, line: Int) {
    count += 1
    guard shown.count < limit else { return }
    shown.append(
      (Diagnostic("not-json", "line \(line) is not JSON: \(problem.message) at byte \(problem.offset + 1)"), false))
  }

  mutating func add(_ error: EvaluationError, line: Int) {
    count += 1
    guard shown.count < limit else { return }
    var diagnostic = error.diagnostic
    diagnostic.message = "line \(line): \(diagnostic.message)"
    shown.append((diagnostic, true))
  }
}
