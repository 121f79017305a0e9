import Diagnostics
import ObjectGraph

/// Entities that have nothing to do with each other and name one class.
///
/// Core Data then cannot tell which entity the class stands for. An app that asks for the entity by its class gets the log
/// message "Failed to find a unique match for an NSEntityDescription to a managed object subclass", as reported in
/// Seam3 131 and ensembles 275.
package enum SharedClass: ReviewRule {
  package static let page = RulePage(
    id: "sharedClass", title: "several entities have one class",
    why: """
      If one class stands for several entities, `fetchRequest()` and `init(context:)` of the class cannot tell which of \
      them is meant, and its properties are those of one entity alone. An entity may share its class with its subentities.
      """,
    example: """
      entity City { name: String }
      entity Street { name: String }
      change Street, class "City"
      """,
    fix: #"change Street, class "Street""#)

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var entities: [String: [String]] = [:]
    var order: [String] = []
    for entity in subject.model.entities {
      let name = String((entity.managedObjectClassName ?? entity.name).drop { $0 == "." })
      guard name != "NSManagedObject" else { continue }
      if entities[name] == nil { order.append(name) }
      entities[name, default: []].append(entity.name)
    }
    return order.compactMap { name -> Finding? in
      guard let sharing = entities[name], sharing.count > 1 else { return nil }
      let isFamily = sharing.contains { root in
        sharing.allSatisfy { subject.index.isKind($0, of: root) }
      }
      guard !isFamily else { return nil }
      let wrong = sharing.first { $0 != name } ?? sharing[1]
      return Finding(
        page.id, .warning, wrong, "", aspect: .name, determinant: sharing.joined(separator: ","),
        "\(Listing.text(sharing)) have one class, \(name): Core Data cannot tell which of them it stands for",
        fix: #"change \#(wrong), class "\#(wrong)""#)
    }
  }
}
