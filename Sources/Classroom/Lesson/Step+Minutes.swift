import Courses

extension Step {
  /// The minutes that the author plans for the step in a class: the number with which its note begins, in digits or as an English
  /// word, as in `Seven minutes. Ask …`; nil without one. O(note).
  package var plannedMinutes: Int? {
    for note in notes {
      let words = note.plainText.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(2)
      guard words.count == 2, words[1].lowercased().hasPrefix("minute") else { continue }
      return Int(words[0]) ?? Self.numbers.firstIndex(of: words[0].lowercased()).map { $0 + 1 }
    }
    return nil
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
  ]
}
