import Courses
import Diagnostics
import Testing

@testable import Courses

@Suite("A variant of an exercise")
struct ExerciseVariantTests {
  private static func exercise(_ vary: String) -> (exercise: Exercise?, diagnostics: [Diagnostic]) {
    let files = [
      "task.md": "---\ntitle: Close sales\npoints: 1\n\(vary)---\nClose `sales`, where ines is.\n",
      "start.graph": "let sales = Department(name: \"Sales\")\nlet salesman = 1\nlet ines = 2\n",
      "check.graph": "expect count Department == 0\n", "solution.graph": "delete sales\n",
      "right/a.graph": "delete ines\n",
    ]
    let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.key, SourceText($0.value, name: $0.key)) })
    return ExerciseReader.read(sources, slug: "close", folder: "01-x")
  }

  @Test("has other words in every file, the same for the same seed")
  func words() throws {
    let exercise = try #require(Self.exercise("vary: [\"sales: design\", \"ines: ruth\"]\n").exercise)
    let variant = try ExerciseVariant(of: exercise, seed: 1)
    let files = Dictionary(uniqueKeysWithValues: variant.files.map { ($0.path, $0.text) })
    #expect(files["start.graph"] == "let design = Department(name: \"Design\")\nlet salesman = 1\nlet ruth = 2\n")
    #expect(files["solution.graph"] == "delete design\n" && files["right/a.graph"] == "delete ruth\n")
    #expect(files["task.md"] == "---\ntitle: Close design\npoints: 1\n---\nClose `design`, where ruth is.\n")
    #expect(variant.files.map(\.text) == (try ExerciseVariant(of: exercise, seed: 1)).files.map(\.text))
  }

  @Test("differs between seeds, and takes no choice twice")
  func seeds() throws {
    let exercise = try #require(Self.exercise("vary: [\"sales: a, b, c\", \"ines: a, b, c\"]\n").exercise)
    let variants = try (1...20).map { try ExerciseVariant(of: exercise, seed: $0).replaced.map(\.by) }
    #expect(Set(variants).count == 6)
    #expect(variants.allSatisfy { $0[0] != $0[1] })
  }

  @Test(
    "needs words that occur",
    arguments: [
      ("vary: [\"nobody: x\"]\n", "the exercise has no 'nobody' to vary"),
      ("vary: [\"sales\"]\n", "'vary' lists words and what they may become"),
    ])
  func mistakes(vary: String, problem: String) {
    #expect(Self.exercise(vary).diagnostics.map(\.message) == [problem])
  }

  @Test("An exercise that lists none has none")
  func none() throws {
    let exercise = try #require(Self.exercise("").exercise)
    let error = #expect(throws: Diagnostic.self) { try ExerciseVariant(of: exercise, seed: 1) }
    #expect(error?.message == "the exercise '01-x/close' has no variants")
  }

  @Test("A hint that contains a solution is not public, and neither is the last")
  func hints() throws {
    var exercise = try #require(Self.exercise("").exercise)
    exercise.hints = ["Look at it.", "Type `delete   SALES`.", "Or `delete ines`, in vain.", "The end."].map {
      Hint(text: MarkdownDocument($0), check: nil)
    }
    #expect(exercise.publicHints.map(\.text.plainText) == ["Look at it."])
    // Saving, looking and names are no part of what is to be found.
    for (solution, hint, isPublic) in [
      ("Team(name: \"FCB\")\nsave\n", "Type `Team(name: \"FCB\")`.", false),
      ("let x = fetch Team\ncount x\ndelete heat\nsave", "It is `delete heat`.", false),
      ("let x = Team()\nsave", "There is a `save`.", true),
      ("let x = fetch Team", "It is `let x = fetch Team`.", false),
      ("delete heat\ndelete suns\nsave", "It begins with `delete heat`.", true),
    ] {
      (exercise.solution, exercise.right) = (SourceText(solution), [])
      exercise.hints = [hint, "The end."].map { Hint(text: MarkdownDocument($0), check: nil) }
      #expect(exercise.publicHints.count == (isPublic ? 1 : 0), "\(solution)")
    }
  }
}
