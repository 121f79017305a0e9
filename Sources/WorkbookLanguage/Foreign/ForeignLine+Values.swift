import ObjectGraph
import Predicates

import struct Foundation.Date

/// Expressions of Swift as values of the workbook.
extension ForeignLine {
  /// The text of an expression as a value of the workbook; nil where there is none.
  func value(_ tree: SwiftTree) -> String? {
    switch tree {
    case .literal(let text): return text
    case .text(let text):
      return interpolated(text)
    case .negative(let inside): return value(inside).map { "-\($0)" }
    case .name(let name, _):
      if name == "none" || name == "NULL" { return "nil" }
      return name.hasPrefix("$") || name.hasPrefix("#") || name == "self" || name == "_" ? nil : name
    case .implicit("now"): return "now()"
    case .implicit("none"): return "nil"
    case .implicit(let name): return "\"\(name)\""
    case .list(let elements):
      let texts = elements.compactMap(value)
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .index(let object, .text(let key)) where entity(of: object) != nil:
      return value(object).map { "\($0).\(key)" }
    case .index(let list, let place):
      guard let list = value(list), let place = value(place) else { return nil }
      return "\(list)[\(place)]"
    case .not(let inside): return value(inside).map { "NOT \($0)" }
    case .ternary(let test, let first, let second):
      guard let test = condition(test, Candidate()) ?? value(test), let first = value(first), let second = value(second)
      else { return nil }
      return "TERNARY(\(test.replacing("$", with: "")), \(first), \(second))"
    case .infix(let left, let sign, let right):
      guard let first = value(left), let second = value(right) else { return nil }
      switch sign {
      case "??": return "TERNARY(\(first) == nil, \(second), \(first))"
      case "===", "!==": return "\(first) \(sign.prefix(2)) \(second)"
      case "&&": return "\(first) AND \(second)"
      case "||": return "\(first) OR \(second)"
      case "...", "..<": return nil
      default: return "\(first) \(sign) \(second)"
      }
    case .member(let owner, let key): return memberValue(owner, key)
    case .call: return callValue(tree)
    case .closure, .keyPath: return nil
    }
  }

  /// The text of a value for a property: a date is written without quotes.
  func value(_ tree: SwiftTree, for key: String, of entity: String) -> String? {
    if case .text(let text) = tree, model.property(key, of: entity)?.property.attribute?.type == .date,
      let date = text.firstMatch(of: Self.dateForm)
    {
      return String(date.output)
    }
    return value(tree)
  }

  /// A text whose interpolations are values of the workbook; nil where one is not.
  private func interpolated(_ text: String) -> String? {
    var result = ""
    for part in SwiftReader.parts(of: text) {
      switch part {
      case .plain(let plain): result += plain
      case .value(let tree):
        guard let tree, let value = value(tree), !value.contains("\"") else { return nil }
        result += "\\(\(value))"
      }
    }
    return "\"\(result)\""
  }

  private func memberValue(_ owner: SwiftTree, _ key: String) -> String? {
    if case .name("Date", _) = owner, key == "now" { return "now()" }
    if key == "date", let date = date(owner) { return date }
    if case .name(let entity, _) = owner, isEntityName(entity), key == "self" { return entity }
    if isContext(owner) { return nil }
    guard let path = value(owner) else { return nil }
    // The objects of a set are a list already.
    if key == "allObjects" { return path }
    if toMany(owner) != nil || isCollection(owner) {
      switch key {
      case "count": return "\(path).@count"
      case "isEmpty": return "\(path).@count == 0"
      case "array", "set": return path
      case "first": return "\(path)[0]"
      default: break
      }
    }
    if key == "unsafelyUnwrapped" || key == "wrappedValue" { return path }
    if key == "persistentModelID" { return "\(path).objectID" }
    return "\(path).\(key)"
  }

  /// Whether a tree is a list by what is called: `heat.players.map(\.age)`.
  private func isCollection(_ tree: SwiftTree) -> Bool {
    if case .member(let owner, _) = tree { return isCollection(owner) }
    guard let (receiver, name, _) = tree.calledMethod, let receiver else { return toMany(tree) != nil }
    return ["map", "compactMap", "flatMap"].contains(name) && (toMany(receiver) != nil || isCollection(receiver))
  }

