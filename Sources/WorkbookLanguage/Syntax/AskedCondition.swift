import Predicates

/// A condition that a statement puts to a store: the question of a fetch, or of a request like one.
enum AskedCondition {
  /// The condition of a query, and that of a template that it names.
  case query(Query)
  /// `delete Player where …`, `batch update Player where …`, `group Player where …`.
  case objects(Identifier, Predicate)
  /// A path that may lead to a fetched property, whose condition is in the model.
  case path(Expression)
}

extension Statement {
  /// The conditions that the statement puts to a store itself. Those in its own blocks belong to their statements, except
  /// in an expectation, of which only the verdict is shown.
  var asked: [AskedCondition] {
    switch kind {
    case .letName(_, let value), .assign(_, let value), .addTo(_, let value), .removeFrom(_, let value),
      .value(let value), .store(.assign(_, let value)):
      value.asked
    case .insertInto(_, let value, let position): value.asked + position.asked
    case .delete(let target), .compareDelete(let target), .explain(.delete(let target)): target.asked
    case .explain(.fetch(let query)), .explain(.membership(_, let query)): query.asked
    case .explain(.path(let path)), .show(.path(let path)): [.path(path.expression)]
    case .expect(let expectation): expectation.claim.asked
    case .loop(let loop):
      switch loop.sequence {
      case .range(let first, let last): first.asked + last.asked
      case .list(let value): value.asked
      }
    case .model, .store, .save, .rollback, .undo, .redo, .reset, .beginGroup, .endGroup, .refresh, .validate, .show,
      .review, .normalize, .apply, .derive, .compareModel, .export, .importFile, .run, .check, .shell:
      []
    }
  }
}

extension Statement.Kind {
  /// Whether all that it asks is in its value, or it asks nothing.
  var asksOnlyInValues: Bool {
    switch self {
    case .letName, .assign, .addTo, .removeFrom, .value, .model, .save, .rollback, .undo, .redo, .reset, .beginGroup,
      .endGroup, .refresh, .validate, .review, .normalize, .apply, .derive, .compareModel, .export, .importFile, .run,
      .check, .shell:
      true
    case .insertInto, .store, .delete, .compareDelete, .explain, .show, .expect, .loop: false
    }
  }
}

extension Expression {
  /// Whether it is more than a constant or a name.
  var mayAsk: Bool {
    switch kind {
    case .constant, .candidate: false
    case .key(let base, _): base.kind != .candidate
    default: true
    }
  }
}

extension Expectation.Claim {
  fileprivate var asked: [AskedCondition] {
    switch self {
    case .value(let value): value.asked
    case .block(let block, _): block.statements.flatMap(\.asked)
    case .save, .behavesLike, .likeSolution, .normalForm, .reviewFindsNone: []
    }
  }
}

extension DeleteTarget {
  fileprivate var asked: [AskedCondition] {
    switch self {
    case .matching(let entity, let condition): [.objects(entity, condition)] + condition.queries
    case .expression(let expression): expression.asked
    case .values(let value): value.asked
    }
  }
}

extension ValueSyntax {
  fileprivate var asked: [AskedCondition] {
    switch self {
    case .fetch(let query), .count(let query): return query.asked
    case .group(let grouping):
      return grouping.condition.map { [.objects(grouping.entity, $0)] + $0.queries } ?? []
    case .batch(let batch):
      switch batch.kind {
      case .update(let condition, _):
        return condition.map { [.objects(batch.entity, $0)] + $0.queries } ?? []
      case .delete(let condition): return [.objects(batch.entity, condition)] + condition.queries
      case .insert(let objects): return objects.joined().flatMap(\.value.asked)
      }
    case .newObject(let new): return new.arguments.flatMap(\.value.asked)
    case .list(let values, _): return values.flatMap(\.asked)
    case .condition(let condition):
      var found: [AskedCondition] = []
      condition.forEachExpression { found += $0.askedItself }
      return found
    case .expression(let expression): return expression.asked
    case .context: return []
    }
  }
}

extension Query {
  fileprivate var asked: [AskedCondition] {
    [.query(self)] + arguments.flatMap(\.value.asked) + (clauses.condition?.queries ?? [])
  }
}

extension Predicate {
  /// The queries inside a condition that is put to a store itself.
  fileprivate var queries: [AskedCondition] {
    var found: [AskedCondition] = []
    forEachExpression { expression in
      if case .extension(let form) = expression.kind, let query = (form.base as? QueryForm)?.query {
        found += query.asked
      }
    }
    return found
  }
}

extension Expression {
  fileprivate var asked: [AskedCondition] {
    if case .constant = kind { return [] }
    var found: [AskedCondition] = []
    _ = rewriting { expression in
      found += expression.askedItself
      return nil
    }
    return found
  }

  /// A query, or a path, without what is inside it.
  fileprivate var askedItself: [AskedCondition] {
    switch kind {
    case .extension(let form):
      (form.base as? QueryForm)?.query.asked ?? form.base.operands.flatMap(\.asked)
    // A name alone leads to no property.
    case .key(let base, _) where base.kind != .candidate: [.path(self)]
    default: []
    }
  }
}
