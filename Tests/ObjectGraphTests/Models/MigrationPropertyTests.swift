import Predicates
import RandomOperations
import Testing

import struct Foundation.Date

@testable import ObjectGraph

/// Random changes of a model with objects: the graph stays sound, what a change does not touch stays as it is, and what is
/// changed there and back is as it was.
@Suite("Random changes of the model")
struct MigrationPropertyTests {
  static let types: [AttributeType] = [.integer16, .integer32, .integer64, .double, .string, .boolean, .decimal]

  static func populated(_ random: inout SplitMix) throws -> ManagedObjectContext {
    let context = try ManagedObjectContext(model: .league()) { Date(timeIntervalSinceReferenceDate: 0) }
    var made: [String: [ManagedObjectID]] = [:]
    for index in 0..<24 {
      let entity = ["Team", "Player", "Player", "Coach", "Tag"][Int(random.next() % 5)]
      let id = try context.make(entity, ["name": .string("\(entity) \(index)")])
      if entity == "Player" { try context.setValue(.integer(Int64(random.next() % 60)), of: id, forKey: "age") }
      made[entity, default: []].append(id)
    }
    func any(_ entity: String) -> ManagedObjectID? {
      made[entity].map { $0[Int(random.next() % UInt64($0.count))] }
    }
    for _ in 0..<60 {
      guard let player = any("Player") else { break }
      switch random.next() % 7 {
      case 0: try context.set(player, "team", any("Team"))
      case 1: if let tag = any("Tag") { try context.add([tag], to: "tags", of: player) }
      case 2: if let friend = any("Player") { try context.add([friend], to: "friends", of: player) }
      case 3: if let idol = any("Player") { try context.add([idol], to: "idols", of: player) }
      case 4: if let team = any("Team") { try context.add([team], to: "visited", of: player) }
      case 5: try context.set(player, "favorite", any("Team"))
      default: if let coach = any("Coach") { try context.add([player], to: "squad", of: coach) }
      }
    }
    context.checksInvariants = true
    if random.next() % 2 == 0 { try context.save() }
    context.endEvent()
    return context
  }

  /// Everything that can be read of every object.
  static func contents(_ context: ManagedObjectContext) throws -> [ManagedObjectID: [String: Value]] {
    var found: [ManagedObjectID: [String: Value]] = [:]
    for id in context.graph.allObjects() {
      found[id] = [:]
      for property in context.model.properties(of: context.entityName(of: id)) where property.fetched == nil {
        found[id, default: [:]][property.name] = try context.value(of: id, forKey: property.name)
      }
    }
    return found
  }

  /// A change, and the names of properties that it may touch.
  static func edit(_ model: inout ManagedObjectModel, _ renaming: inout ModelRenaming, _ random: inout SplitMix) -> Set<
    String
  > {
    let entity = Int(random.next() % UInt64(model.entities.count))
    let name = model.entities[entity].name
    let properties = model.entities[entity].properties
    let fresh = "p\(random.next() % 1_000_000)"
    guard !properties.isEmpty else { return [] }
    let place = Int(random.next() % UInt64(properties.count))
    let key = properties[place].name
    switch random.next() % 9 {
    case 0:
      model.entities[entity].properties.append(
        .attribute(Attribute(fresh, types[Int(random.next() % 7)], isOptional: true)))
      return [fresh]
    case 1:
      guard let inverse = model.inverse(of: key, in: name) else {
        model.entities[entity].properties.remove(at: place)
        return [key]
      }
      model[entity: name]?[property: key] = nil
      if inverse.relationship.name != key || inverse.entity != name {
        model[entity: inverse.entity]?[property: inverse.relationship.name] = nil
      }
      return [key, inverse.relationship.name]
    case 2:
      guard var attribute = properties[place].attribute else { return [] }
      attribute.name = fresh
      model.entities[entity].properties[place] = .attribute(attribute)
      renaming.rename(property: key, of: name, to: fresh)
      return [key, fresh]
    case 3:
      guard var attribute = properties[place].attribute else { return [] }
      attribute.type = types[Int(random.next() % 7)]
      model.entities[entity].properties[place] = .attribute(attribute)
      return [key]
    case 4:
      guard var attribute = properties[place].attribute else { return [] }
      attribute.isOptional.toggle()
      attribute.defaultValue = nil
      model.entities[entity].properties[place] = .attribute(attribute)
      return [key]
    case 5:
      guard let parent = model.entities[entity].parent, let attribute = properties[place].attribute else { return [] }
      model.entities[entity].properties.remove(at: place)
      model[entity: parent]?.properties.append(.attribute(attribute))
      return [key]
    case 6:
      guard var relationship = properties[place].relationship, relationship.inverse == nil else { return [] }
      relationship.isToMany.toggle()
      relationship.maximumCount = relationship.isToMany ? 0 : 1
      model.entities[entity].properties[place] = .relationship(relationship)
      return [key]
    case 7:
      model.entities.append(EntityDescription(fresh.capitalized, parent: name, properties: [.text("own\(fresh)")]))
      return []
    default:
      model.entities[entity].properties.shuffle(using: &random)
      model.entities.shuffle(using: &random)
      return []
    }
  }

