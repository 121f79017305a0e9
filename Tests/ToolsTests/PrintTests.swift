import Courses
import Diagnostics
import Foundation
import JSON
import Pages
import Shell
import TestSupport
import Testing
import Tools

@Suite("Lessons on paper, and recorded")
struct PrintTests {
  static let library = Library(
    root: BuiltProgram.root.path)

  static func printer(notes: Bool = false, solutions: Bool = false) -> LessonPrinter {
    var printer = LessonPrinter(library: library, makeInterpreter: Session.World().makeInterpreter)
    (printer.hasNotes, printer.hasSolutions) = (notes, solutions)
    return printer
  }

  @Test("A lesson has its contents, its model and its steps; notes and answers only if they are asked for")
  func lesson() throws {
    let plain = try Self.printer().page(for: ["9"])
    #expect(
      plain.contains("<h1 id=\"title\">Lesson 9. Delete rules</h1>\n<p class=\"soft\">55 minutes · 21 steps</p>"))
    #expect(plain.contains("<li><a href=\"#step-2\">2. Ask before you delete</a></li>"))
    #expect(plain.contains("<figcaption class=\"soft\">The model at the start</figcaption>"))
    #expect(plain.contains("<samp>saved: 2 updated, 1 deleted</samp>"))
    #expect(!plain.contains("class=\"note\"") && !plain.contains("<h3>A solution</h3>"))
    #expect(plain.contains("<details><summary>The answer</summary>"))
    let whole = try Self.printer(notes: true, solutions: true).page(for: ["9"])
    #expect(whole.contains("class=\"note\"") && whole.contains("<h3>A solution</h3>"))
    #expect(!whole.contains("<summary>The answer"))
    for page in [plain, whole] {
      #expect(!page.contains("<script") && !page.contains(" src=") && !page.contains("<link"))
      #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    }
  }

  @Test("A handout has every question with boxes, and nothing that answers one")
  func handout() throws {
    let page = try Self.printer().handout(for: ["9"])
    let questions = try #require(Self.library.lesson("9").lesson).steps.flatMap(\.predictions)
    #expect(page.matches(of: /<fieldset/).count == questions.count)
    #expect(page.contains("<span class=\"box\"></span>") && !page.contains("Right:") && !page.contains("<input"))
    #expect(try Self.printer(solutions: true).handout(for: ["9"]).contains("Right:"))
    // Each says what to do, and shows the objects that it is about; what comes after a question does not answer it.
    let asked = page.matches(of: /<strong>Question [0-9]+\.<\/strong> <span class="soft">(Tick|Write)[^<]+<\/span>/)
    #expect(asked.count == questions.count)
    #expect(page.contains("<figcaption class=\"soft\">The objects</figcaption>"))
    #expect(page.contains("<figcaption class=\"soft\">The model</figcaption>"))
    // Step 3 asks how many are left when sales is deleted, and shows later that it was marked.
    let start = try #require(page.range(of: "<h2>3. ")?.upperBound)
    let step = page[start..<(page[start...].range(of: "<h2>")?.lowerBound ?? page.endIndex)]
    #expect(step.contains("delete sales") && !step.contains("marked <span"), "\(step)")
    // The text below question 7 of lesson 2 says what is left.
    #expect(try !Self.printer().handout(for: ["2"]).contains("nullify takes the label away"))
    // The picture of the second question would show what has become of the objects; and no picture comes twice.
    #expect(!step.contains("marked for deletion"))
    let pictures = page.matches(of: /<figure[^>]*>(.*?)<\/figure>/.dotMatchesNewlines()).map { match in
      String(match.output.1).replacing(/id="[^"]*"|url\(#[^)]*\)/, with: "")
    }
    #expect(pictures.count > 3 && Set(pictures).count == pictures.count)
  }

  @Test("The book has every lesson, every exercise and every idea, and all its links lead somewhere")
  func book() throws {
    let page = try Self.printer().book()
    for entry in Self.library.lessons().entries { #expect(page.contains("id=\"lesson-\(entry.number)\"")) }
    for entry in Self.library.exercises().entries {
      #expect(page.contains("<code>\(HTML(entry.id).text)</code>"), "\(entry.id)")
    }
    let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for link in page.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(link.1)), "\(link.1)") }
    #expect(page.matches(of: /<span class="soft">· <a href="#lesson-/).count > 100)
  }

  @Test("A lesson that is not there is named")
  func unknown() {
    #expect(throws: Diagnostic.self) { try Self.printer().page(for: ["9", "nothing"]) }
  }

  @Test(
    "Pages are HTML without an error, by html5lib's strict parser", .enabled(if: Python.has("html5lib"), "no html5lib"))
  func valid() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    func write(_ name: String, _ text: String) throws {
      files.append("\(folder.path)/\(name).html")
      try text.write(toFile: files[files.count - 1], atomically: true, encoding: .utf8)
    }
    for number in ["1", "9", "14"] {
      try write("lesson-\(number)", Self.printer(notes: true, solutions: number == "9").page(for: [number]))
    }
    try write("handout", Self.printer().handout(for: ["4", "9"]))
    let script = """
      import html5lib, sys
      for path in sys.argv[1:]:
          html5lib.HTMLParser(strict=True).parse(open(path, encoding="utf-8").read())
      """
    let result = Python.run(["-c", script] + files)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
  }

  // MARK: Recordings

  static func recording() throws -> String {
    let lesson = try #require(library.lesson("9").lesson)
    return LessonRecording(LessonScript(lesson, makeInterpreter: Session.World().makeInterpreter)).text
  }

  @Test("A recording is asciicast v3: the same bytes each time, with a marker at each step")
  func recorded() throws {
    let text = try Self.recording()
    #expect(try text == Self.recording())
    let lines = text.split(separator: "\n").map { Array($0.utf8) }
    let head = try lines[0].withUnsafeBufferPointer { try JSONValue($0) }
    #expect(
      head.line
        == #"{"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color"}, "title": "Lesson 9. Delete rules"}"#
    )
    var markers: [String] = []
    var typed = ""
    for line in lines.dropFirst() {
      let event = try #require(try line.withUnsafeBufferPointer { try JSONValue($0) }.elements)
      #expect(event.count == 3)
      switch event[1].text {
      case "o": typed += event[2].text ?? ""
      case "m": markers.append(event[2].text ?? "")
      case "x": #expect(event[2].text == "0")
      default: Issue.record("an event of another kind")
      }
    }
    let lesson = try #require(Self.library.lesson("9").lesson)
    #expect(markers == lesson.steps.enumerated().map { "\($0.offset + 1). \($0.element.title)" })
    #expect(lines.last.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix(#""x", "0"]"#) == true)
    let plain = typed.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
    #expect(plain.contains("graph> delete sales\r\nmarked Department#1 Sales for deletion\r\n"))
  }
}
