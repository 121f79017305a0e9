import Diagnostics
import ObjectGraph
import Predicates

/// Fetch requests of Core Data and SwiftData, and the methods of Swift's collections that find and sort.
extension ForeignLine {
  /// A fetch as it is put together from the parts of a line.
  struct Query {
    var verb = "fetch"
    var entity: String?
    var conditions: [String] = []
    var sort: [String] = []
    var limit: String?
    var offset: String?
    var select: [String] = []
    /// The keys that the condition and the order read, from which the entity is guessed.
    var keys: Set<String> = []
  }

  static let fetchReason = "a fetch is a statement here"

  func text(of query: Query) -> String? {
    guard let entity = query.entity ?? entity(having: query.keys) else { return nil }
    var text = "\(query.verb) \(entity)"
    if !query.conditions.isEmpty {
      let joined = query.conditions.map { condition in
        let isBare = !condition.hasPrefix("(") && condition.contains(" OR ")
        return query.conditions.count > 1 && isBare ? "(\(condition))" : condition
      }
      text += " where \(joined.joined(separator: " AND "))"
    }
    if query.verb == "fetch" {
      if !query.select.isEmpty { text += " select \(query.select.joined(separator: ", "))" }
      if !query.sort.isEmpty { text += " sort \(query.sort.joined(separator: ", "))" }
    }
    if let limit = query.limit { text += " limit \(limit)" }
    if let offset = query.offset { text += " offset \(offset)" }
    return text
  }

  /// The fetch that a tree describes; nil where it is none.
  func query(_ tree: SwiftTree) -> Query? {
    guard let (receiver, name, arguments) = tree.calledMethod else { return bareQuery(tree) ?? orderedQuery(tree) }
    if receiver == nil { return madeQuery(tree, name, arguments) }
    guard let receiver else { return nil }
    if isContext(receiver), ["fetch", "count", "fetchCount", "enumerate", "fetchIdentifiers"].contains(name) {
      guard let request = arguments.first?.value else { return nil }
      let named = request.lastName.flatMap { isEntityName($0) ? Query(entity: $0) : nil }
      var query = named ?? query(request) ?? (request.lastName != nil ? Query() : nil)
      if name == "count" || name == "fetchCount" { query?.verb = "count" }
      return query
    }
    // realm.objects(Book.self)
    if name == "objects", receiver.lastName == "realm", let entity = arguments.sole.flatMap(value), isEntityName(entity)
    {
      return Query(entity: entity)
    }
    if case .name(let entity, _) = receiver, isEntityName(entity) {
      switch name {
      case "fetchRequest", "all", "fetch", "fetchAll", "findAll": return Query(entity: entity)
      case "count", "countAll": return Query(verb: "count", entity: entity)
      default: break
      }
    }
    return derivedQuery(from: receiver, name, arguments)
  }

  func isEntityName(_ name: String) -> Bool { model[entity: name] != nil }

  /// `Player.fetchRequest`, `Player.all`
  private func bareQuery(_ tree: SwiftTree) -> Query? {
    // heat.players.sorted { … }.first
    if case .member(let inner, "first") = tree, case .call = inner, var query = query(inner) {
      query.limit = "1"
      return query
    }
    // Player.where(age > 30).count, Player.all.first
    if case .member(let inner, let name) = tree, ["count", "first"].contains(name), isEntityName(inner.origin ?? ""),
      var query = query(inner), query.verb == "fetch"
    {
      if name == "count" { query.verb = "count" } else { query.limit = "1" }
      return query
    }
    guard case .member(.name(let entity, _), let name) = tree, isEntityName(entity) else { return nil }
    switch name {
    case "fetchRequest", "all", "objects", "fetch": return Query(entity: entity)
    case "count": return Query(verb: "count", entity: entity)
    case "first": return Query(entity: entity, limit: "1")
    default: return nil
    }
  }

