import ObjectGraph
import Predicates

/// Random work in several contexts over one coordinator: asked of the contexts alone. Its store is a file in memory; in a
/// trial that changes the model, which a file would keep as it is, it is none.
struct ContextTrial {
  let coordinator: PersistentStoreCoordinator
  /// Two that save into the stores, a child of the first and a child of that.
  let contexts: [ManagedObjectContext]
  var random: SplitMix
  var ids: [ManagedObjectID] = []
  var lines: [String] = []
  var problems: [String] = []
  var saves = 0
  private let changesModel: Bool
  private var changeCount = 0
  /// What each context has shown of the objects that it has looked at since its last change, by object and key.
  private var shown: [[ManagedObjectID: [String: String]]] = [[:], [:], [:], [:]]

  init(_ model: ManagedObjectModel, _ random: SplitMix) throws {
    self.random = random
    coordinator = try PersistentStoreCoordinator(model: model)
    changesModel = self.random.chance(40)
    if changesModel {
      try coordinator.add(InMemoryStore())
    } else {
      coordinator.useScratchFiles()
      try coordinator.add(coordinator.fileStore(name: "shop", path: "shop.graphstore"))
    }
    let main = ManagedObjectContext(coordinator: coordinator) { ExampleValues.now }
    let other = ManagedObjectContext(coordinator: coordinator, name: "other") { ExampleValues.now }
    let child = ManagedObjectContext(parent: main)
    contexts = [main, other, child, ManagedObjectContext(parent: child, name: "grandchild")]
    let policy = MergePolicy.allCases[self.random.below(MergePolicy.allCases.count)]
    for context in contexts { context.mergePolicy = policy }
    if self.random.chance(20) { other.automaticallyMergesChangesFromParent = true }
  }

  mutating func run(_ rounds: Int) {
    for _ in 0..<rounds where problems.isEmpty {
      let place = random.below(contexts.count)
      let context = contexts[place]
      shown[place] = [:]
      // A child may save into its parent.
      if let parent = contexts.firstIndex(where: { $0 === context.parent }) { shown[parent] = [:] }
      for _ in 0..<(1 + random.below(6)) { edit(context) }
      turn(context)
      look()
      for graph in [context.graph, context.committed, coordinator.graph, contexts[0].graph] {
        problems += graph.checkInvariants()
      }
    }
  }

  /// Objects that a context has read change only by its own statements; but the links of objects that have changes here
  /// are those of the graph, which may give way to other changes of this context.
  private mutating func look() {
    for (place, context) in contexts.enumerated() where !context.automaticallyMergesChangesFromParent {
      for (id, values) in shown[place] {
        for (key, text) in values where shownText(id, key, context) != text {
          let isLink = context.model.property(key, of: context.entityName(of: id))?.property.relationship != nil
          if isLink, context.hasChanges(id) { continue }
          problems.append(
            "\(context.name) shows \(id).\(key) as \(shownText(id, key, context)), and has shown \(text)")
        }
      }
      if random.chance(30), !ids.isEmpty {
        let id = ids[random.below(ids.count)]
        guard (try? context.existingObject(with: id)) != nil else { continue }
        for property in context.model.properties(of: context.entityName(of: id))
        where property.fetched == nil && !property.name.hasPrefix("spare") && random.chance(70) {
          shown[place][id, default: [:]][property.name] = shownText(id, property.name, context)
        }
      }
    }
  }

  private func shownText(_ id: ManagedObjectID, _ key: String, _ context: ManagedObjectContext) -> String {
    guard let value = try? context.value(of: id, forKey: key) else { return "nothing" }
    if case .set = value { return "\((value.objectIDs ?? []).map(\.number).sorted())" }
    return "\(value)"
  }

  private mutating func say(_ context: ManagedObjectContext, _ text: String) {
    lines.append("\(context.name): \(text)")
  }

  // MARK: Changing objects

  private mutating func object(of entity: String?, in context: ManagedObjectContext) -> ManagedObjectID? {
    guard !ids.isEmpty else { return nil }
    let start = random.below(ids.count)
    for offset in ids.indices {
      let id = ids[(start + offset) % ids.count]
      guard (try? context.existingObject(with: id)) != nil, !context.isDeleted(id) else { continue }
      if let entity, !context.model.isKind(context.entityName(of: id), of: entity) { continue }
      return id
    }
    return nil
  }

