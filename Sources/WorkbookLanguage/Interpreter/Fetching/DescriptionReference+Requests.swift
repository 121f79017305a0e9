import ObjectGraph
import Predicates

/// Fetch requests as values: those of templates and of fetched properties.
extension DescriptionReference {
  static func fetchedValue(_ key: FetchedPropertyKey) -> Value {
    switch key {
    // A compiled model says so of every fetched property.
    case .isOptional, .isTransient: .boolean(true)
    case .isRelationship: .boolean(false)
    }
  }

  /// The request that this refers to, as it was written.
  func request(in model: ManagedObjectModel) -> FetchRequest? {
    switch subject {
    case .template(let place):
      return model.fetchRequestTemplates.indices.contains(place) ? model.fetchRequestTemplates[place].request : nil
    case .fetchRequest(let entity, let property):
      guard model.entities.indices.contains(entity), model.entities[entity].properties.indices.contains(property),
        let fetched = model.entities[entity].properties[property].fetched
      else { return nil }
      return FetchRequest(
        fetched.destination, predicate: fetched.predicate, sortDescriptors: fetched.sortDescriptors,
        limit: fetched.limit)
    case .workbook, .model, .namedEntity, .entity, .property: return nil
    }
  }

  /// The value of a request's key, by Core Data's name for it. A predicate is its format string.
  static func requestValue(_ key: String, _ request: FetchRequest, _ model: ManagedObjectModel) throws -> Value {
    switch RequestKey(rawValue: key) {
    case .entity: return entity(request.entity, in: model)?.value ?? .null
    case .entityName: return .string(request.entity)
    case .predicate: return request.predicate.map { .string($0.declaration) } ?? .null
    case .sortDescriptors:
      return .array(
        request.sortDescriptors.map { descriptor in
          .dictionary([
            "key": .string(descriptor.keyPath.joined(separator: ".")), "ascending": .boolean(descriptor.isAscending),
          ])
        })
    // No limit is 0 in Core Data.
    case .fetchLimit: return .integer(Int64(request.limit ?? 0))
    case .fetchOffset: return .integer(Int64(request.offset ?? 0))
    case .includesSubentities: return .boolean(request.includesSubentities)
    case .includesPendingChanges: return .boolean(request.includesPendingChanges)
    case .returnsDistinctResults: return .boolean(request.returnsDistinctResults)
    case nil: throw KeyValueError.unknownKey(key, of: "the fetch request", known: RequestKey.words)
    }
  }
}
