import ObjectGraph
import Predicates

/// The name of an object in a program: its number in the order of creation.
package typealias Label = Int

/// The slow and obvious object graph: dictionaries of dictionaries, copied whole, no columns, no sharing.
///
/// It is written from what is known of Core Data and, where that leaves a choice, from the choices that
/// docs/core-data.md lists as ours.
struct ReferenceGraph {
  struct Object {
    var entity: String
    var values: [String: Value] = [:]
    var links: [String: [Label]] = [:]
    var isDeleted = false
    /// Whether one of its own properties was changed since the last save.
    var isTouched = false
    /// The graph that was gone back to does not know it, and the saved one does: it waits for the next save to go.
    var isGhost = false
  }

  var schema: ReferenceSchema
  /// The objects that exist, including those marked as deleted. All others are gone.
  var objects: [Label: Object] = [:]
  /// Which save the marks are relative to.
  var saveNumber = 0

  func isLive(_ label: Label) -> Bool { objects[label].map { !$0.isDeleted } ?? false }

  func value(_ label: Label, _ key: String) -> Value { objects[label]?.values[key] ?? .null }

  func links(_ label: Label, _ key: String) -> [Label] { objects[label]?.links[key] ?? [] }

  func relationship(_ key: String, of label: Label) -> RelationshipDescription? {
    objects[label].flatMap { schema.relationship(key, of: $0.entity) }
  }

  // MARK: Changing

  mutating func touch(_ label: Label) {
    if isLive(label) { objects[label]?.isTouched = true }
  }

  /// Returns whether anything changed.
  mutating func set(_ label: Label, _ key: String, _ value: Value) -> Bool {
    if self.value(label, key).isExactly(value) { return false }
    objects[label]?.values[key] = value
    touch(label)
    return true
  }

  /// Makes `a` lead to `b` and the inverse lead back; a to-one end forgets what it held.
  mutating func link(_ a: Label, _ key: String, _ b: Label) -> Bool {
    guard let relationship = relationship(key, of: a), !links(a, key).contains(b) else { return false }
    if !relationship.isToMany {
      for old in links(a, key) { unlink(a, key, old) }
    }
    if let inverse = relationship.inverse, let back = self.relationship(inverse, of: b), !back.isToMany {
      for old in links(b, inverse) { unlink(b, inverse, old) }
    }
    objects[a]?.links[key, default: []].append(b)
    touch(a)
    if let inverse = relationship.inverse {
      if !links(b, inverse).contains(a) { objects[b]?.links[inverse, default: []].append(a) }
      touch(b)
    }
    return true
  }

  /// Ends the link between `a` and `b`, at both ends when there is an inverse. Returns whether there was one.
  @discardableResult
  mutating func unlink(_ a: Label, _ key: String, _ b: Label) -> Bool {
    guard links(a, key).contains(b) else { return false }
    objects[a]?.links[key]?.removeAll { $0 == b }
    touch(a)
    if let inverse = relationship(key, of: a)?.inverse {
      objects[b]?.links[inverse]?.removeAll { $0 == a }
      touch(b)
    }
    return true
  }

  /// Sets a whole to-many. Objects that remain members stay linked, so that their own side is not touched.
  mutating func setMembers(_ a: Label, _ key: String, _ wanted: [Label]) -> Bool {
    let isOrdered = relationship(key, of: a)?.isOrdered ?? false
    var isChanged = false
    for old in links(a, key) where !wanted.contains(old) {
      unlink(a, key, old)
      isChanged = true
    }
    for new in wanted where link(a, key, new) { isChanged = true }
    return isOrdered ? reorder(a, key, wanted) || isChanged : isChanged
  }

  /// Gives the members of an ordered to-many another order.
  mutating func reorder(_ a: Label, _ key: String, _ members: [Label]) -> Bool {
    if links(a, key) == members { return false }
    objects[a]?.links[key] = members
    touch(a)
    return true
  }

  // MARK: Deleting

  /// Marks objects as deleted and lets their rules act until nothing more follows.
  /// - Returns: the objects that were asked for and those that went for them.
  @discardableResult
  mutating func propagateDeletion(of roots: [Label]) -> Set<Label> {
    var gone: Set<Label> = []
    var worklist: [Label] = []
    for root in roots where gone.insert(root).inserted {
      objects[root]?.isDeleted = true
      worklist.append(root)
    }
    while !worklist.isEmpty {
      let here = worklist.removeFirst()
      guard let entity = objects[here]?.entity else { continue }
      for relationship in schema.relationships(of: entity) {
        let others = links(here, relationship.name)
        switch relationship.deleteRule {
        case .nullify: for other in others { unlink(here, relationship.name, other) }
        case .cascade:
          for other in others where isLive(other) {
            objects[other]?.isDeleted = true
            gone.insert(other)
            worklist.append(other)
          }
        case .deny, .noAction: break
        }
      }
    }
    return gone
  }

  // MARK: Marks

  /// Leaves the state after a successful save: deleted objects are gone, nothing is marked. References to deleted
  /// objects stay.
  mutating func settle() {
    objects = objects.filter { !$0.value.isDeleted }
    for label in objects.keys { objects[label]?.isTouched = false }
    saveNumber += 1
  }

  /// The keys in which an object differs from itself in another graph; from nothing when it is not there.
  func differences(_ label: Label, from other: ReferenceGraph) -> Set<String> {
    guard let entity = objects[label]?.entity else { return [] }
    var keys: Set<String> = []
    for property in schema.entities[entity]?.properties ?? [] {
      switch property {
      case .attribute(let attribute):
        if !value(label, attribute.name).isExactly(other.value(label, attribute.name)) { keys.insert(attribute.name) }
      case .relationship(let relationship):
        if links(label, relationship.name) != other.links(label, relationship.name) { keys.insert(relationship.name) }
      case .fetched: break
      }
    }
    return keys
  }

  /// After going back or forth past a save: the marks say how every object stands to what is saved now.
  mutating func compareMarks(with saved: ReferenceGraph) {
    objects = objects.filter { !$0.value.isGhost }
    for label in objects.keys {
      let isTouched = saved.objects[label] != nil && !differences(label, from: saved).isEmpty
      objects[label]?.isTouched = isTouched
    }
    for (label, object) in saved.objects where objects[label] == nil {
      objects[label] = Object(entity: object.entity, isDeleted: true, isGhost: true)
    }
    saveNumber = saved.saveNumber
  }
}
