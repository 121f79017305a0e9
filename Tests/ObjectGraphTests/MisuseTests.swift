import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

/// Calls of a context with arguments that make no sense: it throws or answers, and the graph stays as it was.
@Suite("Bad arguments are answered")
struct MisuseTests {
  let context: ManagedObjectContext
  let heat, wade, tag: ManagedObjectID
  /// IDs that lead nowhere: of another context, of a number or an entity that was never given, rolled back, deleted.
  let strangers: [ManagedObjectID]

  init() throws {
    context = try .checked(.league())
    heat = try context.make("Team", ["name": "Heat"])
    wade = try context.make("Player", ["team": heat.value])
    tag = try context.make("Tag", ["players": .array([wade.value])])
    try context.save()
    let gone = try context.make("Player")
    context.rollback()
    let deleted = try context.make("Player")
    try context.delete(deleted)
    context.endEvent()
    let other = try ManagedObjectContext(model: .league(), identifier: 7)
    let foreign = try other.make("Player")
    func forged(_ entity: UInt64, _ context: UInt64, _ number: UInt64) -> ManagedObjectID? {
      ManagedObjectID(ObjectReference(rawValue: 1 << 56 | context << 48 | entity << 32 | number))
    }
    strangers =
      [gone, foreign]
      + [
        forged(0, 0, 0), forged(0, 0, 1), forged(1, 0, 0), forged(1, 0, 0xFFFF_FFFF), forged(1, 0, 0x7FFF_FFFF),
        forged(1, 0, 0x8000_0000), forged(0xFFFF, 0, 1), forged(0xFFFE, 0xFF, 1), forged(2, 0, 1), forged(5, 0, 1),
      ].compactMap { $0 }
  }

  static let keys = [
    "", "name", "team", "players", "tags", "friends", "spouse", "objectID", "self", "nothing", "名", "a.b",
  ]
  static let values: [Value] = [
    .null, true, .integer(.max), .integer(.min), 1e300, .double(.nan), .double(-.infinity), .decimal(.nan), "",
    "\u{0}", .date(Date(timeIntervalSinceReferenceDate: .infinity)), .data(.init()), [], ["x"], .set([]), .set([1]),
    .dictionary([:]), .dictionary(["": .null]), .object(ObjectReference(rawValue: 0)),
    .object(ObjectReference(rawValue: .max)), [.object(ObjectReference(rawValue: 42))],
  ]

  @Test func strangersAreNobody() throws {
    for id in strangers {
      #expect(!context.exists(id) && !context.isInserted(id) && !context.isUpdated(id) && !context.isDeleted(id))
      #expect(context.changedValues(of: id).isEmpty && context.committedValues(of: id).isEmpty)
      #expect(context.validateForInsert(id).isEmpty && context.validateForDelete(id).isEmpty)
      _ = context.entityName(of: id)
      #expect(throws: ObjectGraphError.self) { try context.delete(id) }
      #expect(throws: ObjectGraphError.self) { try context.explainDelete([id]) }
      #expect(throws: ObjectGraphError.self) { try context.compareDelete([heat, id]) }
      for key in Self.keys {
        #expect(throws: ObjectGraphError.self) { try context.value(of: id, forKey: key) }
        #expect(throws: ObjectGraphError.self) { try context.setValue(.null, of: id, forKey: key) }
        #expect(throws: ObjectGraphError.self) { try context.add([wade], to: key, of: id) }
        #expect(throws: ObjectGraphError.self) { try context.remove([wade], from: key, of: id) }
        #expect(throws: ObjectGraphError.self) { try context.insert(wade, into: key, of: id, at: 0) }
        #expect(ManagedObject(id, in: context)[key] == nil)
        #expect(context.graph.memberCount(ofKey: key, of: id) == nil)
        _ = try? GraphSource(context.graph, now: context.now).value(forKey: key, of: id.reference)
      }
      #expect(throws: ObjectGraphError.self) { try context.setValue(id.value, of: wade, forKey: "team") }
      #expect(throws: ObjectGraphError.self) { try context.setValue([id.value], of: tag, forKey: "players") }
      #expect(throws: ObjectGraphError.self) { try context.add([wade, id], to: "players", of: tag) }
      #expect(throws: ObjectGraphError.self) { try context.insert(id, into: "players", of: tag, at: 0) }
      try context.remove([id], from: "players", of: tag)
      try context.remove([id], from: "players", of: heat)
    }
    #expect(try context.many(tag, "players") == [wade])
    #expect(try context.many(heat, "players") == [wade])
    #expect(context.updatedObjects == [])
    #expect(context.graph.checkInvariants() == [])
  }