  /// `NSFetchRequest<Player>(entityName: "Player")`, `FetchDescriptor<Player>(…)`, `NSPredicate(…)`, `#Predicate { … }`
  private func madeQuery(_ tree: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]) -> Query? {
    guard case .call(.name(_, let generics), _) = tree else { return nil }
    switch name {
    case "NSFetchRequest", "FetchDescriptor", "FetchRequest", "Query", "NSFetchedResultsController",
      "NSBatchDeleteRequest":
      var query = Query(entity: generics.first { isEntityName($0) })
      return fill(&query, with: arguments) ? query : nil
    case "NSPredicate", "#Predicate", "Predicate":
      var query = Query(entity: generics.first { isEntityName($0) })
      return add(condition: tree, to: &query) ? query : nil
    case "NSSortDescriptor", "SortDescriptor": return orderedQuery(tree)
    case "fetch", "count", "delete":
      guard let argument = arguments.first?.value else { return nil }
      if case .member(.name(let entity, _), "self") = argument, isEntityName(entity) {
        return Query(verb: name == "count" ? "count" : "fetch", entity: entity)
      }
      guard name != "delete", case .name(let entity, _) = argument, isEntityName(entity) else { return nil }
      var query = Query(verb: name, entity: entity)
      return fill(&query, with: Array(arguments.dropFirst())) ? query : nil
    default: return nil
    }
  }

  /// A sort descriptor, or a list of them: `[SortDescriptor(\Book.title, order: .reverse)]`.
  private func orderedQuery(_ tree: SwiftTree) -> Query? {
    var first = tree
    if case .list(let elements) = tree, let element = elements.first { first = element }
    var query = Query()
    guard let name = first.calledMethod?.name, ["NSSortDescriptor", "SortDescriptor"].contains(name),
      add(order: tree, to: &query)
    else { return nil }
    return query
  }

  /// Takes in the arguments of a request: `entityName:`, `predicate:`, `sortBy:` and so on. False where one is unknown.
  func fill(_ query: inout Query, with arguments: [SwiftTree.Argument]) -> Bool {
    for argument in arguments {
      switch argument.label {
      case "entityName":
        guard case .text(let entity) = argument.value else { return false }
        query.entity = entity
      case "entity", "fetchRequest":
        if case .call(.member(.name(let entity, _), "entity"), _) = argument.value {
          query.entity = entity
        } else if let request = self.query(argument.value) {
          query = request
        } else if let entity = argument.value.lastName, isEntityName(entity) {
          query.entity = entity
        } else if argument.label == "entity" {
          return false
        }
      case "predicate", "filter", "where":
        guard argument.value == .name("nil") || add(condition: argument.value, to: &query) else { return false }
      case "sortBy", "sort", "sortDescriptors", "order":
        if argument.label == "order" {
          if argument.value == .implicit("reverse"), !query.sort.isEmpty { query.sort[query.sort.count - 1] += " desc" }
          continue
        }
        guard add(order: argument.value, to: &query) else { return false }
      case "fetchLimit", "limit":
        guard let limit = value(argument.value) else { return false }
        query.limit = limit
      case "fetchOffset", "offset":
        guard let offset = value(argument.value) else { return false }
        query.offset = offset
      case "sectionNameKeyPath":
        guard case .text(let path) = argument.value, let key = path.split(separator: ".").first else { continue }
        query.keys.insert(String(key))
        if query.sort.isEmpty { query.sort = [path] }
      case "sectionIdentifier":
        guard case .keyPath(_, let names) = argument.value else { return false }
        query.keys.insert(names[0])
        let isAttribute = model.entityNames.contains { model.property(names[0], of: $0)?.property.attribute != nil }
        if query.sort.isEmpty, isAttribute || names.count > 1 { query.sort = [names.joined(separator: ".")] }
      case "animation", "managedObjectContext", "cacheName", "context": continue
      case nil:
        // @Query(\Player.name), a descriptor, or a trailing closure
        if case .closure = argument.value {
          guard add(condition: argument.value, to: &query) else { return false }
        } else if let request = self.query(argument.value) {
          query = request
        } else {
          return false
        }
      default: return false
      }
    }
    return true
  }

  /// `heat.players.filter { … }.sorted { … }`: a fetch of the objects of a relationship.
  private func derivedQuery(from receiver: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]) -> Query? {
    var query: Query
    if let relationship = toMany(receiver), let path = value(receiver) {
      query = Query(entity: relationship.destination, conditions: ["SELF IN $\(path)"])
    } else if case .name(let entity, _) = receiver, isEntityName(entity) {
      query = Query(entity: entity)
    } else if let inner = self.query(receiver) {
      query = inner
    } else {
      return nil
    }
    switch name {
    case "filter", "filtered", "where":
      // Realm's filter("pages > %@", 100)
      if case .text? = arguments.first?.value, arguments[0].label == nil {
        let format = [SwiftTree.Argument(label: "format", value: arguments[0].value)] + arguments.dropFirst()
        return add(condition: .call(.name("NSPredicate"), format), to: &query) ? query : nil
      }
      let condition = arguments["using"] ?? arguments.sole
      return condition.map { add(condition: $0, to: &query) } == true ? query : nil
    case "first" where arguments.isEmpty:
      query.limit = "1"
      return query
    case "first":
      guard let condition = arguments["where"] ?? arguments.sole else { return nil }
      query.limit = "1"
      return add(condition: condition, to: &query) ? query : nil
    case "sorted", "sort", "sortedArray", "sortBy", "sortedBy", "order", "orderBy", "orderedBy":
      guard let order = arguments["by"] ?? arguments["using"] ?? arguments.sole else { return nil }
      return add(order: order, to: &query) ? query : nil
    case "max", "min":
      // A list's greatest value is read by an operator, and its greatest object is the first in an order.
      guard let order = arguments["by"] ?? arguments.sole, case .closure = order, add(order: order, to: &query),
        let key = query.sort.popLast()
      else { return nil }
      query.sort.append(name == "max" ? "\(key) desc" : key)
      query.limit = "1"
      return query
    case "prefix":
      guard let count = arguments.sole.flatMap(value) else { return nil }
      query.limit = count
      return query
    case "count":
      guard let condition = arguments["where"] ?? arguments.sole else { return nil }
      query.verb = "count"
      return add(condition: condition, to: &query) ? query : nil
    default: return nil
    }
  }

  /// Adds a closure, `#Predicate`, `NSPredicate(format:)` or another condition. False where it cannot be said.
  private func add(condition tree: SwiftTree, to query: inout Query) -> Bool {
    switch tree {
    case .closure(let parameters, let body):
      if case .expression(let inside)? = body.first {
        query.keys.formUnion(keys(of: inside, parameters: Set(parameters)))
      }
      guard let text = condition(ofClosure: tree, entity: nil) else { return false }
      query.conditions.append(text)
      return true
    case .call(.name("#Predicate", let generics), let arguments),
      .call(.name("Predicate", let generics), let arguments):
      if query.entity == nil { query.entity = generics.first { isEntityName($0) } }
      return arguments.last.map { add(condition: $0.value, to: &query) } ?? false
    case .call(.name("NSPredicate", _), let arguments):
      if case .literal? = arguments["value"] { return true }
      if arguments["value"] != nil { return true }
      guard let text = condition(ofFormat: arguments) else { return false }
      query.conditions.append(text)
      query.keys.formUnion(keys(ofFormat: text))
      return true
    // Player.where(age > 30)
    case .infix, .not:
      guard let entity = query.entity, let text = condition(tree, Candidate(entity: entity)) else { return false }
      query.conditions.append(text)
      return true
    default: return false
    }
  }

  /// The words of a condition that are keys of some entity.
  private func keys(ofFormat text: String) -> Set<String> {
    let known = Set(model.entityNames.flatMap { model.properties(of: $0).map(\.name) })
    let paths = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "$" || $0 == "\"") }
    return Set(paths.compactMap { $0.split(separator: ".").first.map(String.init) }.filter(known.contains))
  }

  /// Adds a sort descriptor, a list of them, a key path or a closure. False where it is no order.
  private func add(order tree: SwiftTree, to query: inout Query) -> Bool {
    switch tree {
    // Player.sorted(by: age)
    case .name(let key, _):
      guard let entity = query.entity, model.property(key, of: entity)?.property.attribute != nil else { return false }
      query.sort.append(key)
      return true
    case .list(let descriptors): return descriptors.allSatisfy { add(order: $0, to: &query) }
    case .keyPath(let root, let names):
      if query.entity == nil, let root, isEntityName(root) { query.entity = root }
      query.sort.append(names.joined(separator: "."))
      query.keys.insert(names[0])
      return true
    case .call(.name("NSSortDescriptor", _), let arguments):
      let isDescending = arguments["ascending"] == .name("false")
      switch arguments["key"] ?? arguments["keyPath"] {
      case .text(let key)?: query.sort.append(key + (isDescending ? " desc" : ""))
      case .keyPath(let root, let names)?:
        if query.entity == nil, let root, isEntityName(root) { query.entity = root }
        query.sort.append(names.joined(separator: ".") + (isDescending ? " desc" : ""))
      default: return false
      }
      if let first = query.sort.last?.split(whereSeparator: { ". ".contains($0) }).first {
        query.keys.insert(String(first))
      }
      return true
    case .call(.name("SortDescriptor", _), let arguments), .call(.name("KeyPathComparator", _), let arguments):
      guard let path = arguments.unlabelled.first, add(order: path, to: &query) else { return false }
      if arguments["order"] == .implicit("reverse") { query.sort[query.sort.count - 1] += " desc" }
      return true
    case .closure(_, let body):
      // { $0.age < $1.age }
      guard case .expression(.infix(let compared, let sign, _))? = body.first, sign == "<" || sign == ">",
        body.count == 1
      else { return false }
      // $0.pages ?? 0 < $1.pages ?? 0
      let left = if case .infix(let path, "??", _) = compared { path } else { compared }
      guard case .member(let root, _) = left else { return false }
      let names = path(of: left).dropFirst()
      guard case .name = root.root, !names.isEmpty else { return false }
      query.sort.append(names.joined(separator: ".") + (sign == ">" ? " desc" : ""))
      query.keys.insert(names.first ?? "")
      return true
    default: return false
    }
  }

  /// `$0.team.name` as its names.
  func path(of tree: SwiftTree) -> [String] {
    switch tree {
    case .name(let name, _): [name]
    case .member(let owner, let key): path(of: owner) + [key]
    default: []
    }
  }

  /// `heat.players.filter { … }.map(\.name)`, `….first?.name`: the values of the objects that a fetch finds.
  func valuesTranslation(_ tree: SwiftTree) -> Translation? {
    var path: [String] = []
    var rest = tree
    var isSorted = false
    // ….map(\.name).sorted()
    if let (receiver, name, arguments) = tree.calledMethod, let receiver, name == "sorted", arguments.isEmpty {
      (rest, isSorted) = (receiver, true)
    }
    if let (receiver, name, arguments) = rest.calledMethod, let receiver, ["map", "compactMap"].contains(name) {
      switch arguments.sole {
      case .keyPath(_, let names)?: path = names
      case .closure(let parameters, let body)?:
        guard body.count == 1, case .expression(let inside) = body[0] else { return nil }
        path = Array(self.path(of: inside).dropFirst())
        if path.isEmpty { return selectionTranslation(receiver, keys(of: inside, parameters: Set(parameters))) }
      default: return nil
      }
      rest = receiver
    } else if !isSorted {
      while case .member(let owner, let key) = rest, key != "first" {
        path.insert(key, at: 0)
        rest = owner
      }
    }
    guard !path.isEmpty, var query = query(rest) ?? (isSorted ? memberQuery(rest) : nil), query.verb == "fetch" else {
      return nil
    }
    if isSorted { query.sort = [path.joined(separator: ".")] }
    guard let text = text(of: query) else { return nil }
    return Translation("a key path gives the values of many", ["(\(text)).\(path.joined(separator: "."))"])
  }

  /// The members of a to-many as a fetch.
  private func memberQuery(_ tree: SwiftTree) -> Query? {
    guard let relationship = toMany(tree), let path = value(tree) else { return nil }
    return Query(entity: relationship.destination, conditions: ["SELF IN $\(path)"])
  }

  /// `.map { $0.firstName + " " + $0.lastName }`: the values that a closure puts together, side by side.
  private func selectionTranslation(_ list: SwiftTree, _ keys: Set<String>) -> Translation? {
    guard !keys.isEmpty, var query = query(list) ?? memberQuery(list), query.verb == "fetch" else { return nil }
    query.select = keys.sorted()
    return text(of: query).map { Translation("'select' shows some of the values, side by side", [$0]) }
  }

  // MARK: Fetches with Swift inside

  /// `fetch Player where name.hasPrefix("W") sort name`: a statement of the workbook whose condition is Swift's.
  func queryTranslation(of line: String) -> Translation? {
    if let found = selectedAggregates(line) ?? labelledQuery(line) ?? aggregate(line) ?? grouping(line)
      ?? closureQuery(line)
    {
      return found
    }
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true).map(String.init)
    guard words.count == 4, ["fetch", "count", "delete"].contains(words[0]), isEntityName(words[1]),
      words[2].lowercased() == "where" || words[2] == "filter"
    else { return nil }
    // The clauses after the condition begin with a word outside every bracket.
    let tail = [" sort ", " limit ", " offset ", " select "].compactMap { words[3].range(of: $0)?.lowerBound }.min()
    let text = String(words[3][..<(tail ?? words[3].endIndex)])
    let rest = tail.map { String(words[3][$0...]) } ?? ""
    guard let tree = SwiftReader.expression(text), tree.isForeignCondition else { return nil }
    var query = Query(entity: words[1])
    let condition: String?
    if add(condition: tree, to: &query) {
      condition = query.conditions.first
    } else {
      condition = self.condition(tree, Candidate(entity: words[1]))
    }
    guard let condition else { return nil }
    return Translation(
      "conditions are written as in NSPredicate", ["\(words[0]) \(words[1]) where \(condition)\(rest)"])
  }
}

