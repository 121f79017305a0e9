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
/// What happens between two calls of ``endEvent(named:)`` is one event and one step of undo. At the end of an event
/// (and in ``save()``) deletions are propagated; until then an object is only marked.
///
/// ## Topics
/// Objects: ``insert(_:)``, ``value(of:forKey:)``, ``setValue(_:of:forKey:)``, ``add(_:to:of:)``,
/// ``remove(_:from:of:)``, ``delete(_:)``
/// Pending changes: ``hasChanges``, ``changedValues(of:)``, ``save()``, ``rollback()``
/// Going back: ``endEvent(named:)``, ``undo()``, ``redo()``, ``copy()``
/// Finding: ``fetch(_:variables:forms:)``, ``count(_:variables:forms:)``
/// Explaining: ``explainDelete(_:overridingRules:)``, ``compareDelete(_:)``, ``validateForDelete(_:)``
/// The model: ``model``, ``setModel(_:renaming:)``, ``prepare()``
public final class ManagedObjectContext {
  /// What people call it; nothing depends on it.
  public var name: String
  /// The current graph. A copy of it is a snapshot at no cost.
  ///
  /// Its accesses are not watched for overlaps at run time, which costs more than a change itself: no method hands the
  /// graph out by reference while it calls anything that reaches this context.
  @exclusivity(unchecked) public internal(set) var graph: Graph
  /// The graph of the last save, under the current model; empty before the first.
  public internal(set) var committed: Graph

  let clock: () -> Date
  /// The next number by table. Not part of the graph: going back does not give numbers away again.
  @exclusivity(unchecked) var nextNumbers: [Int32]
  /// The highest number that an object of an entity ever had, by stable place; it follows the entity from table to
  /// table.
  @exclusivity(unchecked) var highestNumbers: [Int32]
  /// Deleted in this event and not yet propagated.
  var pendingDeletions: [ManagedObjectID] = []
  var eventDeletion: DeletionExplanation?
  /// The state that the current event began with.
  var eventStart: UndoStep
  /// Whether anything has changed since.
  @exclusivity(unchecked) var isEventChanged = false
  var undoStack: [UndoStep] = []
  var redoStack: [UndoStep] = []
  var group: UndoStep?
  var isGroupChanged = false
  /// How many steps of undo are kept at least; of those beyond, the oldest are forgotten from time to time.
  public var undoLimit = 1_000
  /// Checks the whole graph after every change and stops the program when it is not sound. For tests.
  @exclusivity(unchecked) package var checksInvariants = false

  /// A context with an empty graph.
  ///
  /// The model may be unfinished: its problems are reported by ``prepare()``, which the first insertion and fetch call.
  /// - Parameters:
  ///   - name: What people call it.
  ///   - identifier: Tells the IDs of several contexts apart; an object of a context with another one is refused.
  ///   - clock: What the time is, for defaults and `now()`.
  /// - Throws: ``ModelError`` only when the model has more than 65,534 entities.
  public init(
    model: ManagedObjectModel, name: String = "main", identifier: UInt8 = 0, clock: @escaping () -> Date = Date.init
  ) throws(ModelError) {
    self.name = name
    self.clock = clock
    guard model.entities.count < Int(UInt16.max) else { throw ModelError(problems: model.problems()) }
    var places: [String: Int] = [:]
    for entity in model.entities where places[entity.name] == nil { places[entity.name] = places.count }
    let schema = Schema(model, places: places, placeCount: places.count)
    graph = Graph(schema, context: identifier)
    committed = graph
    nextNumbers = Array(repeating: 1, count: places.count)
    highestNumbers = Array(repeating: 0, count: places.count)
    eventStart = UndoStep(graph: graph, committed: committed)
  }

  private init(copying other: ManagedObjectContext) {
    name = other.name
    graph = other.graph
    committed = other.committed
    clock = other.clock
    nextNumbers = other.nextNumbers
    highestNumbers = other.highestNumbers
    pendingDeletions = other.pendingDeletions
    eventDeletion = other.eventDeletion
    eventStart = other.eventStart
    isEventChanged = other.isEventChanged
    undoStack = other.undoStack
    redoStack = other.redoStack
    group = other.group
    isGroupChanged = other.isGroupChanged
    undoLimit = other.undoLimit
    checksInvariants = other.checksInvariants
  }

  /// A trial: the same objects under the same IDs, and a future of its own. O(1). What either of the two makes from
  /// here on may have an ID that the other gives to another object.
  public func copy() -> ManagedObjectContext { ManagedObjectContext(copying: self) }

  /// The current model; ``setModel(_:renaming:)`` changes it.
  public var model: ManagedObjectModel { graph.schema.model }

  /// Makes sure that the model can have objects. O(1).
  /// - Throws: ``ModelError`` with all problems, where there are any.
  public func prepare() throws(ModelError) {
    guard graph.schema.isResolved else { throw ModelError(problems: graph.schema.problems) }
  }

  /// Called after every change.
  func changed() {
    isEventChanged = true
    if checksInvariants {
      let problems = graph.checkInvariants()
      precondition(problems.isEmpty, "the graph is not sound: \(problems)")
    }
  }
}
