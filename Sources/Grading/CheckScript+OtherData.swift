import Courses
import Diagnostics
import Predicates

extension CheckScript {
  /// The same stories with other data, so that no model passes that is made for the data of the first ones.
  ///
  /// Every day is moved by the same number of whole weeks, such that the first is in the last days of a year; every text
  /// of three letters or more that is letters and spaces becomes one of 200. One text always becomes the same other one.
  /// What the script says to the reader stays. O(length of the script).
  func withOtherData() -> CheckScript {
    let tokens = Lexer.tokens(of: source.text, dialect: .workbook)
    let days = tokens.compactMap { if case .date = $0.kind { source.day(at: $0.range) } else { nil } }
    let shift = days.min().map(Self.weeksToYearsEnd) ?? 0
    var text = ""
    var copied = 0
    func copy(upTo end: Int) -> String { String(source[SourceRange(copied, end)]) }
    for (place, token) in tokens.enumerated() {
      let other: String? =
        switch token.kind {
        case .date: source.day(at: token.range).flatMap { source.moved(token.range, from: $0, by: shift) }
        case .string(isTerminated: true) where !tokens.isSaid(at: place, in: source): source.longText(at: token.range)
        default: nil
        }
      guard let other else { continue }
      text += copy(upTo: token.range.lowerBound) + other
      copied = token.range.upperBound
    }
    text += copy(upTo: source.text.utf8.count)
    return CheckScript(SourceText(text, name: source.name))
  }

  /// Returns the whole weeks, in days, from a day to the last seven days of 2027; 2028 has a 29 February.
  private static func weeksToYearsEnd(from day: Int) -> Int {
    let end = CalendarDay.days(year: 2027, month: 12, day: 31) ?? day
    return Int((Double(end - day) / 7).rounded(.down)) * 7
  }
}

extension [Token] {
  /// Whether the text at a place is read by people, or names a thing: a check's name, advice, or what a refusal names.
  fileprivate func isSaid(at place: Int, in source: SourceText) -> Bool {
    func word(_ distance: Int) -> Substring { place >= distance ? source[self[place - distance].range] : "" }
    return ["check", "else", "fails"].contains(word(1)) || word(2) == "fails"
  }
}

extension SourceText {
  private static let longTextLength = 200

  /// The days from 2001-01-01 to the day that a date begins with.
  fileprivate func day(at range: SourceRange) -> Int? {
    let fields = self[range].prefix(10).split(separator: "-").compactMap { Int($0) }
    guard fields.count == 3 else { return nil }
    return CalendarDay.days(year: fields[0], month: fields[1], day: fields[2])
  }

  fileprivate func moved(_ range: SourceRange, from day: Int, by days: Int) -> String? {
    CalendarDay.text(daysSince2001: day + days).map { $0 + self[range].dropFirst(10) }
  }

  /// Returns a text of 200 letters instead of one of at least three letters and spaces; nil for any other.
  fileprivate func longText(at range: SourceRange) -> String? {
    let text = self[range]
    let inside = text.dropFirst().dropLast()
    guard inside.count >= 3, inside.allSatisfy({ $0.isLetter || $0 == " " }), inside.contains(where: \.isLowercase)
    else { return nil }
    let more = String(repeating: " of the long road to the sea", count: 8).prefix(
      max(0, Self.longTextLength - inside.count))
    return "\(text.first ?? "\"")\(inside)\(more.dropLast())x\(text.last ?? "\"")"
  }
}
