/// A model as it was between two declarations: a schema and a graph are made of it when undo goes back to it.
///
/// Copies share what neither has changed since. Places that are free are nil.
struct DraftedModel: Sendable {
  /// An entity with its properties in pages, so that a step of undo that holds it does not hold all of them once more.
  struct Entity: Sendable {
    /// All of it but the properties.
    var head: EntityDescription
    var properties: PagedList<Property?>
    /// The stable place.
    var place: Int
  }

  /// A property with the identity that it has in every schema made of the model.
  struct Property: Sendable {
    var description: PropertyDescription
    var identity: Int
  }

  /// The starting point of the declarations: the graphs that are converted to their result.
  final class Base: Sendable {
    let graph: Graph
    let committed: Graph
    let hasObjects: Bool
    /// The stable places of the entities that have objects.
    let populated: Set<Int>
    /// The stored properties by identity, where there are objects.
    let properties: [Int: ObjectGraph.Property]

    init(graph: Graph, committed: Graph, hasObjects: Bool) {
      self.graph = graph
      self.committed = committed
      self.hasObjects = hasObjects
      populated = hasObjects ? graph.populatedEntities().union(committed.populatedEntities()) : []
      properties =
        hasObjects
        ? Dictionary(
          graph.schema.entities.lazy.compactMap { $0 }.flatMap(\.ownProperties).map { ($0.identity, $0) },
          uniquingKeysWith: { first, _ in first }) : [:]
    }
  }

  let base: Base
  var entities = PagedList<Entity?>([])
  var composites: PagedList<CompositeDescription?>
  var templates: PagedList<FetchRequestTemplate?>
  var configurations: PagedList<ConfigurationDescription?>
  /// One more than the highest stable place ever given.
  var placeCount: Int
  /// The identity that was given last.
  var lastIdentity: Int

  init(_ base: Base, placeCount: Int) {
    self.base = base
    self.placeCount = placeCount
    lastIdentity = base.graph.schema.nextIdentity
    let model = base.graph.schema.model
    composites = PagedList(model.composites.map(Optional.some))
    templates = PagedList(model.fetchRequestTemplates.map(Optional.some))
    configurations = PagedList(model.configurations.map(Optional.some))
    let schema = base.graph.schema
    for description in model.entities {
      var head = description
      head.properties = []
      let place = schema.indexes[description.name] ?? 0
      let identities = Dictionary(
        (schema.entity(at: place)?.ownProperties ?? []).map { ($0.name, $0.identity) },
        uniquingKeysWith: { first, _ in first })
      let properties = description.properties.map { property -> Property? in
        if let identity = identities[property.name] { return Property(description: property, identity: identity) }
        // Parts that wait for something else are not stored.
        lastIdentity += 1
        return Property(description: property, identity: lastIdentity)
      }
      entities.append(Entity(head: head, properties: PagedList(properties), place: place))
    }
  }

  /// The model without its entities and the parts that are listed by themselves.
  var frame: ManagedObjectModel {
    var frame = base.graph.schema.model
    frame.entities = []
    frame.composites = []
    frame.fetchRequestTemplates = []
    frame.configurations = []
    return frame
  }

  /// The model as a value. O(properties).
  var model: ManagedObjectModel {
    var model = frame
    model.entities = entities.all.compactMap { entity in
      guard var whole = entity?.head else { return nil }
      whole.properties = entity?.properties.all.compactMap { $0?.description } ?? []
      return whole
    }
    model.composites = composites.all.compactMap(\.self)
    model.fetchRequestTemplates = templates.all.compactMap(\.self)
    model.configurations = configurations.all.compactMap(\.self)
    return model
  }

  /// The schema of the model. O(properties).
  var schema: Schema {
    let model = model
    var places: [String: Int] = [:]
    var identities: [Int: [String: Int]] = [:]
    for case let entity? in entities.all {
      places[entity.head.name] = entity.place
      identities[entity.place] = Dictionary(
        entity.properties.all.compactMap { $0.map { ($0.description.name, $0.identity) } },
        uniquingKeysWith: { first, _ in first })
    }
    return Schema(
      model, places: places, placeCount: placeCount, following: base.graph.schema,
      history: base.graph.schema.history.with(model), identities: identities, firstIdentity: lastIdentity)
  }
}
