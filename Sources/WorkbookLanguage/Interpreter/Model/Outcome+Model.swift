import ObjectGraph

/// The result of a change of the model.
package struct ModelChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case named(String)
    case entityDeclared(String, properties: [String])
    case propertyAdded(String)
    case propertyChanged(String)
    case pairMade(String, String)
    case renamed(String, to: String)
    case removed(String)
    /// The entity, and what was said of it as it would be declared: `unique gym, day`.
    case entityChanged(String, [String])
    /// A composite, template or configuration, as it is written.
    case partDeclared([String])
    /// `version`: its name, the first of the other versions, and how many others there are.
    case versionAdded(String, others: [String], count: Int)
    /// `use version`: its name, and the fate of the objects.
    case versionUsed(String, lines: [String])
  }

  package var kind: Kind
  /// The changed declarations as they are written now, a line each: `Team.players ->> Player?, inverse team`.
  package var declarations: [String]
  /// Keys of several properties, and dependencies, that went with what they named, as they were declared.
  package var droppedDeclarations: [String] = []
  /// How many values, links or objects went with what was removed.
  package var lost: Loss?

  package enum Loss: Hashable, Sendable {
    case values(Int), links(Int), objects(Int)
    /// The number of inherited attributes and relationships together.
    case inherited(values: Int, links: Int)
    /// To objects that have been deleted: with an inverse they cannot stay.
    case deadLinks(Int)

    /// How many there are.
    package var count: Int {
      switch self {
      case .values(let count), .links(let count), .objects(let count), .deadLinks(let count): count
      case .inherited(let values, let links): values + links
      }
    }
  }
}

/// `show model`.
package struct ModelView: Sendable {
  package var name: String
  /// Nothing is described yet.
  package var isEmpty: Bool
  /// The lines of statements that make the same model.
  package var source: [String]
  /// The names of all versions, when there is more than one, and which of them is current.
  package var versions: [String]
  package var currentVersion: String
}

/// `show Team`.
package struct EntityView: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var kind: String
    package var isOptional: Bool
    /// The options as they are written in a declaration.
    package var options: String
    /// The entity it is inherited from, if it is.
    package var inheritedFrom: String?
  }

  package var name: String
  package var isAbstract: Bool
  package var parent: String?
  package var subentities: [String]
  package var attributes: [Property]
  package var relationships: [Property]
  package var fetched: [Property]
  package var unique: [[String]]
  package var rules: [String]
  /// `userInfo key: value`, `renamed from "…"` and `hash modifier "…"`, as they are written.
  package var notes: [String]
}

/// `show Player.email`: the attribute inspector.
package struct AttributeView: Sendable {
  package var entity: String
  package var attribute: AttributeDescription
}

/// `show Player.team`: the relationship inspector.
package struct RelationshipView: Sendable {
  package var entity: String
  package var relationship: RelationshipDescription
}
