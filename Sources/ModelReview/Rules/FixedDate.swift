import ObjectGraph
import Predicates

import struct Foundation.Date

/// A default date that nobody chose: Xcode fills in the time at which the default is switched on.
///
/// Such a date has whole minutes and, in no time zone, a whole hour or quarter: 6 of 196 models of public apps have one.
package enum FixedDate: ReviewRule {
  package static let page = RulePage(
    id: "fixedDate", title: "a default is the moment at which it was entered",
    why: """
      A default is a part of the model: each new object gets the same date, however much later it is inserted. Xcode offers \
      the current time when a default is switched on, which looks like "now" and is not.
      """,
    example: """
      entity Task { createdAt: Date = 2024-03-07T09:41:00Z }
      """,
    fix: "set the date in awakeFromInsert: change Task.createdAt, no default")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity -> [Finding] in
      entity.properties.compactMap(\.attribute).compactMap { (attribute: AttributeDescription) -> Finding? in
        guard case .value(.date(let date))? = attribute.defaultValue, wasFilledIn(date) else { return nil }
        return Finding(
          page.id, .note, entity.name, attribute.name, aspect: .defaultValue,
          "each new \(entity.name) has the \(attribute.name) \(date.internetText), the moment at which the "
            + "default was entered: awakeFromInsert can set the current time",
          fix: "change \(entity.name).\(attribute.name), no default")
      }
    }
  }

  private static func wasFilledIn(_ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate
    let (minute, quarter) = (60.0, 900.0)
    // The first Xcode with this editor is of 2011.
    return seconds > 315_532_800 && seconds.remainder(dividingBy: minute) == 0
      && seconds.remainder(dividingBy: quarter) != 0
  }
}
