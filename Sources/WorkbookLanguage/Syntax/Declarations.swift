import Diagnostics
import Predicates

/// `[abstract] entity Name [: Parent] { … }`.
public struct EntityDeclaration: Hashable, Sendable {
  public var name: Identifier
  public var isAbstract: Bool
  public var parent: Identifier?
  public var members: [Member]
}

/// `composite Name { … }`.
public struct CompositeDeclaration: Hashable, Sendable {
  public var name: Identifier
  public var members: [Member]
}

/// One line inside an entity's braces.
public enum Member: Hashable, Sendable {
  case property(PropertyDeclaration)
  case fetched(FetchedPropertyDeclaration)
  case unique([Identifier])
  case userInfo(UserInfoEntry)
  case rule(name: String, condition: Predicate)
}

/// `name: String = "x", length 1...` or `players ->> Player?, inverse team`.
public struct PropertyDeclaration: Hashable, Sendable {
  public var name: Identifier
  public var kind: PropertyKind
  public var options: [PropertyOption]
}

/// What stands behind a property's name.
public enum PropertyKind: Hashable, Sendable {
  case attribute(type: Identifier, isOptional: Bool, defaultValue: DefaultValue?)
  case toOne(Identifier, isOptional: Bool)
  case toMany(Identifier, isOptional: Bool)
}

/// What an attribute holds in a new object.
public enum DefaultValue: Hashable, Sendable {
  case literal(Literal)
  /// `now()`: the time of the insertion.
  case now
}

/// A value written out, with its place.
public struct Literal: Hashable, Sendable {
  public var value: Value
  public var range: SourceRange

  public static func == (left: Literal, right: Literal) -> Bool { left.value == right.value }
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// `a...b`, either end open.
public struct Bounds: Hashable, Sendable {
  public var lower: Literal?
  public var upper: Literal?
}

/// `userInfo key: value`.
public struct UserInfoEntry: Hashable, Sendable {
  public var key: Identifier
  public var value: Literal
}

/// One option of a property, with its place.
public struct PropertyOption: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case length(Bounds)
    case range(Bounds)
    case count(Bounds)
    case matches(String)
    case indexed
    case transient
    case ordered
    case delete(Identifier)
    case inverse(Identifier)
    case renamed(from: String)
    case transformer(String)
    case derived(Expression)
    case defaultValue(DefaultValue)
    case userInfo(UserInfoEntry)
    /// `required` and `optional`, in `change` only.
    case optionality(isOptional: Bool)
    /// `no inverse`, in `change` only.
    case no(Identifier)
  }

  public var kind: Kind
  public var range: SourceRange

  public static func == (left: PropertyOption, right: PropertyOption) -> Bool { left.kind == right.kind }
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// `openSiblings ~> Task, userInfo color: "Green" where … sort priority desc`.
public struct FetchedPropertyDeclaration: Hashable, Sendable {
  public var name: Identifier
  public var destination: Identifier
  public var userInfo: [UserInfoEntry]
  public var clauses: Clauses
}

/// `Player.coach <<--> Coach.players`: both ends of a relationship pair in one line.
///
/// The head at an end belongs to the relationship that arrives there: `A.x <-->> B.y` makes `x` to-many (two heads arrive
/// at B's end) and `y` to-one.
public struct LinkDeclaration: Hashable, Sendable {
  public var left: PropertyReference
  public var right: PropertyReference
  public var leftIsToMany: Bool
  public var rightIsToMany: Bool
}

/// `dependency Player: team -> uniformColor` and its relatives.
public enum DependencyDeclaration: Hashable, Sendable {
  case functional([Identifier], [Identifier])
  case multivalued([Identifier], [Identifier])
  case join([[Identifier]])
}

/// One change behind `change Player,`.
public struct EntityChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case abstract
    case parent(Identifier)
    case no(Identifier)
    case renamed(from: String)
  }

  public var kind: Kind
  public var range: SourceRange

  public static func == (left: EntityChange, right: EntityChange) -> Bool { left.kind == right.kind }
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
