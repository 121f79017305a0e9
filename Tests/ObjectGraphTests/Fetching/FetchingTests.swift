import ObjectGraph
import Predicates
import Testing

@Suite("Fetching")
struct FetchingTests {
  let context: ManagedObjectContext
  let heat, suns, wade, allen, nash, coach: ManagedObjectID

  init() throws {
    context = try .checked(.league())
    heat = try context.make("Team", ["name": "Heat"])
    suns = try context.make("Team", ["name": "Suns"])
    wade = try context.make("Player", ["name": "Wade", "age": 31, "team": heat.value])
    allen = try context.make("Player", ["name": "Allen", "age": 38, "team": heat.value])
    nash = try context.make("Player", ["name": "Nash", "age": 31, "team": suns.value])
    coach = try context.make("Coach")
  }

  func found(_ entity: String, _ condition: String? = nil, sort: [SortDescriptor] = []) throws -> [ManagedObjectID] {
    let predicate = try condition.map { try #require(Predicate.parse($0).predicate) }
    return try context.fetch(FetchRequest(entity, predicate: predicate, sortDescriptors: sort))
  }

  @Test func conditions() throws {
    #expect(try found("Player", "team.name == 'Heat' AND age > 35") == [allen])
    #expect(try found("Team", "ANY players.age > 35") == [heat])
    #expect(try found("Team", "players.@count == 1") == [suns])
    #expect(try found("Person") == [wade, allen, nash, coach])
    #expect(try found("Person", "name == nil") == [coach])
    #expect(try found("Player", "objectID == nil") == [])
    let request = FetchRequest("Person", includesSubentities: false)
    #expect(try context.fetch(request) == [])
    #expect(throws: (any Error).self) { try found("Player", "nmae == 'x'") }
    #expect(throws: ObjectGraphError.self) { try found("Playr") }
  }

  @Test func orders() throws {
    #expect(try found("Player", sort: [SortDescriptor("age")]) == [wade, nash, allen])
    #expect(
      try found("Player", sort: [SortDescriptor("age", isAscending: false), SortDescriptor("name")])
        == [allen, nash, wade])
    #expect(try found("Player", sort: [SortDescriptor("team.name", isAscending: false)]) == [nash, wade, allen])
    #expect(try found("Person", sort: [SortDescriptor("name")]) == [coach, allen, nash, wade])
    #expect(try found("Person", sort: [SortDescriptor("name", isAscending: false)]).last == coach)
    #expect(throws: ObjectGraphError.toManySortKey("players")) {
      try found("Team", sort: [SortDescriptor("players")])
    }
  }

  @Test(
    arguments: [
      (nil, nil, [0, 1, 2]), (2, nil, [0, 1]), (2, 2, [2]), (0, nil, [0, 1, 2]), (-1, -5, [0, 1, 2]), (nil, 7, []),
      (.max, .max, []),
      (.max, 1, [1, 2]),
    ] as [(Int?, Int?, [Int])])
  func limits(limit: Int?, offset: Int?, places: [Int]) throws {
    let all = [wade, allen, nash]
    var request = FetchRequest("Player", limit: limit, offset: offset)
    #expect(try context.fetch(request) == places.map { all[$0] })
    #expect(try context.count(request) == places.count)
    request.sortDescriptors = [SortDescriptor("objectID")]
    #expect(try context.fetch(request) == places.map { all[$0] })
  }

  @Test func pendingChanges() throws {
    try context.save()
    try context.delete(wade)
    #expect(try found("Player", "age == 31") == [nash])
    var request = FetchRequest("Player")
    #expect(try context.count(request) == 2)
    request.includesPendingChanges = false
    #expect(try context.count(request) == 3)
  }

  @Test func fetchedProperties() throws {
    let same = try #require(
      Predicate.parse("team == $FETCH_SOURCE AND age > $FETCHED_PROPERTY.userInfo.least").predicate)
    var model = context.model
    model[entity: "Team"]?[property: "veterans"] = .fetched(
      FetchedPropertyDescription(
        "veterans", of: "Player", predicate: same, sortDescriptors: [SortDescriptor("name")],
        userInfo: ["least": 30]))
    let endless = try #require(Predicate.parse("ANY endless.name == 'x'").predicate)
    model[entity: "Team"]?[property: "endless"] = .fetched(
      FetchedPropertyDescription("endless", of: "Team", predicate: endless))
    try context.setModel(model)
    #expect(try context.value(of: heat, forKey: "veterans") == .array([allen.value, wade.value]))
    #expect(throws: (any Error).self) { try context.value(of: heat, forKey: "endless") }
    #expect(throws: ObjectGraphError.readOnly("veterans", entity: "Team")) {
      try context.setValue([], of: heat, forKey: "veterans")
    }
  }

  @Test func asASource() throws {
    #expect(throws: KeyValueError.unknownKey("x", of: "Team", known: ["name", "players"])) {
      try context.value(forKey: "x", of: heat.reference)
    }
    try context.delete(heat)
    try context.save()
    #expect(try context.value(forKey: "name", of: heat.reference) == .null)
    context.shouldDeleteInaccessibleFaults = false
    #expect(throws: KeyValueError.missingObject("Team#1")) { try context.value(forKey: "name", of: heat.reference) }
    #expect(throws: KeyValueError.self) { try context.value(forKey: "name", of: ObjectReference(rawValue: 77)) }
    #expect(ManagedObjectID(heat.reference) == heat)
    #expect(ManagedObject(wade, in: context)["age"] == 31)
    #expect(ManagedObject(heat, in: context)["age"] == nil)
  }
}
