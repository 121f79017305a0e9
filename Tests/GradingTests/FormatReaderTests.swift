import Diagnostics
import Foundation
import Grading
import JSON
import TestSupport
import Testing

/// The formats as readers that others wrote understand them; see `Readers/readers.py`. GRAPHBOOK_PYTHON names the
/// interpreter that has the packages of `Readers/requirements.txt`.
@Suite("Verdicts as others read them")
struct FormatReaderTests {
  private static let folder = String(#filePath.dropLast("FormatReaderTests.swift".count)) + "Readers"

  /// The packages that this machine has.
  private static let packages: Set<String> = {
    let script = """
      import importlib.util
      print(*[name for name in ("json", "junitparser", "tap", "yaml", "more_itertools", "tincan", "html5lib", "check_jsonschema") if importlib.util.find_spec(name)])
      """
    let answer = Python.run(["-c", script])
    return answer.status == 0 ? Set(answer.output.split(whereSeparator: \.isWhitespace).map(String.init)) : []
  }()

  @Test("spreadsheets, by Python's csv", .enabled(if: packages.contains("json"), "no python3"))
  func spreadsheets() throws { try read("spreadsheets") }

  @Test("JSON documents, by Python's json", .enabled(if: packages.contains("json"), "no python3"))
  func documents() throws { try read("documents") }

  @Test("JUnit, by junitparser", .enabled(if: packages.contains("junitparser"), "no junitparser"))
  func junit() throws { try read("junit") }

  @Test(
    "TAP, by tap.py", .enabled(if: packages.isSuperset(of: ["tap", "yaml", "more_itertools"]), "no tap.py with YAML"))
  func tap() throws { try read("tap") }

  @Test("the pages of a report, by html5lib", .enabled(if: packages.contains("html5lib"), "no html5lib"))
  func pages() throws {
    let answers = ["let two = 2\nlet three = 3\n", "let two = \"<b>\"\n", "let two = <script>\n", nil]
    let files = try ReportTests.report(answers.map { (HostileVerdicts.student, $0) })
    try read("pages", files: files.map { ($0.key.replacing("/", with: "-"), $0.value) })
  }

  @Test(
    "workflows, by the schemas of GitHub and GitLab",
    .enabled(if: packages.contains("check_jsonschema"), "no check-jsonschema"))
  func schemas() throws {
    var exercise = try Fixtures.exercise()
    exercise.title = "Two: \"and\" \\ # 'three'"
    func file(_ platform: GradingPlatform, _ path: String) throws -> String {
      let files = platform.files(for: [exercise, exercise]) { exercise, _ in Verdict(on: exercise, refusedFor: []) }
      return try #require(files.first { $0.path == path }?.text)
    }
    try read(
      "schemas",
      files: [
        ("grade.yml", file(.github, ".github/workflows/grade.yml")), ("gitlab-ci.yml", file(.gitlab, ".gitlab-ci.yml")),
      ])
  }

  @Test("xAPI, by tincan", .enabled(if: packages.contains("tincan"), "no tincan"))
  func xapi() throws { try read("xapi") }

  private func read(_ reader: String) throws {
    let verdicts = try FormatTests.verdicts().prefix(4) + HostileVerdicts.all.filter { !$0.checks.isEmpty }
    // A gradebook has a column for each exercise.
    let named = verdicts.enumerated().map { place, verdict in
      var verdict = verdict
      verdict.exercise = "\(place)/\(verdict.exercise)"
      return verdict
    }
    let files = PlatformFormatTests.platforms.map { format in
      ("\(format.rawValue).\(format.fileExtension)", PlatformFormatTests.text(format, named))
    }
    try read(reader, files: files + [("expected.json", expected(named).line)])
  }

  private func read(_ reader: String, files: [(name: String, text: String)]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // What every reader reads; a format's own facts come with its files.
    try Data(expected([]).line.utf8).write(to: folder.appendingPathComponent("expected.json"))
    for file in files { try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name)) }
    let answer = Python.run([Self.folder + "/readers.py", folder.path, reader])
    #expect(answer.status == 0, "\(answer.output)")
  }

  /// The facts that every reader has to find.
  private func expected(_ verdicts: [Verdict]) -> JSONValue {
    let records = verdicts.map { verdict in
      JSONValue([
        ("exercise", .string(verdict.exercise)), ("status", .string(verdict.status.rawValue)),
        ("score", .number(verdict.score)), ("maxScore", .number(verdict.maxScore)),
        ("isBroken", .boolean(verdict.diagnostics.contains { $0.id == "broken-exercise" })),
        (
          "checks",
          .array(
            verdict.checks.map { check in
              JSONValue([
                ("name", .string(Self.shown(check.name))), ("status", .string(check.status.rawValue)),
                ("message", .string(Self.shown(check.shownFeedback.map(\.english)))),
              ])
            })
        ),
      ])
    }
    let student = JSONValue([("id", .string(HostileVerdicts.student.id))])
    return JSONValue([("student", student), ("verdicts", .array(records))])
  }

  /// A text as the formats show it.
  private static func shown(_ text: String) -> String {
    DisplayText.visible(text).replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }

  /// A message as the formats show it: the long one is cut to 65,535 bytes, of which its first character takes three.
  private static func shown(_ lines: [String]) -> String {
    let text = lines.map(shown).joined(separator: "\n")
    let note = "\n… (65,538 bytes in all)"
    return text == HostileVerdicts.long ? text.prefix(65_533 - note.utf8.count) + note : text
  }
}
