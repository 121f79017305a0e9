import ObjectGraph
import Predicates

/// The calls of apps on a context, its undo manager and its container.
extension ForeignLine {
  func contextTranslation(_ tree: SwiftTree) -> Translation? {
    if let made = newContext(tree) { return made }
    // context.registeredObjects.count
    if case .member(let set, "count") = tree, case .member = set, let found = contextTranslation(set) { return found }
    if case .member(let context, let key) = tree, isContext(context) {
      switch key {
      case "hasChanges", "insertedObjects", "updatedObjects", "deletedObjects", "insertedModelsArray",
        "changedModelsArray", "deletedModelsArray":
        return Translation("'show changes' lists what a save would write", ["show changes"])
      case "registeredObjects": return Translation("'show graph' lists the objects", ["show graph"])
      case "undoManager": return Translation("'show history' lists what undo would take back", ["show history"])
      case "mergePolicy": return Translation("a context's settings are statements here", ["merge policy error"])
      default: return nil
      }
    }
    guard let (receiver, name, arguments) = tree.calledMethod else { return nil }
    guard let receiver else { return name == "performBackgroundTask" ? backgroundTranslation(arguments) : nil }
    if case .name(let context, _) = receiver, contexts.contains(context) {
      return blockTranslation(of: context, name, arguments)
    }
    if receiver.lastName?.lowercased().hasSuffix("undomanager") == true {
      switch name {
      case "undo", "redo": return Translation("'\(name)' is a statement here", [name], isSpecific: true)
      case "beginUndoGrouping": return Translation("'begin' opens an undo group", ["begin \"my changes\""])
      case "endUndoGrouping": return Translation("'end' closes an undo group", ["end"])
      default: return nil
      }
    }
    if name == "performBackgroundTask" { return backgroundTranslation(arguments) }
    if case .closure? = arguments.last?.value, receiver.lastName?.lowercased().hasSuffix("container") == true,
      name != "loadPersistentStores"
    {
      return backgroundTranslation(arguments)
    }
    if ["perform", "performAndWait"].contains(name), receiver.lastName?.lowercased().contains("background") == true {
      return backgroundTranslation(arguments)
    }
    // wade.managedObjectContext?.delete(wade)
    guard isContext(receiver) else { return nil }
    switch name {
    case "save", "undo", "redo", "rollback", "reset":
      return Translation("'\(name)' is a statement here", [name])
    case "saveIfNeeded", "saveIfChanged": return Translation("'save' is a statement here", ["save"])
    case "perform", "performAndWait", "transaction":
      return blockTranslation(arguments)
    case "delete": return deletion(arguments)
    case "insert":
      guard let object = arguments.sole.flatMap(value) else { return nil }
      return Translation("a new object is in its context at once", [object])
    case "object", "existingObject", "registeredObject", "registeredModel", "model":
      return value(tree).map { Translation("an object is looked up by its ID with object(…)", [$0]) }
    case "refresh":
      guard let object = arguments.first.flatMap({ value($0.value) }) else { return nil }
      let discards = arguments["mergeChanges"] == .name("false")
      return Translation("'refresh' is a statement here", ["refresh \(object)\(discards ? " discarding" : "")"])
    case "refreshAllObjects":
      return Translation(
        "'refresh' reads one object again and keeps what has changed in it", ["refresh …"], isSpecific: true)
    case "processPendingChanges":
      return Translation("every statement processes its pending changes", ["show changes"])
    case "obtainPermanentIDs": return Translation("a save gives objects their permanent IDs", ["save"])
    case "execute":
      guard let request = arguments.first?.value else { return nil }
      if case .name = request { return Translation("a batch request is a statement here", []) }
      return batchDeletion(request)
    default: return nil
    }
  }

  private func deletion(_ arguments: [SwiftTree.Argument]) -> Translation? {
    let reason = "'delete' is a statement here"
    // SwiftData's batch: context.delete(model: Player.self, where: #Predicate { … })
    if let model = arguments["model"] {
      guard let entity = value(model) else { return nil }
      var query = Query(entity: entity)
      guard let condition = arguments["where"], fill(&query, with: [.init(label: "where", value: condition)]),
        let text = text(of: query)
      else { return Translation(reason, ["delete fetch \(entity)"]) }
      return Translation(reason, ["delete \(text.dropFirst(6))"])
    }
    return arguments.sole.flatMap(value).map { Translation(reason, ["delete \($0)"]) }
  }

  /// `NSBatchDeleteRequest(fetchRequest: …)`
  private func batchDeletion(_ tree: SwiftTree) -> Translation? {
    guard case .call(.name("NSBatchDeleteRequest", _), _) = tree, var query = query(tree) else { return nil }
    let reason = "a batch request is a statement here"
    // What is deleted has to be said by whoever types it.
    if query.entity == nil, query.keys.isEmpty { return Translation(reason, ["batch delete … where …"]) }
    query.entity = query.entity ?? entity(having: query.keys)
    guard let text = text(of: query) else { return nil }
    let all = query.conditions.isEmpty ? " where …" : ""
    return Translation(reason, ["batch delete \(text.dropFirst(6))\(all)"])
  }

  /// `NSManagedObjectContext(…)`, `container.newBackgroundContext()`, `ModelContext(container)`
  /// - Parameter given: the name that the line gives to it.
  func newContext(_ tree: SwiftTree, named given: String? = nil) -> Translation? {
    let reason = "another context is made by its first block"
    guard let (receiver, name, _) = tree.calledMethod else { return nil }
    switch name {
    case "newBackgroundContext" where receiver != nil, "ModelContext" where receiver == nil:
      return Translation(reason, ["context \(given ?? "background") { \(blockExample) }"])
    case "NSManagedObjectContext" where receiver == nil:
      // It has no parent until it is given one.
      return Translation(reason, ["context \(given ?? "background") { \(blockExample) }"])
    case "NSBatchDeleteRequest" where receiver == nil: return batchDeletion(tree)
    default: return nil
    }
  }

