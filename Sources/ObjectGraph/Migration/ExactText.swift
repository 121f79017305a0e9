import struct Foundation.Date

extension String {
  /// Whether it is a number as people write it, `-12.5e3`: Foundation reads the 0 of `0x10` and passes over the rest, and
  /// the standard library reads it as sixteen.
  var isDecimalNumber: Bool {
    var rest = utf8[...]
    func digits(_ rest: inout Substring.UTF8View) -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    func take(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("+-", &rest)
    let hasWhole = digits(&rest)
    let hasFraction = take(".", &rest) && digits(&rest)
    guard hasWhole || hasFraction else { return false }
    if take("eE", &rest) {
      _ = take("+-", &rest)
      guard digits(&rest) else { return false }
    }
    return rest.isEmpty
  }
}

extension Date {
  /// `2026-11-20T09:30:00Z`, with as many digits of a second as it takes to tell the moment from its neighbours; nil for
  /// what is no moment of the years 1601
  /// to 9999: before the Gregorian calendar Foundation reads other days than it writes.
  var exactText: String? {
    let moment = timeIntervalSinceReferenceDate
    guard (-12_622_780_800.0..<252_000_000_000.0).contains(moment) else { return nil }
    let whole = moment.rounded(.down)
    let text = Date(timeIntervalSinceReferenceDate: whole).ISO8601Format()
    let fraction = moment - whole
    if fraction == 0 { return text }
    var scale = 1.0
    for count in 1...9 {
      scale *= 10
      let digits = (fraction * scale).rounded()
      guard digits < scale, whole + digits / scale == moment else { continue }
      let shown = String(Int(digits))
      return "\(text.dropLast()).\(String(repeating: "0", count: count - shown.count))\(shown)Z"
    }
    return nil
  }

  /// The moment of such a text, also one in another time zone.
  init?(exactText text: String) {
    guard let point = text.firstIndex(of: ".") else {
      guard let date = try? Date(text, strategy: .iso8601) else { return nil }
      self = date
      return
    }
    let digits = text[text.index(after: point)...].prefix { ("0"..."9").contains($0) }
    let rest = String(text[..<point] + text[digits.endIndex...])
    guard (1...9).contains(digits.count), let fraction = Double("0.\(digits)"),
      let date = try? Date(rest, strategy: .iso8601)
    else { return nil }
    self = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + fraction)
  }
}
