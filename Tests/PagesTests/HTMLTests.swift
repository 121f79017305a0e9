import Courses
import Diagnostics
import Pages
import Shell
import Testing
import WorkbookLanguage

@Suite("Lessons and exercises as HTML")
struct HTMLTests {
  static func maker() -> LessonHTML {
    let measure = Scripts.plain(80, 24)
    return LessonHTML(output: measure.output)
  }

  static let lesson = """
    ## One & only

    Some *text* with `a < b`, a [link](javascript:alert(1)) and [another](https://example.com/?a=1&b=2).<!-- not this -->

    <script>alert(1)</script>

    ```predict
    How many?
    - [ ] None: `Item()` makes one.
    - [x] `count Item == 1`: it is <there>.
    ```

    ```graph
    entity Item { name: String }
    Item(name: "<script>alert(2)</script>")
    ```

    ```note
    Two minutes.
    ```
    """

  @Test(
    "A line of code is broken at no blank of a short string, and at no hyphen of a short word",
    arguments: [
      (#"Task(title: "Buy milk", priority: 3)"#, [#"Task(title:"#, #""Buy milk","#, "priority:", "3)"]),
      (#"let a = "x \" y z""#, ["let", "a", "=", #""x \" y z""#]),
      (#"say "not closed"#, ["say", "\"not", "closed"]), ("a <--> b", ["a", "<-->", "b"]),
      (#"t = "a text that is as long as a line of a phone""#, nil), ("plain words", nil),
    ] as [(String, [String]?)])
  func unbroken(line: String, words: [String]?) {
    let text = HTML(code: [line]).text
    let pieces = text.replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    let kept = pieces.matches(of: /<span class="unbroken">(.*?)<\/span>/).map { String($0.output.1) }
    #expect(kept == (words ?? []).filter { $0.contains(" ") || $0.contains("-") })
    #expect(pieces.replacing(/<\/?span[^>]*>/, with: "") == line)
  }

  @Test("A step as it is printed and shown")
  func step() throws {
    let script = try Scripts.script(Self.lesson)
    var maker = Self.maker()
    maker.hasNotes = true
    #expect(
      maker.html(script.steps[0], number: 1).text == """
        <section class="step" id="step-1" aria-labelledby="step-1-title">
        <h2 id="step-1-title">1. One &amp; only</h2>
        <p>Some <em>text</em> with <code>a &lt; b</code>, a link and \
        <a href="https://example.com/?a=1&amp;b=2" rel="noreferrer">another</a>.</p>
        <fieldset class="question" id="q-1"><legend>What do you think?</legend>
        <p>How many?</p>
        <ul class="choices">
        <li><label><input type="radio" name="q-1" value="0"><span>None</span></label></li>
        <li><label><input type="radio" name="q-1" value="1"><span><code>count Item == 1</code></span></label></li>
        </ul>
        <details><summary>The answer</summary>
        <ul class="remarks">
        <li class="wrong"><span class="mark">✗</span><strong>Wrong:</strong> None — <code>Item()</code> makes one.</li>
        <li class="right"><span class="mark">✓</span><strong>Right:</strong> <code>count Item == 1</code> — it is &lt;there&gt;.</li>
        </ul>
        </details>
        </fieldset>
        <div class="example whole" role="group" aria-label="Example">
        <div class="entry"><pre class="typed"><code>entity Item { name: String }</code></pre>
        <pre class="output"><samp>entity Item: name</samp></pre>
        </div>
        <div class="entry"><pre class="typed"><code>Item(name: &quot;&lt;script&gt;alert(2)&lt;/script&gt;&quot;)</code></pre>
        <pre class="output"><samp>made <span class="t-strong">Item#1</span> &lt;script&gt;alert(2)&lt;/script&gt;</samp></pre>
        </div>
        </div>
        <aside class="note"><h3>For the teacher</h3>
        <p>Two minutes.</p>
        </aside>
        </section>

        """)
  }

  @Test("A question on paper has boxes, one in a browser has choices, an answer has every remark")
  func questions() throws {
    let script = try Scripts.script(Self.lesson)
    let questions = script.steps[0].parts.compactMap { part in
      if case .question(let question) = part { question } else { nil }
    }
    let question = try #require(questions.first)
    let paper = Self.maker().html(question, as: .boxes).text
    #expect(paper.contains("<li><span class=\"box\"></span><span>None</span></li>") && !paper.contains("Right"))
    #expect(!Self.maker().html(question, as: .hidden).text.contains("Right"))
    let shown = Self.maker().html(question, as: .shown).text
    #expect(shown.contains("<strong>Wrong:</strong> None") && !shown.contains("<input"))
  }

  @Test("Nothing hostile in a lesson, its world or its results becomes markup")
  func hostile() throws {
    let hostile = "\"><script>alert(1)</script>\u{1B}[2J\u{202E}"
    let script = try Scripts.script(
      """
      ## A \(hostile)

      \(hostile) `\(hostile)` ![\(hostile)](https://example.com/x.png)

      ```predict
      \(hostile)
      - [x] \(hostile): \(hostile)
      - [ ] Nothing
      ```

      | \(hostile) | b |
      |---|---|
      | \(hostile) | 2 |

      ```swift
      \(hostile)
      ```

      ```graph
      entity Item { name: String }
      Item(name: "</script><img src=x onerror=alert(1)>")
      fetch Item
      show diagram
      ```
      """)
    var maker = Self.maker()
    var text = maker.html(script.steps[0], number: 1).text
    for screen in script.screens(Scripts.plain(80, 20)) { text += maker.html(screen).text }
    for tag in ["<script", "</script", "<img", "onerror=alert(1)>", "javascript:"] {
      #expect(!text.contains(tag), "\(tag)")
    }
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !DisplayText.isHidden($0) })
    #expect(!text.contains("style=") && !text.contains("HTML(text"))
    #expect(text.contains("<svg class=\"diagram\"") && !text.contains("<style"))
  }

  @Test(
    "Every lesson becomes HTML in which all ids differ and all labels lead somewhere", arguments: ScreenTests.lessons)
  func ids(slug: String) throws {
    let script = try Scripts.lesson(slug)
    var maker = Self.maker()
    maker.hasNotes = true
    let text = script.steps.enumerated().map { maker.html($0.element, number: $0.offset + 1).text }.joined()
    let ids = text.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for match in text.matches(of: /aria-labelledby="([^"]+)"/) {
      for id in match.1.split(separator: " ") { #expect(ids.contains(String(id)), "\(id)") }
    }
  }

  @Test("Every exercise becomes HTML without its solution, unless that is asked for")
  func exercises() throws {
    for entry in Scripts.library.exercises().entries {
      let exercise = try #require(Scripts.library.exercise(entry.slug).exercise)
      var maker = Self.maker()
      maker.solutions = .hidden
      #expect(!maker.html(exercise, id: "x").text.contains("A solution"))
      maker.solutions = .shown
      #expect(maker.html(exercise, id: "x").text.contains("<h3>A solution</h3>"))
    }
  }
}
