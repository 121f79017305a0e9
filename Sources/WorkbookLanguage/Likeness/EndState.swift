import ObjectGraph

import struct Foundation.Date

/// A model and its objects at the start of an exercise, or as an answer leaves them.
package struct EndState: Sendable {
  /// The objects with what is pending.
  package let graph: Graph
  /// The objects as they were saved last.
  package let saved: Graph
  /// The time at which it was taken; dates that equal it came from the clock.
  let now: Date

  package var model: ManagedObjectModel { graph.schema.model }

  /// The numbers of entities, of their properties, and of objects: two ends that differ in one are not alike.
  fileprivate var size: [Int] {
    let entities = model.entities
    let objects = entities.reduce(0) { $0 + graph.objectIDs(of: $1.name).count }
    return [entities.count, entities.reduce(0) { $0 + $1.properties.count }, objects]
  }

  /// Takes the saved objects, also those saved by batch requests and other contexts, with the pending changes of an
  /// interpreter's main context; values that this context has read and others have changed since don't count. O(1), O(objects) where others have
  /// saved.
  package init(of interpreter: Interpreter) {
    (graph, saved) = (interpreter.readingStores() ?? interpreter).mainContext.searchedGraphs
    now = interpreter.environment.now()
  }
}

extension Interpreter {
  /// Returns a copy whose main context has read what batch requests and other contexts have saved since it last read; nil where there
  /// is nothing of that kind. O(objects).
  package func readingStores() -> Interpreter? {
    guard mainContext.hasNewerSaves else { return nil }
    let copy = trial()
    if copy.mainContext.hasChanges { try? copy.mainContext.mergeStores() } else { copy.mainContext.reset() }
    return copy
  }
}

/// The states that an answer to an exercise is compared with.
package struct Solutions: Sendable {
  /// The start of the exercise.
  package var start: EndState
  /// The ends of the solution and of every other right answer; an answer has to be like one of them.
  package var ends: [EndState]
  /// The names that the task fixes, `Team` or `Team.players`; all others are the learner's choice.
  package var fixedNames: Set<String>
  /// The models that were compared with theirs so far.
  let memo = LikenessMemo<ModelLikeness.Difference>()
  /// The models whose conditions were compared with theirs so far, and a sentence about the difference.
  let conditionMemo = LikenessMemo<String>()

  package init(start: EndState, ends: [EndState], fixedNames: Set<String>) {
    self.start = start
    self.ends = ends
    self.fixedNames = fixedNames.union(fixedNames.compactMap { $0.split(separator: ".").first.map(String.init) })
  }

  /// Whether an answer ends like one of them, its model compared by what is declared alone: two models that behave alike
  /// under other declarations count as different.
  package func isReached(by mine: EndState) -> Bool {
    guard ends.contains(where: { $0.size == mine.size }) else { return false }
    let model = ModelLikeness(mine: mine.model, solutions: self)
    let objects = ObjectLikeness(mine: mine, solutions: self) { _ in "" }
    do {
      return try model.difference { _, _ in .differ([], ScriptEnd([]), ScriptEnd([])) } == nil
        && objects.difference() == nil
    } catch {
      return false
    }
  }
}
