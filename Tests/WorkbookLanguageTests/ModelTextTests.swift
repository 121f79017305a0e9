import Diagnostics
import ObjectGraph
import Predicates
import Support
import Testing

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

@testable import WorkbookLanguage

/// Printing a model gives source that parses to the same model.
@Suite("A model as source")
struct ModelTextTests {
  static func parsed(_ source: String) -> (model: ManagedObjectModel, messages: [String]) {
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText(source))
    let messages = outcomes.filter(\.failed).flatMap { outcome in
      outcome.diagnostics.map { DiagnosticFormatter().format($0, in: outcome.source) }
    }
    return (interpreter.context.model, messages)
  }

  /// A model with everything that the language has words for.
  static func everything() -> ManagedObjectModel {
    let model = ManagedObjectModel("League") {
      CompositeDescription("Geo") {
        Attribute("latitude", .double, isOptional: true, minimumValue: -90, maximumValue: 90)
      }
      CompositeDescription("Address") {
        Attribute("city", .string, minimumLength: 1, maximumLength: 40, userInfo: ["label": "City"])
        Attribute("geo", composite: "Geo", isOptional: true)
      }
      EntityDescription("Person", isAbstract: true) {
        Attribute("born", .date, defaultValue: .now)
        Attribute(
          "uuid", .uuid, isOptional: true,
          defaultValue: .value(.uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)))))
        FetchedPropertyDescription(
          "peers", of: "Person",
          predicate: Predicate.parse("born == $FETCH_SOURCE.born AND SELF != $FETCH_SOURCE").predicate,
          sortDescriptors: [SortDescriptor("born", isAscending: false)], limit: 5, userInfo: ["color": "Green"])
      }
      EntityDescription("Player", parent: "Person") {
        Attribute(
          "salary", .decimal, defaultValue: .value(.decimal(Decimal(string: "19.99") ?? 0)), maximumValue: .decimal(100)
        )
        Attribute("height", .double, isOptional: true, defaultValue: .value(.double(1.5)), minimumValue: 0)
        Attribute("email", .string, isOptional: true, isIndexed: true, pattern: "[^@\"\\\\]+@\\d+\n")
        Attribute("photo", .binaryData, isOptional: true, defaultValue: .value(.data(Data(0..<40))))
        Attribute("page", .uri, isOptional: true, defaultValue: .value(.url(URL(fileURLWithPath: "/a b"))))
        Attribute("note", .undefined, isOptional: true, isTransient: true)
        Attribute(
          "color", .transformable, isOptional: true, defaultValue: .value("#98002e"), transformerName: "HexColor")
        Attribute("home", composite: "Address", isOptional: true)
        Attribute(
          "where", .string, isOptional: true, renamingIdentifier: "place",
          userInfo: ["com.example.a b": 1, "old": true])
        Attribute("size", .integer64, isOptional: true, derivation: Expression.parse("friends.@count + 1").expression)
        ToOne("team", to: "Team", inverse: "players", isOptional: false, deleteRule: .deny)
        ToMany("friends", to: "Player", inverse: "friends", isOrdered: true, minimumCount: 2, maximumCount: 9)
        RelationshipDescription(
          "scratch", to: "Team", isOptional: true, isTransient: true, isIndexed: true, renamingIdentifier: "x")
        Unique("email", "team")
        ValidationRule(
          "tall \"enough\"", Predicate.parse("height == nil OR height > 1.2").predicate ?? Predicate(.constant(true)))
      }
      EntityDescription("Team") {
        ToMany("players", to: "Player", inverse: "team", minimumCount: 1, deleteRule: .cascade)
      }
      FetchRequestTemplate(
        "ByColor",
        FetchRequest(
          "Player",
          predicate: Predicate(
            .and([
              Predicate.parse("color == $COLOR").predicate ?? Predicate(.constant(true)),
              Predicate.parse("born > %@", arguments: [.date(Date(timeIntervalSinceReferenceDate: 86_400))]).predicate
                ?? Predicate(.constant(true)),
            ])),
          sortDescriptors: [SortDescriptor("team.name"), SortDescriptor("height", isAscending: false)], limit: 3,
          offset: 1,
          includesSubentities: false))
      ConfigurationDescription("Cloud", entities: ["Player", "Team"])
    }
    var wanted = model
    wanted[entity: "Team"]?.renamingIdentifier = "Club"
    wanted[entity: "Team"]?.versionHashModifier = "2"
    wanted[entity: "Player"]?.versionHashModifier = "a \"b\""
    wanted[entity: "Person"]?.managedObjectClassName = ".Human"
    wanted[entity: "Person"]?.codeGeneration = .manual
    wanted[entity: "Team"]?.codeGeneration = .category
    wanted[entity: "Team"]?.isSyncable = false
    wanted[entity: "Player"]?.indexes = [
      FetchIndexDescription("byEmail", [.init("email", isAscending: false), .init("born")]),
      FetchIndexDescription("by place", [.init("height", collation: .rTree), .init("home.city")]),
    ]
    func change(_ name: String, of entity: String, _ body: (inout AttributeDescription) -> Void) {
      guard var attribute = wanted[entity: entity]?[property: name]?.attribute else { return }
      body(&attribute)
      wanted[entity: entity]?[property: name] = .attribute(attribute)
    }
    change("photo", of: "Player") { $0.allowsExternalBinaryDataStorage = true }
    change("color", of: "Player") { $0.valueClassName = "UIColor" }
    change("email", of: "Player") { $0.isIndexedBySpotlight = true }
    change("height", of: "Player") { ($0.usesScalarValue, $0.isSyncable) = (false, false) }
    change("born", of: "Person") { $0.usesScalarValue = true }
    if var team = wanted[entity: "Player"]?[property: "team"]?.relationship {
      team.isSyncable = false
      wanted[entity: "Player"]?[property: "team"] = .relationship(team)
    }
    if var peers = wanted[entity: "Person"]?[property: "peers"]?.fetched {
      peers.isSyncable = false
      wanted[entity: "Person"]?[property: "peers"] = .fetched(peers)
    }
    wanted.composites[1].userInfo = ["label": "Place"]
    wanted[entity: "Team"]?.userInfo = ["a": 1.5, "b": .date(Date(timeIntervalSinceReferenceDate: 0))]
    return wanted
  }

  @Test func everythingThereIs() {
    let wanted = Self.everything()
    let source = ModelText.source(wanted)
    let (found, messages) = Self.parsed(source)
    #expect(messages == [], "\(source)")
    #expect(found.difference(from: wanted).changes.map(\.description) == [])
    #expect((found == wanted) == true, "\(source)")
    #expect(ModelText.source(found) == source)
  }

  @Test func whatHasNoWordsIsARemark() {
    var model = ManagedObjectModel("League") { EntityDescription("Team") { Attribute("name", .string) } }
    model.versionIdentifiers = ["2"]
    #expect(
      ModelText.source(model) == """
        model League
        // version identifiers: 2
        entity Team {
          name: String
        }

        """)
  }

  /// Models in the manner of the real ones: many entities, long hierarchies, odd names.
  @Test(arguments: 0..<200) func randomModels(seed: UInt64) {
    var random = SplitMix(state: seed)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func flag() -> Bool { random.next() & 1 == 0 }
    let words = [
      "name", "where", "fetch", "size", "count", "entityName", "first", "any", "in", "unique_", "rule", "model",
      "größe", "x1",
    ]
    let types: [(AttributeType, [Value])] = [
      (.string, ["", "a\"b\\c\n", "nil"]), (.integer16, [0, -3]), (.integer64, [.integer(.max), .integer(.min + 1)]),
      (.double, [.double(0.1), .double(-1e-7), .double(1e300)]), (.boolean, [true, false]),
      (.date, [.date(Date(timeIntervalSinceReferenceDate: 12_345))]),
      (.decimal, [.decimal(Decimal(string: "-0.5") ?? 0)]),
      (.binaryData, [.data(Data([1, 2]))]),
    ]
    var model = ManagedObjectModel(name: "M\(seed)")
    let names = (0..<(1 + below(8))).map { "E\($0)" }
    for (index, name) in names.enumerated() {
      var entity = EntityDescription(name, isAbstract: flag(), parent: index > 0 && flag() ? names[below(index)] : nil)
      for word in words.indices where flag() {
        let key = "\(words[word])\(index)"
        switch below(4) {
        case 0, 1:
          let (type, defaults) = types[below(types.count)]
          var attribute = Attribute(key, type, isOptional: flag())
          if flag() { attribute.defaultValue = .value(defaults[below(defaults.count)]) }
          attribute.isIndexed = flag()
          attribute.isTransient = below(5) == 0
          if flag() { attribute.userInfo = ["k\(below(3))": .integer(Int64(below(100)))] }
          entity.properties.append(.attribute(attribute))
        case 2:
          entity.properties.append(
            .relationship(
              RelationshipDescription(
                key, to: names[below(names.count)], isToMany: flag(), isOptional: flag(),
                deleteRule: DeleteRule.allCases[below(DeleteRule.allCases.count)])))
        default:
          entity.properties.append(
            .fetched(
              FetchedPropertyDescription(
                key, of: names[below(names.count)],
                predicate: flag() ? Predicate.parse("SELF == $FETCH_SOURCE AND #size > 3").predicate : nil,
                limit: flag() ? 3 : nil)))
        }
      }
      model.entities.append(entity)
    }
    let source = ModelText.source(model)
    let (found, messages) = Self.parsed(source)
    #expect(messages == [], "\(source)")
    #expect(found == model, "\(source)\n\(found.difference(from: model).changes)")
  }
}

