import ObjectGraph
import Predicates
import Testing

/// NSBatchUpdateRequest, NSBatchDeleteRequest and NSBatchInsertRequest: what is saved changes, and no context does.
@Suite("Batch requests")
struct BatchTests {
  private static func context() throws -> ManagedObjectContext {
    let model = ManagedObjectModel(
      name: "League",
      entities: [
        EntityDescription(
          "Team",
          properties: [
            .attribute(AttributeDescription("name", .string)),
            .relationship(
              RelationshipDescription(
                "players", to: "Player", isToMany: true, isOptional: true, inverse: "team", deleteRule: .deny)),
          ]),
        EntityDescription(
          "Player",
          properties: [
            .attribute(AttributeDescription("name", .string)),
            .attribute(AttributeDescription("age", .integer16, isOptional: true, defaultValue: .value(.integer(20)))),
            .relationship(RelationshipDescription("team", to: "Team", isOptional: false, inverse: "players")),
          ], uniquenessConstraints: [["name"]]),
      ])
    let context = try ManagedObjectContext(model: model)
    context.checksInvariants = true
    let team = try context.insert("Team")
    try context.setValue("Heat", of: team, forKey: "name")
    for (name, age) in [("Wade", 30), ("Allen", 38)] {
      let player = try context.insert("Player")
      try context.setValue(name, of: player, forKey: "name")
      try context.setValue(age, of: player, forKey: "age")
      try context.setValue(team.value, of: player, forKey: "team")
    }
    try context.save()
    return context
  }

  private static func rows(_ context: ManagedObjectContext) throws -> [[String: Value]] {
    var request = FetchRequest("Player", sortDescriptors: [SortDescriptor("name")], resultType: .dictionaries)
    request.propertiesToFetch = ["name", "age"]
    return try context.fetchDictionaries(request)
  }

  @Test("an update sets what is saved, with old values on the right, and contexts keep what they have read")
  func update() throws {
    let context = try Self.context()
    let ids = try context.fetch(FetchRequest("Player", sortDescriptors: [SortDescriptor("name")]))
    var request = BatchUpdateRequest("Player", predicate: Predicate.parse("age > 35").predicate)
    request.propertiesToUpdate = ["age": try #require(Predicate.parse("age + 100 == 0").predicate?.leftSide)]
    request.resultType = .count
    #expect(try context.execute(request) == .count(1))
    #expect(try context.value(of: ids[0], forKey: "age") == .integer(38))
    #expect(context.isStale(ids[0]))
    #expect(!context.canUndoBatch)
    let other = ManagedObjectContext(coordinator: context.coordinator)
    #expect(
      try Self.rows(other) == [["name": "Allen", "age": .integer(138)], ["name": "Wade", "age": .integer(30)]])
    try context.setValue(1, of: ids[0], forKey: "age")
    #expect(throws: SaveError.self) { try context.save() }
  }

  @Test("a delete does not ask deny: what Core Data does with it is not established")
  func delete() throws {
    let context = try Self.context()
    var request = BatchDeleteRequest(FetchRequest("Team"))
    #expect(try context.execute(request) == .status(true))
    let other = ManagedObjectContext(coordinator: context.coordinator)
    #expect(try other.count(FetchRequest("Team")) == 0)
    let player = try #require(try other.fetch(FetchRequest("Player")).first)
    // Nobody asked deny, which ends no links either.
    let team = try #require(try other.value(of: player, forKey: "team").objectID)
    #expect(!other.exists(team))
    request = BatchDeleteRequest(FetchRequest("Player", sortDescriptors: [SortDescriptor("name")], limit: 1))
    request.resultType = .objectIDs
    guard case .objectIDs(let ids) = try context.execute(request) else { return }
    #expect(ids.count == 1)
    #expect(try Self.rows(other) == [["name": "Wade", "age": .integer(30)]])
  }

