import Diagnostics

/// The reason why a fetch request cannot be answered, apart from the names that ``ObjectGraphError`` knows. Nothing was
/// fetched; the words are in ``diagnostic``.
public enum FetchRequestError: Error, Hashable, Sendable {
  /// A sort key or property without any key in it.
  case emptyKeyPath
  /// Grouping, or a HAVING condition, is for dictionaries alone.
  case needsDictionaries(String)
  /// Dictionaries, or a number, were asked of a call that gives objects.
  case givesNoObjects(FetchRequest.ResultType)
  /// A HAVING condition chooses among groups, and there are none.
  case havingWithoutGroups
  /// In a grouped fetch a property must be one of those grouped by, or inside an aggregate.
  case notGrouped(String, by: [String])
  /// Two columns of the result have one name.
  case nameTwice(String)
  /// A column of the result must be one value, and the path leads to many.
  case toManyProperty(String)
  /// A fetched property cannot be a column.
  case fetchedProperty(String)
}

extension FetchRequestError: ExplainedError {
  /// The words; no range. O(length of the message).
  public var diagnostic: Diagnostic {
    switch self {
    case .emptyKeyPath: Diagnostic("empty-key-path", "a key path needs at least one key")
    case .needsDictionaries(let part):
      Diagnostic(
        "needs-dictionaries", "\(part) is for fetches that give dictionaries", hint: "set resultType to .dictionaries")
    case .givesNoObjects(.count):
      Diagnostic("gives-no-objects", "this request asks for a number, not for objects", hint: "use count or execute")
    case .givesNoObjects:
      Diagnostic(
        "gives-no-objects", "this request asks for dictionaries, not for objects",
        hint: "use fetchDictionaries or execute")
    case .havingWithoutGroups:
      Diagnostic(
        "having-without-groups", "a HAVING condition chooses among groups, and this fetch makes none",
        hint: "group by a property, or put the condition into the predicate")
    case .notGrouped(let name, let keys):
      Diagnostic(
        "not-grouped", "\(DisplayText.visible(name)) has many values in a group, so it cannot be used alone",
        hint: "group by it too, or ask for \(FetchColumn.Aggregate.alternatives) of it",
        notes: keys.isEmpty ? [] : ["grouped by \(Listing.text(keys))"])
    case .nameTwice(let name):
      Diagnostic("name-twice", "two columns of the result are called \(DisplayText.visible(name))")
    case .toManyProperty(let path):
      Diagnostic(
        "to-many-property", "\(DisplayText.visible(path)) leads to many values, and a column holds one",
        hint: "aggregate it: \(FetchColumn.Aggregate.alternatives)")
    case .fetchedProperty(let name):
      Diagnostic("fetched-property-column", "\(DisplayText.visible(name)) is a fetched property and no column")
    }
  }
}
