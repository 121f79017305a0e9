import Diagnostics
import ObjectGraph
import Predicates

/// A link to an object that has been deleted.
package enum DanglingLink: ReviewRule {
  /// One relationship of one object that refers to deleted objects.
  struct Link: Sendable {
    var entity: String
    var relationship: RelationshipDescription
    var holder: ManagedObjectID
    /// The members that are still there, by their numbers.
    var living: [UInt32]

    /// The statement that leaves the relationship its existing objects; advice where the model does not let a save take
    /// that.
    var fix: String {
      let name = "\(entity)#\(holder.number)"
      let path = "\(name).\(relationship.name)"
      guard relationship.isToMany else {
        return relationship.isOptional
          ? "\(path) = nil" : "\(path) is required: set it to another \(relationship.destination), or delete \(name)"
      }
      let isEnough = living.count >= relationship.minimumCount || living.isEmpty && relationship.isOptional
      if !isEnough {
        return "set \(path) to objects of \(relationship.destination) that exist, at least \(relationship.minimumCount)"
      }
      // A fetch has no order of its own.
      guard relationship.isOrdered, living.count <= 20 else {
        return "\(path) = (fetch \(relationship.destination) where SELF IN \(path))"
      }
      return "\(path) = [\(living.map { "\(relationship.destination)#\($0)" }.joined(separator: ", "))]"
    }
  }

  package static let page = RulePage(
    id: "danglingLink", title: "an object refers to one that has been deleted",
    why: """
      No delete rule reached the link: the relationship has no inverse, the rule was no action, or it was deny and a batch \
      deleted the object. What is read through the link is nil, or an error (133000) where the context does not delete inaccessible faults, and a save \
      that validates the holder fails with 1550.
      """,
    example: """
      entity Person { name: String }
      entity Team { name: String; scout -> Person? }
      let pat = Person(name: "Pat")
      Team(name: "Heat", scout: pat)
      save
      delete pat
      save
      """,
    fix: "remove the link, and give the relationship an inverse")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var found: [Finding] = []
    var places: [String: Int] = [:]
    for link in subject.danglingLinks {
      let key = "\(link.entity).\(link.relationship.name)"
      if let place = places[key] {
        found[place].objects.append(link.holder)
        continue
      }
      places[key] = found.count
      let holder = "\(link.entity)#\(link.holder.number)"
      found.append(
        Finding(
          page.id, .error, link.entity, link.relationship.name,
          "\(holder).\(link.relationship.name) refers to an object that has been deleted",
          fix: link.fix, objects: [link.holder]))
    }
    for place in found.indices where found[place].objects.count > 1 {
      let others = found[place].objects.count - 1
      let objects = "\(counted(others, "more object")) of \(found[place].entity)"
      found[place].message += ", and so \(others == 1 ? "does" : "do") \(objects)"
    }
    return found
  }

  /// Looks through all relationships, as a check of a store's file does: a rule may have been another one when the object
  /// was deleted, and a batch does not ask deny. O(links).
  static func links(
    in context: ManagedObjectContext, of relations: [EntityRelation], _ rows: [String: [ManagedObjectID: Int]]
  ) throws -> [Link] {
    let index = ModelIndex(context.model)
    let marked = Set(context.deletedObjects)
    var links: [Link] = []
    for relation in relations {
      for relationship in index.entity(relation.entity)?.properties.compactMap(\.relationship) ?? [] {
        let existing = rows[relationship.destination] ?? [:]
        // What is only marked for deletion is still there where the save will refuse it.
        let isDenied = index.inverse(of: relationship)?.relationship.deleteRule == .deny
        func isGone(_ id: ManagedObjectID) -> Bool {
          existing[id] == nil && !(isDenied && marked.contains(id))
        }
        for (count, object) in relation.objects.enumerated() {
          try context.cancellation.check(at: count)
          let value = try context.value(of: object, forKey: relationship.name)
          let targets = (value.elements ?? [value]).compactMap(\.objectID)
          guard targets.contains(where: isGone) else { continue }
          let living = targets.filter { existing[$0] != nil }.map(\.number)
          links.append(Link(entity: relation.entity, relationship: relationship, holder: object, living: living))
        }
      }
    }
    return links
  }
}
