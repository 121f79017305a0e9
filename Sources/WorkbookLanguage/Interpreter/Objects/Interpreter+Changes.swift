import ObjectGraph
import Predicates

/// The changes of an event, for display.
extension Interpreter {
  /// Describes the changes of an event, for display.
  func describe(_ summary: EventSummary) -> Outcome.Result? {
    if let deletion = summary.deletions { return .marked(tree(deletion)) }
    let formatter = ObjectFormatter(context: context)
    let (inserted, updated) = summary.changes()
    var changes = ChangeSummary()
    changes.insertedCount = inserted.count
    changes.inserted = formatter.labels(inserted.prefix(ShownValue.limit))
    // The requested objects come first.
    let ordered =
      updated.count < 2
      ? updated : updated.filter { asked.objects.contains($0.id) } + updated.filter { !asked.objects.contains($0.id) }
    for update in ordered {
      for key in update.keys {
        changes.changeCount += 1
        if asked.objects.contains(update.id) { changes.requestedCount += 1 }
        guard changes.changes.count < ShownValue.limit else { continue }
        changes.changes.append(
          context.graph.memberCount(ofKey: key, of: update.id) == nil
            ? change(of: update.id, key, from: summary.oldValue(ofKey: key, of: update.id), formatter)
            : change(of: update.id, key, before: summary.before, formatter))
      }
    }
    for change in linksTakenAgain(formatter) {
      changes.changeCount += 1
      if changes.changes.count < ShownValue.limit { changes.changes.append(change) }
    }
    if changes.requestedCount == 0, changes.insertedCount == 0 { changes.requestedCount = changes.changeCount }
    if changes.insertedCount == 0, changes.changeCount == 0 { return nil }
    return .changed(changes)
  }

  /// The links that objects have lost in an event to others, for display; nil where there are none.
  func losses(_ summary: EventSummary) -> Outcome.Result? {
    let formatter = ObjectFormatter(context: context)
    var losses = ChangeSummary()
    losses.changes = linksTakenAgain(formatter)
    losses.changeCount = losses.changes.count
    let updated = summary.changes().updated
    if updated.isEmpty { return losses.changeCount == 0 ? nil : .changed(losses) }
    let before = summary.before
    for update in updated {
      for key in update.keys {
        guard
          let relationship = context.model.property(key, of: context.entityName(of: update.id))?.property.relationship,
          relationship.isToMany || !before.value(ofKey: key, of: update.id).isNull
        else { continue }
        let change = change(of: update.id, key, before: before, formatter)
        let isSmaller =
          context.graph.memberCount(ofKey: key, of: update.id) ?? 0 < before.memberCount(ofKey: key, of: update.id) ?? 0
        guard !relationship.isToMany || change.removedCount > 0 || isSmaller else { continue }
        losses.changeCount += 1
        if losses.changes.count < ShownValue.limit { losses.changes.append(change) }
      }
    }
    return losses.changeCount == 0 ? nil : .changed(losses)
  }

  /// The links that new objects of a statement were given and that others of the same statement have taken from them:
  /// `[Team(players: [wade]), Team(players: [wade])]`.
  private func linksTakenAgain(_ formatter: ObjectFormatter) -> [ChangeSummary.Change] {
    guard asked.links.count > 1 else { return [] }
    return asked.links.compactMap { id, key, given in
      guard context.exists(id) else { return nil }
      let now = context.graph.value(ofKey: key, of: id)
      let kept = Set(now.elements ?? (now.isNull ? [] : [now]))
      guard !(given.elements ?? [given]).allSatisfy(kept.contains) else { return nil }
      return change(of: id, key, from: given, formatter)
    }
  }

  /// How a property differs from what it was in an earlier graph.
  func change(of id: ManagedObjectID, _ key: String, before: Graph, _ formatter: ObjectFormatter)
    -> ChangeSummary.Change
  {
    if let now = context.graph.memberCount(ofKey: key, of: id), let then = before.memberCount(ofKey: key, of: id),
      max(now, then) > ChangeSummary.comparisonLimit
    {
      return ChangeSummary.Change(
        object: formatter.label(id), key: key, before: .list([], total: then), after: .list([], total: now),
        isToMany: true, isCountOnly: true)
    }
    return change(of: id, key, from: before.value(ofKey: key, of: id), formatter)
  }

  /// The same, of a value that is known.
  /// - Parameter new: What it is now, where that is not what the graph has.
  func change(
    of id: ManagedObjectID, _ key: String, from old: Value, to new: Value? = nil, _ formatter: ObjectFormatter
  ) -> ChangeSummary.Change {
    var old = old
    var new = new ?? context.graph.value(ofKey: key, of: id)
    var key = key
    // Only the element that changed of a composite.
    while case .dictionary(let then) = old, case .dictionary(let now) = new {
      let changed = Set(then.keys).union(now.keys).filter { then[$0] ?? .null != now[$0] ?? .null }
      guard changed.count == 1, let element = changed.first else { break }
      key += ".\(element)"
      (old, new) = (then[element] ?? .null, now[element] ?? .null)
    }
    var change = ChangeSummary.Change(
      object: formatter.label(id), key: key, before: formatter.shown(old), after: formatter.shown(new))
    if let oldElements = old.elements, let newElements = new.elements,
      context.model.property(key, of: context.entityName(of: id))?.property.relationship != nil
    {
      func objects(_ elements: [Value], notIn others: [Value]) -> [ManagedObjectID] {
        let others = Set(others)
        return elements.compactMap { others.contains($0) ? nil : $0.objectID }
      }
      let added = objects(newElements, notIn: oldElements)
      let removed = objects(oldElements, notIn: newElements)
      change.isToMany = true
      change.added = formatter.labels(added.prefix(ShownValue.limit))
      change.addedCount = added.count
      change.removed = formatter.labels(removed.prefix(ShownValue.limit))
      change.removedCount = removed.count
    }
    return change
  }
}
