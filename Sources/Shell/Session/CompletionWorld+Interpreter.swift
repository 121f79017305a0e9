import Courses
import ObjectGraph
import Predicates
import WorkbookLanguage

extension CompletionWorld {
  /// The names that an interpreter and, where they are wanted, the courses have now. O(model + names).
  init(_ interpreter: Interpreter, library: Library?) {
    let model = interpreter.context.model
    self.init(
      entities: model.entities.map { entity in
        Entity(entity.name, model.properties(of: entity.name).map(Property.init))
      },
      names: interpreter.names.mapValues { Self.namedValue($0, in: interpreter.context) },
      templates: model.fetchRequestTemplates.map(\.name),
      lessons: library?.lessons().entries.map { "\($0.number)" } ?? [],
      exercises: library?.exercises().entries.map(\.slug) ?? [], courses: library?.plans().plans.map(\.slug) ?? [])
    contexts = interpreter.contextNames
    versions = interpreter.context.modelHistory.names
    configurations = model.configurations.map(\.name)
    stores = interpreter.context.knownStores.map { Store($0.name, path: $0.path, isOpen: $0.isOpen) }
    guard let library else { return }
    for entry in library.lessons().entries { titles["\(entry.number)"] = entry.title }
    for entry in library.exercises().entries { titles[entry.slug] = entry.title }
  }

  private static func namedValue(_ value: Value, in context: ManagedObjectContext) -> NamedValue {
    if case .object(let reference) = value {
      return entityName(of: reference, in: context).map(NamedValue.object) ?? .other
    }
    guard let first = value.elements?.first, case .object(let reference) = first else { return .other }
    return entityName(of: reference, in: context).map(NamedValue.objects) ?? .other
  }

  private static func entityName(of reference: ObjectReference, in context: ManagedObjectContext) -> String? {
    guard let id = ManagedObjectID(reference), context.exists(id) else { return nil }
    return context.entityName(of: id)
  }
}

extension CompletionWorld.Property {
  init(_ property: PropertyDescription) {
    let declaration = PropertyText.declaration(property)
    let detail = String(declaration.dropFirst(property.name.count).drop { $0 == ":" || $0 == " " })
    switch property {
    case .attribute(let attribute): self.init(attribute.name, detail: detail)
    case .relationship(let relationship):
      self.init(
        relationship.name, relationship.isToMany ? .toMany(relationship.destination) : .toOne(relationship.destination),
        detail: detail)
    case .fetched(let fetched): self.init(fetched.name, .fetched(fetched.destination), detail: detail)
    }
  }
}