  @Test("Every value for every key is taken or refused", arguments: keys)
  func values(key: String) throws {
    for id in [heat, wade, tag] {
      for value in Self.values {
        do {
          try context.setValue(value, of: id, forKey: key)
          _ = context.pendingErrors().map(\.line)
        } catch let error as ObjectGraphError {
          #expect(!error.diagnostic.message.isEmpty)
        }
      }
    }
    #expect(context.graph.checkInvariants() == [])
  }

  @Test("Every value for every type, with bounds that make messages of them", arguments: AttributeType.allCases)
  func types(type: AttributeType) throws {
    var attribute = AttributeDescription("x", type, isOptional: true, isTransient: type == .undefined)
    if type == .string { (attribute.minimumLength, attribute.maximumLength) = (.min, .max) }
    if type == .date { attribute.maximumValue = .date(Date(timeIntervalSinceReferenceDate: -1e300)) }
    if type.isOrdered, type != .date { (attribute.minimumValue, attribute.maximumValue) = (.double(-0.0), 0) }
    let model = ManagedObjectModel(entities: [EntityDescription("T", properties: [.attribute(attribute)])])
    let context = try ManagedObjectContext.checked(model)
    let id = try context.make("T")
    let many: [Value] =
      Self.values + [
        "not a number", "1e400", "0x10", "2001-01-01T00:00:00Z",
        .decimal(Decimal(sign: .plus, exponent: 127, significand: 9)),
        .double(0x1p63), .double(-0x1p63), .double(1.5), .integer(1),
      ]
    for value in many {
      guard (try? context.setValue(value, of: id, forKey: "x")) != nil else { continue }
      _ = context.saveLines()
      // To every other type and back: it follows, or the object is named.
      for other in AttributeType.allCases {
        var next = model
        next[entity: "T"]?[property: "x"] = .attribute(
          AttributeDescription("x", other, isOptional: true, isTransient: other == .undefined))
        let trial = context.copy()
        do {
          try trial.setModel(next)
          _ = trial.saveLines()
          try trial.setModel(model)
        } catch {
          #expect(!error.diagnostic.message.isEmpty)
        }
        #expect(trial.graph.checkInvariants() == [])
      }
    }
  }

