import ObjectGraph
import Predicates
import Testing

@Suite("What a lightweight migration can do")
struct MigrationForecastTests {
  private static func model(_ entities: EntityDescription...) -> ManagedObjectModel {
    ManagedObjectModel(entities: entities)
  }

  private static func team(_ properties: PropertyDescription..., parent: String? = nil) -> EntityDescription {
    EntityDescription("Team", parent: parent, properties: properties)
  }

  private static func attribute(
    _ name: String, _ type: AttributeType = .string, isOptional: Bool = true, renamed: String? = nil,
    defaultValue: AttributeDescription.Default? = nil
  ) -> PropertyDescription {
    var attribute = AttributeDescription(name, type, isOptional: isOptional)
    attribute.renamingIdentifier = renamed
    attribute.defaultValue = defaultValue
    return .attribute(attribute)
  }

  /// `change: verdict`, a line each.
  private static func lines(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [String] {
    let forecast = MigrationForecast(from: old, to: new)
    // The mapping and the forecast agree.
    let isInferred: Bool
    do {
      _ = try MappingModel.inferred(from: old, to: new)
      isInferred = true
    } catch { isInferred = false }
    #expect(forecast.isInferred == isInferred)
    #expect(forecast.isCompatible == (old.versionHashes() == new.versionHashes()) || !isInferred)
    return forecast.items.map { item in
      switch item.verdict {
      case .compatible: "\(item.change): compatible"
      case .lightweight: "\(item.change): lightweight"
      case .failsWithObjects(let obstacles):
        "\(item.change): fails with \(obstacles.map(words).joined(separator: ", "))"
      case .uncertain(let problems):
        "\(item.change): uncertain, \(problems.map(\.diagnostic.id).joined(separator: ", "))"
      case .refused(let problems): "\(item.change): \(problems.map(\.diagnostic.id).joined(separator: ", "))"
      }
    } + forecast.otherProblems.map { "other: \($0.diagnostic.id)" }
  }

  private static func words(_ obstacle: MigrationObstacle) -> String {
    switch obstacle {
    case .missingValue(let value): ([value.path] + value.holders).joined(separator: " of ")
    case .repeatedValues(let entity, let keys): "two \(entity) of one \(keys.joined(separator: "+"))"
    case .ownObjects(let entity): "own objects of \(entity)"
    }
  }

  @Test("Attributes")
  func attributes() {
    let old = Self.model(Self.team(Self.attribute("name"), Self.attribute("size", .integer16), Self.attribute("old")))
    let new = Self.model(
      Self.team(
        Self.attribute("title", renamed: "name"), Self.attribute("size", .integer32),
        Self.attribute("city", isOptional: false)
      ))
    #expect(
      Self.lines(old, new) == [
        "~ Team.title, was name: lightweight", "~ Team.title: renamed from name, was none: compatible",
        "~ Team.size: type Integer32, was Integer16: lightweight", "+ Team.city: fails with city",
        "- Team.old: lightweight",
      ])
  }

  @Test(
    "Types that a lightweight migration converts, of which it is not established, and that it does not",
    arguments: [
      (AttributeType.integer16, AttributeType.integer64, "lightweight"), (.integer64, .double, "lightweight"),
      (.boolean, .integer32, "lightweight"), (.integer32, .integer16, "uncertain, number-type-changed"),
      (.double, .integer64, "uncertain, number-type-changed"), (.double, .decimal, "uncertain, number-type-changed"),
      (.integer16, .boolean, "uncertain, number-type-changed"), (.string, .integer16, "type-changed"),
      (.integer16, .string, "type-changed"), (.date, .double, "type-changed"),
    ])
  func types(old: AttributeType, new: AttributeType, verdict: String) {
    let lines = Self.lines(
      Self.model(Self.team(Self.attribute("size", old))), Self.model(Self.team(Self.attribute("size", new))))
    #expect(lines.map { $0.split(separator: ": ").last.map(String.init) } == [verdict])
  }

