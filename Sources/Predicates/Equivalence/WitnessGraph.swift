import struct Foundation.Date

/// A small graph that is changed in place while it is searched through.
final class WitnessGraph: KeyValueSource {
  let variables: [String: Value]
  /// The same for both predicates, so that `now()` differs from nothing.
  let now = Date(timeIntervalSinceReferenceDate: 0)
  /// The entity of each object. There is no seed for `random()`: the search refuses predicates that use it.
  private(set) var entities: [String] = []
  private(set) var values: [[String: Value]] = []

  init(variables: [String: Value]) { self.variables = variables }

  /// Starts again with objects of these entities, without values.
  func reset(_ entities: [String]) {
    self.entities = entities
    values = Array(repeating: [:], count: entities.count)
  }

  func set(_ value: Value, _ key: String, of object: Int) { values[object][key] = value }

  static func reference(_ object: Int) -> Value { .object(ObjectReference(rawValue: UInt64(object))) }

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let place = Int(exactly: object.rawValue), values.indices.contains(place) else {
      throw KeyValueError.missingObject("an object of another graph")
    }
    return values[place][key] ?? .null
  }

  func value(forVariable name: String) throws -> Value? { variables[name] }
}
