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

  /// Returns the time of a text in this form; nil for any other text.
  package static func date(_ text: String) -> Date? {
    (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? Date.ISO8601FormatStyle().parse(text))
  }
}
