import struct Foundation.Date

/// A time as Moodle's grading worksheet writes it, `Friday, 20 November 2026, 10:14 PM` or `Freitag, 20. November 2026, 22:14`:
/// without an offset, by the clock of the teacher's account.
enum MoodleTime {
  /// The names of the months, whole and in short, in English, German, the Scandinavian languages and Dutch. The first letters of a
  /// word say nothing: *marraskuu* is November.
  private static let months = [
    "jan january januar januari jän jänner", "feb february februar februari", "mar march märz mär mars marts maart",
    "apr april", "may mai maj mei", "jun june juni", "jul july juli", "aug august augusti augustus",
    "sep sept september", "oct october okt oktober", "nov november", "dec december dez dezember des desember",
  ].map { Set($0.split(separator: " ").map(String.init)) }

  /// Returns the time as if it were UTC; nil for any other text, such as `-`.
  static func date(in text: String) -> Date? {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == ":") }.map(String.init)
    guard let place = words.firstIndex(where: { month($0) != nil }), let month = month(words[place]) else { return nil }
    let numbers = words.compactMap { Int($0) }
    guard let year = numbers.first(where: { $0 > 999 }), let day = numbers.first(where: { (1...31).contains($0) }),
      let clock = words.lazy.compactMap({ clock($0) }).first
    else { return nil }
    var hour = clock.hour
    if words.contains("pm"), hour < 12 { hour += 12 }
    if words.contains("am"), hour == 12 { hour = 0 }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return GradingTime.date("\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(clock.minute)):00Z")
  }

  /// The month that a word is, as a number from 1.
  private static func month(_ word: String) -> Int? { months.firstIndex { $0.contains(word) }.map { $0 + 1 } }

  private static func clock(_ word: String) -> (hour: Int, minute: Int)? {
    let parts = word.split(separator: ":").map { Int($0) }
    guard parts.count >= 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    return (hour, minute)
  }
}
