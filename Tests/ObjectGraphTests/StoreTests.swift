import ObjectGraph
import Predicates
import Testing

import struct Foundation.UUID

/// A store that keeps what it was given last, and can be told to refuse.
private final class RecordingStore: PersistentStore, @unchecked Sendable {
  let name: String
  let identifier = UUID()
  let configuration: String? = nil
  let location: String?
  var refuses = false
  var saves: [(inserted: Int, updated: Int, deleted: Int)] = []
  var contents: Graph?

  init(_ name: String, file: Bool = false) {
    self.name = name
    location = file ? "/nowhere/\(name)" : nil
  }

  func open(_ schema: Schema) throws(StoreError) -> StoreContents {
    if refuses { throw .incompatibleModel(store: name, entities: ["Player"]) }
    return StoreContents(graph: contents ?? emptyGraph(schema), highestNumbers: ["Person": 7])
  }

  private func emptyGraph(_ schema: Schema) -> Graph {
    var graph = Graph.empty(schema)
    graph = contents ?? graph
    return graph
  }

  func save(_ save: StoreSave) throws(StoreError) {
    if refuses { throw .cannotSave(store: name, reason: "the disk is full") }
    saves.append((save.inserted.count, save.updated.count, save.deleted.count))
    contents = save.graph
  }

  func close() {}
}

@Suite("Stores under one coordinator")
struct StoreTests {
  @Test func eachStoreGetsItsOwnObjects() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    let (teams, people) = (RecordingStore("teams"), RecordingStore("people"))
    try coordinator.add(teams, entities: ["Team"])
    try coordinator.add(people, entities: ["Person", "Tag"])
    let context = ManagedObjectContext(coordinator: coordinator)
    context.checksInvariants = true
    let heat = try context.make("Team")
    let ann = try context.make("Player")
    #expect(context.storeName(of: ann) == nil)
    try context.save()
    #expect(context.storeName(of: heat) == "teams")
    #expect(context.storeName(of: ann) == "people")
    #expect(coordinator.storeName(of: ann) == "people")
    #expect(context.uri(for: ann)?.host == people.identifier.uuidString)
    #expect(teams.saves.map(\.inserted) == [1])
    #expect(people.saves.map(\.inserted) == [1])
    try context.setValue("Ann", of: ann, forKey: "name")
    try context.save()
    #expect(teams.saves.count == 1)
    #expect(people.saves.map(\.updated) == [0, 1])

