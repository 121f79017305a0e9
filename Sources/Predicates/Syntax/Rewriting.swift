extension Predicate {
  /// Returns the predicate with expressions replaced: `transform` is called for every expression from the outside in;
  /// if it returns an expression, that one is used and not searched further. Inside a SUBQUERY, `transform` is not
  /// called for its variable. O(nodes); the depth of recursion is the parser's nesting limit.
  /// - Throws: The errors of `transform`.
  public func rewriting(_ transform: (Expression) throws -> Expression?) rethrows -> Predicate {
    var result = self
    switch kind {
    case .constant: break
    case .comparison(var comparison):
      comparison.left = try comparison.left.rewriting(transform)
      comparison.right = try comparison.right.rewriting(transform)
      result.kind = .comparison(comparison)
    case .and(let operands): result.kind = .and(try operands.map { try $0.rewriting(transform) })
    case .or(let operands): result.kind = .or(try operands.map { try $0.rewriting(transform) })
    case .not(let operand): result.kind = .not(try operand.rewriting(transform))
    case .truth(let expression): result.kind = .truth(try expression.rewriting(transform))
    }
    return result
  }

  /// Calls `body` with every expression, from the outside in: one that contains others before its operands. Inside a
  /// SUBQUERY its variable is skipped. O(nodes).
  public func forEachExpression(_ body: (Expression) -> Void) {
    _ = rewriting { expression in
      body(expression)
      return nil
    }
  }
}

extension Expression {
  /// Returns the expression with expressions inside it replaced, as ``Predicate/rewriting(_:)`` does it. O(nodes).
  /// - Throws: The errors of `transform`.
  public func rewriting(_ transform: (Expression) throws -> Expression?) rethrows -> Expression {
    if let replacement = try transform(self) { return replacement }
    var result = self
    switch kind {
    case .constant, .candidate, .variable, .argument, .anyKey, .extension: break
    case .key(let base, let key): result.kind = .key(try base.rewriting(transform), key)
    case .variableKey(let base, let name): result.kind = .variableKey(try base.rewriting(transform), name)
    case .assignment(let name, let value): result.kind = .assignment(name, try value.rewriting(transform))
    case .aggregate(let elements): result.kind = .aggregate(try elements.map { try $0.rewriting(transform) })
    case .index(let base, .position(let position)):
      result.kind = .index(try base.rewriting(transform), .position(try position.rewriting(transform)))
    case .index(let base, let index): result.kind = .index(try base.rewriting(transform), index)
    case .negation(let operand): result.kind = .negation(try operand.rewriting(transform))
    case .binary(let sign, let left, let right):
      result.kind = .binary(sign, try left.rewriting(transform), try right.rewriting(transform))
    case .onesComplement(let operand): result.kind = .onesComplement(try operand.rewriting(transform))
    case .function(let name, let arguments):
      result.kind = .function(name, try arguments.map { try $0.rewriting(transform) })
    case .selector(let receiver, let name, let arguments):
      result.kind = .selector(
        try receiver.rewriting(transform), name, try arguments.map { try $0.rewriting(transform) })
    case .cast(let operand, let type): result.kind = .cast(try operand.rewriting(transform), type)
    case .ternary(let condition, let yes, let no):
      result.kind = .ternary(
        try condition.rewriting(transform), try yes.rewriting(transform), try no.rewriting(transform))
    case .subquery(let collection, let variable, let condition):
      let inner = try condition.rewriting { expression in
        if case .variable(variable) = expression.kind { return expression }
        return try transform(expression)
      }
      result.kind = .subquery(try collection.rewriting(transform), variable, inner)
    }
    return result
  }
}
