import CoreDataStore
import Foundation
import ObjectGraph
import Predicates

/// A model with every kind of property and link, and objects of it.
enum League {
  static let model = ManagedObjectModel("League") {
    EntityDescription("Person", isAbstract: true) {
      Attribute("name", .string, minimumLength: 1, maximumLength: 60)
      ToMany("friends", to: "Person", inverse: "friendOf", isOrdered: true)
      ToMany("friendOf", to: "Person", inverse: "friends")
    }
    EntityDescription("Player", parent: "Person") {
      Attribute("number", .integer16, isOptional: true, minimumValue: .integer(0), maximumValue: .integer(99))
      Attribute("goals", .integer64, isOptional: true)
      Attribute("isCaptain", .boolean, isOptional: true)
      ToOne("team", to: "Team", inverse: "players")
      ToMany("fans", to: "Fan", inverse: "idols")
    }
    EntityDescription("Coach", parent: "Person") {
      Attribute("salary", .decimal, isOptional: true)
      ToOne("club", to: "Team", inverse: "coach")
    }
    EntityDescription("Team") {
      Attribute("name", .string)
      Attribute("founded", .date, isOptional: true)
      Attribute("points", .double, isOptional: true)
      Attribute("identifier", .uuid, isOptional: true)
      Attribute("site", .uri, isOptional: true)
      Attribute("crest", .binaryData, isOptional: true)
      Attribute("mood", .string, isOptional: true, isTransient: true)
      ToMany("players", to: "Player", inverse: "team", isOrdered: true, maximumCount: 30)
      ToOne("coach", to: "Coach", inverse: "club")
      ToOne("star", to: "Person")
      ToMany("cups", to: "Cup")
      Unique("name")
    }
    EntityDescription("Cup") { Attribute("year", .integer32, isOptional: true) }
    EntityDescription("Fan") {
      Attribute("nick", .string, isOptional: true)
      ToMany("idols", to: "Player", inverse: "fans", isOrdered: true)
    }
  }

  static func context(_ path: String, keepsBackup: Bool = false) throws -> ManagedObjectContext {
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(SQLiteStore(name: "league", path: path, keepsBackup: keepsBackup))
    return ManagedObjectContext(coordinator: coordinator)
  }

