import Foundation
import TestSupport
import Testing
import Tools

@Suite("graphbook review --jsonl answers line by line")
struct ReviewExchangeTests {
  struct Case: Decodable {
    var id: String
    var expected: [[String]]
  }

  struct Answer: Decodable {
    var id: String?
    var findings: [[String]]?
    var error: String?
  }

  static func answer(_ line: String) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data((ReviewExchange().answer(line) ?? "").utf8))
  }

  @Test("Our own labelled graphs")
  func samples() throws { try check(Corpus(samplesBeside: #filePath)) }

  @Test(
    "Every labelled graph comes out as labelled, positives and controls",
    .enabled(if: corpus.isThere, "the corpus is not there"))
  func real() throws { try check(Self.corpus) }

  private static let corpus = Corpus("normalization")

  private func check(_ corpus: Corpus) throws {
    for line in try corpus.lines("model_check_cases.jsonl") {
      let wanted = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let found = try Self.answer(line)
      let sorted = found.findings.map { $0.sorted { $0.joined() < $1.joined() } }
      #expect(sorted == wanted.expected.sorted { $0.joined() < $1.joined() }, "\(wanted.id) \(found.error ?? "")")
    }
  }

  @Test(
    "A line that cannot be answered says why",
    arguments: [
      ("{", #"{"id": null, "error": "this line is not JSON: expected a key in quotes at byte 2"}"#),
      ("[]", #"{"id": null, "error": "a line is an object with \"id\" and \"model\""}"#),
      (#"{"id": 1}"#, #"{"id": 1, "error": "there is no \"model\""}"#),
      (
        #"{"id": 1, "model": {"entities": {"A": {"attributes": {"x": "what"}}}}}"#,
        #"{"id": 1, "error": "A.x has no type that is known"}"#
      ),
      (
        #"{"id": 1, "model": {"entities": {"A": {"toOne": {"b": "A"}}}, "objects": {"A": [{"id": 1, "b": 2}]}}}"#,
        #"{"id": 1, "error": "A.b names an object that does not exist"}"#
      ),
    ])
  func refused(line: String, answer: String) { #expect(ReviewExchange().answer(line) == answer) }

  @Test("A question is no answer: a name alone is not certain")
  func questions() throws {
    let line =
      #"{"id": "1", "model": {"entities": {"Team": {"attributes": {"code": "String"}}, "#
      + #""Player": {"attributes": {"name": "String", "teamCode": "String"}}}}}"#
    #expect(try Self.answer(line).findings == [])
  }

  @Test("A blank line has no answer")
  func blank() { #expect(ReviewExchange().answer("  ") == nil) }
}
