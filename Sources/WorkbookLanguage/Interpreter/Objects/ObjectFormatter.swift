import Diagnostics
import ObjectGraph
import Predicates

/// Names objects and values for showing, as they are in a context at the moment.
struct ObjectFormatter {
  let context: ManagedObjectContext

  /// `Team#1 Miami Heat`.
  func label(_ id: ManagedObjectID) -> ObjectLabel {
    let entity = context.presentOrPastEntityName(of: id) ?? "object"
    // Only the ID of another context's object is known here.
    if id.context != context.identifier {
      return ObjectLabel(entity: entity, number: Int(id.number), title: nil)
    }
    // Core Data's fault to nowhere: the link is there, and what it leads to is not.
    let title = context.exists(id) || context.isSaved(id) ? title(of: id) : "(gone)"
    return ObjectLabel(entity: entity, number: Int(id.number), title: title)
  }

  func labels(_ ids: some Sequence<ManagedObjectID>) -> [ObjectLabel] { ids.map(label) }

  /// Returns the title of an object, from its attributes: its name or title, its first and last name, or else its first
  /// text.
  private func title(of id: ManagedObjectID) -> String? {
    func text(_ key: String) -> String? {
      guard let text = context.text(of: id, forKey: key), !text.isEmpty else { return nil }
      return text
    }
    let title: String?
    if let name = text("name") ?? text("title") {
      title = name
    } else if let first = text("firstName"), let last = text("lastName") {
      title = "\(first) \(last)"
    } else {
      title = context.textKeys(of: id).lazy.compactMap(text).first
    }
    return title.map { DisplayText.visible(DisplayText.beginning(of: $0, upTo: 40)) }
  }

  /// A value with its objects named; of a collection, the first ``ShownValue/limit`` elements.
  func shown(_ value: Value) -> ShownValue {
    switch value {
    case .object(let reference):
      if let id = ManagedObjectID(reference) { return .object(label(id)) }
      return .description(DescriptionReference(reference)?.text(in: context.model) ?? "the workbook")
    case .array(let elements), .set(let elements):
      return .list(elements.prefix(ShownValue.limit).map(shown), total: elements.count)
    case .dictionary(let entries):
      let kept = entries.sorted { $0.key < $1.key }.prefix(ShownValue.limit)
      return .dictionary(
        kept.map { ShownValue.Entry(key: $0.key, value: shown($0.value)) }, total: entries.count)
    default:
      // Values that are not shown need not be described.
      guard context.cancellation.meter?.count(.printedBytes, Self.length(value)) != false else { return .literal("…") }
      return switch value {
      case .null: .null
      case .string(let text): .text(String(CanonicalText.quoted(text).dropFirst().dropLast()))
      default: .literal(Self.displayed(value))
      }
    }
  }

  /// About how many bytes a single value takes when it is shown.
  private static func length(_ value: Value) -> Int {
    if case .string(let text) = value { text.utf8.count } else { 16 }
  }

  /// A value as it is shown: as it would be written, except for a Float, which has a Float's digits, and for a date whose
  /// seconds have more than three decimal places, as a clock's have: it is shown to the second.
  static func displayed(_ value: Value) -> String {
    switch value {
    case .double(let number) where number != number.rounded(): return Value.shownText(of: number)
    case .date:
      let text = literal(value)
      guard let dot = text.firstIndex(of: "."), text.hasSuffix("Z"), text[dot...].count > 5 else { return text }
      return text[..<dot] + "Z"
    default: return literal(value)
    }
  }

  /// A value as it would be written: strings quoted, dates without spaces.
  static func literal(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .double(let value):
      if value == value.rounded(), value.magnitude < 1e15 { String(value) } else { shortest(value) }
    case .decimal(let value): value.description
    case .string(let text): CanonicalText.quoted(text)
    case .date(let date): date.internetText
    case .data(let data): "data \"" + data.prefix(16).hexadecimal + (data.count > 16 ? "…" : "") + "\""
    case .uuid(let uuid): "uuid \"\(uuid.uuidString)\""
    case .url(let url): "url \(CanonicalText.quoted(url.absoluteString))"
    case .object: "an object"
    case .array(let elements), .set(let elements): "[" + elements.map(literal).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \(literal($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  private static func shortest(_ value: Double) -> String { "\(value)" }

  // MARK: Objects

  func state(of id: ManagedObjectID) -> ObjectState {
    if context.isDeleted(id) { return .deleted }
    if context.isInserted(id) { return .inserted }
    return context.isUpdated(id) ? .updated : .unchanged
  }

  func view(of id: ManagedObjectID) -> ObjectView {
    let entity = context.entityName(of: id)
    let values = context.model.properties(of: entity).compactMap { property -> (key: String, value: ShownValue)? in
      guard property.fetched == nil, let value = try? context.value(of: id, forKey: property.name) else { return nil }
      return (property.name, shown(value))
    }
    return ObjectView(object: label(id), state: state(of: id), values: values, staleness: staleness(of: id))
  }

  private func staleness(of id: ManagedObjectID) -> StaleView? {
    switch context.staleness(of: id) {
    case nil: return nil
    case .deleted: return .deleted
    case .changed(let saved):
      let keys = context.model.properties(of: context.entityName(of: id)).map(\.name).filter { saved[$0] != nil }
      return .changed(keys.map { ($0, shown(saved[$0] ?? .null)) })
    }
  }

  func table(of ids: [ManagedObjectID], entity: String) -> ObjectTable {
    let kept = ids.prefix(ObjectTable.rowLimit)
    // The columns are those of every entity that occurs, so that sub-entities show what they add.
    var columns = context.model.properties(of: entity).filter { $0.fetched == nil }.map(\.name)
    for name in Set(kept.map { context.entityName(of: $0) }).sorted() {
      for property in context.model.properties(of: name)
      where property.fetched == nil && !columns.contains(property.name) {
        columns.append(property.name)
      }
    }
    let rows = kept.map { id in
      let own = Set(context.model.properties(of: context.entityName(of: id)).map(\.name))
      return ObjectTable.Row(
        object: label(id),
        values: columns.map { key in
          guard own.contains(key), let value = try? context.value(of: id, forKey: key) else { return .absent }
          return shown(value)
        },
        state: state(of: id))
    }
    return ObjectTable(entity: entity, columns: columns, rows: rows, count: ids.count)
  }
}
