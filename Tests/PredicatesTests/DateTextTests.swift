import Testing

import struct Foundation.Date

@testable import Predicates

@Suite("Dates as literals and as text")
struct DateTextTests {
  static let hour = 3600.0

  @Test(
    "Seconds since 2001 as text, and back",
    arguments: [
      (0, "2001-01-01"), (0.5, "2001-01-01T00:00:00.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
      (785_000_000.123, "2025-11-16T15:33:20.123Z"), (785_000_000.004096, "2025-11-16T15:33:20.004096Z"),
      (785_000_000.1234567, "2025-11-16T15:33:20.1234567Z"), (1e-12, "2001-01-01T00:00:00.000000000001Z"),
      (-1e-17, "2000-12-31T23:59:59.99999999999999999Z"), (-12_622_780_800, "1601-01-01"),
      // The Gregorian calendar began on Friday 1582-10-15, and goes on before it.
      (-13_197_600_000, "1582-10-15"), (-13_197_686_400, "1582-10-14"), (-15_810_076_800, "1500-01-01"),
      (-15_804_892_800, "1500-03-02"), (-63_113_904_000, "0001-01-01"), (-63_113_903_999.5, "0001-01-01T00:00:00.5Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (86_399, "2001-01-01T23:59:59Z"), (99_532_800, "2004-02-27"),
    ])
  func texts(seconds: Double, text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(date.internetText == text)
    #expect(Date(internetText: text) == date)
    #expect(date.fullInternetText == (text.contains("T") ? text : text + "T00:00:00Z"))
  }

  @Test(
    "What is no moment of the years 1 to 9999 is printed as the cast that makes it",
    arguments: [
      (-63_113_904_001, #"CAST(-63113904001.000000, "NSDate")"#),
      (252_423_993_600, #"CAST(252423993600.000000, "NSDate")"#),
      (1e300, #"CAST(1e+300, "NSDate")"#), (1e-30, #"CAST(1e-30, "NSDate")"#), (.infinity, #"CAST(inf, "NSDate")"#),
    ])
  func casts(seconds: Double, text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(date.internetText == text)
    #expect(date.fullInternetText == nil)
    #expect(Value.date(date).canonicalText == text)
  }

  @Test("Canonical text has six decimals, or as many as tell the date from others")
  func canonicalText() {
    func text(_ seconds: Double) -> String { Value.date(Date(timeIntervalSinceReferenceDate: seconds)).canonicalText }
    #expect(text(347_518_800) == #"CAST(347518800.000000, "NSDate")"#)
    #expect(text(-0.25) == #"CAST(-0.250000, "NSDate")"#)
    #expect(text(0.1234567) == #"CAST(0.1234567, "NSDate")"#)
    #expect(text(1e-9) == #"CAST(1e-09, "NSDate")"#)
  }

  @Test(
    "Other literals of the same moments",
    arguments: [
      ("2026-01-01T10:00:00.25Z", "2026-01-01T10:00:00.25Z"), ("2026-01-01T12:00:00+02:00", "2026-01-01T10:00:00Z"),
      ("2026-01-01T10:00Z", "2026-01-01T10:00:00Z"), ("2026-01-01T00:00:00.000Z", "2026-01-01"),
      ("2026-01-01T10:00-00:00", "2026-01-01T10:00:00Z"), ("2025-12-31T06:00:00-18:00", "2026-01-01"),
      ("2026-01-01T18:00:00+18:00", "2026-01-01"), ("2026-01-01T05:30:00.5+05:30", "2026-01-01T00:00:00.5Z"),
      ("0001-01-01T00:00:00-01:00", "0001-01-01T01:00:00Z"),
      ("2026-01-01T10:00:00.12345678901234567890123456789Z", "2026-01-01T10:00:00.1234568Z"),
    ])
  func literals(literal: String, text: String) throws {
    let date = try #require(Date(internetText: literal))
    #expect(date.internetText == text)
    #expect(Date(internetText: text) == date)
  }

  @Test("Random dates are told apart by their texts")
  func random() {
    var number: UInt64 = 1
    for _ in 0..<2_000 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let seconds = Double(Int64(bitPattern: number) >> 12) / 65_536
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(Date(internetText: date.internetText) == date)
      let next = Date(timeIntervalSinceReferenceDate: seconds.nextUp)
      #expect(next.internetText != date.internetText)
    }
  }

  @Test(
    "Texts that are none",
    arguments: [
      "", ".", "2001", "2001-01-01T", "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00", "x.5", "2001-1-01", "20010-01-01",
      "2001-01-01Z", "2001-01-01T00:00:00ZZ", "2001-01-01T00:00:00+0200", "2001-01-01T00:00:00+02:00Z", "-001-01-01",
      "٢٠٠١-01-01",
    ])
  func noTexts(text: String) { #expect(Date(internetText: text) == nil) }

  @Test(
    "Dates that do not exist",
    arguments: [
      ("2026-02-30", "there is no day 2026-02-30", "this month has 28 days"),
      ("1900-02-29", "there is no day 1900-02-29", "this month has 28 days"),
      ("2026-13-01T10:00:00Z", "there is no time 2026-13-01T10:00:00Z", "the months go from 01 to 12"),
      ("0000-01-01", "there is no day 0000-01-01", "the years go from 0001 to 9999"),
      (
        "12026-01-01", "there is no day 12026-01-01",
        "years have four digits; a difference is written with spaces around -"
      ),
      ("2026-01-01T24:00:00Z", "there is no time 2026-01-01T24:00:00Z", "a day goes from 00:00:00 to 23:59:59"),
      (
        "2016-12-31T23:59:60Z", "there is no time 2016-12-31T23:59:60Z",
        "a minute ends at 59 seconds, as leap seconds are not counted"
      ),
      (
        "2026-01-01T10:00:00+18:01", "there is no time 2026-01-01T10:00:00+18:01",
        "offsets from UTC go from -18:00 to +18:00"
      ),
      (
        "2026-01-01T10:00:00-05:60", "there is no time 2026-01-01T10:00:00-05:60",
        "offsets from UTC go from -18:00 to +18:00"
      ),
      (
        "0001-01-01T00:00:00+01:00", "there is no time 0001-01-01T00:00:00+01:00",
        "in UTC it is outside the years 0001 to 9999"
      ),
      (
        "9999-12-31T23:59:59-00:01", "there is no time 9999-12-31T23:59:59-00:01",
        "in UTC it is outside the years 0001 to 9999"
      ),
      (
        "2026-01-01T10:00:00.25", "the time zone is missing after 2026-01-01T10:00:00.25",
        "write 2026-01-01T10:00:00.25Z for UTC, or an offset such as +02:00"
      ),
      (
        "2026-01-01T9:00Z", "'2026-01-01T9:00Z' is not a date", "a date is written 2026-11-20 or 2026-11-20T09:30:00Z"
      ),
      (
        "2026-01-01T09:00+2", "'2026-01-01T09:00+2' is not a date",
        "a date is written 2026-11-20 or 2026-11-20T09:30:00Z"
      ),
    ])
  func problems(text: String, message: String, hint: String) throws {
    guard case .failure(let problem) = DateLiteral.date(Array(text.utf8)) else {
      Issue.record("\(text) is a date")
      return
    }
    #expect(problem.message == message)
    #expect(problem.hint == hint)
    // In a text it is one word of the language.
    #expect(Lexer.tokens(of: text, dialect: .workbook).map(\.kind) == [.date, .end])
  }
}
