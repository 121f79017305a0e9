import RandomOperations

/// A line of a random program that changes the versions of a model.
enum MigrationLine: Hashable, Sendable, CustomStringConvertible {
  case declare(String)
  case add(String, entity: String, kind: String)
  case pair(String, entity: String, String, other: String)
  case remove(String, entity: String)
  case rename(String, entity: String, to: String)
  case change(String, entity: String, String)
  case removeEntity(String)
  case renameEntity(String, to: String)
  case parent(String, of: String)
  case version(Int)
  case use(Int)
  /// A statement about objects or stores.
  case other(String)
  case migrate
  case reopen

  var description: String {
    switch self {
    case .declare(let name): "entity \(name) { u\(name): String? }"
    case .add(let name, let entity, let kind): "add \(entity).\(name)\(kind)"
    case .pair(let name, let entity, let back, let other): "\(entity).\(name) <<-->> \(other).\(back)"
    case .remove(let name, let entity): "remove \(entity).\(name)"
    case .rename(let name, let entity, let new): "rename \(entity).\(name) to \(new)"
    case .change(let name, let entity, let option): "change \(entity).\(name)\(option)"
    case .removeEntity(let name): "remove \(name)"
    case .renameEntity(let name, let new): "rename \(name) to \(new)"
    case .parent(let parent, let entity): "change \(entity), \(parent.isEmpty ? "no parent" : "parent \(parent)")"
    case .version(let number): "version \"\(number)\""
    case .use(let number): "use version \"\(number)\""
    case .other(let text): text
    case .migrate: "migrate shop"
    case .reopen: "reopen shop"
    }
  }
}

/// Which entity and property is which, whatever they are called: kept by the rules of the statements alone, without a look at
/// the program's own matching.
struct MirrorModel: Hashable, Sendable {
  struct Entity: Hashable, Sendable {
    var token: Int
    var parent: String?
    var properties: [String: Property] = [:]
  }

  struct Property: Hashable, Sendable {
    var token: Int
    var isTransient = false
  }

  var entities: [String: Entity] = [:]
  private var earlier: [Int: [String: Entity]] = [:]
  private(set) var version = 1
  private var count = 0

  private mutating func token() -> Int {
    count += 1
    return count
  }

  /// What a line that the program has taken does.
  mutating func apply(_ line: MigrationLine) {
    switch line {
    case .declare(let name):
      let (own, label) = (token(), token())
      entities[name] = Entity(token: own, properties: ["u\(name)": Property(token: label)])
    case .add(let name, let entity, _):
      let new = token()
      entities[entity]?.properties[name] = Property(token: new)
    case .pair(let name, let entity, let back, let other):
      let (there, here) = (token(), token())
      entities[entity]?.properties[name] = Property(token: there)
      entities[other]?.properties[back] = Property(token: here)
    case .remove(let name, let entity): entities[owner(of: name, entity)]?.properties[name] = nil
    case .rename(let name, let entity, let new):
      let owner = owner(of: name, entity)
      let renamed = entities[owner]?.properties.removeValue(forKey: name)
      entities[owner]?.properties[new] = renamed
    case .change(let name, let entity, let option):
      let owner = owner(of: name, entity)
      if option == ", transient" { entities[owner]?.properties[name]?.isTransient = true }
      if option == ", no transient" { entities[owner]?.properties[name]?.isTransient = false }
    case .removeEntity(let name): entities[name] = nil
    case .renameEntity(let name, let new):
      entities[new] = entities.removeValue(forKey: name)
      for key in entities.keys where entities[key]?.parent == name { entities[key]?.parent = new }
    case .parent(let parent, let entity): entities[entity]?.parent = parent.isEmpty ? nil : parent
    case .version(let number):
      earlier[version] = entities
      version = number
    case .use(let number):
      earlier[version] = entities
      entities = earlier[number] ?? entities
      version = number
    case .other, .migrate, .reopen: break
    }
  }

  private func owner(of name: String, _ entity: String) -> String {
    line(of: entity).first { entities[$0]?.properties[name] != nil } ?? entity
  }

  /// The entity and its ancestors.
  func line(of entity: String) -> [String] {
    var line = [entity]
    while let parent = line.last.flatMap({ entities[$0]?.parent }), !line.contains(parent) { line.append(parent) }
    return line
  }

