import ObjectGraph

extension RandomModel {
  /// A model with some things in it changed, whatever becomes of the objects; sound again.
  static func mutated(_ model: ManagedObjectModel, _ random: inout SplitMix) -> ManagedObjectModel {
    var best = model
    for _ in 0..<(2 + random.below(5)) {
      var next = best
      mutate(&next, &random)
      if next.problems().isEmpty { best = next }
    }
    return best
  }

  private static func mutate(_ model: inout ManagedObjectModel, _ random: inout SplitMix) {
    guard !model.entities.isEmpty else { return }
    let place = random.below(model.entities.count)
    let other = random.below(model.entities.count)
    switch random.below(9) {
    case 0: model.entities[place].parent = random.chance(50) ? nil : model.entities[other].name
    case 1: model.entities[place].isAbstract.toggle()
    case 2:
      let name = model.entities[place].name
      model.entities.remove(at: place)
      for index in model.entities.indices {
        if model.entities[index].parent == name { model.entities[index].parent = nil }
        for relationship in model.entities[index].properties.compactMap(\.relationship)
        where relationship.destination == name { drop(relationship.name, from: &model) }
      }
    case 3:
      // To another entity, with its inverse if it has one.
      guard let name = random.pick(model.entities[place].properties)?.name else { return }
      let property = model.entities[place][property: name]
      model.entities[place][property: name] = nil
      model.entities[other][property: name] = property
      for index in model.entities.indices {
        model.entities[index].properties = model.entities[index].properties.map { found in
          guard var back = found.relationship, back.inverse == name else { return found }
          back.destination = model.entities[other].name
          return .relationship(back)
        }
      }
    case 4: random.pick(model.entities[place].properties).map { drop($0.name, from: &model) }
    default:
      guard let property = random.pick(model.entities[place].properties) else { return }
      switch property {
      case .attribute(var attribute):
        let types = AttributeType.allCases
        attribute = AttributeDescription(
          attribute.name, random.chance(60) ? types[random.below(types.count)] : attribute.type,
          isOptional: random.chance(80), isTransient: true)
        if random.chance(50), let value = random.pick(ExampleValues.taken(by: attribute.type))?.given {
          attribute.defaultValue = .value(value)
        }
        model.entities[place][property: attribute.name] = .attribute(attribute)
      case .relationship(var relationship):
        switch random.below(5) {
        case 0: relationship.isOrdered.toggle()
        case 1: relationship.deleteRule = DeleteRule.allCases[random.below(DeleteRule.allCases.count)]
        case 2:
          drop(relationship.inverse ?? "", from: &model)
          relationship.inverse = nil
        case 3:
          relationship.destination = model.entities[other].name
          drop(relationship.inverse ?? "", from: &model)
          relationship.inverse = nil
        default:
          relationship.isToMany.toggle()
          relationship.maximumCount = relationship.isToMany ? 0 : 1
          relationship.minimumCount = 0
        }
        model.entities[place][property: relationship.name] = .relationship(relationship)
      case .fetched: break
      }
    }
  }

  private static func drop(_ name: String, from model: inout ManagedObjectModel) {
    for index in model.entities.indices {
      model.entities[index][property: name] = nil
      model.entities[index].uniquenessConstraints.removeAll { $0.contains(name) }
      model.entities[index].properties = model.entities[index].properties.map { found in
        guard var back = found.relationship, back.inverse == name else { return found }
        back.inverse = nil
        return .relationship(back)
      }
    }
  }
}
