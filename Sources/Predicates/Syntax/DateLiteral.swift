import struct Foundation.Date
import struct Foundation.Decimal

/// The reader of `2026-11-20`, `2026-11-20T09:30Z`, `2026-11-20T09:30:00.25Z`, `2026-11-20T11:30:00+02:00`.
struct DateLiteral {
  /// Why a text is no date: what is wrong, and what to do.
  struct Problem: Error, Hashable {
    var message: String
    var hint: String
    /// A text that would be one.
    var fix: String?
  }

  private let bytes: [UInt8]
  private var place = 0

  /// The date that the bytes of a text are, in the proleptic Gregorian calendar.
  ///
  ///     date = yyyy "-" mm "-" dd [ "T" hh ":" mm [ ":" ss [ "." digits ] ] ( "Z" | ( "+" | "-" ) hh ":" mm ) ]
  static func date(_ bytes: [UInt8]) -> Result<Date, Problem> {
    var literal = DateLiteral(bytes)
    do throws(Problem) { return .success(try literal.read()) } catch { return .failure(error) }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func read() throws(Problem) -> Date {
    let digits = bytes.prefix { $0 &- 0x30 < 10 }.count
    guard digits == 4 else {
      throw missing("day", digits > 4 ? "years have four digits; a difference is written with spaces around -" : nil)
    }
    let year = try number(4)
    try expect("-")
    let month = try number(2)
    try expect("-")
    let day = try number(2)
    let kind = place < bytes.count ? "time" : "day"
    guard let midnight = CalendarDay.midnight(year: year, month: month, day: day) else {
      if year == 0 { throw missing(kind, "the years go from 0001 to 9999") }
      guard (1...12).contains(month) else { throw missing(kind, "the months go from 01 to 12") }
      throw missing(kind, "this month has \(CalendarDay.count(ofMonth: month, year: year)) days")
    }
    if place == bytes.count { return Date(timeIntervalSinceReferenceDate: Double(midnight)) }
    return try time(since: midnight)
  }

  private mutating func time(since midnight: Int) throws(Problem) -> Date {
    try expect("T")
    let hour = try number(2)
    try expect(":")
    let minute = try number(2)
    let second = take(":") ? try number(2) : 0
    guard let time = CalendarDay.time(hour: hour, minute: minute, second: second) else {
      throw missing(
        "time",
        second == 60 && hour <= 23 && minute <= 59
          ? "a minute ends at 59 seconds, as leap seconds are not counted" : "a day goes from 00:00:00 to 23:59:59")
    }
    var fraction = ""
    if take(".") {
      let digits = bytes[place...].prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty else { throw badShape }
      fraction = String(decoding: digits, as: UTF8.self)
      place = digits.endIndex
    }
    let offset = try offset()
    let whole = midnight + time - offset
    guard CalendarDay.seconds.contains(Double(whole)) else {
      throw missing("time", "in UTC it is outside the years 0001 to 9999")
    }
    if fraction.allSatisfy({ $0 == "0" }) { return Date(timeIntervalSinceReferenceDate: Double(whole)) }
    // Added in decimals, so that the digits are rounded once, to the nearest Double. More than 24 cannot count.
    let part = Decimal(string: "0." + fraction.prefix(24)) ?? 0
    return Date(timeIntervalSinceReferenceDate: Double((Decimal(whole) + part).description) ?? Double(whole))
  }

  /// The seconds by which the time is ahead of UTC.
  private mutating func offset() throws(Problem) -> Int {
    if take("Z") {
      guard place == bytes.count else { throw badShape }
      return 0
    }
    if place == bytes.count {
      throw Problem(
        message: "the time zone is missing after \(text)", hint: "write \(text)Z for UTC, or an offset such as +02:00",
        fix: text + "Z")
    }
    let isBehind = take("-")
    if !isBehind { try expect("+") }
    let hours = try number(2)
    try expect(":")
    let minutes = try number(2)
    guard place == bytes.count else { throw badShape }
    guard let seconds = CalendarDay.offset(hours: hours, minutes: minutes) else {
      throw missing("time", "offsets from UTC go from -18:00 to +18:00")
    }
    return isBehind ? -seconds : seconds
  }

  // MARK: Bytes

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Problem) {
    guard take(character) else { throw badShape }
  }

  private mutating func number(_ width: Int) throws(Problem) -> Int {
    var value = 0
    for _ in 0..<width {
      guard place < bytes.count, bytes[place] &- 0x30 < 10 else { throw badShape }
      value = value * 10 + Int(bytes[place] &- 0x30)
      place += 1
    }
    return value
  }

  private var badShape: Problem {
    Problem(message: "'\(text)' is not a date", hint: "a date is written 2026-11-20 or 2026-11-20T09:30:00Z")
  }

  private func missing(_ kind: String, _ hint: String?) -> Problem {
    Problem(message: "there is no \(kind) \(text)", hint: hint ?? badShape.hint)
  }
}
