import struct Foundation.Date

/// Times as the pages of the book show them.
enum PageTime {
  /// `2026-01-15, 14:03 UTC`, for the seconds since 1970.
  static func words(for time: Int) -> String {
    let text = Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
    return "\(text.prefix(10)), \(text.dropFirst(11).prefix(5)) UTC"
  }
}
