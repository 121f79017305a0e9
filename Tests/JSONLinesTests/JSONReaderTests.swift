import JSON
import JSONLines
import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

@Suite("Reading JSON")
struct JSONReaderTests {
  static let values: [(text: String, value: Value)] = [
    ("null", .null), (" true ", true), ("-12", -12), ("1.5e2", 150.0), ("0", 0),
    ("9223372036854775807", 9_223_372_036_854_775_807), ("9.0e18", 9e18),
    ("9223372036854775808", .decimal(Decimal(9_223_372_036_854_775_808 as UInt64))),
    ("-9223372036854775809", .decimal(Decimal(string: "-9223372036854775809") ?? 0)),
    (
      "12345678901234567890123456789012345678", .decimal(Decimal(string: "12345678901234567890123456789012345678") ?? 0)
    ),
    (
      "100000000000000000000000000000000000000000",
      .decimal(Decimal(string: "100000000000000000000000000000000000000000") ?? 0)
    ),
    (#""a\n\u00e9\ud83e\udd84\/""#, "a\né🦄/"), (#""\ud83e""#, "\u{FFFD}"), ("[]", []),
    ("[1, [2], {}]", [1, [2], .dictionary([:])]),
    (#"{"a": 1, "b": null, "a": 2}"#, .dictionary(["a": 2, "b": .null])), (#"{"$set": [1, 2, 1]}"#, .set([1, 2])),
    (#"{"$date": 1.5}"#, .date(Date(timeIntervalSinceReferenceDate: 1.5))), (#"{"$bool": false}"#, false),
    (#"{"$null": true}"#, .null), (#"{"$else": 1}"#, .dictionary(["$else": 1])),
  ]

  @Test("Values, and tags for what JSON lacks", arguments: values)
  func value(_ row: (text: String, value: Value)) throws {
    #expect(try Value(json: Array(row.text.utf8)[...]) == row.value)
  }

  static let problems: [(text: String, message: String, offset: Int)] = [
    ("", "expected a value, but the text ends here", 0), ("nul", "expected a value", 0),
    ("01", "a number does not begin with 0", 2),
    ("1.", "expected a digit", 2), ("-", "expected a digit", 1), ("[1 2]", "expected , or ]", 3),
    ("[1", "the [ is not closed", 2),
    (#"{"a" 1}"#, "expected : after the key", 5), ("{a: 1}", "expected a key in quotes", 1),
    (#"{"a": 1"#, "the { is not closed", 7),
    (#""a"#, "this text has no \" at its end", 2), (#""\x""#, "there is no such escape in JSON", 2),
    (#""\u12""#, "this escape needs four hexadecimal digits", 5), ("1 2", "expected the end", 2),
    ("1e999", "this number is too large", 5),
    (
      "[999999999999999999999999999999999999999]",
      "this whole number has more than 38 digits: write it with an exponent, or as a text", 40
    ),
    ("\"\n\"", "a control character in a text must be escaped", 1),
  ]

  @Test("What is no JSON, and where", arguments: problems)
  func problem(_ row: (text: String, message: String, offset: Int)) {
    do {
      let value = try Value(json: Array(row.text.utf8)[...])
      Issue.record("reads as \(value)")
    } catch {
      #expect(error == JSONReader.Problem(message: row.message, offset: row.offset))
    }
  }

  @Test(
    "What is no UTF-8 is refused, and where", arguments: [[0x22, 0xC3, 0xA9, 0xFF, 0x22], [0x22, 0x61, 0xC3, 0xE9]])
  func bytes(_ bytes: [UInt8]) {
    let offset = bytes[1] == 0xC3 ? 3 : 2
    #expect(throws: JSONReader.Problem(message: "this is not UTF-8", offset: offset)) {
      try Value(json: bytes[...])
    }
  }

  @Test(
    "A value is written as it is read, on one line",
    arguments: [
      (#"[1,-2.5,true,null,"a\"\\\n\u202eé"]"#, #"[1, -2.5, true, null, "a\"\\\n\u202eé"]"#),
      (#"{"b":{},"a":[[],"€"],"b":9223372036854775807}"#, #"{"b": {}, "a": [[], "€"], "b": 9223372036854775807}"#),
      ("-9223372036854775808", "-9223372036854775808"), ("1e3", "1000.0"), (#""\u0085""#, #""\u0085""#),
    ])
  func written(compact: String, line: String) throws {
    let value = try Array(compact.utf8).withUnsafeBufferPointer { try JSONValue($0) }
    #expect(value.line == line)
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    #expect(try bytes.withUnsafeBufferPointer { try JSONValue($0) } == value)
    #expect(try Array(line.utf8).withUnsafeBufferPointer { try JSONValue($0) } == value)
  }

  @Test("Depth is bounded")
  func depth() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(throws: JSONReader.Problem(message: "this is nested more than 100 levels deep", offset: 100)) {
      try Value(json: Array(text.utf8)[...])
    }
  }

  @Test("Keys that nobody asks for are checked and not kept")
  func keys() throws {
    let text = #"{"a": 1, "b": {"a": [2, "x\n"]}, "c": 3}"#
    #expect(try Value(json: Array(text.utf8)[...], keys: ["c"]) == .dictionary(["c": 3]))
    #expect(throws: JSONReader.Problem.self) { try Value(json: Array(#"{"b": [1 2]}"#.utf8)[...], keys: []) }
  }
}
