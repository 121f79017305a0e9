import Diagnostics
import Predicates

/// The values and links that a conversion did not take along, found by comparing the objects before and after it.
struct MigrationLosses {
  private let matching: ModelMatching
  private let old: Graph
  private let new: Graph
  private let renumbered: [ManagedObjectID: ManagedObjectID]
  private let store: UInt8?
  /// The new properties that are looked at, by the entity that declares them; nil for all.
  private var suspects: Set<[String]>?
  /// The values that were lost with their property, by the old entity of the objects.
  private var dropped: [(entity: String, declaredBy: String, name: String, values: Int, example: String)] = []
  private var lost: [(entity: String, name: String, loss: MigrationReport.Loss, values: Int, example: String)] = []

  init(
    _ matching: ModelMatching, from old: Graph, to new: Graph, _ renumbered: [ManagedObjectID: ManagedObjectID],
    _ difference: ModelDifference, store: UInt8?
  ) {
    self.matching = matching
    self.old = old
    self.new = new
    self.renumbered = Dictionary(
      renumbered.map { ($0.ofCoordinator, $1.ofCoordinator) }, uniquingKeysWith: { first, _ in first })
    self.store = store
    guard store == nil else { return }
    let composites = difference.changes.contains { change in
      if case .partChanged(.composite, _, _) = change { true } else { false }
    }
    var suspects: Set<[String]> = []
    for change in difference.changes {
      guard case .propertyChanged(let name, let entity, let details) = change,
        details.contains(where: { Self.aspects.contains($0.aspect) })
      else { continue }
      suspects.insert([entity, name])
    }
    for entity in matching.new.model.entities where composites {
      for property in entity.properties where property.attribute?.compositeName != nil {
        suspects.insert([entity.name, property.name])
      }
    }
    self.suspects = suspects
  }

  /// The aspects of a property whose change can cost it values in a context.
  private static let aspects: [ModelDifference.Aspect] = [
    .type, .transformer, .derived, .destination, .inverse, .ordered,
  ].map(ModelDifference.Aspect.setting)

  mutating func find() {
    for entity in matching.old.model.entities {
      guard let newName = matching.newNames[entity.name], let before = old.schema.entity(named: entity.name),
        let after = new.schema.entity(named: newName)
      else { continue }
      let places = old.places(of: before, includingSubentities: false, in: store)
      if places.isEmpty { continue }
      let names = Dictionary(
        matching.sources(in: newName).map { ([$1.declaredBy, $1.property.name], $0) },
        uniquingKeysWith: { first, _ in first })
      for property in before.properties where property.storage != .fetched && !(store != nil && property.isTransient) {
        let declaredBy = old.schema.entity(at: property.declaredBy)?.name ?? entity.name
        let successor = names[[declaredBy, property.name]].flatMap(after.property)
        if let successor, suspects?.contains([owner(of: successor), successor.name]) == false { continue }
        compare(property, of: entity.name, declaredBy, successor, places)
      }
    }
  }

  private func owner(of property: Property) -> String { new.schema.entity(at: property.declaredBy)?.name ?? "" }

  private mutating func compare(
    _ property: Property, of entity: String, _ declaredBy: String, _ successor: Property?, _ places: [Graph.Place]
  ) {
    var count = 0
    var example: String?
    var loss = MigrationReport.Loss.changed
    for place in places {
      let before = old.contents(of: property, at: place)
      if before.isEmpty { continue }
      guard let successor else {
        count += 1
        if example == nil { example = "\(old.label(of: place)): \(before.shown(in: old))" }
        continue
      }
      if store != nil, successor.isTransient {
        loss = .transient
        count += 1
        if example == nil { example = "\(old.label(of: place)): \(before.shown(in: old))" }
        continue
      }
      let id = old.id(at: place).ofCoordinator
      let after =
        new.place(of: new.own(renumbered[id] ?? id)).map { new.contents(of: successor, at: $0) } ?? .value(.null)
      if after.keeps(before, isOrdered: property.isOrdered && successor.isOrdered, { renumbered[$0] ?? $0 }) {
        continue
      }
      if case .value(let had) = before, case .value(let has) = after,
        keeps(had, has, property.attribute?.compositeName, successor.attribute?.compositeName)
      {
        continue
      }
      // A value of another type is named as converted.
      if !after.isEmpty, property.typeWord != successor.typeWord { continue }
      if successor.attribute?.derivation != nil { loss = .derived }
      count += 1
      if example == nil {
        example = "\(old.label(of: place)): \(before.shown(in: old)) became \(after.shown(in: new))"
      }
    }
    guard count > 0, let example else { return }
    guard let successor else {
      dropped.append((entity, declaredBy, property.name, count, example))
      return
    }
    let owner = owner(of: successor)
    if let known = lost.firstIndex(where: { $0.entity == owner && $0.name == successor.name && $0.loss == loss }) {
      lost[known].values += count
    } else {
      lost.append((owner, successor.name, loss, count, example))
    }
  }