  /// The properties of an entity with the inherited ones.
  func properties(of entity: String) -> [String: Property] {
    var found: [String: Property] = [:]
    for name in line(of: entity) { found.merge(entities[name]?.properties ?? [:]) { own, _ in own } }
    return found
  }
}

/// Random programs: a model with objects in a file, and chains of changes over versions with migrations between them.
struct MigrationProgram {
  var random: SplitMix
  private var mirror = MirrorModel()
  private var lines: [MigrationLine] = []
  private let names = ["a", "b", "c", "d"]

  init(seed: UInt64) { random = SplitMix(seed) }

  mutating func make() -> [MigrationLine] {
    for entity in ["K", "L", "M"].prefix(2 + random.below(2)) {
      say(.declare(entity))
      for name in names.prefix(1 + random.below(3)) { say(.add(name, entity: entity, kind: ": String?")) }
    }
    if random.chance(60) { say(.pair("d", entity: "K", "d", other: "L")) }
    if random.chance(30) { say(.parent("L", of: "M")) }
    say(.other("store shop at \"shop.graphstore\"; close main"))
    for (entity, description) in mirror.entities.sorted(by: { $0.key < $1.key }) {
      for number in 1...(1 + random.below(3)) {
        let keys = description.properties.keys.filter { $0 != "d" && random.chance(75) || $0.hasPrefix("u") }.sorted()
        let values = keys.map { "\($0): \"\(entity)\(number)\($0.hasPrefix("u") ? "" : $0)\"" }
        say(.other("let o\(entity)\(number) = \(entity)(\(values.joined(separator: ", ")))"))
      }
    }
    say(.other("save"))
    if lines.contains(where: { if case .pair = $0 { true } else { false } }) {
      say(.other("oK1.d.add(oL1)"))
      say(.other("save"))
    }
    for version in 2...(2 + random.below(3)) {
      let isClosed = random.chance(20)
      say(.version(version))
      if isClosed { say(.other("close shop")) }
      for _ in 0...random.below(6) { edit() }
      // Some versions are passed over.
      if isClosed || random.chance(75) {
        say(.migrate)
        if random.chance(60) { say(.reopen) }
      }
    }
    say(.migrate)
    say(.reopen)
    return lines
  }

  private mutating func say(_ line: MigrationLine) {
    lines.append(line)
    mirror.apply(line)
  }

  private mutating func edit() {
    let entities = mirror.entities.keys.sorted()
    guard let entity = random.pick(entities) else { return }
    let own = (mirror.entities[entity]?.properties.keys ?? [:].keys).filter { !$0.hasPrefix("u") }.sorted()
    let taken = Set(mirror.properties(of: entity).keys)
    let free = (names + ["e"]).filter { !taken.contains($0) }
    switch random.below(20) {
    case 0..<6:
      if let name = random.pick(own), let new = random.pick(free) { say(.rename(name, entity: entity, to: new)) }
    case 6..<9:
      // Two names change places, or three go round.
      var round = Array(own.shuffled(using: &random).prefix(2 + random.below(2)))
      guard let first = round.first, round.count > 1 else { return }
      say(.rename(first, entity: entity, to: "t"))
      round.append("t")
      for place in 1..<round.count { say(.rename(round[place], entity: entity, to: round[place - 1])) }
    case 9..<11: if let name = random.pick(own) { say(.remove(name, entity: entity)) }
    case 11..<14: if let name = random.pick(free) { say(.add(name, entity: entity, kind: ": String?")) }
    case 14: if let name = random.pick(own) { say(.change(name, entity: entity, ", transient")) }
    case 15:
      if let name = random.pick(free), let other = random.pick(entities), other != entity,
        mirror.properties(of: other)[name] == nil
      {
        say(.pair(name, entity: entity, name, other: other))
      }
    case 16: if random.chance(40) { say(.removeEntity(entity)) } else { say(.change("d", entity: entity, ", ordered")) }
    case 17:
      let name = random.pick(["N", "O", "K", "L"]) ?? "N"
      if mirror.entities[name] == nil { say(.renameEntity(entity, to: name)) }
    case 18:
      guard let other = random.pick(entities), other != entity else { return }
      say(.renameEntity(entity, to: "T"))
      say(.renameEntity(other, to: entity))
      say(.renameEntity("T", to: other))
    default:
      if mirror.entities[entity]?.parent != nil {
        say(.parent("", of: entity))
      } else if let other = random.pick(entities), !mirror.line(of: other).contains(entity) {
        say(.parent(other, of: entity))
      }
    }
  }
}