  private func callValue(_ tree: SwiftTree) -> String? {
    guard let (receiver, name, arguments) = tree.calledMethod else { return nil }
    guard let receiver else { return functionValue(name, arguments) }
    if isContext(receiver) {
      guard ["object", "existingObject", "registeredObject", "registeredModel", "model"].contains(name) else {
        return nil
      }
      return (arguments["with"] ?? arguments["for"]).flatMap(value).map { "object(\($0))" }
    }
    if case .name("NSEntityDescription", _) = receiver, name == "insertNewObject",
      case .text(let entity)? = arguments["forEntityName"], isEntityName(entity)
    {
      return newObject(of: entity)
    }
    if case .name(let entity, _) = receiver, isEntityName(entity), name == "init" { return made(entity, arguments) }
    if let moved = movedDate(tree) { return moved }
    // ISO8601DateFormatter().date(from: "2003-06-26"), Calendar.current.date(from: …)
    if name == "date", let argument = arguments["from"] {
      if case .text(let text) = argument { return text.firstMatch(of: Self.dateForm).map { String($0.output) } }
      return date(argument)
    }
    guard let path = value(receiver) else { return nil }
    let isList = toMany(receiver) != nil || isCollection(receiver)
    switch name {
    case "value", "primitiveValue":
      guard case .text(let key)? = arguments["forKey"] ?? arguments["forKeyPath"] else { return nil }
      return "\(path).\(key)"
    case "mutableSetValue", "mutableOrderedSetValue":
      guard case .text(let key)? = arguments["forKey"] else { return nil }
      return "\(path).\(key)"
    case "map", "compactMap", "flatMap":
      guard isList else { return nil }
      switch arguments.sole {
      case .keyPath(_, let names)?: return "\(path).\(names.joined(separator: "."))"
      case .closure(_, let body)?:
        guard body.count == 1, case .expression(let inside) = body[0] else { return nil }
        let keys = self.path(of: withoutDefault(inside)).dropFirst()
        return keys.isEmpty ? nil : "\(path).\(keys.joined(separator: "."))"
      default: return nil
      }
    case "reduce":
      guard isList, arguments.count == 2 else { return nil }
      return collected(receiver, "sum", arguments[1].value)
    case "max", "min":
      guard isList, arguments.isEmpty else { return nil }
      return collected(receiver, name, nil)
    case "contains":
      guard let argument = arguments.sole else { return nil }
      if isList, case .closure = argument {
        if let any = anyOrAll("ANY", path, argument, variable: nil) { return any }
        guard let condition = condition(ofClosure: argument, entity: nil, variable: "$each") else { return nil }
        return "SUBQUERY(\(path), $each, \(condition)).@count > 0"
      }
      guard let element = value(argument) else { return nil }
      return isList ? "\(element) IN \(path)" : "\(path) CONTAINS \(element)"
    case "allSatisfy":
      guard isList, let argument = arguments.sole else { return nil }
      if let all = anyOrAll("ALL", path, argument, variable: nil) { return all }
      guard let condition = condition(ofClosure: argument, entity: nil, variable: "$each") else { return nil }
      return "SUBQUERY(\(path), $each, NOT (\(condition))).@count == 0"
    case "hasPrefix", "hasSuffix":
      guard let argument = arguments.sole.flatMap(value) else { return nil }
      return "\(path) \(name == "hasPrefix" ? "BEGINSWITH" : "ENDSWITH") \(argument)"
    case "formatted", "description", "trimmingCharacters": return path
    case "uppercased", "lowercased": return "\(name.dropLast())(\(path))"
    case "changedValues", "committedValues", "uriRepresentation", "hasFault", "dictionaryWithValues",
      "changedValuesForCurrentEvent", "objectIDs":
      switch name {
      case "uriRepresentation": return "\(path).uri"
      case "changedValuesForCurrentEvent": return "\(path).changedValues"
      case "hasFault", "dictionaryWithValues", "description", "objectIDs": return nil
      default: return "\(path).\(name)"
      }
    case "date":
      guard let parts = arguments["from"]?.calledMethod, parts.name == "DateComponents" else { return nil }
      let numbers = ["year", "month", "day"].compactMap { parts.arguments[$0].flatMap(value) }
      guard numbers.count == 3 else { return nil }
      return numbers.map { $0.count == 1 ? "0\($0)" : $0 }.joined(separator: "-")
    case "isEqual": return arguments.sole.flatMap(value).map { "\(path) == \($0)" }
    case _ where name.hasPrefix("get") && arguments.isEmpty:
      let key = name.dropFirst(3).prefix(1).lowercased() + name.dropFirst(4)
      guard let entity = entity(of: receiver), model.property(key, of: entity) != nil else { return nil }
      return "\(path).\(key)"
    default: return nil
    }
  }

  /// `heat.players.map(\.age).reduce(0, +)`, `heat.players.max { $0.age < $1.age }`: a collection operator.
  private func collected(_ list: SwiftTree, _ name: String, _ closure: SwiftTree?) -> String? {
    if let (receiver, map, arguments) = list.calledMethod, let receiver, ["map", "compactMap"].contains(map),
      let path = value(receiver), let whole = value(list), whole.hasPrefix(path + ".")
    {
      _ = arguments
      return "\(path).@\(name).\(whole.dropFirst(path.count + 1))"
    }
    guard let path = value(list), case .closure(_, let body)? = closure, body.count == 1,
      case .expression(.infix(let left, let sign, let right)) = body[0]
    else { return nil }
    let key = self.path(of: withoutDefault(sign == "+" ? right : left)).dropFirst()
    return key.isEmpty ? nil : "\(path).@\(name).\(key.joined(separator: "."))"
  }

  /// `$0.hours` of `$0.hours ?? 0`: a collection operator passes over nil.
  private func withoutDefault(_ tree: SwiftTree) -> SwiftTree {
    if case .infix(let path, "??", .literal) = tree { path } else { tree }
  }

