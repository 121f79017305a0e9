import ObjectGraph
import Predicates

/// A context's objects as text, one line an object, so that two processes can compare them.
package struct StoreDump: Equatable {
  package struct Object: Equatable {
    package var id: ManagedObjectID
    package var store: String?
    package var text: String
  }

  package var objects: [Object] = []

  /// Reads all objects that exist in a context, without looking for what others have saved. Transient properties are left
  /// out, and derived ones unless `isSaved`: a save computes them. A link to an object that is gone (delete rule "none") is
  /// none, as no file keeps it.
  package init(_ context: ManagedObjectContext, isSaved: Bool = true) {
    let entities = context.model.entities
    let derived = Set(
      entities.flatMap { entity in
        entity.properties.compactMap { $0.attribute?.derivation == nil ? nil : $0.name }
      })
    let ordered = Set(
      entities.flatMap { entity in
        entity.properties.compactMap { $0.relationship?.isOrdered == true ? $0.name : nil }
      })
    for root in entities where root.parent == nil {
      for id in context.graph.objectIDs(of: root.name) {
        let entity = context.entityName(of: id)
        var parts: [String] = []
        for key in StoreDump.keys(of: entity, in: context.model) where isSaved || !derived.contains(key) {
          let value = (try? context.value(of: id, forKey: key)) ?? .string("unreadable")
          let text = StoreDump.text(value, isOrdered: ordered.contains(key), in: context)
          parts.append("\(key): \(text)")
        }
        let text = "\(entity)#\(id.number) \(parts.joined(separator: ", "))"
        objects.append(Object(id: id, store: context.storeName(of: id), text: text))
      }
    }
    objects.sort { $0.text < $1.text }
  }

  package var text: String { objects.map(\.text).joined(separator: "\n") }

  /// The objects of one store.
  package func text(ofStore name: String) -> String {
    objects.filter { $0.store == name }.map(\.text).joined(separator: "\n")
  }

  /// The same without the objects' numbers, which differ between a file and a session that has given them to others.
  package static func withoutNumbers(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: "#").enumerated().map { $0 == 0 ? $1 : $1.drop(while: \.isNumber) }.joined(separator: "#")
    }.sorted()
  }

  private static func keys(of entity: String, in model: ManagedObjectModel) -> [String] {
    var keys: [String] = []
    var next: String? = entity
    while let name = next, let entity = model.entities.first(where: { $0.name == name }) {
      for property in entity.properties {
        switch property {
        case .attribute(let attribute): if !attribute.isTransient { keys.append(attribute.name) }
        case .relationship(let relationship): if !relationship.isTransient { keys.append(relationship.name) }
        case .fetched: break
        }
      }
      next = entity.parent
    }
    return keys.sorted()
  }

  private static func text(_ value: Value, isOrdered: Bool, in context: ManagedObjectContext) -> String {
    if let id = value.objectID { return isThere(id, in: context) ? "#\(id.number)" : "null" }
    if let ids = value.objectIDs {
      let texts = ids.filter { isThere($0, in: context) }.map { "#\($0.number)" }
      return "[" + (isOrdered ? texts : texts.sorted()).joined(separator: " ") + "]"
    }
    return "\(value)"
  }

  private static func isThere(_ id: ManagedObjectID, in context: ManagedObjectContext) -> Bool {
    context.exists(id) && !context.isDeleted(id)
  }
}
