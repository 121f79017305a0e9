import Grading

/// A part of a class, `3/40`. A student's part depends only on the student's id, so it stays the same when others join.
package struct Shard: Hashable, Sendable {
  /// From 1 to ``count``.
  package let number: Int
  package let count: Int

  /// Reads a part such as `3/40`; nil for any other text. The number of parts is from 1 to 100,000.
  package init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], (1...100_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  var text: String { "\(number)/\(count)" }

  /// Whether a student belongs to it, by the FNV-1a hash of the id, which is the same everywhere.
  func contains(_ student: Student) -> Bool {
    let hash = student.id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return hash % UInt64(count) == UInt64(number - 1)
  }
}