  @Test(arguments: 0..<120) func randomEdits(seed: UInt64) throws {
    var random = SplitMix(seed)
    let context = try Self.populated(&random)
    for _ in 0..<8 {
      let before = try Self.contents(context)
      let hadChanges = context.hasChanges
      var model = context.model
      var renaming = ModelRenaming()
      let touched = Self.edit(&model, &renaming, &random)
      guard model.problems().isEmpty else { continue }
      do {
        let report = try context.setModel(model, renaming: renaming)
        #expect(report.renumbered.isEmpty)
      } catch {
        // Refused: nothing has changed.
        context.discardEvent()
        #expect(try Self.contents(context) == before)
        continue
      }
      #expect(context.graph.checkInvariants() == [])
      #expect(context.hasChanges == hadChanges)
      let after = try Self.contents(context)
      #expect(Set(after.keys) == Set(before.keys))
      for (id, values) in before {
        for (key, value) in values where !touched.contains(key) {
          let now = after[id]?[key]
          let isSame = now == value || Set(now?.elements ?? []) == Set(value.elements ?? [.null])
          #expect(isSame, "\(id) \(key)")
        }
      }
      context.endEvent()
    }
    // All the way back.
    while context.undo() {}
    #expect(context.graph.checkInvariants() == [])
  }

  @Test(arguments: 0..<40) func thereAndBack(seed: UInt64) throws {
    var random = SplitMix(seed &+ 1_000)
    let context = try Self.populated(&random)
    let model = context.model
    let before = try Self.contents(context)
    // Renamed, and renamed back.
    var renamed = model
    var there = ModelRenaming()
    var back = ModelRenaming()
    for index in renamed.entities.indices {
      let old = renamed.entities[index].name
      let new = old + "X"
      there.rename(entity: old, to: new)
      back.rename(entity: new, to: old)
      renamed.entities[index].name = new
      renamed.entities[index].parent = renamed.entities[index].parent.map { $0 + "X" }
      for place in renamed.entities[index].properties.indices {
        let property = renamed.entities[index].properties[place]
        there.rename(property: property.name, of: old, to: property.name + "y")
        back.rename(property: property.name + "y", of: new, to: property.name)
        renamed.entities[index].properties[place].name += "y"
        if var relationship = renamed.entities[index].properties[place].relationship {
          relationship.destination += "X"
          relationship.inverse = relationship.inverse.map { $0 + "y" }
          renamed.entities[index].properties[place] = .relationship(relationship)
        }
      }
    }
    let report = try context.setModel(renamed, renaming: there)
    #expect(report.beyondLightweight == [])
    try context.setModel(model, renaming: back)
    #expect(try Self.contents(context) == before)
    // Added, and removed again.
    var larger = model
    larger.entities.append(EntityDescription("New", properties: [.one("player", "Player")]))
    for index in larger.entities.indices {
      larger.entities[index].properties.append(.text("extra\(index)"))
      larger.entities[index].properties.append(.many("more\(index)", "Player"))
    }
    try context.setModel(larger)
    try context.setModel(model)
    #expect(try Self.contents(context) == before)
    #expect(context.graph.checkInvariants() == [])
    // The same by identifiers, as two versions of a model would do it.
    var versioned = renamed
    for index in versioned.entities.indices {
      versioned.entities[index].renamingIdentifier = model.entities[index].name
      for place in versioned.entities[index].properties.indices {
        versioned.entities[index].properties[place].renamingIdentifier = model.entities[index].properties[place].name
      }
    }
    _ = try MappingModel.inferred(from: model, to: versioned)
    try context.setModel(versioned)
    try context.setModel(model)
    #expect(try Self.contents(context) == before)
  }
}
