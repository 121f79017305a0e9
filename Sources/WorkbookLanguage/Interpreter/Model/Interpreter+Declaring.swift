import Diagnostics
import ObjectGraph
import Predicates

/// Declarations in a row: each runs on the part of the model that it can see, and the schema is made when something
/// else is done. The results, including messages, are those of running it on the whole model.
extension Interpreter {
  /// Carries out a declaration on its part of the model. nil for a statement that has to have the whole one, and where
  /// anything is wrong: on the whole model it gets its message.
  mutating func declare(
    _ statement: ModelStatement, at range: SourceRange, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    modelStatements += 1
    // The schema is needed at once after a single declaration if objects follow.
    guard !isInsideLoop, let (reach, new) = statement.reach,
      // The objects that break a new rule, or get a default, are named at once.
      !statement.addsRule && !statement.changesAttribute || !declaringContext.hasAnyObjects,
      declaringContext.declarationsWait || modelStatements > 1 || !declaringContext.hasAnyObjects,
      declaringContext.letDeclarationsWait(ModelBuilder.isComplete),
      let part = declaringContext.partOfDraft(reach, making: new)
    else { return nil }
    let size = part.entities.reduce(1) { $0 + $1.properties.count + $1.uniquenessConstraints.count }
    try meter.spend(.properties, 1 + size / 8)
    // The objects still have what declarations that wait have taken away, under the names before them.
    let mayLose = detail >= .values && statement.removes && declaringContext.hasAnyObjects
    let lost = mayLose ? try loss(of: statement, in: declaringContext) : nil
    // Conditions anywhere in the model may name an element of a composite.
    if let element = statement.alteredElement, part[composite: element.entity.text] != nil { return nil }
    var builder = ModelBuilder(model: part)
    guard let (kind, changed) = try? carryOut(statement, on: &builder) else { return nil }
    try meter.spend(.bytes, declaringContext.graph.defaultBytes(under: builder.model, since: part))
    guard
      let change = declaringContext.declare(
        builder.model, madeOf: part, builder.renaming, named: String(statementSource[range]),
        isAccepted: { Self.wrong(among: $0.problems, in: $0.part) == nil })
    else {
      // The next one may not wait either.
      modelStatements = 0
      return nil
    }
    guard detail >= .values else { return .modelChanged(ModelChange(kind: kind, declarations: [])) }
    notes += misspeltInverses(among: change.problems, in: statement)
    notes +=
      builder.notes + derivationNotes(at: builder.derivation)
      + refusedByXcode(statement, from: part, to: builder.model)
    return .modelChanged(
      ModelChange(
        kind: kind, declarations: declarations(of: changed, in: builder.model, statement),
        droppedDeclarations: builder.droppedConstraints, lost: lost))
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
  /// Whether it takes a property or an entity away.
  fileprivate var removes: Bool {
    switch self {
    case .removeProperty, .removeEntity: true
    default: false
    }
  }

  /// The property that a statement renames or removes.
  fileprivate var alteredElement: PropertyReference? {
    switch self {
    case .renameProperty(let reference, _), .removeProperty(let reference): reference
    default: nil
    }
  }

  /// The subjects of a declaration, and the entity that it makes; nil for all other statements, and for those that have to
  /// see the whole model.
  fileprivate var reach: (DeclarationReach, making: String?)? {
    switch self {
    case .entity(let declaration):
      let name = declaration.name.text
      var reach = DeclarationReach(
        [name], naming: declaration.members.compactMap(\.destination) + [declaration.parent?.text].compactMap { $0 },
        properties: declaration.members.flatMap(\.mentionedProperties))
      reach.made = [name]
      reach.constrains = declaration.parent != nil || declaration.members.contains { $0.uniqueKeys != nil }
      reach.parent = declaration.parent?.text
      reach.parts = declaration.members.compactMap(\.typeName)
      reach.paths = declaration.members.flatMap(\.derivedKeys).map { (name, $0) }
      return (reach, name)
    case .add(let entity, let member):
      var reach = DeclarationReach(
        [entity.text], naming: [member.destination].compactMap { $0 }, properties: member.mentionedProperties)
      reach.constrains = member.uniqueKeys != nil
      reach.parts = [entity.text] + [member.typeName].compactMap { $0 }
      reach.paths = member.derivedKeys.map { (entity.text, $0) }
      return (reach, nil)
    case .changeProperty(_, .fetched, _): return nil
    case .changeProperty(let reference, let kind, let options):
      var reach = DeclarationReach(
        [reference.entity.text], naming: [kind?.destination].compactMap { $0 },
        properties: [reference.property.text] + options.compactMap(\.inverse))
      reach.altered = [reference.property.text]
      reach.parts = [reference.entity.text] + [kind?.typeName].compactMap { $0 }
      reach.paths = options.compactMap(\.derivedKeys).map { (reference.entity.text, $0) }
      return (reach, nil)
    case .renameProperty(let reference, let new):
      var reach = DeclarationReach([reference.entity.text], properties: [reference.property.text, new.text])
      reach.altered = [reference.property.text, new.text]
      reach.parts = [reference.entity.text]
      return (reach, nil)
    case .removeProperty(let reference):
      var reach = DeclarationReach([reference.entity.text], properties: [reference.property.text])
      reach.altered = [reference.property.text]
      reach.parts = [reference.entity.text]
      return (reach, nil)
    case .renameEntity(let name, let new):
      var reach = DeclarationReach([name.text])
      (reach.replaced, reach.made, reach.parts) = (name.text, [new.text], [name.text])
      return (reach, nil)
    case .removeEntity(let name):
      var reach = DeclarationReach([name.text])
      (reach.replaced, reach.parts) = (name.text, [name.text])
      return (reach, nil)
    case .changeEntity(let name, let changes):
      // Another parent puts everything inherited in question.
      guard changes.allSatisfy(\.isOfEntityAlone) else { return nil }
      var reach = DeclarationReach([name.text], properties: changes.flatMap(\.keys))
      reach.constrains = changes.contains { $0.uniqueKeys != nil }
      reach.paths = changes.compactMap(\.rule).map { (name.text, $0.namedKeys) }
      return (reach, nil)
    case .link(let link):
      return (
        DeclarationReach(
          [link.left.entity.text, link.right.entity.text],
          properties: [link.left.property.text, link.right.property.text]), nil
      )
    case .dependency(let name, .functional(let left, let right)),
      .dependency(let name, .multivalued(let left, let right)),
      .removeDependency(let name, .functional(let left, let right)),
      .removeDependency(let name, .multivalued(let left, let right)):
      return (DeclarationReach([name.text], properties: (left + right).map(\.text)), nil)
    // A join has to name everything that its entity has.
    case .dependency(_, .join), .removeDependency(_, .join): return nil
    case .composite(let declaration):
      var reach = DeclarationReach([])
      reach.made = [declaration.name.text]
      reach.parts = declaration.members.compactMap(\.typeName)
      reach.replaced = declaration.name.text
      return (reach, nil)
    case .template(let name, let query):
      var reach = DeclarationReach([], naming: [query.entity.text])
      reach.made = [name.text]
      reach.paths = [(query.entity.text, query.clauses.condition?.namedKeys ?? [])]
      return (reach, nil)
    case .configuration(let name, let entities):
      var reach = DeclarationReach([], naming: entities.map(\.text))
      reach.parts = [name.text]
      return (reach, nil)
    case .name, .version, .useVersion: return nil
    }
  }
}

extension ModelStatement {
  fileprivate var addsRule: Bool {
    if case .changeEntity(_, let changes) = self { changes.contains { $0.rule != nil } } else { false }
  }

