import ObjectGraph
import Predicates

/// The context under test, with the objects by their labels.
struct Subject {
  var context: ManagedObjectContext
  var ids: [Label: ManagedObjectID] = [:]
  var labels: [ManagedObjectID: Label] = [:]

  init(_ model: ManagedObjectModel) throws {
    context = try ManagedObjectContext(model: model) { ExampleValues.now }
  }

  mutating func perform(_ operation: Operation) -> Outcome {
    do {
      return try carryOut(operation)
    } catch is ObjectGraphError {
      return .refused
    } catch {
      return .wrong("an error of another kind: \(error)")
    }
  }

  private func id(_ label: Label) throws -> ManagedObjectID {
    guard let id = ids[label] else { throw Unknown(label: label) }
    return id
  }

  private struct Unknown: Error {
    var label: Label
  }

  private mutating func carryOut(_ operation: Operation) throws -> Outcome {
    switch operation {
    case .insert(let label, let entity):
      let id = try context.insert(entity)
      if labels[id] != nil { return .wrong("\(id) was given before") }
      ids[label] = id
      labels[id] = label
    case .set(let label, let key, let value): try context.setValue(value, of: id(label), forKey: key)
    case .setOne(let label, let key, let other): try context.setValue(id(other).value, of: id(label), forKey: key)
    case .setMany(let label, let key, let members):
      try context.setValue(.array(members.map { try id($0).value }), of: id(label), forKey: key)
    case .add(let members, let key, let label): try context.add(members.map(id), to: key, of: id(label))
    case .remove(let members, let key, let label): try context.remove(members.map(id), from: key, of: id(label))
    case .insertAt(let label, let key, let owner, let index):
      try context.insert(id(label), into: key, of: id(owner), at: index)
    case .delete(let label): try context.delete(id(label))
    case .endEvent:
      guard let summary = context.endEvent() else { return .noEvent }
      return .event(
        inserted: named(summary.inserted),
        updated: Dictionary(
          summary.updated.map { (labels[$0.id] ?? -1, Set($0.keys)) }, uniquingKeysWith: { a, b in a.union(b) }))
    case .discardEvent: context.discardEvent()
    case .save:
      do {
        let report = try context.save()
        return .saved(
          inserted: named(report.inserted), updated: named(report.updated), deleted: named(report.deleted))
      } catch {
        return .notSaved(code: error.code, faults(error.errors))
      }
    case .rollback: context.rollback()
    case .reset: context.reset()
    case .advance(let entity, let count):
      for _ in 0..<count { try context.insert(entity) }
      context.rollback()
    case .undo: return .answer(context.undo())
    case .redo: return .answer(context.redo())
    case .beginGroup: return .answer(context.beginUndoGroup(named: "group"))
    case .endGroup: return .answer(context.endUndoGroup())
    case .explain(let labels):
      let explanation = try context.explainDelete(labels.map(id))
      return .explained(named(explanation.deletedObjects), faults(explanation.errors))
    case .trial(let operations, let goesOnWithCopy):
      let copy = context.copy()
      var other = self
      if goesOnWithCopy { context = copy } else { other.context = copy }
      for operation in operations {
        guard let operation = operation.known({ other.ids[$0] != nil }) else { continue }
        _ = other.perform(operation)
      }
      let problems = other.context.graph.checkInvariants()
      if !problems.isEmpty { return .wrong("the graph of the other context is not sound: \(problems)") }
    }
    return .done
  }

  private func named(_ ids: [ManagedObjectID]) -> Set<Label> { Set(ids.map { labels[$0] ?? -1 }) }

  private func faults(_ errors: [ValidationError]) -> [Fault] {
    errors.map { Fault(label: labels[$0.object] ?? -1, key: $0.key ?? "", code: $0.code) }.sorted()
  }
}
