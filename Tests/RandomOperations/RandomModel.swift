import ObjectGraph
import Predicates

/// Models of several entities with everything in them at once.
enum RandomModel {
  /// The one pattern that the models use, and what it means.
  static let pattern = "H.*!"

  static func matches(_ text: String) -> Bool { text.count >= 2 && text.hasPrefix("H") && text.hasSuffix("!") }

  static func make(_ random: inout SplitMix) -> ManagedObjectModel {
    let count = 2 + random.below(4)
    var entities: [EntityDescription] = []
    for index in 0..<count {
      var entity = EntityDescription("E\(index)")
      if index > 0, random.chance(45) { entity.parent = "E\(random.below(index))" }
      for number in 0..<random.below(4) {
        entity.properties.append(.attribute(attribute("a\(index)\(number)", &random)))
      }
      entities.append(entity)
    }
    for number in 0..<(1 + random.below(6)) { addRelationship(number, to: &entities, &random) }
    for index in entities.indices {
      let hasChild = entities.contains { $0.parent == entities[index].name }
      if hasChild, random.chance(40) { entities[index].isAbstract = true }
      if random.chance(30) {
        let keys = entities[index].properties.filter { $0.relationship?.isToMany != true }.map(\.name)
        if let key = random.pick(keys) {
          entities[index].uniquenessConstraints.append(
            Array(Set([key] + (random.pick(keys).map { [$0] } ?? []))).sorted())
        }
      }
    }
    // A child may come before its parent.
    if random.chance(30) { entities.shuffle(using: &random) }
    return ManagedObjectModel(name: "random", entities: entities)
  }

  private static func attribute(_ name: String, _ random: inout SplitMix) -> AttributeDescription {
    let type = AttributeType.allCases[random.below(AttributeType.allCases.count)]
    var attribute = AttributeDescription(name, type, isOptional: random.chance(75), isTransient: type == .undefined)
    if random.chance(30), let value = random.pick(ExampleValues.taken(by: type))?.given {
      attribute.defaultValue = .value(value)
    }
    guard random.chance(40) else { return attribute }
    switch type {
    case .string:
      if random.chance(50) { attribute.maximumLength = 15 }
      if random.chance(50) { attribute.minimumLength = 1 }
      if random.chance(30) { attribute.pattern = pattern }
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      if random.chance(60) { attribute.maximumValue = 10 }
      if random.chance(60) { attribute.minimumValue = .integer(-1) }
    case .date:
      attribute.maximumValue = .date(ExampleValues.now)
      attribute.minimumValue = .date(ExampleValues.now.addingTimeInterval(-1000))
    case .undefined, .boolean, .binaryData, .uuid, .uri, .transformable: break
    }
    return attribute
  }

  private static func addRelationship(
    _ number: Int, to entities: inout [EntityDescription], _ random: inout SplitMix
  ) {
    let source = random.below(entities.count)
    let destination = random.below(entities.count)
    func end(_ name: String, _ destination: Int, _ inverse: String?, _ random: inout SplitMix) -> PropertyDescription {
      var relationship = RelationshipDescription(
        name, to: entities[destination].name, isToMany: random.chance(60), isOptional: random.chance(88),
        inverse: inverse, deleteRule: DeleteRule.allCases[random.below(DeleteRule.allCases.count)])
      relationship.maximumCount = relationship.isToMany ? 0 : 1
      if relationship.isToMany {
        relationship.isOrdered = random.chance(50)
        if random.chance(15) { relationship.minimumCount = 2 }
        if random.chance(15) { relationship.maximumCount = 3 }
      }
      return .relationship(relationship)
    }
    let name = "r\(number)"
    switch random.below(10) {
    case 0..<2: entities[source].properties.append(end(name, destination, nil, &random))
    case 2..<4: entities[source].properties.append(end(name, source, name, &random))
    default:
      entities[source].properties.append(end(name, destination, "back\(number)", &random))
      entities[destination].properties.append(end("back\(number)", source, name, &random))
    }
  }
}
