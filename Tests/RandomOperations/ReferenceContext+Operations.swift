import ObjectGraph
import Predicates

extension ReferenceContext {
  /// Carries out a line whose objects are all known.
  mutating func perform(_ operation: Operation) -> Outcome {
    switch operation {
    case .insert(let label, let entity): return insert(label, entity)
    case .set(let label, let key, let value): return change(set(label, key, value))
    case .setOne(let label, let key, let other): return change(setOne(label, key, other))
    case .setMany(let label, let key, let members): return change(setMany(label, key, members))
    case .add(let members, let key, let label):
      guard let relationship = toMany(key, of: label), members.allSatisfy({ canHold(label, relationship, $0) }) else {
        return .refused
      }
      var isChanged = false
      for member in members where current.link(label, key, member) { isChanged = true }
      return change(isChanged)
    case .remove(let members, let key, let label):
      guard toMany(key, of: label) != nil else { return .refused }
      var isChanged = false
      for member in members where current.unlink(label, key, member) { isChanged = true }
      return change(isChanged)
    case .insertAt(let label, let key, let owner, let index): return change(insert(label, key, owner, index))
    case .delete(let label):
      guard current.objects[label] != nil else { return .refused }
      guard current.isLive(label) else { return .done }
      current.objects[label]?.isDeleted = true
      pending.append(label)
      return change(true)
    case .endEvent: return endEvent()
    case .discardEvent:
      discardEvent()
      return .done
    case .save: return save()
    case .rollback, .advance:
      rollback()
      return .done
    case .reset:
      forgetTransients()
      rollback()
      return .done
    case .undo: return .answer(undo())
    case .redo: return .answer(redo())
    case .beginGroup: return .answer(beginGroup())
    case .endGroup: return .answer(endGroup())
    case .explain(let labels): return explain(labels)
    // Changes of a copy do not affect the original, and the other way round.
    case .trial: return .done
    }
  }

  /// nil stands for a refusal, in which nothing has changed.
  private mutating func change(_ isChanged: Bool?) -> Outcome {
    guard let isChanged else { return .refused }
    if isChanged { isEventChanged = true }
    return .done
  }

  private mutating func insert(_ label: Label, _ entity: String) -> Outcome {
    guard let found = schema.entities[entity], !found.isAbstract else { return .refused }
    var object = ReferenceGraph.Object(entity: entity)
    for attribute in schema.attributes(of: entity) {
      if case .value(let value) = attribute.defaultValue {
        object.values[attribute.name] = ExampleValues.kept(value, by: attribute.type)
      }
    }
    known.insert(label)
    current.objects[label] = object
    return change(true)
  }

  /// No store keeps a transient attribute: what is read anew has its default.
  private mutating func forgetTransients() {
    for (label, object) in saved.objects {
      for attribute in schema.attributes(of: object.entity) where attribute.isTransient {
        saved.objects[label]?.values[attribute.name] = nil
        if case .value(let value) = attribute.defaultValue {
          saved.objects[label]?.values[attribute.name] = ExampleValues.kept(value, by: attribute.type)
        }
      }
    }
  }

  private func toMany(_ key: String, of label: Label) -> RelationshipDescription? {
    guard current.isLive(label), let found = current.relationship(key, of: label), found.isToMany else { return nil }
    return found
  }

  /// Whether a relationship of an object may lead to another, and its inverse back.
  private func canHold(_ label: Label, _ relationship: RelationshipDescription, _ other: Label) -> Bool {
    guard current.isLive(other), let mine = current.objects[label]?.entity, let theirs = current.objects[other]?.entity,
      schema.isKind(theirs, of: relationship.destination)
    else { return false }
    guard let inverse = relationship.inverse else { return true }
    return schema.relationship(inverse, of: theirs).map { schema.isKind(mine, of: $0.destination) } ?? false
  }

  private mutating func set(_ label: Label, _ key: String, _ value: Value) -> Bool? {
    guard current.isLive(label), let entity = current.objects[label]?.entity else { return nil }
    switch schema.property(key, of: entity) {
    case .attribute(let attribute):
      guard let kept = value.isNull ? .null : ExampleValues.kept(value, by: attribute.type) else { return nil }
      return current.set(label, key, kept)
    case .relationship(let relationship):
      guard value.isNull else { return nil }
      if relationship.isToMany { return current.setMembers(label, key, []) }
      var isChanged = false
      for old in current.links(label, key) where current.unlink(label, key, old) { isChanged = true }
      return isChanged
    case .fetched, nil: return nil
    }
  }

  private mutating func setOne(_ label: Label, _ key: String, _ other: Label) -> Bool? {
    guard current.isLive(label), let relationship = current.relationship(key, of: label), !relationship.isToMany,
      canHold(label, relationship, other)
    else { return nil }
    return current.link(label, key, other)
  }

  private mutating func setMany(_ label: Label, _ key: String, _ members: [Label]) -> Bool? {
    guard let relationship = toMany(key, of: label), members.allSatisfy({ canHold(label, relationship, $0) }) else {
      return nil
    }
    var once: [Label] = []
    for member in members where !once.contains(member) { once.append(member) }
    return current.setMembers(label, key, once)
  }

  /// The place is counted before the insertion; a member is moved there.
  private mutating func insert(_ label: Label, _ key: String, _ owner: Label, _ index: Int) -> Bool? {
    guard let relationship = toMany(key, of: owner), relationship.isOrdered, canHold(owner, relationship, label) else {
      return nil
    }
    var members = current.links(owner, key)
    guard index >= 0, index <= members.count else { return nil }
    let old = members.firstIndex(of: label)
    members.insert(label, at: index)
    if let old { members.remove(at: old < index ? old : old + 1) }
    let isNew = current.link(owner, key, label)
    return current.reorder(owner, key, members) || isNew
  }
}
