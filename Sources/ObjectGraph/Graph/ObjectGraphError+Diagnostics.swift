import Diagnostics
import Predicates

import struct Foundation.URL

extension ObjectGraphError: ContextError {
  /// Returns the words, with the nearest names where one is unknown; no range.
  package func diagnostic(typing typed: (String) -> String) -> Diagnostic {
    switch self {
    case .unknownEntity(let name, let known):
      Diagnostic(
        Diagnostic.ID.unknownEntity, "there is no entity '\(DisplayText.visible(name))'",
        hint: Suggestions.didYouMean(name, among: known))
    case .abstractEntity(let name, let subentities):
      Diagnostic(
        "abstract-entity", "\(name) is abstract and cannot have objects",
        hint: subentities.isEmpty ? nil : "make \(subentities.prefix(4).joined(separator: " or "))")
    case .unknownKey(let key, let entity, let known):
      Diagnostic(
        Diagnostic.ID.unknownKey, "\(entity) has no \(DisplayText.visible(key))",
        hint: key == "entity"
          ? "an object keeps its entity for life: create another object instead"
          : Suggestions.didYouMean(key, among: known)
            ?? (known.isEmpty || known.count > 8 ? nil : "it has \(known.joined(separator: ", "))"))
    case .wrongType(let key, let entity, let expected, let value):
      Diagnostic(
        "wrong-type", "\(entity).\(key) takes \(expected.words), not \(value.shown)", hint: hint(expected, value))
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
      Diagnostic("not-a-relationship", "\(entity).\(key) is not a relationship", hint: "write \(key) = …")
    case .notToMany(let key, let entity):
      Diagnostic("not-to-many", "\(entity).\(key) leads to one object only", hint: "write \(key) = …")
    case .notOrdered(let key, let entity):
      Diagnostic("not-ordered", "\(entity).\(key) keeps no order", hint: "write .add(…)")
    case .readOnly(let key, let entity):
      Diagnostic(
        "read-only", "\(entity).\(key) is a fetched property and cannot be set",
        hint: "its condition decides: change the objects that it should find")
    case .derived(let key, let entity):
      Diagnostic("derived", "\(entity).\(key) is derived and cannot be set", hint: "the next save computes it")
    case .indexOutOfRange(let index, let count, let key, let entity):
      Diagnostic(
        "index-out-of-range", "\(entity).\(key) has no place \(index)",
        hint: count == 0 ? "it is empty: at: 0" : "its places are 0 to \(count)")
    case .deletedObject(let id, let entity):
      Diagnostic(
        "deleted-object", "\(entity)#\(id.number) is marked for deletion", hint: typed("undo") + " brings it back",
        notes: ["Core Data would take the value, and the save would discard it"])
    case .objectGone(let id, let entity): Diagnostic("object-gone", "\(entity)#\(id.number) no longer exists")
    case .deletedElsewhere(let id, let entity):
      Diagnostic(
        "deleted-elsewhere",
        "\(StoreCode.referentialIntegrity.rawValue)  \(entity)#\(id.number) has been deleted by another context",
        hint: typed("reset") + " forgets it, with everything that is not saved",
        notes: ["Core Data makes it a fault, which reads as nil from then on and says that it is deleted"])
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

  private func hint(_ expected: Expected, _ value: Value) -> String? {
    switch (expected, value) {
    case (.attribute(.boolean), .integer(0)): "write false"
    case (.attribute(.boolean), .integer(1)): "write true"
    case (.attribute(.string), .integer), (.attribute(.string), .double): "write it in quotes"
    case (.attribute(.date), _): "a date is written 2026-11-20, with a time 2026-11-20T09:30:00Z"
    case (.transformed("HexColor"), _): "write color \"#98002e\""
    case (.attribute(let type), .string(let text)) where type.integerRange != nil && Int64(text) != nil,
      (.attribute(let type), .string(let text))
    where [.decimal, .double, .float].contains(type) && Double(text) != nil:
      "write \(text) without quotes"
    case (.attribute(.boolean), .string(let text)) where ["true", "yes", "YES"].contains(text): "write true"
    case (.attribute(.boolean), .string(let text)) where ["false", "no", "NO"].contains(text): "write false"
    case (.attribute(.binaryData), .string(let text))
    where !text.isEmpty && text.count.isMultiple(of: 2) && text.allSatisfy(\.isHexDigit):
      "write data \"\(text)\""
    case (.attribute(.binaryData), _): "bytes are written in hexadecimal: data \"0a0b\""
    case (.attribute(.uuid), _): "a UUID is written \"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\""
    case (.attribute(.uri), .string(let text)):
      URL(string: text, encodingInvalidCharacters: true).map { "write \"\($0.absoluteString)\"" }
    case (.object(let entity), .string), (.object(let entity), .integer), (.objects(let entity), .string):
      "name an object: fetch \(entity) lists them"
    case (.objects(_), .object): "write [ ] around it, or .add(…)"
    default: nil
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
