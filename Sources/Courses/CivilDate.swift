import struct Foundation.Date

/// A date of the Gregorian calendar in UTC, as the workbook writes it: `2026-11-20` or `2026-11-20T09:30:00Z`.
struct CivilDate: Hashable {
  let date: Date

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let shape = Array((bytes.count == 10 ? "dddd-dd-dd" : "dddd-dd-ddTdd:dd:ddZ").utf8)
    guard bytes.count == shape.count else { return nil }
    for (byte, wanted) in zip(bytes, shape) {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard wanted == UInt8(ascii: "d") ? isDigit : byte == wanted else { return nil }
    }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    var seconds = Self.daysSince1970(year, month, day) * 86400
    if bytes.count == 20 {
      let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
      guard hour < 24, minute < 60, second < 60 else { return nil }
      seconds += hour * 3600 + minute * 60 + second
    }
    date = Date(timeIntervalSince1970: Double(seconds))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1 January 1970, counting years from March (H. Hinnant, "chrono-compatible low-level date algorithms").
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
