import Courses
import Diagnostics
import Shell
import TestSupport
import Testing

/// The exercises that the program ships, answered at the prompt.
@Suite("Every exercise can be passed by typing an answer to it")
struct WholeExerciseTests {
  static let library = WholeLessonTests.library

  /// The solution, and every fifth of the other right answers.
  @Test("The solution and other right answers, line by line", arguments: TypedAnswerTests.exercises(from: 2))
  func answers(place: Int, id: String) throws {
    let exercise = try #require(Self.library.exercise(id).exercise)
    // Looking around first changes nothing.
    let looking = ["exercise \(id)", "show model", "hint"] + Self.lines(exercise.solution) + ["check"]
    #expect(try passes(exercise, looking), "the solution fails")
    for (index, answer) in exercise.right.enumerated() where (index + place) % 5 == 0 {
      #expect(try passes(exercise, ["exercise \(id)"] + Self.lines(answer) + ["check"]), "\(answer.name ?? "") fails")
    }
  }

  private static func lines(_ answer: SourceText) -> [String] {
    answer.text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  private func passes(_ exercise: Exercise, _ lines: [String]) throws -> Bool {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    var session = Session(.prompt, world: Session.World(library: Self.library, progressStore: store))
    session.run(ScriptedReader(lines)) { _ in }
    return store.load().progress.exercises[exercise.id]?.isDone == true
  }

  @Test("An answer that begins with model replaces the model, keeps the objects, and says so once")
  func ownModel() {
    let begun = ["exercise keep-the-players", "model Mine"]
    #expect(
      LearningTests.last(begun) == """
        Your model replaces the one that is there, and the objects stay as far as it has
        a place for them. restart brings back what was there.
        model Mine

        """)
    #expect(
      LearningTests.last(begun + ["show model"]) == """
        model Mine has no entities yet
          entity Team { name: String } makes one

        """)
    let team = begun + ["entity Team { name: String }"]
    #expect(LearningTests.last(team + ["count Team"]) == "1\n")
    #expect(LearningTests.last(team + ["heat.name"]) == "\"Miami Heat\"\n")
    #expect(LearningTests.last(team + ["show model", "entity Player { lastName: String }", "count Player"]) == "1\n")
    #expect(LearningTests.last(begun + ["model Yours"]) == "model Yours\n")
    #expect(LearningTests.last(begun + ["undo", "count Player"]) == "1\n")
    #expect(LearningTests.last(begun + ["undo", "undo"]) == "nothing to undo: the exercise begins here\n")
    // Objects for which the new model has no room as they are.
    let strict = LearningTests.last(begun + ["entity Team { name: String; city: String }"])
    #expect(strict.contains("the start's objects cannot be carried over to this model"), "\(strict)")
    #expect(LearningTests.last(begun + ["entity Team { name: String", "city: String? }", "heat.city"]) == "nil\n")
    // In the middle of an answer it only gives the model a name.
    let middle = ["exercise keep-the-players", "wade.lastName = \"W\"", "model Mine"]
    #expect(LearningTests.last(middle) == "model Mine\n")
    #expect(LearningTests.last(middle + ["count Player"]) == "1\n")
    #expect(LearningTests.last(begun + ["restart", "count Player"]) == "1\n")
  }
}
