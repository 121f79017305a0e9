/// The box of a ``PracticeItem`` in Leitner's system, and the day on which it is due.
///
/// A wrong answer puts the item into the first box. A right answer moves it to the next box, but only if it is due: an
/// answer that was just corrected is not yet remembered. After the last box it is learned. Days are counted from 1
/// January 1970, which is day 0; a day begins at midnight in the learner's time zone.
package struct PracticeCard: Codable, Hashable, Sendable {
  /// The days until an item is due again, for each box.
  package static let intervals = [1, 3, 7, 21]

  /// The box, from 1. For a learned item, it is one more than the number of boxes. The item stays in the record,
  /// because a key that is removed keeps its value in the file.
  package private(set) var box: Int
  package private(set) var due: Int

  /// The card of an item that was answered wrong.
  init(missedOn day: Int) {
    box = 1
    due = Self.due(after: Self.intervals[0], from: day)
  }

  package var isLearned: Bool { box > Self.intervals.count }

  package func isDue(on day: Int) -> Bool { !isLearned && due <= day }

  /// Moves the item to the next box after a right answer, if it is due.
  mutating func advance(on day: Int) {
    guard isDue(on: day) else { return }
    box += 1
    if !isLearned { due = Self.due(after: Self.intervals[box - 1], from: day) }
  }

  /// Returns a due day that the record accepts, whatever the clock says.
  private static func due(after days: Int, from day: Int) -> Int {
    min(max(day, 0), Progress.numberLimit - days) + days
  }
}
