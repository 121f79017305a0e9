import Diagnostics
import JSON

/// One answer of the line protocol, always with its keys in this order:
///
/// | Key | Value |
/// |---|---|
/// | `id` | as in the question |
/// | `parsed` | whether the format is what was asked for, a predicate or an expression |
/// | `canonical` | its canonical text, when parsed |
/// | `result` | what was asked, when there is an answer |
/// | `error` | why not: `message`, `column` (in characters, from 1), `utf16Column` (from 1), `hint`?, and `suggestion`?: the whole format, mended so that it parses |
/// | `notes` | what was taken although NSPredicate would not take it, or looks like a slip: a list of texts; left out when empty |
struct PredicateAnswer {
  var id: JSONValue
  var isParsed = false
  var canonical: String?
  var result: JSONValue?
  var problem: JSONValue?
  var notes: [String] = []

  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("id", id), .init("parsed", .boolean(isParsed))]
    if let canonical { members.append(.init("canonical", .string(canonical))) }
    if let result { members.append(.init("result", result)) }
    if let problem { members.append(.init("error", problem)) }
    if !notes.isEmpty { members.append(.init("notes", .array(notes.map(JSONValue.string)))) }
    return .object(members)
  }

  mutating func fail(_ diagnostic: Diagnostic, in format: String, suggestion: String? = nil) {
    var members: [JSONValue.Member] = [.init("message", .string(diagnostic.message))]
    if let range = diagnostic.range {
      let before = SourceText(format)[SourceRange(0, range.lowerBound)]
      members.append(.init("column", .integer(Int64(before.count + 1))))
      members.append(.init("utf16Column", .integer(Int64(before.utf16.count + 1))))
    }
    if let hint = diagnostic.hint { members.append(.init("hint", .string(hint))) }
    if let suggestion { members.append(.init("suggestion", .string(suggestion))) }
    problem = .object(members)
  }

  mutating func fail(_ message: String) { problem = .object([.init("message", .string(message))]) }
}
