import RandomOperations

/// Random programs: a model with objects in one or two files, and chains of changes over versions with migrations between
/// them. Some statements are refused; the program goes on.
struct MigrationProgram {
  var random: SplitMix
  private var mirror = MirrorModel()
  private var lines: [MigrationLine] = []
  private var versionCount = 1
  private var numbers: [String: Int] = [:]
  private var stores = ["shop"]
  private var variables: [String] = []
  private let names = ["a", "b", "c", "d"]

  init(seed: UInt64) { random = SplitMix(seed) }

  mutating func make() -> [MigrationLine] {
    if random.chance(40) { say(.composite("Address", elements: ["x", "y"])) }
    for entity in ["K", "L", "M"].prefix(2 + random.below(2)) {
      say(.declare(entity, members: random.chance(10) ? "; unique u\(entity)" : ""))
      for name in names.prefix(1 + random.below(3)) { say(.add(name, entity: entity, kind())) }
    }
    let isDivided = random.chance(20)
    if !isDivided, random.chance(60) { say(.pair("d", entity: "K", link(), "d", other: "L")) }
    if random.chance(30) { say(.parent("L", of: "M")) }
    if isDivided {
      stores = ["shop", "rest"]
      say(.other("configuration One { K }"))
      say(.other("configuration Two { L }"))
      if mirror.entities["M"] != nil, mirror.entities["M"]?.parent == nil { say(.parent("K", of: "M")) }
      say(.other("store shop at \"shop.graphstore\", configuration One"))
      say(.other("store rest at \"rest.graphstore\", configuration Two; close main"))
    } else {
      say(.other("store shop at \"shop.graphstore\"; close main"))
    }
    for entity in mirror.entities.keys.sorted() {
      for _ in 1...(1 + random.below(3)) { insert(entity) }
    }
    say(.save)
    if mirror.entities["K"]?.properties["d"]?.type == nil, mirror.entities["K"]?.properties["d"] != nil {
      say(.other("oK1.d.add(oL1)"))
      say(.other("oK1.d = oL1"))
      if random.chance(50) { say(.other("oK1.d.add(oL2)")) }
      say(.save)
    }
    for _ in 2...(2 + random.below(3)) {
      let isClosed = random.chance(20)
      versionCount += 1
      say(.version(versionCount))
      if isClosed { say(.close(random.pick(stores) ?? "shop")) }
      for _ in 0...random.below(6) { edit() }
      // Some versions are passed over.
      if isClosed || random.chance(70) {
        say(.migrate(random.chance(50) ? nil : random.pick(stores)))
        if random.chance(50) { say(.reopen(random.pick(stores) ?? "shop")) }
      }
    }
    say(.migrate(nil))
    for store in stores { say(.reopen(store)) }
    return lines
  }

  private mutating func say(_ line: MigrationLine) {
    lines.append(line)
    mirror.apply(line)
  }

  private mutating func kind() -> MigrationLine.AttributeKind {
    switch random.below(12) {
    case 0: .init(type: "Integer32")
    case 1: .init(type: "Double")
    case 2: .init(type: "Integer32", isOptional: false, initial: "5")
    case 3: .init(type: "String", isOptional: false, initial: "\"new\"")
    case 4: .init(type: "Integer16", initial: "6")
    case 5 where mirror.composites["Address"] != nil: .init(type: "Address")
    default: .init(type: "String")
    }
  }

  private mutating func link() -> String { random.pick(["<<-->>", "<<-->>", "<-->>", "<<-->", "<-->"]) ?? "<<-->>" }

  private mutating func insert(_ entity: String) {
    numbers[entity, default: 0] += 1
    let label = "\(entity)\(numbers[entity] ?? 1)"
    var parts: [String] = []
    for (name, property) in mirror.properties(of: entity).sorted(by: { $0.key < $1.key }) where property.type != nil {
      if name.hasPrefix("u") {
        parts.append("\(name): \"\(label)\"")
      } else if random.chance(75), let value = value(of: property, named: name, label) {
        parts.append("\(name): \(value)")
      }
    }
    // An entity that inherits has two labels, of which either says which object it is.
    variables.append("o\(label)")
    say(.other("let o\(label) = \(entity)(\(parts.joined(separator: ", ")))"))
  }