  /// Makes and saves some objects of every entity.
  @discardableResult static func make(at path: String) throws -> ManagedObjectContext {
    let context = try context(path)
    func new(_ entity: String, _ values: [String: Value]) throws -> ManagedObjectID {
      let id = try context.insert(entity)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) { try context.setValue(value, of: id, forKey: key) }
      return id
    }
    let heat = try new(
      "Team",
      [
        "name": "Heat of a city whose name is long", "founded": .date(Date(timeIntervalSinceReferenceDate: -4.5)),
        "points": .double(81.25), "site": .url(URL(fileURLWithPath: "/heat")),
        "identifier": .uuid(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()),
        "crest": .data(Data([0, 1, 255])), "mood": "merry",
      ])
    let bulls = try new("Team", ["name": "Bülls"])
    let players = try (1...5).map { number in
      try new(
        "Player",
        ["name": .string("Player \(number)"), "number": .integer(Int64(number)), "isCaptain": .boolean(number == 1)])
    }
    let coach = try new("Coach", ["name": "Riley", "salary": .decimal(Decimal(string: "12345.67") ?? 0)])
    let cup = try new("Cup", ["year": .integer(2006)])
    let fans = try [new("Fan", ["nick": "a"]), new("Fan", [:])]
    func link(_ id: ManagedObjectID, _ key: String, _ members: [ManagedObjectID]) throws {
      let isOrdered =
        context.model.property(key, of: context.entityName(of: id))?.property.relationship?.isOrdered == true
      try context.setValue(isOrdered ? .array(members.map(\.value)) : .set(members.map(\.value)), of: id, forKey: key)
    }
    try link(heat, "players", [players[2], players[0], players[1]])
    try link(bulls, "players", [players[4]])
    try context.setValue(coach.value, of: heat, forKey: "coach")
    try context.setValue(players[0].value, of: heat, forKey: "star")
    try context.setValue(coach.value, of: bulls, forKey: "star")
    try link(heat, "cups", [cup])
    try link(fans[0], "idols", [players[3], players[1], players[0]])
    try link(fans[1], "idols", [players[0]])
    try link(players[0], "friends", [players[4], coach, players[0]])
    try context.save()
    return context
  }

  // MARK: The second reader

  /// The model as the second reader takes it.
  static func description(_ model: ManagedObjectModel) -> Data {
    let entities: [[String: Any]] = model.entities.map { entity in
      [
        "name": entity.name, "parent": entity.parent ?? NSNull(), "abstract": entity.isAbstract,
        "attributes": entity.properties.compactMap(\.attribute).filter { !$0.isTransient }.map {
          ["name": $0.name, "type": $0.type.rawValue]
        },
        "relationships": entity.properties.compactMap(\.relationship).map {
          [
            "name": $0.name, "destination": $0.destination, "toMany": $0.isToMany, "ordered": $0.isOrdered,
            "inverse": $0.inverse ?? NSNull(),
          ] as [String: Any]
        },
      ]
    }
    return (try? JSONSerialization.data(withJSONObject: entities)) ?? Data()
  }

  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Everything in a store as the second reader finds it: `Team#1 name: "Heat"`, sorted; and the words of SQLite's
  /// integrity check.
  static func read(
    _ path: String, _ scratch: Scratch, _ model: ManagedObjectModel = model
  ) throws -> (objects: [String], integrity: [String]) {
    let modelPath = scratch.path("model.json")
    try description(model).write(to: URL(fileURLWithPath: modelPath))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python ?? "")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("reader.py").path
    process.arguments = [script, path, modelPath]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let objects = answer?["objects"] as? [String: [String: Any]] ?? [:]
    return (
      objects.flatMap { id, values in values.filter { $0.key != "Z_OPT" }.map { "\(id) \($0.key): \(shown($0.value))" }
      }.sorted(), answer?["integrity"] as? [String] ?? []
    )
  }

  private static func shown(_ value: Any) -> String {
    switch value {
    case is NSNull: "nil"
    case let list as [String]: "[\(list.joined(separator: ", "))]"
    case let text as String: text
    case let number as NSNumber: "\(number.doubleValue)"
    default: "\(value)"
    }
  }

  /// The same of the objects that a context has saved.
  static func lines(_ context: ManagedObjectContext) throws -> [String] {
    var lines: [String] = []
    for entity in context.model.entities {
      for id in context.graph.objectIDs(of: entity.name) where context.entityName(of: id) == entity.name {
        func name(_ id: ManagedObjectID) -> String { "\(context.entityName(of: id))#\(id.number)" }
        for ancestor in context.model.lineage(of: entity.name) {
          for property in ancestor.properties where !property.isTransient {
            let value = try context.value(of: id, forKey: property.name)
            let text: String
            switch value {
            case .null: text = "nil"
            case .boolean(let flag): text = flag ? "1.0" : "0.0"
            case .integer(let number): text = "\(Double(number))"
            case .double(let number): text = "\(number)"
            case .date(let date): text = "\(date.timeIntervalSinceReferenceDate)"
            case .decimal(let number): text = "\(Double("\(number)") ?? .nan)"
            case .string(let string): text = string
            case .url(let url): text = url.absoluteString
            case .uuid(let uuid): text = uuid.uuidString.lowercased().replacing("-", with: "")
            case .data(let data): text = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            case .object: text = value.objectID.map(name) ?? ""
            case .array: text = "[\((value.objectIDs ?? []).map(name).joined(separator: ", "))]"
            case .set: text = "[\((value.objectIDs ?? []).map(name).sorted().joined(separator: ", "))]"
            case .dictionary: text = "?"
            }
            lines.append("\(name(id)) \(property.name): \(text)")
          }
        }
      }
    }
    return lines.sorted()
  }
}