extension ForeignLine {
  /// `sum Player.age`, `max of Player.age where age < 40`: one value of the objects of an entity.
  private func aggregate(_ line: String) -> Translation? {
    guard let function = Self.aggregates[line.prefix { $0 != " " }.lowercased()],
      let match = line.wholeMatch(of: /\w+(?: of)? ([A-Z]\w*)\.(\w+(?:\.\w+)*)( where .+)?/),
      isEntityName(String(match.1))
    else { return nil }
    return Translation(
      "one value of many is a collection operator", ["(fetch \(match.1)\(match.3 ?? "")).@\(function).\(match.2)"],
      isSpecific: true)
  }

  /// `count Player group by team`, `fetch Player where age > 20 group by team`.
  private func grouping(_ line: String) -> Translation? {
    let form = /(count|fetch) ([A-Z]\w*)( where .+?)?,? group(?:ed)?(?: by|By)?:? ([\w.]+(?:, ?[\w.]+)*)/
    guard line.contains(" group"), let match = line.wholeMatch(of: form), isEntityName(String(match.2)) else {
      return nil
    }
    return Translation(
      "'group' puts objects together, and computes with them",
      ["group \(match.2)\(match.3 ?? "") by \(match.4): count"], isSpecific: true)
  }

  /// `fetch Player { $0.age > 30 }`
  private func closureQuery(_ line: String) -> Translation? {
    guard line.hasSuffix("}"), let match = line.wholeMatch(of: /(fetch|count) ([A-Z]\w*) *(\{.+\})/),
      isEntityName(String(match.2)),
      let tree = SwiftReader.expression("\(match.2).filter \(match.3)"), var query = query(tree)
    else { return nil }
    query.verb = String(match.1)
    return text(of: query).map { Translation("a condition follows the word where", [$0], isSpecific: true) }
  }

