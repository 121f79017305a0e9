import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date

/// Limits of dates and ages that time goes past: what comes after 2028 cannot be saved.
package enum ValueLimit: ReviewRule {
  package static let page = RulePage(
    id: "valueLimit", title: "a date or an age has a limit that time goes past",
    why: """
      A save refuses a value beyond its limits (errors 1630 and 1640 for dates). A greatest date that lies some years \
      ahead is reached one day, and Xcode fills in the present when a limit is switched on: dates before it, as in an \
      import, are refused at once. People are older than 99.
      """,
    example: """
      entity Payment { day: Date, range 2018-09-10...2028-09-10 }
      """,
    fix: "leave the limit out, or let the app check the value before it is saved")

  private typealias Place = (entity: String, attribute: AttributeDescription)

  /// Returns a question about dates and one about ages, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let attributes = subject.model.entities.flatMap { entity -> [Place] in
      entity.properties.compactMap(\.attribute).filter { !$0.isTransient }.map { (entity.name, $0) }
    }
    return [
      finding(attributes.filter { isTemporary($0.attribute) }, "is that meant?"),
      finding(attributes.filter { isShortLife($0.attribute) }, "is no one older?"),
    ].compactMap(\.self)
  }

  private static func finding(_ found: [Place], _ question: String) -> Finding? {
    guard let first = found.first else { return nil }
    let names = found.map { "\($0.entity).\($0.attribute.name)" }
    let parts = zip(names, found).map { name, place in "\(name) takes \(limits(of: place.attribute))" }
    return Finding(
      page.id, .question, first.entity, first.attribute.name, aspect: .count,
      determinant: names.dropFirst().joined(separator: ","),
      "\(Listing.text(parts)), and a save refuses any other; \(question)",
      fix: "if not: leave out the limits, or let the app check the value first")
  }

  /// `no date after 2028-09-10`, `nothing above 99`.
  private static func limits(of attribute: AttributeDescription) -> String {
    func day(_ date: Date) -> Substring { date.internetText.prefix(10) }
    return switch (date(attribute.minimumValue), date(attribute.maximumValue)) {
    case (let least?, let greatest?): "no date before \(day(least)) or after \(day(greatest))"
    case (let least?, nil): "no date before \(day(least))"
    case (nil, let greatest?): "no date after \(day(greatest))"
    case (nil, nil): "nothing above \(age(attribute) ?? 0)"
    }
  }

  private static func date(_ value: Value?) -> Date? {
    if case .date(let date)? = value { date } else { nil }
  }

  /// Whether a date attribute has a maximum that real dates will pass, or a minimum that Xcode filled in.
  private static func isTemporary(_ attribute: AttributeDescription) -> Bool {
    guard attribute.type == .date else { return false }
    // 2100-01-01
    let isNear = date(attribute.maximumValue).map { $0.timeIntervalSinceReferenceDate < 3_124_137_600 } ?? false
    return isNear || date(attribute.minimumValue).map(FixedDate.wasFilledIn) ?? false
  }

  /// Whether an age ends before the oldest people's; whole years, and no level of a game.
  private static func isShortLife(_ attribute: AttributeDescription) -> Bool {
    guard ProposedNames.words(attribute.name).last?.lowercased() == "age", let greatest = age(attribute) else {
      return false
    }
    return (80..<110).contains(greatest)
  }

  private static func age(_ attribute: AttributeDescription) -> Int64? {
    if case .integer(let greatest)? = attribute.maximumValue { greatest } else { nil }
  }
}
