import ObjectGraph
import Predicates
import Testing

@Suite("Fetched properties")
struct FetchedPropertyTests {
  let context: ManagedObjectContext
  let heat: ManagedObjectID

  init() throws {
    var model = ManagedObjectModel.league()
    let named = FetchedPropertyDescription(
      "named", of: "Player",
      predicate: Predicate.parse("name BEGINSWITH $FETCHED_PROPERTY.userInfo.letter AND team == $FETCH_SOURCE")
        .predicate,
      sortDescriptors: [SortDescriptor("name")], userInfo: ["letter": "W"])
    let wrong = FetchedPropertyDescription(
      "wrong", of: "Player", predicate: Predicate.parse("age CONTAINS 'x'").predicate)
    for index in model.entities.indices where model.entities[index].name == "Team" {
      model.entities[index].properties += [.fetched(named), .fetched(wrong)]
    }
    context = try .checked(model)
    heat = try context.make("Team", ["name": "Heat"])
    for name in ["Wright", "Wade", "Allen"] {
      _ = try context.make("Player", ["name": .string(name), "age": 31, "team": heat.value])
    }
    context.endEvent()
  }

  func names(_ context: ManagedObjectContext) throws -> [Value] {
    try context.many(heat, "named").map { try context.value(of: $0, forKey: "name") }
  }

  @Test("Found once, and again after a refresh, a rollback or a reset")
  func kept() throws {
    #expect(try names(context) == ["Wade", "Wright"])
    try context.save()
    _ = try context.make("Player", ["name": "West", "team": heat.value])
    #expect(try names(context) == ["Wade", "Wright"])
    let copy = context.copy()
    try context.refresh(heat)
    #expect(try names(context) == ["Wade", "West", "Wright"])
    #expect(try names(copy) == ["Wade", "Wright"])
    context.rollback()
    #expect(try names(context) == ["Wade", "Wright"])
  }

  @Test("A condition may name the variables that have a value there, and no others")
  func variables() throws {
    let named = try #require(context.model[entity: "Team"]?[property: "named"]?.fetched)
    #expect(Set(named.variables(for: heat).keys) == FetchedPropertyVariable.names)
    struct Anything: ModelShape {
      func property(_ key: String, of entity: String) -> PropertyShape? { .attribute(.any, isOptional: true) }
      func keys(of entity: String) -> [String] { [] }
    }
    for name in FetchedPropertyVariable.names.union(["FETCH", "fetch_source"]) {
      let predicate = try #require(Predicate.parse("team == $\(name)").predicate)
      let isKnown = named.variables(for: heat)[name] != nil
      #expect(predicate.check(against: Anything(), entity: "Player", variables: []).isEmpty == isKnown, "\(name)")
    }
  }

  @Test("An error in the condition has no place in another text")
  func errors() throws {
    do {
      _ = try context.value(of: heat, forKey: "wrong")
      Issue.record("it has a value")
    } catch let error as FetchedPropertyError {
      #expect(error.diagnostic.range == nil)
      #expect(error.diagnostic.message.hasPrefix("in the fetched property 'wrong': "))
    }
  }
}
