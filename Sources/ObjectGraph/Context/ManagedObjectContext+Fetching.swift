import Predicates

import struct Foundation.Date

extension ManagedObjectContext {
  /// Returns the objects that a request finds. With pending changes, as it is unless the request asks otherwise,
  /// objects marked as deleted are not found; without them they still are.
  ///
  /// It searches what is saved now. Objects that were read here and have no changes are found by what others have saved
  /// of them, and still show what they were read with (Core Data); see ``refresh(_:_:)``.
  /// - Parameters:
  ///   - request: The entity, the condition and the order.
  ///   - variables: The values of `$name` in the predicate.
  ///   - forms: Evaluates what a host language added to the predicate's grammar.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``,
  ///   ``FetchRequestError/givesNoObjects(_:)`` for a request that asks for something else,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors
  ///   of evaluating the predicate and the sort keys.
  /// - Complexity: O(objects of the entity's tree) at most; less if an index, a named object or the other end of a
  ///   relationship leads to the objects (``plan(of:variables:forms:)`` shows it). O(found × log found) for sorting.
  public func fetch(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> [ManagedObjectID] {
    switch request.resultType {
    case .objects, .objectIDs: break
    case .count, .dictionaries: throw FetchRequestError.givesNoObjects(request.resultType)
    }
    try refuseGrouping(request)
    let (request, source) = try source(for: request, variables, forms)
    return try source.graph.find(request, source: source)
  }

  /// Returns the objects that a request finds, as handles.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: That of ``fetch(_:variables:forms:)``.
  public func fetchObjects(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> [ManagedObject] {
    try fetch(request, variables: variables, forms: forms).map { ManagedObject($0, in: self) }
  }

  /// Returns how many objects a request finds, its limit and offset counted in, whatever it asks to be given.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: O(objects of the entity's tree) at most; less if an index, a named object or the other end of a
  ///   relationship leads to the objects.
  public func count(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> Int {
    let (request, source) = try source(for: request, variables, forms)
    return try source.graph.count(request, source: source)
  }

  /// Returns the table that a request for dictionaries finds, read from what is saved.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: that of finding the objects, and O(found × columns).
  public func fetchTable(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> FetchTable {
    var request = request
    request.includesPendingChanges = false
    let (found, source) = try source(for: request, variables, forms)
    return try source.graph.findDictionaries(found, source: source)
  }

  /// Returns the rows of ``fetchTable(_:variables:forms:)``.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: That of ``fetchTable(_:variables:forms:)``.
  public func fetchDictionaries(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> [[String: Value]] {
    try fetchTable(request, variables: variables, forms: forms).rows
  }

  /// Returns the result of the request, of the kind given by its ``FetchRequest/resultType-swift.property``.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: That of ``fetch(_:variables:forms:)``, ``count(_:variables:forms:)`` or
  ///   ``fetchTable(_:variables:forms:)``.
  public func execute(
    _ request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> FetchResult {
    switch request.resultType {
    case .objects: .objects(try fetchObjects(request, variables: variables, forms: forms))
    case .objectIDs: .objectIDs(try fetch(request, variables: variables, forms: forms))
    case .count: .count(try count(request, variables: variables, forms: forms))
    case .dictionaries: .dictionaries(try fetchDictionaries(request, variables: variables, forms: forms))
    }
  }

  /// Returns how a request finds its objects. The request is run, and its steps are listed, with the parts of a
  /// condition that is an OR or NOT: each with the number of objects it was tested on and the number for which it held.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: That of ``fetch(_:variables:forms:)``; the parts of a condition are tested one by one.
  public func plan(
    of request: FetchRequest, variables: [String: Value] = [:], forms: GraphSource.FormEvaluator? = nil
  ) throws -> FetchPlan {
    let (request, source) = try source(for: request, variables, forms)
    let entity = try source.graph.entity(of: request)
    return try source.graph.findRows(request, entity, source: source, countsParts: true).plan
  }

  /// Returns the objects that a request finds, by a way that the caller chooses: for tests and measurements.
  /// - Throws: ``ModelError``, ``ObjectGraphError/unknownEntity(_:known:)``, ``FetchRequestError``,
  ///   ``StoreError/unknownStore(_:known:)``, `OperationCancelled` where ``cancellation`` stops it, and the errors of
  ///   evaluating the predicate and the sort keys.
  /// - Complexity: That of ``fetch(_:variables:forms:)``, or O(objects of the entity's tree) for a strategy that uses
  ///   no index.
  public func fetch(
    _ request: FetchRequest, variables: [String: Value] = [:], strategy: FetchStrategy
  ) throws -> [ManagedObjectID] {
    let (request, source) = try source(for: request, variables, nil)
    return try source.graph.find(request, source: source, strategy: strategy)
  }

  /// The request with its arguments read, and what it searches.
  private func source(
    for request: FetchRequest, _ variables: [String: Value], _ forms: GraphSource.FormEvaluator?
  ) throws -> (FetchRequest, GraphSource) {
    try mergeBeforeFetch()
    try prepare()
    let request = try readingArguments(of: request, variables)
    let searched = searchedGraphs
    var source = GraphSource(
      request.includesPendingChanges ? searched.current : searched.saved, now: clock(), variables: variables,
      forms: forms)
    source.cancellation = cancellation
    if let names = request.affectedStores { source.stores = try coordinator.filter(forStores: names) }
    return (request, source)
  }

  private func refuseGrouping(_ request: FetchRequest) throws {
    if !request.propertiesToGroupBy.isEmpty { throw FetchRequestError.needsDictionaries("grouping") }
    if request.havingPredicate != nil { throw FetchRequestError.needsDictionaries("a HAVING condition") }
  }
}

/// The result of a fetch, of the type that it asked for.
public enum FetchResult {
  /// Handles.
  case objects([ManagedObject])
  /// Identities.
  case objectIDs([ManagedObjectID])
  /// A number.
  case count(Int)
  /// Rows of a table.
  case dictionaries([[String: Value]])
}

extension ManagedObjectContext: KeyValueSource {
  /// Returns the value of a key of an object, which may be the end of a link that dangles; see
  /// ``shouldDeleteInaccessibleFaults``. O(1), O(members) for a
  /// to-many, and a whole fetch for the first read of a fetched property.
  /// - Throws: `KeyValueError.unknownKey(_:of:known:)`, `KeyValueError.missingObject(_:)` for an object that is
  ///   gone or of another context; the errors of evaluating a fetched property.
  public func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let id = ManagedObjectID(object), id.context == graph.context else {
      if EntityReference(object) != nil { return try GraphSource(graph, now: now).value(forKey: key, of: object) }
      throw KeyValueError.missingObject("an object of another context")
    }
    do {
      return try valueOfLinked(id, forKey: key)
    } catch ObjectGraphError.unknownKey(let key, let entity, let known) {
      throw KeyValueError.unknownKey(key, of: entity, known: known)
    } catch ObjectGraphError.objectGone(let id, let entity) {
      throw KeyValueError.missingObject("\(entity)#\(id.number)")
    }
  }

  /// The time of the context's clock, read each time.
  public var now: Date { clock() }

  /// The entities and properties of the model, declarations that wait left out. O(entities).
  package var modelSize: Int { graph.schema.entities.reduce(1) { $0 + 1 + ($1?.ownProperties.count ?? 0) } }

  /// The entities with all properties that each has, inherited ones too. O(entities).
  package var inheritedModelSize: Int { graph.schema.inheritedSize }

  /// The rows of all tables: what going through every object looks at. O(entities).
  package var rowCount: Int { graph.tables.reduce(0) { $0 + $1.rowEnd } }

  /// The meter that ``cancellation`` counts with.
  public var meter: Meter? { cancellation.meter }

  /// Returns `Player#3`; an object of no entity here is `an object`. O(1).
  /// - Throws: Nothing.
  public func displayText(of object: ObjectReference) throws -> String { graph.displayText(of: object) }
}
