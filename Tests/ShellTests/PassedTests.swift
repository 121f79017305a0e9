import Courses
import Shell
import TestSupport
import Testing

@Suite("Passed is passed")
struct PassedTests {
  @Test("An exercise that was passed is called unfinished nowhere, whatever was typed or tried after it")
  func passed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/progress.json"
    let pass = ["exercise keep-the-players", "change Team.players, delete nullify", "check"]
    let later = ["exercise keep-the-players", "restart", "change Team.players, delete deny", "check", "leave"]
    for lines in [pass, pass + ["let a = 1", "leave"], pass + ["lesson 1"], pass + ["quit"], later] {
      _ = LearningTests.last(lines, progressPath: path)
      let world = TranscriptTests.world(progressPath: path)
      #expect(!LearningTests.first([], world: world).contains("unfinished"))
      let again = LearningTests.last(["exercise keep-the-players"], world: world)
      #expect(!again.contains("You left this answer"))
      #expect(LearningTests.last(["exercises"], world: world).contains("✓ keep-the-players"))
      #expect(LearningTests.last(["progress"], world: world).contains(#/01-rules\/keep-the-players +passed/#))
      let other = ["exercise free-the-players", "change Team.players, delete nullify", "check"]
      #expect(!LearningTests.last(other, world: world).contains("keep-the-players"))
      #expect(LearningTests.first(["lesson 1 step 3"], world: world).contains("next begins lesson 2"))
    }
  }

  @Test("A pass that was recorded under the number that a chapter had before is a pass")
  func renumbered() throws {
    let folder = try TemporaryFolder([
      "progress.json": """
      {"version": 1, "lessons": {}, "exercises": {
        "16-design-clinic/tin-moon": {"attempts": 2, "bestScore": 12, "maxScore": 12, "hints": 1, "isDone": true},
        "17-design-clinic/tin-moon": {"attempts": 1, "bestScore": 3, "maxScore": 12, "hints": 0, "isDone": false,
          "draft": ["save"]}}}
      """
    ])
    let store = ProgressStore(path: folder.path + "/progress.json")
    let record = store.load().progress.exercises["17-design-clinic/tin-moon"]
    #expect(record?.isDone == true && record?.bestScore == 12 && record?.draft == ["save"])
    let world = Session.World(library: WholeLessonTests.library, progressStore: store)
    #expect(!LearningTests.first([], world: world).contains("unfinished"))
  }
}
