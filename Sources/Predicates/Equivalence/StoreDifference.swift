/// A condition of a fetch that Core Data's SQLite store refuses, or answers otherwise than NSPredicate does in memory.
///
/// The table behind the notes of the workbook and of `explain fetch`; a test compares it with docs/core-data.md.
/// What no one outside this project has established has no row.
package enum StoreDifference: String, Hashable, Sendable, CaseIterable {
  case nilCompared, anyOverTwoSteps, countOverTwoSteps, twoSteps, calculatedBound, ternaryInList, transformable,
    keyOfValue
  case function, transient, fetchedProperty

  /// The behaviour of a store that meets such a condition.
  package enum Answer: String, Hashable, Sendable {
    case differs = "answers otherwise"
    case refuses
  }

  /// The facts of a condition.
  package struct Row: Hashable, Sendable {
    /// The condition, as a message names it: `BETWEEN with a calculated bound`.
    package var subject: String
    /// A condition of this kind.
    package var example: String
    package var answer: Answer
    /// The source: a document of Apple's, or reports of what the framework did.
    package var authority: String
  }

  /// The facts. O(1).
  package var row: Row {
    switch self {
    case .nilCompared:
      Row(
        subject: "`!=` and NOT of a missing value", example: "name != \"Wade\"", answer: .differs,
        authority: "*NSPredicate: an old API with new surprises*, douglashill.co; NOT of NULL is NULL in SQLite")
    case .anyOverTwoSteps:
      Row(
        subject: "ANY over two to-many steps", example: "ANY tracks.events.name == \"x\"", answer: .refuses,
        authority: Self.oneToMany)
    case .countOverTwoSteps:
      Row(
        subject: "a count over two to-many steps", example: "tracks.events.@count > 0", answer: .refuses,
        authority: "\(Self.oneToMany); OpenStack-mobile/summit-app-ios, pull request 109")
    case .twoSteps:
      Row(
        subject: "two to-many steps in a key path", example: "\"x\" IN tracks.events.name", answer: .refuses,
        authority: Self.oneToMany)
    case .calculatedBound:
      Row(
        subject: "BETWEEN with a calculated bound", example: "n BETWEEN {2, 5 - 1}", answer: .refuses,
        authority: "openradar 18116899")
    case .ternaryInList:
      Row(
        subject: "TERNARY before IN", example: "TERNARY(name == nil, \"\", name) IN {\"Wade\"}", answer: .refuses,
        authority: "reports of `??` with `contains` in SwiftData")
    case .transformable:
      Row(
        subject: "a condition over a Transformable", example: "hair == color \"#98002e\"", answer: .refuses,
        authority: "carekit-apple/CareKit, pull request 372")
    case .keyOfValue:
      Row(
        subject: "a key of a value", example: "name.uppercaseString == \"WADE\"", answer: .refuses,
        authority: "*keypath … not found in entity*: 3lvis/SwiftSync, issue 73")
    case .function:
      Row(
        subject: "FUNCTION", example: "FUNCTION(name, \"length\") > 3", answer: .refuses,
        authority: "*Persistent Store Types and Behaviors*: a predicate that relies on Cocoa cannot work")
    case .transient:
      Row(
        subject: "a transient attribute", example: "note == \"x\"", answer: .refuses,
        authority: "Core Data Programming Guide, as AFNetworking/AFIncrementalStore, pull request 156, quotes it")
    case .fetchedProperty:
      Row(
        subject: "a fetched property", example: "near.@count > 0", answer: .refuses,
        authority: "NSFetchedPropertyDescription: its objects are as in a transient attribute")
    }
  }

  /// Apple's guide.
  private static let oneToMany = "*Persistent Store Types and Behaviors*: one to-many element in a key path"

  /// The table as docs/core-data.md has it, a line each.
  package static var markdown: [String] {
    ["| Condition | For example | A SQLite store | Authority |", "|---|---|---|---|"]
      + allCases.map(\.row).map { row in
        "| \(row.subject) | `\(row.example)` | \(row.answer.rawValue) | \(row.authority) |"
      }
  }
}
