import Courses
import Foundation
import Pages
import Shell
import TestSupport
import Testing
import Tools

@Suite("The course as a site")
struct SiteTests {
  static let root = BuiltProgram.root.path

  static let files: [SiteBuilder.File] = {
    var builder = SiteBuilder(library: PrintTests.library, makeInterpreter: Session.World().makeInterpreter)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/docs")) ?? []
    for name in names.sorted() where name.hasSuffix(".md") {
      let text = (try? String(contentsOfFile: "\(root)/docs/\(name)", encoding: .utf8)) ?? ""
      builder.documents.append(SiteBuilder.Document(name: name, text: text))
    }
    return builder.files()
  }()

  static func text(_ path: String) throws -> String { try #require(files.first { $0.path == path }?.text) }

  @Test("Every lesson, exercise, statement and message has its page or its place, and every link leads somewhere")
  func whole() throws {
    let paths = Self.files.map(\.path)
    #expect(Set(paths).count == paths.count)
    let lessons = PrintTests.library.lessons().entries.count
    let exercises = PrintTests.library.exercises().entries.count
    #expect(paths.count { $0.hasPrefix("lessons/") } == lessons)
    #expect(paths.count { $0.hasPrefix("exercises/") } == exercises)
    #expect(SiteBuilder.brokenLinks(in: Self.files).map { "\($0.path): \($0.link)" } == [])
    let statements = try Self.text("reference/statements.html")
    for command in CommandTable.all.commands {
      #expect(statements.contains("<code>\(HTML(command.word).text)</code></h3>"), "\(command.word)")
    }
    #expect(try Self.text("reference/messages.html").contains("<h3 id=\"word-1600\">1600</h3>"))
    #expect(try Self.text("docs/scripts.html").contains("id=\"core-data-stores\""))
  }

  @Test("No page has a solution, a note, or a script of its own")
  func harmless() {
    for file in Self.files where file.path.hasSuffix(".html") {
      // The documentation may speak of both.
      if !file.path.hasPrefix("docs/") {
        #expect(!file.text.contains("A solution") && !file.text.contains("For the teacher"), "\(file.path)")
      }
      #expect(!file.text.contains("<script>") && !file.text.contains(" style="), "\(file.path)")
      #expect(file.text.contains("default-src 'self'"), "\(file.path)")
    }
  }

  @Test("The site and the students' copies have the same hints, of which none contains a solution")
  func hints() throws {
    let library = PrintTests.library
    var (cut, single) = (0, 0)
    for entry in library.exercises().entries {
      let exercise = try #require(library.exercise(entry.id).exercise)
      let page = try #require(
        Self.files.first { $0.path == "exercises/\(exercise.id.replacing("/", with: "-")).html" }?.text)
      let shown = page.matches(of: /<details class="hint">/).count
      let copy = StudentsCopy(of: exercise, withChecks: false).files[0].text
      let copied = copy.split(separator: "\n").count {
        $0.drop { $0 == "`" || $0 == "~" }.hasPrefix("hint") && $0.hasPrefix("`")
      }
      #expect(shown == exercise.publicHints.count && copied == shown, "\(exercise.id)")
      cut += exercise.hints.count - shown
      // Of a solution of one line besides 'save', no hint has that line.
      let lines = exercise.solution.text.split(separator: "\n").map(String.init)
        .filter { $0 != "save" && !$0.hasPrefix("//") }
      if lines.count == 1, !lines[0].hasPrefix("let") {
        single += 1
        #expect(!page.contains(HTML(code: lines).text), "\(exercise.id)")
      }
    }
    #expect(cut >= library.exercises().entries.count && single > 10)
  }

  @Test("The search index has an entry for every step")
  func search() throws {
    let text = try Self.text("search-index.js")
    #expect(text.hasPrefix("var graphbookIndex = [\n[\""))
    #expect(text.contains("\"lessons/9-delete-rules.html#step-2\""))
    #expect(text.utf8.count < 1_000_000)
  }

  @Test("The search cuts what is typed as the index cuts the text")
  func words() throws {
    let script = try #require(Self.files.first { $0.path.hasSuffix(".js") && $0.text.contains("separators") }?.text)
    let between = try #require(script.firstMatch(of: /separators = \/(.+)\/gu;/)).1
    let expression = try Regex(String(between)).matchingSemantics(.unicodeScalar)
    for text in [
      "FETCH_SOURCE", "team.name", "to-one", "@count, $x", "e\u{301}té É", "½ ① Ⅻ 9", "日本語 データ", "नमस्ते", "a\u{2028}b\tc",
      "😀x", "",
    ] {
      let typed = text.lowercased().split(separator: expression, omittingEmptySubsequences: true).map(String.init)
      #expect(SiteBuilder.searchWords(in: text) == typed, "\(text)")
    }
    #expect(SiteBuilder.searchWords(in: "FETCH_SOURCE team.name") == ["fetch", "source", "team", "name"])
    let index = try Self.text("search-index.js")
    #expect(index.contains(" one ") && !index.contains("to-one "))
  }

  @Test("A link to a file or an id that is not there is found")
  func broken() {
    let files = [
      SiteBuilder.File("index.html", "<a href=\"a/b.html#x\"> <a href=\"a/c.html\"> <a href=\"https://example.com\">"),
      SiteBuilder.File("a/b.html", "<p id=\"x\"> <a href=\"#y\"> <a href=\"../index.html\"> <script src=\"s.js\">"),
    ]
    #expect(
      SiteBuilder.brokenLinks(in: files).map { "\($0.path) \($0.link)" }
        == ["index.html a/c.html", "a/b.html #y", "a/b.html s.js"])
  }

  @Test(
    "Pages are HTML without an error, by html5lib's strict parser", .enabled(if: Python.has("html5lib"), "no html5lib"))
  func valid() throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    let wanted = ["index.html", "reference/statements.html", "reference/messages.html", "docs/language.html"]
    let exercise = Self.files.first { $0.path.hasPrefix("exercises/") }.map(\.path) ?? ""
    for path in wanted + [exercise, "lessons/4-normal-forms.html"] {
      paths.append("\(folder.path)/\(paths.count).html")
      try Self.text(path).write(toFile: paths[paths.count - 1], atomically: true, encoding: .utf8)
    }
    let script = """
      import html5lib, sys
      for path in sys.argv[1:]:
          html5lib.HTMLParser(strict=True).parse(open(path, encoding="utf-8").read())
      """
    let result = Python.run(["-c", script] + paths)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
  }
}
