/// The parts of a context's state that many files use, under their own names; the others are `state.name`.
extension ManagedObjectContext {
  /// The graph of the last save, or that was last taken in, under the current model; empty before the first.
  public internal(set) var committed: Graph {
    @inline(__always) _read { yield state.committed }
    @inline(__always) _modify { yield &state.committed }
  }

  /// A save's treatment of objects that others have saved meanwhile.
  ///
  /// Between a child and its parent there are no versions (our reading: Core Data pushes a child's changes over what
  /// the parent has): there ``MergePolicy/error`` acts as ``MergePolicy/object``, but for objects whose deletion was
  /// saved, which it refuses to bring back.
  public var mergePolicy: MergePolicy {
    _read { yield state.mergePolicy }
    _modify { yield &state.mergePolicy }
  }

  /// Whether delete rules act at the end of each event, and not only in the save.
  public var propagatesDeletesAtEndOfEvent: Bool {
    _read { yield state.propagatesDeletesAtEndOfEvent }
    _modify { yield &state.propagatesDeletesAtEndOfEvent }
  }

  /// Whether an object whose row is gone counts as deleted and reads as nil in every property: one that another context's
  /// save took away, or the end of a link that dangles. Otherwise reading it is the error
  /// ``ObjectGraphError/objectGone(_:entity:)`` (133000). True at first, as in Core Data since macOS 10.11 and iOS 9.
  public var shouldDeleteInaccessibleFaults: Bool {
    _read { yield state.shouldDeleteInaccessibleFaults }
    _modify { yield &state.shouldDeleteInaccessibleFaults }
  }

  /// How many steps of undo are kept at least; of those beyond, the oldest are forgotten from time to time.
  public var undoLimit: Int {
    _read { yield state.undoLimit }
    _modify { yield &state.undoLimit }
  }

  /// Checks the whole graph after every change and stops the program when it is not sound. For tests.
  package var checksInvariants: Bool {
    @inline(__always) _read { yield state.checksInvariants }
    @inline(__always) _modify { yield &state.checksInvariants }
  }

  /// Whether what others save is taken in at the next look at this context, for changed objects too, whose own changes
  /// stay. A batch request makes no notification of a save, so that what it wrote is not merged (Core Data).
  ///
  /// Only saves that follow are merged: an object that was already stale stays so until others save it again, or until it
  /// is refreshed. Core Data's documentation has it answer the notifications of saves; that those from before are
  /// not merged is our reading of it.
  ///
  /// Core Data does it when the save happens; here it is done when the context is next read or changed, as another
  /// thread may not touch it.
  public var automaticallyMergesChangesFromParent: Bool {
    get { state.merged != nil }
    set {
      guard newValue != automaticallyMergesChangesFromParent else { return }
      // What was saved until now is merged, or is not, by the setting that was in force.
      mergeAutomatically()
      state.merged = newValue ? newest() : nil
    }
  }

  /// Asked in the midst of saves, fetches and deletions that take long, which then stop and leave everything as it was.
  /// A child context and a copy begin with the same one.
  public var cancellation: Cancellation {
    get { state.cancellation }
    set { state.cancellation = newValue.ofOneContext }
  }

  // MARK: For this module

  var current: Graph {
    @inline(__always) _read { yield state.current }
    @inline(__always) _modify { yield &state.current }
  }
  var start: UndoStep {
    @inline(__always) _read { yield state.start }
    @inline(__always) _modify { yield &state.start }
  }
  var isEventChanged: Bool {
    @inline(__always) _read { yield state.isEventChanged }
    @inline(__always) _modify { yield &state.isEventChanged }
  }
  var pendingDeletions: [ManagedObjectID] {
    @inline(__always) _read { yield state.pendingDeletions }
    @inline(__always) _modify { yield &state.pendingDeletions }
  }
  var eventDeletion: DeletionExplanation? {
    _read { yield state.eventDeletion }
    _modify { yield &state.eventDeletion }
  }
  var notified: Graph? {
    _read { yield state.notified }
    _modify { yield &state.notified }
  }
  var undoStack: [UndoStep] {
    _read { yield state.undoStack }
    _modify { yield &state.undoStack }
  }
  var redoStack: [UndoStep] {
    _read { yield state.redoStack }
    _modify { yield &state.redoStack }
  }
  var group: UndoStep? {
    _read { yield state.group }
    _modify { yield &state.group }
  }
  var waiting: WaitingDeclarations? {
    @inline(__always) _read { yield state.waiting }
    @inline(__always) _modify { yield &state.waiting }
  }
  var faults: FaultRegister {
    @inline(__always) _read { yield state.faults }
    @inline(__always) _modify { yield &state.faults }
  }
  var storeBase: Graph? {
    _read { yield state.storeBase }
    _modify { yield &state.storeBase }
  }
  var version: Int {
    @inline(__always) _read { yield state.version }
    @inline(__always) _modify { yield &state.version }
  }
  var seen: Int {
    @inline(__always) _read { yield state.seen }
    @inline(__always) _modify { yield &state.seen }
  }
  var merged: (graph: Graph, count: Int)? {
    _read { yield state.merged }
    _modify { yield &state.merged }
  }
  var searched: (version: Int, current: Graph, saved: Graph)? {
    _read { yield state.searched }
    _modify { yield &state.searched }
  }
  var hooks: HookRegister {
    @inline(__always) _read { yield state.hooks }
    @inline(__always) _modify { yield &state.hooks }
  }
}
