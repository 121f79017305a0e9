import Diagnostics
import Testing

@testable import Courses

@Suite("Blocks that are never closed")
struct OpenFenceTests {
  /// A step with every kind of block; the text starts on line 4 of the file.
  static let body = """
    ## A {teaches=a}

    ```predict
    Q?
    - [x] x
    - [ ] y
    ```

    ```graph
    let a = 1
    ```

    ```output
    1
    ```

    ```text
    plain
    ```

    ## B {teaches=b}

    ```task
    Do.
    ```

    ```check
    expect a == 2
    ```

    ```hint
    H
    ```

    ```solution
    let a = 2
    ```

    ```note
    N
    ```

    ## C {teaches=c}

    End.
    """

  /// The body without one of its closing fences.
  static func without(fence number: Int) -> (text: String, line: Int) {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let places = lines.indices.filter { lines[$0] == "```" }
    let opening = lines[..<places[number]].lastIndex { $0.hasPrefix("```") } ?? 0
    lines.remove(at: places[number])
    return (lines.joined(separator: "\n"), opening + 4)
  }

  static let kinds = ["predict ", "graph ", "output ", "", "task ", "check ", "hint ", "solution ", "note "]

  @Test("One error for each missing fence, at the line where the block opens", arguments: 0..<9)
  func eachFence(number: Int) throws {
    let (text, line) = Self.without(fence: number)
    let (lesson, diagnostics) = Fixtures.lesson(text)
    #expect(Fixtures.headlines(diagnostics) == ["t.md:\(line):1: this \(Self.kinds[number])block is never closed"])
    #expect(diagnostics.first?.hint == "write ``` on a separate line after it")
    // The rest is read as it was meant.
    #expect(lesson?.steps.map(\.title) == ["A", "B", "C"])
    #expect(lesson?.steps.map(\.teaches) == [["a"], ["b"], ["c"]])
    #expect(lesson?.steps[0].predictions.count == 1)
    #expect(lesson?.steps[1].solutions.count == 1)
  }

  @Test(arguments: [
    // The head's problems and those of earlier blocks stay.
    (
      "## A {frsh}\n```graph\n1\n",
      ["t.md:4:1: a step has no mark 'frsh'", "t.md:5:1: this graph block is never closed"]
    ),
    ("## A\n~~~~graph\n1\n~~~\n", ["t.md:5:1: this graph block is never closed"]),
    ("```graph\n1\n", ["t.md:4:1: this graph block is never closed"]),
    ("## A\n```graph\n1\n## B {frsh}\n```output\n1\n```\n", ["t.md:5:1: this graph block is never closed"]),
    // Longer fences show shorter ones, and Markdown shows headings.
    ("## A\n````text\n```graph\n1\n```\n````\n", []),
    ("## A\n~~~text\n```graph\n~~~\n", []),
    ("## A\n```note\n## Heading\n```\n", []),
    ("## A\n- ```text\n  x\n  ```\n\n```graph\n1\n```\n", []),
    ("## A\n\n    ```graph\n    1\n", []),
  ])
  func texts(body: String, expected: [String]) {
    #expect(Fixtures.headlines(Fixtures.lesson(body).diagnostics) == expected)
  }

  @Test func hints() {
    #expect(Fixtures.lesson("## A\n~~~~graph\n1\n").diagnostics.first?.hint == "write ~~~~ on a separate line after it")
  }

  @Test func tasksOfExercises() {
    let task = "---\ntitle: T\npoints: 1\n---\nDo.\n\n```hint\nOne.\n\n```hint\nTwo.\n```\n\n```check\nx\n```\n"
    var files: [String: SourceText] = [:]
    for name in ["start.graph", "check.graph", "solution.graph"] { files[name] = SourceText("", name: name) }
    files["task.md"] = SourceText(task, name: "task.md")
    let (exercise, diagnostics) = ExerciseReader.read(files, slug: "x", folder: "y")
    #expect(Fixtures.headlines(diagnostics) == ["task.md:7:1: this hint block is never closed"])
    #expect(exercise?.hints.map(\.text.plainText) == ["One.", "Two."])
  }

  @Test("Any number of missing fences is read in reasonable time")
  func many() {
    let text = "## A\n" + String(repeating: "```graph\n1\n", count: 2_000)
    #expect(Fixtures.lesson(text).diagnostics.count == 1)
  }
}