  /// Whether a composite has every element of an earlier value, under the element's name now.
  private func keeps(_ before: Value, _ after: Value, _ earlier: String?, _ composite: String?) -> Bool {
    guard case .dictionary(let had) = before, case .dictionary(let has) = after, let earlier, let composite else {
      return before == after
    }
    let names = matching.elements(of: composite, since: earlier)
    let successors = Dictionary(names.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return had.allSatisfy { name, part in
      guard let now = successors[name], let value = has[now] else { return part.isNull }
      return keeps(
        part, value, matching.old.composites[earlier]?[element: name]?.compositeName,
        matching.new.composites[composite]?[element: now]?.compositeName)
    }
  }

  /// The values that went with a property of an entity and its subentities, with one of them. Taken once.
  mutating func takeDropped(_ name: String, of entity: String) -> (values: Int, example: String?) {
    let taken = dropped.filter { $0.name == name && matching.old.isKind($0.entity, of: entity) }
    dropped.removeAll { $0.name == name && matching.old.isKind($0.entity, of: entity) }
    return (taken.reduce(0) { $0 + $1.values }, taken.first?.example)
  }

  /// Returns the values that were not carried over, a step for each property.
  var remaining: [MigrationReport.Step] {
    var steps: [MigrationReport.Step] = []
    for item in dropped {
      steps.append(.dropped(item.name, entity: item.entity, values: item.values, example: item.example))
    }
    for item in lost {
      steps.append(.lost(item.name, entity: item.entity, item.loss, values: item.values, example: item.example))
    }
    return steps
  }
}

/// A value, or the objects of a relationship as a coordinator names them.
private enum Contents {
  case value(Value)
  case objects([ManagedObjectID])

  var isEmpty: Bool {
    switch self {
    case .value(let value): value.isNull
    case .objects(let objects): objects.isEmpty
    }
  }

  /// Whether everything of an earlier one is in it.
  func keeps(_ earlier: Contents, isOrdered: Bool, _ renumbered: (ManagedObjectID) -> ManagedObjectID) -> Bool {
    switch (earlier, self) {
    case (.value(let before), .value(let after)): return before == after
    case (.objects(let before), .objects(let after)):
      let before = before.map(renumbered)
      return isOrdered ? before == after : Set(before) == Set(after)
    case (.value, _), (.objects, _): return false
    }
  }

  func shown(in graph: Graph) -> String {
    switch self {
    case .value(let value): return value.shownWhole
    case .objects(let objects):
      let labels = objects.prefix(3).map { id in graph.place(of: graph.own(id)).map(graph.label) ?? "nil" }
      if objects.isEmpty { return "nil" }
      return Listing.text(labels, of: objects.count, upTo: 3)
    }
  }
}

extension Graph {
  /// The objects that are gone are none of a relationship's: no store keeps such links.
  fileprivate func contents(of property: Property, at place: Place) -> Contents {
    switch property.storage {
    case .attribute(let column): return .value(value(of: column, at: place))
    case .relationship(let layout):
      return .objects(
        members(of: layout, place.row).map { Place(table: layout.destinationTable, row: $0) }
          .filter { header(at: $0).isLive }.map { id(at: $0).ofCoordinator })
    case .fetched: return .value(.null)
    }
  }

  /// `Team#1`.
  func label(of place: Place) -> String { "\(entity(at: place)?.name ?? "object")#\(place.row)" }
}

extension Property {
  fileprivate var isOrdered: Bool { relationship.map { $0.isToMany && $0.isOrdered } ?? false }

  fileprivate var typeWord: String {
    attribute?.typeName ?? (relationship?.isToMany == true ? "to-many" : "to-one")
  }
}

extension Value {
  /// The value as a report shows it: a composite with its elements.
  var shownWhole: String {
    guard case .dictionary(let entries) = self else { return shown }
    return "(" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.shownWhole)" }.joined(separator: ", ")
      + ")"
  }
}
