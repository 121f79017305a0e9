import Diagnostics
import Predicates

/// `Player#3`: an object by its ID.
package struct ObjectIDLiteral: ExpressionExtension {
  package var entity: Identifier
  package var number: Int

  package init(entity: Identifier, number: Int) {
    self.entity = entity
    self.number = number
  }

  package var canonicalText: String { "\(entity.text)#\(number)" }
}

/// `(count Player where team == nil)`, `(fetch Player)`, and `count Player` alone: a query inside an expression.
package struct QueryForm: ExpressionExtension {
  package enum Result: Hashable, Sendable {
    case objects, count
  }

  package var result: Result
  package var query: Query

  package var canonicalText: String { "(\(result == .count ? "count" : "fetch") \(query.canonicalText))" }
}

/// `objects(ids)` and `object(id)`: the objects of this context that IDs refer to.
package struct ObjectLookup: ExpressionExtension {
  package var isSingle: Bool
  package var ids: Expression

  package var canonicalText: String { "\(isSingle ? "object" : "objects")(\(ids))" }
}

/// `color "#98002e"`: a value that a transformer stores.
package struct ColorLiteral: ExpressionExtension {
  package var text: String
  package var canonicalText: String { "color \"\(text)\"" }
}

extension Query {
  /// The text that parses to the same query again.
  package var canonicalText: String {
    var parts: [String] = isOnly ? ["only"] : []
    var name = entity.text
    if !arguments.isEmpty {
      name += "(" + arguments.map { "\($0.name): \($0.value.canonicalText)" }.joined(separator: ", ") + ")"
    }
    parts.append(name)
    if let store { parts.append("from \(store)") }
    parts += clauses.canonicalParts
    return parts.joined(separator: " ")
  }
}

extension Clauses {
  var canonicalParts: [String] {
    var parts: [String] = []
    if let condition { parts.append("where \(condition.declaration)") }
    if let selection { parts.append(selection.canonicalText) }
    if !sortKeys.isEmpty { parts.append("sort " + sortKeys.map(\.canonicalText).joined(separator: ", ")) }
    if let limit { parts.append("limit \(limit)") }
    if let offset { parts.append("offset \(offset)") }
    return parts
  }
}

extension SortKey {
  var canonicalText: String {
    path.map(\.text).joined(separator: ".") + options.description + SortDirection(isAscending: isAscending).suffix
  }
}

extension Selection {
  var canonicalText: String {
    "select " + keys.map(\.canonicalText).joined(separator: ", ") + (isDistinct ? " distinct" : "")
  }
}

extension ValueSyntax {
  /// Whether it asks an object for its ID.
  var isObjectID: Bool {
    if case .expression(let expression) = self, case .key(_, "objectID") = expression.kind { true } else { false }
  }

  /// The text of a value as part of an expression.
  var canonicalText: String {
    switch self {
    case .fetch(let query): "fetch \(query.canonicalText)"
    case .count(let query): "count \(query.canonicalText)"
    case .newObject(let new):
      (new.store.map { "insert into \($0) " } ?? "") + new.entity.text + "("
        + new.arguments.map { "\($0.name): \($0.value.canonicalText)" }.joined(separator: ", ") + ")"
    case .list(let values, _): "[" + values.map(\.canonicalText).joined(separator: ", ") + "]"
    case .condition(let predicate): predicate.declaration
    case .expression(let expression): expression.declaration
    case .group(let grouping): "group \(grouping.entity)"
    case .context(let context): "context \(context.name)"
    case .batch(let batch): "batch \(batch.entity)"
    }
  }
}

extension ObjectPath {
  /// The path as an expression.
  var expression: Expression {
    var expression: Expression
    switch root {
    case .name(let name):
      expression = Expression(.key(Expression(.candidate, at: name.range), name.text), at: name.range)
    case .object(let literal):
      let end = keys.first?.range.lowerBound ?? range.upperBound
      expression = Expression(.extension(AnyExpressionExtension(literal)), at: SourceRange(range.lowerBound, end))
    }
    for key in keys { expression = Expression(.key(expression, key.text), at: expression.range.union(key.range)) }
    return expression
  }
}
