import Predicates

import struct Foundation.Date

extension ManagedObjectContext {
  /// The objects that a request finds. With pending changes, as it is unless the request asks otherwise, objects marked
  /// as deleted are not found; without them they still are. What other contexts have saved is taken in first.
  /// - Parameters:
  ///   - variables: What `$name` stands for in the predicate.
  ///   - forms: Evaluates what a host language added to the predicate's grammar.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, and what evaluating the predicate and
  ///   the sort keys throws.
  /// - Complexity: O(objects of the entity's tree), and O(found × log found) for sorting.
  public func fetch(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> [ManagedObjectID] {
    try takeInBeforeFetch()
    try prepare()
    let graph = request.includesPendingChanges ? graph : committed
    return try graph.find(
      request, source: GraphSource(graph, now: clock(), variables: variables, forms: forms))
  }

  /// How many objects a request finds, its limit and offset counted in; O(1) memory without a predicate.
  /// - Throws: as ``fetch(_:variables:forms:)``; sort keys are not asked.
  public func count(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> Int {
    try takeInBeforeFetch()
    try prepare()
    let graph = request.includesPendingChanges ? graph : committed
    return try graph.count(
      request, source: GraphSource(graph, now: clock(), variables: variables, forms: forms))
  }
}

extension ManagedObjectContext: KeyValueSource {
  /// As ``value(of:forKey:)``, with the errors of ``KeyValueError``: a fault to an object that is gone is 133000.
  public func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let id = ManagedObjectID(object), id.context == graph.context else {
      throw KeyValueError.missingObject("an object of another context")
    }
    do {
      return try value(of: id, forKey: key)
    } catch ObjectGraphError.unknownKey(let key, let entity, let known) {
      throw KeyValueError.unknownKey(key, of: entity, known: known)
    } catch ObjectGraphError.objectGone(let id, let entity) {
      throw KeyValueError.missingObject("\(entity)#\(id.number)")
    }
  }

  /// What the context's clock says; asked anew each time.
  public var now: Date { clock() }

  /// `Player#3`; an object of no entity here is `an object`.
  public func displayText(of object: ObjectReference) throws -> String { graph.displayText(of: object) }
}
