import Courses
import Diagnostics

import struct Foundation.Date

/// How an answer was handed in, and when it was due: what a student's page says besides the verdict.
package struct Handover: Hashable, Sendable {
  /// The file's name in the student's part of the submissions; empty if nothing was handed in.
  package var file: String
  /// The other files that were handed in for the exercise, with the reasons why they do not count.
  package var passedOver: [PassedOverFile] = []
  /// The text that was graded; nil if there is none.
  package var text: String?
  package var time: Date?
  /// The source of the time; nil for the program's own.
  package var source: HandedIn.Source?
  /// Whether the platform marks the answer as late.
  package var isMarkedLate = false
  package var lateness: GradingPolicy.Lateness?
  /// The exercise's due time and the costs of lateness.
  package var terms: GradingPolicy.Terms

  package init(
    file: String = "", text: String? = nil, time: Date? = nil, lateness: GradingPolicy.Lateness? = nil,
    terms: GradingPolicy.Terms = .init()
  ) {
    self.file = file
    self.text = text
    self.time = time
    self.lateness = lateness
    self.terms = terms
  }
}

extension Handover {
  /// Returns sentences that say when the answer was handed in, when it was due, and how lateness was computed.
  /// - Parameters:
  ///   - maximum: the points of the exercise.
  ///   - lost: the points that lateness cost; nil before the answer is graded.
  package func sentences(of maximum: Double, lost: Double?, _ words: FixedWords = .english) -> [String] {
    var sentences: [String] = []
    if !passedOver.isEmpty {
      sentences.append(words(.fileGraded, file))
      sentences += passedOver.map { $0.sentence(in: words) }
    }
    if let time {
      sentences.append(words(source == .files ? .changedOn : .handedInOn, Self.words(time, offset: terms.offset)))
    }
    guard let due = terms.due else { return sentences }
    sentences.append(words(.dueOn, Self.words(terms.dueForOthers ?? due, offset: terms.offset)))
    if terms.dueForOthers != nil { sentences.append(words(.dueForYou, Self.words(due, offset: terms.offset))) }
    guard text != nil else { return sentences }
    guard let time else { return sentences + [words(isMarkedLate ? .markedLate : .timeUnknown)] }
    let seconds = Int(time.timeIntervalSince(due).rounded(.up))
    guard seconds > 0 else { return sentences + [words(.onTime)] }
    guard let lateness else {
      return sentences + [words(.withinGrace, words.span(seconds), words.span(terms.grace))]
    }
    let late = words(.late, words.span(seconds), words(lateness.days == 1 ? .day : .days, "\(lateness.days)"))
    guard terms.late > 0 else { return sentences + [late, words(.lateCostsNothing)] }
    func points(_ points: Double) -> String { words(points == 1 ? .point : .points, words.number(points)) }
    let whole = words(maximum == 1 ? .maximumPoint : .maximumPoints, words.number(maximum))
    var costs = words(.lateCosts, "\(terms.late)", whole)
    if terms.most < 100 { costs += ", " + words(.noMoreThan, "\(terms.most)") }
    costs += ": \(lateness.percent) %"
    guard let lost else { return sentences + [late, costs + "."] }
    let cost = (maximum * Double(lateness.percent)).rounded() / 100
    let end = lost == 0 ? words(.noPoints) : lost < cost ? words(.onlyThese, points(lost)) : ""
    return sentences + [late, "\(costs), \(points(cost))." + (end.isEmpty ? "" : " " + end)]
  }

  /// The words for a time as reports keep it, `2026-01-15T09:00:00.000Z`.
  static func words(_ time: String, offset: Int) -> String {
    let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
    return date.map { words($0, offset: offset) } ?? time
  }

  /// `2026-11-20, 23:59 UTC`, or with another offset `2026-11-20, 23:59 (+01:00)`.
  /// - Parameter offset: the seconds from UTC.
  package static func words(_ date: Date, offset: Int) -> String {
    let text = date.addingTimeInterval(Double(offset)).formatted(Date.ISO8601FormatStyle())
    let parts = text.split(separator: "T")
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(offset) / 60
    let zone = offset == 0 ? "UTC" : "(\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60)))"
    return parts.count == 2 ? "\(parts[0]), \(parts[1].prefix(5)) \(zone)" : text
  }
}

extension FixedWords {
  /// `2.5`, with the decimal mark of the language.
  package func number(_ points: Double) -> String {
    pointsText(points).replacing(".", with: self(.decimalMark))
  }

  /// The name of a check: the author's, or that of one that every exercise gets.
  package func name(of check: CheckResult) -> String {
    switch check.implicit {
    case .nothingElse: self(.checkNothingElse)
    case .reachedAsAsked: self(.checkAsAsked)
    case .saved: self(.checkSaved)
    case .fitsObjects: self(.checkFits)
    case .hasQuestionMarks: self(.checkQuestionMarks)
    case .marksItsNames: self(.checkOwnNames)
    case .namesAsAsked: self(.checkNames)
    case .readAsMeant: self(.checkStatements)
    case .eachFactOnce: self(.checkFactOnce)
    case .holdsAgain: self(.checkAgain)
    case .handedInOnTime: self(.checkTime)
    case .corrected: self(.corrected)
    case nil: check.name
    }
  }

  /// `1 day and 3 hours`, `12 minutes`: the two largest units.
  func span(_ seconds: Int) -> String {
    let units: [(one: Key, many: Key, size: Int)] = [
      (.day, .days, 86_400), (.hour, .hours, 3600), (.minuteLong, .minutesLong, 60),
    ]
    var rest = max(60, (seconds + 59) / 60 * 60)
    var words: [String] = []
    for (one, many, size) in units where words.count < 2 {
      let count = rest / size
      rest %= size
      if count > 0 { words.append(self(count == 1 ? one : many, "\(count)")) } else if !words.isEmpty { break }
    }
    return words.count == 2 ? self(.and, words[0], words[1]) : words.first ?? ""
  }
}
