import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL

/// The whole public face, function by function, with arguments of every bad kind: each throws or answers, nothing traps,
/// and the graph stays sound. ``MisuseTests`` says what some of them answer.
@Suite("Nothing in the public face can trap")
struct PublicFaceTests {
  private static let names = [
    "", " ", "Player", "player", "Nothing", "name", "team", "players", "tags", "age", "objectID", "self", "a.b", "..",
    "team.name", "players.name", "@count", "$x", "\u{0}", "名", String(repeating: "x", count: 70_000),
    String(repeating: "home.", count: 5_000),
  ]
  private static let numbers = [Int.min, -1, 0, 1, 2, 3, Int(Int32.max), Int(Int32.max) + 1, Int(UInt32.max), .max]
  private static let values: [Value] = [
    .null, true, .integer(.max), .integer(.min), .double(.nan), .double(.infinity), .decimal(.nan), "", "x",
    .date(Date(timeIntervalSinceReferenceDate: .nan)), .date(Date(timeIntervalSinceReferenceDate: -1e308)),
    .data(.init()), [], [[[1]]], .set([]), .dictionary(["": .null]), .object(ObjectReference(rawValue: 0)),
    .object(ObjectReference(rawValue: .max)),
  ]

  private struct Player: ManagedObjectWrapper {
    static let entityName = "Player"
    let object: ManagedObject
    init(_ object: ManagedObject) { self.object = object }
  }

  private struct Nobody: ManagedObjectWrapper {
    static let entityName = "Nobody"
    let object: ManagedObject
    init(_ object: ManagedObject) { self.object = object }
  }

  private static var model: ManagedObjectModel {
    var model = ManagedObjectModel.league()
    model.composites.append(CompositeDescription("Address", elements: [Attribute("city", .string, isOptional: true)]))
    model[entity: "Team"]?.properties.append(.attribute(Attribute("home", composite: "Address", isOptional: true)))
    model.fetchRequestTemplates.append(FetchRequestTemplate("All", FetchRequest("Player")))
    return model
  }

  let context: ManagedObjectContext
  let ids: [ManagedObjectID]

  init() throws {
    context = try .checked(Self.model)
    let heat = try context.make("Team", ["name": "Heat"])
    let wade = try context.make("Player", ["team": heat.value])
    let tag = try context.make("Tag", ["players": .array([wade.value])])
    let doomed = try context.make("Player")
    try context.save()
    try context.delete(doomed)
    context.endEvent()
    let new = try context.make("Player")
    let other = try ManagedObjectContext(model: Self.model, identifier: 9)
    let foreign = try other.make("Player")
    let twin = try ManagedObjectContext(coordinator: context.coordinator, identifier: 3).make("Team")
    let forged = [0, 1 << 32 | 1, 0xFFFF << 32 | 1, 1 << 32 | 0xFFFF_FFFF, 2 << 32 | 0x7FFF_FFFF].compactMap {
      ManagedObjectID(ObjectReference(rawValue: 1 << 56 | $0))
    }
    ids = [heat, wade, tag, doomed, new, foreign, twin] + forged
  }

