import ObjectGraph
import Predicates
import Testing

/// An object that a context has read stays as it was read, whatever others save.
@Suite("Objects that others have changed since they were read")
struct StalenessTests {
  /// The heat with wade (20) and bob (25), and the suns; both contexts have read everything.
  private struct League {
    let pair: Pair
    let main, other: ManagedObjectContext
    let heat, suns, wade, bob: ManagedObjectID

    init(reading: Bool = true) throws {
      pair = try Pair(.league())
      (main, other) = (pair.main, pair.other)
      heat = try main.make("Team", ["name": "Heat"])
      suns = try main.make("Team", ["name": "Suns"])
      wade = try main.make("Player", ["name": "Wade", "age": 20, "team": heat.value])
      bob = try main.make("Player", ["name": "Bob", "age": 25, "team": heat.value])
      if reading { try pair.beginReading() } else { try pair.begin() }
    }

    func age(_ id: ManagedObjectID) throws -> Value { try main.value(of: id, forKey: "age") }
  }

  private func players(_ condition: String? = nil) -> FetchRequest {
    FetchRequest("Player", predicate: condition.flatMap { Predicate.parse($0).predicate })
  }

  @Test func aFetchFindsWhatIsSavedAndLeavesWhatWasReadAlone() throws {
    let league = try League()
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.save()
    #expect(try league.main.fetch(players("age > 30")) == [league.wade])
    #expect(try league.main.count(players("age == 20")) == 0)
    #expect(try league.age(league.wade) == 20)
    #expect(league.main.staleness(of: league.wade) == .changed(["age": 50]))
    #expect(!league.main.isStale(league.bob))
    // A change here decides which value is searched for.
    try league.main.setValue(10, of: league.wade, forKey: "age")
    #expect(try league.main.fetch(players("age > 30")) == [])
    #expect(try league.main.fetch(players("age == 10")) == [league.wade])
  }

