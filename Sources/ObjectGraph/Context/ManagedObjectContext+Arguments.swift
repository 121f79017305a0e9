import Predicates

extension ManagedObjectContext {
  /// Whether a fetch searches the values that this context shows: it holds no object that others have changed.
  package var searchesOwnGraph: Bool { committed.commit >= 0 }

  /// Returns a predicate with the paths that begin at an argument (`$wade.age`, an object's own `age`) replaced by the
  /// values that this context shows.
  ///
  /// An argument is read before the request goes to the stores, as `NSPredicate(format: "age > %d", wade.age)` does it;
  /// only the candidate's own keys are asked of what is saved. A path that cannot be read here is left as it is.
  /// - Throws: `OperationCancelled`.
  /// - Complexity: O(nodes), and that of reading the paths.
  package func readingArguments(of predicate: Predicate, _ variables: [String: Value] = [:]) throws -> Predicate {
    try predicate.rewriting { try readingArgument($0, variables) }
  }

  /// Does the same as ``readingArguments(of:_:)-(Predicate,_)``.
  package func readingArguments(of expression: Expression, _ variables: [String: Value]) throws -> Expression {
    try expression.rewriting { try readingArgument($0, variables) }
  }

  /// The request with the arguments of its conditions read, where a fetch does not search this context's own graph.
  func readingArguments(of request: FetchRequest, _ variables: [String: Value]) throws -> FetchRequest {
    guard !searchesOwnGraph || !request.includesPendingChanges && graph.hasChanges else { return request }
    var request = request
    request.predicate = try request.predicate.map { try readingArguments(of: $0, variables) }
    request.havingPredicate = try request.havingPredicate.map { try readingArguments(of: $0, variables) }
    return request
  }

  private func readingArgument(_ expression: Expression, _ variables: [String: Value]) throws -> Expression? {
    switch expression.kind {
    case .subquery(let collection, let name, let condition):
      var others = variables
      others[name] = nil
      return Expression(
        .subquery(
          try readingArguments(of: collection, variables), name, try readingArguments(of: condition, others)),
        at: expression.range)
    case .key:
      guard let path = expression.argumentPath(variables) else { return nil }
      do {
        return Expression(.constant(try path.compiled(over: self).value()), at: expression.range)
      } catch let error as OperationCancelled {
        throw error
      } catch {
        return nil
      }
    default: return nil
    }
  }
}

extension Expression {
  /// This path with its variable replaced; nil for one that begins at the candidate.
  fileprivate func argumentPath(_ variables: [String: Value]) -> Expression? {
    switch kind {
    case .constant: self
    case .variable(let name): variables[name].map { Expression(.constant($0), at: range) }
    case .key(let base, let key): base.argumentPath(variables).map { Expression(.key($0, key), at: range) }
    case .index(let base, let index): base.argumentPath(variables).map { Expression(.index($0, index), at: range) }
    default: nil
    }
  }
}
