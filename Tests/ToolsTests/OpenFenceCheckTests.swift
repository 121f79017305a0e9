import TestSupport
import Testing

@Suite("A block that is never closed is one error of a check")
struct OpenFenceCheckTests {
  @Test("In a lesson and in an exercise, whatever comes after it")
  func oneError() throws {
    var files = LineEndTests.files
    files["Lessons/ideas.yaml"] = "1:\n  sum: A sum adds\n"
    files["Lessons/Worlds/one.graph"] = "let one = 1\n"
    files["Lessons/01-first.md"] = files["Lessons/01-first.md"]?.replacing("minutse: 5", with: "minutes: 5")
      .replacing("…\n```", with: "…\n")
    files["Exercises/01-sums/two/task.md"] = files["Exercises/01-sums/two/task.md"]?
      .replacing("and one?\n```", with: "and one?\n")
    let course = try TemporaryFolder(files)
    let hint = "write ``` on a separate line after it"
    #expect(
      course.check.lessons([]).lines == [
        "Lessons/01-first.md:18:1: this output block is never closed", "  ```output", "  ^^^^^^^^^ \(hint)",
        "1 thing is wrong: 1 world",
      ])
    #expect(
      course.check.exercises(["two"]).lines == [
        "Exercises/01-sums/two/task.md:10:1: this hint block is never closed", "  ```hint", "  ^^^^^^^ \(hint)",
        "1 thing is wrong",
      ])
  }
}
