import Diagnostics
import ObjectGraph
import Predicates

/// The objects of a graph and the links between them, for a picture: what a page draws as boxes and lines.
///
/// ```swift
/// let network = interpreter.network(upTo: 24)
/// network.objects[0].label.reference   // "Team#1"
/// network.links[0].to                  // "Team#1"
/// ```
package struct ObjectNetwork: Hashable, Sendable {
  package struct Object: Hashable, Sendable {
    package var label: ObjectLabel
    package var state: ObjectState
    /// The attributes in the model's order, as they would be written, long texts cut.
    package var values: [Attribute]
    /// The learner's names for it, in the alphabet's order.
    package var names: [String] = []
  }

  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  /// Two relationships that are each other's inverse make one link: that of the end which is to-one, if only one is;
  /// otherwise that of the end whose relationship and object come first in the alphabet.
  package struct Link: Hashable, Sendable {
    /// The reference of the object that has the relationship, `Player#3`.
    package var from: String
    package var relationship: String
    /// The reference of the object that it leads to, which may have been deleted.
    package var to: String
    package var isToMany: Bool
    /// The relationship at the other end; nil without an inverse.
    package var inverse: String?

    /// Identifies the link while its end can change: a to-one link is known by its owner and relationship.
    package var key: String { "\(from).\(relationship)" + (isToMany ? ".\(to)" : "") }
  }

  /// Sorted by entity, in the model's order, and then by number. Empty if there are more than the limit.
  package var objects: [Object] = []
  /// The links between them, in the order of their owners.
  package var links: [Link] = []
  /// How many objects there are in all.
  package var total: Int

  package init(total: Int) { self.total = total }
}

extension Interpreter {
  /// Returns the objects of the current context and their links, unless there are more than a limit. Nothing is marked as
  /// read.
  /// - Complexity: O(limit + links of these objects + entities), and a fetch for each entity of a hierarchy with objects.
  package func network(upTo limit: Int) -> ObjectNetwork {
    var copy = trial()
    copy.budget = .lesson
    let context = copy.context
    var ids: [ManagedObjectID] = []
    var total = 0
    let searched = context.searchedGraphs.0
    let allDeleted = Dictionary(grouping: context.deletedObjects.filter(context.exists), by: context.entityName)
    for entity in context.model.entities where !entity.isAbstract {
      let deleted = allDeleted[entity.name] ?? []
      guard !deleted.isEmpty || searched.hasRows(besides: entity.name) else { continue }
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      total += ((try? context.count(request)) ?? 0) + deleted.count
      guard total <= limit else { continue }
      ids += (((try? context.fetch(request)) ?? []) + deleted).sorted { $0.number < $1.number }
    }
    var network = ObjectNetwork(total: total)
    guard total <= limit else { return network }
    let formatter = ObjectFormatter(context: context)
    var namesOf: [ManagedObjectID: [String]] = [:]
    for (name, value) in names {
      if case .object(let reference) = value, let id = ManagedObjectID(reference) {
        namesOf[id, default: []].append(name)
      }
    }
    for id in ids {
      let label = formatter.label(id)
      let entity = context.entityName(of: id)
      var object = ObjectNetwork.Object(label: label, state: formatter.state(of: id), values: [])
      for property in context.model.properties(of: entity) {
        guard let value = try? context.value(of: id, forKey: property.name) else { continue }
        if let relationship = property.relationship {
          let inverse = context.model.inverse(of: relationship.name, in: entity)?.relationship
          for case .object(let reference) in value.elements ?? [value] {
            guard let target = ManagedObjectID(reference) else { continue }
            let link = ObjectNetwork.Link(
              from: label.reference, relationship: relationship.name, to: formatter.label(target).reference,
              isToMany: relationship.isToMany, inverse: inverse?.name)
            if link.isDrawn(insteadOf: inverse) { network.links.append(link) }
          }
        } else if property.attribute != nil {
          let text = DisplayText.beginning(of: ObjectFormatter.displayed(value), upTo: 60)
          object.values.append(ObjectNetwork.Attribute(name: property.name, value: text))
        }
      }
      object.names = namesOf[id]?.sorted() ?? []
      network.objects.append(object)
    }
    return network
  }
}

extension ObjectNetwork.Link {
  /// Whether this is the end of the two from which the link is drawn.
  fileprivate func isDrawn(insteadOf inverse: RelationshipDescription?) -> Bool {
    guard let inverse else { return true }
    if isToMany != inverse.isToMany { return !isToMany }
    return (relationship, from) <= (inverse.name, to)
  }
}
