import struct Foundation.Date

/// The time of a grading, as platforms write it.
package enum GradingTime {
  /// Returns `2026-01-15T09:00:00.000Z` for a time in this form, with or without fractions of a second; nil for any
  /// other text.
  /// - Parameter given: nil for now.
  package static func text(_ given: String?) -> String? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let given else { return Date().formatted(style) }
    return date(given)?.formatted(style)
  }

  /// Returns `2026-01-15T09:00:00.000Z` for a time.
  static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Returns the time of `2026-11-20 22:14:05.123 -0800` or `… UTC`, as Gradescope and GitHub write it; nil for any other text.
  static func spacedDate(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count >= 2 else { return nil }
    let zone = parts.count > 2 && parts[2] != "UTC" ? String(parts[2]) : "Z"
    return date("\(parts[0])T\(parts[1].prefix { $0 != "." })\(zone)")
  }

  /// Returns the time of a text in this form; nil for any other text, and for a day or an hour that there is not.
  package static func date(_ text: String) -> Date? {
    guard isInCalendar(text) else { return nil }
    return (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? Date.ISO8601FormatStyle().parse(text))
  }

  /// Whether there are the day and the hour: the style takes 31 November for 1 December, and 25:00 for 1:00 of the next day.
  private static func isInCalendar(_ text: String) -> Bool {
    let (style, day) = (Date.ISO8601FormatStyle(), String(text.prefix(10)))
    guard let midnight = try? style.parse(day + "T00:00:00Z"), midnight.formatted(style).hasPrefix(day) else {
      return false
    }
    let clock = text.dropFirst(11).split(separator: ":").prefix(3).map { Int($0.prefix(2)) ?? .max }
    return zip(clock, [24, 60, 61]).allSatisfy { $0 < $1 }
  }
}
