import Diagnostics
import Testing

@testable import Courses

@Suite("The settings of a review")
struct ReviewSettingsTests {
  private static let rules = ["naming", "missingInverse", "denyCycle"]

  private static func read(_ text: String) throws -> ReviewSettings {
    try ReviewSettingsReader.read(SourceText(text, name: ".graphbook.yml"), knownRules: rules)
  }

  /// `line: message (hint)`, or "read".
  private static func refusal(_ text: String) -> String {
    do {
      _ = try read(text)
      return "read"
    } catch let problem as Diagnostic {
      let line = problem.range.flatMap { problem.source?.position(at: $0.lowerBound).line }
      return "\(line ?? 0): \(problem.message)" + (problem.hint.map { " (\($0))" } ?? "")
    } catch {
      return "\(error)"
    }
  }

  @Test("Levels of rules, the threshold and CloudKit")
  func settings() throws {
    let settings = try Self.read(
      """
      # what we do not mind
      review:
        fail-on: never
        cloudkit: true
        questions: false
        rules:
          naming: off
          missingInverse: error
          denyCycle: false
      """)
    #expect(settings.rules == ["naming": .off, "missingInverse": .error, "denyCycle": .off])
    #expect(settings.failOn == .never && settings.isForCloudKit && !settings.hasQuestions)
    // The same in braces.
    for flow in [
      "review: {fail-on: never, cloudkit: true, questions: false, rules: {naming: off, missingInverse: error, denyCycle: false}}",
      "review:\n  fail-on: never\n  cloudkit: true\n  questions: false\n  rules: {\n    naming: 'off', # all of them\n    missingInverse: error,\n    denyCycle: no }",
    ] { #expect(try Self.read(flow) == settings) }
    for empty in ["", "\n# nothing\n", "review:\n", "review:\n  rules:\n"] {
      #expect(try Self.read(empty) == ReviewSettings())
    }
  }

  @Test(
    "A mistake has its line",
    arguments: [
      ("review:\n  rules:\n    nameing: off", "3: there is no rule 'nameing' (did you mean naming?)"),
      ("review:\n  rules:\n    zzz: off", "3: there is no rule 'zzz' (graphbook model rules lists them)"),
      ("review:\n  rules:\n    naming: maybe", "3: 'naming' must be off, on, question, note, warning or error"),
      ("review:\n  rules: [naming]", "2: 'rules' is not a list of keys (key: value, one a line)"),
      ("review:\n  failon: note", "2: 'review' has no 'failon' (did you mean fail-on?)"),
      ("review:\n  fail-on: all", "2: 'fail-on' must be error, warning, note or never"),
      ("review:\n  cloudkit: 3", "2: 'cloudkit' must be true or false"),
      ("review:\n  questions: some", "2: 'questions' must be true or false"),
      ("rules:\n  naming: off", "1: settings have no 'rules' (known are review)"),
      ("- review", "1: the settings are not a list of keys (key: value, one a line)"),
      ("just a text", "1: the settings are not a list of keys (key: value, one a line)"),
      ("review:\n  fail-on: note\n  fail-on: note", "2: 'fail-on' occurs twice in the settings"),
      ("a: &x [1]", "1: settings have only keys, texts and lists (review: and below it, two spaces in, rules:)"),
      ("review: {rules: {nameing: off}}", "1: there is no rule 'nameing' (did you mean naming?)"),
      (
        "review: {rules: &a {naming: off}}",
        "1: settings have only keys, texts and lists (review: and below it, two spaces in, rules:)"
      ),
      (
        "review: {rules:\n  {naming: *a}}",
        "2: settings have only keys, texts and lists (review: and below it, two spaces in, rules:)"
      ),
      ("review:\n\tfail-on: note", "2: the settings cannot be read: found character that cannot start any token"),
    ])
  func mistakes(text: String, message: String) { #expect(Self.refusal(text) == message) }

  @Test("Hostile files are refused at once")
  func hostile() {
    let deep = (0..<400).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    let texts = [
      String(repeating: "- ", count: 30_000), String(repeating: "[", count: 30_000), deep,
      String(repeating: "a: ", count: 20_000), String(repeating: "x", count: 70_000), "\u{0}", "%YAML 9",
      "? \(String(repeating: "? ", count: 10_000))", "{a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}}",
      String(repeating: "{a: ", count: 15_000), "review: {rules: [" + String(repeating: "- ", count: 9_000),
      "--- \n--- \n---",
    ]
    for text in texts { #expect(Self.refusal(text).prefix(2).last == ":", "\(Self.refusal(text).prefix(80))") }
  }
}
