import Courses
import Diagnostics
import Shell
import TestSupport
import Testing

/// Exercises have an order, and what is said to come next is what `next` begins.
@Suite("What comes next")
struct NextTests {
  private static let library = WholeLessonTests.library

  /// The shipped course, with a record in which everything before a place of the book is done.
  private func world(_ change: @escaping (inout Progress) -> Void) throws -> (Session.World, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = ProgressStore(path: folder.path + "/progress.json")
    try store.update(change)
    return (Session.World(library: Self.library, progressStore: store), folder)
  }

  /// The title of an exercise or lesson that a line offers: `next starts two-ends: Two ends of one link, about 3 minutes`.
  private static func title(offeredIn screen: String) -> String? {
    let words = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let match = words.matches(of: #/next starts ([a-z0-9-]+): /#).last {
      return library.exerciseEntry(String(match.1)).map { "\($0.title) · " }
    }
    let match = words.matches(of: #/next begins lesson ([0-9]+), /#).last
    return match.flatMap { library.lessonEntry(String($0.1)) }.map { "Lesson \($0.number) · \($0.title)" }
  }

  @Test("After the last step of a lesson", arguments: library.lessons().entries.map(\.slug))
  func lessonEnds(slug: String) throws {
    let lesson = try #require(Self.library.lesson(slug).lesson)
    let chapter = Self.library.exercises().entries.filter { $0.chapterNumber == lesson.chapterNumber }
    for passed in [[], [chapter[0]], chapter] {
      let (world, folder) = try world { record in
        for entry in passed { record.note(exercise: entry.id, score: 1, maxScore: 1, passed: true) }
      }
      let end = ["lesson \(slug) step \(lesson.steps.count)"] + Array(repeating: "skip", count: 4)
      var replies: [String] = []
      var session = Session(.prompt, world: world)
      session.run(ScriptedReader(end + ["next"]), opening: { _ in [] }) { replies.append($0) }
      let offer = try #require(Self.title(offeredIn: replies.dropLast().joined()), "\(replies)")
      #expect(replies.last?.contains(offer) == true, "\(offer): \(replies.last ?? "")")
      // The exercises of the chapter come first, in their order.
      let first = chapter.first { entry in !passed.contains { $0.id == entry.id } }
      if let first {
        #expect(offer == "\(first.title) · ")
      } else {
        #expect(!chapter.contains { "\($0.title) · " == offer })
      }
      withExtendedLifetime(folder) {}
    }
    // The exercise that the text of the step names first is the one with which they begin.
    let words =
      lesson.steps.last?.blocks.map { block in
        if case .prose(let blocks) = block { MarkdownDocument(blocks: blocks).plainText } else { "" }
      }.joined(separator: " ") ?? ""
    #expect(words.contains("come next"), "the last step says that the exercises come next")
    let named = chapter.compactMap { entry in
      [entry.title, entry.slug].compactMap { words.range(of: $0)?.lowerBound }.min().map { (place: $0, entry.slug) }
    }
    if let first = named.min(by: { $0.place < $1.place }) { #expect(first.1 == chapter[0].slug) }
  }

  @Test("After each exercise: the next of the chapter, and then the lesson that follows or the next chapter")
  func exerciseEnds() throws {
    let entries = Self.library.exercises().entries
    let lessons = Self.library.lessons().entries
    for hasBegunLesson in [false, true] {
      // The first and the last of each chapter.
      for (place, entry) in entries.enumerated()
      where place == 0 || entries[place - 1].folder != entry.folder
        || entries[(place + 1)...].first?.folder != entry.folder
      {
        let lesson = lessons.first { $0.chapterNumber == entry.chapterNumber }
        let (world, folder) = try world { record in
          for earlier in entries[...place] { record.note(exercise: earlier.id, score: 1, maxScore: 1, passed: true) }
          if hasBegunLesson, let lesson { record.lessons[lesson.slug, default: LessonProgress()].steps = 3 }
        }
        let screen = LearningTests.last(["exercise \(entry.id)", "next"], world: world)
        let following = place + 1 < entries.count ? entries[place + 1] : nil
        let next = lessons.first { $0.number > (lesson?.number ?? 99) }
        switch (following, next) {
        case (let following?, _) where following.folder == entry.folder:
          #expect(screen.contains("\n\(following.title) · "), "\(entry.slug)")
        case (_, let next?) where hasBegunLesson:
          #expect(screen.contains("Lesson \(next.number) · \(next.title)"), "\(entry.slug)")
        case (let following?, _): #expect(screen.contains("\n\(following.title) · "), "\(entry.slug)")
        case (nil, _): #expect(screen == "You have passed all the exercises. exercises lists them.\n")
        }
        withExtendedLifetime(folder) {}
      }
    }
  }

  @Test("What a pass offers is what next starts")
  func offer() {
    let pass = ["change Team.players, delete nullify", "check"]
    let first = ["exercise keep-the-players"] + pass
    #expect(LearningTests.last(first).hasSuffix("\nnext starts free-the-players: Free the players, about 4 minutes\n"))
    #expect(LearningTests.last(first + ["next"]).hasPrefix("\nFree the players · "))
    // One that was left out comes after the last.
    let second = ["exercise free-the-players"] + pass
    #expect(LearningTests.last(second).hasSuffix("\nnext starts keep-the-players: Keep the players, about 3 minutes\n"))
    #expect(LearningTests.last(second + ["next"]).hasPrefix("\nKeep the players · "))
  }

  @Test("Every exercise has an order of its own in its chapter and a time, and lists follow the order")
  func order() throws {
    #expect(Self.library.problemsOfOrder().isEmpty)
    let entries = Self.library.exercises().entries
    for (folder, chapter) in Dictionary(grouping: entries, by: \.folder) {
      #expect(chapter.map(\.order) == Array(1...chapter.count), "\(folder)")
    }
    let list = LearningTests.last(["exercises 9"], world: Session.World(library: Self.library))
    let slugs = list.split(separator: "\n").compactMap { $0.firstMatch(of: #/^  . ([a-z0-9-]+) .* minutes$/#)?.1 }
    #expect(slugs.map(String.init) == entries.filter { $0.chapterNumber == 9 }.map(\.slug), "\(list)")
  }

  @Test("A course takes the exercises of a chapter in their order", arguments: library.plans().plans.map(\.slug))
  func courses(slug: String) throws {
    let plan = try Self.library.plan(slug).get()
    let entries = plan.items.compactMap { item in
      if case .exercise(let word) = item.kind { Self.library.exerciseEntry(word) } else { nil }
    }
    for (folder, chapter) in Dictionary(grouping: entries, by: \.folder) {
      let orders = chapter.compactMap(\.order)
      #expect(orders == orders.sorted(), "\(folder): \(chapter.map(\.slug))")
    }
  }

  @Test("An order that is missing or there twice, and a time that is missing, are found")
  func problems() throws {
    func task(_ keys: String) -> String { "---\ntitle: T\npoints: 1\n\(keys)---\nDo.\n" }
    let course = try TemporaryFolder([
      "Exercises/01-a/one/task.md": task("order: 1\nminutes: 2\n"),
      "Exercises/01-a/two/task.md": task("order: 1\nminutes: 2\n"),
      "Exercises/01-a/zero/task.md": task("minutes: 2\n"),
      "Exercises/02-b/one-more/task.md": task("order: 1\nminutes: 0\n"),
    ])
    let library = Library(root: course.path)
    let found = library.problemsOfOrder().map { "\($0.message) | \($0.hint ?? "")" }
    #expect(
      found == [
        "the order 1 is also that of two | each exercise of a chapter has an order of its own; the next that is free is 2",
        "the order 1 is also that of one | each exercise of a chapter has an order of its own; the next that is free is 2",
        "the head has no 'order', the place in its chapter | order: 2",
        "the head has no 'minutes', about how long the exercise takes | minutes: 3 for one statement, minutes: 12 for a small "
          + "design",
      ])
    #expect(library.problemsOfOrder(among: ["01-a/zero"]).count == 1)
    #expect(library.exercises().entries.map(\.slug) == ["one", "two", "zero", "one-more"])
  }
}
