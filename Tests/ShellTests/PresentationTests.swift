import Courses
import Diagnostics
import Pages
import Shell
import Testing

@Suite("A lesson is presented, a screen at a time")
struct PresentationTests {
  static func presentation(
    columns: Int = 60, rows: Int = 16, typesOut: Bool = false, _ body: String = lesson
  ) throws -> Presentation {
    let text = "---\ntitle: Items\nminutes: 45\n---\n" + body
    let (lesson, diagnostics) = LessonReader.read(SourceText(text, name: "t.md"), number: 7)
    #expect(diagnostics.isEmpty)
    let script = LessonScript(try #require(lesson), makeInterpreter: Session.World().makeInterpreter)
    return Presentation(script, style: .plain, columns: columns, rows: rows, typesOut: typesOut)
  }

  static let lesson = """
    What items are.

    ## First

    An item has a number.

    ```graph
    entity Item { number: Integer16 }
    Item(number: 1)
    ```

    ```predict
    How many are there after another one?
    - [ ] One: that was before.
    - [x] Two: the second is added.
    ```

    ```graph
    Item(number: 2)
    ```

    ```note
    Three minutes. Ask who has seen an item.
    ```

    ## Second

    ```predict
    And how many now?
    = count Item
    ```
    ```graph
    Item(number: 3)
    ```
    """

  /// The window without its empty lines.
  static func text(_ presentation: Presentation, at seconds: Int = 0) -> String {
    presentation.frame(at: .seconds(seconds)).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  static func press(_ keys: String, in presentation: inout Presentation) {
    for key in keys { presentation.press(key == "\n" ? .enter : .character(key)) }
  }

  @Test("One key a screen; a question waits for an answer, and all remarks come after it")
  func wholeLesson() throws {
    var presentation = try Self.presentation()
    #expect(
      Self.text(presentation)
        == "Lesson 7 · Items\nWhat items are.\nspace goes on, ? shows the keys                         1/7")
    Self.press(" ", in: &presentation)
    #expect(
      presentation.frame(at: .zero) == [
        "1 of 2 · First                              Lesson 7 · Items", "",
        "An item has a number.", "", "graph> entity Item { number: Integer16 }", "entity Item: number",
        "graph> Item(number: 1)", "made Item#1", "", "What do you think?", "How many are there after another one?",
        "  1  One", "  2  Two", "", "",
        "the class's answer: its number                          2/7",
      ])
    Self.press(" ", in: &presentation)
    #expect(Self.text(presentation).hasSuffix("type the answer and Enter; the same key goes on         2/7"))
    Self.press("3", in: &presentation)
    #expect(Self.text(presentation).hasSuffix("answer> 3█"))
    Self.press("\n", in: &presentation)
    #expect(Self.text(presentation).contains("'3' is not one of the answers"))
    #expect(presentation.place == 1)
    Self.press("1\n", in: &presentation)
    #expect(
      Self.text(presentation) == """
        1 of 2 · First                              Lesson 7 · Items
        How many are there after another one?
          1  wrong  One: that was before.
          2  right  Two: the second is added.
        the class's answer was 1: not so                        3/7
        """)
    Self.press(" ", in: &presentation)
    #expect(Self.text(presentation).contains("graph> Item(number: 2)\nmade Item#2"))
    Self.press(" 3\n", in: &presentation)
    #expect(Self.text(presentation).contains("The answer: count Item is 3\nthe class's answer was 3: right"))
    Self.press(" ", in: &presentation)
    Self.press(" ", in: &presentation)
    #expect(Self.text(presentation).contains("this is the end of the lesson; q leaves"))
    // A question that was answered does not wait again.
    presentation.press(.left)
    presentation.press(.left)
    #expect(presentation.place == 4)
    Self.press(" ", in: &presentation)
    #expect(presentation.place == 5)
    Self.press("q", in: &presentation)
    #expect(presentation.isOver)
  }

  @Test("Enter twice goes on without an answer")
  func noAnswer() throws {
    var presentation = try Self.presentation()
    Self.press(" \n\n", in: &presentation)
    #expect(presentation.place == 2)
    #expect(Self.text(presentation).contains("no answer was given"))
  }

  @Test("A clicker's PgDn and PgUp go through the whole lesson")
  func clicker() throws {
    var presentation = try Self.presentation()
    for _ in 1...20 { presentation.press(.pageDown) }
    #expect(presentation.place == presentation.screens.count - 1)
    for _ in 1...20 { presentation.press(.pageUp) }
    #expect(presentation.place == 0)
    // Another key between them asks again.
    Self.press(" ", in: &presentation)
    let place = presentation.place
    Self.press("t ", in: &presentation)
    #expect(presentation.place > place, "the question has been answered with nothing")
  }

  @Test("A key asks for the answer anew after another key")
  func askedAgain() throws {
    var presentation = try Self.presentation()
    presentation.press(.pageDown)
    for _ in 1...3 {
      presentation.press(.pageDown)
      Self.press("t", in: &presentation)
    }
    #expect(presentation.place == 1)
  }

  @Test("g jumps to a step, and / finds a word, again and again")
  func jumping() throws {
    var presentation = try Self.presentation()
    Self.press("g2\n", in: &presentation)
    #expect(presentation.place == 4)
    Self.press("g1\n", in: &presentation)
    #expect(presentation.place == 1)
    Self.press("g9\n", in: &presentation)
    #expect(Self.text(presentation).contains("the steps are 1 to 2"))
    Self.press("/MADE item#2\n", in: &presentation)
    #expect(presentation.place == 3)
    Self.press("/nowhere\n", in: &presentation)
    #expect(Self.text(presentation).contains("“nowhere” is on no screen") && presentation.place == 3)
    Self.press("/another\n", in: &presentation)
    #expect(presentation.place == 1)
    Self.press("/\n", in: &presentation)
    #expect(presentation.place == 2)
    presentation.press(.end)
    #expect(presentation.place == 6)
    presentation.press(.home)
    #expect(presentation.place == 0)
    presentation.begin(step: 2)
    #expect(presentation.place == 4)
  }

  @Test("A blank window, the notes, the time and the keys")
  func overlays() throws {
    var presentation = try Self.presentation()
    Self.press(" b", in: &presentation)
    #expect(presentation.frame(at: .zero) == [""])
    Self.press("x", in: &presentation)
    #expect(Self.text(presentation).contains("An item"))
    Self.press("n", in: &presentation)
    #expect(Self.text(presentation).hasPrefix("Notes\nThree minutes. Ask who has seen an item.\nany key closes"))
    Self.press("xt", in: &presentation)
    #expect(Self.text(presentation, at: 725).hasSuffix("12:05 of 45 min  2/7"))
    #expect(presentation.isTimed)
    Self.press("t?", in: &presentation)
    #expect(Self.text(presentation).hasPrefix("Keys\nspace → ↓ PgDn"))
    presentation.press(.escape)
    #expect(Self.text(presentation).contains("An item"))
  }

  @Test("A statement runs on a copy of the graph as it is on the screen")
  func statement() throws {
    var presentation = try Self.presentation()
    Self.press("  ", in: &presentation)
    Self.press(":Item(number: 9); count Item\n", in: &presentation)
    #expect(presentation.statement == "Item(number: 9); count Item")
    presentation.runStatement()
    #expect(Self.text(presentation).hasPrefix("On a copy\ngraph> Item(number: 9)\nmade Item#2\ngraph> count Item\n2"))
    // The next statement may be begun where the result of the last one is.
    Self.press(":count Item\n", in: &presentation)
    presentation.runStatement()
    // What was typed before is still there, until the next screen or 'restart'.
    #expect(Self.text(presentation).contains("graph> count Item\n2\ngraph> count Item\n2"))
    Self.press("x:restart\n", in: &presentation)
    presentation.runStatement()
    #expect(Self.text(presentation).contains("from the beginning of this screen"))
    Self.press("x:count Item\n", in: &presentation)
    presentation.runStatement()
    #expect(Self.text(presentation).contains("graph> count Item\n1"))
    Self.press("x:fetch Itm\n", in: &presentation)
    presentation.runStatement()
    #expect(Self.text(presentation).contains("there is no entity 'Itm'"))
    Self.press("x:\n", in: &presentation)
    #expect(presentation.statement == nil)
  }

  @Test("Examples are typed out, once, and a key shows the rest")
  func typing() throws {
    var presentation = try Self.presentation(typesOut: true)
    #expect(!presentation.isTyping)
    Self.press(" ", in: &presentation)
    #expect(presentation.isTyping)
    #expect(!Self.text(presentation).contains("entity") && !Self.text(presentation).contains("think"))
    for _ in 0..<6 { presentation.typeNext() }
    #expect(Self.text(presentation).contains("graph> entity\n"))
    for _ in 0..<28 { presentation.typeNext() }
    #expect(Self.text(presentation).contains("graph> entity Item { number: Integer16 }\nentity Item: number\ngraph>"))
    Self.press(" ", in: &presentation)
    #expect(!presentation.isTyping && presentation.place == 1)
    #expect(Self.text(presentation).contains("What do you think?"))
    presentation.press(.left)
    presentation.press(.right)
    #expect(!presentation.isTyping)
    // Left alone, typing ends with the whole screen.
    var other = try Self.presentation(typesOut: true)
    Self.press(" ", in: &other)
    for _ in 0..<60 { other.typeNext() }
    #expect(!other.isTyping && other.frame(at: .zero) == presentation.frame(at: .zero))
  }

  @Test(
    "A window of another size is divided again, at the same place of the lesson",
    arguments: [(60, 12), (40, 10), (200, 50), (80, 24)])
  func resizing(columns: Int, rows: Int) throws {
    var presentation = try Self.presentation()
    Self.press(" 2\n", in: &presentation)
    presentation.resize(columns: columns, rows: rows)
    #expect(Self.text(presentation).contains("right  Two"))
    #expect(presentation.frame(at: .zero).count == rows)
    presentation.resize(columns: 60, rows: 16)
    #expect(presentation.place == 2)
    presentation.resize(columns: 20, rows: 5)
    #expect(Self.text(presentation) == "make the window lar\n30 × 10 at least")
  }

  @Test("The paragraph with which a screen begins stays in the window", arguments: [(200, 50), (80, 12), (80, 60)])
  func resizingProse(columns: Int, rows: Int) throws {
    let paragraphs = (1...30).map { "Paragraph \($0)." }.joined(separator: "\n\n")
    var presentation = try Self.presentation(columns: 80, rows: 24, "Many lines.\n\n## First\n\n\(paragraphs)\n")
    Self.press("  ", in: &presentation)
    #expect(Self.text(presentation).contains("Paragraph 11."))
    presentation.resize(columns: columns, rows: rows)
    #expect(Self.text(presentation).contains("Paragraph 11."))
  }
}