  /// The name of a child context whose parent is set: as the line calls it, where that is no name of a property.
  private func childName(_ owner: SwiftTree) -> String {
    if case .name(let name, _) = owner, model[entity: name] == nil, objects[name] == nil,
      StatementWord(rawValue: name) == nil
    {
      name
    } else {
      "draft"
    }
  }

  private var blockExample: String { model.entityNames.first.map { "fetch \($0)" } ?? "save" }

  /// `NSPersistentContainer(name: "League")`, `ModelContainer(for: Player.self)`
  func storeTranslation(_ tree: SwiftTree) -> Translation? {
    guard let (receiver, name, arguments) = tree.calledMethod else { return nil }
    switch name {
    case "NSPersistentContainer", "NSPersistentCloudKitContainer", "ModelContainer":
      guard receiver == nil else { return nil }
      if arguments.contains(where: { $0.value.calledMethod?.arguments["isStoredInMemoryOnly"] == .name("true") }) {
        return Translation("a store is opened by a statement", ["store shop in memory"])
      }
      var file = "App"
      if case .text(let text)? = arguments["name"] { file = text }
      return Translation("a store is opened by a statement", ["store shop at \"\(file).sqlite\""])
    case "loadPersistentStores", "addPersistentStore":
      return Translation("a store is opened by a statement", ["store shop at \"App.sqlite\""])
    default: return nil
    }
  }

  /// `context.automaticallyMergesChangesFromParent = true`, `request.predicate = …`, `Team.players.deleteRule = .cascade`
  func settingTranslation(_ left: SwiftTree, _ right: SwiftTree) -> Translation? {
    if let found = userInfoSetting(left, right) { return found }
    guard case .member(let owner, let key) = left else { return nil }
    if isContext(owner) || key == "parent" && isContext(right) {
      var found = contextSetting(key, right, of: owner)
      found?.isSpecific = true
      return found
    }
    if let found = requestSetting(owner, key, right) { return found }
    return descriptionSetting(owner, key, right)
  }

  private func contextSetting(_ key: String, _ right: SwiftTree, of owner: SwiftTree) -> Translation? {
    let reason = "a context's settings are statements here"
    switch key {
    case "automaticallyMergesChangesFromParent":
      return Translation(reason, [right == .name("false") ? "context main, no merging" : "context main, merging"])
    case "mergePolicy":
      var name = right.lastName ?? ""
      if let (_, _, arguments) = right.calledMethod, let type = arguments["merge"]?.lastName { name = type }
      let policies = [
        ("objecttrump", "object"), ("storetrump", "store"), ("overwrite", "overwrite"), ("rollback", "rollback"),
        ("error", "error"),
      ]
      let found = policies.first { name.lowercased().contains($0.0) }
      return found.map { Translation(reason, ["merge policy \($0.1)"]) }
    case "parent":
      return Translation(
        "a child context is made by its first block", ["context \(childName(owner)) on main { \(blockExample) }"])
    case "undoManager": return Translation("undo is always there", ["show history"])
    case "autosaveEnabled": return Translation("nothing is saved by itself here: 'save' saves", ["save"])
    case "shouldDeleteInaccessibleFaults":
      return Translation(
        reason, ["context main, \(right == .name("false") ? "no " : "")deleting faults"])
    case "name":
      guard case .text(let name) = right, name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
      return Translation("a context is named by its first block", ["context \(name) { \(blockExample) }"])
    case "transactionAuthor", "stalenessInterval", "retainsRegisteredObjects":
      return Translation("contexts have no \(key) here: 'show contexts' lists them", ["show contexts"])
    default: return nil
    }
  }

  private func requestSetting(_ owner: SwiftTree, _ key: String, _ right: SwiftTree) -> Translation? {
    var query = Query()
    let label: String
    switch key {
    case "fetchLimit", "fetchOffset":
      // The entity is unknown, because the line does not name the request's.
      let word = key == "fetchLimit" ? "limit" : "offset"
      return value(right).map { Translation(Self.fetchReason, ["fetch \(soleEntity) \(word) \($0)"]) }
    case "predicate", "sortDescriptors", "sortBy": label = key
    case "propertiesToFetch":
      guard case .list(let keys) = right else { return nil }
      query.select = keys.compactMap {
        switch $0 {
        case .text(let key): key
        case .keyPath(_, let names): names.joined(separator: ".")
        default: nil
        }
      }
      guard !query.select.isEmpty else { return nil }
      query.keys = Set(query.select)
      return text(of: query).map { Translation(Self.fetchReason, [$0]) }
    case "fetchBatchSize", "returnsObjectsAsFaults", "relationshipKeyPathsForPrefetching", "includesPropertyValues":
      guard let entity = model.entityNames.first else { return nil }
      return Translation("a fetch reads what it needs by itself", ["fetch \(entity)"])
    case "includesSubentities":
      guard let entity = model.entityNames.first else { return nil }
      return Translation("'only' leaves subentities out", ["fetch only \(entity)"])
    case "resultType":
      guard let entity = model.entityNames.first, right.lastName?.hasPrefix("count") == true else { return nil }
      return Translation("'count' gives the number of objects", ["count \(entity)"])
    default: return nil
    }
    // `request`, `fetchRequest`, `descriptor`
    guard case .name(let name, _) = owner, objects[name] == nil else { return nil }
    guard fill(&query, with: [.init(label: label, value: right)]), let text = text(of: query) else { return nil }
    return Translation(Self.fetchReason, [text])
  }
}
