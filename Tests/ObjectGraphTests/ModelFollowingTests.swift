import Predicates
import Testing

@testable import ObjectGraph

/// A change of the model brings nothing with it that other contexts have saved.
@Suite("Contexts follow a change of the model with what they have read")
struct ModelFollowingTests {
  /// The heat with wade; both contexts have read both objects.
  private struct League {
    let main, other: ManagedObjectContext
    let heat, wade: ManagedObjectID

    init() throws {
      let pair = try Pair(.league())
      (main, other) = (pair.main, pair.other)
      heat = try main.make("Team", ["name": "Heat"])
      wade = try main.make("Player", ["name": "Wade", "age": 20, "team": heat.value])
      try pair.beginReading()
    }
  }

  /// Ways to change the model that leave the objects' values alone.
  private static let changes: [(name: String, change: @Sendable (ManagedObjectContext) throws -> Void)] = [
    ("version", { try $0.addModelVersion("2") }),
    (
      "template",
      { try $0.change { $0.fetchRequestTemplates.append(FetchRequestTemplate("All", FetchRequest("Player"))) } }
    ),
    (
      "attribute",
      {
        try $0.change {
          $0.entities[0].properties.append(.attribute(AttributeDescription("extra", .string, isOptional: true)))
        }
      }
    ),
    ("user information", { try $0.change { $0.entities[0].userInfo["a"] = "b" } }),
  ]

  @Test(arguments: changes.map(\.name)) func whatWasReadStaysAndTheSaveConflicts(_ name: String) throws {
    let change = try #require(Self.changes.first { $0.name == name }?.change)
    let league = try League()
    let child = ManagedObjectContext(parent: league.main)
    #expect(try child.value(of: league.wade, forKey: "age") == 20)
    try league.other.setValue(50, of: league.wade, forKey: "age")
    let bob = try league.other.make("Player", ["name": "Bob", "age": 25, "team": league.heat.value])
    try league.other.save()
    try change(league.main)
    #expect(try league.main.value(of: league.wade, forKey: "age") == 20)
    #expect(try league.main.many(league.heat, "players") == [league.wade])
    #expect(league.main.staleness(of: league.wade) == .changed(["age": 50]))
    #expect(try child.value(of: league.wade, forKey: "age") == 20)
    #expect(!league.main.exists(bob))
    try league.main.setValue(30, of: league.wade, forKey: "age")
    #expect(
      league.main.saveWords() == [
        "save refused: Player#1 was saved elsewhere since this context read it (133020)",
        "Player#1: age was 20, is saved as 50, and is 30 here (133020)",
      ])
    try league.main.refresh(league.wade, .discardingChanges)
    #expect(try league.main.value(of: league.wade, forKey: "age") == 50)
    #expect(league.main.saveWords() == [])
    #expect(try league.main.count(FetchRequest("Player")) == 2)
  }

  @Test func theOtherContextKeepsWhatItHasReadAndWhatIsPending() throws {
    let league = try League()
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.main.setValue("Dwyane", of: league.wade, forKey: "name")
    try league.main.save()
    try league.main.change {
      $0.entities[0].properties.append(
        .attribute(AttributeDescription("extra", .string, isOptional: false, defaultValue: "x")))
    }
    #expect(try league.other.count(FetchRequest("Player")) == 1)
    #expect(try league.other.text(league.wade) == "Wade")
    #expect(try league.other.value(of: league.wade, forKey: "age") == 50)
    #expect(
      league.other.saveWords() == [
        "save refused: Player#1 was saved elsewhere since this context read it (133020)",
        "Player#1: name was \"Wade\", and is saved as \"Dwyane\"; age was 20, and is 50 here (133020)",
      ])
  }

  /// The undo of an own statement leaves the model alone that another context has changed meanwhile.
  @Test func undoInOneContextLeavesTheModelOfAnother() throws {
    let league = try League()
    try league.other.setValue(50, of: league.wade, forKey: "age")
    league.other.endEvent()
    try league.main.change {
      $0.entities[0].properties.append(.attribute(AttributeDescription("extra", .string, isOptional: true)))
    }
    _ = try league.other.fetch(FetchRequest("Player"))
    league.other.undo()
    #expect(try league.other.value(of: league.wade, forKey: "age") == 20)
    #expect(league.other.model == league.main.model)
    #expect(league.main.coordinator.model == league.main.model)
  }

  @Test func undoBringsBackWhatTheChangeDroppedOfObjectsThatOthersSaved() throws {
    let league = try League()
    try league.other.setValue(50, of: league.wade, forKey: "age")
    let bob = try league.other.make("Player", ["name": "Bob", "age": 25])
    try league.other.save()
    try league.main.change { model in
      for place in model.entities.indices { model.entities[place].properties.removeAll { $0.name == "age" } }
    }
    league.main.endEvent()
    // Objects of which this context does not know come in under the model without it.
    #expect(try league.main.count(FetchRequest("Player")) == 2)
    league.main.undo()
    #expect(try league.main.value(of: league.wade, forKey: "age") == 20)
    #expect(try league.main.value(of: bob, forKey: "age") == 25)
    #expect(!league.main.hasChanges)
    league.other.reset()
    #expect(try league.other.value(of: league.wade, forKey: "age") == 50)
    #expect(try league.other.value(of: bob, forKey: "age") == 25)
  }

  /// Others' saves come in within the event that changed the model, and then the event is taken back.
  @Test func discardingTheEventTakesBackTheModelAndWhatIsSavedUnderIt() throws {
    let league = try League()
    try league.main.change { model in
      for place in model.entities.indices { model.entities[place].properties.removeAll { $0.name == "age" } }
    }
    let bob = try league.other.make("Player", ["name": "Bob"])
    try league.other.save()
    #expect(try league.main.count(FetchRequest("Player")) == 2)
    league.main.discardEvent()
    #expect(league.main.graph.schema === league.main.committed.schema)
    #expect(league.main.model == .league())
    #expect(league.main.coordinator.model == .league())
    #expect(try league.main.count(FetchRequest("Player")) == 2)
    #expect(try league.main.value(of: league.wade, forKey: "age") == 20)
    #expect(!league.main.hasChanges)
    try league.main.setValue(21, of: bob, forKey: "age")
    #expect(league.main.saveWords() == [])
    league.other.reset()
    #expect(try league.other.value(of: bob, forKey: "age") == 21)
  }
}

extension ManagedObjectContext {
  /// Changes the model by an edit.
  fileprivate func change(_ edit: (inout ManagedObjectModel) -> Void) throws {
    var model = model
    edit(&model)
    try setModel(model, renaming: ModelRenaming())
  }
}
