import Diagnostics
import Predicates

extension ObjectGraphError: ExplainedError {
  /// Why `entity` cannot be set.
  package static let entityForLife = "an object keeps its entity for life: create another object instead"

  private static func unknown(_ key: String, of entity: String, _ known: [String]) -> Diagnostic {
    var diagnostic = Diagnostic.unknown(key, of: entity, among: known)
    if key == "entity" { diagnostic.hint = entityForLife }
    return diagnostic
  }

  /// The words, with the nearest names where one is unknown; no range. O(length of the message), and
  /// O(known names × length²) where a name is looked for.
  public var diagnostic: Diagnostic {
    switch self {
    case .unknownEntity(let name, let known):
      Diagnostic(
        Diagnostic.ID.unknownEntity, "there is no entity '\(DisplayText.visible(name))'",
        nearest: Suggestions.nearest(to: name, among: known))
    case .abstractEntity(let name, let subentities):
      Diagnostic(
        "abstract-entity", "\(name) is abstract and cannot have objects",
        hint: subentities.isEmpty ? nil : "make \(subentities.prefix(4).joined(separator: " or "))")
    case .unknownKey(let key, let entity, let known):
      Self.unknown(key, of: entity, known)
    case .wrongType(let key, let entity, let expected, let value):
      Diagnostic("wrong-type", "\(entity).\(key) takes \(expected.words), not \(value.shown)")
    case .wrongEntity(let key, let entity, let expected, let found):
      Diagnostic(
        "wrong-entity",
        "\(entity).\(key) takes \(DisplayText.withArticle(expected)), not \(DisplayText.withArticle(found))")
    case .outOfRange(let key, let entity, let type, let value):
      Diagnostic(
        "out-of-range", "\(value.shown) is beyond \(entity).\(key), \(type.article)",
        hint: type.integerRange.map { "it holds \($0.lowerBound) to \($0.upperBound)" })
    case .nestedTooDeep(let key, let entity, let limit):
      Diagnostic(
        Diagnostic.ID.nestedTooDeep, "\(entity).\(key): lists can be nested at most \(limit) levels deep",
        hint: "keep the parts in separate objects")
    case .notRelationship(let key, let entity):
      Diagnostic("not-a-relationship", "\(entity).\(key) is not a relationship", hint: "set its value")
    case .notToMany(let key, let entity):
      Diagnostic("not-to-many", "\(entity).\(key) leads to one object only", hint: "set that object")
    case .notOrdered(let key, let entity):
      Diagnostic("not-ordered", "\(entity).\(key) keeps no order", hint: "add to it without a place")
    case .readOnly(let key, let entity):
      Diagnostic(
        "read-only", "\(entity).\(key) is a fetched property and cannot be set",
        hint: "its condition decides: change the objects that it should find")
    case .derived(let key, let entity):
      Diagnostic("derived", "\(entity).\(key) is derived and cannot be set", hint: "the next save computes it")
    case .indexOutOfRange(let index, let count, let key, let entity):
      Diagnostic(
        "index-out-of-range", "\(entity).\(key) has no place \(index)",
        hint: count == 0 ? "it is empty: its only place is 0" : "its places are 0 to \(count)")
    case .deletedObject(let id, let entity):
      Diagnostic(
        "deleted-object", "\(entity)#\(id.number) is marked for deletion", hint: "undo brings it back",
        notes: ["Core Data would take the value, and the save would discard it"])
    case .objectGone(let id, let entity): Diagnostic("object-gone", "\(entity)#\(id.number) no longer exists")
    case .deletedElsewhere(let id, let entity):
      Diagnostic(
        "deleted-elsewhere",
        "\(StoreCode.referentialIntegrity.rawValue)  \(entity)#\(id.number) has been deleted by another context",
        hint: "discard the changes made here",
        notes: ["it has changes here; what Core Data's refresh does with them is not established"]
      ).with(code: StoreCode.referentialIntegrity.rawValue)
    case .foreignObject:
      Diagnostic("foreign-object", "this object belongs to another context", hint: "use object(id)")
    case .toManySortKey(let path):
      Diagnostic("to-many-sort-key", "\(DisplayText.visible(path)) leads to many values, and a sort key to one")
    case .unknownForm(let text): Diagnostic("unknown-form", "\(DisplayText.visible(text)) cannot be evaluated here")
    case .endlessFetchedProperty(let name):
      Diagnostic("endless-fetched-property", "\(name) refers to itself")
    case .numbersExhausted(let entity): Diagnostic("numbers-exhausted", "\(entity) has no numbers left for new objects")
    }
  }
}

extension ObjectGraphError.Expected {
  var words: String {
    switch self {
    case .attribute(let type): type.article
    case .composite(let name): "the elements of \(name)"
    case .transformed("HexColor"): "a colour"
    case .transformed(let name): "what \(name) takes"
    case .object(let entity): "one \(entity)"
    case .objects(let entity): "a list of \(entity) objects"
    }
  }
}
