import Diagnostics
import Foundation
import Predicates

@testable import ObjectGraph
@testable import WorkbookLanguage

/// A program that migrates, run and judged: what was shown and saved is there afterwards, or the report names it, and a saved
/// graph has what the files hold.
struct MigrationChain {
  /// The value of a property in words, by object and property's name; an object is called by what its u… attribute says.
  typealias Screen = [String: [String: String]]

  private var interpreter: Interpreter
  private var mirror = MirrorModel()
  /// The model before each line that can be undone.
  private var steps: [(text: String, mirror: MirrorModel)] = []
  /// The contents of the files, by object and property's token.
  private var facts: [String: (entity: Int, store: String, values: [Int: Fact])] = [:]
  private(set) var problems: [String] = []
  private var migrationCount = 0

  /// A value, the name that its property had, and the name by which every version knows the property.
  private struct Fact {
    var name: String
    var value: String
    var property: MirrorModel.Property
    var canonical: String
  }

  init() {
    interpreter = Interpreter()
    interpreter.context.checksInvariants = true
  }

  /// Returns the faults of a program; empty when all is as it should be.
  static func problems(_ lines: [MigrationLine]) -> [String] {
    var chain = MigrationChain()
    for line in lines where chain.problems.isEmpty { chain.perform(line) }
    return chain.problems
  }

  /// How many migrations a program carries out.
  static func migrations(_ lines: [MigrationLine]) -> Int {
    var chain = MigrationChain()
    for line in lines { chain.perform(line) }
    return chain.migrationCount
  }

  private mutating func perform(_ line: MigrationLine) {
    let before = screen(context.graph)
    let savedBefore = screen(context.committed)
    let isOpen = openStores
    let outcomes = interpreter.run(SourceText(line.description))
    let failed = outcomes.contains(where: \.failed)
    switch line {
    case .migrate(let store):
      if !failed, case .migrated(let migrations)? = outcomes.last?.result {
        let migrated = migrations.filter { $0.lines != nil }.map(\.name)
        judge(
          migrated, migrations.flatMap { $0.lines ?? [] }, before: isOpen == openStores ? before : [:], savedBefore,
          isOpen.isSuperset(of: store.map { [$0] } ?? migrated))
        if !migrated.isEmpty { migrationCount += 1 }
        remember()
      } else if store != nil, screen(context.graph) != before {
        problems.append("a migration that is refused changes what is shown")
      } else {
        // Of several stores some may have been migrated.
        remember()
      }
    case .reopen(let store):
      if !failed, openStores.contains(store) { compareWithFile(store) }
    case .undo:
      if case .historyMoved(let move)? = outcomes.last?.result, let text = move.statement {
        while let step = steps.popLast() {
          mirror = mirror.undone(to: step.mirror)
          if step.text == text { break }
        }
      }
    default:
      if failed {
        let now = screen(context.graph)
        if now != before, line != .save { problems.append("\(line) is refused and changes what is shown") }
        return
      }
      steps.append((line.description, mirror))
      mirror.apply(line)
      if line == .save { remember() }
    }
    checkSaved()
    if !problems.isEmpty { problems.append("after: \(line)") }
  }

  // MARK: Invariants

