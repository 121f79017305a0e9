import Predicates

import struct Foundation.Date

/// A place to work with managed objects: it names the current graph, the committed one and the ones to go back to.
///
/// ```swift
/// let context = try ManagedObjectContext(model: league)
/// let heat = try context.insert("Team")
/// try context.setValue("Miami Heat", of: heat, forKey: "name")
/// try context.save()
/// ```
///
/// Such a context has its own coordinator, with one store in memory. Several contexts work over one
/// ``PersistentStoreCoordinator``, or one on another: a child starts from its parent's graph and saves into it.
///
/// An object that was read keeps its values here, whatever other contexts save (Core Data: until it is refreshed). A
/// fetch searches what is saved, with the changes pending here, and so may find an object that shows another value than
/// the one searched for; it brings in the objects that were not read yet, and leaves the others alone. A to-many is
/// read when its members are. ``isStale(_:)`` says whether others have saved an object since; if it has changes here,
/// the save finds the conflict, see ``MergePolicy``. ``refresh(_:_:)``, ``refreshAll()``, ``reset()``,
/// ``mergeChanges(from:)`` and ``automaticallyMergesChangesFromParent`` bring in what others saved. An object that
/// another context deleted still shows its values, and is refused when it is saved or refreshed.
///
/// A graph has every link once, for both ends; where the ends were read at different times each shows what it was read
/// with, as in Core Data, but validation follows the to-one end, and delete rules follow the links that both ends show.
///
/// A context belongs to the thread or actor that uses it, and so does every ``ManagedObject``; IDs are values and go
/// anywhere. ``QueueContext`` has its own queue.
///
/// All changes between two calls of ``endEvent(named:)`` are one event and one step of undo. At the end of an event
/// (and in ``save()``) deletions are propagated; until then an object is only marked.
///
/// ## Topics
/// Objects: ``insert(_:)->ManagedObjectID``, ``value(of:forKey:)``, ``setValue(_:of:forKey:)-(Value,_,_)``,
/// ``add(_:to:of:)-([ManagedObjectID],_,_)``,
/// ``remove(_:from:of:)``, ``delete(_:)``
/// Pending changes: ``hasChanges``, ``changedValues(of:)``, ``save()``, ``rollback()``
/// Going back: ``endEvent(named:)``, ``undo()``, ``redo()``, ``isUndoRegistrationEnabled``, ``copy()``
/// Other contexts: ``parent``, ``coordinator``, ``mergePolicy``, ``isStale(_:)``, ``refresh(_:_:)``, ``mergeChanges(from:)``,
/// ``object(with:)``, ``existingObject(with:)``
/// Hooks and watching: ``setHooks(_:for:)``, ``observe(_:)``
/// Stopping: ``cancellation``
/// Finding: ``fetch(_:variables:forms:)``, ``count(_:variables:forms:)``
/// Explaining: ``explainDelete(_:overridingRules:)``, ``compareDelete(_:)``, ``validateForDelete(_:)``
/// The model: ``model``, ``setModel(_:renaming:)``, ``prepare()``
public final class ManagedObjectContext {
  /// The context's name; nothing depends on it.
  public var name: String
  /// The current graph. A copy of it is a snapshot at no cost.
  ///
  /// Mutating this property first retains the graph as it was when the event began, so that undo can restore it. A
  /// change that the event's journal records instead goes through `current`.
  public internal(set) var graph: Graph {
    @inline(__always) _read { yield state.current }
    @inline(__always) _modify {
      if state.start.graph == nil { holdStart() }
      yield &state.current
    }
  }
  /// Everything that a copy of the context has too.
  ///
  /// Its accesses are not watched for overlaps at run time, which costs more than a change itself: no method hands a part
  /// of it out by reference while it calls anything that reaches this context. The registers in it call nothing outside of
  /// them, and their closures are called after they have been copied out.
  @exclusivity(unchecked) var state: ContextState

  /// The coordinator that the contexts over the same stores share. It may be passed to other threads.
  public let coordinator: PersistentStoreCoordinator
  /// Its numbers.
  let numbers: NumberAllocator.Memory
  /// The context that this one saves into; nil when it saves into the stores. It is kept alive.
  public let parent: ManagedObjectContext?
  let clock: () -> Date
  /// The key paths that were asked for under the current model.
  let keyPaths: KeyPathCache
  var observers: [Int: (ContextChanges) -> Void] = [:]
  var observerNumber = 0

  /// A context with an empty graph, its own coordinator, and a store `main` in memory.
  ///
  /// The model may be unfinished: its problems are reported by ``prepare()``, which the first insertion and fetch call.
  /// - Parameters:
  ///   - model: The model of its objects.
  ///   - name: The context's name.
  ///   - identifier: Distinguishes the IDs of several contexts; an object of a context with another one is refused.
  ///   - clock: The current time, for defaults and `now()`.
  /// - Throws: ``ModelError`` only when the model has more than 65,534 entities.
  /// - Complexity: O(properties).
  public convenience init(
    model: ManagedObjectModel, name: String = "main", identifier: UInt8 = 0, clock: @escaping () -> Date = Date.init
  ) throws(ModelError) {
    let coordinator = try PersistentStoreCoordinator(history: ModelHistory(model))
    coordinator.state.withLock { $0.slots = [.init(store: InMemoryStore(), isOpen: true)] }
    self.init(coordinator: coordinator, name: name, identifier: identifier, clock: clock)
  }