  @Test("A composite matters to stores where an attribute uses it, and so far as the hashes cover it")
  func composites() {
    func composite(_ name: String, _ elements: String..., inner: String? = nil, standard: String? = nil)
      -> CompositeDescription
    {
      var composite = CompositeDescription(
        name,
        elements: elements.map { name in
          var element = AttributeDescription(name, .string, isOptional: true)
          element.defaultValue = standard.map { .value(.string($0)) }
          return element
        })
      if let inner { composite.elements.append(AttributeDescription("inner", composite: inner, isOptional: true)) }
      return composite
    }
    func model(_ used: String?, _ composites: CompositeDescription...) -> ManagedObjectModel {
      var model = Self.model(
        Self.team(
          used.map { .attribute(AttributeDescription("home", composite: $0, isOptional: true)) }
            ?? Self.attribute("home")))
      model.composites = composites
      return model
    }
    func verdicts(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [String] {
      let forecast = MigrationForecast(from: old, to: new)
      #expect(forecast.isCompatible == forecast.items.allSatisfy { $0.verdict == .compatible })
      return Self.lines(old, new).map { $0.split(separator: ": ").last.map(String.init) ?? "" }
    }
    let (ab, abc) = (composite("A", "b"), composite("A", "b", "c"))
    #expect(verdicts(model("A", ab), model("A", abc)) == ["lightweight"])
    #expect(verdicts(model("A", abc), model("A", ab)) == ["lightweight"])
    #expect(verdicts(model(nil, ab), model(nil, abc)) == ["compatible"])
    #expect(verdicts(model(nil), model(nil, ab)) == ["compatible"])
    #expect(verdicts(model(nil, ab), model(nil)) == ["compatible"])
    #expect(verdicts(model("A", ab), model("A", composite("A", "b", standard: "x"))) == ["compatible"])
    // One that is used inside another.
    let outer = composite("Outer", "z", inner: "A")
    #expect(verdicts(model("Outer", ab, outer), model("Outer", abc, outer)) == ["lightweight"])
    #expect(verdicts(model(nil, ab, outer), model(nil, abc, outer)) == ["compatible"])
  }

  @Test("Required with and without a default, and a default alone")
  func required() {
    let old = Self.model(Self.team(Self.attribute("a"), Self.attribute("b"), Self.attribute("c")))
    let new = Self.model(
      Self.team(
        Self.attribute("a", isOptional: false),
        Self.attribute("b", isOptional: false, defaultValue: .value(.string("x"))),
        Self.attribute("c", defaultValue: .value(.string("x")))))
    #expect(
      Self.lines(old, new) == [
        "~ Team.a: optional no, was yes: fails with a",
        "~ Team.b: optional no, was yes; default \"x\", was none: lightweight",
        "~ Team.c: default \"x\", was none: compatible",
      ])
  }

