import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

import struct Foundation.Date
import class Foundation.FileManager
import struct Foundation.UUID

/// A run of workbook statements over stores in a folder of its own. After each save another process reads every open file
/// and must find what the session holds as saved. What another context or a batch request saves changes nothing that main shows,
/// unless it merges.
package struct StoreProgram {
  package struct Store {
    package var name: String
    package var file: String?
    package var configuration: String?
    package var isOpen = true
  }

  package private(set) var lines: [String] = []
  package private(set) var interpreter: Interpreter
  /// In the order they were opened.
  package private(set) var stores = [Store(name: "main", file: nil, configuration: nil)]
  package private(set) var checks = 0

  private let folder: String
  private let reader: StoreReader
  /// The store of each object that was ever saved: that of `insert into`, or the first that took its entity.
  private var homes: [ManagedObjectID: String] = [:]
  private var wanted: [ManagedObjectID: String] = [:]
  /// The stores whose objects may have other numbers here than in their file.
  private var renumbered: Set<String> = []
  /// Whether main may show other values than are saved: since another context or a batch request saved, until it is reset.
  private var othersSaved = false
  /// Each store's file when it was last found right.
  private var lastRight: [String: [UInt8]] = [:]

  package init(_ reader: StoreReader) throws {
    self.reader = reader
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.folder = folder
    var environment = Interpreter.Environment(now: { Date(timeIntervalSinceReferenceDate: 0) })
    environment.storePath = { path, _ in folder + "/" + path }
    interpreter = Interpreter(environment: environment)
    interpreter.context.checksInvariants = true
  }

  /// Deletes the files.
  package func close() { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a statement.
  /// - Returns: what is wrong afterwards; nothing when all is well, also when the statement was refused.
  package mutating func run(_ line: String) -> [String] {
    lines.append(line)
    let isSave = line == "save"
    let isElsewhere = line.hasPrefix("context ") && line.contains("save") || line.hasPrefix("batch ")
    let keepsMain =
      isElsewhere && !line.contains(" on main") && !interpreter.context.automaticallyMergesChangesFromParent
    let screen = StoreDump(interpreter.context, isSaved: false)
    let bytes = files()
    let outcomes = interpreter.run(SourceText(line))
    let hasFailed = outcomes.contains(where: \.failed)
    var problems: [String] = []
    if hasFailed, isSave, files() != bytes { problems.append("a refused save has changed a file") }
    if hasFailed { return problems }
    if line == "reset" { othersSaved = false }
    note(line, outcomes.last?.result)
    if isElsewhere {
      othersSaved = true
      problems += check(screen: nil)
      let now = StoreDump(interpreter.context, isSaved: false)
      if keepsMain, now.text != screen.text {
        problems.append("main showed:\n\(screen.text)\nand after another's save:\n\(now.text)")
      }
    } else if isSave {
      // A save changes nothing but what it writes, unless it settles a conflict.
      let settles = othersSaved && interpreter.context.mergePolicy != .error
      problems += check(screen: settles ? nil : screen)
    } else if line.hasPrefix("reopen ") || line.hasPrefix("migrate") || line.hasPrefix("store ") {
      problems += check(screen: nil)
    }
    return problems
  }

  /// The store that keeps new objects of an entity.
  private func home(of entity: String) -> String? {
    stores.first { store in
      store.isOpen && (store.configuration == nil || isKind(entity, ofConfiguration: store.configuration))
    }?
    .name
  }

  private func isKind(_ entity: String, ofConfiguration name: String?) -> Bool {
    let model = interpreter.context.model
    let taken = model.configurations.first { $0.name == name }?.entities ?? []
    var next: String? = entity
    while let name = next {
      if taken.contains(name) { return true }
      next = model.entities.first { $0.name == name }?.parent
    }
    return false
  }

  private func files() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for store in stores {
      if let file = store.file {
        found[file] = FileManager.default.contents(atPath: "\(folder)/\(file)").map { Array($0) }
      }
    }
    return found
  }

  /// Notes what a statement has done to the stores, and where it wants an object to go.
  private mutating func note(_ line: String, _ result: Outcome.Result?) {
    let words = line.split(separator: " ").map { String($0.filter { $0 != "," }) }
    if words.count > 5, words[0] == "let", words[3] == "insert", let id = interpreter.names[words[1]]?.objectID {
      wanted[id] = words[5]
    }
    guard words.count > 1 else {
      if words == ["migrate"] { forgetHomes(of: stores.filter { $0.file != nil }.map(\.name), opened: true) }
      return
    }
    let name = words[1]
    switch words[0] {
    case "store":
      let option = words.firstIndex(of: "configuration").map { words[$0 + 1] }
      let file = words[2] == "at" ? String(words[3].filter { $0 != "\"" }) : nil
      let store = Store(name: name, file: file, configuration: option)
      if let place = stores.firstIndex(where: { $0.name == name }) {
        stores[place] = store
      } else {
        stores.append(store)
      }
      if case .storeOpened(let opening) = result, opening.renumberedCount > 0 { renumbered.insert(name) }
      forgetHomes(of: [name], opened: true)
    case "close": forgetHomes(of: [name], opened: false)
    case "reopen", "migrate":
      if case .storeOpened(let opening) = result, opening.renumberedCount > 0 { renumbered.insert(name) }
      forgetHomes(of: [name], opened: true)
    default: break
    }
  }

  private mutating func forgetHomes(of names: [String], opened: Bool) {
    for name in names {
      if let place = stores.firstIndex(where: { $0.name == name }) { stores[place].isOpen = opened }
      homes = homes.filter { $0.value != name }
      guard opened else { continue }
      for object in saved().objects where object.store == name { homes[object.id] = name }
    }
  }

  private func saved() -> StoreDump { StoreDump(ManagedObjectContext(coordinator: interpreter.context.coordinator)) }

  private mutating func check(screen: StoreDump?) -> [String] {
    checks += 1
    var problems: [String] = []
    let saved = saved()
    for object in saved.objects {
      let entity = interpreter.context.entityName(of: object.id)
      let home = homes[object.id] ?? wanted[object.id] ?? home(of: entity)
      homes[object.id] = home
      if object.store != home {
        problems.append("\(entity)#\(object.id.number) is in \(object.store ?? "no store"), not in \(home ?? "none")")
      }
    }
    let model = ModelText.source(interpreter.context.model)
    for store in stores where store.isOpen {
      guard let file = store.file else { continue }
      let expected = saved.text(ofStore: store.name)
      // A configuration that an undo has taken back stays the open store's, and another process cannot name it.
      let configurations = interpreter.context.model.configurations.map(\.name)
      if let name = store.configuration, !configurations.contains(name) { continue }
      let found = reader.read("\(folder)/\(file)", configuration: store.configuration, model: model)
      let bytes = files()[file]
      // A file that waits to be migrated holds what it held before.
      if found.hasPrefix("134100"), bytes == lastRight[store.name] { continue }
      if found == expected {
        renumbered.remove(store.name)
        lastRight[store.name] = bytes
      } else if !renumbered.contains(store.name)
        || StoreDump.withoutNumbers(found) != StoreDump.withoutNumbers(expected)
      {
        problems.append("another process reads in \(store.name):\n\(found)\nwhere the session has saved:\n\(expected)")
      }
    }
    if let screen, othersSaved {
      // It may bring in objects that main had not read.
      let now = StoreDump(interpreter.context, isSaved: false)
      let known = Set(screen.objects.map(\.id))
      let shown = now.objects.filter { known.contains($0.id) }.map(\.text)
      if shown != screen.objects.map(\.text) {
        problems.append("before the save:\n\(screen.text)\nafter it:\n\(now.text)")
      }
    } else if let screen {
      let now = StoreDump(interpreter.context, isSaved: false)
      if now.text != screen.text { problems.append("before the save:\n\(screen.text)\nafter it:\n\(now.text)") }
      let kept = StoreDump(ManagedObjectContext(coordinator: interpreter.context.coordinator), isSaved: false)
      if kept.text != screen.text { problems.append("before the save:\n\(screen.text)\nsaved:\n\(kept.text)") }
    }
    return problems
  }
}
