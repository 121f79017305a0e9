import Courses
import Diagnostics
import Grading
import ObjectGraph
import Testing
import WorkbookLanguage

/// The models of the course are models that an app can have. Wrong answers may have any.
@Suite("No model of the course is refused by Xcode")
struct XcodeRefusalTests {
  /// The files with a constraint over a relationship, which Core Data does not document: the lesson that says so, and right
  /// answers that show that checks accept one. Those of open briefs are readers' own and may have one, too.
  private static let undocumented: Set<String> = [
    "friendship", "a-fourth-phone/right/key-of-both.graph", "two-carls/right/by-number.graph",
    "two-carls/right/newer-one-exists.graph", "lanterns-twice/right/helpers-first.graph",
    "lanterns-twice/right/lanterns-everywhere.graph", "room-204/right/teacher-from-the-lessons.graph",
    "a-harbour-for-small-boats/right/occupations.graph", "lost-property/right/a-name-in-common.graph",
    "the-music-school/right/with-more-facts.graph",
  ]

  /// Reports what Xcode refuses, or Core Data does not document, after each of some texts.
  private static func look(at sources: [SourceText], of name: String, mayBeUndocumented: Bool = false) {
    var interpreter = Fixtures.make(nil)
    interpreter.budget = .lesson
    for source in sources {
      let notes = interpreter.run(source).flatMap(\.diagnostics).map(\.id)
      let refused = ModelIndex(interpreter.context.model).uniqueDestinations().filter { $0.standing == .refused }
      #expect(refused.map(\.name) == [] && !notes.contains("unique-required"), "\(name)")
      #expect(!notes.contains("unique-key") || mayBeUndocumented || undocumented.contains(name), "\(name)")
    }
  }

  @Test("lessons, step by step", arguments: VerdictIdeaTests.library.lessons().entries.map(\.slug))
  func lessons(_ slug: String) throws {
    let lesson = try #require(VerdictIdeaTests.library.lesson(slug).lesson)
    let world = [lesson.world].compactMap { $0 }
    var sources = world
    for step in lesson.steps {
      if step.startsFresh {
        Self.look(at: sources, of: slug)
        sources = world
      }
      sources += step.canonicalSources
    }
    Self.look(at: sources, of: slug)
  }

  @Test("starts, solutions and right answers", arguments: VerdictIdeaTests.library.exercises().entries.map(\.slug))
  func exercises(_ slug: String) throws {
    let exercise = try #require(VerdictIdeaTests.library.exercise(slug).exercise)
    for answer in [exercise.solution] + exercise.right {
      let path = (answer.name ?? "").split(separator: "/")
      let name = path.drop { $0 != slug }.joined(separator: "/")
      let first = WorkbookParser.parse(answer).statements.first?.kind
      // An answer that names a model replaces the start.
      let isFresh = if case .model(.name)? = first { true } else { false }
      Self.look(
        at: isFresh ? [answer] : [exercise.start, answer], of: name,
        mayBeUndocumented: exercise.isFree && answer != exercise.solution)
    }
  }
}