  /// `Player.last`, `Player.isEmpty`, `Player.find(1)`: what Swift asks of a list, asked of an entity.
  func entityTranslation(_ tree: SwiftTree) -> Translation? {
    var (member, arguments): (SwiftTree, [SwiftTree.Argument]?) = (tree, nil)
    if case .call(let callee, let given) = tree { (member, arguments) = (callee, given) }
    guard case .member(.name(let entity, _), let name) = member, isEntityName(entity) else { return nil }
    switch name {
    case "last" where arguments?.isEmpty ?? true:
      let key = model.properties(of: entity).lazy.compactMap(\.attribute).first {
        !$0.isTransient && ($0.type.isOrdered || $0.type == .string)
      }
      return key.map {
        Translation(
          "objects have no order of their own; the last one comes first in a reversed sort",
          ["fetch \(entity) sort \($0.name) desc limit 1"], isSpecific: true)
      }
    case "isEmpty" where arguments == nil:
      return Translation("'count' gives the number of objects", ["(count \(entity)) == 0"], isSpecific: true)
    case "find", "get", "object", "fetch":
      guard case .literal(let number)? = arguments?.sole, Int(number) != nil else { return nil }
      return Translation(
        "an object is written with its entity and its number", ["\(entity)#\(number)"], isSpecific: true)
    default: return nil
    }
  }