  /// `Date().addingTimeInterval(-86400)` and `Calendar.current.date(byAdding: .day, value: -1, to: Date())`; nil for months and
  /// years, which are not of one length.
  func movedDate(_ tree: SwiftTree) -> String? {
    guard let (receiver, name, arguments) = tree.calledMethod, let receiver else { return nil }
    let (date, seconds): (String?, Double?)
    switch name {
    case "addingTimeInterval", "advanced": (date, seconds) = (value(receiver), number(arguments.first?.value))
    case "date" where arguments["byAdding"] != nil:
      let lengths = [
        "second": 1.0, "minute": 60, "hour": 3_600, "day": 86_400, "weekOfYear": 604_800, "weekOfMonth": 604_800,
      ]
      let length = arguments["byAdding"]?.lastName.flatMap { lengths[$0] }
      let count = number(arguments["value"])
      (date, seconds) = (arguments["to"].flatMap(value), count.flatMap { count in length.map { $0 * count } })
    default: return nil
    }
    return date.flatMap { moved($0, by: seconds) }
  }

  private func moved(_ date: String, by seconds: Double?) -> String? {
    guard let whole = seconds.flatMap({ Int(exactly: $0) }) else { return nil }
    return "CAST(CAST(\(date), \"NSNumber\") \(whole < 0 ? "-" : "+") \(whole.magnitude), \"NSDate\")"
  }

  /// The value of a literal, or of a product of literals: `60 * 60 * 24`.
  private func number(_ tree: SwiftTree?) -> Double? {
    switch tree {
    case .literal(let text)?: Double(text)
    case .negative(let inside)?: number(inside).map { -$0 }
    case .infix(let left, "*", let right)?: number(left).flatMap { one in number(right).map { one * $0 } }
    default: nil
    }
  }

  private func functionValue(_ name: String, _ arguments: [SwiftTree.Argument]) -> String? {
    if isEntityName(name) { return made(name, arguments) }
    switch name {
    case "Date" where arguments.isEmpty: return "now()"
    case "Date":
      guard arguments.count == 1, let label = arguments[0].label, let seconds = number(arguments[0].value) else {
        return nil
      }
      let origins = ["timeIntervalSince1970": -978_307_200.0, "timeIntervalSinceReferenceDate": 0]
      if label == "timeIntervalSinceNow" { return moved("now()", by: seconds) }
      return origins[label].map { Date(timeIntervalSinceReferenceDate: $0 + seconds).internetText }
    case "Decimal" where arguments["string"] != nil, "NSDecimalNumber" where arguments["string"] != nil:
      return text(arguments["string"]).flatMap { Double($0) == nil ? nil : $0 }
    case "NSDecimalNumber": return arguments.sole.flatMap(value)
    case "Int", "Int16", "Int32", "Int64", "Double", "Float", "String", "NSNumber", "Decimal", "NSString", "Set",
      "Array",
      "NSSet", "NSOrderedSet", "Optional":
      return arguments.isEmpty ? nil : arguments.sole.flatMap(value)
    case "URL": return text(arguments["string"]).map { "url \"\($0)\"" }
    case "UUID": return text(arguments["uuidString"]).map { "uuid \"\($0)\"" }
    case "len", "count", "size":
      guard let list = arguments.sole, toMany(list) != nil else { return nil }
      return value(list).map { "\($0).@count" }
    default: return nil
    }
  }

  private static var dateForm: Regex<Substring> { /\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?/ }

  /// `DateComponents(year: 2003, month: 6, day: 26)` as the workbook writes a date.
  private func date(_ tree: SwiftTree) -> String? {
    guard case .call(.name("DateComponents", _), let arguments) = tree else { return nil }
    func number(_ label: String) -> Int? {
      if case .literal(let text)? = arguments[label] { Int(text) } else { nil }
    }
    guard let year = number("year"), (0...9999).contains(year) else { return nil }
    func padded(_ number: Int, to count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(padded(year, to: 4))-\(padded(number("month") ?? 1, to: 2))-\(padded(number("day") ?? 1, to: 2))"
  }

  private func text(_ tree: SwiftTree?) -> String? {
    if case .text(let text)? = tree { text } else { nil }
  }

  /// `Team(context: context)`, `Player(name: "Wade", team: heat, context: moc)`
  private func made(_ entity: String, _ arguments: [SwiftTree.Argument]) -> String? {
    var values: [(String, String)] = []
    // Values without names are those of the properties in their order.
    let keys = model.properties(of: entity).filter { $0.attribute?.derivation == nil && $0.fetched == nil }.map(\.name)
    guard arguments.count <= keys.count || arguments.allSatisfy({ $0.label != nil }) else { return nil }
    for (place, argument) in arguments.enumerated() {
      guard let label = argument.label ?? (arguments.allSatisfy { $0.label == nil } ? keys[place] : nil) else {
        return nil
      }
      if ["context", "entity", "insertInto", "in"].contains(label) { continue }
      guard let text = value(argument.value, for: label, of: entity) else { return nil }
      values.append((label, text))
    }
    return newObject(of: entity, values)
  }
}
