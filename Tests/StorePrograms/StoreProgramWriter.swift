import ObjectGraph
import Predicates
import RandomOperations
import WorkbookLanguage

/// Writes random programs, a statement at a time, after what the program has made so far.
package struct StoreProgramWriter {
  private var random: SplitMix
  private var number = 0
  /// Statements that follow whatever comes.
  private var waiting: [String] = []

  package init(seed: UInt64) { random = SplitMix(seed &* 0x9E37_79B9 &+ 1) }

  /// Runs a program of a seed.
  /// - Returns: the failure, if there is one, and how often files were read.
  package static func run(
    seed: UInt64, _ reader: StoreReader
  ) throws -> (failure: StoreProgramFailure?, checks: Int) {
    var writer = StoreProgramWriter(seed: seed)
    var program = try StoreProgram(reader)
    defer { program.close() }
    writer.begin()
    for _ in 0..<(20 + writer.random.below(30)) {
      let problems = program.run(writer.next(program))
      if !problems.isEmpty {
        return (StoreProgramFailure(seed: seed, lines: program.lines, problems: problems), program.checks)
      }
    }
    return (nil, program.checks)
  }

  // MARK: The model and the stores

  private mutating func begin() {
    let transient = random.chance(30) ? " note: String?, transient;" : ""
    let derived = random.chance(20) ? " size: Integer64?, derived prev.@count;" : ""
    let unique = random.chance(15) ? " unique n" : ""
    let ordered = random.chance(50) ? ", ordered" : ""
    let rule = (random.pick(DeleteRule.allCases) ?? .nullify).rawValue
    waiting = [
      "model First",
      "entity A { n: Integer16?; t: String?;\(transient)\(derived) b -> B?, inverse all; next -> A?, inverse prev; "
        + "prev ->> A?, inverse next\(ordered); likes ->> B?, inverse likedBy\(ordered)\(unique) }",
      "entity B { s: String = \"x\"; d: Date?; all ->> A?, inverse b, delete \(rule)\(ordered); "
        + "likedBy ->> A?, inverse likes\(random.chance(30) ? ", ordered" : "") }",
      "entity C : A { c: Decimal?; own -> B? }",
    ]
    if random.chance(25) { waiting.append("configuration Some { \(random.pick(["A", "B", "A, B"]) ?? "A") }") }
    waiting.append("store s1 at \"s1.graphstore\"")
    if random.chance(75) { waiting.append("close main") }
    if random.chance(30) { waiting.append(opening("s2")) }
  }

  private mutating func opening(_ name: String) -> String {
    if random.chance(25) { return "store \(name) in memory" }
    return "store \(name) at \"\(name).graphstore\"" + (random.chance(30) ? ", configuration Some" : "")
      + (random.chance(30) ? ", migrating" : "")
  }

  // MARK: Statements

  private mutating func next(_ program: StoreProgram) -> String {
    if !waiting.isEmpty { return waiting.removeFirst() }
    let context = program.interpreter.context
    switch random.below(100) {
    case 0..<22: return insertion(program)
    case 22..<36: return change(program)
    case 36..<38: return elsewhere(program)
    case 38..<40: return batch(program)
    case 40..<46: return object(program).map { "delete \($0.name)" } ?? "save"
    case 46..<64: return "save"
    case 64..<75: return "undo"
    case 75..<82: return "redo"
    case 82..<84: return "rollback"
    case 84:
      waiting = [insertion(program), change(program), "end"]
      return "begin \"group\""
    case 85 where random.chance(40):
      return random.pick(["context main, merging", "context main, no merging"]) ?? "save"
    case 85:
      return random.pick(["reset", "merge policy object", "merge policy store", "merge policy error"]) ?? "reset"
    case 86..<89: return "\(random.chance(80) ? "reopen" : "close") \(random.pick(program.stores)?.name ?? "s1")"
    case 89:
      let name = "s\(2 + random.below(2))"
      return opening(name)
    case 90..<92: return elsewhere(program)
    case 92..<94:
      number += 1
      waiting = (0...random.below(3)).map { _ in edit(context.model) } + ["migrate"]
      if random.chance(30) { waiting.insert(random.pick(["undo", "save", insertion(program)]) ?? "undo", at: 1) }
      return "version \"V\(number)\""
    case 94: return edit(context.model)
    case 95: return "migrate"
    case 96: return "for i in 1...\(2 + random.below(3)) { A(n: i) }"
    case 97: return object(program).map { "refresh \($0.name)" } ?? "save"
    case 98: return "delete \(random.pick(["A", "B", "C"]) ?? "A") where TRUEPREDICATE"
    default: return "use version \"\(random.pick(context.modelHistory.versions.map(\.name)) ?? "First")\""
    }
  }

  /// A statement in another context that saves: beside main, or below it.
  private mutating func elsewhere(_ program: StoreProgram) -> String {
    number += 1
    let model = program.interpreter.context.model
    let context = random.chance(25) ? "draft on main" : random.pick(["other", "other", "third"]) ?? "other"
    let merging = random.chance(10) ? ", merging" : ""
    let entity = random.pick(model.entities.map(\.name)) ?? "A"
    guard random.chance(75), let (name, kind) = object(program) else {
      return "context \(context)\(merging) { \(entity)(\(arguments(entity, model))); save }"
    }
    var body = "let x = object(\(name).objectID); "
    switch random.below(4) {
    case 0: body += "delete x"
    case 1: body = "for x in (fetch \(kind)) { \(setting("x", kind, program)) }"
    default: body += setting("x", kind, program)
    }
    return "context \(context)\(merging) { \(body); save }"
  }

  /// A statement that sets an attribute or a to-one.
  private mutating func setting(_ name: String, _ entity: String, _ program: StoreProgram) -> String {
    let settable = properties(of: entity, program.interpreter.context.model).filter {
      $0.attribute.map { $0.derivation == nil } ?? ($0.relationship?.isToMany == false)
    }
    switch random.pick(settable) {
    case .attribute(let attribute)?: return "\(name).\(attribute.name) = \(literal(attribute.type))"
    case .relationship(let relationship)?:
      let other = object(program, relationship.destination)?.name
      return "\(name).\(relationship.name) = \(other.map { "object(\($0).objectID)" } ?? "nil")"
    case .fetched?, nil: return "save"
    }
  }

  /// A batch request, which goes past the contexts.
  private mutating func batch(_ program: StoreProgram) -> String {
    let model = program.interpreter.context.model
    let entity = random.pick(model.entities.map(\.name)) ?? "A"
    let attributes = properties(of: entity, model).compactMap(\.attribute).filter {
      $0.derivation == nil && !$0.isTransient
    }
    guard let attribute = random.pick(attributes) else { return "batch delete \(entity) where FALSEPREDICATE" }
    let value = literal(attribute.type)
    switch random.below(3) {
    case 0: return "batch update \(entity) set \(attribute.name) = \(value)"
    case 1: return "batch delete \(entity) where \(attribute.name) == \(value)"
    default: return "batch insert \(entity) [(\(attribute.name): \(value)), ()]"
    }
  }

  private mutating func insertion(_ program: StoreProgram) -> String {
    number += 1
    let model = program.interpreter.context.model
    let entity = random.pick(model.entities.map(\.name)) ?? "A"
    let open = program.stores.filter(\.isOpen)
    let into = random.chance(15) ? random.pick(open).map { "insert into \($0.name) " } ?? "" : ""
    return "let o\(number) = \(into)\(entity)(\(arguments(entity, model)))"
  }

  private mutating func arguments(_ entity: String, _ model: ManagedObjectModel) -> String {
    var parts: [String] = []
    for property in properties(of: entity, model) {
      guard let attribute = property.attribute, attribute.derivation == nil, random.chance(60) else { continue }
      parts.append("\(attribute.name): \(literal(attribute.type))")
    }
    return parts.joined(separator: ", ")
  }

  private mutating func change(_ program: StoreProgram) -> String {
    let model = program.interpreter.context.model
    guard let (name, entity) = object(program), let property = random.pick(properties(of: entity, model)) else {
      return insertion(program)
    }
    switch property {
    case .attribute(let attribute):
      return "\(name).\(attribute.name) = \(random.chance(15) ? "nil" : literal(attribute.type))"
    case .relationship(let relationship):
      let other = object(program, relationship.destination)?.name ?? name
      if !relationship.isToMany { return "\(name).\(relationship.name) = \(random.chance(25) ? "nil" : other)" }
      let verb = random.chance(70) ? "add" : "remove"
      return relationship.isOrdered && random.chance(30)
        ? "\(name).\(relationship.name).insert(\(other), at: 0)" : "\(name).\(relationship.name).\(verb)(\(other))"
    case .fetched: return "save"
    }
  }

  /// A named object that exists, of an entity if one is asked for.
  private mutating func object(_ program: StoreProgram, _ kind: String? = nil) -> (name: String, entity: String)? {
    let context = program.interpreter.context
    var found: [(String, String)] = []
    for (name, value) in program.interpreter.names.sorted(by: { $0.key < $1.key }) {
      guard let id = value.objectID, context.exists(id) else { continue }
      let entity = context.entityName(of: id)
      if let kind, !lineage(of: entity, context.model).contains(where: { $0.name == kind }) { continue }
      found.append((name, entity))
    }
    return random.pick(found)
  }

  private mutating func edit(_ model: ManagedObjectModel) -> String {
    number += 1
    guard let entity = random.pick(model.entities) else { return "save" }
    let names = entity.properties.map(\.name)
    let property = "\(entity.name).\(random.pick(names) ?? "n")"
    switch random.below(10) {
    case 0: return "add \(entity.name).x\(number): String?"
    case 1: return "add \(entity.name).x\(number): Integer16 = 5"
    case 2, 3: return "rename \(property) to y\(number)"
    case 4: return "rename \(entity.name) to E\(number)"
    case 5: return "remove \(property)"
    case 6: return "change \(property), optional"
    case 7: return "entity D\(number) { q: String? }"
    case 8: return "add \(entity.name).r\(number) ->> \(random.pick(model.entities)?.name ?? "A")?"
    default: return "change \(property): \(random.pick(["String", "Integer64", "Double"]) ?? "String")?"
    }
  }

  // MARK: Parts

  private func lineage(of entity: String, _ model: ManagedObjectModel) -> [EntityDescription] {
    var found: [EntityDescription] = []
    var next: String? = entity
    while let name = next, let entity = model.entities.first(where: { $0.name == name }) {
      found.append(entity)
      next = entity.parent
    }
    return found
  }

  private func properties(of entity: String, _ model: ManagedObjectModel) -> [PropertyDescription] {
    lineage(of: entity, model).flatMap(\.properties)
  }

  private mutating func literal(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64: return "\(random.below(9))"
    case .string:
      return random.pick(["\"a\"", "\"\"", "\"é \\u{1F600}\"", "\"a text that needs more than fifteen bytes\""])
        ?? "\"b\""
    case .date: return "2026-01-\(10 + random.below(20))"
    case .decimal, .double, .float: return "\(random.below(9)).5"
    case .boolean: return random.chance(50) ? "true" : "false"
    default: return "nil"
    }
  }
}
