import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// The statements that make and change the model. The graph's data follow, or the change is refused.
extension Interpreter {
  mutating func changeModel(
    _ change: ModelStatement, at range: SourceRange, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    guard declaringContext === outermostContext else {
      throw Diagnostic.modelInContext(context.name, at: range)
    }
    let result = try adopt(change, at: range, &notes)
    guard detail >= .values else { return result }
    notes +=
      unsavedElsewhere(at: range) + namesInConditions(of: change) + unknownKeys(in: change)
      + storeNotes(on: change)
    return result
  }

  private mutating func adopt(
    _ change: ModelStatement, at range: SourceRange, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    if let result = try declare(change, at: range, &notes) { return result }
    if case .version(let name) = change {
      return .modelChanged(ModelChange(kind: try addVersion(name), declarations: []))
    }
    let before = context.model
    if case .useVersion(let name) = change {
      let kind = try useVersion(name, at: range, &notes)
      if detail >= .values { notes += try objectsLackingDestinations(after: change, since: before, at: range) }
      return .modelChanged(ModelChange(kind: kind, declarations: []))
    }
    var builder = ModelBuilder(model: context.model)
    guard let (kind, changed) = try carryOut(change, declaringOn: &builder) else { return nil }
    let dropped = builder.droppedConstraints + builder.dropBrokenDependencies()
    guard detail >= .values else {
      try adopt(builder.model, builder.renaming, for: change, at: range, &notes)
      return nil
    }
    let known = Set(context.modelProblems)
    let refused = refusedByXcode(change, from: before, to: builder.model)
    let lost = try loss(of: change, in: context, to: builder.model) ?? deadLinks(in: builder.model)
    let lacking = try objectsLackingValues(for: change, in: builder.model)
    try adopt(builder.model, builder.renaming, for: change, at: range, &notes)
    if let first = lacking.first, case .changeProperty(let reference, _, _) = change {
      let key = reference.property.text
      let value = ObjectFormatter.displayed((try? context.value(of: first, forKey: key)) ?? .null)
      let objects =
        lacking.count == 1
        ? "\(ObjectFormatter(context: context).label(first)) had" : "\(DisplayText.grouped(lacking.count)) objects had"
      notes.append(
        Diagnostic(
          "filled", "\(objects) no \(key) and \(lacking.count == 1 ? "has" : "have") the default \(value) now",
          at: range, severity: .note))
    }
    notes += try objectsLackingDestinations(after: change, since: before, at: range)
    notes += misspeltInverses(among: context.modelProblems.filter { !known.contains($0) }, in: change)
    notes += builder.notes + derivationNotes(at: builder.derivation) + refused + brokenRules(of: change)
    if case .propertyAdded = kind { notes += namesakes(of: changed, in: builder.model) }
    return .modelChanged(
      ModelChange(
        kind: kind, declarations: declarations(of: changed, in: context.model, change), droppedDeclarations: dropped,
        lost: lost))
  }

  /// Returns the links to deleted objects in relationships that get an inverse; nil where there are none. O(objects).
  private func deadLinks(in new: ManagedObjectModel) throws -> ModelChange.Loss? {
    var count = 0
    let before = context.model
    for entity in before.entities {
      for relationship in entity.properties.compactMap(\.relationship) where relationship.inverse == nil {
        let after = new.property(relationship.name, of: entity.name)?.property.relationship
        guard after?.inverse != nil else { continue }
        let ids = context.graph.objectIDs(of: entity.name)
        try meter.spend(.rows, ids.count)
        for id in ids {
          let members = try? context.value(of: id, forKey: relationship.name).objectIDs
          count += members?.count { !context.exists($0) } ?? 0
        }
      }
    }
    return count > 0 ? .deadLinks(count) : nil
  }

  /// The objects without a value of an attribute that a statement makes required: they get its default.
  private func objectsLackingValues(
    for change: ModelStatement, in new: ManagedObjectModel
  ) throws -> [ManagedObjectID] {
    guard case .changeProperty(let reference, _, _) = change else { return [] }
    let (key, entity) = (reference.property.text, reference.entity.text)
    guard let before = context.model.property(key, of: entity)?.property.attribute, before.isOptional,
      let after = new.property(key, of: entity)?.property.attribute, !after.isOptional, after.defaultValue != nil
    else { return [] }
    let ids = context.graph.objectIDs(of: entity)
    try meter.spend(.rows, ids.count)
    return ids.filter { (try? context.value(of: $0, forKey: key))?.isNull ?? false }
  }

