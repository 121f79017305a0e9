import struct Foundation.Date

/// A time as a policy writes it, with the offset from UTC: `2026-11-20T23:59:00+01:00`.
struct DueTime: Hashable, Sendable {
  var date: Date
  /// In seconds.
  var offset: Int

  /// Reads a time with an offset; nil for any other text, such as a day alone, which would be its start.
  init?(_ text: String) {
    guard text.contains("T"), let date = try? Date.ISO8601FormatStyle().parse(text), let offset = Self.offset(of: text)
    else { return nil }
    self.date = date
    self.offset = offset
  }

  /// Returns the seconds of `Z` or `+01:00` at the end of a time; nil if there is neither.
  private static func offset(of text: String) -> Int? {
    if text.hasSuffix("Z") { return 0 }
    let end = text.suffix(6)
    let parts = end.dropFirst().split(separator: ":")
    guard end.count == 6, let sign = end.first, sign == "+" || sign == "-", parts.count == 2,
      let hours = Int(parts[0]), let minutes = Int(parts[1])
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// The text as it could be meant: with the day and the time that it begins with.
  static func example(for text: String) -> String {
    let parts = text.split { $0 == " " || $0 == "T" }
    let digits = Set("0123456789-")
    let day = parts.first.map(String.init) ?? ""
    let isDay =
      day.count == 10 && day.allSatisfy(digits.contains) && (try? Date(day + "T00:00:00Z", strategy: .iso8601)) != nil
    let clock = parts.count > 1 ? String(parts[1].prefix(5)) : ""
    let isClock = clock.count == 5 && (try? Date("2026-01-01T\(clock):00Z", strategy: .iso8601)) != nil
    return "\(isDay ? day : "2026-11-20")T\(isClock ? clock : "23:59"):00+01:00"
  }
}