  private mutating func edit(_ context: ManagedObjectContext) {
    if random.chance(30) || ids.count < 3 {
      guard let entity = random.pick(context.model.entities.filter { !$0.isAbstract })?.name,
        let id = try? context.insert(entity)
      else { return }
      ids.append(id)
      say(context, "insert \(id)")
      // Most objects are to be saved.
      for property in context.model.properties(of: entity) where random.chance(80) { set(property, of: id, context) }
      return
    }
    guard let id = object(of: nil, in: context) else { return }
    if random.chance(12) {
      say(context, "delete \(id)")
      try? context.delete(id)
    } else if let property = random.pick(context.model.properties(of: context.entityName(of: id))) {
      set(property, of: id, context)
    }
  }

  private mutating func set(_ property: PropertyDescription, of id: ManagedObjectID, _ context: ManagedObjectContext) {
    switch property {
    case .attribute(let attribute):
      guard let value = random.pick(ExampleValues.taken(by: attribute.type))?.given else { return }
      say(context, "\(id).\(attribute.name) = \(value)")
      try? context.setValue(value, of: id, forKey: attribute.name)
    case .relationship(let relationship):
      let name = relationship.name
      guard let other = object(of: relationship.destination, in: context) else { return }
      guard relationship.isToMany else {
        say(context, "\(id).\(name) = \(other)")
        try? context.setValue(random.chance(85) ? other.value : .null, of: id, forKey: name)
        return
      }
      switch random.below(6) {
      case 0:
        say(context, "\(id).\(name) remove \(other)")
        try? context.remove([other], from: name, of: id)
      case 1 where relationship.isOrdered:
        say(context, "\(id).\(name) insert \(other) at 0")
        _ = try? context.insert(other, into: name, of: id, at: 0)
      case 2 where relationship.isOrdered:
        let members = ((try? context.value(of: id, forKey: name))?.objectIDs ?? []).filter(context.exists)
        let turned = members.reversed().filter { !context.isDeleted($0) }
        say(context, "\(id).\(name) = \(turned)")
        try? context.setValue(.array(turned.map(\.value)), of: id, forKey: name)
      default:
        say(context, "\(id).\(name) add \(other)")
        try? context.add([other], to: name, of: id)
      }
    case .fetched: break
    }
  }

  // MARK: Between the changes

  /// Changes the model without touching what any context shows.
  private mutating func changeModel(_ context: ManagedObjectContext) {
    context.endEvent()
    guard context.parent == nil, (try? context.count(FetchRequest(context.model.entityNames[0]))) != nil else { return }
    var model = context.model
    let place = random.below(model.entities.count)
    let spare = model.entities[place].properties.lastIndex { $0.name.hasPrefix("spare") }
    if let spare, random.chance(50) {
      say(context, "remove \(model.entities[place].name).\(model.entities[place].properties[spare].name)")
      model.entities[place].properties.remove(at: spare)
    } else {
      changeCount += 1
      say(context, "add \(model.entities[place].name).spare\(changeCount)")
      model.entities[place].properties.append(
        .attribute(
          AttributeDescription(
            "spare\(changeCount)", .integer32, isOptional: true, defaultValue: random.chance(50) ? 7 : nil)))
    }
    let read = ids.filter { (try? context.existingObject(with: $0)) != nil && !context.isFault($0) }
    func shown() -> [String] {
      read.flatMap { id in
        context.model.properties(of: context.entityName(of: id)).filter { !$0.name.hasPrefix("spare") }.map {
          "\(id).\($0.name): \(shownText(id, $0.name, context))"
        }
      }
    }
    let before = shown()
    _ = try? context.setModel(model, renaming: ModelRenaming())
    for (old, new) in zip(before, shown()) where old != new {
      problems.append("the change of the model makes \(new) of \(old)")
    }
  }

