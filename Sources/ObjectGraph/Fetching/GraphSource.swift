import Diagnostics
import Predicates

import struct Foundation.Date

/// A graph as predicates read it. It holds the graph: what is changed meanwhile does not show.
///
/// A reference to an object that is gone reads as nil in every property, as the inaccessible faults of Core Data's
/// header do (`shouldDeleteInaccessibleFaults`).
public struct GraphSource: KeyValueSource {
  /// Evaluates the forms of a host language, with the candidate; what it throws goes through.
  public typealias FormEvaluator = (any ExpressionExtension, Value) throws -> Value

  /// The graph that is read.
  public let graph: Graph
  /// The value of `now()`, the same for the whole evaluation.
  public let now: Date
  /// The values of `$name`, by the name without `$`.
  public var variables: [String: Value]
  /// Evaluates what a host language added to the grammar; nil makes such a form an error.
  public var forms: FormEvaluator?
  /// The fetched properties that are being evaluated inside each other, by destination and name.
  var evaluating: Set<[String]> = []
  /// The stores that a request is restricted to.
  var stores: StoreFilter?
  /// Asked while a fetch goes through the objects.
  var cancellation = Cancellation.never

  /// A source over a snapshot: O(1).
  public init(_ graph: Graph, now: Date, variables: [String: Value] = [:], forms: FormEvaluator? = nil) {
    self.graph = graph
    self.now = now
    self.variables = variables
    self.forms = forms
  }

  /// The same, for work that can be stopped.
  package init(_ graph: Graph, now: Date, variables: [String: Value] = [:], _ cancellation: Cancellation) {
    self.init(graph, now: now, variables: variables)
    self.cancellation = cancellation
  }

  /// Counts what is looked at, for a context that has a meter.
  public var meter: Meter? { cancellation.meter }

  /// Returns the value from ``variables``; nil when the name is not bound there. O(1).
  /// - Throws: Nothing.
  public func value(forVariable name: String) throws -> Value? { variables[name] }

  /// Returns the value of a form from ``forms``. O(1), and what ``forms`` takes.
  /// - Throws: `KeyValueError.unknownForm(_:)` if there is no one to ask; the errors of ``forms``.
  public func value(of form: any ExpressionExtension, candidate: Value) throws -> Value {
    guard let forms else { throw KeyValueError.unknownForm(form.canonicalText) }
    return try forms(form, candidate)
  }

  /// Returns the value of a property, or of a key that every object answers (`objectID`, `self`, `entity`,
  /// `isInserted`, `isUpdated`, `isDeleted`, `hasChanges`; of the entity in turn `name`, `superentity` and others).
  /// O(1), O(members) for a to-many, a whole fetch for a fetched property.
  /// - Throws: `KeyValueError.unknownKey(_:of:known:)`, `KeyValueError.missingObject(_:)` for a reference that is
  ///   none to a managed object of a known entity, and the errors of evaluating a fetched property.
  public func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let id = ManagedObjectID(object), let entity = graph.schema.entity(at: id.entity) else {
      if let reference = EntityReference(object) {
        if let value = graph.value(forKey: key, of: reference) { return value }
        throw KeyValueError.unknownKey(key, of: "the entity", known: EntityReference.Key.words)
      }
      throw KeyValueError.missingObject("an object that is not of this graph")
    }
    guard let property = entity.property(key) else {
      if let value = graph.systemValue(key, of: id) { return value }
      throw KeyValueError.unknownKey(key, of: entity.name, known: entity.propertyNames)
    }
    guard let place = graph.place(of: id) else { return .null }
    if case .fetched = property.storage, let fetched = property.description.fetched {
      return try graph.fetchedValue(fetched, of: id, source: self)
    }
    return graph.value(of: property, at: place)
  }
}

extension GraphSource {
  /// Returns the attributes and relationships of the object's entity; nil for a reference that is none to a managed
  /// object. O(properties).
  /// - Throws: Nothing.
  public func keys(of object: ObjectReference) throws -> [String]? {
    guard let id = ManagedObjectID(object), let entity = graph.schema.entity(at: id.entity) else { return nil }
    return entity.propertyNames.filter { name in
      if case .fetched? = entity.property(name)?.storage { false } else { true }
    }
  }

  /// Returns `Player#3`; an object of no entity here is `an object`. O(1).
  /// - Throws: Nothing.
  public func displayText(of object: ObjectReference) throws -> String { graph.displayText(of: object) }

  /// Resolves a path of to-one relationships, and an attribute or relationship at its end, to columns; nil for any
  /// other path. The accessor then answers in O(keys).
  public func accessor(forKeyPath keys: [String], of entity: String?) -> ((ObjectReference) throws -> Value)? {
    guard let start = entity.flatMap({ graph.schema.entity(named: $0) }), let last = keys.last else { return nil }
    var hops: [RelationshipLayout] = []
    var here = start
    for key in keys.dropLast() {
      guard let layout = here.property(key)?.layout, !layout.isToMany,
        let next = graph.schema.entity(at: layout.destination)
      else { return nil }
      hops.append(layout)
      here = next
    }
    guard let property = here.property(last), let read = graph.reader(of: property, in: here.table) else { return nil }
    let table = start.table
    return { [graph, hops] object in
      guard let id = ManagedObjectID(object), graph.schema.entity(at: id.entity)?.table == table else {
        return try keys.reduce(.object(object)) { value, key in
          if case .object(let object) = value { try self.value(forKey: key, of: object) } else { .null }
        }
      }
      guard let place = graph.place(of: id) else { return .null }
      var row = place.row
      for hop in hops {
        row = graph.target(of: hop, row)
        if row == 0 || !graph.memory.header(hop.destinationTable, row).isAlive { return .null }
      }
      return read(row)
    }
  }
}