  /// Compares what is there after a migration with what the files held and, of open stores, with what was shown before.
  private mutating func judge(
    _ stores: [String], _ report: [String], before: Screen, _ savedBefore: Screen, _ wereOpen: Bool
  ) {
    let now = screen(context.graph)
    let saved = screen(context.committed)
    func isNamed(_ names: String...) -> Bool {
      names.map { $0.split(separator: ".")[0] }.contains { name in
        report.contains { "\($0) ".contains(".\(name) ") || $0.contains(".\(name):") }
      }
    }
    var gone: [String: Set<String>] = [:]
    for (object, fact) in facts.sorted(by: { $0.key < $1.key }) where stores.contains(fact.store) {
      guard let values = saved[object], let properties = mirrored(object, context.committed) else {
        if mirror.entities.values.contains(where: { $0.token == fact.entity }) { problems.append("\(object) is gone") }
        if !report.contains(where: { $0.hasPrefix("dropped ") && $0.contains(" and its ") }) {
          problems.append("\(object) goes without a word")
        }
        continue
      }
      var inherited: Set<String> = []
      for (token, known) in fact.values where known.value != "nil" {
        let (oldName, value) = (known.name, known.value)
        guard let (name, property) = properties.first(where: { $0.value.token == token }) else {
          // An entity that came under another parent goes on with what the parent has under the same identifier.
          let successor = properties.first { name, property in
            fact.values[property.token] == nil && canonical(name, object, context.committed) == known.canonical
              && (property.type == known.property.type
                || report.contains { $0.hasPrefix("moved ") && $0.contains(".\(name) to ") })
              && (values[name] == value || property.isTransient || property.isDerived)
          }
          if let name = successor?.key {
            if values[name] != value, !isNamed(oldName, name) {
              problems.append("\(object).\(name) goes without a word")
            }
            inherited.insert(name)
            continue
          }
          if !isNamed(oldName) { problems.append("\(object).\(oldName), which was \(value), goes without a word") }
          // A composite that stays, or an attribute that becomes one or was one.
          let isWhole = properties.contains { _, property in
            property.token / 1000 == token
              || token >= 1000 && (property.token / 1000 == token / 1000 || property.token == token / 1000)
          }
          // What is said to have moved is counted as what it became cannot keep.
          let isMoved = report.contains { $0.hasPrefix("moved ") && $0.contains(".\(oldName) to ") }
          if !isWhole, !isMoved { gone[String(oldName.prefix { $0 != "." }), default: []].insert(object) }
          continue
        }
        if property.isTransient || values[name] != value, !known.property.isDerived, !isNamed(oldName, name) {
          problems.append("\(object).\(name) was \(value) and is \(values[name] ?? "gone")")
        }
      }
      for (name, property) in properties
      where fact.values[property.token] == nil && values[name] ?? "nil" != "nil" && !inherited.contains(name) {
        if property.isDerived || property.initial != nil || savedBefore[object]?[name] == values[name] { continue }
        // A relationship that comes back has the links that its inverse kept.
        let others = property.type == nil ? (values[name] ?? "").split(separator: " ").map(String.init) : []
        let isKept = others.allSatisfy { other in
          facts[other]?.values.values.contains { $0.value.split(separator: " ").contains(object[...]) } == true
        }
        if property.type == nil, isKept { continue }
        problems.append("\(object).\(name) is new and shows \(values[name] ?? "nothing")")
      }
    }
    for (name, objects) in gone.sorted(by: { $0.key < $1.key }) {
      let told = report.reduce(0) { sum, line in
        guard let place = line.range(of: ".\(name) with ") else { return sum }
        return sum + (Int(line[place.upperBound...].prefix { $0.isNumber }) ?? 0)
      }
      if told != objects.count { problems.append("\(objects.count) values of \(name) go, and the report says \(told)") }
    }
    if wereOpen {
      for (object, values) in before {
        for (name, value) in values where now[object]?[name] != value && !isNamed(name) {
          problems.append("\(object).\(name) showed \(value) before and \(now[object]?[name] ?? "nothing") after")
        }
      }
    }
    if !problems.isEmpty { problems += ["the report:"] + report }
  }

  /// Whatever the model has room for is in the saved graph as the open files have it: otherwise a save would overwrite it.
  private mutating func checkSaved() {
    guard problems.isEmpty else { return }
    let saved = screen(context.committed)
    let open = openStores
    for (object, fact) in facts.sorted(by: { $0.key < $1.key }) where open.contains(fact.store) {
      guard mirror.entities.values.contains(where: { $0.token == fact.entity }) else { continue }
      guard let values = saved[object], let properties = mirrored(object, context.committed) else {
        problems.append("\(object) is in the file and not in the saved graph")
        continue
      }
      for (name, property) in properties {
        guard let known = fact.values[property.token], known.value != "nil", !property.isTransient,
          !known.property.isTransient, !property.isDerived, !known.property.isDerived
        else { continue }
        let value = values[name] ?? "nil"
        // A value of another type may not follow while another one is pending.
        if value == "nil", property.type != known.property.type || property.type == nil { continue }
        // It has the default where it may not be nil.
        if property.type != known.property.type, value == property.initial { continue }
        // A to-one has room for one of several.
        if property.type == nil, known.value.split(separator: " ").contains(value[...]) { continue }
        if value != known.value {
          problems.append("\(object).\(name) is \(known.value) in the file and \(value) in the saved graph")
        }
      }
    }
  }

