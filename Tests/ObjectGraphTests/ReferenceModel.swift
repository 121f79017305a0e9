import ObjectGraph
import Predicates

/// The slow and obvious league: dictionaries of lists, no columns, no sharing. What the graph is checked against.
struct ReferenceModel: Equatable {
  struct Relationship: Equatable {
    var name: String
    var inverse: String?
    var isToMany: Bool
    var rule: DeleteRule
  }

  struct Object: Equatable {
    var entity: String
    var name: Value = .null
    var links: [String: [ManagedObjectID]] = [:]
    var isDeleted = false

    /// The links of the relationships that hold something.
    var present: [String: [ManagedObjectID]] { links.filter { !$0.value.isEmpty } }
  }

  var schema: [String: [Relationship]]
  var objects: [ManagedObjectID: Object] = [:]

  init(_ model: ManagedObjectModel) {
    schema = [:]
    for entity in model.entities {
      schema[entity.name] = model.properties(of: entity.name).compactMap(\.relationship).map {
        Relationship(name: $0.name, inverse: $0.inverse, isToMany: $0.isToMany, rule: $0.deleteRule)
      }
    }
  }

  func relationship(_ key: String, of id: ManagedObjectID) -> Relationship? {
    objects[id].flatMap { schema[$0.entity]?.first { $0.name == key } }
  }

  func links(_ id: ManagedObjectID, _ key: String) -> [ManagedObjectID] { objects[id]?.links[key] ?? [] }

  mutating func unlink(_ a: ManagedObjectID, _ key: String, _ b: ManagedObjectID) {
    objects[a]?.links[key]?.removeAll { $0 == b }
    if let inverse = relationship(key, of: a)?.inverse { objects[b]?.links[inverse]?.removeAll { $0 == a } }
  }

  mutating func link(_ a: ManagedObjectID, _ key: String, _ b: ManagedObjectID) {
    guard let relationship = relationship(key, of: a), !links(a, key).contains(b) else { return }
    if !relationship.isToMany { for old in links(a, key) { unlink(a, key, old) } }
    if let inverse = relationship.inverse, let back = self.relationship(inverse, of: b) {
      if !back.isToMany { for old in links(b, inverse) { unlink(b, inverse, old) } }
      objects[a]?.links[key, default: []].append(b)
      if !links(b, inverse).contains(a) { objects[b]?.links[inverse, default: []].append(a) }
    } else {
      objects[a]?.links[key, default: []].append(b)
    }
  }

  mutating func delete(_ id: ManagedObjectID) {
    var worklist = [id]
    objects[id]?.isDeleted = true
    while !worklist.isEmpty {
      let here = worklist.removeFirst()
      for relationship in schema[objects[here]?.entity ?? ""] ?? [] {
        let others = links(here, relationship.name)
        switch relationship.rule {
        case .nullify: for other in others { unlink(here, relationship.name, other) }
        case .cascade:
          for other in others where objects[other]?.isDeleted == false {
            objects[other]?.isDeleted = true
            worklist.append(other)
          }
        case .deny, .noAction: break
        }
      }
    }
  }
}
