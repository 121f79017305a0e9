import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date

/// A default date that nobody chose: Xcode fills in the time at which the default is switched on.
///
/// Such a date has whole minutes and, in no time zone, a whole hour or quarter: 6 of 196 models of public apps have one.
package enum FixedDate: ReviewRule {
  package static let page = RulePage(
    id: "fixedDate", title: "a default is a fixed date",
    why: """
      A default is a part of the model: each new object gets the same date, however much later it is inserted. Xcode offers \
      the current time when a default is switched on, which looks like "now" and is not.
      """,
    example: """
      entity Task { createdAt: Date = 2024-03-07T09:41:00Z }
      """,
    fix: "set the date in awakeFromInsert: change Task.createdAt, no default")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var found: [(entity: String, attribute: AttributeDescription, date: Date)] = []
    for entity in subject.model.entities {
      for attribute in entity.properties.compactMap(\.attribute) {
        guard case .value(.date(let date))? = attribute.defaultValue, wasFilledIn(date) else { continue }
        found.append((entity.name, attribute, date))
      }
    }
    guard let (entity, attribute, date) = found.first else { return [] }
    let names = found.map { "\($0.entity).\($0.attribute.name)" }
    let what =
      found.count == 1
      ? "\(names[0]) has a fixed default, \(date.internetText), and not the time at which an object is inserted"
      : "\(Listing.text(names)) have fixed defaults, such as \(date.internetText), and not the time at which an object is "
        + "inserted"
    // CloudKit takes no required attribute without a default, and what nobody sets cannot be saved without one.
    let isOptional =
      !attribute.isOptional && (subject.mirroredEntities.contains(entity) || !isOfCreation(attribute.name))
    return [
      Finding(
        page.id, .note, entity, attribute.name, aspect: .defaultValue,
        determinant: names.dropFirst().joined(separator: ","),
        what + (isOfCreation(attribute.name) ? ": awakeFromInsert can set the current time" : ""),
        // Without a default, nothing that the app does not set can be saved.
        fix: (subject.options.contains(.xcode) && !attribute.isOptional && !isOptional
          ? "set the time in awakeFromInsert, and: " : "")
          + "change \(names[0]), \(isOptional ? "optional, " : "")no default"
      ).asked("does the app set another one?", "if not", in: subject)
    ]
  }

  /// Whether a date is that of the object's making, by its name, and not one that somebody enters.
  private static func isOfCreation(_ name: String) -> Bool {
    let words = ProposedNames.words(name).map { $0.lowercased() }
    let moments: Set = [
      "created", "creation", "modified", "updated", "edited", "added", "timestamp", "saved", "inserted", "logged",
    ]
    return words.contains(where: moments.contains) || ["date", "time"].contains(name.lowercased())
  }

  static func wasFilledIn(_ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate
    let (minute, quarter) = (60.0, 900.0)
    // The first Xcode with this editor is of 2011.
    return seconds > 315_532_800 && seconds.remainder(dividingBy: minute) == 0
      && seconds.remainder(dividingBy: quarter) != 0
  }
}