  @Test("Places in an order", arguments: [Int.min, -1, 2, 3, .max])
  func places(index: Int) {
    #expect(throws: ObjectGraphError.indexOutOfRange(index, count: 1, key: "players", entity: "Tag")) {
      try context.insert(wade, into: "players", of: tag, at: index)
    }
    #expect(throws: ObjectGraphError.notOrdered("players", entity: "Team")) {
      try context.insert(wade, into: "players", of: heat, at: index)
    }
  }

  @Test("Entities that there are not, and numbers of none", arguments: ["", "player", "Nothing", "Player ", "名"])
  func entities(name: String) {
    #expect(throws: ObjectGraphError.self) { try context.insert(name) }
    #expect(throws: ObjectGraphError.self) { try context.objectID(entity: name, number: 1) }
    #expect(throws: ObjectGraphError.self) { try context.fetch(FetchRequest(name)) }
    #expect(throws: ObjectGraphError.self) { try context.count(FetchRequest(name)) }
    #expect(context.model[entity: name] == nil && context.model.properties(of: name).isEmpty)
    #expect(context.model.inverse(of: "x", in: name) == nil && context.model.root(of: name) == name)
  }

  @Test(
    "Limits and offsets of any size",
    arguments: [Int.min, -1, 0, 1, 2, .max], [Int.min, -1, 0, 1, 2, .max])
  func limits(limit: Int, offset: Int) throws {
    let request = FetchRequest("Player", limit: limit, offset: offset)
    // One player; 0 and less is no limit.
    let expected = offset < 1 ? 1 : 0
    #expect(try context.fetch(request).count == expected)
    #expect(try context.count(request) == expected)
    for number in [Int64.min, -1, 0, Int64(limit), Int64(offset), .max] {
      _ = try context.objectID(entity: "Player", number: number)
    }
  }

  @Test(
    "Sort keys that lead nowhere", arguments: ["", ".", "..", "nothing", "team.nothing", "tags", "tags.name", "self"])
  func sortKeys(key: String) throws {
    _ = try context.make("Player")
    do {
      _ = try context.fetch(FetchRequest("Player", sortDescriptors: [SortDescriptor(key), SortDescriptor([])]))
    } catch let error as any ExplainedError {
      #expect(!error.diagnostic.message.isEmpty)
    } catch is KeyValueError {}
  }

  @Test func undoOutOfTurn() throws {
    let context = try ManagedObjectContext.checked(.league())
    #expect(!context.undo() && !context.redo() && !context.endUndoGroup())
    #expect(context.beginUndoGroup(named: "") && !context.beginUndoGroup(named: "again"))
    #expect(!context.redo() && !context.undo())
    #expect(!context.isUndoGroupOpen)
    for limit in [Int.max, .max - 1, 3, 0, -1, .min] {
      context.undoLimit = limit
      for _ in 0..<5 {
        _ = try context.make("Team")
        context.endEvent()
      }
      #expect(context.undoCount >= 1)
    }
    context.beginUndoGroup(named: "open")
    _ = try context.make("Team")
    #expect(!context.redo() && context.isUndoGroupOpen)
    context.discardEvent()
    try context.save()
    context.reset()
    #expect(!context.isUndoGroupOpen && !context.undo() && !context.redo())
  }

  @Test func objectsOfEntitiesThatAreNoMore() throws {
    var model = context.model
    model[entity: "Tag"] = nil
    model[entity: "Player"]?[property: "tags"] = nil
    try context.setModel(model)
    #expect(!context.exists(tag))
    #expect(context.entityName(of: tag) == "")
    #expect(throws: ObjectGraphError.objectGone(tag, entity: "")) { try context.value(of: tag, forKey: "name") }
    #expect(throws: ObjectGraphError.self) { try context.setValue(tag.value, of: wade, forKey: "team") }
    #expect(throws: ObjectGraphError.self) { try context.add([tag], to: "players", of: heat) }
    try context.remove([tag], from: "players", of: heat)
    try context.setModel(ManagedObjectModel())
    #expect(!context.exists(heat) && context.deletedObjects == [] && !context.hasChanges)
    #expect(throws: ObjectGraphError.self) { try context.insert("Player") }
    #expect(try context.save() == SaveReport(inserted: [], updated: [], deleted: []))
  }

  @Test func anIDWithTheNumberOfAnotherEntitysObjectTakesNothingOut() throws {
    // Coaches and players share one numbering: Coach#1 is not Player#1.
    let coach = try #require(
      ManagedObjectID(ObjectReference(rawValue: try context.make("Coach").reference.rawValue & ~0xFFFF_FFFF | 1)))
    #expect(!context.exists(coach))
    try context.remove([coach], from: "players", of: heat)
    #expect(try context.many(heat, "players") == [wade])
  }

  @Test func aDiscardedChangeOfTheModelGivesNoNumberAway() throws {
    var model = context.model
    model[entity: "Coach"]?.parent = nil
    model[entity: "Coach"]?[property: "name"] = .text("name")
    try context.setModel(model)
    let coach = try context.make("Coach")
    context.discardEvent()
    #expect(try context.make("Coach") != coach)
  }
}
