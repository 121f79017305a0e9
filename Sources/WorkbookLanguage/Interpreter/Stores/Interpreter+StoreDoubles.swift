import Diagnostics
import ObjectGraph
import Predicates

/// Objects that are here twice once a store is open: a file of statements made them, and the store has them too.
extension Interpreter {
  /// A note on objects outside a store that are like objects of it, and the statement that lets them go; none where there
  /// are no such objects. Looks at a copy, so that nothing counts as read. O(objects).
  func doubleNotes(openedIn name: String, at range: SourceRange) throws -> [Diagnostic] {
    let store = mainContext.coordinator.openFileStores.first { $0.name == name }
    guard let store, (store.opening?.objectCount ?? 0) > 0 else { return [] }
    let context = trial().mainContext
    var doubles: [(here: ManagedObjectID, there: ManagedObjectID)] = []
    var outsideCount = 0
    for entity in context.model.entities where !entity.isAbstract {
      let keys = keysToCompare(entity.name)
      let ids = context.graph.objectIDs(of: entity.name).filter { context.entityName(of: $0) == entity.name }
      var inside: [ManagedObjectID] = []
      var outside: [ManagedObjectID] = []
      for id in ids {
        try meter.spend(.rows)
        if context.storeName(of: id) == store.name { inside.append(id) } else { outside.append(id) }
      }
      outsideCount += outside.count
      if outside.isEmpty { continue }
      for keys in keys {
        func values(_ id: ManagedObjectID) -> [Value]? {
          let values = keys.map { context.shownValue(ofKey: $0, of: id) }
          return values.allSatisfy(\.isNull) ? nil : values
        }
        var known: [[Value]: ManagedObjectID] = [:]
        for id in inside.reversed() {
          if let values = values(id) { known[values] = id }
        }
        let found = outside.compactMap { id in values(id).flatMap { known[$0] }.map { (here: id, there: $0) } }
        if found.isEmpty { continue }
        doubles += found
        break
      }
    }
    guard let first = doubles.first else { return [] }
    let formatter = ObjectFormatter(context: mainContext)
    let count = doubles.count
    let (here, there) = (formatter.label(first.here), formatter.label(first.there))
    let message =
      count == 1
      ? "\(here) is now here twice: \(store.name) has it as \(there)"
      : "\(DisplayText.grouped(count)) objects are now here twice, such as \(here) and \(there)"
    return [
      Diagnostic(
        "doubled-objects", message, at: range, severity: .note,
        hint: wayWithoutDoubles(doubles.map(\.here), isAll: count == outsideCount))
    ]
  }

  /// Statements that let objects go which a store has too.
  private func wayWithoutDoubles(_ doubles: [ManagedObjectID], isAll: Bool) -> String {
    let context = mainContext
    let entity = context.entityName(of: doubles[0])
    let unsaved = doubles.filter(context.isInserted)
    let stores = Set(doubles.compactMap(context.storeName))
    let isPending = context.hasChanges
    guard isAll, stores.count + (unsaved.isEmpty ? 0 : 1) == 1, !isPending || !unsaved.isEmpty else {
      return "delete those that are too many: delete \(entity)#\(doubles[0].number)"
    }
    guard let store = stores.first else { return "rollback lets the unsaved ones go" }
    return "close \(store) discarding lets those of \(store) go"
  }

  /// The keys by which two objects of an entity count as the same: those of each uniqueness constraint, or else all of the
  /// attributes that a store keeps.
  private func keysToCompare(_ entity: String) -> [[String]] {
    let model = mainContext.model
    var unique: [[String]] = []
    var name: String? = entity
    while let known = name, let description = model[entity: known] {
      unique += description.uniquenessConstraints
      name = description.parent
    }
    if !unique.isEmpty { return unique }
    let keys = model.properties(of: entity).compactMap(\.attribute).filter { !$0.isTransient }.map(\.name)
    return keys.isEmpty ? [] : [keys]
  }
}