  private mutating func value(of property: MirrorModel.Property, named name: String, _ label: String) -> String? {
    switch property.type {
    case "String": random.chance(30) ? "\"\(random.below(90))\"" : "\"\(label)\(name)\""
    case "Integer16", "Integer32": "\(random.below(90))"
    case "Double": random.chance(50) ? "\(random.below(90))" : "\(random.below(90)).5"
    case .some(let composite):
      "\(composite)("
        + (mirror.composites[composite] ?? [:]).keys.sorted().map { "\($0): \"\(label)\(name)\($0)\"" }
        .joined(separator: ", ") + ")"
    case nil: nil
    }
  }

  private mutating func edit() {
    let entities = mirror.entities.keys.sorted()
    guard let entity = random.pick(entities) else { return }
    let properties = mirror.entities[entity]?.properties ?? [:]
    let own = properties.keys.filter { !$0.hasPrefix("u") }.sorted()
    let attributes = own.filter { properties[$0]?.type != nil }
    let taken = Set(mirror.properties(of: entity).keys)
    let free = (names + ["e"]).filter { !taken.contains($0) }
    let isDivided = stores.count > 1
    switch random.below(36) {
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
    case 11..<14: if let name = random.pick(free) { say(.add(name, entity: entity, kind())) }
    case 14:
      if let name = random.pick(own) { say(.change(name, entity: entity, .transient(random.chance(70)))) }
    case 15:
      if let name = random.pick(free), let other = random.pick(entities), other != entity, !isDivided,
        mirror.properties(of: other)[name] == nil
      {
        say(.pair(name, entity: entity, link(), name, other: other))
      }
    case 16:
      if random.chance(40), !isDivided {
        say(.removeEntity(entity))
      } else {
        say(.change("d", entity: entity, .ordered(random.chance(70))))
      }
    case 17:
      let name = random.pick(["N", "O", "K", "L"]) ?? "N"
      if mirror.entities[name] == nil { say(.renameEntity(entity, to: name)) }
    case 18:
      guard let other = random.pick(entities), other != entity else { return }
      say(.renameEntity(entity, to: "T"))
      say(.renameEntity(other, to: entity))
      say(.renameEntity("T", to: other))
    case 19, 20:
      if mirror.entities[entity]?.parent != nil {
        say(.parent("", of: entity))
      } else if let other = random.pick(entities), !mirror.line(of: other).contains(entity) {
        for name in own where mirror.properties(of: other)[name] != nil { say(.remove(name, entity: entity)) }
        say(.parent(other, of: entity))
      }
    case 21..<24:
      if let name = random.pick(attributes) { say(.change(name, entity: entity, .kind(kind()))) }
    case 24:
      guard let name = random.pick(attributes) else { return }
      say(.change(name, entity: entity, .derived(random.pick(attributes.filter { $0 != name }))))
    case 25:
      guard let name = random.pick(own), let property = properties[name], property.type == nil,
        let other = mirror.entities.first(where: { $0.value.token == property.destination })?.key
      else { return }
      say(.change(name, entity: entity, .link(other, isToMany: random.chance(60))))
    case 26, 27: editComposite()
    case 28..<31: if versionCount > 1 { say(.use(1 + random.below(versionCount))) }
    case 31, 32: for _ in 0...random.below(3) { say(.undo) }
    case 33:
      insert(entity)
      if random.chance(60) { say(.save) }
    case 34:
      guard let variable = random.pick(variables) else { return }
      if random.chance(30) {
        say(.other("delete \(variable)"))
      } else if let name = random.pick(attributes), let property = properties[name],
        let value = value(of: property, named: name, "v")
      {
        say(.other("\(variable).\(name) = \(value)"))
      }
      if random.chance(50) { say(.save) }
    default: say(random.chance(50) ? .save : .other("rollback"))
    }
  }

  private mutating func editComposite() {
    guard let elements = mirror.composites["Address"]?.keys.sorted() else { return }
    guard let element = random.pick(elements) else { return }
    let free = ["x", "y", "z", "w"].filter { !elements.contains($0) }
    switch random.below(3) {
    case 0: if elements.count > 1 { say(.removeElement(element, composite: "Address")) }
    case 1: if let new = random.pick(free) { say(.addElement(new, composite: "Address")) }
    default: if let new = random.pick(free) { say(.renameElement(element, composite: "Address", to: new)) }
    }
  }
}