  private mutating func turn(_ context: ManagedObjectContext) {
    if changesModel, random.chance(25) { changeModel(context) }
    switch random.below(14) {
    case 0..<5: save(context)
    case 5:
      say(context, "end of event")
      context.endEvent()
    case 6, 7:
      say(context, "undo")
      context.undo()
    case 8:
      say(context, "redo")
      context.redo()
    case 9:
      guard let entity = random.pick(context.model.entityNames) else { return }
      say(context, "fetch \(entity)")
      _ = try? context.fetch(FetchRequest(entity))
    case 10:
      say(context, "refresh all")
      try? context.refreshAll()
    case 11:
      guard let id = object(of: nil, in: context) else { return }
      say(context, "refresh \(id) discarding")
      try? context.refresh(id, .discardingChanges)
    case 12:
      say(context, "rollback")
      context.rollback()
      if context.parent == nil { compare(context, "rolled back, and fetched") }
    default:
      say(context, "discard the event")
      context.discardEvent()
    }
  }

  private mutating func save(_ context: ManagedObjectContext) {
    say(context, "save")
    context.processPendingChanges()
    let hadChanges = context.hasChanges
    do {
      try context.save()
    } catch {
      lines.append("  is refused: \(error.diagnostic.message)")
      if random.chance(50) { context.rollback() } else { try? context.refreshAll() }
      return
    }
    if context.hasChanges { problems.append("there are changes after a save") }
    // A save of nothing does not look at what others have saved.
    guard context.parent == nil, hadChanges else { return }
    saves += 1
    compare(context, "saved by \(context.name), and read anew")
    if saves % 3 == 0, !changesModel { reopen() }
  }

  private func fresh() -> ManagedObjectContext {
    ManagedObjectContext(coordinator: coordinator, name: "fresh") { ExampleValues.now }
  }

  /// The saved graph is that of the file.
  private mutating func reopen() {
    let before = contents(fresh())
    lines.append("close and reopen")
    do {
      try coordinator.close("shop")
      let renumbered = try coordinator.reopen("shop")
      if !renumbered.isEmpty { problems.append("the file's objects have other numbers: \(renumbered)") }
    } catch {
      problems.append("the file cannot be read: \(error)")
    }
    problems += coordinator.graph.checkInvariants()
    compare(contents(fresh()), before, "read from the file")
    // Changes pending against the objects that came and went are not compared here.
    for context in contexts { context.reset() }
    shown = [[:], [:], [:], [:]]
  }

  // MARK: Comparing

  /// A context without changes shows what is saved, but of the objects that others have changed since it has read them.
  private mutating func compare(_ context: ManagedObjectContext, _ place: String) {
    _ = contents(context)
    let stale = Set(ids.filter(context.isStale))
    compare(contents(context, without: stale), contents(fresh(), without: stale), place)
  }

  /// Everything that a store keeps: attributes, and members that are there, the unordered ones in the order of numbers.
  private mutating func contents(
    _ context: ManagedObjectContext, without leftOut: Set<ManagedObjectID> = []
  ) -> [String: String] {
    var found: [String: String] = [:]
    for entity in context.model.entityNames {
      guard let objects = try? context.fetch(FetchRequest(entity, includesSubentities: false)) else {
        problems.append("\(entity) cannot be fetched")
        continue
      }
      for id in objects where !leftOut.contains(id) {
        for property in context.model.properties(of: entity) {
          found["\(entity)#\(id.number).\(property.name)"] = text(property, of: id, in: context)
        }
      }
    }
    return found
  }

  private func text(_ property: PropertyDescription, of id: ManagedObjectID, in context: ManagedObjectContext)
    -> String?
  {
    guard let value = try? context.value(of: id, forKey: property.name) else { return "cannot be read" }
    switch property {
    case .attribute(let attribute): return attribute.isTransient ? nil : "\(value)"
    case .relationship(let relationship):
      let members = (value.objectIDs ?? []).filter { context.exists($0) && context.staleness(of: $0) != .deleted }
        .map(\.number)
      return "\(relationship.isOrdered ? members : members.sorted())"
    case .fetched: return nil
    }
  }

  private mutating func compare(_ found: [String: String], _ expected: [String: String], _ place: String) {
    guard found != expected, problems.isEmpty else { return }
    problems.append("\(place):")
    for key in Set(found.keys).union(expected.keys).sorted() where found[key] != expected[key] {
      problems.append("  \(key) is \(found[key] ?? "not there"), and \(expected[key] ?? "not there") was expected")
    }
    problems = Array(problems.prefix(12))
  }
}