extension Graph {
  /// Returns how many objects a to-many relationship of an object holds; nil when the key is no to-many of it. O(1).
  public func memberCount(ofKey key: String, of id: ManagedObjectID) -> Int? {
    guard let layout = schema.entity(at: id.entity)?.property(key)?.layout, layout.isToMany, let place = place(of: id)
    else { return nil }
    return count(of: layout, place.row)
  }
}

extension Graph {
  /// `Player#3`; an object of another world is just an object.
  func displayText(of object: ObjectReference) -> String {
    guard let id = ManagedObjectID(object), let entity = schema.entity(at: id.entity) else { return "an object" }
    return "\(entity.name)#\(id.number)"
  }

  /// The values of a property by row; nil for a fetched property.
  fileprivate func reader(of property: Property, in table: Int) -> ((Int32) -> Value)? {
    switch property.storage {
    case .attribute(let column): { row in self.value(of: column, at: Place(table: table, row: row)) }
    case .relationship: { row in self.value(of: property, at: Place(table: table, row: row)) }
    case .fetched: nil
    }
  }

  /// The value of an ``ObjectKey`` as far as a graph knows it: not of those that ask the context.
  func systemValue(_ key: String, of id: ManagedObjectID) -> Value? {
    let marks = place(of: id).map { header(at: $0).marks } ?? []
    return switch ObjectKey(rawValue: key) {
    case .objectID, .object: id.value
    case .entity: EntityReference(place: Int(id.entity)).value
    case .isInserted: .boolean(marks.contains(.inserted))
    case .isUpdated: .boolean(marks.contains(.updated))
    case .isDeleted: .boolean(marks.contains(.deleted))
    case .hasChanges: .boolean(!marks.isDisjoint(with: .pending))
    case .hasPersistentChangedValues, .isFault, .changedValues, .committedValues, nil: nil
    }
  }

  /// The objects that a fetched property finds, fetched again at each read.
  func fetchedValue(
    _ property: FetchedPropertyDescription, of id: ManagedObjectID, source: GraphSource
  ) throws -> Value {
    var source = source
    // A fetched property whose predicate asks itself would go on for ever.
    try source.cancellation.spend(.rows, FetchPlanner.cost)
    guard source.evaluating.insert([property.destination, property.name]).inserted else {
      throw ObjectGraphError.endlessFetchedProperty(property.name)
    }
    source.variables.merge(property.variables(for: id)) { _, own in own }
    let request = FetchRequest(
      property.destination, predicate: property.predicate, sortDescriptors: property.sortDescriptors,
      limit: property.limit)
    do {
      return .array(try find(request, source: source).map(\.value))
    } catch let error as EvaluationError {
      // Its range counts in the declaration, which the reader of the property does not see.
      throw FetchedPropertyError(name: property.name, error: error)
    }
  }
}

extension FetchedPropertyDescription {
  /// Returns the values of the variables that its predicate knows, by name.
  package func variables(for object: ManagedObjectID) -> [String: Value] {
    Dictionary(
      uniqueKeysWithValues: FetchedPropertyVariable.allCases.map { variable in
        let value: Value =
          switch variable {
          case .source: object.value
          case .property: .dictionary(["name": .string(name), "userInfo": .dictionary(userInfo)])
          }
        return (variable.rawValue, value)
      })
  }
}

/// The objects of certain stores.
struct StoreFilter: Sendable {
  let names: [String]
  /// The stores' places in the coordinator.
  let places: Set<UInt8>
  /// The place of the store that an entity's new objects go to, by the entity's stable place.
  let defaults: [Int: UInt8]

  func contains(_ place: Graph.Place, of graph: Graph) -> Bool {
    guard !graph.isAssigned(place), graph.header(at: place).marks.contains(.inserted) else {
      return places.contains(graph.store(of: place))
    }
    return graph.entity(at: place).flatMap { defaults[$0.index] }.map(places.contains) ?? false
  }
}

/// An error in the evaluation of a fetched property's own predicate.
public struct FetchedPropertyError: ExplainedError, Hashable {
  /// The property.
  public let name: String
  /// The error; its range counts in the text of the property's predicate.
  public let error: EvaluationError

  /// The error's words under the property's name, without a range.
  public var diagnostic: Diagnostic {
    var diagnostic = error.diagnostic
    diagnostic.message = "in the fetched property '\(name)': \(diagnostic.message)"
    diagnostic.range = nil
    diagnostic.fix = nil
    return diagnostic
  }
}
