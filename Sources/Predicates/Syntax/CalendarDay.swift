/// Days of the proleptic Gregorian calendar, counted without a `Calendar`, which would ask for the machine's time zone.
package enum CalendarDay {
  /// The moments of the years 1 to 9999, in seconds since 2001-01-01T00:00:00Z.
  package static let seconds =
    Double(secondsSince2001(year: 1, month: 1, day: 1))..<Double(secondsSince2001(year: 10_000, month: 1, day: 1))

  /// Returns the seconds from 2001-01-01T00:00:00Z to a day's midnight in UTC; nil for what is no day of the years 1 to
  /// 9999. O(1).
  package static func midnight(year: Int, month: Int, day: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...count(ofMonth: month, year: year)).contains(day)
    else { return nil }
    return secondsSince2001(year: year, month: month, day: day)
  }

  /// Returns the seconds since midnight; nil for what is no time of a day. Leap seconds are not counted. O(1).
  package static func time(hour: Int, minute: Int, second: Int) -> Int? {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Returns the seconds of a time zone's distance from UTC, without its sign; nil for more than 18 hours, the largest
  /// that java.time takes, and for minutes beyond 59. O(1).
  package static func offset(hours: Int, minutes: Int) -> Int? {
    guard (0...59).contains(minutes), (0...18).contains(hours), hours * 60 + minutes <= 18 * 60 else { return nil }
    return hours * 3600 + minutes * 60
  }

  /// Returns the days from 2001-01-01 to a day; nil for what is no day of the years 1 to 9999. O(1).
  package static func days(year: Int, month: Int, day: Int) -> Int? {
    midnight(year: year, month: month, day: day).map { $0 / 86_400 }
  }

  /// Returns a day as it is written, `2026-11-20`; nil outside the years 1 to 9999. O(1).
  package static func text(daysSince2001 days: Int) -> String? {
    let day = fields(daysSince2001: days)
    guard (1...9999).contains(day.year) else { return nil }
    func digits(_ number: Int, _ count: Int) -> String { String(String(10_000 + number).suffix(count)) }
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }

  static func count(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Seconds from 2001-01-01T00:00:00Z to the day's midnight. Source of the formula: H. Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms", days_from_civil.
  private static func secondsSince2001(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let daysSince1970 = era * 146_097 + dayOfEra - 719_468
    return (daysSince1970 - 11_323) * 86_400
  }

  /// The year, month and day of a number of whole days since 2001-01-01: civil_from_days of the same source.
  static func fields(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 11_323 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
