import ObjectGraph

/// A way out: a change of the model that takes the objects along and loses nothing.
///
/// A proposal names things; ``carryOut(in:)`` does it, compares what can be read afterwards with what was there before, and
/// throws when anything is missing. Undo is the caller's: all of it is one event.
package enum Proposal: Hashable, Sendable {
  /// Attributes that say something about the object at the end of a to-one relationship go there. Those that can be read
  /// there already are only taken away, when both agree.
  case moveAttributes(MovedAttributes)
  /// A new entity for attributes and whatever depends on them; the entity gets a to-one relationship to it, named for
  /// the attribute if there is only one.
  case makeEntity(NewEntity)
  /// Numbered properties become a to-many relationship to a new entity, or to the entity that they lead to.
  case gatherNumbered(NumberedProperties)
  /// The parts of a text become objects of a new entity, in a many-to-many.
  case splitList(SplitList)
  /// Independent facts go into an entity or a many-to-many each, and the entity that mixed them goes.
  case splitAssociation(SplitAssociation)

  package struct MovedAttributes: Hashable, Sendable {
    package var entity: String
    package var attributes: [String]
    /// The to-one relationship that decides them.
    package var through: String
    package var destination: String
    /// The attributes that are read and not moved, each with the path from the destination: `["name"]` for `bandName`,
    /// `["label", "name"]` for `labelName`.
    package var readings: [String: [String]] = [:]

    /// The attributes that the destination receives.
    package var moved: [String] { attributes.filter { readings[$0] == nil } }

    /// The expressions that are read instead of attributes: `band.name`.
    package var read: [(attribute: String, source: String)] {
      attributes.compactMap { name in readings[name].map { (name, ([through] + $0).joined(separator: ".")) } }
    }
  }

  package struct NewEntity: Hashable, Sendable {
    package var entity: String
    package var determinant: [String]
    package var dependents: [String]
    package var name: String
    package var relationship: String
    package var inverse: String
    /// Under which name the new entity keeps each property: `name` for a look-up of one attribute.
    package var keeps: [String: String]
  }

  package struct NumberedProperties: Hashable, Sendable {
    package var entity: String
    /// The columns of each member, first member first: `[[phone1, phone1Type], [phone2, phone2Type]]`.
    package var members: [[String]]
    /// The names of a member's columns in the new entity; empty for relationships, which need none.
    package var names: [String]
    /// The new entity, or the one that the relationships lead to.
    package var destination: String
    package var relationship: String
    package var inverse: String
  }

  package struct SplitList: Hashable, Sendable {
    package var entity: String
    package var attribute: String
    package var delimiter: String
    package var name: String
    package var relationship: String
    package var inverse: String
  }

  package struct SplitAssociation: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
      /// `Player.skills <<-->> Skill.players`; the columns are those that led there.
      case manyToMany(columns: [String], entities: [String], relationship: String, inverse: String)
      /// A new entity with these columns, and the names of the relationships back for those that are to-one.
      case entity(name: String, columns: [String], inverses: [String: String])
    }

    package var entity: String
    package var parts: [Part]
  }

  /// The entity whose objects it is about.
  package var entity: String {
    switch self {
    case .moveAttributes(let moved): moved.entity
    case .makeEntity(let new): new.entity
    case .gatherNumbered(let numbered): numbered.entity
    case .splitList(let split): split.entity
    case .splitAssociation(let split): split.entity
    }
  }
}
