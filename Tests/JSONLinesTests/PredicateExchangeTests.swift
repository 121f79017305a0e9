import Foundation
import JSONLines
import Predicates
import Testing

@Suite("Questions and answers, one a line")
struct PredicateExchangeTests {
  static let lines: [(question: String, answer: String)] = [
    (
      #"{"id": 1, "format": "age > %d", "args": [30], "objects": [{"age": 31}, {"age": 29}, {}]}"#,
      #"{"id": 1, "parsed": true, "canonical": "age > 30", "result": [0]}"#
    ),
    (
      #"{"id": "x", "kind": "eval", "format": "$a IN {1, 2}", "vars": {"a": 2}}"#,
      #"{"id": "x", "parsed": true, "canonical": "$a IN {1, 2}", "result": true}"#
    ),
    (
      #"{"id": 2, "kind": "count", "format": "TRUEPREDICATE", "dataset": "two"}"#,
      #"{"id": 2, "parsed": true, "canonical": "TRUEPREDICATE", "result": 2}"#
    ),
    (
      #"{"id": 3, "kind": "parse_ok", "format": "name CONTAIN 'x'"}"#,
      #"{"id": 3, "parsed": false, "error": {"message": "there is no operator 'CONTAIN'", "column": 6, "utf16Column": 6, "hint": "did you mean CONTAINS?", "suggestion": "name CONTAINS 'x'"}}"#
    ),
    (
      #"{"id": 4, "kind": "print", "format": "a NOT IN {1}"}"#,
      #"{"id": 4, "parsed": true, "canonical": "NOT a IN {1}", "result": "NOT a IN {1}", "notes": ["NSPredicate has no NOT IN: write NOT x IN y"]}"#
    ),
    (
      #"{"id": 5, "kind": "parse_error", "format": "a NOT IN {1}"}"#,
      #"{"id": 5, "parsed": false, "error": {"message": "NSPredicate has no NOT IN", "column": 3, "utf16Column": 3, "hint": "write NOT x IN y", "suggestion": "NOT a IN {1}"}, "notes": ["NSPredicate has no NOT IN: write NOT x IN y"]}"#
    ),
    (
      #"{"id": 6, "kind": "expr", "format": "5 / 2 + a", "object": {"a": 1}}"#,
      #"{"id": 6, "parsed": true, "canonical": "(5 / 2) + a", "result": 3}"#
    ),
    (
      #"{"id": 7, "kind": "expr", "format": "d", "object": {"d": {"$date": 5}}}"#,
      #"{"id": 7, "parsed": true, "canonical": "d", "result": {"$date": 5.0}}"#
    ),
    (
      #"{"id": 8, "kind": "eval_error", "format": "'é' == a AND a <= 2", "object": {"a": "é"}}"#,
      #"{"id": 8, "parsed": true, "canonical": "\"é\" == a AND a <= 2", "error": {"message": "\"é\" and 2 have no order", "column": 14, "utf16Column": 14}}"#
    ),
    (
      #"{"id": 9, "kind": "tree", "format": "a = 1 OR NOT b >= 1"}"#,
      #"{"id": 9, "parsed": true, "canonical": "a == 1 OR (NOT b >= 1)", "result": {"type": "or", "operands": [{"type": "comparison", "left": "a", "operator": "equalTo", "right": "1"}, {"type": "not", "operand": {"type": "comparison", "left": "b", "operator": "greaterThanOrEqualTo", "right": "1"}}]}}"#
    ),
    (
      #"{"id": 10, "kind": "operator", "format": "a BEGINSWITH 'x'"}"#,
      #"{"id": 10, "parsed": true, "canonical": "a BEGINSWITH \"x\"", "result": "beginsWith"}"#
    ),
    (
      #"{"id": 11, "kind": "left_function", "format": "1 + 2 == 3"}"#,
      #"{"id": 11, "parsed": true, "canonical": "1 + 2 == 3", "result": "add:to:"}"#
    ),
    (
      #"{"id": 12, "kind": "constant", "format": "a == 'x'"}"#,
      #"{"id": 12, "parsed": true, "canonical": "a == \"x\"", "result": "x"}"#
    ),
    (
      #"{"id": 13, "kind": "sort", "format": "age desc, name", "objects": [{"name": "b", "age": 1}, {"name": "a", "age": 1}, {"age": 2}]}"#,
      #"{"id": 13, "parsed": true, "result": [2, 1, 0]}"#
    ),
    (
      #"{"id": 14, "kind": "guess", "format": "a == 1"}"#,
      #"{"id": 14, "parsed": false, "error": {"message": "there is no kind 'guess'"}}"#
    ),
    (
      #"{"id": 15}"#,
      #"{"id": 15, "parsed": false, "error": {"message": "the question has no \"format\" that is a text"}}"#
    ),
    ("7", #"{"id": null, "parsed": false, "error": {"message": "a question is a JSON object"}}"#),
    (
      "{",
      #"{"id": null, "parsed": false, "error": {"message": "this line is not JSON: expected a key in quotes at byte 2"}}"#
    ),
    (
      #"{"id": 16, "kind": "expr_parse_error", "format": "a +"}"#,
      #"{"id": 16, "parsed": false, "error": {"message": "expected a value after '+', but the text ends here", "column": 4, "utf16Column": 4, "suggestion": "a + $value"}}"#
    ),
  ]

  @Test("Every kind", arguments: lines)
  func answer(_ row: (question: String, answer: String)) {
    let exchange = PredicateExchange(datasets: ["two": [1, 2]], now: Date(timeIntervalSinceReferenceDate: 0))
    #expect(exchange.answer(Array(row.question.utf8)[...]) == row.answer)
  }

  static let filters: [(predicate: String, line: String, outcome: String)] = [
    ("age > 30 AND team.name == 'X'", #"{"age": 31, "team": {"name": "X"}, "rest": [1]}"#, "matches"),
    ("age > 30 AND team.name == 'X'", #"{"age": 31}"#, "differs"), ("SELF == 3", "3", "matches"),
    ("ANYKEY == 3", #"{"a": 1, "b": 3}"#, "matches"), ("ANY tags == 'a'", #"{"tags": ["b", "a"]}"#, "matches"),
    ("a == 1", "  ", "empty"), ("a == 1", "{", "notJSON"), ("a > 1", #"{"a": "x"}"#, "raises"),
  ]

  @Test("Lines for which a predicate holds", arguments: filters)
  func filter(_ row: (predicate: String, line: String, outcome: String)) throws {
    let predicate = try #require(Predicates.Predicate.parse(row.predicate).predicate)
    var filter = try JSONFilter(predicate, now: Date(timeIntervalSinceReferenceDate: 0))
    let outcome = "\(filter.outcome(of: Array(row.line.utf8)[...]))"
    #expect(outcome.prefix { $0 != "(" } == row.outcome)
  }

  @Test("A key that no line has is told, with the nearest one")
  func findings() throws {
    let predicate = try #require(Predicates.Predicate.parse("agee == 3 OR name == 'x'").predicate)
    var filter = try JSONFilter(predicate, now: Date(timeIntervalSinceReferenceDate: 0))
    let line = Array(#"{"age": 3, "name": "y"}"#.utf8)
    _ = filter.outcome(of: line[...])
    let findings = filter.findings(sample: line[...])
    #expect(findings.map(\.message) == ["no line has a key 'agee'"])
    #expect(findings.first?.hint == "did you mean age?")
  }
}