  @Test func aSaveWritesWhatChangedHereAndRefreshesNothing() throws {
    let league = try League()
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.save()
    try league.main.setValue(26, of: league.bob, forKey: "age")
    #expect(league.main.saveWords() == [])
    #expect(try league.age(league.wade) == 20)
    #expect(league.main.staleness(of: league.wade) == .changed(["age": 50]))
    league.other.reset()
    #expect(try league.other.value(of: league.wade, forKey: "age") == 50)
    #expect(try league.other.value(of: league.bob, forKey: "age") == 26)
    try league.main.setValue("Dwyane", of: league.wade, forKey: "name")
    #expect(
      league.main.saveWords().first == "save refused: Player#1 was saved elsewhere since this context read it (133020)")
    try league.main.refresh(league.wade)
    #expect(try league.age(league.wade) == 50)
    #expect(league.main.saveWords() == [])
  }

  @Test func whatWasNotReadIsReadFromWhatIsSaved() throws {
    let league = try League(reading: false)
    #expect(league.main.isFault(league.wade))
    #expect(try league.age(league.bob) == 25)
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.setValue(51, of: league.bob, forKey: "age")
    try league.other.save()
    // Without a fetch: a fault is read when its first value is.
    #expect(try league.age(league.wade) == 50)
    #expect(try league.age(league.bob) == 25)
    // A change reads a fault too, so that nothing conflicts.
    try league.other.setValue("Miami Heat", of: league.heat, forKey: "name")
    try league.other.save()
    try league.main.setValue("MIA", of: league.heat, forKey: "name")
    #expect(league.main.committedValues(of: league.heat, forKeys: ["name"]) == ["name": "Miami Heat"])
    #expect(league.main.saveWords() == [])
  }

  @Test func aToManyStaysAsItWasRead() throws {
    let league = try League()
    let (main, other) = (league.main, league.other)
    let ray = try other.make("Player", ["name": "Ray", "team": league.heat.value])
    try other.set(league.wade, "team", league.suns)
    try other.save()
    // Each object shows what it was read with: ray is read now, the others were read before he was there.
    #expect(try main.fetch(players()) == [league.wade, league.bob, ray])
    #expect(try main.one(ray, "team") == league.heat)
    #expect(Set(try main.many(league.heat, "players")) == [league.wade, league.bob])
    #expect(try main.many(league.suns, "players") == [])
    #expect(try main.one(league.wade, "team") == league.heat)
    #expect(try main.value(of: league.heat, forKeyPath: "players.@count") == 2)
    #expect(try main.count(of: league.heat, forKey: "players") == 2)
    #expect(main.graph.checkInvariants() == [])
    // Members added and removed here are added to and removed from those shown.
    let eve = try main.make("Player", ["name": "Eve"])
    try main.add(eve, to: "players", of: league.heat)
    try main.remove([league.bob], from: "players", of: league.heat)
    #expect(Set(try main.many(league.heat, "players")) == [league.wade, eve])
    main.rollback()
    #expect(Set(try main.many(league.heat, "players")) == [league.wade, league.bob])
    try main.refresh(league.heat)
    #expect(Set(try main.many(league.heat, "players")) == [league.bob, ray])
    #expect(try main.one(league.wade, "team") == league.heat)
    try main.refreshAll()
    #expect(try main.one(league.wade, "team") == league.suns)
    #expect(try main.many(league.suns, "players") == [league.wade])
    #expect(main.staleness(of: league.heat) == nil)
  }

  @Test func aToManyThatWasNotReadIsReadFromWhatIsSaved() throws {
    let league = try League(reading: false)
    #expect(try league.main.text(league.heat) == "Heat")
    let ray = try league.other.make("Player", ["name": "Ray", "team": league.heat.value])
    try league.other.setValue("Miami", of: league.heat, forKey: "name")
    try league.other.save()
    #expect(Set(try league.main.many(league.heat, "players")) == [league.wade, league.bob, ray])
    #expect(try league.main.text(league.heat) == "Heat")
  }

  @Test func aTeamReadLaterListsAMemberThatShowsAnother() throws {
    let league = try League(reading: false)
    #expect(try league.main.one(league.wade, "team") == league.heat)
    try league.other.set(league.wade, "team", league.suns)
    try league.other.save()
    #expect(try league.main.many(league.suns, "players") == [league.wade])
    #expect(try league.main.many(league.heat, "players") == [league.bob])
    #expect(try league.main.one(league.wade, "team") == league.heat)
    // The suns were read as they are saved, so that a change of theirs conflicts with nothing.
    try league.main.setValue("Phoenix", of: league.suns, forKey: "name")
    #expect(league.main.saveWords() == [])
    #expect(try league.main.one(league.wade, "team") == league.heat)
  }

  @Test func whatOthersDeletedIsShownUntilItIsSavedOrRefreshed() throws {
    let league = try League()
    let main = league.main
    try league.other.delete(league.bob)
    try league.other.save()
    #expect(try main.fetch(players()) == [league.wade])
    #expect(try main.text(league.bob) == "Bob")
    #expect(try main.one(league.bob, "team") == league.heat)
    #expect(main.staleness(of: league.bob) == .deleted)
    try main.setValue(26, of: league.bob, forKey: "age")
    #expect(throws: ObjectGraphError.deletedElsewhere(league.bob, entity: "Player")) { try main.refresh(league.bob) }
    #expect(try main.text(league.bob) == "Bob")
    #expect(
      main.saveWords() == [
        "save refused: Player#2 was saved elsewhere since this context read it (133020)",
        "Player#2: changed here, and deleted by the other save (133020)",
      ])
    main.rollback()
    // The heat lose bob on both sides, which is a conflict of theirs.
    main.mergePolicy = .object
    try main.delete(league.bob)
    #expect(main.saveWords() == [])
    #expect(!main.exists(league.bob))
  }

  @Test func whatOthersDeletedReadsAsNilOnceItIsRefreshed() throws {
    let league = try League()
    let main = league.main
    try league.other.delete(league.bob)
    try league.other.save()
    try main.refresh(league.bob)
    #expect(main.isDeleted(league.bob))
    #expect(try main.value(of: league.bob, forKey: "name") == .null)
    main.shouldDeleteInaccessibleFaults = false
    #expect(!main.isDeleted(league.bob))
    #expect(throws: ObjectGraphError.objectGone(league.bob, entity: "Player")) {
      try main.value(of: league.bob, forKey: "name")
    }
  }

  @Test func whatWasDeletedUnreadIsNotFound() throws {
    let league = try League(reading: false)
    try league.other.delete(league.bob)
    try league.other.save()
    #expect(throws: ObjectGraphError.objectGone(league.bob, entity: "Player")) {
      try league.main.existingObject(with: league.bob)
    }
    #expect(try league.main.fetch(players()) == [league.wade])
  }

  @Test func mergingShowsWhatOthersSave() throws {
    let league = try League()
    league.main.automaticallyMergesChangesFromParent = true
    try league.main.setValue("Dwyane", of: league.wade, forKey: "name")
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.delete(league.bob)
    try league.other.save()
    #expect(try league.age(league.wade) == 50)
    #expect(try league.main.text(league.wade) == "Dwyane")
    #expect(try league.main.many(league.heat, "players") == [league.wade])
    #expect(league.main.saveWords() == [])
    league.main.automaticallyMergesChangesFromParent = false
    try league.other.refreshAll()
    try league.other.setValue(51, of: league.wade, forKey: "age")
    try league.other.save()
    #expect(try league.age(league.wade) == 50)
    // Turned on again, it takes in what is saved from then on.
    league.main.automaticallyMergesChangesFromParent = true
    #expect(try league.age(league.wade) == 50)
    #expect(league.main.isStale(league.wade))
    try league.other.setValue("Wade", of: league.wade, forKey: "name")
    try league.other.save()
    #expect(try league.age(league.wade) == 51)
    // A save counts, whatever value it writes.
    league.main.automaticallyMergesChangesFromParent = false
    try league.other.setValue(52, of: league.wade, forKey: "age")
    try league.other.save()
    league.main.automaticallyMergesChangesFromParent = true
    for age in [53, 52] {
      try league.other.setValue(Value.integer(Int64(age)), of: league.wade, forKey: "age")
      try league.other.save()
    }
    #expect(try league.age(league.wade) == 52)
  }

  @Test func mergingThatEndsHasTakenInWhatWasSavedBefore() throws {
    let league = try League()
    league.main.automaticallyMergesChangesFromParent = true
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.save()
    league.main.automaticallyMergesChangesFromParent = false
    #expect(try league.age(league.wade) == 50)
  }

  @Test func aSaveNotificationBringsInItsObjectsAlone() throws {
    let league = try League()
    let saves = Saves()
    let token = league.pair.coordinator.observeSaves { saves.note($0) }
    try league.other.setValue(50, of: league.wade, forKey: "age")
    try league.other.save()
    league.pair.coordinator.stopObserving(token)
    try league.other.setValue(51, of: league.bob, forKey: "age")
    try league.other.save()
    for save in saves.all { try league.main.mergeChanges(from: save) }
    #expect(try league.age(league.wade) == 50)
    #expect(try league.age(league.bob) == 25)
  }

  @Test func undoTakesBackOnlyWhatWasDoneHere() throws {
    let league = try League()
    try league.main.setValue(21, of: league.wade, forKey: "age")
    league.main.endEvent()
    try league.other.setValue(50, of: league.bob, forKey: "age")
    try league.other.setValue("Miami", of: league.heat, forKey: "name")
    try league.other.save()
    _ = try league.main.fetch(players())
    #expect(league.main.undo())
    #expect(try league.age(league.wade) == 20)
    #expect(try league.age(league.bob) == 25)
    #expect(league.main.redo())
    #expect(try league.age(league.wade) == 21)
    #expect(try league.main.text(league.heat) == "Heat")
    #expect(league.main.saveWords() == [])
    #expect(try league.age(league.bob) == 25)
    #expect(league.main.undo())
    #expect(try league.age(league.wade) == 20)
    #expect(league.main.updatedObjects == [league.wade])
  }

  /// The child holds what it has read; the parent's later change reaches only what it has not.
  @Test func aChildKeepsWhatItHasRead() throws {
    let league = try League()
    let child = ManagedObjectContext(parent: league.main)
    child.checksInvariants = true
    #expect(try child.value(of: league.wade, forKey: "age") == 20)
    try league.main.setValue(30, of: league.wade, forKey: "age")
    try league.main.setValue(31, of: league.bob, forKey: "age")
    #expect(try child.value(of: league.wade, forKey: "age") == 20)
    #expect(try child.value(of: league.bob, forKey: "age") == 31)
    #expect(child.staleness(of: league.wade) == .changed(["age": 30]))
    try child.setValue("Bobby", of: league.bob, forKey: "name")
    try child.save()
    #expect(try league.main.text(league.bob) == "Bobby")
    #expect(try child.value(of: league.wade, forKey: "age") == 20)
    // A child of a stale parent reads what the parent shows.
    try league.other.setValue("Miami", of: league.heat, forKey: "name")
    try league.other.save()
    #expect(try child.text(league.heat) == "Heat")
    #expect(child.staleness(of: league.heat) == nil)
    try league.main.refresh(league.heat)
    #expect(try child.text(league.heat) == "Heat")
    try child.refresh(league.heat)
    #expect(try child.text(league.heat) == "Miami")
  }
}

/// Save notifications as they come, on one thread.
private final class Saves: @unchecked Sendable {
  private(set) var all: [SaveNotification] = []

  func note(_ save: SaveNotification) { all.append(save) }
}