  @Test("What every object needs and a migration does not give fails where there are objects")
  func mandatory() {
    func one(_ name: String, _ inverse: String? = nil, isOptional: Bool = false) -> PropertyDescription {
      .relationship(RelationshipDescription(name, to: "Team", isOptional: isOptional, inverse: inverse))
    }
    func lines(_ before: [PropertyDescription], _ now: [PropertyDescription]) -> [String] {
      func model(_ properties: [PropertyDescription]) -> ManagedObjectModel {
        ManagedObjectModel(entities: [EntityDescription("Team", properties: properties)])
      }
      return Self.lines(model(before), model(now))
    }
    #expect(lines([], [one("a")]) == ["+ Team.a: fails with a"])
    #expect(lines([], [one("a", isOptional: true)]) == ["+ Team.a: lightweight"])
    #expect(lines([one("a", isOptional: true)], [one("a")]) == ["~ Team.a: optional no, was yes: fails with a"])
    #expect(lines([one("a")], [one("a", isOptional: true)]) == ["~ Team.a: optional yes, was no: lightweight"])
    // The rows of a to-many are elsewhere, with a minimum or not.
    for minimum in [0, 2] {
      let many = RelationshipDescription("a", to: "Team", isToMany: true, isOptional: false, minimumCount: minimum)
      #expect(lines([], [.relationship(many)]) == ["+ Team.a: lightweight"])
    }
    let attribute = AttributeDescription("a", .string, isOptional: false, isTransient: true)
    #expect(lines([], [.attribute(attribute)]) == ["+ Team.a: lightweight"])
    #expect(
      lines([.attribute(attribute)], [Self.attribute("a", isOptional: false)]) == [
        "~ Team.a: transient no, was yes: fails with a"
      ])
    // A renamed one that becomes required, and one with a default.
    #expect(
      lines([Self.attribute("a")], [Self.attribute("b", isOptional: false, renamed: "a")]).last
        == "~ Team.b: optional no, was yes; renamed from a, was none: fails with b")
    #expect(
      lines([], [Self.attribute("a", isOptional: false, defaultValue: .value("x"))]) == ["+ Team.a: lightweight"])
    #expect(
      lines([], [Self.attribute("a", .date, isOptional: false, defaultValue: .now)]) == ["+ Team.a: lightweight"])
  }

  @Test("Of a hierarchy, the entities are named whose objects lack it")
  func mandatoryInHierarchies() {
    let required = Self.attribute("a", isOptional: false)
    func model(_ person: [PropertyDescription], _ player: [PropertyDescription], isAbstract: Bool = false)
      -> ManagedObjectModel
    {
      Self.model(
        EntityDescription("Person", isAbstract: isAbstract, properties: person),
        EntityDescription("Player", parent: "Person", properties: player), EntityDescription("Coach", parent: "Person"))
    }
    #expect(Self.lines(model([], []), model([required], [])) == ["+ Person.a: fails with a"])
    #expect(Self.lines(model([], []), model([], [required])) == ["+ Player.a: fails with a"])
    #expect(
      Self.lines(model([], [required]), model([required], [])) == [
        "~ Person.a, moved from Player: fails with a of Person of Coach"
      ])
    #expect(
      Self.lines(model([], [required], isAbstract: true), model([required], [], isAbstract: true)) == [
        "~ Person.a, moved from Player: fails with a of Coach"
      ])
    // An entity without objects, abstract or new.
    let alone = Self.model(EntityDescription("Thing", isAbstract: true))
    #expect(
      Self.lines(alone, Self.model(EntityDescription("Thing", isAbstract: true, properties: [required]))) == [
        "+ Thing.a: lightweight"
      ])
    #expect(Self.lines(alone, Self.model(alone.entities[0], Self.team(required))) == ["+ Team: lightweight"])
    // Objects that come under a parent with it.
    let group = EntityDescription("Group", properties: [required])
    #expect(
      Self.lines(Self.model(Self.team()), Self.model(Self.team(parent: "Group"), group)) == [
        "~ Team: parent Group, was none: fails with a", "+ Group: lightweight",
      ])
    #expect(
      Self.lines(Self.model(Self.team(Self.attribute("a"))), Self.model(Self.team(parent: "Group"), group)) == [
        "~ Team: parent Group, was none: lightweight", "+ Group: lightweight",
        "~ Group.a, moved from Team: lightweight", "~ Group.a: optional no, was yes: fails with a",
      ])
  }

  @Test("An element of a composite is asked for where the composite has a value")
  func mandatoryElements() {
    func model(_ isOptional: Bool, _ elements: AttributeDescription...) -> ManagedObjectModel {
      var model = Self.model(
        Self.team(.attribute(AttributeDescription("home", composite: "Address", isOptional: isOptional))))
      model.composites = [CompositeDescription("Address", elements: elements)]
      return model
    }
    let city = AttributeDescription("city", .string, isOptional: true)
    let zip = AttributeDescription("zip", .string)
    var filled = zip
    filled.defaultValue = .value("?")
    func verdicts(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [String] {
      Self.lines(old, new).map { $0.split(separator: ": ").last.map(String.init) ?? "" }
    }
    #expect(verdicts(model(true, city), model(true, city, zip)) == ["fails with home.zip"])
    #expect(verdicts(model(true, city), model(true, city, filled)) == ["lightweight"])
    #expect(
      verdicts(model(true, city), model(true, AttributeDescription("city", .string))) == ["fails with home.city"])
    // A new composite without a value has no elements to ask for.
    var none = model(true, city, zip)
    none.entities[0].properties = []
    #expect(verdicts(none, model(true, city, zip)) == ["lightweight"])
    #expect(verdicts(none, model(false, city, zip)) == ["fails with home"])
  }

  @Test("Relationships")
  func relationships() {
    func model(_ change: (inout RelationshipDescription) -> Void) -> ManagedObjectModel {
      var players = RelationshipDescription("players", to: "Player", isToMany: true, isOptional: true, inverse: "team")
      change(&players)
      return Self.model(
        Self.team(.relationship(players)),
        EntityDescription(
          "Player",
          properties: [.relationship(RelationshipDescription("team", to: "Team", isOptional: true, inverse: "players"))]
        ))
    }
    let old = model { _ in }
    #expect(
      Self.lines(old, model { $0.deleteRule = .cascade }) == [
        "~ Team.players: delete rule cascade, was nullify: compatible"
      ])
    #expect(Self.lines(old, model { $0.isOrdered = true }) == ["~ Team.players: ordered yes, was no: lightweight"])
    #expect(
      Self.lines(old, model { $0.isToMany = false }) == [
        "~ Team.players: type to-one, was to-many: to-many-became-to-one"
      ])
    #expect(Self.lines(model { $0.isToMany = false }, old) == ["~ Team.players: type to-many, was to-one: lightweight"])
  }

  @Test("Hierarchies")
  func hierarchies() {
    let (team, club) = (Self.team(Self.attribute("name")), EntityDescription("Club"))
    let group = EntityDescription("Group")
    let joined = Self.model(
      Self.team(Self.attribute("name"), parent: "Group"), EntityDescription("Club", parent: "Group"), group)
    #expect(
      Self.lines(Self.model(team, club), joined) == [
        "~ Team: parent Group, was none: hierarchies-merged", "~ Club: parent Group, was none: hierarchies-merged",
        "+ Group: hierarchies-merged",
      ])
    #expect(
      Self.lines(Self.model(team), Self.model(Self.team(Self.attribute("name"), parent: "Group"), group)) == [
        "~ Team: parent Group, was none: lightweight", "+ Group: lightweight",
      ])
  }

  @Test(
    "A new uniqueness constraint fails where two objects may share its values, and so does an edit with two that do")
  func repeatedValues() throws {
    func team(_ unique: [[String]], _ properties: PropertyDescription..., parent: String? = nil) -> EntityDescription {
      var team = Self.team(parent: parent)
      team.properties = properties
      team.uniquenessConstraints = unique
      return team
    }
    /// The verdicts, and the same of an edit under which there are two objects.
    func lines(_ old: EntityDescription..., becoming new: EntityDescription...) throws -> [String] {
      let (old, new) = (ManagedObjectModel(entities: old), ManagedObjectModel(entities: new))
      let context = try ManagedObjectContext.checked(old)
      for _ in 0..<2 {
        let names = old.properties(of: "Team").compactMap(\.attribute?.name)
        try context.make("Team", Dictionary(uniqueKeysWithValues: names.map { ($0, Value.string("x")) }))
      }
      let lines = Self.lines(old, new)
      do throws(ModelChangeError) {
        try context.setModel(new)
        #expect(!lines.contains { $0.contains("fails") }, "\(lines)")
      } catch {
        #expect(lines.contains { $0.contains("fails") }, "\(lines) \(error)")
      }
      return lines
    }
    let (name, city) = (Self.attribute("name"), Self.attribute("city"))
    let filled = Self.attribute("code", defaultValue: .value("x"))
    #expect(
      try lines(team([], name), becoming: team([["name"]], name)) == [
        "~ Team: unique name, was none: fails with two Team of one name"
      ])
    #expect(
      try lines(team([["name"]], name, city), becoming: team([["name", "city"]], name, city)).last?.hasSuffix(
        "fails with two Team of one name+city") == true)
    // None that is new: in another order, gone, and under the property's new name.
    #expect(
      try !lines(team([["name", "city"]], name, city), becoming: team([["city", "name"]], name, city)).contains {
        $0.contains("fails")
      })
    #expect(
      try lines(team([["name"]], name), becoming: team([], name)) == ["~ Team: unique none, was name: lightweight"])
    let title = Self.attribute("title", renamed: "name")
    #expect(
      !Self.lines(Self.model(team([["name"]], name)), Self.model(team([["title"]], title))).contains {
        $0.contains("fails")
      })
    // A new attribute without a default is nil in every object, and nil repeats nothing.
    #expect(try !lines(team([], name), becoming: team([["city"]], name, city)).contains { $0.contains("fails") })
    #expect(
      try lines(team([], name), becoming: team([["code"]], name, filled)).first?.hasSuffix("two Team of one code")
        == true)
    // The objects are those of sub-entities as well, and a new entity has none.
    var thing = EntityDescription("Thing", isAbstract: true, properties: [name])
    let plain = thing
    thing.uniquenessConstraints = [["name"]]
    #expect(
      try lines(plain, team([], parent: "Thing"), becoming: thing, team([], parent: "Thing")) == [
        "~ Thing: unique name, was none: fails with two Thing of one name"
      ])
    #expect(Self.lines(Self.model(plain), Self.model(thing)) == ["~ Thing: unique name, was none: lightweight"])
    #expect(Self.lines(Self.model(), Self.model(team([["name"]], name))) == ["+ Team: lightweight"])
  }

  @Test("An entity that becomes abstract fails where it has objects of its own, and so does an edit")
  func ownObjects() throws {
    let (name, sub) = (Self.attribute("name"), EntityDescription("Club", parent: "Team"))
    let (old, new) = (Self.model(Self.team(name), sub), Self.model(Self.team(name), sub))
    var abstract = new
    abstract.entities[0].isAbstract = true
    #expect(Self.lines(old, abstract) == ["~ Team: abstract yes, was no: fails with own objects of Team"])
    #expect(Self.lines(abstract, old) == ["~ Team: abstract no, was yes: lightweight"])
    let context = try ManagedObjectContext.checked(old)
    try context.make("Club")
    try context.setModel(abstract)
    try context.setModel(old)
    let team = try context.make("Team")
    #expect(throws: ModelChangeError.abstractWithObjects(team, entity: "Team")) { try context.setModel(abstract) }
  }

  @Test("Problems of a model, and no change at all")
  func others() {
    let sound = Self.model(Self.team(Self.attribute("name")))
    #expect(Self.lines(sound, sound) == [])
    let broken = Self.model(
      Self.team(), Self.team(), EntityDescription("A", parent: "B"), EntityDescription("B", parent: "A"))
    #expect(Self.lines(sound, broken).map { $0.prefix(6) } == ["other:"])
    #expect(Self.lines(broken, sound).count == 1)
  }

  @Test("Two that were renamed from the same one")
  func ambiguous() {
    let old = Self.model(Self.team(Self.attribute("name")))
    let new = Self.model(Self.team(Self.attribute("a", renamed: "name"), Self.attribute("b", renamed: "name")))
    let lines = Self.lines(old, new)
    #expect(
      lines.contains { $0.hasSuffix("ambiguous-renaming") } && !lines.contains { $0.hasPrefix("other") }, "\(lines)")
  }
}
