import ObjectGraph
import Predicates

/// The clauses of a query as those of a request.
extension FetchRequest {
  /// - Parameter condition: that of the query, in which the workbook's own names may have been replaced by values.
  init(_ query: Query, where condition: Predicate?) {
    self.init(
      query.entity.text, predicate: condition, sortDescriptors: query.clauses.sortDescriptors,
      limit: query.clauses.limit, offset: query.clauses.offset, includesSubentities: !query.isOnly)
  }

  /// Adds the clauses of a query to a template's request: its condition to the condition, the smaller limit, and its order
  /// and offset in place of the template's.
  mutating func narrow(by query: Query, where condition: Predicate?) {
    let clauses = query.clauses
    if query.isOnly { includesSubentities = false }
    if let condition { predicate = predicate.map { Predicate(.and([$0, condition])) } ?? condition }
    if !clauses.sortKeys.isEmpty { sortDescriptors = clauses.sortDescriptors }
    if let new = clauses.limit { limit = limit.map { min($0, new) } ?? new }
    if let new = clauses.offset { offset = new }
  }
}
