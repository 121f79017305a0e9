import Diagnostics
import Predicates

/// What stands behind `fetch` and `count`: an entity or a template, and which of its objects.
public struct Query: Hashable, Sendable {
  /// `only`: without the objects of sub-entities.
  public var isOnly: Bool
  public var entity: Identifier
  /// A template's variables: `ByColor(COLOR: "Green")`.
  public var arguments: [Argument]
  public var store: Identifier?
  public var clauses: Clauses
  public var range: SourceRange

  public static func == (left: Query, right: Query) -> Bool {
    left.isOnly == right.isOnly && left.entity == right.entity && left.arguments == right.arguments
      && left.store == right.store && left.clauses == right.clauses
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(clauses)
  }
}

/// `where … sort … limit … offset …`.
public struct Clauses: Hashable, Sendable {
  public var condition: Predicate?
  public var sortKeys: [SortKey]
  public var limit: Int?
  public var offset: Int?
}

/// `team.name desc`.
public struct SortKey: Hashable, Sendable {
  public var path: [Identifier]
  public var isAscending: Bool

  public var range: SourceRange {
    guard let first = path.first, let last = path.last else { return SourceRange(0, 0) }
    return first.range.union(last.range)
  }
}

/// `name: "Miami Heat"`.
public struct Argument: Hashable, Sendable {
  public var name: Identifier
  public var value: ValueSyntax
}

/// What stands at the right of `let x =`, in an argument or alone on a line.
public indirect enum ValueSyntax: Hashable, Sendable {
  case fetch(Query)
  case count(Query)
  case group(Grouping)
  case context(ContextBlock)
  case newObject(NewObject)
  case list([ValueSyntax], SourceRange)
  case condition(Predicate)
  case expression(Expression)

  public var range: SourceRange {
    switch self {
    case .fetch(let query), .count(let query): query.range
    case .group(let grouping): grouping.range
    case .context(let context): context.range
    case .newObject(let new): new.range
    case .list(_, let range): range
    case .condition(let predicate): predicate.range
    case .expression(let expression): expression.range
    }
  }
}

/// `Team(name: "Miami Heat")`, or `insert into shop Team(…)`.
public struct NewObject: Hashable, Sendable {
  public var store: Identifier?
  public var entity: Identifier
  public var arguments: [Argument]
  public var range: SourceRange
}

/// `group Player where age > 20 by team.name: count, avg age`.
public struct Grouping: Hashable, Sendable {
  public enum Aggregate: Hashable, Sendable {
    case count
    case function(String, SortKey)
  }

  public var entity: Identifier
  public var condition: Predicate?
  public var keys: [SortKey]
  public var aggregates: [Aggregate]
  public var range: SourceRange
}

/// `context draft on main { … }`.
public struct ContextBlock: Hashable, Sendable {
  public var name: Identifier
  public var parent: Identifier?
  public var block: Block
  public var range: SourceRange
}
