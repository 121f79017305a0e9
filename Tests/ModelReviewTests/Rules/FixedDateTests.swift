import ModelReview
import Testing

@Suite("Rule: a default date that nobody chose")
struct FixedDateTests {
  @Test("Whole minutes, and no quarter of an hour")
  func filledIn() throws {
    let model = """
      entity Task {
        createdAt: Date = 2024-03-07T09:41:00Z; due: Date = 2024-03-07T09:30:00Z; start: Date = 2001-01-01
        now: Date? = now(); old: Date = 1970-01-01T00:01:00Z; exact: Date = 2024-03-07T09:41:12Z; none: Date?
      }
      """
    let found = try findings(of: FixedDate.self, model)
    #expect(
      found.map(\.message) == [
        "Task.createdAt has a fixed default, 2024-03-07T09:41:00Z, and not the time at which an object is inserted: "
          + "awakeFromInsert can set the current time"
      ])
    #expect(found.map(\.fix) == ["change Task.createdAt, no default"])
    #expect(try messages(of: FixedDate.self, model + "\n" + found.map(\.fix).joined(separator: "\n")) == [])
    // An app that sets no date could save nothing without a default.
    #expect(
      try findings(of: FixedDate.self, model, options: .xcode).map(\.fix) == [
        "if not: set the time in awakeFromInsert, and: change Task.createdAt, no default"
      ])
  }
}
