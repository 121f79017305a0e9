/// A hint for the task of a step or for an exercise, and the check that it helps with.
package struct Hint: Hashable, Sendable {
  package var text: MarkdownDocument
  /// The index of the check; nil where it is about the whole task.
  package var check: Int?

  /// The index of the check in the words after the opening fence: `hint for 2`.
  static func check(info: String) -> Int? {
    let words = info.split(whereSeparator: \.isWhitespace)
    return words.count == 3 && words[1] == "for" ? Int(words[2]).map { $0 - 1 } : nil
  }
}

extension [Hint] {
  /// Returns the place of the next hint to show: one for the check that fails, or else the next in order that is about the whole
  /// task, and then any other. Nil when there are no more. O(hints).
  package func next(after shown: Set<Int>, failing check: Int?) -> Int? {
    let rest = indices.filter { !shown.contains($0) }
    let fitting = check.flatMap { check in rest.first { self[$0].check == check } }
    return fitting ?? rest.first { self[$0].check == nil } ?? rest.first
  }
}