@Suite("The teacher's notes follow a presentation")
struct PresenterNotesTests {
  static let place = PresentationPlace(screen: 1, columns: 60, rows: 16, began: 1000, process: 1)

  @Test("Notes, the next screen, and the time; before the presentation begins, how to begin it")
  func frames() throws {
    let text = "---\ntitle: Items\nminutes: 45\n---\n" + PresentationTests.lesson
    let lesson = try #require(LessonReader.read(SourceText(text, name: "t.md"), number: 7).lesson)
    let script = LessonScript(lesson, makeInterpreter: Session.World().makeInterpreter)
    var notes = PresenterNotes(script, style: .plain)
    #expect(
      notes.frame(for: nil, now: 0, columns: 60, rows: 20) == [
        "Lesson 7 · Items", "", "Waiting for graphbook present 7 in another terminal.", "q leaves",
      ])
    #expect(
      notes.frame(for: Self.place, now: 1725, columns: 60, rows: 20) == [
        "1 of 2 · First                               12:05 of 45 min", "screen 2 of 7", "",
        "Three minutes. Ask who has seen an item.", "", "Next", "How many are there after another one?",
        "  1  wrong  One: that was before.", "  2  right  Two: the second is added.",
      ])
    var last = Self.place
    last.screen = 99
    #expect(notes.frame(for: last, now: 0, columns: 60, rows: 20).last == "the end of the lesson")
    let small = notes.frame(for: Self.place, now: 1725, columns: 30, rows: 8)
    #expect(small.count <= 8)
  }

  @Test("The file of a presentation is read as it was written, and nothing else is taken for one")
  func file() throws {
    #expect(Self.place.text == #"{"screen": 1, "columns": 60, "rows": 16, "began": 1000, "process": 1}"# + "\n")
    #expect(PresentationPlace(Array(Self.place.text.utf8)) == Self.place)
    for text in [
      "", "{}", "[1]", Self.place.text.replacing("60", with: "-1"), Self.place.text.replacing("60", with: "\"x\""),
    ] {
      #expect(PresentationPlace(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
