import ObjectGraph
import Predicates

/// The slow and obvious context: whole graphs are kept to go back to.
struct ReferenceContext {
  var current: ReferenceGraph
  var saved: ReferenceGraph
  var eventStart: ReferenceGraph
  var isEventChanged = false
  /// Deleted in this event, rules not yet followed.
  var pending: [Label] = []
  var past: [ReferenceGraph] = []
  var future: [ReferenceGraph] = []
  var group: ReferenceGraph?
  var isGroupChanged = false
  /// Every label that was ever given.
  var known: Set<Label> = []

  var schema: ReferenceSchema { current.schema }

  init(_ model: ManagedObjectModel) {
    current = ReferenceGraph(schema: ReferenceSchema(model))
    saved = current
    eventStart = current
  }

  // MARK: Events

  mutating func propagate() {
    if pending.isEmpty { return }
    current.propagateDeletion(of: pending)
    pending = []
  }

  mutating func beginEvent() {
    eventStart = current
    isEventChanged = false
  }

  mutating func register(_ step: ReferenceGraph) {
    past.append(step)
    future = []
  }

  @discardableResult
  mutating func endEvent() -> Outcome {
    propagate()
    guard isEventChanged else { return .noEvent }
    let before = eventStart
    let live = current.objects.filter { !$0.value.isDeleted }.keys
    var updated: [Label: Set<String>] = [:]
    for label in live where before.isLive(label) {
      let keys = current.differences(label, from: before)
      if !keys.isEmpty { updated[label] = keys }
    }
    if group == nil { register(before) } else { isGroupChanged = true }
    beginEvent()
    return .event(inserted: Set(live.filter { before.objects[$0] == nil }), updated: updated)
  }

  mutating func endGroup() -> Bool {
    endEvent()
    guard let step = group else { return false }
    group = nil
    if isGroupChanged { register(step) }
    isGroupChanged = false
    return true
  }

  mutating func beginGroup() -> Bool {
    guard group == nil else { return false }
    endEvent()
    group = eventStart
    isGroupChanged = false
    return true
  }

  mutating func undo() -> Bool {
    endEvent()
    _ = endGroup()
    guard let step = past.popLast() else { return false }
    future.append(current)
    restore(step)
    return true
  }

  mutating func redo() -> Bool {
    guard group == nil else { return false }
    endEvent()
    guard let step = future.popLast() else { return false }
    past.append(current)
    restore(step)
    return true
  }

  private mutating func restore(_ step: ReferenceGraph) {
    current = step
    if current.saveNumber != saved.saveNumber { current.compareMarks(with: saved) }
    pending = []
    beginEvent()
  }

  mutating func rollback() {
    current = saved
    past = []
    future = []
    group = nil
    isGroupChanged = false
    pending = []
    beginEvent()
  }

  mutating func discardEvent() {
    current = eventStart
    pending = []
    beginEvent()
  }

  var canUndo: Bool { !past.isEmpty || isEventChanged || isGroupChanged }
  var canRedo: Bool { !future.isEmpty && !isEventChanged }

  // MARK: Saving

  func isInserted(_ label: Label) -> Bool { current.objects[label] != nil && saved.objects[label] == nil }

  func isUpdated(_ label: Label) -> Bool {
    saved.objects[label] != nil && (current.objects[label]?.isTouched ?? false)
  }

  mutating func save() -> Outcome {
    propagate()
    let faults = current.faults(saved: saved)
    guard faults.isEmpty else { return .notSaved(code: faults.count == 1 ? faults[0].code : 1560, faults) }
    let labels = current.objects.keys
    let outcome = Outcome.saved(
      inserted: Set(labels.filter { isInserted($0) && current.isLive($0) }),
      updated: Set(labels.filter { isUpdated($0) && current.isLive($0) }),
      deleted: Set(labels.filter { !isInserted($0) && !current.isLive($0) }))
    if isEventChanged {
      if group == nil { register(eventStart) } else { isGroupChanged = true }
    }
    // A save of nothing is none: what is done again later has the marks that it had.
    let isPending = labels.contains { isInserted($0) || isUpdated($0) || !current.isLive($0) }
    if isPending {
      current.saveNumber = saved.saveNumber
      current.settle()
      saved = current
    }
    beginEvent()
    return outcome
  }

  func explain(_ labels: [Label]) -> Outcome {
    guard labels.allSatisfy({ current.objects[$0] != nil }) else { return .refused }
    var trial = current
    trial.propagateDeletion(of: pending)
    let gone = trial.propagateDeletion(of: labels)
    return .explained(gone, trial.faults(saved: saved))
  }
}