/// Attributes without a type: Xcode saves them, and refuses to build the app.
@Suite("What statements cannot say of a model")
struct UntypedTextTests {
  @Test("are written as comments, and named as not written")
  func comments() {
    let model = ManagedObjectModel("League") {
      EntityDescription("Team") {
        Attribute("name", .string, isOptional: true)
        Attribute("any", .undefined, isOptional: true)
        Attribute("mood", .undefined, isOptional: true, isTransient: true)
      }
    }
    let (found, messages) = ModelTextTests.parsed(ModelText.source(model))
    #expect(messages == [])
    #expect(found.entities[0].properties.map(\.name) == ["name", "mood"])
    #expect(ModelText.source(model).contains("  // any: Undefined?\n"))
    #expect(ModelText.losses(model) == ["Team.any, without a type"])
  }

  @Test("so are the result types of fetch requests, and identifiers of versions")
  func requests() {
    var request = FetchRequest("Team")
    (request.resultType, request.returnsDistinctResults) = (.dictionaries, true)
    var model = ManagedObjectModel("League") {
      EntityDescription("Team") { Attribute("name", .string) }
      FetchRequestTemplate("Names", request)
      FetchRequestTemplate("All", FetchRequest("Team"))
    }
    model.versionIdentifiers = ["2"]
    #expect(
      ModelText.losses(model) == [
        "the result type and the distinct results of Names", "the identifier of the version",
      ])
  }
}

