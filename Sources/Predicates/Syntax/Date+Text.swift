import struct Foundation.Date
import struct Foundation.Decimal

/// Dates as the workbook writes them, in the proleptic Gregorian calendar, UTC.
extension Date {
  /// `2026-11-20` for midnight, `2026-11-20T09:30:00.25Z` otherwise, with as few digits of a second as distinguish the
  /// date from every other; `CAST(1e+300, "NSDate")` for anything outside the years 1 to 9999. Two dates are equal if
  /// their texts are, and the text is a literal of the date.
  package var internetText: String { calendarText(omitsMidnight: true) ?? Value.date(self).canonicalText }

  /// `2026-11-20T09:30:00Z`, at midnight too; nil for what is no moment of the years 1 to 9999.
  package var fullInternetText: String? { calendarText(omitsMidnight: false) }

  private func calendarText(omitsMidnight: Bool) -> String? {
    let moment = timeIntervalSinceReferenceDate
    guard CalendarDay.seconds.contains(moment) else { return nil }
    let whole = Int(moment.rounded(.down))
    var fraction = ""
    if Double(whole) != moment {
      // The shortest digits that make this Double, less the whole seconds: exact in decimals.
      guard let digits = Decimal(string: moment.description), digits.exponent >= -24 else { return nil }
      fraction = String((digits - Decimal(whole)).description.dropFirst())
    }
    let day = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
    let rest = whole - day * 86_400
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let (year, month, dayOfMonth) = CalendarDay.fields(daysSince2001: day)
    let date = "\(padded(year, 4))-\(padded(month))-\(padded(dayOfMonth))"
    if omitsMidnight, rest == 0, fraction.isEmpty { return date }
    return date + "T\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))\(fraction)Z"
  }

  /// The date of a text as ``internetText`` and literals have it; nil for any other.
  package init?(internetText text: some StringProtocol) {
    guard case .success(let date) = DateLiteral.date(Array(text.utf8)) else { return nil }
    self = date
  }
}
