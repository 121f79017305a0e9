import Diagnostics
import Predicates

/// `[abstract] entity Name [: Parent] { … }`.
package struct EntityDeclaration: Hashable, Sendable {
  package var name: Identifier
  package var isAbstract: Bool
  package var parent: Identifier?
  package var members: [Member]
}

/// `composite Name { … }`.
package struct CompositeDeclaration: Hashable, Sendable {
  package var name: Identifier
  package var members: [Member]
}

/// One line inside an entity's braces.
package enum Member: Hashable, Sendable {
  case property(PropertyDeclaration)
  case fetched(FetchedPropertyDeclaration)
  case unique([Identifier])
  case userInfo(UserInfoEntry)
  case rule(name: String, condition: Predicate)
  case setting(EntitySetting)
}

/// `name: String = "x", length 1...` or `players ->> Player?, inverse team`.
package struct PropertyDeclaration: Hashable, Sendable {
  package var name: Identifier
  package var kind: PropertyKind
  package var options: [PropertyOption]
}

/// The kind of a property, written after its name.
package enum PropertyKind: Hashable, Sendable {
  case attribute(type: Identifier, isOptional: Bool, defaultValue: DefaultValue?)
  case toOne(Identifier, isOptional: Bool)
  case toMany(Identifier, isOptional: Bool)
  /// `~> Loan where …`, in `change` only: a declared one is a ``FetchedPropertyDeclaration``.
  case fetched(Identifier, Clauses)
}

/// The value of an attribute in a new object.
package enum DefaultValue: Hashable, Sendable {
  case literal(Literal)
  /// `now()`: the time of the insertion.
  case now
}

/// A value written out, with its place.
package struct Literal: Hashable, Sendable {
  package var value: Value
  package var range: SourceRange

  package static func == (left: Literal, right: Literal) -> Bool { left.value == right.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// `a...b`, either end open.
package struct Bounds: Hashable, Sendable {
  package var lower: Literal?
  package var upper: Literal?
}

/// `userInfo key: value`.
package struct UserInfoEntry: Hashable, Sendable {
  package var key: Identifier
  package var value: Literal
}

/// One option of a property, with its place.
package struct PropertyOption: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
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
    /// `hash modifier "2"`.
    case hashModifier(String)
    case transformer(String)
    case derived(Expression)
    case defaultValue(DefaultValue)
    case userInfo(UserInfoEntry)
    case setting(PropertySetting)
    /// `required` and `optional`, in `change` only.
    case optionality(isOptional: Bool)
    /// `to-many` and `to-one`, which people try in `change`: it is refused, with the arrow that does it.
    case cardinality(isToMany: Bool)
    /// `no inverse`, in `change` only.
    case no(Identifier)
    /// `no userInfo color`, in `change` only; without a key, all entries.
    case noUserInfo(Identifier?)
  }

  package var kind: Kind
  package var range: SourceRange

  package static func == (left: PropertyOption, right: PropertyOption) -> Bool { left.kind == right.kind }
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// `openSiblings ~> Task, userInfo color: "Green" where … sort priority desc`.
package struct FetchedPropertyDeclaration: Hashable, Sendable {
  package var name: Identifier
  package var destination: Identifier
  package var userInfo: [UserInfoEntry]
  package var isSyncable = true
  package var clauses: Clauses
}

/// `Player.coach <<--> Coach.players`: both ends of a relationship pair in one line.
///
/// The head at an end belongs to the relationship that arrives there: `A.x <-->> B.y` makes `x` to-many (two heads arrive
/// at B's end) and `y` to-one.
package struct LinkDeclaration: Hashable, Sendable {
  package var left: PropertyReference
  package var right: PropertyReference
  package var leftIsToMany: Bool
  package var rightIsToMany: Bool
}

/// `dependency Player: team -> uniformColor` and its relatives.
package enum DependencyDeclaration: Hashable, Sendable {
  case functional([Identifier], [Identifier])
  case multivalued([Identifier], [Identifier])
  case join([[Identifier]])
}

/// One change in `change Player, …`.
package struct EntityChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case abstract
    case parent(Identifier)
    case renamed(from: String)
    /// `hash modifier "2"`.
    case hashModifier(String)
    case unique([Identifier])
    case rule(name: String, condition: Predicate)
    case userInfo(UserInfoEntry)
    case setting(EntitySetting)
    /// `no index byName`
    case noIndex(Identifier)
    /// `no class`, `no abstract`, `no parent`, `no renamed`, `no hash modifier`.
    case no(EntityOptionTakenAway)
    /// `no unique gym, day`; without names, the only constraint.
    case noUnique([Identifier])
    /// `no rule "of age"`; without a name, the only rule.
    case noRule(name: String?)
    /// `no userInfo color`; without a key, all entries.
    case noUserInfo(Identifier?)
  }

  package var kind: Kind
  package var range: SourceRange

  package static func == (left: EntityChange, right: EntityChange) -> Bool { left.kind == right.kind }
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
