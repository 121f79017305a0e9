import Diagnostics
import ObjectGraph

/// An attribute without a type: nothing checks what it holds.
package enum UntypedAttribute: ReviewRule {
  package static let page = RulePage(
    id: "untyped", title: "an attribute has no type",
    why: """
      An attribute of type Undefined takes any value, and no store can keep it. So it has to be transient, and its values \
      are gone when the program ends.
      """,
    example: """
      entity Player { scratch: Undefined?, transient }
      """,
    fix: "give it a type: change Player.scratch: String?")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity -> [Finding] in
      let attributes = entity.properties.compactMap(\.attribute).filter { attribute in
        // In Xcode's models a transient attribute without a type is usual: a class of the app computes the value.
        attribute.type == .undefined && attribute.compositeName == nil
          && !(attribute.isTransient && subject.options.contains(.xcode))
      }
      let stored = attributes.filter { !$0.isTransient }
      if stored.count > 3 {
        let names = stored.map(\.name)
        return [
          Finding(
            page.id, .error, entity.name, names.joined(separator: ","), aspect: .type,
            "\(names.count) attributes of \(entity.name) have no type, so that no store keeps them: \(Listing.text(names))",
            fix: "give each its type: change \(entity.name).\(names[0]): \(type(saidBy: names[0]).rawValue)?")
        ]
      }
      return attributes.map { attribute in
        Finding(
          page.id, attribute.isTransient ? .note : .error, entity.name, attribute.name, aspect: .type,
          "\(entity.name).\(attribute.name) has no type: nothing checks what it holds, and no store keeps it",
          fix: "change \(entity.name).\(attribute.name): \(type(saidBy: attribute.name).rawValue)?")
      }
    }
  }

  /// The type that an attribute's name suggests; String where it suggests none.
  private static func type(saidBy name: String) -> AttributeType {
    let words = ProposedNames.words(name).map { $0.lowercased() }
    switch words.last ?? "" {
    case "photo", "image", "picture", "icon", "avatar", "thumbnail", "data", "blob": return .binaryData
    case "date", "timestamp", "birthday": return .date
    case "count", "age", "index", "order", "position": return .integer64
    case "price", "cost", "amount": return .decimal
    case "url": return .uri
    case "uuid": return .uuid
    default: return ["is", "has"].contains(words.first) && words.count > 1 ? .boolean : .string
    }
  }
}