/// Names that are words of the language too, as in models of others: an entity `group`, an app whose model is `model`.
@Suite("Names that are words of the language")
struct WordNameTests {
  static let words = Set(
    StatementWord.allCases.map(\.rawValue) + AttributeType.allCases.map(\.rawValue) + AttributeType.synonyms.keys
      + Keyword.allCases.flatMap { [$0.rawValue, $0.rawValue.lowercased()] }.filter { !$0.contains("-") }
      + OptionWord.words + EntityOptionWord.words + ["only", "where", "sort", "from", "object", "objects", "color"]
  ).sorted()

  @Test("come back in every place that a model has for one", arguments: words)
  func inModels(_ word: String) {
    // Every object answers to these already.
    let key = ["class", "entity", "hash", "self"].contains(word) ? "key" : word
    let model = ManagedObjectModel(word) {
      EntityDescription("Ancestor") { Attribute(key, .string, isOptional: true, isIndexed: true) }
      EntityDescription(word, parent: "Ancestor") {
        Attribute("weight", .integer16, isOptional: true)
        ToMany("others", to: word, inverse: "other")
        ToOne("other", to: word, inverse: "others", isOptional: true)
        FetchedPropertyDescription("equals", of: word, predicate: Predicate.parse("weight == 1").predicate)
        Unique(key)
      }
      EntityDescription("Heir", parent: word) { Attribute("age", .double, isOptional: true) }
      FetchRequestTemplate("Big", FetchRequest(word, predicate: Predicate.parse("weight > 3").predicate))
      ConfigurationDescription(word, entities: [word, "Heir"])
    }
    var renamed = model
    renamed.entities[1].renamingIdentifier = "old"
    renamed.entities[1].indexes = [FetchIndexDescription(word, [.init(key, isAscending: false), .init("weight")])]
    let (found, messages) = ModelTextTests.parsed(ModelText.source(renamed))
    #expect(messages == [])
    #expect(found == renamed, "\(ModelText.source(renamed))")
  }

