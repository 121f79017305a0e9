import Predicates
import WorkbookLanguage

extension [Statement] {
  /// The names by which statements, those in their blocks included, mean entities, properties and named values. Words of the language and
  /// texts are none, and neither is what a change of the model declares. O(nodes).
  package var mentionedNames: Set<String> {
    var names = MentionedNames()
    for statement in self { statement.forEachStatement { names.add($0) } }
    return names.found
  }
}

/// The names that were met on a walk of trees.
private struct MentionedNames {
  var found: Set<String> = []

  /// Adds the names of a statement, without those in its blocks.
  mutating func add(_ statement: Statement) {
    switch statement.kind {
    case .letName(let name, let value):
      add(name)
      add(value)
    case .assign(let path, let value), .addTo(let path, let value), .removeFrom(let path, let value):
      add(path)
      add(value)
    case .insertInto(let path, let value, at: let position):
      add(path)
      add(value)
      add(position)
    case .delete(let target), .compareDelete(let target), .explain(.delete(let target)): add(target)
    case .explain(.fetch(let query)): add(query)
    case .explain(.membership(let path, let query)):
      add(path)
      add(query)
    case .refresh(let path, _), .validate(let path, _), .explain(.path(let path)), .show(.path(let path)): add(path)
    case .value(let value), .store(.assign(_, let value)): add(value)
    case .expect(let expectation):
      switch expectation.claim {
      case .value(let value): add(value)
      case .normalForm(let entity, _, _): add(entity)
      case .save, .block, .behavesLike, .likeSolution, .reviewFindsNone: break
      }
    case .loop(let loop):
      switch loop.sequence {
      case .range(let first, let last):
        add(first)
        add(last)
      case .list(let value): add(value)
      }
    case .normalize(let entity): add(entity)
    case .model, .store, .save, .rollback, .undo, .redo, .reset, .beginGroup, .endGroup, .show, .review, .apply,
      .derive,
      .compareModel, .export, .importFile, .run, .check, .shell:
      break
    }
  }

  private mutating func add(_ name: Identifier) { found.insert(name.text) }

  private mutating func add(_ path: ObjectPath) {
    switch path.root {
    case .name(let name): add(name)
    case .object(let literal): add(literal.entity)
    }
    path.keys.forEach { add($0) }
  }

  private mutating func add(_ target: DeleteTarget) {
    switch target {
    case .matching(let entity, let condition):
      add(entity)
      add(condition)
    case .expression(let expression): add(expression)
    case .values(let value): add(value)
    }
  }

  private mutating func add(_ value: ValueSyntax) {
    switch value {
    case .fetch(let query), .count(let query): add(query)
    case .group(let grouping):
      add(grouping.entity)
      for condition in [grouping.condition, grouping.having].compactMap(\.self) { add(condition) }
      add(grouping.keys)
      for case .function(_, let key) in grouping.aggregates { add([key]) }
    case .batch(let batch):
      add(batch.entity)
      switch batch.kind {
      case .update(let condition, let assignments):
        if let condition { add(condition) }
        for assignment in assignments {
          add(assignment.key)
          add(assignment.value)
        }
      case .delete(let condition): add(condition)
      case .insert(let objects): for object in objects { add(object) }
      }
    case .newObject(let object):
      add(object.entity)
      add(object.arguments)
    case .list(let values, _): for value in values { add(value) }
    case .condition(let condition): add(condition)
    case .expression(let expression): add(expression)
    case .context: break
    }
  }

  private mutating func add(_ arguments: [Argument]) {
    for argument in arguments {
      add(argument.name)
      add(argument.value)
    }
  }

  private mutating func add(_ keys: [SortKey]) { keys.flatMap(\.path).forEach { add($0) } }

  private mutating func add(_ query: Query) {
    add(query.entity)
    for argument in query.arguments { add(argument.value) }
    if let condition = query.clauses.condition { add(condition) }
    add((query.clauses.selection?.keys ?? []) + query.clauses.sortKeys)
  }

  private mutating func add(_ condition: Predicate) { condition.forEachExpression { addNode($0) } }

  private mutating func add(_ expression: Expression) {
    _ = expression.rewriting {
      addNode($0)
      return nil
    }
  }

  /// Adds the names of an expression without those of the expressions inside it, except in forms of the workbook.
  private mutating func addNode(_ expression: Expression) {
    switch expression.kind {
    case .key(_, let name), .variable(let name): found.insert(name)
    case .extension(let form):
      switch form.base {
      case let literal as ObjectIDLiteral: add(literal.entity)
      case let form as QueryForm: add(form.query)
      case let lookup as ObjectLookup: add(lookup.ids)
      default: for operand in form.base.operands { add(operand) }
      }
    case .constant, .candidate, .variableKey, .assignment, .aggregate, .index, .negation, .binary, .onesComplement,
      .function, .selector, .cast, .ternary, .subquery, .argument, .anyKey:
      break
    }
  }
}
