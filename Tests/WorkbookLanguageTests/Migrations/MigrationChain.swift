import Diagnostics
import Foundation
import Predicates

@testable import ObjectGraph
@testable import WorkbookLanguage

/// A program that migrates, run and judged: what was shown and saved is there afterwards, or the report names it.
struct MigrationChain {
  /// The value of a property in words, by object and property's name; an object is called by what its u… attribute says.
  typealias Screen = [String: [String: String]]

  private var interpreter: Interpreter
  private var mirror = MirrorModel()
  /// What the file holds: by object and property's token.
  private var facts: [String: (entity: Int, values: [Int: Fact])] = [:]
  private var isOpen = true
  private(set) var problems: [String] = []

  /// A value, the name that its property had, and the name by which every version knows the property.
  private struct Fact {
    var name: String
    var value: String
    var canonical: String
  }
  private var migrationCount = 0

  init() {
    interpreter = Interpreter()
    interpreter.context.checksInvariants = true
  }

  /// What is wrong with a program; nothing when all is as it should be.
  static func problems(_ lines: [MigrationLine]) -> [String] {
    var chain = MigrationChain()
    for line in lines where chain.problems.isEmpty { guard chain.perform(line) else { break } }
    return chain.problems
  }

  /// How many migrations a program carries out.
  static func migrations(_ lines: [MigrationLine]) -> Int {
    var chain = MigrationChain()
    for line in lines { guard chain.perform(line) else { break } }
    return chain.migrationCount
  }

  /// - Returns: whether the program goes on: it ends where a migration is refused.
  private mutating func perform(_ line: MigrationLine) -> Bool {
    let before = screen()
    let outcomes = interpreter.run(SourceText(line.description))
    let failed = outcomes.contains(where: \.failed)
    switch line {
    case .migrate:
      guard !failed, case .migrated(let migrations)? = outcomes.last?.result else {
        if screen() != before { problems.append("a migration that is refused changes what is shown") }
        return false
      }
      judge(migrations.flatMap { $0.lines ?? [] }, before: isOpen ? before : nil)
      isOpen = true
      if migrations.contains(where: { $0.lines != nil }) { migrationCount += 1 }
      remember()
    case .reopen:
      if failed {
        // The model may have gone on since the last migration.
        return false
      }
      let now = screen()
      for (object, values) in before {
        for (name, value) in values where value != "nil" {
          if mirrored(object)?[name]?.isTransient == true { continue }
          let found = now[object]?[name]
          if found != value { problems.append("\(object).\(name) was \(value) and is \(found ?? "gone") in the file") }
        }
      }
    default:
      if failed { return true }
      mirror.apply(line)
      if line == .other("save") { remember() }
      if line == .other("close shop") { isOpen = false }
    }
    return true
  }

  /// Compares what is there after a migration with what the file held and, of an open store, with what was shown before.
  private mutating func judge(_ report: [String], before: Screen?) {
    let now = screen()
    func isNamed(_ names: String...) -> Bool {
      names.contains { name in report.contains { "\($0) ".contains(".\(name) ") || $0.contains(".\(name):") } }
    }
    var gone: [String: Int] = [:]
    for (object, fact) in facts.sorted(by: { $0.key < $1.key }) {
      guard let values = now[object], let properties = mirrored(object) else {
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
          if let name = properties.first(where: {
            fact.values[$0.value.token] == nil && values[$0.key] == value
              && canonical($0.key, object) == known.canonical
          })?.key {
            inherited.insert(name)
            continue
          }
          gone[oldName, default: 0] += 1
          if !isNamed(oldName) { problems.append("\(object).\(oldName), which was \(value), goes without a word") }
          continue
        }
        if property.isTransient || values[name] != value, !isNamed(oldName, name) {
          problems.append("\(object).\(name) was \(value) and is \(values[name] ?? "gone")")
        }
      }
      for (name, property) in properties
      where fact.values[property.token] == nil && values[name] != "nil" && !inherited.contains(name) {
        problems.append("\(object).\(name) is new and shows \(values[name] ?? "nothing")")
      }
    }
    for (name, count) in gone.sorted(by: { $0.key < $1.key }) {
      let told = report.reduce(0) { sum, line in
        guard let place = line.range(of: ".\(name) with ") else { return sum }
        return sum + (Int(line[place.upperBound...].prefix { $0.isNumber }) ?? 0)
      }
      if told != count { problems.append("\(count) values of \(name) go, and the report says \(told)") }
    }
    for (object, values) in before ?? [:] {
      for (name, value) in values where now[object]?[name] != value && !isNamed(name) {
        problems.append("\(object).\(name) showed \(value) before and \(now[object]?[name] ?? "nothing") after")
      }
    }
    if !problems.isEmpty { problems += ["the report:"] + report }
  }

  /// Notes what the file holds now.
  private mutating func remember() {
    facts = [:]
    // A program that was cut down may have lost its save.
    if interpreter.context.hasChanges { return }
    for (object, values) in screen() {
      guard let properties = mirrored(object), let entity = entityName(object).flatMap({ mirror.entities[$0]?.token })
      else { continue }
      var known: [Int: Fact] = [:]
      for (name, property) in properties {
        known[property.token] = Fact(
          name: name, value: property.isTransient ? "nil" : values[name] ?? "nil", canonical: canonical(name, object))
      }
      facts[object] = (entity, known)
    }
  }

  private func canonical(_ name: String, _ object: String) -> String {
    entityName(object).flatMap { interpreter.context.model.property(name, of: $0)?.property.renamingIdentifier } ?? name
  }

  private func mirrored(_ object: String) -> [String: MirrorModel.Property]? {
    entityName(object).map(mirror.properties)
  }

  private func entityName(_ object: String) -> String? {
    objects()[object].map(interpreter.context.entityName)
  }

  private func objects() -> [String: ManagedObjectID] {
    let context = interpreter.context
    var found: [String: ManagedObjectID] = [:]
    for id in context.graph.allObjects() { if let label = label(of: id) { found[label] = id } }
    return found
  }

  private func label(of id: ManagedObjectID) -> String? {
    let context = interpreter.context
    for property in context.model.properties(of: context.entityName(of: id)) where property.name.hasPrefix("u") {
      if case .string(let text)? = try? context.value(of: id, forKey: property.name) { return text }
    }
    return nil
  }

  private func screen() -> Screen {
    let context = interpreter.context
    var screen: Screen = [:]
    for (label, id) in objects() {
      for property in context.model.properties(of: context.entityName(of: id)) {
        let value = (try? context.value(of: id, forKey: property.name)) ?? .null
        screen[label, default: [:]][property.name] = text(of: value)
      }
    }
    return screen
  }

  private func text(of value: Value) -> String {
    switch value {
    case .null: "nil"
    case .string(let text): text
    case .object: value.objectID.flatMap(label) ?? "an object"
    case .set(let values), .array(let values):
      values.isEmpty ? "nil" : values.map(text).sorted().joined(separator: " ")
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
