/// A line of a random program that changes the versions of a model.
enum MigrationLine: Hashable, Sendable, CustomStringConvertible {
  case declare(String, members: String)
  case composite(String, elements: [String])
  case add(String, entity: String, AttributeKind)
  case pair(String, entity: String, String, String, other: String)
  case remove(String, entity: String)
  case rename(String, entity: String, to: String)
  case change(String, entity: String, Change)
  case addElement(String, composite: String)
  case removeElement(String, composite: String)
  case renameElement(String, composite: String, to: String)
  case removeEntity(String)
  case renameEntity(String, to: String)
  case parent(String, of: String)
  case version(Int)
  case use(Int)
  case undo
  /// A statement about objects or stores.
  case other(String)
  case save
  case close(String)
  /// Of one store, or of all.
  case migrate(String?)
  case reopen(String)

  /// The kind of value of an attribute.
  struct AttributeKind: Hashable, Sendable {
    var type: String
    var isOptional = true
    /// The default as it is written; nil for none.
    var initial: String?

    var text: String { ": \(type)\(isOptional ? "?" : "")" + (initial.map { " = \($0)" } ?? "") }
  }

  /// Another description of a property.
  enum Change: Hashable, Sendable {
    case kind(AttributeKind)
    case transient(Bool)
    case derived(String?)
    case ordered(Bool)
    case link(String, isToMany: Bool)

    var text: String {
      switch self {
      case .kind(let kind): kind.text
      case .transient(let isTransient): isTransient ? ", transient" : ", no transient"
      case .derived(let source): source.map { ", derived \($0)" } ?? ", no derived"
      case .ordered(let isOrdered): isOrdered ? ", ordered" : ", no ordered"
      case .link(let destination, let isToMany): " \(isToMany ? "->>" : "->") \(destination)?"
      }
    }
  }

  var description: String {
    switch self {
    case .declare(let name, let members): "entity \(name) { u\(name): String?\(members) }"
    case .composite(let name, let elements):
      "composite \(name) { \(elements.map { "\($0): String?" }.joined(separator: "; ")) }"
    case .add(let name, let entity, let kind): "add \(entity).\(name)\(kind.text)"
    case .pair(let name, let entity, let link, let back, let other): "\(entity).\(name) \(link) \(other).\(back)"
    case .remove(let name, let entity): "remove \(entity).\(name)"
    case .rename(let name, let entity, let new): "rename \(entity).\(name) to \(new)"
    case .change(let name, let entity, let change): "change \(entity).\(name)\(change.text)"
    case .addElement(let name, let composite): "add \(composite).\(name): String?"
    case .removeElement(let name, let composite): "remove \(composite).\(name)"
    case .renameElement(let name, let composite, let new): "rename \(composite).\(name) to \(new)"
    case .removeEntity(let name): "remove \(name)"
    case .renameEntity(let name, let new): "rename \(name) to \(new)"
    case .parent(let parent, let entity): "change \(entity), \(parent.isEmpty ? "no parent" : "parent \(parent)")"
    case .version(let number): "version \"\(number)\""
    case .use(let number): "use version \"\(number == 1 ? "Model" : "\(number)")\""
    case .undo: "undo"
    case .other(let text): text
    case .save: "save"
    case .close(let store): "close \(store)"
    case .migrate(let store): store.map { "migrate \($0)" } ?? "migrate"
    case .reopen(let store): "reopen \(store)"
    }
  }
}
