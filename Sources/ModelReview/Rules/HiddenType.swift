import ObjectGraph

/// A class that Xcode generates and that hides a type of Swift or Foundation in the whole module.
///
/// A module's own type is found before an imported one of the same name (The Swift Programming Language). Names of SwiftUI
/// and UIKit are not listed, nor are those that apps rarely write: `Image` and `Character` are meant more often than not.
package enum HiddenType: ReviewRule {
  package static let page = RulePage(
    id: "hiddenType", title: "a generated class hides a type of Swift",
    why: """
      Xcode generates a class for the entity in the module of the app. There, the name alone now means that class: Task { } \
      no longer starts a task, and an attribute of type Date is declared with the class Date.
      """,
    example: """
      entity Task { title: String }
      """,
    fix: #"change Task, class "CDTask""#)

  private static let swift: Set = [
    "Array", "Bool", "Dictionary", "Double", "Error", "Float", "Int", "Int16", "Int32", "Int64", "Optional", "Result",
    "Set", "String", "Task",
  ]
  private static let foundation: Set = [
    "Bundle", "Calendar", "Data", "Date", "Decimal", "Locale", "TimeZone", "Timer", "URL", "UUID",
  ]

  /// Returns findings for Xcode models only: in the workbook, no class is generated yet.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.model.entities.compactMap { entity in
      let name = String(entity.managedObjectClassName.map { $0.drop { $0 == "." } } ?? entity.name[...])
      let owner = swift.contains(name) ? "Swift" : foundation.contains(name) ? "Foundation" : nil
      guard entity.codeGeneration == .classDefinition, let owner else { return nil }
      return Finding(
        page.id, .note, entity.name, "", aspect: .name,
        "the class \(name) of \(entity.name) hides \(owner)'s \(name) in the app: that one has to be written with its module",
        fix: #"change \#(entity.name), class "CD\#(name)""#)
    }
  }
}
