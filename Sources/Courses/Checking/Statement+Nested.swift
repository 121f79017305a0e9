import WorkbookLanguage

extension Statement {
  /// The statements in this one's own blocks: of a loop, a check, an expectation, a context. Not those in theirs.
  package var nestedStatements: [Statement] {
    switch kind {
    case .letName(_, let value), .assign(_, let value), .addTo(_, let value), .removeFrom(_, let value),
      .insertInto(_, let value, _), .value(let value):
      value.nestedStatements
    case .expect(let expectation):
      switch expectation.claim {
      case .block(let block, _): block.statements
      case .value(let value): value.nestedStatements
      case .save, .behavesLike, .likeSolution, .normalForm, .reviewFindsNone: []
      }
    case .check(let check): check.block.statements
    case .loop(let loop): loop.block.statements
    default: []
    }
  }

  /// Calls `body` with this statement and every one inside it, outermost first.
  package func forEachStatement(_ body: (Statement) -> Void) {
    // A list of what is left instead of recursion: the depth is the learner's to choose.
    var rest = [self]
    while let statement = rest.popLast() {
      body(statement)
      rest += statement.nestedStatements.reversed()
    }
  }
}

extension ValueSyntax {
  fileprivate var nestedStatements: [Statement] {
    switch self {
    case .context(let context): context.block?.statements ?? []
    case .list(let values, _): values.flatMap(\.nestedStatements)
    case .newObject(let object): object.arguments.flatMap(\.value.nestedStatements)
    case .fetch(let query), .count(let query): query.arguments.flatMap(\.value.nestedStatements)
    case .batch(let batch):
      if case .insert(let objects) = batch.kind { objects.joined().flatMap(\.value.nestedStatements) } else { [] }
    case .group, .condition, .expression: []
    }
  }
}
