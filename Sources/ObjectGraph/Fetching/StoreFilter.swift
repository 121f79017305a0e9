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
