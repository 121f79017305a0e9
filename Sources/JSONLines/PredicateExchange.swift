import Diagnostics
import JSON
import Predicates

import struct Foundation.Date

/// Answers questions about predicates, one JSON object a line, for scripts in any language.
///
/// ```
/// {"id": 1, "format": "age > %d", "args": [30], "objects": [{"age": 31}, {"age": 29}]}
/// {"id": 1, "parsed": true, "canonical": "age > 30", "result": [0]}
/// ```
///
/// The question's keys are those of ``PredicateRequest``, the answer's those of `PredicateAnswer`. A line that is no
/// question is answered too, with `"parsed": false` and an error.
package struct PredicateExchange {
  private let datasets: [String: [Value]]
  private let now: Date
  private let random: (() -> UInt64)?

  /// - Parameters:
  ///   - datasets: lists of objects that questions name with `"dataset"`.
  ///   - now: what `now()` gives.
  ///   - random: what `random()` starts from; without it `random()` has no value.
  package init(datasets: [String: [Value]] = [:], now: Date, random: (() -> UInt64)? = nil) {
    self.datasets = datasets
    self.now = now
    self.random = random
  }

  /// The answer to a line, without a line break.
  package func answer(_ line: ArraySlice<UInt8>) -> String { reply(line).json.line }

  private func reply(_ line: ArraySlice<UInt8>) -> PredicateAnswer {
    var answer = PredicateAnswer(id: .null)
    do throws(JSONReader.Problem) {
      let value = try Value(json: line)
      if case .dictionary(let members) = value { answer.id = (members["id"] ?? .null).json }
      do throws(PredicateRequest.Problem) {
        let request = try PredicateRequest(value, datasets: datasets)
        if request.kind.isExpression { ask(expression: request, &answer) } else { ask(predicate: request, &answer) }
      } catch {
        answer.fail(error.message)
      }
    } catch {
      answer.fail("this line is not JSON: \(error.message) at byte \(error.offset + 1)")
    }
    return answer
  }

  private func source(_ request: PredicateRequest) -> JSONSource {
    JSONSource(variables: request.variables, now: now, random: random)
  }

  // MARK: Expressions

  private func ask(expression request: PredicateRequest, _ answer: inout PredicateAnswer) {
    let (expression, diagnostics) = Expression.parse(request.format, arguments: request.arguments)
    answer.note(diagnostics)
    guard let expression else {
      let suggestion = Expression.suggestion(for: request.format, arguments: request.arguments)
      return answer.refuse(diagnostics, in: request.format, suggestion: suggestion)
    }
    answer.isParsed = true
    answer.canonical = expression.description
    switch request.kind {
    case .expressionPrint: answer.result = .string(expression.description)
    case .expressionParseError: break
    default:
      answer.result = evaluate(&answer, in: request) {
        try expression.compiled(over: source(request)).value(for: request.object).json
      }
    }
  }

  // MARK: Predicates

  private func ask(predicate request: PredicateRequest, _ answer: inout PredicateAnswer) {
    if request.kind == .sort { return sort(request, &answer) }
    let (predicate, diagnostics) = Predicate.parse(request.format, arguments: request.arguments)
    answer.note(diagnostics)
    // A form from elsewhere that is taken with a warning is nothing that NSPredicate takes.
    let isRefused = request.kind == .parseError && diagnostics.contains { $0.severity == .warning }
    guard let predicate, !isRefused else {
      let suggestion = Predicate.suggestion(for: request.format, arguments: request.arguments)
      return answer.refuse(diagnostics, in: request.format, suggestion: suggestion)
    }
    answer.isParsed = true
    answer.canonical = predicate.description
    let source = source(request)
    switch request.kind {
    case .parseOK, .parseError: break
    case .print: answer.result = .string(predicate.description)
    case .tree: answer.result = predicate.json
    case .operator, .constant, .leftFunction: answer.result = predicate.part(request.kind)
    case .eval, .evalError:
      answer.result = evaluate(&answer, in: request) {
        .boolean(try predicate.compiled(over: source).matches(request.object))
      }
    case .filter, .count:
      answer.result = evaluate(&answer, in: request) {
        let compiled = try predicate.compiled(over: source)
        let found = try request.objects.indices.filter { try compiled.matches(request.objects[$0]) }
        return request.kind == .count ? .integer(Int64(found.count)) : .array(found.map { .integer(Int64($0)) })
      }
    case .sort, .expr, .expressionPrint, .expressionParseError, .expressionEvalError: break
    }
  }

  /// Returns the result of `body`; nil, with the error in the answer, if it throws.
  private func evaluate(
    _ answer: inout PredicateAnswer, in request: PredicateRequest, _ body: () throws -> JSONValue
  ) -> JSONValue? {
    do {
      return try body()
    } catch let error as EvaluationError {
      answer.fail(error.diagnostic, in: request.format)
    } catch {
      answer.fail("\(error)")
    }
    return nil
  }

  // MARK: Sorting

  private func sort(_ request: PredicateRequest, _ answer: inout PredicateAnswer) {
    var keys: [(expression: Expression, isAscending: Bool)] = []
    for part in request.format.split(separator: ",") {
      var words = part.split(separator: " ").map(String.init)
      let direction = words.count > 1 ? SortDirection(word: words[words.count - 1].lowercased()) : nil
      if direction != nil { words.removeLast() }
      let (expression, diagnostics) = Expression.parse(words.joined(separator: " "))
      guard let expression else { return answer.refuse(diagnostics, in: request.format, suggestion: nil) }
      keys.append((expression, direction != .descending))
    }
    answer.isParsed = true
    answer.result = evaluate(&answer, in: request) {
      let source = source(request)
      let columns = try keys.map { key in
        let compiled = try key.expression.compiled(over: source)
        return try request.objects.map { try compiled.value(for: $0) }
      }
      let order = request.objects.indices.sorted { a, b in
        for (column, key) in zip(columns, keys) {
          switch column[a].compare(to: column[b]) {
          case .ascending: return key.isAscending
          case .descending: return !key.isAscending
          case .same, nil: continue
          }
        }
        return a < b
      }
      return .array(order.map { .integer(Int64($0)) })
    }
  }
}

extension PredicateAnswer {
  /// Keeps what is no error.
  fileprivate mutating func note(_ diagnostics: [Diagnostic]) {
    notes = diagnostics.filter { $0.severity != .error }.map { found in
      found.hint.map { "\(found.message): \($0)" } ?? found.message
    }
  }

  /// The first error, or the first finding if a form from elsewhere is refused.
  fileprivate mutating func refuse(_ diagnostics: [Diagnostic], in format: String, suggestion: String?) {
    guard let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first else { return }
    fail(first, in: format, suggestion: suggestion)
  }
}
