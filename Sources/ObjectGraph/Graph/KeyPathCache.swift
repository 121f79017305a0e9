import Predicates

/// The key paths that a context has been asked for, their keys looked up. Forgotten when the model changes.
final class KeyPathCache {
  /// The schema that the plans are of, held for their layouts.
  private var schema: Schema
  /// The address that identifies the schema while it is held. A pointer that is read and written whole: accesses to it
  /// cannot overlap.
  @exclusivity(unchecked) private var layouts: UnsafeMutablePointer<RelationshipLayout>

  private struct Name: Hashable {
    var entity: UInt16
    var path: String
  }

  /// A path that was looked up recently. Most paths are read for many objects in a row.
  private struct Recent {
    var entity = UInt16.max
    var plan: UnsafeMutablePointer<KeyPathPlan>?
    var path = ""
  }

  /// nil for a path that takes the long way.
  private var plans: [Name: UnsafeMutablePointer<KeyPathPlan>?] = [:]
  private let recent: UnsafeMutablePointer<Recent>
  /// Paths that are composed afresh each time must not fill the memory.
  private static let most = 4_096
  private static let recentCount = 16

  init(_ schema: Schema) {
    self.schema = schema
    layouts = schema.access.layouts
    recent = .allocate(capacity: KeyPathCache.recentCount)
    recent.initialize(repeating: Recent(), count: KeyPathCache.recentCount)
  }

  deinit {
    forget()
    recent.deinitialize(count: KeyPathCache.recentCount)
    recent.deallocate()
  }

  /// Returns the value that a path leads to from an object that is in the graph.
  @inline(__always)
  func value(_ path: String, of id: ManagedObjectID, in memory: GraphMemory) -> KeyPathPlan.Outcome {
    let entry = recent + KeyTable.Key(path).hash & (KeyPathCache.recentCount - 1)
    if entry.pointee.entity != id.entity || entry.pointee.path != path {
      entry.pointee = Recent(entity: id.entity, plan: plan(path, id.entity), path: path)
    }
    guard let plan = entry.pointee.plan else { return .unknown }
    let row = Int32(bitPattern: id.number)
    if let count = KeyPathPlan.count(plan, in: memory, row) { return .integer(count) }
    return plan.pointee.value(in: memory, from: row)
  }

  /// Whether the plans are those of the schema that a graph follows.
  @inline(__always)
  func isFor(_ memory: GraphMemory) -> Bool { memory.layouts == layouts }

  @inline(never)
  func follow(_ schema: Schema) {
    forget()
    self.schema = schema
    layouts = schema.access.layouts
  }

  @inline(never)
  private func plan(_ path: String, _ place: UInt16) -> UnsafeMutablePointer<KeyPathPlan>? {
    let name = Name(entity: place, path: path)
    if let plan = plans[name] { return plan }
    if plans.count >= KeyPathCache.most { forget() }
    var plan: UnsafeMutablePointer<KeyPathPlan>?
    if let entity = schema.entity(at: place), let new = KeyPathPlan(path, of: entity, in: schema) {
      plan = .allocate(capacity: 1)
      plan?.initialize(to: new)
    }
    plans.updateValue(plan, forKey: name)
    return plan
  }

  private func forget() {
    for plan in plans.values {
      plan?.pointee.deallocate()
      plan?.deallocate()
    }
    plans = [:]
    for index in 0..<KeyPathCache.recentCount { recent[index] = Recent() }
  }
}
