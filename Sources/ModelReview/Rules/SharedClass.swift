import Diagnostics
import ObjectGraph

/// Entities that have nothing to do with each other and name one class.
///
/// Core Data then cannot tell which entity the class stands for: it logs "Failed to find a unique match for an
/// NSEntityDescription to a managed object subclass" when one is asked for by the class (reported for many apps).
package enum SharedClass: ReviewRule {
  package static let page = RulePage(
    id: "sharedClass", title: "several entities have one class",
    why: """
      A class that stands for several entities has no entity of its own: `fetchRequest()` and `init(context:)` of the class \
      fail, and an object is of a class that lacks its properties. An entity and those that inherit from it may share one.
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
