import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

@Suite("Models from Xcode's contents")
struct XcodeModelReadingTests {
  /// A model with everything that a file can have; our own.
  static let library = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="20084" systemVersion="21D62" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="one">
        <entity name="Book" representedClassName="BookClass" syncable="YES" codeGenerationType="class">
            <attribute name="added" optional="YES" attributeType="Date" defaultDateTimeInterval="86400" usesScalarValueType="NO"/>
            <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="home" optional="YES" attributeType="Composite" composite="Shelf"/>
            <attribute name="isbn" attributeType="String" minValueString="10" maxValueString="13" regularExpressionString="[0-9X]+"/>
            <attribute name="lent" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
            <attribute name="mood" optional="YES" transient="YES"/>
            <attribute name="pages" optional="YES" attributeType="Integer 32" minValueString="1" maxValueString="5000" defaultValueString="0.0" usesScalarValueType="YES" elementID="pageCount" versionHashModifier="2"/>
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="9.95"/>
            <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
            <attribute name="title" attributeType="String">
                <userInfo>
                    <entry key="label" value="Title &amp; subtitle"/>
                </userInfo>
            </attribute>
            <attribute name="titleKey" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(title)"/>
            <relationship name="authors" optional="YES" toMany="YES" minCount="1" maxCount="9" deletionRule="Nullify" ordered="YES" destinationEntity="Person" inverseName="books" inverseEntity="Person"/>
            <relationship name="reader" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Person"/>
            <fetchedProperty name="cheaper" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="price &lt; $FETCH_SOURCE.price"/>
            </fetchedProperty>
            <fetchIndex name="byTitleIndex">
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byPrice">
                <fetchIndexElement property="price" type="Binary" order="descending"/>
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="isbn"/>
                </uniquenessConstraint>
                <uniquenessConstraint>
                    <constraint value="title"/>
                    <constraint value="added"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo>
                <entry key="plural" value="books"/>
            </userInfo>
        </entity>
        <entity name="Novel" representedClassName="Novel" parentEntity="Book" elementID="Story" syncable="YES"/>
        <entity name="Person" representedClassName="Person" isAbstract="YES" versionHashModifier="x" syncable="YES">
            <attribute name="name" attributeType="String" indexed="YES"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="authors" inverseEntity="Book"/>
        </entity>
        <fetchRequest name="Long" entity="Book" predicateString="pages &gt; $PAGES" fetchLimit="10" includeSubentities="YES" resultType="1"/>
        <configuration name="Cloud">
            <memberEntity name="Book"/>
            <memberEntity name="Novel"/>
        </configuration>
        <composite name="Shelf">
            <attribute name="row" optional="YES" attributeType="Integer 16"/>
        </composite>
        <elements>
            <element name="Book" positionX="-54" positionY="-9" width="128" height="240"/>
            <element name="Novel" positionX="90" positionY="9" width="128" height="44"/>
            <element name="Person" positionX="180" positionY="9" width="128" height="74"/>
        </elements>
    </model>
    """

  static func document(_ text: String = library) throws -> XcodeModelDocument {
    try XcodeModelDocument(SourceText(text, name: "contents"))
  }

  static let model = ManagedObjectModel(
    name: "Library",
    entities: [
      EntityDescription(
        "Book",
        properties: [
          .attribute(
            AttributeDescription(
              "added", .date, isOptional: true,
              defaultValue: .value(.date(Date(timeIntervalSinceReferenceDate: 86400))))),
          .attribute(
            AttributeDescription("cover", .binaryData, isOptional: true, allowsExternalBinaryDataStorage: true)),
          .attribute(AttributeDescription("home", composite: "Shelf", isOptional: true)),
          .attribute(AttributeDescription("isbn", .string, minimumLength: 10, maximumLength: 13, pattern: "[0-9X]+")),
          .attribute(AttributeDescription("lent", .boolean, defaultValue: false)),
          .attribute(AttributeDescription("mood", .undefined, isOptional: true, isTransient: true)),
          .attribute(
            AttributeDescription(
              "pages", .integer32, isOptional: true, defaultValue: 0, minimumValue: 1, maximumValue: 5000,
              renamingIdentifier: "pageCount", versionHashModifier: "2")),
          .attribute(
            AttributeDescription(
              "price", .decimal, isOptional: true, defaultValue: .value(.decimal(Decimal(string: "9.95") ?? 0)))),
          .attribute(
            AttributeDescription(
              "tags", .transformable, isOptional: true, transformerName: "NSSecureUnarchiveFromData",
              valueClassName: "[String]")),
          .attribute(
            AttributeDescription("title", .string, isIndexed: true, userInfo: ["label": "Title & subtitle"])),
          .attribute(
            AttributeDescription(
              "titleKey", .string, isOptional: true, derivation: Expression.parse("canonical(title)").expression)),
          .relationship(
            RelationshipDescription(
              "authors", to: "Person", isToMany: true, isOptional: true, isOrdered: true, inverse: "books",
              minimumCount: 1, maximumCount: 9)),
          .relationship(RelationshipDescription("reader", to: "Person", isOptional: true, deleteRule: .deny)),
          .fetched(
            FetchedPropertyDescription(
              "cheaper", of: "Book", predicate: Predicate.parse("price < $FETCH_SOURCE.price").predicate)),
        ], uniquenessConstraints: [["isbn"], ["title", "added"]],
        indexes: [FetchIndexDescription("byPrice", [.init("price", isAscending: false), .init("title")])],
        managedObjectClassName: "BookClass", userInfo: ["plural": "books"]),
      EntityDescription("Novel", parent: "Book", codeGeneration: .manual, renamingIdentifier: "Story"),
      EntityDescription(
        "Person", isAbstract: true,
        properties: [
          .attribute(AttributeDescription("name", .string, isIndexed: true)),
          .relationship(
            RelationshipDescription(
              "books", to: "Book", isToMany: true, isOptional: true, inverse: "authors", deleteRule: .cascade)),
        ], codeGeneration: .manual, versionHashModifier: "x"),
    ],
    composites: [
      CompositeDescription(
        "Shelf", elements: [AttributeDescription("row", .integer16, isOptional: true, usesScalarValue: false)])
    ],
    fetchRequestTemplates: [
      FetchRequestTemplate(
        "Long",
        FetchRequest(
          "Book", predicate: Predicate.parse("pages > $PAGES").predicate, limit: 10, includesPendingChanges: false,
          resultType: .objectIDs))
    ],
    configurations: [ConfigurationDescription("Cloud", entities: ["Book", "Novel"])], versionIdentifiers: ["one"])

  @Test(
    "An inverse of another entity than the destination is one finding, which says which of the two is wrong",
    arguments: [
      // The destination has the inverse.
      (
        """
        <entity name="Team"/>
        <entity name="Player"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="players" inverseEntity="Club"/></entity>
        <entity name="Club"><relationship name="players" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Team"/></entity>
        """, ["warning: Club.players leads to Player, and its inverse is one of Team: set inverseEntity to Player"], []
      ),
      // The other entity is none.
      (
        """
        <entity name="Player"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="players" inverseEntity="Club"/></entity>
        <entity name="Club"><relationship name="players" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Plyer"/></entity>
        """, ["warning: Club.players leads to Player, and its inverse is one of Plyer: set inverseEntity to Player"], []
      ),
      // The other entity has the inverse: the destination is wrong.
      (
        """
        <entity name="Player"/>
        <entity name="Team"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="teams" inverseEntity="Club"/></entity>
        <entity name="Club"><relationship name="teams" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Team"/></entity>
        """, ["error: Club.teams leads to Player, and its inverse is one of Team: set destinationEntity to Team"],
        ["Club.teams", "Team.club"]
      ),
      // A child of the destination has it.
      (
        """
        <entity name="Member"/>
        <entity name="Player" parentEntity="Member"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="players" inverseEntity="Club"/></entity>
        <entity name="Club"><relationship name="players" toMany="YES" destinationEntity="Member" inverseName="club" inverseEntity="Player"/></entity>
        """, ["error: Club.players leads to Member, and its inverse is one of Player: set destinationEntity to Player"],
        ["Club.players", "Player.club"]
      ),
      // The destination inherits it.
      (
        """
        <entity name="Member"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="players" inverseEntity="Club"/></entity>
        <entity name="Player" parentEntity="Member"/>
        <entity name="Club"><relationship name="players" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Member"/></entity>
        """, [], []
      ),
      // Neither has it, or it belongs to another relationship, or the destination does not exist: the model says so.
      (
        """
        <entity name="Player"><relationship name="club" maxCount="1" destinationEntity="Club" inverseName="players" inverseEntity="Club"/></entity>
        <entity name="Team"/>
        <entity name="Club">
          <relationship name="players" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Player"/>
          <relationship name="fans" toMany="YES" destinationEntity="Player" inverseName="fanOf" inverseEntity="Team"/>
          <relationship name="stars" toMany="YES" destinationEntity="Player" inverseName="club" inverseEntity="Team"/>
          <relationship name="guests" toMany="YES" destinationEntity="Guest" inverseName="club" inverseEntity="Player"/>
        </entity>
        """, [], []
      ),
    ])
  func inverseOfAnother(entities: String, findings: [String], misplaced: [String]) throws {
    let reading = try XcodeModelDocument(SourceText("<model>\(entities)</model>")).model(named: "Model")
    #expect(reading.findings.map { "\($0.severity): \($0.message): \($0.hint ?? "")" } == findings)
    #expect(reading.misplacedInverses == Set(misplaced))
  }

  @Test("Every part of a model is read")
  func everything() throws {
    let reading = try Self.document().model(named: "Library")
    for (entity, expected) in zip(reading.model.entities, Self.model.entities) {
      for (property, other) in zip(entity.properties, expected.properties) { #expect(property == other) }
      #expect(entity == expected)
    }
    #expect(reading.model == Self.model)
    #expect(reading.findings.isEmpty)
    #expect(reading.kept == [])
  }

  static func lines(_ findings: [Diagnostic]) -> [String] {
    findings.map { finding in
      let place = finding.range.flatMap { finding.source?.position(at: $0.lowerBound) }
      return "\(place.map { "\($0.line):\($0.column)" } ?? "-") \(finding.message)"
    }
  }

  @Test(
    "What cannot be read is reported with its place",
    arguments: [
      (
        #"<attribute name="a" attributeType="Integer 16" defaultValueString="x"/>"#,
        "2:1 the default of T.a is not an Integer16: x"
      ),
      (
        #"<attribute name="a" attributeType="Double" maxValueString="nan"/>"#,
        "2:1 the maximum of T.a is not a Double: nan"
      ),
      (
        #"<attribute name="a" attributeType="String" minValueString="1.5"/>"#,
        "2:1 minValueString of T.a is no whole number: 1.5"
      ),
      (
        #"<attribute name="a" attributeType="Integer 16" minValueString=""/>"#,
        "2:1 the minimum of T.a is not an Integer16: it is empty"
      ),
      (
        #"<attribute name="a" attributeType="Double" defaultValueString=" "/>"#,
        "2:1 the default of T.a is not a Double: it is blank"
      ),
      (#"<relationship name="r" maxCount=""/>"#, "2:1 maxCount of T.r is no whole number: it is empty"),
      (#"<attribute name="a" attributeType=""/>"#, "2:1 the type of T.a is not known: it is empty"),
      (#"<attribute name="a" attributeType="ObjectID"/>"#, "2:1 the type of T.a is not known: ObjectID"),
      (#"<attribute name="a" attributeType="Composite"/>"#, "2:1 T.a names no composite"),
      (
        #"<attribute name="a" attributeType="String" derived="YES" derivationExpression="canonical:(("/>"#,
        "2:1 the derivation of T.a can't be read: expected a value after '(', but the text ends here"
      ),
      (#"<relationship name="r" deletionRule="Burn"/>"#, "2:1 there is no delete rule 'Burn'"),
      (
        #"<relationship name="r" maxCount="99999999999999999999"/>"#,
        "2:1 maxCount of T.r is no whole number: 99999999999999999999"
      ),
      (#"<fetchedProperty name="f"/>"#, "2:1 T.f has no fetch request and is left out"),
      (
        #"<fetchedProperty name="f"><fetchRequest entity="T" predicateString="a =="/></fetchedProperty>"#,
        "2:27 the predicate of T.f can't be read, so it is left out: expected a value after '==', but the text ends here"
      ),
      (
        #"<sparkle/><attribute name="a" glitter="1" attributeType="String"/>"#,
        "2:1 Graphbook does not know some of the file's content and keeps it as it is: <sparkle>, attribute glitter="
      ),
      (
        #"<relationship name="r" deleteRule="Cascade"/>"#,
        "2:1 relationship deleteRule= is no key of Xcode's, and deletionRule= is missing"
      ),
      (
        #"<attribute name="a" optionl="YES" attributeType="String"/><attribute name="b" optionl="NO" attributeType="String"/>"#,
        "2:1 attribute optionl= is no key of Xcode's, and optional= is missing, in 2 places"
      ),
      // A key that is there has been found by whoever wrote the other one.
      (
        #"<relationship name="r" deleteRule="Cascade" deletionRule="Cascade"/>"#,
        "2:1 Graphbook does not know some of the file's content and keeps it as it is: relationship deleteRule="
      ),
    ])
  func findings(_ pair: (element: String, message: String)) throws {
    let document = try Self.document("<model><entity name=\"T\">\n\(pair.element)\n</entity></model>")
    #expect(Self.lines(document.model(named: "T").findings) == [pair.message])
  }

  @Test("The default of an integer that was Boolean is 0 or 1, and stays as it is written")
  func integersThatWereBoolean() throws {
    for type in ["Integer 16", "Integer 32", "Integer 64"] {
      for (word, number) in [("NO", Int64(0)), ("YES", 1)] {
        let text = """
          <model><entity name="T" representedClassName="T">
          <attribute name="a" attributeType="\(type)" defaultValueString="\(word)" usesScalarValueType="YES"/>
          </entity></model>
          """
        let document = try Self.document(text)
        let reading = document.model(named: "T")
        #expect(reading.findings.isEmpty)
        #expect(
          reading.model[entity: "T"]?[property: "a"]?.attribute?.defaultValue == .value(.integer(number)), "\(word)")
        var model = reading.model
        model[entity: "T"]?[property: "b"] = .attribute(AttributeDescription("b", .string, isOptional: true))
        #expect(document.merging(model).document.text.contains("defaultValueString=\"\(word)\""))
      }
    }
  }

  @Test("A transient fetched property, as older versions of Xcode wrote it, is no unknown content, and stays")
  func transientFetchedProperty() throws {
    let text = """
      <model><entity name="T" representedClassName="T">
      <fetchedProperty name="f" optional="YES" transient="YES" syncable="YES"><fetchRequest name="r" entity="T"/></fetchedProperty>
      </entity></model>
      """
    let document = try Self.document(text)
    let reading = document.model(named: "T")
    #expect(reading.findings.isEmpty)
    var model = reading.model
    model[entity: "T"]?[property: "b"] = .attribute(AttributeDescription("b", .string, isOptional: true))
    #expect(document.merging(model).document.text.contains(#"optional="YES" transient="YES""#))
  }

  @Test("An unknown word for code generation is one note for all entities, and stays")
  func unknownCodeGeneration() throws {
    let entities = ["A", "B"].map {
      "<entity name=\"\($0)\" representedClassName=\"\($0)\" codeGenerationType=\"hand\"/>"
    }
    let document = try Self.document("<model>\n\(entities.joined(separator: "\n"))\n</model>")
    let findings = document.model(named: "T").findings
    #expect(Self.lines(findings) == ["2:1 there is no code generation 'hand', so that of A, B is read as manual"])
    #expect(findings.map(\.severity) == [.note])
    #expect(document.text.contains("codeGenerationType=\"hand\""))
  }

  @Test("The word none for code generation is manual, and stays")
  func manualCodeGeneration() throws {
    let document = try Self.document(
      "<model><entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"none\"/></model>")
    let reading = document.model(named: "T")
    #expect(reading.findings.isEmpty)
    #expect(reading.model[entity: "A"]?.codeGeneration == .manual)
    var model = reading.model
    model[entity: "A"]?[property: "b"] = .attribute(AttributeDescription("b", .string, isOptional: true))
    #expect(document.merging(model).document.text.contains("codeGenerationType=\"none\""))
  }

  @Test(
    "An empty default is left over from a change of type, and stays",
    arguments: ["URI", "Binary", "Integer 32", "Date", "UUID"])
  func emptyDefaults(type: String) throws {
    let document = try Self.document(
      "<model><entity name=\"T\" representedClassName=\"T\">\n"
        + "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"\"/>\n</entity></model>")
    let reading = document.model(named: "T")
    #expect(reading.findings.isEmpty)
    #expect(reading.model[entity: "T"]?[property: "a"]?.attribute?.defaultValue == nil)
    var model = reading.model
    model[entity: "T"]?[property: "b"] = .attribute(AttributeDescription("b", .string, isOptional: true))
    #expect(document.merging(model).document.text.contains("defaultValueString=\"\""))
  }

  @Test(
    "Dates as older versions of Xcode wrote them",
    arguments: [
      ("2001-01-01 00:00:00 +0000", 0.0), ("2010-01-01 12:00:00 -0600", 284_061_600),
      ("2020-02-03 04:00", 602_395_200),
      ("1999-12-31", -31_708_800),
    ])
  func dates(_ pair: (text: String, seconds: Double)) throws {
    let document = try Self.document(
      "<model><entity name=\"T\"><attribute name=\"a\" attributeType=\"Date\" defaultValueString=\"\(pair.text)\"/></entity></model>"
    )
    let expected = Value.date(Date(timeIntervalSinceReferenceDate: pair.seconds))
    #expect(document.model(named: "T").model[entity: "T"]?[property: "a"]?.attribute?.defaultValue == .value(expected))
  }

  @Test(
    "What is no day, time or zone is no date",
    arguments: [
      "2026-02-31", "2025-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "0000-01-01", "10000-01-01", "+26-01-01",
      "2026-+1-01", "2026--1-01", "2026-01-01 24:00", "2026-01-01 12:60", "2026-01-01 12:00:60", "2026-01-01 12",
      "2026-01-01 12:00:00 +9999", "2026-01-01 12:00:00 +0060", "2026-01-01 12:00:00 -1801",
      "2026-01-01 12:00:00 +-100",
      "2026-01-01 12:00:00 0100", "0001-01-01 00:00:00 +0100", "9999-12-31 23:59:59 -0100",
    ])
  func noDates(_ text: String) throws {
    let document = try Self.document(
      "<model><entity name=\"T\"><attribute name=\"a\" attributeType=\"Date\" defaultValueString=\"\(text)\"/></entity></model>"
    )
    let reading = document.model(named: "T")
    #expect(reading.model[entity: "T"]?[property: "a"]?.attribute?.defaultValue == nil)
    #expect(
      Self.lines(reading.findings) == ["1:25 the default of T.a is not a Date: \(text)"])
  }

  @Test("Something that is XML and no model is refused")
  func others() {
    func message(_ text: String) -> String {
      do {
        _ = try Self.document(text)
        return ""
      } catch { return (error as? Diagnostic)?.message ?? "" }
    }
    #expect(message("<plist/>") == "this is XML, but no Core Data model: the outermost element is <plist>")
    let many = String(repeating: "<entity/>", count: MarkupLimits.entities + 1)
    #expect(message("<model>\(many)</model>") == "the model has more than 2,000 entities")
    #expect(message("<model type=\"x\"/>") == "this is XML, but no Core Data model: its type is x")
  }

  @Test("What only the file has is named, and a switch of Xcode's is known")
  func kept() throws {
    let document = try Self.document(
      """
      <model sourceLanguage="Objective-C"><entity name="T">
      <attribute name="a" optional="YES" attributeType="String" allowsCloudEncryption="YES"/>
      <fetchIndex name="byLength"><fetchIndexElement expression="length:(a)" type="Binary" order="ascending"/></fetchIndex>
      </entity></model>
      """)
    let reading = document.model(named: "T")
    #expect(reading.findings == [])
    #expect(
      reading.kept == [
        "fetch indexes over expressions", "encryption in CloudKit", "Objective-C as the language of its classes",
      ])
  }

  @Test("An index of a type that there is not is a finding, and stays in the file")
  func indexTypes() throws {
    let document = try Self.document(
      """
      <model><entity name="T">
      <attribute name="a" optional="YES" attributeType="UUID"/>
      <fetchIndex name="byA">
      <fetchIndexElement property="a" type="UUID" order="ascending"/></fetchIndex>
      </entity></model>
      """)
    let reading = document.model(named: "T")
    #expect(
      Self.lines(reading.findings) == ["4:1 the index T.byA has a type that is neither Binary nor RTree: UUID"])
    #expect(reading.kept == [])
    #expect(document.merging(reading.model).document == document)
  }

  @Test("A property without a name is left out, with its place")
  func unnamed() throws {
    let document = try Self.document(
      "<model><entity name=\"T\">\n<attribute optional=\"YES\" attributeType=\"String\"/>\n</entity></model>")
    let reading = document.model(named: "T")
    #expect(Self.lines(reading.findings) == ["2:1 a property of T has no name and is left out"])
    #expect(reading.model.problems() == [])
    #expect(document.merging(reading.model).document == document)
  }

  @Test("Compound indexes are indexes, and stay as they are until they change")
  func compoundIndexes() throws {
    let document = try Self.document(
      """
      <model><entity name="T" representedClassName="T">
      <attribute name="a" optional="YES" attributeType="String"/>
      <attribute name="b" optional="YES" attributeType="String"/>
      <compoundIndexes><compoundIndex><index value="a"/><index value="b"/></compoundIndex>
      <compoundIndex><index value="b"/><index value="a"/></compoundIndex></compoundIndexes>
      </entity></model>
      """)
    var model = document.model(named: "T").model
    #expect(
      model.entities[0].indexes == [
        FetchIndexDescription("compoundIndex", [.init("a"), .init("b")]),
        FetchIndexDescription("compoundIndex1", [.init("b"), .init("a")]),
      ])
    #expect(document.merging(model).document == document)
    model.entities[0].indexes.removeAll { $0.name == "compoundIndex" }
    let merged = document.merging(model).document
    #expect(merged.model(named: "T").model.entities[0].indexes.map(\.elements.first?.property) == ["b"])
    #expect(merged.text.contains("<compoundIndex>") && !merged.text.contains("fetchIndex"))
    model.entities[0].indexes = [FetchIndexDescription("byB", [.init("b"), .init("a")])]
    let other = document.merging(model).document
    #expect(!other.text.contains("compoundIndex") && other.model(named: "T").model.entities[0].indexes.count == 1)
  }
}
