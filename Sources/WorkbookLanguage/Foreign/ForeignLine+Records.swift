import ObjectGraph
import Predicates

/// Calls of other object stores: Realm, Rails' and Django's records, and Core Data's own helpers of apps.
extension ForeignLine {
  private static let creations: Set<String> = ["create", "new", "build", "insert", "make", "save"]
  private static let searches: Set<String> = [
    "where", "find", "find_by", "findBy", "filter", "get", "findOne", "first",
  ]
  private static let lists: Set<String> = ["all", "findMany", "find", "list", "getAll", "fetchAll"]

  /// `Book.where(pages: 100)`, `Book.objects.filter(pages__gt=100)`, `Book.create(title: "Three")`, `realm.add(one)`
  func recordCall(_ receiver: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]) -> Translation? {
    if receiver.lastName == "realm" { return realmCall(name, arguments) }
    if let found = recordsCall(receiver, name, arguments) { return found }
    var owner = receiver
    if case .member(let entity, "objects") = owner { owner = entity }
    guard case .name(let entity, _) = owner, isEntityName(entity) else { return nil }
    let named = arguments.filter { $0.label != nil }
    guard named.count == arguments.count else { return nil }
    if Self.lists.contains(name), arguments.isEmpty { return Translation(Self.fetchReason, ["fetch \(entity)"]) }
    guard !arguments.isEmpty || Self.creations.contains(name) else { return nil }
    if Self.creations.contains(name) {
      return value(.call(.name(entity), arguments)).map { Translation("an object is made by its entity's name", [$0]) }
    }
    guard Self.searches.contains(name) else { return nil }
    let conditions = named.compactMap { condition($0, of: entity) }
    guard conditions.count == named.count else { return nil }
    return Translation(
      Self.fetchReason, ["fetch \(entity) where \(conditions.joined(separator: " AND "))"], isSpecific: true)
  }

  private static let lookups = [
    "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "exact": "==", "iexact": "==[c]", "contains": "CONTAINS",
    "icontains": "CONTAINS[c]", "startswith": "BEGINSWITH", "istartswith": "BEGINSWITH[c]", "endswith": "ENDSWITH",
    "iendswith": "ENDSWITH[c]", "in": "IN",
  ]

  /// `pages: 100`, and Django's `pages__gt=100` and `author__name="Ann"`.
  func condition(_ argument: SwiftTree.Argument, of entity: String) -> String? {
    guard let label = argument.label, let value = value(argument.value, for: label, of: entity) else { return nil }
    var path = label.split(separator: "_").map(String.init)
    var sign = "=="
    if path.count > 1, let found = Self.lookups[path[path.count - 1]] {
      sign = found
      path.removeLast()
    }
    guard let first = path.first, model.property(first, of: entity) != nil else { return nil }
    let isObject = objects[value] != nil
    return "\(path.joined(separator: ".")) \(sign) \(isObject ? "$" : "")\(value)"
  }

  /// `realm.add(one)`, `realm.delete(one)`, `realm.objects(Book.self)`, `realm.write { … }`
  private func realmCall(_ name: String, _ arguments: [SwiftTree.Argument]) -> Translation? {
    switch name {
    case "add", "create":
      return arguments.first.flatMap { value($0.value) }.map {
        Translation("a new object is in its context at once, and 'save' keeps it", [objects[$0] == nil ? $0 : "save"])
      }
    case "delete":
      return arguments.sole.flatMap(value).map { Translation("'delete' is a statement here", ["delete \($0)"]) }
    case "deleteAll":
      return Translation(
        "a store is emptied entity by entity", model.entityNames.prefix(1).map { "delete fetch \($0)" })
    case "write": return blockTranslation(arguments)
    default: return nil
    }
  }
}
