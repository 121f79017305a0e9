import Foundation
import TestSupport
import Testing

@Suite("lesson check --update")
struct UpdatingTests {
  static let lesson = """
    ---
    title: T
    ---

    ## A

    ```graph
    let a = 1 + 1
    ```

    ```output
    a = 3
    ```

    ```graph
    nobody
    ```

    ```output
    there is nothing called …
      nobody
      ^^^^^^ your names are b
    ```

    """

  @Test("rewrites the outputs that differ, shows the difference, and checks the lesson", arguments: LineEnds.allCases)
  func update(ends: LineEnds) throws {
    let course = try TemporaryFolder([
      "Lessons/01-t.md": ends.applied(to: Self.lesson),
      "Lessons/02-u.md": ends.applied(to: "---\ntitle: U\n---\n## A\n"),
    ])
    #expect(course.check.lessons([]).status == .failure)
    let (lines, status) = course.check.updateOutputs(["1"])
    #expect(status == .success)
    #expect(
      lines == [
        "--- Lessons/01-t.md", "+++ Lessons/01-t.md", "@@ -10,5 +10,5 @@", " ", " ```output", "-a = 3", "+a = 2",
        " ```", " ",
        "@@ -20,4 +20,4 @@", " there is nothing called …", "   nobody", "-  ^^^^^^ your names are b",
        "+  ^^^^^^ your names are a", " ```", "all is well: 1 lesson, 1 step, 2 outputs",
      ])
    let updated = Self.lesson.replacing("a = 3", with: "a = 2").replacing("names are b", with: "names are a")
    let text = try course.text(of: "Lessons/01-t.md")
    // The new lines end like their fences, all others as before.
    if ends != .mixed { #expect(text == ends.applied(to: updated)) }
    #expect(text.replacing("\r\n", with: "\n") == updated)
    // Once is enough.
    #expect(course.check.updateOutputs(["1"]).lines == ["all is well: 1 lesson, 1 step, 2 outputs"])
    #expect(try course.text(of: "Lessons/01-t.md") == text)
  }

  @Test("updates all lessons without a name, each once, and none with an open block")
  func several() throws {
    let open = Self.lesson.replacing("a = 3\n```", with: "a = 3\n")
    let course = try TemporaryFolder(["Lessons/01-t.md": Self.lesson, "Lessons/02-open.md": open])
    let (lines, status) = course.check.updateOutputs([])
    #expect(lines.count { $0.hasPrefix("+++") } == 1)
    #expect(lines.contains("Lessons/02-open.md:11:1: this output block is never closed"))
    #expect(status == .failure)
    #expect(try course.text(of: "Lessons/02-open.md") == open)
    try course.write(Self.lesson, to: "Lessons/01-t.md")
    #expect(course.check.updateOutputs(["1", "t", "01-t"]).lines.count { $0.hasPrefix("+++") } == 1)
    #expect(course.check.updateOutputs(["7"]).lines.first == "there is no lesson 7")
  }
}
