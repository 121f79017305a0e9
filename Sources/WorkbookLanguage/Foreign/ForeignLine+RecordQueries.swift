import ModelReview
import ObjectGraph
import Predicates

/// Chains of Django's and Rails' queries: `Task.objects.filter(priority=0).order_by("-due").count()`.
extension ForeignLine {
  /// The entity, the conditions and the order of a chain.
  private struct Records {
    var entity: String
    var conditions: [String] = []
    var order: [String] = []

    var text: String {
      entity + (conditions.isEmpty ? "" : " where \(conditions.joined(separator: " AND "))")
        + (order.isEmpty ? "" : " sort \(order.joined(separator: ", "))")
    }
  }

  /// The statement for the last call of a chain on `Task.objects`, on a query, or on a to-many relationship.
  func recordsCall(_ receiver: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]) -> Translation? {
    if let path = value(receiver), toMany(receiver) != nil, arguments.isEmpty {
      switch name {
      case "all": return Translation("a to-many relationship is read by its name", [path])
      case "count", "size", "length":
        return Translation("the number of objects is an operator here", ["\(path).@count"])
      default: break
      }
    }
    guard let records = records(receiver) else { return nil }
    let isChained = receiver.calledMethod != nil
    switch name {
    case "count" where arguments.isEmpty, "exists" where arguments.isEmpty:
      return Translation("'count' is a statement here", ["count \(records.text)"])
    case "delete" where arguments.isEmpty, "destroy_all" where arguments.isEmpty:
      return Translation("'delete' is a statement here", ["delete fetch \(records.text)"])
    case "first" where arguments.isEmpty:
      return Translation(Self.fetchReason, ["fetch \(records.text) limit 1"])
    case "update" where isChained && !arguments.isEmpty, "update_all" where !arguments.isEmpty:
      let changes = arguments.compactMap { argument in
        argument.label.flatMap { label in
          value(argument.value, for: label, of: records.entity).map { "x.\(label) = \($0)" }
        }
      }
      guard changes.count == arguments.count else { return nil }
      return Translation(
        "a value is set on its object", ["for x in (fetch \(records.text)) { \(changes.joined(separator: "; ")) }"])
    default:
      guard let whole = self.records(.call(.member(receiver, name), arguments)), isChained || name.hasPrefix("order")
      else { return nil }
      return Translation(Self.fetchReason, ["fetch \(whole.text)"], isSpecific: true)
    }
  }

  private static let fieldTypes: [String: AttributeType] = [
    "CharField": .string, "TextField": .string, "EmailField": .string, "SlugField": .string, "IntegerField": .integer32,
    "PositiveIntegerField": .integer32, "SmallIntegerField": .integer16, "BigIntegerField": .integer64,
    "BooleanField": .boolean, "DateField": .date, "DateTimeField": .date, "FloatField": .double,
    "DecimalField": .decimal, "UUIDField": .uuid, "URLField": .uri, "BinaryField": .binaryData,
  ]

  /// `Task.note = models.CharField(max_length=50, null=True)`, `Task.owner = models.ForeignKey(Category)`
  func fieldTranslation(_ line: String) -> Translation? {
    guard line.contains("models."), let equals = line.firstIndex(of: "="),
      let (receiver, field, arguments) = SwiftReader.expression(String(line[line.index(after: equals)...]))?
        .calledMethod,
      receiver == .name("models")
    else { return nil }
    let names = line[..<equals].trimmed.split(separator: ".").map(String.init)
    guard names.count == 2, isEntityName(names[0]) else { return nil }
    let isOptional = arguments["null"] == .name("true") || arguments["null"] == .name("True")
    if let type = Self.fieldTypes[field] {
      var member = "\(names[1]): \(type.rawValue)\(isOptional ? "?" : "")"
      if let value = arguments["default"].flatMap(value) {
        member += " = \(value == "False" || value == "True" ? value.lowercased() : value)"
      } else if !isOptional, present.areThere(names[0]) {
        member += "?"
      }
      if let length = arguments["max_length"].flatMap(value), type == .string { member += ", length ...\(length)" }
      return Translation("an attribute is added with its type", ["add \(names[0]).\(member)"], isSpecific: true)
    }
    guard ["ForeignKey", "OneToOneField", "ManyToManyField"].contains(field), let target = arguments.first?.value,
      case .name(let entity, _) = target, isEntityName(entity)
    else { return nil }
    let own = names[0].prefix(1).lowercased() + names[0].dropFirst()
    var back = field == "OneToOneField" ? own : EnglishNouns.plural(own)
    if model.property(back, of: entity) != nil { back += "As\(names[1].prefix(1).uppercased())\(names[1].dropFirst())" }
    let arrow = ["ForeignKey": "<<-->", "OneToOneField": "<-->"][field] ?? "<<-->>"
    return Translation(
      "a pair of relationships is declared with an arrow", ["\(names[0]).\(names[1]) \(arrow) \(entity).\(back)"],
      isSpecific: true)
  }

  /// `Task.objects.order_by("-due")[:2]`
  func slicedQuery(_ line: String) -> Translation? {
    guard line.contains(".objects"), line.hasSuffix("]"), let open = line.lastIndex(of: "["),
      case let bounds = line[line.index(after: open)...].dropLast().split(
        separator: ":", omittingEmptySubsequences: false),
      bounds.count == 2, let end = Int(bounds[1]), let start = bounds[0].isEmpty ? 0 : Int(bounds[0]), start >= 0,
      start < end
    else { return nil }
    let query = line[..<open].replacing("'", with: "\"")
    guard let found = SwiftReader.expression(String(query)).flatMap(records) else { return nil }
    return Translation(
      Self.fetchReason,
      ["fetch \(found.text) limit \(end - start)\(start > 0 ? " offset \(start)" : "")"], isSpecific: true)
  }

  private func records(_ tree: SwiftTree) -> Records? {
    if case .member(.name(let entity, _), "objects") = tree, isEntityName(entity) { return Records(entity: entity) }
    guard let (receiver, name, arguments) = tree.calledMethod, let receiver, var found = records(receiver) else {
      return nil
    }
    switch name {
    case "all" where arguments.isEmpty: return found
    case "filter", "get", "exclude":
      let conditions = arguments.compactMap { condition($0, of: found.entity) }
      guard conditions.count == arguments.count, !conditions.isEmpty else { return nil }
      found.conditions += name == "exclude" ? ["NOT (\(conditions.joined(separator: " AND ")))"] : conditions
      return found
    case "order_by", "order":
      let keys = arguments.compactMap { argument -> String? in
        guard case .text(let text) = argument.value else { return nil }
        let key = text.drop { $0 == "-" }
        guard model.property(String(key), of: found.entity) != nil else { return nil }
        return text.hasPrefix("-") ? "\(key) desc" : "\(key)"
      }
      guard keys.count == arguments.count, !keys.isEmpty else { return nil }
      found.order += keys
      return found
    default: return nil
    }
  }
}
