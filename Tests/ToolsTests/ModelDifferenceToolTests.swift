import CommandIO
import Foundation
import Shell
import TestSupport
import Testing

@testable import Tools

@Suite("Models compared for CI")
struct ModelDifferenceToolTests {
  typealias Desk = ModelReviewToolTests.Desk

  private static let old = """
        <entity name="Player">
            <attribute name="age" optional="YES" attributeType="Integer 16"/>
            <attribute name="nick" optional="YES" attributeType="String"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"/>
        </entity>
        <entity name="Team"/>

    """
  private static let new = """
        <entity name="Player">
            <attribute name="age" optional="YES" attributeType="String"/>
            <attribute name="alias" optional="YES" attributeType="String" elementID="nick"/>
            <attribute name="email" attributeType="String" defaultValueString=""/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Team"/>
        </entity>
        <entity name="Team"/>

    """

  private static func compare(
    _ desk: Desk, _ subject: ModelDifferenceTool.Subject, _ format: ModelDifferenceTool.Format = .text
  ) -> (output: String, errors: String, status: ProgramStatus) {
    var (output, errors) = ("", "")
    let tool = ModelDifferenceTool(style: .plain, write: { output += $0 }, writeError: { errors += $0 + "\n" })
    let status = tool.compare(subject, format)
    return (output, errors, status)
  }

  private static func desk() throws -> Desk {
    let desk = try Desk(old)
    try desk.write(ModelReviewToolTests.contents(new), "App.xcdatamodeld/App 2.xcdatamodel/contents")
    return desk
  }