  /// `fetch Book sortDescriptors [NSSortDescriptor(…)]`, `fetch Book sortedBy \.title`: a clause by the name of a request's
  /// property.
  private func labelledQuery(_ line: String) -> Translation? {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count == 4, words[0] == "fetch", isEntityName(words[1]) else { return nil }
    let label = words[2].trimmingPrefix(".").filter { $0 != ":" && $0 != "=" }
    let labels = [
      "sortDescriptors": "sortDescriptors", "sortBy": "sortBy", "sortedBy": "sortBy", "orderBy": "sortBy",
      "predicate": "predicate", "filter": "predicate", "fetchLimit": "fetchLimit", "fetchOffset": "fetchOffset",
    ]
    guard let name = labels[label], let value = SwiftReader.expression(words[3]) else { return nil }
    var query = Query(entity: words[1])
    guard fill(&query, with: [.init(label: name, value: value)]), let text = text(of: query) else { return nil }
    return Translation("the clauses of a fetch are where, sort and limit", [text], isSpecific: true)
  }

  /// `fetch Book where pages > 3 select max(pages), min(pages)` and `fetch Book sum(pages)`: each of them is a value.
  private func selectedAggregates(_ line: String) -> Translation? {
    guard line.hasPrefix("fetch ") else { return nil }
    var (query, list) = (line[...], line[line.endIndex...])
    if let select = line.range(of: " select ") {
      (query, list) = (line[..<select.lowerBound], line[select.upperBound...])
    } else {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, isEntityName(String(words[1])), words[2].contains("(") else { return nil }
      (query, list) = ("fetch \(words[1])", words[2])
    }
    let values = list.split(separator: ",").map { value -> String? in
      guard case (nil, let name, let arguments)? = SwiftReader.expression(String(value))?.calledMethod else {
        return nil
      }
      if name == "count" { return "count\(query.dropFirst(5))" }
      guard let function = Self.aggregates[name], let key = arguments.sole.map(path(of:)), !key.isEmpty else {
        return nil
      }
      return "(\(query)).@\(function).\(key.joined(separator: "."))"
    }
    let statements = values.compactMap(\.self)
    guard statements.count == values.count else { return nil }
    return Translation("one value of many is a collection operator", statements, isSpecific: true)
  }
}

extension SwiftTree {
  /// Whether a condition has something that is Swift's alone: a call, a closure, `??`, `.count`.
  fileprivate var isForeignCondition: Bool {
    switch self {
    case .call, .closure, .implicit, .ternary, .keyPath: true
    case .name, .literal, .text: false
    case .member(let owner, let key): ["count", "isEmpty", "now"].contains(key) || owner.isForeignCondition
    case .list(let elements): elements.contains { $0.isForeignCondition }
    case .index(let list, let place): list.isForeignCondition || place.isForeignCondition
    case .infix(let left, let sign, let right):
      ["??", "..<"].contains(sign) || left.isForeignCondition || right.isForeignCondition
    case .not(let inside), .negative(let inside): inside.isForeignCondition
    }
  }

  /// The name at the beginning of a chain of members and calls.
  var origin: String? {
    switch self {
    case .name(let name, _): name
    case .member(let owner, _), .call(let owner, _): owner.origin
    default: nil
    }
  }

  /// The beginning of a path.
  var root: SwiftTree {
    if case .member(let owner, _) = self { return owner.root }
    return self
  }
}
