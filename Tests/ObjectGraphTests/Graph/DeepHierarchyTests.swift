import Testing

@testable import ObjectGraph

/// A hierarchy in which each of 400 levels declares an attribute and a relationship: 160,000 inherited properties, of which
/// an entity gets its list when it is used.
@Suite("Deep hierarchies")
struct DeepHierarchyTests {
  private static let depth = 400

  /// `T.r7 <<--> L7.t7`, with `deny` at every hundredth level.
  private static let model: ManagedObjectModel = {
    let levels = (0..<depth).map { level in
      EntityDescription(
        "L\(level)", parent: level == 0 ? nil : "L\(level - 1)",
        properties: [
          .attribute(
            AttributeDescription(
              "a\(level)", .integer64, isOptional: true, defaultValue: level % 50 == 7 ? .value(.integer(7)) : nil)),
          .relationship(
            RelationshipDescription(
              "t\(level)", to: "T", isOptional: true, inverse: "r\(level)",
              deleteRule: level % 100 == 3 ? .deny : .nullify)),
        ])
    }
    let target = EntityDescription(
      "T",
      properties: (0..<depth).map {
        .relationship(
          RelationshipDescription("r\($0)", to: "L\($0)", isToMany: true, isOptional: true, inverse: "t\($0)"))
      })
    return ManagedObjectModel(entities: levels + [target])
  }()

  private static func listed(_ schema: Schema) -> [String] {
    schema.entities.compactMap { $0 }.filter(\.hasLists).map(\.name)
  }

  @Test("list what an entity inherits when it is used, and of no other entity")
  func lists() throws {
    let context = try ManagedObjectContext(model: Self.model)
    #expect(Self.listed(context.graph.schema) == [])
    let deepest = try context.insert("L399")
    try context.setValue(.integer(5), of: deepest, forKey: "a0")
    #expect(try context.value(of: deepest, forKey: "a0") == .integer(5))
    #expect(try context.value(of: deepest, forKey: "a57") == .integer(7))
    #expect(try context.value(of: deepest, forKey: "a399") == .null)
    _ = try context.save()
    context.undo()
    context.redo()
    #expect(Self.listed(context.graph.schema) == ["L399"])
    #expect(context.graph.schema.entity(named: "L200")?.propertyCount == 402)
    #expect(context.graph.schema.entity(named: "L200")?.isKind(of: 200) == true)
    #expect(context.graph.schema.entity(named: "L200")?.isKind(of: 199) == true)
    #expect(context.graph.schema.entity(named: "L200")?.isKind(of: 201) == false)
  }

  @Test("keep links, delete rules and constraints of every level")
  func behavior() throws {
    let context = try ManagedObjectContext(model: Self.model)
    context.checksInvariants = true
    let (deepest, middle, target) = (try context.insert("L399"), try context.insert("L150"), try context.insert("T"))
    try context.setValue(target.value, of: deepest, forKey: "t0")
    try context.setValue(target.value, of: middle, forKey: "t103")
    try context.setValue(target.value, of: deepest, forKey: "t203")
    #expect(try context.value(of: target, forKey: "r0") == .set([deepest.value]))
    #expect(try context.value(of: target, forKey: "r103") == .set([middle.value]))
    _ = try context.save()
    try context.delete(middle)
    #expect(throws: SaveError.self) { try context.save() }
    context.rollback()
    try context.delete(target)
    _ = try context.save()
    #expect(try context.value(of: deepest, forKey: "t203") == .null)
    #expect(try context.fetch(FetchRequest("L0")).count == 2)
    #expect(try context.fetch(FetchRequest("L150", includesSubentities: false)) == [middle])
  }

  @Test("follow another model, property by property")
  func changes() throws {
    let context = try ManagedObjectContext(model: Self.model)
    let deepest = try context.insert("L399")
    try context.setValue(.integer(5), of: deepest, forKey: "a3")
    var model = Self.model
    model.entities[3].properties[0].name = "b3"
    model.entities[4].properties[0] = .attribute(AttributeDescription("a4", .string, isOptional: true))
    model.entities[5].properties.remove(at: 0)
    var renaming = ModelRenaming()
    renaming.rename(property: "a3", of: "L3", to: "b3")
    let report = try context.setModel(model, renaming: renaming)
    #expect(
      report.lines == [
        "renamed L3.a3 to L3.b3: 1 value", "converted L4.a4 from Integer64 to String: 0 values",
        "dropped L5.a5 with 0 values",
      ])
    #expect(try context.value(of: deepest, forKey: "b3") == .integer(5))
    // Of two the report counted the values.
    #expect(Self.listed(context.graph.schema) == ["L3", "L4", "L399"])
  }

  @Test("are asked for ancestors and declaring entities as shallow ones are")
  func index() {
    let index = ModelIndex(Self.model)
    for (entity, name) in [("L0", "a0"), ("L399", "a0"), ("L399", "a399"), ("L398", "a399"), ("T", "a0"), ("L7", "r7")]
    {
      let slow = Self.model.property(name, of: entity)
      let quick = index.property(name, of: entity)
      #expect(quick?.property == slow?.property)
      #expect(quick.map { Self.model.entities[$0.declaredBy].name } == slow?.declaredBy)
    }
    #expect(index.isKind("L399", of: "L0"))
    #expect(!index.isKind("L0", of: "L399"))
    #expect(!index.isKind("T", of: "L0"))
    #expect(index.roots.prefix(400).allSatisfy { $0 == 0 })
    #expect(index.roots.last == 400)
  }
}
