import ObjectGraph
import Predicates
import Support

/// A random graph for a model: a plan from which ``make(in:)`` makes the objects in a context, whatever its model.
struct SampleGraph {
  struct Object {
    var entity: String
    var values: [(key: String, value: Value)] = []
    /// The objects that it is linked to, by their places, over relationships.
    var links: [(key: String, object: Int)] = []
  }

  var objects: [Object] = []

  /// Makes a graph without objects.
  init() {}

  /// Draws objects of every concrete entity. Values come from the given ones; links respect that a to-one has one
  /// destination at both ends.
  /// - Parameters:
  ///   - count: how many objects of each entity.
  ///   - value: draws a value for an attribute of an entity; nil leaves the attribute without one.
  init(
    of model: ManagedObjectModel, count: Int, _ random: inout SeededRandom,
    value: (AttributeDescription, _ entity: String, inout SeededRandom) -> Value?
  ) {
    for entity in model.entities where !entity.isAbstract {
      let attributes = model.properties(of: entity.name).compactMap(\.attribute).filter { $0.derivation == nil }
      for _ in 0..<count {
        var object = Object(entity: entity.name)
        for attribute in attributes {
          guard !(attribute.isOptional && random.chance(15)), let value = value(attribute, entity.name, &random) else {
            continue
          }
          object.values.append((attribute.name, value))
        }
        objects.append(object)
      }
    }
    link(model, &random)
  }

  private mutating func link(_ model: ManagedObjectModel, _ random: inout SeededRandom) {
    /// The ends of one-to-ones that are taken: an object has one such link.
    var taken: [String: Set<Int>] = [:]
    // In every other graph most links lead to one object, which then has many.
    let isCrowded = random.chance(50)
    var crowded: [String: Int] = [:]
    var drawn: [String: [(RelationshipDescription, inverse: RelationshipDescription?)]] = [:]
    var destinations: [String: [Int]] = [:]
    for name in Set(objects.map(\.entity)) {
      drawn[name] = model.properties(of: name).compactMap(\.relationship).compactMap { relationship in
        let inverse = model.inverse(of: relationship)
        // Links are drawn at one end: at the to-one, or where both ends are alike at the first by name.
        let isOther = inverse.map { inverse in
          inverse.isToMany == relationship.isToMany ? inverse.name < relationship.name : relationship.isToMany
        }
        return isOther == true ? nil : (relationship, inverse)
      }
      for destination in drawn[name, default: []].map(\.0.destination) where destinations[destination] == nil {
        destinations[destination] = objects.indices.filter { model.isKind(objects[$0].entity, of: destination) }
      }
    }
    for place in objects.indices {
      for (relationship, inverse) in drawn[objects[place].entity, default: []] {
        let others = destinations[relationship.destination, default: []]
        guard !others.isEmpty else { continue }
        if relationship.isToMany {
          let most = min(others.count, relationship.maximumCount > 0 ? relationship.maximumCount : 4)
          for other in random.some(random.below(most + 1), of: others) {
            objects[place].links.append((relationship.name, other))
          }
          continue
        }
        guard !(relationship.isOptional && random.chance(20)) else { continue }
        guard let inverse, !inverse.isToMany else {
          let favourite = crowded[relationship.name] ?? random.pick(others)
          crowded[relationship.name] = favourite
          let other = isCrowded && random.chance(85) ? favourite : random.pick(others)
          objects[place].links.append((relationship.name, other))
          continue
        }
        let free = others.filter { taken[inverse.name]?.contains($0) != true }
        guard !free.isEmpty else { continue }
        let other = random.pick(free)
        taken[inverse.name, default: []].insert(other)
        objects[place].links.append((relationship.name, other))
      }
    }
  }

  /// Makes the objects in a context; nil for those of entities that its model does not have. What the model does not know,
  /// or refuses at once, is left out.
  func make(in context: ManagedObjectContext) -> [ManagedObjectID?] {
    let made = objects.map { object in
      let id = try? context.insert(object.entity)
      if let id {
        for (key, value) in object.values { try? context.setValue(value, of: id, forKey: key) }
      }
      return id
    }
    for (object, id) in zip(objects, made) {
      guard let id else { continue }
      for (key, other) in object.links {
        guard let other = made[other] else { continue }
        let isToMany = context.model.property(key, of: object.entity)?.property.relationship?.isToMany
        if isToMany == true {
          try? context.add([other], to: key, of: id)
        } else {
          try? context.setValue(other.value, of: id, forKey: key)
        }
      }
    }
    return made
  }

  /// An object as a learner would make it, with its values: `Train(number: 3, platform: "12")`.
  /// - Parameter subject: the place of the object that a sentence is about; another one of its name is called another.
  func text(_ place: Int, besides subject: Int? = nil) -> String {
    func name(_ other: Int) -> String {
      guard let subject, other != subject, objects[other].entity == objects[subject].entity,
        objects[other].name == objects[subject].name
      else { return objects[other].name }
      let isCalled = objects[other].hasName
      return isCalled
        ? "another \(objects[other].entity) that is also called \(objects[other].name)"
        : "another \(objects[other].entity)"
    }
    let object = objects[place]
    let values = object.values.filter { !$0.value.isNull }.map { "\($0.key): \(ObjectFormatter.literal($0.value))" }
    let links = Dictionary(grouping: object.links, by: \.key).sorted { $0.key < $1.key }.map { key, links in
      "\(key): \(links.map { name($0.object) }.joined(separator: " and "))"
    }
    return "\(object.entity)(\((values + links).joined(separator: ", ")))"
  }

  /// The graph without some objects, and without the links to them.
  func without(_ places: Set<Int>) -> SampleGraph {
    var copy = self
    let kept = objects.indices.filter { !places.contains($0) }
    let renumbered = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    copy.objects = kept.map { place in
      var object = objects[place]
      object.links = object.links.compactMap { link in renumbered[link.object].map { (link.key, $0) } }
      return object
    }
    return copy
  }
}

extension SampleGraph.Object {
  /// The first text or number among its values, or its entity.
  fileprivate var name: String { text.map { ObjectFormatter.literal($0) } ?? "a \(entity)" }

  fileprivate var hasName: Bool { text != nil }

  private var text: Value? { values.first { if case .string = $0.value { true } else { false } }?.value }
}

extension ManagedObjectModel {
  fileprivate func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { property($0, of: relationship.destination)?.property.relationship }
  }
}
