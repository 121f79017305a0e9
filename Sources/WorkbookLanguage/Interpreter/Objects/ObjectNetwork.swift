import Diagnostics
import ObjectGraph
import Predicates

/// The objects of a graph and the links between them, for a picture: what a page draws as boxes and lines.
///
/// ```swift
/// let network = interpreter.network(upTo: 60)
/// network.objects[0].label.reference   // "Team#1"
/// network.links[0].to                  // its place in `objects`
/// ```
package struct ObjectNetwork: Hashable, Sendable {
  package struct Object: Hashable, Sendable {
    package var label: ObjectLabel
    package var state: ObjectState
    /// The attributes in the model's order, as they would be written, long texts cut.
    package var values: [Attribute]
  }

  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  /// Two relationships that are each other's inverse make one link.
  package struct Link: Hashable, Sendable {
    /// The places of the objects in ``ObjectNetwork/objects``.
    package var from: Int
    package var to: Int
    /// The relationship of the object `from`.
    package var relationship: String
    /// The relationship of the object `to` that leads back; nil for a link in one direction.
    package var inverse: String?

    /// The same link, seen from its other end; of one that has no inverse, itself.
    package var reversed: Link {
      inverse.map { Link(from: to, to: from, relationship: $0, inverse: relationship) } ?? self
    }
  }

  /// The model's name.
  package var name: String
  /// By entity, in the model's order; those of an entity by number.
  package var objects: [Object]
  /// The links between them, in the order of their owners.
  package var links: [Link]
  /// How many objects there are in all.
  package var total: Int
}

extension Interpreter {
  /// Returns the objects of the current context, at most `limit`, and their links. Nothing is marked as read.
  /// - Complexity: O(limit + links of these objects), and a fetch for each entity.
  package func network(upTo limit: Int = 60) -> ObjectNetwork {
    var copy = trial()
    copy.budget = .lesson
    let context = copy.context
    let describer = Describer(context: context)
    var ids: [ManagedObjectID] = []
    var total = 0
    for entity in context.model.entities where !entity.isAbstract {
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let deleted = context.deletedObjects.filter { context.entityName(of: $0) == entity.name && context.exists($0) }
      total += ((try? context.count(request)) ?? 0) + deleted.count
      guard ids.count < limit else { continue }
      request.limit = limit - ids.count
      let found = ((try? context.fetch(request)) ?? []) + deleted
      ids += found.sorted { $0.number < $1.number }.prefix(limit - ids.count)
    }
    var network = ObjectNetwork(name: context.model.name, objects: [], links: [], total: total)
    network.objects = ids.map { id in
      let attributes = context.model.properties(of: context.entityName(of: id)).compactMap(\.attribute)
      return ObjectNetwork.Object(
        label: describer.label(id), state: describer.state(of: id),
        values: attributes.compactMap { attribute in
          guard let value = try? context.value(of: id, forKey: attribute.name) else { return nil }
          let text = DisplayText.beginning(of: Describer.displayed(value), upTo: 24)
          return ObjectNetwork.Attribute(name: attribute.name, value: text)
        })
    }
    network.links = links(between: ids, in: context)
    return network
  }

  private func links(between ids: [ManagedObjectID], in context: ManagedObjectContext) -> [ObjectNetwork.Link] {
    let places = Dictionary(zip(ids, 0...), uniquingKeysWith: { first, _ in first })
    var links: [ObjectNetwork.Link] = []
    var drawn: Set<ObjectNetwork.Link> = []
    for (from, id) in ids.enumerated() {
      let entity = context.entityName(of: id)
      for relationship in context.model.properties(of: entity).compactMap(\.relationship) {
        guard let value = try? context.value(of: id, forKey: relationship.name) else { continue }
        let inverse = context.model.inverse(of: relationship.name, in: entity)?.relationship.name
        for element in value.elements ?? [value] {
          guard case .object(let reference) = element, let target = ManagedObjectID(reference),
            let to = places[target]
          else { continue }
          let link = ObjectNetwork.Link(from: from, to: to, relationship: relationship.name, inverse: inverse)
          if !drawn.contains(link.reversed), drawn.insert(link).inserted { links.append(link) }
        }
      }
    }
    return links
  }
}