  /// After a store was read again.
  private mutating func compareWithFile(_ store: String) {
    let now = screen(context.committed)
    for (object, fact) in facts.sorted(by: { $0.key < $1.key }) where fact.store == store {
      guard let values = now[object], let properties = mirrored(object, context.committed) else {
        problems.append("\(object) is gone from the file")
        continue
      }
      for (name, property) in properties {
        guard let known = fact.values[property.token], known.value != "nil", !known.property.isTransient else {
          continue
        }
        if values[name] != known.value {
          problems.append("\(object).\(name) was \(known.value) and is \(values[name] ?? "gone") in the file")
        }
      }
    }
  }

  /// Notes what the files of the current model hold now.
  private mutating func remember() {
    let fitting = Set(
      context.coordinator.openFileStores.filter { $0.fits(context.model) }.map(\.name))
    for (object, fact) in facts where fitting.contains(fact.store) { facts[object] = nil }
    let graph = context.committed
    for (object, values) in screen(graph) {
      guard let properties = mirrored(object, graph), let id = objects(graph)[object],
        let store = context.coordinator.storeName(of: id), fitting.contains(store),
        let entity = mirror.entities[context.entityName(of: id)]?.token
      else { continue }
      var known: [Int: Fact] = [:]
      for (name, property) in properties {
        known[property.token] = Fact(
          name: name, value: property.isTransient ? "nil" : values[name] ?? "nil", property: property,
          canonical: canonical(name, object, graph))
      }
      facts[object] = (entity, store, known)
    }
  }

  // MARK: Contents

  private var context: ManagedObjectContext { interpreter.context }

  private var openStores: Set<String> { Set(context.coordinator.openFileStores.map(\.name)) }

  private func canonical(_ name: String, _ object: String, _ graph: Graph) -> String {
    objects(graph)[object].flatMap {
      graph.schema.model.property(name, of: graph.schema.entity(at: Int($0.entity))?.name ?? "")?.property
        .renamingIdentifier
    } ?? name
  }

  private func mirrored(_ object: String, _ graph: Graph) -> [String: MirrorModel.Property]? {
    objects(graph)[object].flatMap { graph.schema.entity(at: Int($0.entity))?.name }.map(mirror.values)
  }

  private func objects(_ graph: Graph) -> [String: ManagedObjectID] {
    var found: [String: ManagedObjectID] = [:]
    for id in graph.allObjects() { if let label = label(of: id, graph) { found[label] = id } }
    return found
  }

  private func label(of id: ManagedObjectID, _ graph: Graph) -> String? {
    guard let place = graph.place(of: graph.own(id)), let entity = graph.entity(at: place) else { return nil }
    for property in entity.properties where property.name.hasPrefix("u") {
      if case .string(let text) = graph.value(of: property, at: place) { return text }
    }
    return nil
  }

  private func screen(_ graph: Graph) -> Screen {
    var screen: Screen = [:]
    for (label, id) in objects(graph) {
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      for property in entity.properties {
        switch graph.value(of: property, at: place) {
        case .dictionary(let elements):
          for (name, value) in elements {
            screen[label, default: [:]]["\(property.name).\(name)"] = text(of: value, graph)
          }
        case let value: screen[label, default: [:]][property.name] = text(of: value, graph)
        }
      }
    }
    return screen
  }

  /// The members of a to-many; links to deleted objects are in no file.
  private func words(_ objects: [String]) -> String {
    let live = objects.filter { $0 != "nil" }.sorted()
    return live.isEmpty ? "nil" : live.joined(separator: " ")
  }

  private func text(of value: Value, _ graph: Graph) -> String {
    switch value {
    case .null: "nil"
    // A value that was converted from a number and back is the same.
    case .string(let text): text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .integer(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .object: value.objectID.flatMap { label(of: $0, graph) } ?? "nil"
    case .set(let values), .array(let values):
      words(values.map { text(of: $0, graph) })
    default: "\(value)"
    }
  }
}

extension MigrationChain {
  /// The shortest program found that still fails, by delta debugging (Zeller and Hildebrandt 2002).
  static func shrunk(_ lines: [MigrationLine]) -> [MigrationLine] {
    var best = lines
    var size = max(1, best.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < best.count {
        let shorter = Array(best[..<start] + best[min(start + size, best.count)...])
        if problems(shorter).isEmpty {
          start += size
        } else {
          best = shorter
          isShorter = true
        }
      }
      if size == 1, !isShorter { return best }
      size = max(1, size / 2)
    }
  }
}
