import Diagnostics
import Predicates

/// `batch update Player where age > 30 set age = age + 1`, `batch delete …`, `batch insert …`: straight to the stores.
package struct BatchStatement: Hashable, Sendable {
  /// `age = age + 1`.
  package struct Assignment: Hashable, Sendable {
    package var key: Identifier
    package var value: Expression
  }

  package enum Kind: Hashable, Sendable {
    case update(Predicate?, [Assignment])
    case delete(Predicate)
    case insert([[Argument]])
  }

  package var kind: Kind
  package var entity: Identifier
  package var range: SourceRange

  package static func == (left: BatchStatement, right: BatchStatement) -> Bool {
    left.kind == right.kind && left.entity == right.entity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(entity) }
}
