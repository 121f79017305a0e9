import Diagnostics
import WorkbookLanguage

/// The places of declarations in a file of statements.
struct DeclarationPlaces {
  private var places: [[String]: SourceRange] = [:]

  /// Looks through the statements of a file; of several declarations of one name the last counts. O(statements).
  init(_ source: SourceText) {
    for statement in WorkbookParser.parse(source).statements {
      guard case .model(let change) = statement.kind else { continue }
      switch change {
      case .entity(let entity): note(entity.name, entity.members)
      case .composite(let composite): note(composite.name, composite.members)
      case .link(let link):
        note(link.left.property, of: link.left.entity)
        note(link.right.property, of: link.right.entity)
      case .add(let entity, let member): note(member, of: entity)
      case .template(let name, _), .configuration(let name, _): places[[name.text]] = name.range
      case .renameProperty(let property, let name): note(name, of: property.entity)
      case .renameEntity(_, let name): places[[name.text]] = name.range
      case .name, .dependency, .changeProperty, .changeEntity, .removeProperty, .removeEntity, .removeDependency,
        .version, .useVersion:
        break
      }
    }
  }

  private mutating func note(_ owner: Identifier, _ members: [Member]) {
    places[[owner.text]] = owner.range
    for member in members { note(member, of: owner) }
  }

  private mutating func note(_ member: Member, of owner: Identifier) {
    switch member {
    case .property(let property): note(property.name, of: owner)
    case .fetched(let property): note(property.name, of: owner)
    case .unique, .userInfo, .rule, .setting: break
    }
  }

  private mutating func note(_ property: Identifier, of owner: Identifier) {
    places[[owner.text, property.text]] = property.range
  }

  /// The place of a property's name, or else of its entity's; nil if neither is declared here.
  func range(of name: String, property: String) -> SourceRange? { places[[name, property]] ?? places[[name]] }
}
