import Testing

@testable import ObjectGraph

@Suite("Models with their names looked up")
struct ModelIndexTests {
  /// Every parent that each of four entities could have, itself and none included; all declare `own`, and every second
  /// one `other`.
  private static let models: [ManagedObjectModel] = {
    let names = ["A", "B", "C", "D"]
    return (0..<625).map { code in
      var rest = code
      return ManagedObjectModel(
        entities: names.indices.map { place in
          let parent = rest % 5
          rest /= 5
          return EntityDescription(
            names[place], parent: parent == 4 ? nil : names[parent],
            properties: [.attribute(AttributeDescription("own", .string))]
              + (place.isMultiple(of: 2) ? [.attribute(AttributeDescription("other", .string))] : []))
        })
    }
  }()

  @Test("answer as the model itself does, in every hierarchy of four entities, those in circles included")
  func lines() {
    for model in Self.models {
      let index = ModelIndex(model)
      let inherited = index.inheritedNames()
      for (place, entity) in model.entities.enumerated() {
        let lineage = model.lineage(of: entity.name)
        #expect(index.lineage(of: entity.name) == lineage)
        for other in model.entityNames {
          #expect(index.isKind(entity.name, of: other) == model.isKind(entity.name, of: other))
        }
        for name in ["own", "other", "none"] {
          let expected = model.property(name, of: entity.name)
          let found = index.property(name, of: entity.name)
          #expect(found?.property == expected?.property)
          #expect(found.map { model.entities[$0.declaredBy].name } == expected?.declaredBy)
          let ancestor = lineage.dropLast().first { $0[property: name] != nil }?.name
          #expect(
            inherited[place][name].map { model.entities[$0].name }
              == (entity[property: name] == nil ? nil : ancestor))
        }
      }
    }
  }

  @Test("A copy of a paged list keeps what it had")
  func pages() {
    var list = PagedList(0..<100)
    let copy = list
    list[40] = -1
    list.append(100)
    #expect(copy.all == Array(0..<100))
    #expect(list.all == Array(0..<40) + [-1] + Array(41...100))
    #expect(list.firstIndex { $0 == 99 } == 99)
    #expect(list.firstIndex { $0 == 40 } == nil)
    #expect(PagedList<Int>([]).all == [])
    #expect(copy == PagedList(0..<100))
    #expect(copy != list)
  }
}
