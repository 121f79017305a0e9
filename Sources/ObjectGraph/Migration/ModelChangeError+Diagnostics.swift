import Diagnostics

extension ModelChangeError: ExplainedError {
  /// The words, naming one object that is in the way, and what to do first. O(problems).
  public var diagnostic: Diagnostic {
    switch self {
    case .unresolved(let problems):
      return ModelError(problems: problems).diagnostic
    case .missingValue(let id, let entity, let key):
      return Diagnostic(
        Diagnostic.ID.missingValue, "\(entity)#\(id.number) has no \(key), and \(key) becomes required without default",
        hint: "give it a default, or set \(key) first")
    case .missingObject(let id, let entity, let key):
      return Diagnostic(
        "missing-object", "\(entity)#\(id.number) has no \(key), and \(key) becomes required",
        hint: "leave it optional, or set \(key) first")
    case .unconvertible(let id, let entity, let key, let value, let type):
      return Diagnostic(
        "unconvertible-value", "\(entity)#\(id.number).\(key) is \(value.shown), which is not \(type.article)",
        hint: "change the value first")
    case .tooManyObjects(let id, let entity, let key, let count):
      return Diagnostic(
        "too-many-objects", "\(entity)#\(id.number).\(key) holds \(count) objects, and a to-one relationship holds one",
        hint: "take out all but one first")
    case .sharedObject(let id, let entity, let key, let other):
      return Diagnostic(
        "shared-object", "\(entity)#\(id.number).\(key) leads to \(other), whose inverse leads to another object",
        hint: "let both ends be to-many, or end one of the links first")
    case .wrongDestination(let id, let entity, let key, let other, let destination):
      return Diagnostic(
        "wrong-destination",
        "\(entity)#\(id.number).\(key) leads to \(other), which is not \(DisplayText.withArticle(destination))",
        hint: "end that link first")
    case .abstractWithObjects(let id, let entity):
      return Diagnostic(
        "abstract-with-objects", "\(entity) has objects, such as \(entity)#\(id.number), and cannot become abstract",
        hint: "its objects must be deleted first")
    case .notUnique(let id, let entity, let keys, let others):
      let other = others.first.map { "\(entity)#\($0.number)" } ?? "another object"
      return Diagnostic(
        "not-unique",
        "\(entity)#\(id.number) and \(other) have the same \(Listing.text(keys)), which must be unique",
        hint: "change one of them first")
    case .storeOpen(let store, let isCompatible):
      return Diagnostic(
        Diagnostic.ID.storeOpen, "the store \(store) is a file, and keeps the model that it was written under",
        hint: isCompatible
          ? "close the store, make the change, and open it again: no version hash changes"
          : "make the change in a new version of the model, and migrate the store")
    case .childContext(let name, let parent):
      return Diagnostic("child-model", "\(name) has the model of \(parent)", hint: "change it in \(parent)")
    case .otherContexts:
      return Diagnostic(
        "other-contexts", "objects would be renumbered, and other contexts know them by their numbers",
        hint: "save, and release the other contexts first")
    case .tooManyEntities:
      return Diagnostic("too-many-entities", "there were more than \(DisplayText.grouped(Schema.entityLimit)) entities")
    }
  }
}
