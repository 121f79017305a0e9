import Diagnostics
import JSON
import Predicates

import struct Foundation.Date

/// Finds the lines of a JSON Lines file for which a predicate holds, one line at a time.
///
/// An object's keys are the predicate's keys; a key that a line lacks is nil. Only the keys that the predicate asks for
/// are kept of a line, so that long records cost little more than reading them.
package struct JSONFilter {
  /// The result for one line.
  package enum Outcome {
    case matches, differs
    /// Blank.
    case empty
    case notJSON(JSONReader.Problem)
    /// The predicate has no value for it.
    case raises(EvaluationError)
  }

  package let predicate: Predicate
  private let source: JSONSource
  private let compiled: CompiledPredicate
  private let keys: Set<String>?
  /// The keys of the lines seen, as far as wanted keys are missing there: for "did you mean".
  private var missing: Set<String>

  /// - Throws: ``EvaluationError`` for a predicate that no object can be asked.
  package init(
    _ predicate: Predicate, variables: [String: Value] = [:], now: Date, random: (() -> UInt64)? = nil
  ) throws {
    self.predicate = predicate
    source = JSONSource(variables: variables, now: now, random: random)
    compiled = try predicate.compiled(over: source)
    keys = predicate.firstKeys
    missing = keys ?? []
  }

  /// Returns the predicate's answer for a line, without its line break.
  package mutating func outcome(of line: ArraySlice<UInt8>) -> Outcome {
    if line.isBlankLine { return .empty }
    do {
      let value = try self.value(of: line)
      if !missing.isEmpty, case .dictionary(let members) = value {
        for key in missing where members[key] != nil { missing.remove(key) }
      }
      return try compiled.matches(value) ? .matches : .differs
    } catch let problem as JSONReader.Problem {
      return .notJSON(problem)
    } catch let error as EvaluationError {
      return .raises(error)
    } catch {
      return .differs
    }
  }

  /// The line as a value, with the keys that the predicate asks for.
  package func value(of line: ArraySlice<UInt8>) throws(JSONReader.Problem) -> Value {
    try Value(json: line, keys: keys)
  }

  /// Why the predicate holds for a line or not; nil when the line is not JSON.
  package func explanation(of line: ArraySlice<UInt8>) -> Explanation? {
    guard let value = try? self.value(of: line) else { return nil }
    return predicate.explanation(for: value, over: source)
  }

  /// The predicate prepared to count, node by node, the objects that come in and go out.
  package func profile() throws -> PredicateProfile { try predicate.profile(over: source) }

  /// The keys that the predicate asks for and that no line had, each with the nearest key of a line, as messages: a key
  /// that is nil everywhere is usually misspelt.
  package func findings(sample: ArraySlice<UInt8>) -> [Diagnostic] {
    guard !missing.isEmpty, case .dictionary(let members)? = try? Value(json: sample) else { return [] }
    var findings: [Diagnostic] = []
    var named: Set<String> = []
    predicate.forEachExpression { expression in
      guard let path = expression.keyPath, path.count == 1, missing.contains(path[0]), named.insert(path[0]).inserted
      else { return }
      findings.append(
        Diagnostic(
          Diagnostic.ID.unknownKey, "no line has a key '\(path[0])'", at: expression.range, severity: .warning,
          nearest: Suggestions.nearest(to: path[0], among: members.keys.sorted())))
    }
    return findings
  }
}

extension Predicate {
  /// The keys of the candidate that the predicate asks for; nil when it may ask for any (`SELF`, ANYKEY).
  var firstKeys: Set<String>? {
    var keys: Set<String> = []
    var isOpen = false
    func visit(_ expression: Expression) -> Expression? {
      switch expression.kind {
      case .key(let base, let name) where base.kind == .candidate:
        if name.hasPrefix("@") || name == "self" { isOpen = true }
        keys.insert(name)
        return expression
      case .candidate, .variableKey, .anyKey, .extension: isOpen = true
      default: break
      }
      return nil
    }
    _ = rewriting { visit($0) }
    return isOpen ? nil : keys
  }
}
