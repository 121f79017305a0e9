import ObjectGraph
import Predicates

/// The entities and properties that two models' difference touches.
struct ModelFocus {
  /// Concrete in at least one of the models, in the order of the first.
  private(set) var entities: [String] = []
  /// Properties of which something is said otherwise, or that a condition reads: `Player.team`.
  private var involved: Set<[String]> = []
  private(set) var differsInTransience = false
  /// To-many relationships that keep an order in one of the models only.
  private(set) var differentlyOrdered: Set<String> = []
  private var touched: Set<String> = []
  private let models: [ManagedObjectModel]

  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel) {
    models = [first, second]
    for change in second.difference(from: first, renaming: ModelRenaming()).changes { note(change) }
    // The entities that a touched entity leads to: its links need an object at the other end.
    for model in models {
      for entity in model.entities where touched.contains(entity.name) {
        for relationship in model.properties(of: entity.name).compactMap(\.relationship) {
          reach.insert(relationship.destination)
        }
      }
    }
    let names = first.entityNames + second.entityNames.filter { !first.entityNames.contains($0) }
    entities = names.filter { name in
      let isConcrete = models.contains { $0[entity: name].map { !$0.isAbstract } ?? false }
      return isConcrete && (isTouched(name) || reach.contains { isKind(name, of: $0) })
    }
  }

  private var reach: Set<String> = []

  /// Whether anything is said otherwise of a property of an entity, or a condition that matters reads it.
  func isInvolved(_ key: String, of entity: String) -> Bool {
    models.contains { model in
      model.lineage(of: entity).contains { involved.contains([$0.name, key]) }
    } || readKeys.contains(key)
  }

  /// Whether objects of this entity, or of one below it, are made.
  func holds(_ entity: String) -> Bool { entities.contains { isKind($0, of: entity) } }

  private var readKeys: Set<String> = []

  private func isKind(_ name: String, of other: String) -> Bool { models.contains { $0.isKind(name, of: other) } }

  private func isTouched(_ name: String) -> Bool { touched.contains { isKind(name, of: $0) } }

  private mutating func note(_ change: ModelDifference.Change) {
    switch change {
    case .entityAdded(let name), .entityRemoved(let name): touched.insert(name)
    case .entityRenamed(let old, let new): touched.formUnion([old, new])
    case .entityChanged(let name, let details):
      guard details.contains(where: \.aspect.showsInBehaviour) else { return }
      touched.insert(name)
      // Rules and unique constraints read attributes.
      for model in models {
        guard let entity = model[entity: name] else { continue }
        readKeys.formUnion(entity.uniquenessConstraints.joined())
        for rule in entity.rules { read(rule.predicate) }
      }
    case .propertyAdded(let name, let entity), .propertyRemoved(let name, let entity):
      note(name, of: entity)
    case .propertyRenamed(let old, let new, let entity):
      note(old, of: entity)
      note(new, of: entity)
    case .propertyMoved(let name, let from, let to):
      note(name, of: from)
      note(name, of: to)
    case .propertyChanged(let name, let entity, let details):
      let descriptions = models.compactMap { $0.property(name, of: entity)?.0 }
      // A fetched property may read its own user info.
      guard details.contains(where: \.aspect.showsInBehaviour) || descriptions.contains(where: { $0.fetched != nil })
      else {
        return
      }
      note(name, of: entity)
      if Set(descriptions.map(Self.isTransient)).count > 1 { differsInTransience = true }
      if Set(descriptions.compactMap { $0.relationship?.isOrdered }).count > 1 { differentlyOrdered.insert(name) }
    case .partAdded(.composite, let name), .partRemoved(.composite, let name), .partChanged(.composite, let name, _):
      for entity in models.flatMap(\.entities)
      where entity.properties.contains(where: { $0.attribute?.compositeName == name }) {
        touched.insert(entity.name)
      }
    // One store cannot say which store takes an object.
    case .partAdded(.configuration, _), .partRemoved(.configuration, _), .partChanged(.configuration, _, _): break
    case .partAdded(.template, _), .partRemoved(.template, _), .partChanged(.template, _, _):
      for template in models.flatMap(\.fetchRequestTemplates) {
        touched.insert(template.request.entity)
        if let predicate = template.request.predicate { read(predicate) }
      }
    }
  }

  private mutating func note(_ name: String, of entity: String) {
    touched.insert(entity)
    involved.insert([entity, name])
    for model in models {
      switch model.property(name, of: entity)?.0 {
      case .fetched(let fetched):
        touched.insert(fetched.destination)
        if let predicate = fetched.predicate { read(predicate) }
      case .attribute(let attribute):
        if let derivation = attribute.derivation { read(Predicate(.truth(derivation))) }
      case .relationship, nil: break
      }
    }
  }

  private mutating func read(_ predicate: Predicate) {
    var keys: Set<String> = []
    _ = predicate.rewriting { expression in
      if case .key(_, let name) = expression.kind { keys.insert(name) }
      return nil
    }
    readKeys.formUnion(keys)
  }

  private static func isTransient(_ property: PropertyDescription) -> Bool {
    switch property {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .fetched: false
    }
  }
}
