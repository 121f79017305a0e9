import ModelInterchange
import ObjectGraph
import Predicates
import Testing

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.UUID

@Suite("Models merged into Xcode's contents")
struct XcodeModelMergingTests {
  /// The lines that a merge takes from the library's file and adds to it, in order.
  static func difference(_ change: (inout ManagedObjectModel) throws -> Void) throws -> (
    lines: [String], losses: [String]
  ) {
    let document = try XcodeModelReadingTests.document()
    var model = document.model(named: "Library").model
    try change(&model)
    let merge = document.merging(model)
    // A merged document means the model that was merged.
    let again = try XcodeModelReadingTests.document(merge.document.text).model(named: "Library")
    #expect(again.findings.isEmpty)
    if merge.losses.isEmpty {
      #expect(
        again.model.entities.map(\.name).sorted() == model.entities.map(\.name).sorted())
      for entity in model.entities {
        let found = try #require(again.model[entity: entity.name])
        #expect(Set(found.properties) == Set(entity.properties))
        #expect(found.uniquenessConstraints == entity.uniquenessConstraints && found.userInfo == entity.userInfo)
        #expect(found.parent == entity.parent && found.isAbstract == entity.isAbstract)
        #expect(found.renamingIdentifier == entity.renamingIdentifier)
        #expect(found.versionHashModifier == entity.versionHashModifier)
      }
      #expect(again.model.fetchRequestTemplates == model.fetchRequestTemplates)
      #expect(again.model.configurations == model.configurations)
      #expect(again.model.composites == model.composites)
      #expect(again.model.versionIdentifiers == model.versionIdentifiers)
    }
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }
    let changes = lines(merge.document.text).difference(from: lines(document.text))
    let removed = changes.removals.map { change in
      if case .remove(_, let line, _) = change { "- " + line } else { "" }
    }
    let inserted = changes.insertions.map { change in
      if case .insert(_, let line, _) = change { "+ " + line } else { "" }
    }
    return (removed + inserted, merge.losses)
  }

  @Test("Nothing changes where the model did not")
  func unchanged() throws { #expect(try Self.difference { _ in }.lines.isEmpty) }

  @Test("A changed attribute changes one line")
  func attribute() throws {
    let lines = try Self.difference { model in
      var pages = model[entity: "Book"]?[property: "pages"]?.attribute
      pages?.defaultValue = 1
      pages?.maximumValue = nil
      pages?.isOptional = false
      if let pages { model[entity: "Book"]?[property: "pages"] = .attribute(pages) }
    }.lines
    #expect(
      lines == [
        #"- <attribute name="pages" optional="YES" attributeType="Integer 32" minValueString="1" maxValueString="5000" defaultValueString="0.0" usesScalarValueType="YES" elementID="pageCount" versionHashModifier="2"/>"#,
        #"+ <attribute name="pages" attributeType="Integer 32" minValueString="1" defaultValueString="1" usesScalarValueType="YES" elementID="pageCount" versionHashModifier="2"/>"#,
      ])
  }

  @Test("New properties and entities are as Xcode writes them, and in its order")
  func additions() throws {
    let lines = try Self.difference { model in
      model[entity: "Person"]?[property: "age"] = .attribute(
        AttributeDescription("age", .integer16, isOptional: true, defaultValue: 0, userInfo: ["unit": "years"]))
      model[entity: "Person"]?[property: "club"] = .relationship(
        RelationshipDescription("club", to: "Club", isOptional: true, inverse: "people"))
      model.entities.append(
        EntityDescription(
          "Club",
          properties: [
            .attribute(AttributeDescription("founded", .date)),
            .relationship(
              RelationshipDescription(
                "people", to: "Person", isToMany: true, isOptional: true, inverse: "club", deleteRule: .deny)),
          ], uniquenessConstraints: [["founded"]]))
    }.lines
    #expect(
      lines == [
        #"+ <entity name="Club" representedClassName="Club" syncable="YES" codeGenerationType="class">"#,
        #"+ <attribute name="founded" attributeType="Date" usesScalarValueType="NO"/>"#,
        #"+ <relationship name="people" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Person" inverseName="club" inverseEntity="Person"/>"#,
        "+ <uniquenessConstraints>", "+ <uniquenessConstraint>", #"+ <constraint value="founded"/>"#,
        "+ </uniquenessConstraint>", "+ </uniquenessConstraints>", "+ </entity>",
        #"+ <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES">"#,
        "+ <userInfo>", #"+ <entry key="unit" value="years"/>"#, "+ </userInfo>", "+ </attribute>",
        #"+ <relationship name="club" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Club" inverseName="people" inverseEntity="Club"/>"#,
        #"+ <element name="Club" positionX="0" positionY="0" width="128" height="74"/>"#,
      ])
  }

  @Test("An entity and a property that are renamed keep what the model does not know")
  func renaming() throws {
    let lines = try Self.difference { model in
      model[entity: "Novel"]?.parent = "Volume"
      model[entity: "Person"]?[property: "books"]?.name = "volumes"
      if var books = model[entity: "Person"]?[property: "volumes"]?.relationship {
        books.destination = "Volume"
        model[entity: "Person"]?[property: "volumes"] = .relationship(books)
      }
      if var authors = model[entity: "Book"]?[property: "authors"]?.relationship {
        authors.inverse = "volumes"
        model[entity: "Book"]?[property: "authors"] = .relationship(authors)
      }
      model[entity: "Book"]?[property: "title"]?.name = "heading"
      model[entity: "Book"]?.uniquenessConstraints = [["isbn"], ["heading", "added"]]
      model[entity: "Book"]?.indexes[0].elements[1].property = "heading"
      model.configurations[0].entities[0] = "Volume"
      model.fetchRequestTemplates[0].request.entity = "Volume"
      if let book = model.entities.firstIndex(where: { $0.name == "Book" }) { model.entities[book].name = "Volume" }
      if var cheaper = model[entity: "Volume"]?[property: "cheaper"]?.fetched {
        cheaper.destination = "Volume"
        model[entity: "Volume"]?[property: "cheaper"] = .fetched(cheaper)
      }
    }.lines
    #expect(
      lines.filter { $0.hasPrefix("+") } == [
        #"+ <entity name="Volume" representedClassName="BookClass" syncable="YES" codeGenerationType="class">"#,
        #"+ <attribute name="heading" attributeType="String">"#,
        #"+ <relationship name="authors" optional="YES" toMany="YES" minCount="1" maxCount="9" deletionRule="Nullify" ordered="YES" destinationEntity="Person" inverseName="volumes" inverseEntity="Person"/>"#,
        #"+ <fetchRequest name="fetchedPropertyFetchRequest" entity="Volume" predicateString="price &lt; $FETCH_SOURCE.price"/>"#,
        #"+ <fetchIndex name="byHeadingIndex">"#,
        #"+ <fetchIndexElement property="heading" type="Binary" order="ascending"/>"#,
        #"+ <fetchIndexElement property="heading" type="Binary" order="ascending"/>"#,
        #"+ <constraint value="heading"/>"#,
        #"+ <entity name="Novel" representedClassName="Novel" parentEntity="Volume" elementID="Story" syncable="YES"/>"#,
        #"+ <relationship name="volumes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Volume" inverseName="authors" inverseEntity="Volume"/>"#,
        #"+ <fetchRequest name="Long" entity="Volume" predicateString="pages &gt; $PAGES" fetchLimit="10" includeSubentities="YES" resultType="1"/>"#,
        #"+ <memberEntity name="Volume"/>"#,
        #"+ <element name="Volume" positionX="-54" positionY="-9" width="128" height="240"/>"#,
      ])
    #expect(lines.count == 26)
  }

  @Test("Entities and properties that are removed take their boxes and indexes with them")
  func removal() throws {
    let lines = try Self.difference { model in
      model[entity: "Novel"] = nil
      model.configurations = []
      model[entity: "Book"]?[property: "price"] = nil
      model[entity: "Book"]?.indexes[0].elements.removeFirst()
      model[entity: "Book"]?[property: "cheaper"] = nil
      model[entity: "Book"]?.userInfo = [:]
    }.lines
    #expect(
      lines == [
        #"- <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="9.95"/>"#,
        #"- <fetchedProperty name="cheaper" optional="YES">"#,
        #"- <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="price &lt; $FETCH_SOURCE.price"/>"#,
        "- </fetchedProperty>", #"- <fetchIndexElement property="price" type="Binary" order="descending"/>"#,
        "- <userInfo>", #"- <entry key="plural" value="books"/>"#, "- </userInfo>",
        #"- <entity name="Novel" representedClassName="Novel" parentEntity="Book" elementID="Story" syncable="YES"/>"#,
        #"- <configuration name="Cloud">"#, #"- <memberEntity name="Book"/>"#, #"- <memberEntity name="Novel"/>"#,
        "- </configuration>", #"- <element name="Novel" positionX="90" positionY="9" width="128" height="44"/>"#,
      ])
  }

  @Test("An index comes and goes in the file's own way")
  func indexes() throws {
    func lines(_ text: String, _ isIndexed: Bool) throws -> String {
      let document = try XcodeModelReadingTests.document(text)
      var model = document.model(named: "T").model
      var attribute = model[entity: "T"]?[property: "a"]?.attribute
      attribute?.isIndexed = isIndexed
      if let attribute { model[entity: "T"]?[property: "a"] = .attribute(attribute) }
      let merged = document.merging(model).document
      #expect(merged.model(named: "T").model == model)
      return merged.text.split(separator: "\n").dropFirst(2).map { $0.drop { $0 == " " } }.joined()
    }
    let old =
      #"<model><entity name="T"><attribute name="a" attributeType="String"/><attribute name="b" indexed="YES"/></entity></model>"#
    #expect(try lines(old, true).contains(#"<attribute name="a" attributeType="String" indexed="YES"/>"#))
    let plain = #"<model><entity name="T"><attribute name="a" attributeType="String"/></entity></model>"#
    let indexed = try lines(plain, true)
    #expect(
      indexed
        == #"<attribute name="a" attributeType="String"/><fetchIndex name="byAIndex"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex></entity></model>"#
    )
    #expect(
      try lines("<model><entity name=\"T\">" + indexed, false)
        == #"<attribute name="a" attributeType="String"/></entity></model>"#)
  }

  @Test("What only an app and Xcode use comes and goes")
  func settings() throws {
    let lines = try Self.difference { model in
      model[entity: "Book"]?.managedObjectClassName = nil
      model[entity: "Book"]?.codeGeneration = .category
      model[entity: "Book"]?.isSyncable = false
      model[entity: "Book"]?.indexes = [
        FetchIndexDescription("byPrice", [.init("price")]),
        FetchIndexDescription("byPlace", [.init("price", collation: .rTree), .init("pages", collation: .rTree)]),
      ]
      var price = model[entity: "Book"]?[property: "price"]?.attribute
      price?.isIndexed = true
      if let price { model[entity: "Book"]?[property: "price"] = .attribute(price) }
      model[entity: "Novel"]?.managedObjectClassName = "NSManagedObject"
      var tags = model[entity: "Book"]?[property: "tags"]?.attribute
      tags?.valueClassName = nil
      tags?.isIndexedBySpotlight = true
      tags?.isSyncable = false
      if let tags { model[entity: "Book"]?[property: "tags"] = .attribute(tags) }
      var lent = model[entity: "Book"]?[property: "lent"]?.attribute
      lent?.usesScalarValue = false
      if let lent { model[entity: "Book"]?[property: "lent"] = .attribute(lent) }
      model.composites[0].userInfo["plural"] = "shelves"
    }.lines
    #expect(
      lines.filter { $0.hasPrefix("+") } == [
        #"+ <entity name="Book" representedClassName="Book" syncable="NO" codeGenerationType="category">"#,
        #"+ <attribute name="lent" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="NO"/>"#,
        #"+ <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" spotlightIndexingEnabled="YES" syncable="NO"/>"#,
        #"+ <fetchIndex name="byPlace">"#, #"+ <fetchIndexElement property="price" type="RTree" order="ascending"/>"#,
        #"+ <fetchIndexElement property="pages" type="RTree" order="ascending"/>"#, "+ </fetchIndex>",
        #"+ <fetchIndexElement property="price" type="Binary" order="ascending"/>"#,
        #"+ <entity name="Novel" representedClassName="NSManagedObject" parentEntity="Book" elementID="Story" syncable="YES"/>"#,
        "+ <userInfo>", #"+ <entry key="plural" value="shelves"/>"#, "+ </userInfo>",
      ])
  }

  @Test("What Xcode's format cannot hold is said, and the rest written")
  func losses() throws {
    let found = try Self.difference { model in
      var added = model[entity: "Book"]?[property: "added"]?.attribute
      added?.defaultValue = .now
      if let added { model[entity: "Book"]?[property: "added"] = .attribute(added) }
      let rule = try #require(Predicate.parse("pages > 5").predicate)
      model[entity: "Book"]?.rules = [ValidationRule("long", rule)]
      model[entity: "Book"]?.userInfo["bell"] = "\u{7}"
    }
    #expect(
      found.losses == [
        "the default now() of Book.added: set it in awakeFromInsert()",
        "user info bell: XML has no place for its control characters",
        "the rules of Book: Core Data has code for them",
      ])
    #expect(found.lines.contains("+ <entry key=\"bell\" value=\"\u{FFFD}\"/>"))
  }

  @Test("A default that Xcode's format cannot hold is left out, and named")
  func defaultLosses() throws {
    var model = ManagedObjectModel(name: "M")
    let values: [(AttributeType, Value)] = [
      (.binaryData, .data(Data([10, 11]))), (.transformable, .data(Data([12]))), (.string, .string("x")),
      (.boolean, .boolean(true)), (.date, .date(Date(timeIntervalSinceReferenceDate: 1.5))),
      (.decimal, .decimal(Decimal(125))), (.double, .double(1e300)),
      (.uuid, .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))),
    ]
    let attributes = values.map { type, value in
      var attribute = AttributeDescription("\(type)", type, isOptional: true)
      attribute.defaultValue = .value(value)
      return PropertyDescription.attribute(attribute)
    }
    model.entities = [EntityDescription("T", properties: attributes)]
    let merge = XcodeModelDocument.describing(model)
    #expect(
      merge.losses == [
        "the default of T.binaryData: Xcode's models have none of this type",
        "the default of T.transformable: Xcode's models have none of this type",
      ])
    let read = merge.document.model(named: "M")
    #expect(read.findings.isEmpty)
    let kept = read.model[entity: "T"]?.properties.compactMap { property in
      property.attribute?.defaultValue.map { [property.name: $0] }
    }
    #expect(kept?.count == values.count - 2)
    for (type, value) in values.dropFirst(2) { #expect(kept?.contains(["\(type)": .value(value)]) == true, "\(type)") }
  }

  @Test("A property that could not be read stays, also when others change")
  func unreadable() throws {
    let document = try XcodeModelReadingTests.document(
      #"<model><entity name="T"><fetchedProperty name="f"><fetchRequest entity="T" predicateString="a =="/></fetchedProperty></entity></model>"#
    )
    var model = document.model(named: "T").model
    #expect(model[entity: "T"]?.properties.isEmpty == true)
    model[entity: "T"]?[property: "a"] = .attribute(AttributeDescription("a", .string))
    let text = document.merging(model).document.text
    #expect(
      text.contains(#"predicateString="a ==""#) && text.contains(#"<attribute name="a" attributeType="String"/>"#))
  }

  @Test("A model without a file becomes one that means the same")
  func fromScratch() throws {
    let merge = XcodeModelDocument.describing(XcodeModelReadingTests.model)
    #expect(merge.losses.isEmpty)
    let again = try XcodeModelReadingTests.document(merge.document.text).model(named: "Library")
    #expect(again.findings.isEmpty)
    #expect(again.model == XcodeModelReadingTests.model)
  }
}