  @Test("Two versions of a bundle, with a verdict for each change")
  func text() throws {
    let desk = try Self.desk()
    let path = desk.folder.path + "/App.xcdatamodeld"
    let found = Self.compare(desk, .versions(of: path, old: nil, new: nil))
    #expect(found.status == .failure && found.errors.isEmpty)
    #expect(
      found.output == """
        App.xcdatamodeld (App) → App.xcdatamodeld (App 2)
        ~ Player.age: type String, was Integer16
          not lightweight: Player.age becomes String and was Integer16
          → add an attribute of the new type next to it, and copy the values
        ~ Player.alias, was nick
          lightweight
        + Player.email
          lightweight
        ~ Player.team: delete rule deny, was nullify
          no migration needed
        4 changes: a lightweight migration is not enough

        """)
    let back = Self.compare(desk, .versions(of: path, old: "App 2", new: "App"))
    #expect(back.output.hasPrefix("App.xcdatamodeld (App 2) → App.xcdatamodeld (App)\n"))
    let files = Self.compare(
      desk, .files(old: path + "/App.xcdatamodel", new: path + "/App 2.xcdatamodel/contents"))
    #expect(files.output.split(separator: "\n").dropFirst() == found.output.split(separator: "\n").dropFirst())
  }

  @Test("What is enough ends with success")
  func enough() throws {
    let desk = try Desk(Self.old)
    let path = desk.folder.path + "/App.xcdatamodeld"
    func status(_ inner: String) throws -> String {
      try desk.write(ModelReviewToolTests.contents(inner), "App.xcdatamodeld/App 2.xcdatamodel/contents")
      let found = Self.compare(desk, .versions(of: path, old: nil, new: nil))
      return "\(found.status == .success ? 0 : 1) \(found.output.split(separator: "\n").last ?? "")"
    }
    #expect(try status(Self.old) == "0 no changes")
    #expect(try status(Self.old.replacing("Nullify", with: "Cascade")) == "0 1 change: stores need no migration")
    #expect(
      try status(Self.old + "    <entity name=\"Coach\"/>\n") == "0 1 change: a lightweight migration is enough")
    #expect(try status(Self.new) == "1 4 changes: a lightweight migration is not enough")
    #expect(
      try status(Self.old.replacing("destinationEntity=\"Team\"", with: "destinationEntity=\"Nowhere\""))
        == "1 not compared: a model with problems cannot be migrated to or from")
  }

  @Test("A bundle with one version has nothing to compare")
  func onlyVersion() throws {
    let desk = try Desk(Self.old)
    let path = desk.folder.path + "/App.xcdatamodeld"
    let found = Self.compare(desk, .versions(of: path, old: nil, new: nil))
    #expect(found.status == .success && found.errors.isEmpty)
    #expect(found.output == "App.xcdatamodeld (App) is the only version, so there is nothing to compare\n")
    let json = Self.compare(desk, .versions(of: path, old: nil, new: nil), .json).output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((document?["changes"] as? [Any])?.isEmpty == true)
  }

  @Test("A schema of CloudKit's only grows, and compound indexes are compared with fetch indexes")
  func cloudKit() throws {
    func model(_ flag: String, _ inner: String) -> String {
      "<model \(flag)><entity name=\"T\"><attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>"
        + "<attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/>\(inner)</entity></model>"
    }
    let compound =
      "<compoundIndexes><compoundIndex><index value=\"a\"/><index value=\"b\"/></compoundIndex></compoundIndexes>"
    let fetch = """
      <fetchIndex name="compoundIndex"><fetchIndexElement property="a" type="Binary" order="ascending"/>\
      <fetchIndexElement property="b" type="Binary" order="ascending"/></fetchIndex>
      """
    let desk = try Desk(Self.old)
    func output(_ old: String, _ new: String) throws -> String {
      try desk.write(old, "a.xcdatamodel/contents")
      try desk.write(new, "b.xcdatamodel/contents")
      let folder = desk.folder.path
      return Self.compare(desk, .files(old: folder + "/a.xcdatamodel", new: folder + "/b.xcdatamodel")).output
    }
    #expect(try output(model("", compound), model("", fetch)).hasSuffix("\nno changes\n"))
    #expect(try output(model("", compound), model("", "")).contains("indexes none, was compoundIndex: a, b"))
    let gone = model("usedWithCloudKit=\"YES\"", "").replacing("name=\"b\"", with: "name=\"c\"")
    #expect(
      try output(model("usedWithCloudKit=\"YES\"", ""), gone).contains("CloudKit: a schema in production only grows"))
    #expect(try !output(model("", ""), gone.replacing("usedWithCloudKit=\"YES\"", with: "")).contains("CloudKit"))
  }

  @Test("A removal says what it loses")
  func losses() throws {
    let rich = Self.old.replacing(
      "<entity name=\"Team\"/>",
      with: """
        <entity name="Team">
            <relationship name="fans" optional="YES" toMany="YES" destinationEntity="Fan" inverseName="team" inverseEntity="Fan"/>
        </entity>
        <entity name="Fan">
            <attribute name="mood" optional="YES" transient="YES" attributeType="String"/>
            <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team" inverseName="fans" inverseEntity="Team"/>
        </entity>
        <entity name="Coach"/>
        """)
    let desk = try Desk(rich)
    let path = desk.folder.path + "/App.xcdatamodeld"
    func found(_ inner: String, _ format: ModelDifferenceTool.Format = .text) throws -> String {
      try desk.write(ModelReviewToolTests.contents(inner), "App.xcdatamodeld/App 2.xcdatamodel/contents")
      return Self.compare(desk, .versions(of: path, old: nil, new: nil), format).output
    }
    let poor = rich.split(separator: "\n").filter { line in
      ![
        "name=\"nick\"", "name=\"Coach\"", "name=\"mood\"",
        "name=\"team\" optional=\"YES\" maxCount=\"1\" deletionRule",
      ]
      .contains { line.contains($0) }
    }.joined(separator: "\n")
    #expect(
      try found(poor).split(separator: "\n").dropFirst().joined(separator: "\n") == """
        - Coach
          lightweight, but objects are lost
        - Player.nick
          lightweight, but values are lost
        - Player.team
          lightweight, but links are lost
        - Fan.mood
          lightweight
        4 changes: a lightweight migration is enough, and loses what is named above
        """)
    let document = try JSONSerialization.jsonObject(with: Data(found(poor, .json).utf8)) as? [String: Any]
    let changes = document?["changes"] as? [[String: Any]] ?? []
    #expect(changes.map { $0["loses"] as? String ?? "" } == ["objects", "values", "links", ""])
    // The other end keeps the links.
    let oneEnd = rich.replacing(" inverseName=\"fans\" inverseEntity=\"Team\"", with: "").split(separator: "\n")
      .filter { !$0.contains("name=\"fans\"") }.joined(separator: "\n")
    let output = try found(oneEnd)
    #expect(output.contains("- Team.fans\n  lightweight\n"), "\(output)")
  }

  @Test("What stops being stored, and an element that goes, say what they lose")
  func lossesByChange() throws {
    let desk = try Desk(Self.old)
    func found(_ old: String, _ new: String) throws -> [Substring] {
      try desk.write(old, "old.graph")
      try desk.write(new, "new.graph")
      let folder = desk.folder.path
      return Self.compare(desk, .files(old: folder + "/old.graph", new: folder + "/new.graph")).output
        .split(separator: "\n").dropFirst().map { $0 }
    }
    let old = """
      composite Spot { x: Int16?; y: Int16? }
      composite Address { street: String?; city: String?; spot: Spot? }
      composite Unused { a: String?; b: String? }
      entity Player { nick: String?; loud: String?; quiet: String?, transient; home: Address?; away: Spot?, transient }
      """
    #expect(
      try found(old, old.replacing("nick: String?", with: "nick: String?, transient"))[1]
        == "  lightweight, but values are lost")
    let derived = try found(old, old.replacing("loud: String?", with: "loud: String?, derived uppercase(nick)"))
    #expect(
      derived[1...] == [
        "  lightweight, but values are lost",
        "1 change: a lightweight migration is enough, and loses what is named above",
      ])
    #expect(try found(old, old.replacing("quiet: String?, transient", with: "quiet: String?"))[1] == "  lightweight")
    #expect(try found(old, old.replacing("; city: String?", with: ""))[1] == "  lightweight, but values are lost")
    // Inside another composite.
    #expect(try found(old, old.replacing("; y: Int16?", with: ""))[1] == "  lightweight, but values are lost")
    #expect(try found(old, old.replacing("; b: String?", with: ""))[1] == "  no migration needed")
    // Only where nothing is stored.
    let passing = old.replacing("home: Address?; ", with: "")
    #expect(try found(passing, passing.replacing("; y: Int16?", with: ""))[1] == "  lightweight")
  }

  @Test("What fails wherever there are objects is no lightweight change")
  func mandatory() throws {
    let desk = try Desk(Self.old)
    func found(_ old: String, _ new: String, _ format: ModelDifferenceTool.Format = .text) throws -> (
      output: String, errors: String, status: ProgramStatus
    ) {
      try desk.write(old, "old.graph")
      try desk.write(new, "new.graph")
      let folder = desk.folder.path
      return Self.compare(desk, .files(old: folder + "/old.graph", new: folder + "/new.graph"), format)
    }
    let old = """
      entity Person { name: String; city: String?; team -> Team?, inverse people }
      entity Coach: Person { licence: Int16 }
      entity Team { people ->> Person?, inverse team; fans ->> Person? }
      """
    let new = """
      entity Person { name: String; city: String; zip: String; kind: String = "x"; team -> Team, inverse people; licence: Int16 }
      entity Coach: Person { boss -> Team }
      abstract entity Team { people ->> Person, inverse team, count 2...; fans ->> Person?, count 3...9; tags ->> Person }
      """
    let answer = try found(old, new)
    #expect(
      answer.output == """
        old.graph → new.graph
        ~ Person.city: optional no, was yes
          fails wherever there are objects without one: Person.city becomes required and has no default (134110)
          → give it a default, or leave it optional in this version, give every object one, and require it in a later version
        + Person.zip
          fails wherever there are objects: Person.zip is required and has no default (134110)
          → give it a default, or leave it optional in this version, give every object one, and require it in a later version
        + Person.kind
          lightweight
        ~ Person.team: optional no, was yes
          fails wherever there are objects without one: Person.team becomes required (134110)
          → leave it optional in this version, give every object one, and require it in a later version, or write a mapping model
        ~ Person.licence, moved from Coach
          fails wherever there are objects of Person: Person.licence is required and has no default (134110)
          → give it a default, or leave it optional in this version, give every object one, and require it in a later version
        + Coach.boss
          fails wherever there are objects: Coach.boss is required (134110)
          → leave it optional in this version, give every object one, and require it in a later version, or write a mapping model
        ~ Team: abstract yes, was no
          fails where Team has objects of its own: Team becomes abstract, and an abstract entity has no objects of its own (134110 here; what Core Data does with them is not known to us)
          → in this version, delete its objects or replace them with objects of a sub-entity, and let it be abstract in a later version
        ~ Team.people: optional no, was yes; minimum count 2, was 0
          lightweight
          an object with fewer than 2 is refused when it is saved next (1580)
        ~ Team.fans: minimum count 3, was 0; maximum count 9, was 0
          lightweight
          an object with fewer than 3, but at least 1, is refused when it is saved next (1580)
          an object with more than 9 is refused when it is saved next (1590)
        + Team.tags
          lightweight
        10 changes: a lightweight migration is enough only for stores without the objects named above

        """)
    #expect(answer.status == .failure)
    let document = try JSONSerialization.jsonObject(with: Data(found(old, new, .json).output.utf8)) as? [String: Any]
    let changes = document?["changes"] as? [[String: Any]] ?? []
    #expect(document?["lightweight"] as? Bool == false)
    #expect(changes.count { $0["verdict"] as? String == "failsWithObjects" } == 6)
    // Without objects that lack it there is nothing to fail.
    #expect(try found("entity A { x: String? }", "entity A { x: String? }\nentity B { y: String }").status == .success)
    #expect(
      try found("entity A { l ->> A?, ordered }", "entity A { l ->> A? }").output.contains("but the order is lost"))
  }

  @Test("A new uniqueness constraint depends on the objects, and is no success")
  func newConstraint() throws {
    let desk = try Desk(Self.old)
    try desk.write("entity Team { name: String?; city: String? }", "old.graph")
    try desk.write("entity Team { name: String?; city: String?; unique name, city }", "new.graph")
    let folder = desk.folder.path
    let found = Self.compare(desk, .files(old: folder + "/old.graph", new: folder + "/new.graph"))
    #expect(
      found.output == """
        old.graph → new.graph
        ~ Team: unique city, name, was none
          fails where two objects have the same name and city: name and city of Team become unique (134111)
          → in this version, give each object values of its own, and declare the constraint in a later version
        1 change: a lightweight migration is enough only for stores without the objects named above

        """)
    #expect(found.status == .failure)
  }

  @Test("JSON for programs")
  func json() throws {
    let desk = try Self.desk()
    let path = desk.folder.path + "/App.xcdatamodeld"
    let found = Self.compare(desk, .versions(of: path, old: nil, new: nil), .json)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any])
    #expect(document["lightweight"] as? Bool == false && document["compatible"] as? Bool == false)
    let changes = try #require(document["changes"] as? [[String: Any]])
    #expect(
      changes.map { "\($0["change"] ?? "") \($0["property"] ?? "") \($0["verdict"] ?? "")" } == [
        "propertyChanged age refused", "propertyRenamed alias lightweight", "propertyAdded email lightweight",
        "propertyChanged team compatible",
      ])
    let reasons = try #require(changes[0]["reasons"] as? [[String: Any]])
    #expect(reasons.map { $0["id"] as? String } == ["type-changed"])
  }

  @Test("Of a narrower number it is not established whether a lightweight migration takes it")
  func numbers() throws {
    func entity(_ type: String, _ name: String = "size") -> String {
      #"    <entity name="Team"><attribute name="\#(name)" optional="YES" attributeType="\#(type)"/></entity>"# + "\n"
    }
    let desk = try Desk(entity("Integer 32"))
    try desk.write(ModelReviewToolTests.contents(entity("Integer 16")), "App.xcdatamodeld/App 2.xcdatamodel/contents")
    let path = desk.folder.path + "/App.xcdatamodeld"
    let found = Self.compare(desk, .versions(of: path, old: nil, new: nil))
    #expect(found.status == .success)
    #expect(
      found.output == """
        App.xcdatamodeld (App) → App.xcdatamodeld (App 2)
        ~ Team.size: type Integer16, was Integer32
          not certain: Team.size becomes Integer16 and was Integer32, and whether a lightweight migration converts numbers is not established
          → try it with a copy of a store, or add an attribute of the new type next to it
        1 change: whether a lightweight migration is enough is not established

        """)
    let json = Self.compare(desk, .versions(of: path, old: nil, new: nil), .json)
    #expect(json.output.contains(#""lightweight": null"#) && json.output.contains(#""verdict": "uncertain""#))
  }

  @Test(
    "A removed attribute that may have another name now is named with the renaming identifier that keeps its values")
  func unsaidRenaming() throws {
    func entity(_ name: String) -> String {
      #"    <entity name="Team"><attribute name="\#(name)" optional="YES" attributeType="String"/></entity>"# + "\n"
    }
    let desk = try Desk(entity("name"))
    try desk.write(ModelReviewToolTests.contents(entity("teamName")), "App.xcdatamodeld/App 2.xcdatamodel/contents")
    let path = desk.folder.path + "/App.xcdatamodeld"
    let found = Self.compare(desk, .versions(of: path, old: nil, new: nil))
    #expect(
      found.output.contains(
        "- Team.name\n  lightweight, but values are lost\n"
          + "  → if it is Team.teamName now: give that the renaming ID name, which keeps them\n"), "\(found.output)")
    let json = Self.compare(desk, .versions(of: path, old: nil, new: nil), .json)
    #expect(json.output.contains(#""maybeRenamedTo": "teamName""#))
  }

  private static let bundles = Corpus("stores/bundles")

  @Test("Versions of real apps", .enabled(if: bundles.isThere, "the corpus is not there"))
  func corpus() throws {
    let folder = Self.bundles.folder
    let desk = try Desk(Self.old)
    // The steps that change a type, a destination or a to-many, of which the documentation of lightweight migration has
    // none, and those that require what objects do not have.
    let refused: [String: [String]] = [
      "ATDataModel → ATDataModel 2": ["destination-changed", "destination-changed"],
      "ATDataModel 4 → ATDataModel 5": ["destination-changed"],
      "CareKitStore2.0 → CareKitStore2.1": [
        "required-without-default", "required-without-default", "destination-changed", "to-many-became-to-one",
        "required-without-default", "required-without-default", "required-without-default", "required-without-default",
        "required-without-default", "required-without-default", "required-without-default",
      ],
      "XCServerCoreData1.2.0 → XCServerCoreData2.0.0": ["type-changed", "type-changed", "type-changed"],
    ]
    var found: [String: [String]] = [:]
    var count = 0
    for owner in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + owner).sorted() {
        let path = folder.path + "/\(owner)/\(name)"
        let versions = try ModelFileReader.bundle(path).versions.map(\.name)
        for (old, new) in zip(versions, versions.dropFirst()) {
          count += 1
          let answer = Self.compare(desk, .versions(of: path, old: old, new: new), .json)
          let document = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any], "\(answer.errors)")
          #expect(document["lightweight"] as? Bool == (answer.status == .success))
          let changes = try #require(document["changes"] as? [[String: Any]])
          #expect(!changes.isEmpty)
          #expect((document["otherReasons"] as? [Any])?.isEmpty == true)
          let reasons = changes.flatMap { $0["reasons"] as? [[String: Any]] ?? [] }.compactMap { $0["id"] as? String }
          if answer.status != .success { found["\(old) → \(new)"] = reasons }
        }
      }
    }
    #expect(count > 25 && found == refused, "\(count)")
  }

  @Test("What Xcode compiles no longer is said where it begins")
  func refusedByXcode() throws {
    let desk = try Desk()
    let user = "entity User { name: String; roles ->> Role?, inverse user; unique name }\n"
    try desk.write(user + "entity Role { label: String; user -> User?, inverse roles }", "old.graph")
    try desk.write(user + "entity Role { label: String; user -> User, inverse roles }", "new.graph")
    let (old, new) = (desk.folder.path + "/old.graph", desk.folder.path + "/new.graph")
    let message = "Role.user is required and leads to User, which is unique by name: Xcode does not compile this"
    #expect(
      Self.compare(desk, .files(old: old, new: new)).output.contains(
        "  Xcode: \(message)\n  → change Role.user, optional"))
    #expect(
      Self.compare(desk, .files(old: old, new: new), .json).output.contains(#""refusedByXcode": ["\#(message)"]"#))
    #expect(!Self.compare(desk, .files(old: new, new: old)).output.contains("Xcode"))
    #expect(!Self.compare(desk, .files(old: new, new: new)).output.contains("Xcode"))
  }

  @Test("Statements can be compared too, and what cannot be read is a message")
  func others() throws {
    let desk = try Self.desk()
    try desk.write("entity Player { age: Integer16? }\n", "a.graph")
    try desk.write("entity Player { age: Integer16?; name: String? }\n", "b.graph")
    try desk.write(String(repeating: "<model>", count: 10_000), "Deep.xcdatamodel/contents")
    let folder = desk.folder.path + "/"
    let found = Self.compare(desk, .files(old: folder + "a.graph", new: folder + "b.graph"))
    #expect(found.output.contains("+ Player.name\n  lightweight") && found.status == .success)
    func message(_ subject: ModelDifferenceTool.Subject) -> String {
      let found = Self.compare(desk, subject)
      #expect(found.status == .failure && found.output.isEmpty)
      return found.errors
    }
    let path = folder + "App.xcdatamodeld"
    #expect(message(.versions(of: path, old: "Ap", new: nil)).contains("there is no version 'Ap'"))
    #expect(message(.versions(of: path, old: nil, new: "App")).contains("there is no version before 'App'"))
    #expect(message(.files(old: path, new: folder + "none.graph")).contains("there is no file"))
    #expect(message(.files(old: path, new: folder + "Deep.xcdatamodel")).contains("more than 64 levels deep"))
    #expect(message(.files(old: path, new: folder + "x.txt")).contains("is no model"))
  }
}
