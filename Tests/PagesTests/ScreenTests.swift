import Courses
import Diagnostics
import Pages
import Shell
import Testing
import WorkbookLanguage

@Suite("Lessons are divided into screens")
struct ScreenTests {
  /// Columns, and the rows of a window that are left for a screen.
  static let sizes = [(60, 18), (80, 20), (100, 26), (120, 36), (160, 41), (200, 46)]
  static let lessons = Scripts.library.lessons().entries.map(\.slug)

  @Test(
    "No example, question or table of any lesson is torn, nothing is lost, and every screen fits", arguments: lessons)
  func all(slug: String) throws {
    let script = try Scripts.lesson(slug)
    for (columns, rows) in Self.sizes {
      let measure = Scripts.plain(columns, rows)
      let screens = script.screens(measure)
      #expect(screens.map(\.step) == screens.map(\.step).sorted())
      #expect(Set(screens.map(\.step)) == Set(script.steps.indices))
      for screen in screens {
        let lines = measure.lines(for: screen)
        for line in lines { #expect(DisplayText.width(line) <= columns, "\(columns)×\(rows): \(line)") }
        #expect(
          lines.count <= rows,
          "\(slug), step \(screen.step + 1), at \(columns)×\(rows):\n\(lines.joined(separator: "\n"))")
      }
      let size: Comment = "\(slug) at \(columns)×\(rows)"
      for (place, screen) in screens.enumerated() {
        for part in screen.parts where part.goesOn || part.isContinued {
          Self.check(part, script, measure, size)
        }
        // What goes on is the last of its screen, and goes on at the beginning of the next.
        for part in screen.parts.dropLast() { #expect(!part.goesOn, size) }
        if screen.parts.last?.goesOn == true { #expect(screens[place + 1].parts.first?.isContinued == true, size) }
      }
      Self.checkWhole(script, screens, measure, size)
    }
  }

  /// Of an example, only a statement whose output is longer than a screen may be divided: the rest of it begins a screen.
  static func check(_ part: LessonScreen.Part, _ script: LessonScript, _ measure: ScreenRenderer, _ size: Comment) {
    switch part.content {
    case .question, .remarks: Issue.record("a question is divided: \(size)")
    case .example(let example), .solution(let example):
      for (place, entry) in example.entries.enumerated() where entry.typed.isEmpty {
        #expect(place == 0 && part.isContinued, size)
        let isLong = script.steps.flatMap(\.parts).contains { part in
          let outcomes: [Outcome]
          switch part {
          case .example(let run), .solution(let run): outcomes = run
          case .prose, .question, .task, .hint: return false
          }
          return ShownExample(outcomes, output: measure.output).entries.contains { whole in
            let signs = LessonScreen.Part(.example(ShownExample(entries: [whole])), isContinued: true, goesOn: true)
            return measure.height(of: signs) > measure.rows
              && measure.lines(of: whole.output).contains(measure.lines(of: entry.output).first ?? "")
          }
        }
        #expect(isLong, size)
      }
    case .prose, .task: break
    }
  }

  /// All that a script has is on the screens, once, and examples that fit are whole.
  static func checkWhole(
    _ script: LessonScript, _ screens: [LessonScreen], _ measure: ScreenRenderer, _ size: Comment
  ) {
    var wanted: [String] = []
    for step in script.steps {
      for part in step.parts {
        switch part {
        case .example(let outcomes), .solution(let outcomes):
          let example = ShownExample(outcomes, output: measure.output)
          let lines = example.entries.flatMap { $0.typed + measure.lines(of: $0.output).map(\.text) }
          wanted += lines
          let whole = LessonScreen.Part(.example(example))
          guard measure.height(of: whole) < measure.rows else { continue }
          let isThere = screens.contains { screen in
            screen.parts.contains { part in
              switch part.content {
              case .example(let found), .solution(let found): found == example && !part.goesOn && !part.isContinued
              default: false
              }
            }
          }
          #expect(isThere, "\(size): \(example.entries.first?.typed.first ?? "")")
        case .prose, .question, .task, .hint: break
        }
      }
    }
    let found = screens.flatMap(\.parts).flatMap { part -> [String] in
      switch part.content {
      case .example(let example), .solution(let example):
        example.entries.flatMap { $0.typed + measure.lines(of: $0.output).map(\.text) }
      default: []
      }
    }
    #expect(found == wanted, size)
    let questions = script.steps.flatMap(\.parts).compactMap { part -> Int? in
      if case .question(let question) = part { question.number } else { nil }
    }
    #expect(screens.compactMap(\.question?.number) == questions, size)
    #expect(screens.compactMap(\.answered?.number) == questions, size)
  }

  @Test("An example that is longer than a screen is divided between statements, with signs")
  func longExample() throws {
    let script = try Scripts.script(
      """
      ## One
      ```graph
      entity Item { number: Integer16 }
      Item(number: 1)
      Item(number: 2)
      Item(number: 3)
      Item(number: 4)
      fetch Item
      ```
      """)
    let measure = Scripts.plain(40, 8)
    let texts = script.screens(measure).map { measure.lines(for: $0).joined(separator: "\n") }
    #expect(
      texts == [
        """
        graph> entity Item {
           ...>     number: Integer16 }
        entity Item: number
        graph> Item(number: 1)
        made Item#1
        graph> Item(number: 2)
        made Item#2
        ⋮ goes on
        """,
        """
        ⋮ continued
        graph> Item(number: 3)
        made Item#3
        graph> Item(number: 4)
        made Item#4
        ⋮ goes on
        """,
        """
        ⋮ continued
        graph> fetch Item
        Item    number
        ──────  ──────
        Item#1  1
        Item#2  2
        Item#3  3
        ⋮ goes on
        """,
        """
        ⋮ continued
        Item#4  4
        4 objects
        """,
      ])
  }

  @Test("A question ends its screen, and the next has the answer with every remark")
  func question() throws {
    let script = try Scripts.script(
      """
      ## One

      Some text.

      ```predict
      How many?
      - [ ] None: there is one.
      - [x] One: it is there.
      ```
      ```predict
      And the count?
      = count Item
      ```
      ```graph
      entity Item { number: Integer16 }
      Item()
      ```
      """)
    let measure = Scripts.plain(60, 20)
    let screens = script.screens(measure)
    #expect(
      screens.map { measure.lines(for: $0).joined(separator: "\n") } == [
        "Some text.\n\nWhat do you think?\nHow many?\n  1  None\n  2  One",
        "How many?\n  1  wrong  None: there is one.\n  2  right  One: it is there.",
        "What do you think?\nAnd the count?", "And the count?\nThe answer: count Item is 1",
        "graph> entity Item { number: Integer16 }\nentity Item: number\ngraph> Item()\nmade Item#1",
      ])
    #expect(screens.map(\.shown) == [2, 2, 3, 3, 4])
    #expect(
      script.states[0].map { (try? $0.trial().evaluate("count Item").get()) == .integer(1) } == [
        false, false, false, false, true,
      ])
  }

  @Test("Lists, tables, code and tasks that are too long are divided between items, rows, lines and blocks")
  func longBlocks() throws {
    let script = try Scripts.script(
      """
      ## One

      3. three
      4. four
      5. five
      6. six

      | a | b |
      |---|---|
      | 1 | 2 |
      | 3 | 4 |
      | 5 | 6 |
      | 7 | 8 |

      ```swift
      one
      two
      three
      four
      five
      six
      ```
      """)
    let measure = Scripts.plain(40, 5)
    let texts = script.screens(measure).map { measure.lines(for: $0).joined(separator: "\n") }
    #expect(texts.first == "3. three\n4. four\n5. five\n6. six")
    #expect(
      texts.dropFirst().prefix(3) == [
        "a  b\n─  ─\n1  2\n3  4\n⋮ goes on", "⋮ continued\na  b\n─  ─\n5  6\n7  8",
        "    one\n    two\n    three\n    four\n⋮ goes on",
      ])
    #expect(texts.last == "⋮ continued\n    five\n    six")
  }

  @Test("A sentence with a colon goes with its example")
  func leadingSentence() throws {
    let script = try Scripts.script(
      """
      ## One

      A first paragraph, which is here to fill the screen.

      This is how:

      ```graph
      entity Item { number: Integer16 }
      Item()
      ```
      """)
    let measure = Scripts.plain(60, 7)
    let texts = script.screens(measure).map { measure.lines(for: $0).joined(separator: "\n") }
    #expect(texts.map { $0.prefix(12) } == ["A first para", "This is how:"])
    #expect(texts[1].contains("made Item#1"))
  }
}