  /// Returns the data that objects lose with what a statement removes; nil if they lose nothing.
  ///
  /// - Parameter new: the model after the statement, when it is known.
  func loss(
    of change: ModelStatement, in context: ManagedObjectContext, to new: ManagedObjectModel? = nil
  ) throws -> ModelChange.Loss? {
    let model = context.graph.schema.model
    switch change {
    case .changeProperty(let reference, _, _):
      let (key, entity) = (reference.property.text, reference.entity.text)
      guard let before = model.property(key, of: entity)?.property,
        let after = new?.property(key, of: entity)?.property,
        (before.attribute == nil) != (after.attribute == nil)
      else { return nil }
      return try loss(of: .removeProperty(reference), in: context)
    case .removeProperty(let reference) where model[composite: reference.entity.text] != nil:
      let count = try elementCount(reference, in: context)
      return count > 0 ? .values(count) : nil
    case .removeProperty(let reference):
      guard let property = model.property(reference.property.text, of: reference.entity.text)?.property else {
        return nil
      }
      let ids = context.graph.objectIDs(of: reference.entity.text)
      try meter.spend(.rows, ids.count)
      func values(_ id: ManagedObjectID) -> Value { (try? context.value(of: id, forKey: property.name)) ?? .null }
      if property.relationship != nil {
        let count = ids.reduce(0) { $0 + (values($1).objectIDs?.count ?? 0) }
        return count > 0 ? .links(count) : nil
      }
      let count = property.attribute == nil ? 0 : ids.count { !values($0).isNull }
      return count > 0 ? .values(count) : nil
    case .removeEntity(let name):
      let count = context.graph.objectIDs(of: name.text).count
      return count > 0 ? .objects(count) : nil
    case .changeEntity(let name, _):
      guard let new, new[entity: name.text]?.parent != model[entity: name.text]?.parent else { return nil }
      let gone = model.properties(of: name.text).filter { new.property($0.name, of: name.text) == nil }
      let ids = gone.isEmpty ? [] : context.graph.objectIDs(of: name.text)
      try meter.spend(.rows, ids.count * gone.count)
      var (values, links) = (0, 0)
      for property in gone where property.fetched == nil {
        for id in ids {
          let value = (try? context.value(of: id, forKey: property.name)) ?? .null
          if property.relationship != nil { links += value.objectIDs?.count ?? 0 } else if !value.isNull { values += 1 }
        }
      }
      return values + links > 0 ? .inherited(values: values, links: links) : nil
    default: return nil
    }
  }

  /// Counts the values of an element of a composite in all objects, also inside other composites.
  private func elementCount(_ reference: PropertyReference, in context: ManagedObjectContext) throws -> Int {
    let model = context.graph.schema.model
    func count(_ value: Value, of name: String) -> Int {
      guard case .dictionary(let entries) = value, let composite = model[composite: name] else { return 0 }
      var found = 0
      if name == reference.entity.text, let value = entries[reference.property.text], !value.isNull { found = 1 }
      for element in composite.elements {
        if let inner = element.compositeName, let value = entries[element.name] { found += count(value, of: inner) }
      }
      return found
    }
    var total = 0
    for entity in model.entities {
      let attributes = entity.properties.compactMap(\.attribute).filter { $0.compositeName != nil }
      guard !attributes.isEmpty else { continue }
      let ids = context.graph.objectIDs(of: entity.name)
      try meter.spend(.rows, ids.count * attributes.count)
      for id in ids {
        for attribute in attributes {
          guard let name = attribute.compositeName, let value = try? context.value(of: id, forKey: attribute.name)
          else {
            continue
          }
          total += count(value, of: name)
        }
      }
    }
    return total
  }

  /// Does the same, and says of an entity that is declared a second time what to write instead.
  private func carryOut(
    _ change: ModelStatement, declaringOn builder: inout ModelBuilder
  ) throws -> (kind: ModelChange.Kind, changed: [PropertyReference])? {
    do {
      return try carryOut(change, on: &builder)
    } catch let taken as Diagnostic where taken.id == Diagnostic.ID.takenName {
      guard case .entity(let declaration) = change, builder.model[entity: declaration.name.text] != nil else {
        throw taken
      }
      throw redeclaration(declaration, in: builder.model)
    }
  }

