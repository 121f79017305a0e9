import Predicates

import struct Foundation.Date

/// A graph as predicates read it. It holds the graph: what is changed meanwhile does not show.
///
/// A reference to an object that is gone reads as nil in every key, as Core Data's inaccessible faults do.
public struct GraphSource: KeyValueSource {
  /// Evaluates the forms of a host language, with the candidate.
  public typealias FormEvaluator = (any ExpressionExtension, Value) throws -> Value

  public let graph: Graph
  public let now: Date
  public var variables: [String: Value]
  public var forms: FormEvaluator?
  /// How many fetched properties are being evaluated inside each other.
  var depth = 0

  public init(_ graph: Graph, now: Date, variables: [String: Value] = [:], forms: FormEvaluator? = nil) {
    self.graph = graph
    self.now = now
    self.variables = variables
    self.forms = forms
  }

  public func value(forVariable name: String) throws -> Value? { variables[name] }

  public func value(of form: any ExpressionExtension, candidate: Value) throws -> Value {
    guard let forms else { throw ObjectGraphError.unknownForm(form.canonicalText) }
    return try forms(form, candidate)
  }

  public func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let id = ManagedObjectID(object), let entity = graph.schema.entity(at: id.entity) else {
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

extension Graph {
  /// What every managed object answers beside its entity's properties: `objectID`, `isInserted`, `isUpdated`, `isDeleted`, `hasChanges`.
  func systemValue(_ key: String, of id: ManagedObjectID) -> Value? {
    let marks = place(of: id).map { header(at: $0).marks } ?? []
    return switch key {
    case "objectID", "self": id.value
    case "isInserted": .boolean(marks.contains(.inserted))
    case "isUpdated": .boolean(marks.contains(.updated))
    case "isDeleted": .boolean(marks.contains(.deleted))
    case "hasChanges": .boolean(!marks.isDisjoint(with: .pending))
    default: nil
    }
  }

  /// The objects that a fetched property finds, run anew at each read.
  func fetchedValue(
    _ property: FetchedPropertyDescription, of id: ManagedObjectID, source: GraphSource
  ) throws -> Value {
    var source = source
    source.depth += 1
    // A fetched property whose predicate asks itself would go on for ever.
    guard source.depth <= 16 else { throw ObjectGraphError.endlessFetchedProperty(property.name) }
    source.variables["FETCH_SOURCE"] = id.value
    source.variables["FETCHED_PROPERTY"] = .dictionary([
      "name": .string(property.name), "userInfo": .dictionary(property.userInfo),
    ])
    let request = FetchRequest(
      property.destination, predicate: property.predicate, sortDescriptors: property.sortDescriptors,
      limit: property.limit)
    return .array(try find(request, source: source).map(\.value))
  }
}
