import Diagnostics

/// A name and its place in the text. Equal when the names are, whatever their places.
package struct Identifier: Hashable, Sendable, CustomStringConvertible {
  package var text: String
  package var range: SourceRange
  /// Whether it is written with a `#` before it, as a name that is also a word of the language: `entity #group { … }`.
  package var isMarked = false

  package init(_ text: String, at range: SourceRange = SourceRange(0, 0)) {
    self.text = text
    self.range = range
  }

  package var description: String { text }

  package static func == (left: Identifier, right: Identifier) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// An entity's property: `Team.players`.
package struct PropertyReference: Hashable, Sendable, CustomStringConvertible {
  package var entity: Identifier
  package var property: Identifier

  package var range: SourceRange { entity.range.union(property.range) }
  package var description: String { "\(entity).\(property)" }
}

/// The target of an assignment, or what is shown: a name or an object ID, then keys. `heat`, `wade.team`, `Player#3.age`.
package struct ObjectPath: Hashable, Sendable, CustomStringConvertible {
  package enum Root: Hashable, Sendable {
    case name(Identifier)
    case object(ObjectIDLiteral)
  }

  package var root: Root
  package var keys: [Identifier]
  package var range: SourceRange

  package var description: String {
    let start =
      switch root {
      case .name(let name): name.text
      case .object(let literal): literal.canonicalText
      }
    return ([start] + keys.map(\.text)).joined(separator: ".")
  }

  package static func == (left: ObjectPath, right: ObjectPath) -> Bool {
    left.root == right.root && left.keys == right.keys
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(keys)
  }
}