  /// Does to a model what a statement says.
  ///
  /// - Returns: what happened, and the properties that are shown with it; nil for versions, which change no description.
  func carryOut(
    _ change: ModelStatement, on builder: inout ModelBuilder
  ) throws -> (kind: ModelChange.Kind, changed: [PropertyReference])? {
    let kind: ModelChange.Kind
    var changed: [PropertyReference] = []
    switch change {
    case .name(let name):
      builder.model.name = name.text
      kind = .named(name.text)
    case .entity(let declaration):
      try refuseOwnName(declaration.name)
      try builder.declare(declaration)
      kind = .entityDeclared(
        declaration.name.text, properties: builder.model[entity: declaration.name.text]?.properties.map(\.name) ?? [])
    case .composite(let declaration):
      try refuseOwnName(declaration.name)
      try builder.declare(declaration)
      kind = .partDeclared(builder.model[composite: declaration.name.text].map(ModelText.composite) ?? [])
    case .template(let name, let query):
      try refuseOwnName(name)
      try builder.declare(template: name, query)
      kind = .partDeclared(builder.model.fetchRequestTemplate(named: name.text).map { [ModelText.template($0)] } ?? [])
    case .dependency(let name, let declaration):
      let dependency = try builder.declare(declaration, of: name)
      kind = .partDeclared([ModelText.dependency(dependency, of: name.text)])
    case .configuration(let name, let entities):
      try builder.declare(configuration: name, entities)
      kind = .partDeclared(builder.model.configurations.last.map { [ModelText.configuration($0)] } ?? [])
    case .version, .useVersion: return nil
    case .add(let entity, let member):
      if try !builder.addElement(member, to: entity) { try builder.add(member, to: entity) }
      if let name = member.propertyName { changed = [PropertyReference(entity: entity, property: name)] }
      kind = .propertyAdded("\(entity)\(member.propertyName.map { ".\($0)" } ?? "")")
    case .changeProperty(let reference, let propertyKind, let options):
      if try !builder.changeElement(reference, propertyKind, options) {
        try builder.change(reference, propertyKind, options)
      }
      changed = [reference]
      kind = .propertyChanged(reference.description)
    case .changeEntity(let name, let changes):
      kind = .entityChanged(name.text, try builder.change(name, changes))
    case .renameProperty(let reference, let new):
      if try !builder.renameElement(reference, to: new) { try builder.rename(reference, to: new) }
      kind = .renamed(reference.description, to: "\(reference.entity).\(new)")
    case .renameEntity(let name, let new):
      try refuseOwnName(new)
      if try !builder.renamePart(name, to: new) { try builder.rename(name, to: new) }
      kind = .renamed(name.text, to: new.text)
    case .removeProperty(let reference):
      if try !builder.removeElement(reference) { try builder.remove(reference) }
      kind = .removed(reference.description)
    case .removeEntity(let name):
      if names[name.text] != nil, context.model[entity: name.text] == nil {
        throw Diagnostic(
          "not-an-entity", "remove takes entities and properties out of the model", at: name.range,
          hint: "write delete \(name)")
      }
      if try !builder.removePart(name) { try builder.remove(name) }
      kind = .removed(name.text)
    case .removeDependency(let name, let declaration):
      let dependency = try builder.removeDependency(declaration, of: name)
      kind = .removed("dependency \(name): \(dependency.text)")
    case .link(let link):
      try builder.pair(link)
      changed = [link.left, link.right]
      kind = .pairMade(link.left.description, link.right.description)
    }
    return (kind, changed)
  }

  /// Returns the first problem that no later line can fix. Parts that may still come are waited for.
  static func wrong(among problems: [ModelProblem], in model: ManagedObjectModel) -> ModelProblem? {
    problems.first { problem in
      // An inverse that is no relationship will not become one.
      if case .unknownInverse(let name, _, _, let destination, _) = problem {
        return model.property(name, of: destination) != nil
      }
      return !problem.isUnfinished
    }
  }

  /// Gives the context the changed model; names follow the objects that were renumbered.
  private mutating func adopt(
    _ model: ManagedObjectModel, _ renaming: ModelRenaming, for change: ModelStatement, at range: SourceRange,
    _ notes: inout [Diagnostic]
  ) throws {
    let known = Set(context.modelProblems)
    let wrong = Self.wrong(among: model.problems().filter { !known.contains($0) }, in: model)
    if let wrong {
      if let told = derivedFromRemoved(wrong, change) { throw told }
      var diagnostic = sharedInverse(wrong, in: model, change, at: range) ?? wrong.advised
      if case .unknownInverse(let name, let relationship, _, let destination, let known) = wrong,
        model.property(name, of: destination) != nil
      {
        diagnostic = Diagnostic(
          "not-a-relationship",
          "\(destination).\(name) is not a relationship, so it can't be the inverse of \(relationship)",
          hint: known.isEmpty
            ? "\(destination) has no relationships yet" : "its relationships are \(Listing.text(known))")
      }
      if let hint = keepingValues(wrong) { diagnostic.hint = hint }
      diagnostic.range = wrong.propertyName.flatMap(change.range(ofProperty:))
      throw diagnostic
    }
    // This must come before the change, which gives each object its own copy.
    try meter.spend(.bytes, context.graph.defaultBytes(under: model))
    do {
      let before = context.graph
      let renumbered = try context.edit(model, renaming: renaming)
      notes += follow(renumbered, since: before, at: range)
    } catch {
      if let told = requiredAddition(error, change) ?? requiredChange(error, change) ?? referenced(error, change)
        ?? stillSaved(error)
      {
        throw told
      }
      throw error
    }
    try checkOthersFollow()
  }