  private func isSound() {
    let problems = context.graph.checkInvariants() + context.committed.checkInvariants()
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func readingWithAnyIDAndKey() throws {
    for id in ids {
      _ = (context.exists(id), context.entityName(of: id), context.isInserted(id), context.isUpdated(id))
      _ = (context.isDeleted(id), context.hasChanges(id), context.isFault(id), context.hasTemporaryID(id))
      _ = (context.changedValues(of: id), context.committedValues(of: id), context.changedValuesForCurrentEvent(of: id))
      _ = (context.hasPersistentChangedValues(of: id), context.committedValues(of: id, forKeys: Self.names))
      _ = (context.uri(for: id), context.coordinator.uri(for: id), context.storeName(of: id))
      _ = (context.coordinator.storeName(of: id), context.graph.saveCount(of: id), context.graph.entityName(of: id))
      _ = (context.validateForInsert(id), context.validateForUpdate(id), context.validateForDelete(id))
      _ = (try? context.existingObject(with: id), try? context.displayText(of: id.reference), "\(id)")
      let object = context.object(with: id)
      _ = (object.entityName, object.isInserted, object.isUpdated, object.isDeleted, object.hasChanges, object.isFault)
      let source = GraphSource(context.graph, now: context.now)
      _ = (try? source.keys(of: id.reference), try? source.displayText(of: id.reference))
      for key in Self.names {
        _ = try? context.value(of: id, forKey: key)
        _ = try? context.value(of: id, forKeyPath: key)
        _ = try? context.value(forKey: key, of: id.reference)
        _ = (try? context.string(of: id, forKey: key), try? context.integer(of: id, forKey: key))
        _ = (try? context.object(of: id, forKey: key), try? context.count(of: id, forKey: key))
        _ = (try? object.value(forKey: key), try? object.string(forKey: key), try? object.integer(forKey: key))
        _ = (try? object.object(forKey: key), try? object.count(forKey: key), object[key])
        _ = (try? source.value(forKey: key, of: id.reference), context.graph.memberCount(ofKey: key, of: id))
        _ = (try? Player(object).get(key, as: Int.self), try? Player(object).get(key, as: String.self))
        _ = (try? Player(object).one(key, as: Nobody.self), try? Player(object).many(key, as: Player.self))
        _ = try? source.accessor(forKeyPath: [key, key, ""], of: key)?(id.reference)
      }
    }
    for key in Self.names { _ = source(key) }
    isSound()
  }

  private func source(_ key: String) -> [Any?] {
    let source = GraphSource(context.graph, now: context.now)
    return [
      try? source.value(forVariable: key), source.accessor(forKeyPath: [], of: key),
      source.accessor(forKeyPath: [key], of: nil), context.graph.objectIDs(of: key),
      context.graph.highestNumber(inTreeOf: key), try? context.objectID(entity: key, number: 1),
    ]
  }

  @Test func changingWithAnyIDAndKey() throws {
    for id in ids {
      let object = ManagedObject(id, in: context)
      for key in Self.names {
        for value in Self.values {
          _ = try? context.setValue(value, of: id, forKey: key)
          _ = try? object.setValue(value, forKey: key)
        }
        for value in Self.values.prefix(9) { _ = try? context.setValue(value, of: id, forKeyPath: key) }
        _ = try? context.setValue("x", of: id, forKey: key)
        for number in [Int.min, .max] { _ = try? context.setValue(number, of: id, forKey: key) }
        for number in [Double.nan, .infinity, -0.0, 1e308] { _ = try? context.setValue(number, of: id, forKey: key) }
        _ = try? context.setValue(true, of: id, forKey: key)
        _ = try? context.setValue(Date(timeIntervalSinceReferenceDate: .nan), of: id, forKey: key)
        for other in ids {
          _ = try? context.setValue(other, of: id, forKey: key)
          _ = try? context.add(other, to: key, of: id)
          _ = try? context.add([other, other], to: key, of: id)
          _ = try? context.remove([other, other], from: key, of: id)
          _ = try? object.setObject(ManagedObject(other, in: context), forKey: key)
          _ = try? object.add(ManagedObject(other, in: context), to: key)
        }
        for index in Self.numbers { _ = try? context.insert(ids[1], into: key, of: id, at: index) }
        _ = try? Player(object).set(key, UInt8.max.description)
        _ = try? Player(object).set(key, to: Nobody?.none)
        _ = try? Player(object).set(key, to: Player(object))
        _ = try? Player(object).add(Player(object), to: key)
        _ = try? Player(object).remove(Player(object), from: key)
      }
      _ = try? context.assign(id, toStore: "")
      _ = try? context.assign(id, toStore: "main")
      _ = try? context.obtainPermanentIDs(for: [id, id])
      _ = try? context.refresh(id, .discardingChanges)
      _ = try? context.refresh(id)
      _ = try? context.explainDelete([id, id])
      _ = try? context.compareDelete([id])
      isSound()
    }
    for id in ids { _ = try? Player(ManagedObject(id, in: context)).delete() }
    _ = context.pendingErrors().map(\.line)
    _ = context.saveWords()
    isSound()
  }

  @Test func fetchingWithAnything() throws {
    for name in Self.names {
      _ = try? context.insert(name)
      for number in Self.numbers {
        _ = try? context.objectID(entity: name, number: Int64(number))
        var request = FetchRequest("Player", sortDescriptors: [SortDescriptor(name)], limit: number, offset: number)
        request.propertiesToFetch = [FetchColumn(name), .average(name), .count(name)]
        request.propertiesToGroupBy = [FetchColumn(name)]
        for type in [FetchRequest.ResultType.objects, .objectIDs, .count, .dictionaries] {
          request.resultType = type
          _ = try? context.execute(request)
        }
        _ = try? context.plan(of: request)
      }
      for type in [FetchRequest.ResultType.objects, .count, .dictionaries] {
        let request = FetchRequest(name, resultType: type)
        _ = (try? context.execute(request), try? context.fetchTable(request), try? context.fetchObjects(request))
      }
      var request = FetchRequest("Player")
      request.affectedStores = [name, name]
      _ = (try? context.fetch(request), try? context.count(request))
      let (predicate, _) = Predicate.parse("\(name) == %@", arguments: [.double(.nan)])
      request = FetchRequest("Player", predicate: predicate)
      _ = try? context.fetch(request, variables: [name: .null])
      _ = try? context.fetch(Player.self, where: name)
      _ = try? context.fetch(Player.self, where: "%K == %d", [.string(name)])
      _ = try? context.fetch(Nobody.self)
      _ = try? context.insert(Nobody.self)
      _ = try? context.model.fetchRequest(fromTemplate: name, variables: [name: .null])
      _ = FetchRequestTemplate(name, FetchRequest(name)).variables
    }
    for id in ids { _ = (try? context.wrapper(of: id, as: Player.self), try? context.wrapper(of: id, as: Nobody.self)) }
    isSound()
  }

  @Test func modelsOfAnything() throws {
    for name in Self.names {
      var model = Self.model
      _ = (model[entity: name], model[composite: name], model.entities(inConfiguration: name), model.lineage(of: name))
      _ = (model.properties(of: name), model.property(name, of: name), model.subentities(of: name))
      _ = (model.isKind(name, of: name), model.root(of: name), model.inverse(of: name, in: name))
      _ = (model.versionHash(ofEntity: name), model.versionHash(ofProperty: name, of: name))
      _ = (model.versionHashes(forConfiguration: name), model.isCompatible(withHashes: [:], configuration: name))
      _ = (model.fetchRequestTemplate(named: name), AttributeTransformer.named(name), VersionHash(name))
      _ = AttributeType(workbookName: name)
      model.entities.append(
        EntityDescription(
          name, parent: name,
          properties: [
            .attribute(
              Attribute(
                name, .string, defaultValue: .value(.double(.nan)), minimumLength: .max, maximumLength: .min,
                pattern: name)),
            .relationship(RelationshipDescription(name, to: name, inverse: name)),
          ]))
      model.configurations.append(ConfigurationDescription(name, entities: [name]))
      _ = model.problems().map(\.diagnostic.message)
      _ = (model.lineage(of: name), model.versionHashes(), model.difference(from: Self.model))
      _ = (try? MappingModel.inferred(from: Self.model, to: model), try? MappingModel.inferred(from: model, to: model))
      let trial = context.copy()
      _ = try? trial.setModel(model)
      _ = try? trial.insert(name)
      _ = try? trial.insert("Player")
      _ = trial.saveWords()
      _ = try? trial.addModelVersion(name)
      _ = try? trial.useModelVersion(name)
      #expect(trial.graph.checkInvariants() == [])
      var history = ModelHistory(model)
      _ = (try? history.add(name), try? history.add(name), try? history.use(name), history[version: name])
      _ = history.version(withHashes: [:], configuration: name)
      var renaming = ModelRenaming()
      renaming.rename(entity: name, to: name)
      renaming.rename(property: name, of: name, to: "")
      _ = try? trial.setModel(Self.model, renaming: renaming)
      _ = try? ManagedObjectContext(model: model).insert(name)
    }
  }

  @Test func storesOfAnything() throws {
    for name in Self.names {
      let coordinator = try PersistentStoreCoordinator(model: Self.model)
      _ = (try? coordinator.close(name), try? coordinator.reopen(name), try? coordinator.store(named: name))
      _ = try? coordinator.add(InMemoryStore(name: name, configuration: name))
      _ = try? coordinator.add(InMemoryStore(name: name), entities: [name])
      _ = try? coordinator.add(InMemoryStore(name: name))
      _ = try? coordinator.add(FileStore(name: "file", path: "/no/such/folder/" + name))
      _ = try? coordinator.migrate(FileStore(name: name, path: "/no/such/folder/" + name))
      let file = FileStore(name: name, path: "/no/such/folder")
      file.close()
      let context = ManagedObjectContext(coordinator: coordinator)
      let id = try context.insert("Player")
      _ = try? context.assign(id, toStore: name)
      _ = context.saveWords()
      for text in ["x:", "x-coredata://\(name)/Player/p1", "x-coredata://a/\(name)/p99999999999", "x-coredata:///p"] {
        _ = URL(string: text).map(context.managedObjectID(forURI:))
      }
    }
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    for index in 0..<254 { try coordinator.add(InMemoryStore(name: "\(index)")) }
    #expect(throws: StoreError.tooManyStores) { try coordinator.add(InMemoryStore(name: "one more")) }
    coordinator.stopObserving(coordinator.observeSaves { _ in })
    coordinator.stopObserving(coordinator.observeSaves { _ in })
    let graph = context.graph.keeping(ids + ids)
    #expect(graph.checkInvariants() == [])
  }

  @Test func contextsOutOfTurn() throws {
    let child = ManagedObjectContext(parent: context)
    let token = child.observe { _ in }
    child.stopObserving(token)
    context.stopObserving(token)
    for name in Self.names {
      child.setHooks(
        EntityHooks(validateValue: [name: { _, _ in HookRefusal("no", key: name, code: .min) }]), for: name)
      _ = child.hooks(for: name)
    }
    #expect(throws: ModelChangeError.self) { try child.setModel(Self.model) }
    let told = Told()
    context.coordinator.observeSaves { notification in told.add(notification) }
    _ = context.saveWords()
    for var notification in told.all {
      (notification.inserted, notification.updated, notification.deleted) = (ids, ids, ids)
      _ = try? child.mergeChanges(from: notification)
      _ = try? context.mergeChanges(from: notification)
    }
    for id in ids { _ = try? child.delete(id) }
    _ = child.saveWords()
    child.undo()
    child.rollback()
    child.reset()
    context.reset()
    context.discardEvent()
    _ = context.saveWords()
    isSound()
  }
}

/// The values that a closure received, on whatever thread.
private final class Told: @unchecked Sendable {
  // Tests save on one thread.
  private(set) var all: [SaveNotification] = []
  func add(_ notification: SaveNotification) { all.append(notification) }
}
