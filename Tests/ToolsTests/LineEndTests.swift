import CommandIO
import Courses
import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing
import Tools

/// How lines end in a file.
enum LineEnds: String, CaseIterable {
  case lineFeed, windows, mixed

  func applied(to text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.enumerated().map { index, line in
      let isWindows = self == .windows || self == .mixed && index % 3 == 1
      return index == lines.count - 1 ? line : line + (isWindows ? "\r\n" : "\n")
    }.joined()
  }
}

@Suite("Line ends of Windows")
struct LineEndTests {
  /// A lesson and an exercise in which some things are right and others wrong, in every kind of block.
  static let files = [
    "Lessons/ideas.yaml": "1:\n  sum: A sum adds\n  odd: Nothing teaches this\n",
    "Lessons/Worlds/one.graph": "let one = 1\nlet text = \"one\"\nnobody\n",
    "Lessons/01-first.md": """
    ---
    title: First
    chapter: 1
    world: one
    minutse: 5
    needs: [1]
    ---

    A *first* lesson.

    ## Sums {teaches=sum}

    ```graph
    one + 1 // two
    nobody
    ```

    ```output
    2
    there is no 'nobody'
    …
    ```

    ```graph
    one +
      2
    ```

    ```output
    3

    ```

    ```predict practises=sum
    What is the sum?
    - [x] `two == 2`: the sum
      of one and one
    - [ ] `two == 3`: no
    ```

    ```graph
    let two = one + 1
    ```

    ```predict
    And now?
    = two + 1
    ```

    ```graph
    let wrong = "open
    ```

    ## Yours

    ```task within=2
    Make three.
    ```

    ```check
    check "three is three", points 2 {
      expect three == 3 else "Not yet."
    }
    ```

    ```hint
    Add.
    ```

    ```solution
    let three =
      2 + 1
    let four = nobody
    ```

    """,
    "Exercises/01-sums/two/task.md": """
    ---
    title: Two
    points: 3
    order: 1
    minutes: 2
    practises: [sum, sim]
    ---
    Make `two` two.

    ```hint
    What is one and one?
    ```

    ```hint
    `let two = one + one`
    ```

    ```hint
    `let two = one + one`
    ```

    """,
    "Exercises/01-sums/two/start.graph": "// The start.\nlet one = 1\n",
    "Exercises/01-sums/two/check.graph":
      "let second = one + 1\ncheck \"two is two\", points 3 {\n  expect two == second else \"Two is one and one.\"\n}\n",
    "Exercises/01-sums/two/solution.graph": "let two = one + one\n",
    "Exercises/01-sums/two/wrong/text.graph": "// Two is one and one.\nlet two = \"2\"\n",
    "Exercises/01-sums/two/wrong/three.graph": "\n// Something else.\nlet two = 3\n",
  ]

  @Test("A course is checked with the same findings on the same lines", arguments: [LineEnds.windows, .mixed])
  func wholeCourse(ends: LineEnds) throws {
    let plain = try TemporaryFolder(Self.files)
    let other = try TemporaryFolder(Self.files.mapValues(ends.applied))
    #expect(other.check.lessons([]).lines == plain.check.lessons([]).lines)
    #expect(other.check.exercises([]).lines == plain.check.exercises([]).lines)
    #expect(other.check.coverage().lines == plain.check.coverage().lines)
    #expect(other.library.lesson("1").lesson == plain.library.lesson("1").lesson)
    #expect(other.library.exercise("two").exercise == plain.library.exercise("two").exercise)
    #expect(other.library.glance(atLesson: "first")?.title == "First")
    // The findings are about the lines that are wrong, so that the comparison means something.
    let lines = plain.check.lessons([]).lines.joined(separator: "\n")
    for place in ["ideas.yaml:3:1", "one.graph:3:1", "01-first.md:5:1", "01-first.md:51:", "01-first.md:73:"] {
      #expect(lines.contains("Lessons/" + place) || lines.contains("Lessons/Worlds/" + place), "\(place) in \(lines)")
    }
  }

  @Test(
    "An answer gets the same verdict", arguments: [LineEnds.windows, .mixed],
    [
      "let two = one +\n  one\n", "let two = \"open\nlet two = 2\n", "// Nothing\n\nlet two = nobody\n",
      "graph> let two = 1\ntwo is 1\ngraph> let two = 2\n", "So:\n```\nlet two = 2\n```\nThat was it.\n",
    ])
  func answers(ends: LineEnds, answer: String) throws {
    let course = try TemporaryFolder(Self.files)
    let plain = course.check.grade("two", answer: .success(SourceText(answer, name: "a.graph"))).verdict
    let text = ends.applied(to: answer)
    #expect(text.utf8.contains(UInt8(ascii: "\r")))
    #expect(course.check.grade("two", answer: .success(SourceText(text, name: "a.graph"))).verdict == plain)
  }

  @Test("A file that another one runs", arguments: [LineEnds.windows, .mixed])
  func runFiles(ends: LineEnds) throws {
    let folder = try TemporaryFolder()
    let text = "let one =\n  1\nlet text = \"open\n"
    for (name, text) in [("plain.graph", text), ("other.graph", ends.applied(to: text))] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    #expect(
      try TextFile.read("other.graph", relativeTo: folder.path + "/x.graph").text
        == TextFile.read("plain.graph", relativeTo: folder.path + "/x.graph").text)
  }
}