  /// Refuses a change of the model that the unsaved changes of another context can't follow: nothing could be done there.
  private func checkOthersFollow() throws {
    for (name, named) in contexts.sorted(by: { $0.key < $1.key }) {
      do {
        try named.context.checkFollows(context)
      } catch {
        var diagnostic = words(for: error)
        diagnostic.message = "in the context \(name), \(diagnostic.message)"
        diagnostic.hint = "change that there first, or write context \(name) { rollback }"
        throw diagnostic
      }
    }
  }

  /// Returns the statement to write instead if a property that is to move to a parent has values, which removing it
  /// would lose.
  private func keepingValues(_ problem: ModelProblem) -> String? {
    guard case .inheritedProperty(let name, let entity, _) = problem,
      let attribute = context.model[entity: entity]?[property: name]?.attribute,
      context.graph.objectIDs(of: entity).contains(where: {
        (try? context.value(of: $0, forKey: name)).map { !$0.isNull } ?? false
      })
    else { return nil }
    var old = "old" + attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
    while context.model.property(old, of: entity) != nil { old += "2" }
    return "its values can be kept, and copied afterwards: rename \(entity).\(name) to \(old)"
  }

  /// An inverse that does not exist is waited for; where one of nearly the same name does, that is said at once.
  func misspeltInverses(among problems: [ModelProblem], in change: ModelStatement) -> [Diagnostic] {
    problems.compactMap { problem in
      guard case .unknownInverse(let name, let relationship, _, let destination, let all) = problem,
        let hint = Suggestions.didYouMean(name, among: all)
      else { return nil }
      return Diagnostic(
        "unknown-inverse", "\(destination) has no '\(DisplayText.visible(name))' yet",
        at: change.range(ofProperty: relationship), severity: .warning, hint: hint)
    }
  }

  /// A required attribute that existing objects would lack: what to write instead.
  private func requiredAddition(_ error: ModelChangeError, _ change: ModelStatement) -> Diagnostic? {
    guard case .missingValue = error, case .add(let entity, .property(let property)) = change,
      case .attribute(let type, _, _) = property.kind
    else { return nil }
    return Diagnostic(
      Diagnostic.ID.missingValue, "\(entity) has objects already, and they would have no \(property.name)",
      at: property.name.range, hint: "write add \(entity).\(property.name): \(type)?, or give it a default with =",
      fix: Diagnostic.Fix(type.range.end, with: "?"))
  }

  /// An attribute that is required after a change and has no value in an object.
  private func requiredChange(_ error: ModelChangeError, _ change: ModelStatement) -> Diagnostic? {
    guard case .missingValue(_, _, let key) = error,
      case .changeProperty(let reference, .attribute(let type, isOptional: false, _), _) = change,
      reference.property.text == key
    else { return nil }
    var diagnostic = error.diagnostic
    diagnostic.fix = Diagnostic.Fix(type.range.end, with: "?")
    return diagnostic
  }

  /// An attribute that is derived from a property that is to go.
  private func derivedFromRemoved(_ problem: ModelProblem, _ change: ModelStatement) -> Diagnostic? {
    guard case .unknownDerivationKey(let key, let attribute, let entity, _) = problem,
      case .removeProperty(let reference) = change, reference.property.text == key
    else { return nil }
    return Diagnostic(
      "derived-from", "\(entity).\(attribute) is derived from \(reference)", at: reference.property.range,
      hint: "first: remove \(entity).\(attribute)")
  }