  /// A context that starts from what is saved in a coordinator. O(1).
  /// - Parameters:
  ///   - coordinator: The coordinator whose stores it reads and writes.
  ///   - name: The context's name.
  ///   - identifier: Contexts of one coordinator that have the same identifier give an object the same ID, so that IDs
  ///     can be passed from one to the other. With different identifiers an ID is refused elsewhere, and
  ///     ``object(with:)`` translates it.
  ///   - clock: The current time, for defaults and `now()`.
  public init(
    coordinator: PersistentStoreCoordinator, name: String = "main", identifier: UInt8 = 0,
    clock: @escaping () -> Date = Date.init
  ) {
    self.name = name
    self.clock = clock
    self.coordinator = coordinator
    numbers = coordinator.numbers.memory
    parent = nil
    let (start, commit) = coordinator.state.withLock { state in
      state.contextCount += 1
      return (state.graph.named(identifier), state.commit)
    }
    keyPaths = KeyPathCache(start.schema)
    state = ContextState(start, seen: commit)
  }

  /// A child: it starts from the parent's graph, pending changes included, and saves into it. O(1), and O(pending
  /// changes of the parent).
  public init(parent: ManagedObjectContext, name: String = "child", identifier: UInt8? = nil) {
    self.name = name
    clock = parent.clock
    coordinator = parent.coordinator
    numbers = parent.numbers
    self.parent = parent
    coordinator.state.withLock { $0.contextCount += 1 }
    let start = parent.snapshotForChildren().named(identifier ?? parent.graph.context)
    keyPaths = KeyPathCache(start.schema)
    state = ContextState(start, seen: parent.version)
    state.checksInvariants = parent.checksInvariants
    cancellation = parent.cancellation
    for place in parent.faults.links.places(in: start.schema) {
      for layout in start.entity(at: place)?.relationships.compactMap(\.layout) ?? [] {
        faults.links[layout, place.row, start.schema] = parent.heldMembers(of: layout, place.row)
      }
    }
  }

  private init(
    copying other: ManagedObjectContext, _ coordinator: PersistentStoreCoordinator, _ parent: ManagedObjectContext?
  ) {
    name = other.name
    self.coordinator = coordinator
    numbers = coordinator.numbers.memory
    self.parent = parent
    coordinator.state.withLock { $0.contextCount += 1 }
    clock = other.clock
    keyPaths = KeyPathCache(other.graph.schema)
    state = other.state
    cancellation = other.cancellation
  }

  deinit { coordinator.state.withLock { $0.contextCount -= 1 } }

  /// Returns a trial: the same objects under the same IDs, with its own future and its own coordinator, which writes no
  /// files; a child's parents are copied too. O(contexts). Objects that either of the two makes from now on may have
  /// the same ID. No one observes the copy.
  public func copy() -> ManagedObjectContext { ManagedObjectContext.copies(of: [self])[0] }

  /// Copies of several contexts with the same relations to each other; those over one coordinator share a copy of it.
  package static func copies(of contexts: [ManagedObjectContext]) -> [ManagedObjectContext] {
    var coordinators: [ObjectIdentifier: PersistentStoreCoordinator] = [:]
    var made: [ObjectIdentifier: ManagedObjectContext] = [:]
    func copy(_ context: ManagedObjectContext) -> ManagedObjectContext {
      var line: [ManagedObjectContext] = [context]
      while let parent = line[line.count - 1].parent { line.append(parent) }
      var result: ManagedObjectContext?
      for original in line.reversed() {
        if let known = made[ObjectIdentifier(original)] {
          result = known
          continue
        }
        let key = ObjectIdentifier(original.coordinator)
        let coordinator = coordinators[key] ?? original.coordinator.fork()
        coordinators[key] = coordinator
        let new = ManagedObjectContext(copying: original, coordinator, result)
        made[ObjectIdentifier(original)] = new
        result = new
      }
      return result ?? context
    }
    return contexts.map(copy)
  }

  /// The current model; ``setModel(_:renaming:)`` changes it.
  public var model: ManagedObjectModel { graph.schema.model }

  /// The problems to fix in the model before objects can be made; empty for a sound one. As
  /// ``ManagedObjectModel/problems()``, but O(1).
  public var modelProblems: [ModelProblem] { graph.schema.problems }

  /// Makes sure that the model can have objects. O(1).
  /// - Throws: ``ModelError`` with all problems, where there are any.
  public func prepare() throws(ModelError) {
    guard graph.schema.isResolved else { throw ModelError(problems: graph.schema.problems) }
  }

  /// Called after every change.
  @inline(__always)
  func changed() {
    isEventChanged = true
    version &+= 1
    if checksInvariants { checkSoundness() }
  }

  @inline(never)
  func checkSoundness() {
    var problems = graph.checkInvariants()
    // Retaining the graph that was checked last keeps it from being changed in place.
    if state.checkedCommitted?.storage !== committed.storage {
      problems += committed.checkInvariants()
      state.checkedCommitted = committed
    }
    precondition(problems.isEmpty, "the graph is not sound: \(problems)")
  }
}
