import ObjectGraph
import Predicates
import Testing

@Suite("Deleting follows the rules of the side that is deleted")
struct DeletionTests {
  struct League {
    let context: ManagedObjectContext
    let heat, wade, allen: ManagedObjectID
  }

  func league(_ rule: DeleteRule, back: DeleteRule = .nullify, saved: Bool = true) throws -> League {
    let context = try ManagedObjectContext.checked(.league(rule, back: back))
    let heat = try context.make("Team", ["name": "Heat"])
    let wade = try context.make("Player", ["team": heat.value])
    let allen = try context.make("Player", ["team": heat.value])
    if saved { try context.save() }
    return League(context: context, heat: heat, wade: wade, allen: allen)
  }

  @Test func nullify() throws {
    let league = try league(.nullify)
    try league.context.delete(league.heat)
    #expect(league.context.isDeleted(league.heat))
    #expect(try league.context.one(league.wade, "team") == league.heat)  // not before the event ends
    league.context.endEvent()
    #expect(try league.context.one(league.wade, "team") == nil)
    #expect(league.context.updatedObjects == [league.wade, league.allen])
    let report = try league.context.save()
    #expect(report == SaveReport(inserted: [], updated: [league.wade, league.allen], deleted: [league.heat]))
    #expect(!league.context.exists(league.heat))
    #expect(!league.context.isDeleted(league.heat))
    #expect(throws: ObjectGraphError.objectGone(league.heat, entity: "Team")) {
      try league.context.value(of: league.heat, forKey: "name")
    }
  }

  @Test func cascade() throws {
    let league = try league(.cascade)
    try league.context.delete(league.heat)
    let tree = try #require(league.context.endEvent()?.deletions)
    #expect(tree.roots.map(\.id) == [league.heat])
    #expect(tree.roots[0].relationships.map(\.relationship) == ["players"])
    #expect(tree.roots[0].relationships[0].children.map(\.id) == [league.wade, league.allen])
    #expect(tree.roots[0].relationships[0].children[0].relationships.isEmpty)
    #expect(try league.context.save().deleted == [league.wade, league.allen, league.heat])
  }

  @Test func deny() throws {
    let league = try league(.deny)
    try league.context.delete(league.heat)
    league.context.endEvent()
    #expect(try league.context.one(league.wade, "team") == league.heat)
    #expect(
      league.context.saveLines() == ["1600  Team#1: players still holds Player#1, Player#2 (delete rule deny)"])
    #expect(league.context.isDeleted(league.heat))
    try league.context.delete(league.wade)
    try league.context.set(league.allen, "team", nil)
    #expect(league.context.saveLines() == [])
  }

  @Test func denyPassesWhenAllGoTogether() throws {
    let league = try league(.deny)
    for id in [league.wade, league.heat, league.allen] { try league.context.delete(id) }
    #expect(league.context.saveLines() == [])
  }

  @Test func cascadeWithDenyBackPasses() throws {
    let league = try league(.cascade, back: .deny)
    try league.context.delete(league.heat)
    #expect(league.context.saveLines() == [])
    #expect(league.context.deletedObjects == [])
  }

  @Test func denyOnTheOtherSideIsNotAsked() throws {
    let league = try league(.nullify, back: .deny)
    try league.context.delete(league.heat)
    #expect(league.context.saveLines() == [])
  }

  @Test func noActionLeavesTheFarReference() throws {
    let league = try league(.noAction)
    try league.context.delete(league.heat)
    league.context.endEvent()
    #expect(league.context.updatedObjects == [])
    #expect(league.context.saveLines() == [])
    #expect(try league.context.one(league.wade, "team") == league.heat)
    #expect(!league.context.exists(league.heat))
    try league.context.setValue(31, of: league.wade, forKey: "age")
    #expect(league.context.saveLines() == ["1550  Player#1: team: dangling reference to Team#1"])
    try league.context.set(league.wade, "team", nil)
    #expect(league.context.saveLines() == [])
  }

  @Test func cyclesEnd() throws {
    let league = try league(.cascade, back: .cascade)
    try league.context.delete(league.wade)
    let tree = try #require(league.context.endEvent()?.deletions)
    #expect(Set(tree.deletedObjects) == [league.heat, league.wade, league.allen])
    #expect(tree.nodeCount == 3)
    #expect(league.context.saveLines() == [])
  }

  @Test func insertedAndDeletedLeavesNoRecord() throws {
    let league = try league(.nullify)
    let nash = try league.context.make("Player", ["team": league.heat.value])
    try league.context.delete(nash)
    let report = try league.context.save()
    #expect(report.inserted == [])
    #expect(report.deleted == [])
    #expect(try league.context.many(league.heat, "players") == [league.wade, league.allen])
  }

  @Test func denyIsAskedOfUnsavedObjectsToo() throws {
    let league = try league(.deny, saved: false)
    try league.context.delete(league.heat)
    #expect(league.context.saveLines().first?.hasPrefix("1600  Team#1") == true)
  }

  @Test func withoutInverseNothingProtects() throws {
    let league = try league(.nullify)
    try league.context.set(league.wade, "favorite", league.heat)
    try league.context.save()
    try league.context.set(league.wade, "team", nil)
    try league.context.set(league.allen, "team", nil)
    try league.context.save()
    try league.context.delete(league.heat)
    #expect(league.context.saveLines() == [])
    #expect(try league.context.one(league.wade, "favorite") == league.heat)
    let source = GraphSource(league.context.graph, now: league.context.now)
    #expect(try source.value(forKey: "name", of: league.heat.reference) == .null)
  }

  @Test func explainingChangesNothing() throws {
    let league = try league(.deny)
    let explanation = try league.context.explainDelete([league.heat])
    #expect(explanation.isRefused)
    #expect(explanation.errors.map(\.code) == [1600])
    #expect(explanation.roots[0].relationships[0].objects == [league.wade, league.allen])
    #expect(!league.context.hasChanges)
    let rules = try league.context.compareDelete([league.heat])
    #expect(rules.map(\.explanation.nodeCount) == [1, 3, 1, 1])
    #expect(rules.map(\.explanation.isRefused) == [false, false, true, false])
    #expect(!league.context.hasChanges)
  }

  @Test func aLongChainOfCascades() throws {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        "Node", properties: [.one("next", "Node", "previous", .cascade), .one("previous", "Node", "next")])
    ])
    let context = try ManagedObjectContext(model: model)
    var previous = try context.insert("Node")
    let first = previous
    for _ in 1..<20_000 {
      let node = try context.insert("Node")
      try context.set(previous, "next", node)
      previous = node
    }
    try context.save()
    let explanation = try context.explainDelete([first])
    #expect(explanation.nodeCount == 20_000)
    try context.delete(first)
    #expect(try context.save().deleted.count == 20_000)
    #expect(context.undo())
    #expect(context.exists(previous))
  }
}
