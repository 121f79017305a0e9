import Predicates

/// The results of fetched properties, kept until their object is refreshed.
///
/// Core Data's documentation: a fetched property is evaluated lazily and then cached, until its object becomes a fault
/// again. Undo is not among what empties it.
struct FetchedValues {
  /// The schema that the values were found under; they are good for no other.
  private var schema: Schema?
  private var values: [ManagedObjectID: [String: Value]] = [:]

  subscript(id: ManagedObjectID, key: String, schema: Schema) -> Value? {
    get { self.schema === schema ? values[id]?[key] : nil }
    set {
      if self.schema !== schema { (self.schema, values) = (schema, [:]) }
      values[id, default: [:]][key] = newValue
    }
  }

  mutating func forget(_ id: ManagedObjectID) { values[id] = nil }
}

extension ManagedObjectContext {
  /// The value of a fetched property: fetched at the first read, and the same until the object is refreshed
  /// (``refresh(_:_:)``), or a rollback or a reset.
  func fetchedValue(_ property: FetchedPropertyDescription, of id: ManagedObjectID) throws -> Value {
    if let known = state.fetchedValues[id, property.name, graph.schema] { return known }
    try mergeBeforeFetch()
    var property = property
    if !searchesOwnGraph {
      property.predicate = try property.predicate.map {
        try readingArguments(of: $0, [FetchedPropertyVariable.source.rawValue: id.value])
      }
    }
    let searched = searchedGraphs.current
    let value = try searched.fetchedValue(property, of: id, source: GraphSource(searched, now: clock(), cancellation))
    state.fetchedValues[id, property.name, graph.schema] = value
    return value
  }
}
