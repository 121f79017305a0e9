import ObjectGraph

extension Outcome {
  /// A result that is one thing which is so now.
  package enum Fact: Sendable {
    /// `let others = …`: a list of the IDs of another context's objects.
    case objectIDsNamed(String, count: Int)
    /// An assignment changed nothing. Core Data would mark `marked` as updated all the same.
    case isAlready(path: String, value: String, marked: String?)
    case containsAlready(path: String, member: String, marked: String?)
    case doesNotContain(path: String, member: String)
    case isAtPosition(path: String, member: String)
    /// `delete` of objects that are marked for deletion: the first, and how many more.
    case markedAlready(ObjectLabel, more: Int)
    case batch(BatchReport)
    /// `context main, merging`: the consequences of each setting.
    case contextSettings([ContextConsequence])
    /// `show contexts`: main first.
    case contexts([ContextLine])
    /// `merge policy …`.
    case mergePolicy(MergePolicy, context: String)
    /// `insert into`: the store of new objects, the first of them, and how many there are.
    case storeAssigned(String, first: ObjectLabel?, count: Int)
    /// A store in memory is open.
    case storeOpenInMemory(String)
    /// A store in memory was opened again, without the objects that it had.
    case storeReopenedInMemory(String, lost: Int, DiscardedChanges?)
    case storeClosed(String, lost: Int, DiscardedChanges?, losesUndo: Bool)
    /// `migrate` with a store in memory.
    case storeFollowsModel(String)
    /// `show stores`: the open ones first.
    case stores([StoreLine])
  }
}

/// The effect of a batch request in the store.
package struct BatchReport: Sendable {
  package enum Effect: Sendable {
    case updated(Int)
    case deleted(Int, cascaded: [EntityCount], nullified: [EntityCount], dangling: [EntityCount])
    /// Under a merge policy an insertion also updates objects that exist.
    case inserted(Int, updated: Int)
  }

  /// How many objects of an entity.
  package struct EntityCount: Sendable {
    package var entity: String
    package var count: Int
  }

  package var entity: String
  package var effect: Effect
  /// The first object that this context still shows as it read it, and how many there are.
  package var stale: (first: ObjectLabel, count: Int)?
}

/// A consequence of a setting of a context.
package enum ContextConsequence: Sendable {
  /// `parent` is nil for a context on the stores.
  case merges(context: String, parent: String?)
  /// Objects that were saved elsewhere before: the first, and how many more.
  case staysStale(ObjectLabel, more: Int)
  case keepsValues(context: String)
  case deletesFaults(context: String)
  case failsFaults(context: String)
}

/// A context in the list of all.
package struct ContextLine: Sendable {
  package var name: String
  package var parent: String?
  package var isMerging: Bool
  package var isDeletingFaults: Bool
  /// Nil for a child, whose parent saves.
  package var mergePolicy: MergePolicy?
  package var pending: Int
  package var stale: Int
}

/// A store in the list of all.
package struct StoreLine: Sendable {
  package enum State: Sendable {
    case open(objects: Int)
    case closed
  }

  package var name: String
  /// The name of its file; nil in memory.
  package var file: String?
  package var state: State
}

/// The unsaved changes that were given up when a store was closed or opened again.
package struct DiscardedChanges: Hashable, Sendable {
  package var objects: Int
  /// The contexts that had them; empty if only main did.
  package var contexts: [String]
}