  @Test("come back in templates and composites", arguments: words)
  func inParts(_ word: String) {
    let model = ManagedObjectModel("Parts") {
      CompositeDescription(word) { Attribute("city", .string, isOptional: true) }
      EntityDescription("Team") { Attribute("home", composite: word, isOptional: true) }
    }
    let (found, messages) = ModelTextTests.parsed(ModelText.source(model))
    #expect(messages == [])
    #expect(found == model, "\(ModelText.source(model))")
    let other = ManagedObjectModel("Parts") {
      EntityDescription("Team") { Attribute("home", .string, isOptional: true) }
      FetchRequestTemplate(word, FetchRequest("Team"))
      FetchRequestTemplate("\(word) of \"all\"", FetchRequest("Team"))
      ConfigurationDescription("\(word) and more", entities: ["Team"])
    }
    let (second, problems) = ModelTextTests.parsed(ModelText.source(other))
    #expect(problems == [])
    #expect(second == other, "\(ModelText.source(other))")
  }

  @Test(
    "are written with # where an object is made or set", arguments: ["group", "save", "Date", "player", "Function"])
  func inObjects(_ word: String) {
    var interpreter = Interpreter()
    let lines = """
      entity #\(word) { name: String?; other -> #\(word)? }
      let a = #\(word)(name: "a")
      #\(word)(other: a)
      #\(word)()
      #\(word)#2.name = "b"
      save
      delete #\(word)#3
      """
    #expect(interpreter.run(SourceText(lines)).filter(\.failed).flatMap(\.diagnostics).map(\.message) == [])
    let wanted = GraphTextTests.snapshot(interpreter)
    #expect(wanted.objects["\(word)#2"]?["name"] == "string(\"b\")")
    let trip = GraphTextTests.trip(&interpreter)
    #expect(trip.failures == [])
    #expect(GraphTextTests.snapshot(trip.copy) == wanted, "\(trip.text)")
  }

  @Test("that every object answers to already get a hint that keeps the entity's capitals")
  func reserved() {
    let messages = ModelTextTests.parsed("entity BusinessCard { hash: String? }").messages
    #expect(messages.first?.contains("such as businessCardHash") == true, "\(messages)")
  }

  @Test("are refused without the #")
  func unmarked() {
    for word in ["group", "Date"] {
      #expect(ModelTextTests.parsed("entity \(word) { name: String? }").messages.count == 1)
    }
    #expect(ModelTextTests.parsed("let #save = 3").messages.count == 1)
  }
}
