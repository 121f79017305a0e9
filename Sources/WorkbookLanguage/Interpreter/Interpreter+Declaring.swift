import Diagnostics
import ObjectGraph

/// Declarations one after the other: each is carried out on the part of the model that it can see, and the schema is made
/// when something else is done. What comes of them, their messages included, is what it would be on the whole model.
extension Interpreter {
  /// Carries out a declaration on its part of the model. nil for a statement that has to have the whole one, and where
  /// anything is wrong: on the whole model it gets its message.
  mutating func declare(
    _ statement: ModelStatement, at range: SourceRange, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    guard !isInsideLoop, let (reach, new) = statement.reach,
      declaringContext.letDeclarationsWait(ModelBuilder.isComplete),
      let part = declaringContext.partOfDraft(reach, making: new)
    else { return nil }
    var builder = ModelBuilder(model: part)
    guard let (kind, changed) = try? carryOut(statement, on: &builder) else { return nil }
    guard builder.model.composites == part.composites,
      let change = declaringContext.declare(
        builder.model, madeOf: part, named: String(statementSource[range]),
        isAccepted: { Self.wrong(among: $0.problems, in: $0.part) == nil })
    else { return nil }
    notes += misspeltInverses(among: change.problems, in: statement)
    notes += builder.notes
    return .modelChanged(
      ModelChange(
        kind: kind, declarations: declarations(of: changed, in: builder.model, statement)))
  }
}

extension ModelBuilder {
  /// Whether the next declaration would not change more of a model than it is about: inverses that are named from one
  /// side only, dependencies on what is no key.
  fileprivate static func isComplete(_ model: ManagedObjectModel) -> Bool {
    var builder = ModelBuilder(model: model)
    builder.completeInverses()
    return builder.correctInverses(declared: [:]).isEmpty && builder.dropBrokenDependencies().isEmpty
      && builder.model.entities == model.entities
  }
}

extension ModelStatement {
  /// What a declaration is about, and the entity that it makes; nil for all other statements, and for attributes that are
  /// derived along paths.
  fileprivate var reach: (DeclarationReach, making: String?)? {
    switch self {
    case .entity(let declaration):
      guard !declaration.members.contains(where: \.isDerived) else { return nil }
      return (
        DeclarationReach(
          [declaration.name.text],
          naming: declaration.members.compactMap(\.destination) + [declaration.parent?.text].compactMap { $0 },
          properties: declaration.members.flatMap(\.mentionedProperties)),
        declaration.name.text
      )
    case .add(let entity, let member):
      guard !member.isDerived else { return nil }
      return (
        DeclarationReach(
          [entity.text], naming: [member.destination].compactMap { $0 }, properties: member.mentionedProperties), nil
      )
    case .link(let link):
      return (
        DeclarationReach(
          [link.left.entity.text, link.right.entity.text],
          properties: [link.left.property.text, link.right.property.text]), nil
      )
    case .dependency(let name, .functional(let left, let right)),
      .dependency(let name, .multivalued(let left, let right)):
      return (DeclarationReach([name.text], properties: (left + right).map(\.text)), nil)
    // A join has to name everything that its entity has.
    case .dependency(_, .join): return nil
    case .name, .composite, .template, .configuration, .changeProperty, .changeEntity, .renameProperty, .renameEntity,
      .removeProperty, .removeEntity, .removeDependency, .version, .useVersion:
      return nil
    }
  }
}

extension Member {
  /// Where a relationship leads.
  fileprivate var destination: String? {
    guard case .property(let property) = self else { return nil }
    return switch property.kind {
    case .attribute, .fetched: nil
    case .toOne(let name, _), .toMany(let name, _): name.text
    }
  }

  /// The properties that it makes, and those that it names as inverses or as keys.
  fileprivate var mentionedProperties: [String] {
    switch self {
    case .property(let property):
      return [property.name.text]
        + property.options.compactMap { if case .inverse(let name) = $0.kind { name.text } else { nil } }
    case .fetched(let property): return [property.name.text]
    case .unique(let names): return names.map(\.text)
    case .userInfo, .rule: return []
    }
  }

  fileprivate var isDerived: Bool {
    guard case .property(let property) = self else { return false }
    return property.options.contains { if case .derived = $0.kind { true } else { false } }
  }
}