  /// Conversations and their roles, tags and tasks, and a pair of one-to-one; `nullify` everywhere, and what is required
  /// has an inverse.
  private static func requiring(
    cascading: Bool = false, isOptional: Bool = false
  ) throws -> (context: ManagedObjectContext, ids: [String: ManagedObjectID]) {
    func name() -> PropertyDescription { .attribute(AttributeDescription("name", .string)) }
    let model = ManagedObjectModel(
      name: "Talk",
      entities: [
        EntityDescription(
          "Conversation",
          properties: [
            name(),
            .relationship(
              RelationshipDescription(
                "roles", to: "Role", isToMany: true, isOptional: true, inverse: "conversation",
                deleteRule: cascading ? .cascade : .nullify)),
            .relationship(RelationshipDescription("badge", to: "Badge", isOptional: true, inverse: "conversation")),
            .relationship(
              RelationshipDescription("topics", to: "Topic", isToMany: true, isOptional: true, inverse: "conversations")
            ),
          ]),
        EntityDescription("Group", parent: "Conversation"),
        EntityDescription(
          "Role",
          properties: [
            name(),
            .relationship(
              RelationshipDescription(
                "conversation", to: "Conversation", isOptional: isOptional, inverse: "roles")),
            .relationship(
              RelationshipDescription("grants", to: "Grant", isToMany: true, isOptional: true, inverse: "role")),
          ]),
        EntityDescription(
          "Grant", properties: [.relationship(RelationshipDescription("role", to: "Role", inverse: "grants"))]),
        EntityDescription(
          "Badge",
          properties: [.relationship(RelationshipDescription("conversation", to: "Conversation", inverse: "badge"))]),
        EntityDescription(
          "Topic",
          properties: [
            .relationship(
              RelationshipDescription("conversations", to: "Conversation", isToMany: true, inverse: "topics"))
          ]),
        EntityDescription(
          "Pin", properties: [.relationship(RelationshipDescription("conversation", to: "Conversation"))]),
      ])
    let context = try ManagedObjectContext(model: model)
    context.checksInvariants = true
    var ids: [String: ManagedObjectID] = [:]
    for (key, entity) in [
      ("ops", "Conversation"), ("dev", "Group"), ("quiet", "Conversation"), ("admin", "Role"), ("member", "Role"),
      ("badge", "Badge"), ("both", "Topic"), ("grant", "Grant"),
    ] {
      ids[key] = try context.insert(entity)
      if entity == "Conversation" || entity == "Group" || entity == "Role" {
        try context.setValue(.string(key), of: try #require(ids[key]), forKey: "name")
      }
    }
    func link(_ from: String, _ key: String, _ to: String) throws {
      try context.setValue(try #require(ids[to]).value, of: try #require(ids[from]), forKey: key)
    }
    try link("admin", "conversation", "ops")
    try link("member", "conversation", "dev")
    try link("badge", "conversation", "quiet")
    try link("grant", "role", "admin")
    let both = try ["ops", "dev"].map { try #require(ids[$0]).value }
    try context.setValue(.set(both), of: try #require(ids["both"]), forKey: "conversations")
    try context.save()
    return (context, ids)
  }

  /// The refusal of a batch deletion, in lines; empty where it runs.
  private static func refusal(_ entity: String, _ condition: String, _ context: ManagedObjectContext) throws -> [String]
  {
    let before = try context.coordinator.counts()
    do {
      try context.execute(BatchDeleteRequest(FetchRequest(entity, predicate: Predicate.parse(condition).predicate)))
      return []
    } catch BatchRequestError.requiredInverses(let emptied) {
      #expect(try context.coordinator.counts() == before)
      return emptied.map(\.line)
    }
  }

  @Test(
    "a delete that leaves a required inverse empty is refused as a whole (134050)",
    arguments: [
      // Of a to-many, also that of a sub-entity, and of one object among several.
      ("Conversation", #"name == "ops""#, ["Role#1: conversation is required and would be nil (134050)"]),
      ("Conversation", #"name == "dev""#, ["Role#2: conversation is required and would be nil (134050)"]),
      ("Group", "TRUEPREDICATE", ["Role#2: conversation is required and would be nil (134050)"]),
      // One to one.
      ("Conversation", #"name == "quiet""#, ["Badge#1: conversation is required and would be nil (134050)"]),
      // Many to many: only when the last one goes.
      (
        "Conversation", #"name != "quiet""#,
        [
          "Role#1: conversation is required and would be nil (134050)",
          "Topic#1: conversations is required and would be empty (134050)",
          "Role#2: conversation is required and would be nil (134050)",
        ]
      ),
      ("Role", #"name == "admin""#, ["Grant#1: role is required and would be nil (134050)"]),
      // What requires nothing, and what nothing requires.
      ("Role", #"name == "member""#, []), ("Grant", "TRUEPREDICATE", []), ("Topic", "TRUEPREDICATE", []),
      ("Badge", "TRUEPREDICATE", []),
    ])
  func requiredInverses(entity: String, condition: String, lines: [String]) throws {
    let (context, _) = try Self.requiring()
    #expect(try Self.refusal(entity, condition, context) == lines)
  }

  @Test("a chain of cascades is refused where it ends at a required inverse, and runs when the others have gone before")
  func cascadeToRequiredInverse() throws {
    let (context, _) = try Self.requiring(cascading: true)
    #expect(
      try Self.refusal("Conversation", #"name == "ops""#, context) == [
        "Grant#1: role is required and would be nil (134050)"
      ])
    #expect(try Self.refusal("Grant", "TRUEPREDICATE", context) == [])
    #expect(try Self.refusal("Conversation", #"name == "ops""#, context) == [])
  }

  @Test("an optional inverse is emptied, and a to-one without inverse leads nowhere afterwards")
  func optionalInverse() throws {
    let (context, ids) = try Self.requiring(isOptional: true)
    let pin = try context.insert("Pin")
    try context.setValue(try #require(ids["ops"]).value, of: pin, forKey: "conversation")
    try context.save()
    var deletion: BatchDeletion?
    let request = BatchDeleteRequest(
      FetchRequest("Conversation", predicate: Predicate.parse(#"name == "ops""#).predicate))
    _ = try context.execute(request, variables: [:], deletion: &deletion)
    #expect(deletion?.holders.map(\.number) == [pin.number])
    let other = ManagedObjectContext(coordinator: context.coordinator)
    let role = try #require(
      try other.fetch(FetchRequest("Role", predicate: Predicate.parse(#"name == "admin""#).predicate)).first)
    #expect(try other.value(of: role, forKey: "conversation") == .null)
  }

  @Test("an insert gives defaults, and checks only what is required and unique")
  func insert() throws {
    let context = try Self.context()
    var request = BatchInsertRequest("Player", objects: [["name": "Nash"], ["age": .integer(7)]])
    request.resultType = .count
    // Core Data refuses it with 1570, and writes nothing (a public log).
    #expect(throws: SaveError.self) { try context.execute(request) }
    #expect(try context.count(FetchRequest("Player")) == 2)
    request.objects = [["name": "Nash"], ["name": "B", "age": .integer(7)]]
    #expect(try context.execute(request) == .count(2))
    #expect(
      try Self.rows(context) == [
        ["name": "Allen", "age": .integer(38)], ["name": "B", "age": .integer(7)],
        ["name": "Nash", "age": .integer(20)], ["name": "Wade", "age": .integer(30)],
      ])
    request.objects = [["name": "New"], ["name": "Wade"]]
    #expect(throws: SaveError.self) { try context.execute(request) }
    #expect(try context.count(FetchRequest("Player")) == 4)
  }

  @Test("only stored attributes can be set")
  func refusals() throws {
    let context = try Self.context()
    var request = BatchUpdateRequest("Player")
    #expect(throws: BatchRequestError.nothingToSet) { try context.execute(request) }
    request.propertiesToUpdate = ["team": Expression(.constant(.null))]
    #expect(throws: BatchRequestError.notAnAttribute("team", entity: "Player")) { try context.execute(request) }
    request.propertiesToUpdate = ["nam": Expression(.constant(.null))]
    #expect(throws: ObjectGraphError.self) { try context.execute(request) }
    #expect(throws: BatchRequestError.notAnAttribute("team", entity: "Player")) {
      try context.execute(BatchInsertRequest("Player", objects: [["team": .null]]))
    }
    #expect(throws: ObjectGraphError.self) { try context.execute(BatchInsertRequest("Playr", objects: [[:]])) }
  }
}

extension ManagedObjectContext {
  /// Whether undo would take a batch back: the only steps are those of the objects made here.
  fileprivate var canUndoBatch: Bool { undoName?.contains("batch") == true }
}

extension PersistentStoreCoordinator {
  /// The number of saved objects of each entity without a parent.
  fileprivate func counts() throws -> [Int] {
    let context = ManagedObjectContext(coordinator: self)
    return try context.model.entities.filter { $0.parent == nil }.map { try context.count(FetchRequest($0.name)) }
  }
}

extension Predicate {
  fileprivate var leftSide: Predicates.Expression? {
    if case .comparison(let comparison) = kind { comparison.left } else { nil }
  }
}
