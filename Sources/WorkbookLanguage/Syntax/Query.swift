import Diagnostics
import ObjectGraph
import Predicates

/// The query after `fetch` and `count`: an entity or a template, and which of its objects.
package struct Query: Hashable, Sendable {
  /// `only`: without the objects of sub-entities.
  package var isOnly: Bool
  package var entity: Identifier
  /// A template's variables: `ByColor(COLOR: "Green")`.
  package var arguments: [Argument]
  package var store: Identifier?
  package var clauses: Clauses
  package var range: SourceRange

  package static func == (left: Query, right: Query) -> Bool {
    left.isOnly == right.isOnly && left.entity == right.entity && left.arguments == right.arguments
      && left.store == right.store && left.clauses == right.clauses
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(clauses)
  }
}

/// `where … select … sort … limit … offset …`.
package struct Clauses: Hashable, Sendable {
  package var condition: Predicate?
  package var selection: Selection?
  package var sortKeys: [SortKey] = []
  package var limit: Int?
  package var offset: Int?
}

/// `select lastName, team.name distinct`: dictionaries in place of objects.
package struct Selection: Hashable, Sendable {
  package var keys: [SortKey]
  package var isDistinct: Bool
  package var range: SourceRange

  package static func == (left: Selection, right: Selection) -> Bool {
    left.keys == right.keys && left.isDistinct == right.isDistinct
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}

/// `team.name[cd] desc`.
package struct SortKey: Hashable, Sendable {
  package var path: [Identifier]
  /// The differences that a comparison of texts ignores; `localeSensitive` means the order of a file list.
  package var options: Predicate.Comparison.Options = []
  package var isAscending: Bool

  package var range: SourceRange {
    guard let first = path.first, let last = path.last else { return SourceRange(0, 0) }
    return first.range.union(last.range)
  }
}

/// `name: "Miami Heat"`.
package struct Argument: Hashable, Sendable {
  package var name: Identifier
  package var value: ValueSyntax
}

/// The value after `let x =`, in an argument or alone on a line.
package enum ValueSyntax: Hashable, Sendable {
  indirect case fetch(Query)
  indirect case count(Query)
  indirect case group(Grouping)
  indirect case context(ContextBlock)
  indirect case batch(BatchStatement)
  indirect case newObject(NewObject)
  indirect case list([ValueSyntax], SourceRange)
  case condition(Predicate)
  case expression(Expression)

  /// A number or text written literally; nil for anything that has to be computed.
  var constant: Value? {
    if case .expression(let expression) = self, case .constant(let value) = expression.kind { value } else { nil }
  }

  package var range: SourceRange {
    switch self {
    case .fetch(let query), .count(let query): query.range
    case .group(let grouping): grouping.range
    case .context(let context): context.range
    case .batch(let batch): batch.range
    case .newObject(let new): new.range
    case .list(_, let range): range
    case .condition(let predicate): predicate.range
    case .expression(let expression): expression.range
    }
  }
}

/// `Team(name: "Miami Heat")`, or `insert into shop Team(…)`.
package struct NewObject: Hashable, Sendable {
  package var store: Identifier?
  package var entity: Identifier
  package var arguments: [Argument]
  package var range: SourceRange
}

/// `group Player where age > 20 by team.name: count, avg age having count > 3 sort count desc limit 5`.
package struct Grouping: Hashable, Sendable {
  package enum Aggregate: Hashable, Sendable {
    /// The number of objects.
    case count
    case function(FetchColumn.Aggregate, SortKey)
  }

  /// The order of the groups, by a column of the table.
  package struct Order: Hashable, Sendable {
    /// `team.name`, `avg age`.
    package var column: Identifier
    package var options: Predicate.Comparison.Options
    package var isAscending: Bool
  }

  package var entity: Identifier
  package var condition: Predicate?
  package var keys: [SortKey]
  package var aggregates: [Aggregate]
  package var having: Predicate?
  package var order: [Order] = []
  package var limit: Int?
  package var offset: Int?
  package var range: SourceRange
}

/// A switch of a context, by the words that turn it on; with `no` before them it is turned off.
package enum ContextSetting: String, CaseIterable, Hashable, Sendable {
  /// Takes in what others save: `automaticallyMergesChangesFromParent`.
  case merging
  /// Treats an object whose row is gone as deleted: `shouldDeleteInaccessibleFaults`.
  case deletingFaults = "deleting faults"

  package var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// `context draft on main { … }`, or `context main, merging`.
package struct ContextBlock: Hashable, Sendable {
  package var name: Identifier
  package var parent: Identifier?
  /// The switches that are turned on or off, in their order.
  package var settings: [Setting] = []

  package struct Setting: Hashable, Sendable {
    package var setting: ContextSetting
    package var isOn: Bool
  }

  /// Nil where only ``settings`` are given.
  package var block: Block?
  package var range: SourceRange
}