  /// An entity that is to become abstract, and objects of it that are saved: deleting them is not enough.
  private func stillSaved(_ error: ModelChangeError) -> Diagnostic? {
    guard case .abstractWithObjects(_, let entity) = error else { return nil }
    let isSaved = (context.graph.objectIDs(of: entity) + context.deletedObjects).contains {
      context.entityName(of: $0) == entity && !context.isInserted($0)
    }
    guard isSaved else { return nil }
    var diagnostic = error.diagnostic
    diagnostic.hint = "its objects must be deleted first, and the deletions saved"
    return diagnostic
  }

  /// An entity that is to go while relationships with links lead to it.
  private func referenced(_ error: ModelChangeError, _ change: ModelStatement) -> Diagnostic? {
    guard case .unresolved(let problems) = error, case .removeEntity(let name) = change else { return nil }
    for case .unknownDestination(name.text, let relationship, let entity, _) in problems {
      return Diagnostic(
        "entity-in-use", "\(entity).\(relationship) leads to \(name)", at: name.range,
        hint: "first: remove \(entity).\(relationship)")
    }
    return nil
  }

  func declarations(
    of references: [PropertyReference], in model: ManagedObjectModel, _ change: ModelStatement
  ) -> [String] {
    let showsRule = change.namesDeleteRule
    return references.compactMap { reference in
      model.property(reference.property.text, of: reference.entity.text).map { property, _ in
        let text = "\(reference.entity).\(PropertyText.declaration(property))"
        // Nullify goes without saying in a declaration, but not when it has just been chosen.
        return showsRule && property.relationship?.deleteRule == .nullify ? text + ", delete nullify" : text
      }
    }
  }

  private func refuseOwnName(_ name: Identifier) throws(Diagnostic) {
    guard names[name.text] != nil else { return }
    throw Diagnostic(
      Diagnostic.ID.takenName, "'\(name)' is a name of your own already", at: name.range,
      hint: "take another name for the entity")
  }
}

extension ModelStatement {
  /// Whether it is a `change` that says `delete …`.
  fileprivate var namesDeleteRule: Bool {
    guard case .changeProperty(_, _, let options) = self else { return false }
    for option in options {
      if case .delete = option.kind { return true }
    }
    return false
  }
}

extension ModelStatement {
  /// The place at which a declaration names a property.
  func range(ofProperty name: String) -> SourceRange? {
    switch self {
    case .entity(let declaration): declaration.members.compactMap(\.propertyName).first { $0.text == name }?.range
    case .add(_, let member): member.propertyName?.range
    case .changeProperty(let reference, _, _): reference.property.range
    case .name, .composite, .link, .template, .dependency, .configuration, .changeEntity, .renameProperty,
      .renameEntity,
      .removeProperty, .removeEntity, .removeDependency, .version, .useVersion:
      nil
    }
  }
}

extension ModelProblem {
  /// The property that the problem is about, if it is about one.
  fileprivate var propertyName: String? {
    switch self {
    case .duplicateProperty(let name, _), .inheritedProperty(let name, _, _), .reservedName(let name, _),
      .unknownDestination(_, let name, _, _), .unknownFetchedDestination(_, let name, _, _),
      .unknownInverse(_, let name, _, _, _), .inverseNotMutual(_, let name, _, _, _),
      .inverseLeadsElsewhere(_, let name, _, _, _), .maximumOfOne(let name, _),
      .negativeCount(let name, _), .boundsReversed(let name, _), .lengthOfNonString(let name, _, _),
      .lengthsReversed(let name, _, _, _), .patternOfNonString(let name, _, _), .invalidPattern(_, let name, _),
      .rangeOfUnordered(let name, _, _), .boundOfOtherType(_, let name, _, _), .defaultOfOtherType(_, let name, _, _),
      .undefinedNotTransient(let name, _), .unknownComposite(_, let name, _, _), .nowInComposite(let name, _),
      .unfitElement(let name, _), .unknownDerivationKey(_, let name, _, _), .derivedFromItself(let name, _),
      .underivable(let name, _, _), .misplacedOperator(_, let name, _, _, _),
      .derivationCircle(_, let name):
      name
    case .invalidName(let name, let entity): entity == nil ? nil : name
    case .duplicateEntity, .unknownParent, .parentCycle, .unknownUniqueKey, .duplicateComposite, .compositeCycle,
      .compositeTooDeep, .compositeTooLarge, .duplicateTemplate, .unknownTemplateEntity, .duplicateConfiguration,
      .unknownConfigurationEntity:
      nil
    }
  }
}

extension Member {
  var propertyName: Identifier? {
    switch self {
    case .property(let declaration): declaration.name
    case .fetched(let declaration): declaration.name
    case .unique, .userInfo, .rule, .setting: nil
    }
  }
}
