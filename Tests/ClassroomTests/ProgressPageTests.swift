import Courses
import Foundation
import Testing

@testable import Classroom

@Suite("The page of progress, and the work as a file")
struct ProgressPageTests {
  @Test("Progress begins with what is next and what is due, and folds the lessons")
  func progressPage() async throws {
    try await withCourse { library, store in
      let host = book(library, store)
      _ = await host.open("/lesson/teams/1")
      _ = await host.send("/lesson/teams/1", [("do", "answer"), ("choices", "1"), ("answer", "1")])
      let page = await book(library, store, day: 20_001).open("/progress").text
      let parts = [
        "Go on with lesson 1", "1 thing is due", "<details><summary>Progress by lesson", "Steps done: 1 of 3",
      ]
      let places = parts.map { page.range(of: $0)?.lowerBound }
      #expect(!places.contains(nil), "\(page)")
      #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }
  }
}