  /// Whether it may make an attribute required: with a kind, or with an option.
  fileprivate var changesAttribute: Bool {
    guard case .changeProperty(_, let kind, let options) = self else { return false }
    if case .attribute(_, isOptional: false, _)? = kind { return true }
    return options.contains { if case .optionality(false) = $0.kind { true } else { false } }
  }
}

extension EntityChange {
  /// Whether it changes nothing that other entities inherit but constraints and rules.
  fileprivate var isOfEntityAlone: Bool {
    switch kind {
    case .abstract, .renamed, .hashModifier, .userInfo, .noUserInfo, .unique, .noUnique, .rule, .noRule, .setting,
      .noIndex:
      true
    case .no(let option): option != .parent
    case .parent: false
    }
  }

  /// The properties of a uniqueness constraint; a key with dots leads into a composite.
  fileprivate var keys: [String] {
    switch kind {
    case .unique(let names), .noUnique(let names): names.map { String($0.text.prefix { $0 != "." }) }
    case .setting(.index(let index)): index.keys.map(\.text)
    case .abstract, .renamed, .hashModifier, .userInfo, .noUserInfo, .rule, .noRule, .no, .parent, .setting, .noIndex:
      []
    }
  }

  fileprivate var rule: Predicate? { if case .rule(_, let condition) = kind { condition } else { nil } }
}

extension PropertyKind {
  /// The destination of a relationship.
  fileprivate var destination: String? {
    switch self {
    case .attribute, .fetched: nil
    case .toOne(let name, _), .toMany(let name, _): name.text
    }
  }

  /// The type of an attribute, or its composite.
  fileprivate var typeName: String? {
    switch self {
    case .attribute(let name, _, _): name.text
    case .toOne, .toMany, .fetched: nil
    }
  }
}

extension PropertyOption {
  fileprivate var inverse: String? { if case .inverse(let name) = kind { name.text } else { nil } }

  /// The keys that a derivation names.
  fileprivate var derivedKeys: Set<String>? {
    if case .derived(let expression) = kind { expression.namedKeys } else { nil }
  }
}

extension Member {
  /// The destination of a relationship.
  fileprivate var destination: String? {
    if case .property(let property) = self { property.kind.destination } else { nil }
  }

  /// The type of an attribute, or its composite.
  fileprivate var typeName: String? {
    if case .property(let property) = self { property.kind.typeName } else { nil }
  }

  /// The keys that derivations name.
  fileprivate var derivedKeys: [Set<String>] {
    if case .property(let property) = self { property.options.compactMap(\.derivedKeys) } else { [] }
  }

  /// The properties that it makes, and those that it names as inverses or as keys.
  fileprivate var mentionedProperties: [String] {
    switch self {
    case .property(let property):
      return [property.name.text]
        + property.options.compactMap(\.inverse)
    case .fetched(let property): return [property.name.text]
    case .unique(let names): return names.map(\.text)
    case .userInfo, .rule, .setting: return []
    }
  }
}