    try context.set(ann, "team", heat)
    #expect(
      context.saveWords() == [
        "save refused: 2 relationships lead from one store to another (133010)",
        "Player#8 in people: team leads to Team#1 in teams (133010)",
        "Team#1 in teams: players leads to Player#8 in people (133010)",
      ])
    context.rollback()
    try context.delete(ann)
    try context.save()
    #expect(people.saves.map(\.deleted) == [0, 0, 1])
  }

  @Test func objectsStayInTheirStoresWhenTheModelChanges() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore(name: "first"))
    try coordinator.add(InMemoryStore(name: "second"))
    let context = ManagedObjectContext(coordinator: coordinator)
    context.checksInvariants = true
    let (here, there) = (try context.make("Team"), try context.make("Team"))
    try context.assign(there, toStore: "second")
    let coach = try context.make("Coach")
    try context.assign(coach, toStore: "second")
    try context.save()
    var model = context.model
    model[entity: "Team"]?[property: "city"] = .text("city")
    try context.setModel(model)
    // Coaches get a table of their own.
    model[entity: "Coach"]?.parent = nil
    model[entity: "Coach"]?[property: "name"] = .text("name")
    let moved = try context.setModel(model).renumbered
    #expect([here, there, moved[coach] ?? coach].map { context.storeName(of: $0) } == ["first", "second", "second"])
    try context.save()
    #expect(
      [here, there, moved[coach] ?? coach].map { coordinator.storeName(of: $0) } == ["first", "second", "second"])
    var request = FetchRequest("Team")
    request.affectedStores = ["second"]
    #expect(try context.fetch(request) == [there])
    #expect(try context.count(request) == 1)
    request.affectedStores = ["first", "second"]
    #expect(try context.count(request) == 2)
    request.affectedStores = []
    #expect(try context.count(request) == 0)
    request.affectedStores = ["third"]
    #expect(throws: StoreError.unknownStore("third", known: ["first", "second"])) { try context.fetch(request) }
    // A new object counts as it will be saved.
    let new = try context.make("Team")
    request.affectedStores = ["first"]
    #expect(try context.fetch(request) == [here, new])
  }

  @Test func objectsMayBeGivenToAStore() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    try coordinator.add(InMemoryStore(name: "shop"), entities: ["Team"])
    let context = ManagedObjectContext(coordinator: coordinator)
    let (heat, suns) = (try context.make("Team"), try context.make("Team"))
    try context.assign(suns, toStore: "shop")
    let ann = try context.make("Player")
    #expect(throws: StoreError.notInConfiguration(entity: "Player", store: "shop", configuration: "its list")) {
      try context.assign(ann, toStore: "shop")
    }
    #expect(throws: StoreError.unknownStore("shp", known: ["main", "shop"])) {
      try context.assign(ann, toStore: "shp")
    }
    try context.save()
    #expect([heat, suns].map(context.storeName) == ["main", "shop"])
    #expect(throws: StoreError.alreadyStored(heat, entity: "Team", store: "main")) {
      try context.assign(heat, toStore: "shop")
    }
    try coordinator.close("shop")
    #expect(coordinator.closedStores == ["shop"])
    #expect(try context.fetch(FetchRequest("Team")) == [heat])
    #expect(!context.exists(suns))
    // A store in memory that is closed has forgotten its objects.
    try coordinator.reopen("shop")
    context.reset()
    #expect(try context.fetch(FetchRequest("Team")) == [heat])
  }

  @Test func aStoreThatHoldsSomethingComesBack() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    try coordinator.add(InMemoryStore())
    let shop = RecordingStore("shop")
    let main = ManagedObjectContext(coordinator: coordinator)
    main.checksInvariants = true
    let ann = try main.make("Player", ["name": "Ann"])
    try main.save()
    try coordinator.add(shop)
    let heat = try main.make("Team", ["name": "Heat"])
    let bob = try main.make("Player", ["name": "Bob", "team": heat.value])
    try main.assign(heat, toStore: "shop")
    try main.assign(bob, toStore: "shop")
    try main.save()
    #expect(shop.contents != nil)
    let kept = try #require(shop.contents)
    try coordinator.close("shop")
    main.reset()
    #expect(try main.fetch(FetchRequest("Player")) == [ann])
    // The store returns a graph of its own objects.
    shop.contents = kept.keeping([heat, bob])
    #expect(try coordinator.reopen("shop").isEmpty)
    main.reset()
    #expect(try main.fetch(FetchRequest("Player")) == [ann, bob])
    #expect(try main.one(bob, "team") == heat)
    #expect(main.storeName(of: bob) == "shop")
    // Somebody else took the number meanwhile: the store's object gets another.
    try coordinator.close("shop")
    let twin = kept.keeping([heat, bob])
    shop.contents = twin
    let third = RecordingStore("third")
    third.contents = twin
    try coordinator.add(third)
    let renumbered = try coordinator.reopen("shop")
    #expect(Set(renumbered.keys) == [heat, bob])
    main.reset()
    let teams = try main.fetch(FetchRequest("Team"))
    #expect(teams.count == 2)
    for team in teams { #expect(try main.many(team, "players").count == 1) }
    #expect(coordinator.graph.checkInvariants() == [])
  }

  @Test func storesThatRefuse() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    let (one, two) = (RecordingStore("one", file: true), RecordingStore("two", file: true))
    two.refuses = true
    #expect(throws: StoreError.incompatibleModel(store: "two", entities: ["Player"])) { try coordinator.add(two) }
    #expect(
      StoreError.incompatibleModel(store: "two", entities: ["Player"]).diagnostic.message
        == "134100  the store two was written under another model: Player differs")
    two.refuses = false
    try coordinator.add(one, entities: ["Team"])
    try coordinator.add(two, entities: ["Player"])
    #expect(throws: StoreError.nameTaken("two")) { try coordinator.add(RecordingStore("two")) }
    let context = ManagedObjectContext(coordinator: coordinator)
    _ = try context.make("Tag")
    #expect(context.saveWords() == ["134020  no store takes objects of Tag"])
    context.rollback()
    _ = try context.make("Player")
    two.refuses = true
    #expect(context.saveWords() == ["134030  the store two cannot be written: the disk is full"])
    _ = try context.make("Team")
    #expect(
      context.saveWords() == [
        "134040  one was saved, and two was not: 134030  the store two cannot be written: the disk is full"
      ])
    // The team is saved, and the player is not.
    #expect(context.insertedObjects.count == 1)
    // A file keeps the model.
    let error = try #require(throws: ModelChangeError.self) { try context.setModel(.league(.cascade)) }
    #expect(error == .storeOpen("one", isCompatible: true))
    #expect(
      error.diagnostic.message == "the store one is a file, and keeps the model that it was written under")
  }

  @Test func aTrialWritesNothing() throws {
    let coordinator = try PersistentStoreCoordinator(model: .league())
    let store = RecordingStore("one", file: true)
    try coordinator.add(store)
    let context = ManagedObjectContext(coordinator: coordinator)
    let ann = try context.make("Player")
    let child = ManagedObjectContext(parent: context)
    try child.setValue("Ann", of: ann, forKey: "name")
    let copies = ManagedObjectContext.copies(of: [child, context])
    try copies[0].save()
    try copies[1].save()
    #expect(try copies[1].text(ann) == "Ann")
    #expect(copies[0].parent === copies[1])
    #expect(store.saves.isEmpty)
    #expect(context.insertedObjects == [ann])
    #expect(try context.text(ann) == .null)
  }

  @Test func theModelChangesForEveryContext() throws {
    let pair = try Pair(.league())
    let ann = try pair.main.make("Player", ["name": "Ann"])
    try pair.begin()
    var model = ManagedObjectModel.league()
    model[entity: "Player"]?.properties.append(.text("email"))
    try pair.other.setValue(3, of: ann, forKey: "age")
    try pair.main.setModel(model)
    try pair.main.setValue("a@b", of: ann, forKey: "email")
    pair.main.endEvent()
    try pair.main.save()
    _ = try pair.other.fetch(FetchRequest("Player"))
    #expect(try pair.other.value(of: ann, forKey: "age") == 3)
    pair.other.mergePolicy = .object
    try pair.other.save()
    #expect(try pair.other.text(ann, "email") == "a@b")
    #expect(pair.main.undo() && pair.main.canUndo == false)
    #expect(pair.main.model == .league())
    _ = try pair.other.fetch(FetchRequest("Player"))
    #expect(pair.other.model == .league())
  }

  // MARK: Uniqueness

  private func accounts(_ policy: MergePolicy) throws -> Pair {
    try Pair(
      ManagedObjectModel(entities: [
        EntityDescription(
          "Account",
          properties: [.text("email"), .text("name"), .text("note"), .many("orders", "Order", "account")],
          uniquenessConstraints: [["email"]]),
        EntityDescription("Order", properties: [.one("account", "Account", "orders")]),
      ]), policy: policy)
  }

  @Test(arguments: MergePolicy.allCases) func uniqueValuesMeet(_ policy: MergePolicy) throws {
    let pair = try accounts(policy)
    let first = try pair.other.make("Account", ["email": "a@b", "name": "Ann", "note": "old"])
    try pair.other.save()
    let second = try pair.main.make("Account", ["email": "a@b", "name": "Anna"])
    let order = try pair.main.make("Order", ["account": second.value])
    let words = pair.main.saveWords()
    if policy == .error {
      #expect(words == ["save refused: Account#2: email is not unique: Account#1 is saved with the same (133021)"])
      #expect(pair.main.exists(second))
      return
    }
    #expect(words == [])
    #expect(!pair.main.exists(second))
    let values = try ["email", "name", "note"].map { try pair.main.value(of: first, forKey: $0) }
    switch policy {
    case .object: #expect(values == ["a@b", "Anna", "old"])
    case .overwrite: #expect(values == ["a@b", "Anna", .null])
    default: #expect(values == ["a@b", "Ann", "old"])
    }
    let isMoved = policy == .object || policy == .overwrite
    #expect(try pair.main.one(order, "account") == (isMoved ? first : nil))
    #expect(try pair.main.many(first, "orders") == (isMoved ? [order] : []))
  }

  @Test(arguments: MergePolicy.allCases) func changedObjectsMeet(_ policy: MergePolicy) throws {
    // The object that is saved with the value stays, whichever has the lower number.
    for isFirstChanged in [false, true] {
      let pair = try accounts(policy)
      let ann = try pair.main.make("Account", ["email": "a@b", "name": "Ann", "note": "old"])
      let bob = try pair.main.make("Account", ["email": "c@d", "name": "Bob"])
      let order = try pair.main.make("Order", ["account": bob.value])
      let other = try pair.main.make("Order", ["account": ann.value])
      try pair.main.save()
      let (changed, stays) = isFirstChanged ? (ann, bob) : (bob, ann)
      let value: Value = isFirstChanged ? "c@d" : "a@b"
      try pair.main.setValue(value, of: changed, forKey: "email")
      let words = pair.main.saveWords()
      switch policy {
      case .error: #expect(words.first?.hasPrefix("1551") == true)
      case .store, .rollback:
        #expect(words == [])
        #expect(try pair.main.value(of: changed, forKey: "email") == (isFirstChanged ? "a@b" : "c@d"))
      case .object, .overwrite:
        #expect(words == [])
        #expect(!pair.main.exists(changed))
        #expect(try pair.main.value(of: stays, forKey: "name") == (isFirstChanged ? "Ann" : "Bob"))
        #expect(Set(try pair.main.many(stays, "orders")) == [order, other])
      }
    }
  }

  @Test(arguments: MergePolicy.allCases) func elementsMeet(_ policy: MergePolicy) throws {
    func city(_ name: Value) -> Value { .dictionary(["city": name]) }
    for isFirstChanged in [false, true] {
      var model = ManagedObjectModel(entities: [
        EntityDescription(
          "Shop", properties: [.text("name"), .attribute(Attribute("home", composite: "Address", isOptional: true))],
          uniquenessConstraints: [["home.city"]])
      ])
      model.composites.append(CompositeDescription("Address", elements: [Attribute("city", .string, isOptional: true)]))
      let pair = try Pair(model, policy: policy)
      let oslo = try pair.main.make("Shop", ["name": "A", "home": city("Oslo")])
      let miami = try pair.main.make("Shop", ["name": "B", "home": city("Miami")])
      try pair.main.save()
      let (changed, stays) = isFirstChanged ? (oslo, miami) : (miami, oslo)
      try pair.main.setValue(city(isFirstChanged ? "Miami" : "Oslo"), of: changed, forKey: "home")
      let words = pair.main.saveWords()
      if policy == .error {
        #expect(words.first?.hasPrefix("1551") == true)
        continue
      }
      #expect(words == [])
      #expect(try pair.main.value(of: stays, forKey: "home") == city(isFirstChanged ? "Miami" : "Oslo"))
      let isMerged = policy == .object || policy == .overwrite
      #expect(pair.main.exists(changed) != isMerged)
      if isMerged { continue }
      #expect(try pair.main.value(of: changed, forKey: "home") == city(isFirstChanged ? "Oslo" : "Miami"))
    }
  }
}
