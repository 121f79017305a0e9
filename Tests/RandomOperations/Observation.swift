import ObjectGraph
import Predicates

/// Everything that can be seen of a context from outside.
struct Observation: Equatable {
  enum Seen: Equatable {
    case value(Value)
    case one(Label?)
    /// In the order kept; unordered relationships keep the order of adding too.
    case many([Label])

    static func == (a: Seen, b: Seen) -> Bool {
      switch (a, b) {
      case (.value(let a), .value(let b)): a.isExactly(b)
      case (.one(let a), .one(let b)): a == b
      case (.many(let a), .many(let b)): a == b
      default: false
      }
    }
  }

  struct Object: Equatable {
    var entity: String
    var isInserted: Bool
    /// Not asked of an object that is marked as deleted.
    var isUpdated: Bool
    var isDeleted: Bool
    /// Empty for an object that only waits for the next save to go.
    var values: [String: Seen]
    /// The differences from the last save; not compared for an object that is marked as deleted.
    var changed: Set<String>
    /// Their values at that time.
    var were: [String: Seen]
  }

  var objects: [Label: Object] = [:]
  /// The results of a fetch, by entity: now, and as it was saved.
  var found: [String: [Label]] = [:]
  var foundSaved: [String: [Label]] = [:]
  var hasChanges = false
  var canUndo = false
  var canRedo = false
}

extension Observation {
  init(_ reference: ReferenceContext) {
    let schema = reference.schema
    for (label, object) in reference.current.objects {
      var values: [String: Seen] = [:]
      for property in object.isGhost ? [] : schema.entities[object.entity]?.properties ?? [] {
        switch property {
        case .attribute(let attribute): values[attribute.name] = .value(object.values[attribute.name] ?? .null)
        case .relationship(let relationship):
          let links = object.links[relationship.name] ?? []
          values[relationship.name] = relationship.isToMany ? .many(links) : .one(links.first)
        case .fetched: break
        }
      }
      objects[label] = Object(
        entity: object.entity, isInserted: reference.isInserted(label),
        isUpdated: !object.isDeleted && reference.isUpdated(label), isDeleted: object.isDeleted, values: values,
        changed: [], were: [:])
      if object.isDeleted { continue }
      // The order of a set is no value: a member that went and came back changes nothing.
      let sets = (schema.entities[object.entity]?.properties ?? []).compactMap(\.relationship)
        .filter { $0.isToMany && !$0.isOrdered }.map(\.name)
      let changed = reference.current.differences(label, from: reference.saved).filter { key in
        !sets.contains(key)
          || Set(reference.current.links(label, key)) != Set(reference.saved.links(label, key))
      }
      objects[label]?.changed = changed
      for key in changed {
        let links = reference.saved.links(label, key)
        objects[label]?.were[key] =
          switch values[key] {
          case .one: .one(links.first)
          case .many: .many(links)
          default: .value(reference.saved.value(label, key))
          }
      }
    }
    for entity in schema.names {
      func find(_ graph: ReferenceGraph) -> [Label] {
        graph.objects.filter { !$0.value.isDeleted && schema.isKind($0.value.entity, of: entity) }.keys.sorted()
      }
      found[entity] = find(reference.current)
      foundSaved[entity] = find(reference.saved)
    }
    hasChanges = reference.current.objects.keys.contains {
      reference.isInserted($0) || reference.isUpdated($0) || !reference.current.isLive($0)
    }
    canUndo = reference.canUndo
    canRedo = reference.canRedo
  }

  /// - Parameter ghosts: objects whose values are not asked.
  init(_ subject: Subject, ghosts: Set<Label>) throws {
    let context = subject.context
    func label(_ id: ManagedObjectID) -> Label { subject.labels[id] ?? -1 }
    for (label, id) in subject.ids where context.exists(id) {
      let entity = context.entityName(of: id)
      let isDeleted = context.isDeleted(id)
      var values: [String: Seen] = [:]
      var were: [String: Seen] = [:]
      let committed = isDeleted ? [:] : context.committedValues(of: id)
      for property in ghosts.contains(label) ? [] : context.model.properties(of: entity) {
        let key = property.name
        values[key] = seen(try context.value(of: id, forKey: key), property, subject)
        if let value = committed[key] { were[key] = seen(value, property, subject) }
      }
      objects[label] = Object(
        entity: entity, isInserted: context.isInserted(id), isUpdated: !isDeleted && context.isUpdated(id),
        isDeleted: isDeleted, values: values, changed: isDeleted ? [] : Set(context.changedValues(of: id).keys),
        were: were)
    }
    for entity in context.model.entityNames {
      found[entity] = try context.fetch(FetchRequest(entity)).map(label).sorted()
      foundSaved[entity] = try context.fetch(FetchRequest(entity, includesPendingChanges: false)).map(label).sorted()
    }
    hasChanges = context.hasChanges
    canUndo = context.canUndo
    canRedo = context.canRedo
  }

  private func seen(_ value: Value, _ property: PropertyDescription, _ subject: Subject) -> Seen? {
    switch property {
    case .attribute: return .value(value)
    case .relationship(let relationship):
      let members = value.isNull ? [] : (value.objectIDs ?? []).map { subject.labels[$0] ?? -1 }
      return relationship.isToMany ? .many(members) : .one(members.first)
    case .fetched: return nil
    }
  }

  /// The first things in which this differs from what is expected, in words.
  func differences(from expected: Observation) -> [String] {
    var lines: [String] = []
    for label in Set(objects.keys).union(expected.objects.keys).sorted() {
      guard let mine = objects[label] else {
        lines.append("o\(label) is not there")
        continue
      }
      guard let theirs = expected.objects[label] else {
        lines.append("o\(label) is there and should not be")
        continue
      }
      func say<T: Equatable>(_ what: String, _ a: T, _ b: T) {
        if a != b { lines.append("o\(label): \(what) is \(a), expected \(b)") }
      }
      say("entity", mine.entity, theirs.entity)
      say("isInserted", mine.isInserted, theirs.isInserted)
      say("isUpdated", mine.isUpdated, theirs.isUpdated)
      say("isDeleted", mine.isDeleted, theirs.isDeleted)
      say("what changed", mine.changed.sorted(), theirs.changed.sorted())
      for key in mine.changed.union(theirs.changed).sorted() {
        say("the saved \(key)", mine.were[key], theirs.were[key])
      }
      for key in Set(mine.values.keys).union(theirs.values.keys).sorted() {
        say(key, mine.values[key], theirs.values[key])
      }
    }
    for entity in Set(found.keys).union(expected.found.keys).sorted() {
      if found[entity] != expected.found[entity] {
        lines.append("fetch \(entity) finds \(found[entity] ?? []), expected \(expected.found[entity] ?? [])")
      }
      if foundSaved[entity] != expected.foundSaved[entity] {
        lines.append(
          "fetch saved \(entity) finds \(foundSaved[entity] ?? []), expected \(expected.foundSaved[entity] ?? [])")
      }
    }
    if hasChanges != expected.hasChanges { lines.append("hasChanges is \(hasChanges)") }
    if canUndo != expected.canUndo { lines.append("canUndo is \(canUndo)") }
    if canRedo != expected.canRedo { lines.append("canRedo is \(canRedo)") }
    return lines
  }
}
