import Diagnostics

/// A name where it stands in the text. Equal when the names are, wherever they stand.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
  public var text: String
  public var range: SourceRange

  public init(_ text: String, at range: SourceRange = SourceRange(0, 0)) {
    self.text = text
    self.range = range
  }

  public var description: String { text }

  public static func == (left: Identifier, right: Identifier) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// An entity's property: `Team.players`.
public struct PropertyReference: Hashable, Sendable, CustomStringConvertible {
  public var entity: Identifier
  public var property: Identifier

  public var range: SourceRange { entity.range.union(property.range) }
  public var description: String { "\(entity).\(property)" }
}

/// Where an assignment goes, or what is shown: a name or an object ID, then keys. `heat`, `wade.team`, `Player#3.age`.
public struct ObjectPath: Hashable, Sendable, CustomStringConvertible {
  public enum Root: Hashable, Sendable {
    case name(Identifier)
    case object(ObjectIDLiteral)
  }

  public var root: Root
  public var keys: [Identifier]
  public var range: SourceRange

  public var description: String {
    let start =
      switch root {
      case .name(let name): name.text
      case .object(let literal): literal.canonicalText
      }
    return ([start] + keys.map(\.text)).joined(separator: ".")
  }

  public static func == (left: ObjectPath, right: ObjectPath) -> Bool {
    left.root == right.root && left.keys == right.keys
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(keys)
  }
}
