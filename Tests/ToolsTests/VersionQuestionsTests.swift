import Foundation
import Testing

@testable import Tools

@Suite("Questions about the versions of a bundle")
struct VersionQuestionsTests {
  typealias Desk = ModelReviewToolTests.Desk

  /// A bundle of versions, each with the properties of its one entity.
  private func bundle(_ versions: [(name: String, properties: String)], current: String) throws -> Desk {
    let desk = try Desk("    <entity name=\"Team\"/>\n")
    for (name, properties) in versions {
      try desk.write(
        ModelReviewToolTests.contents("    <entity name=\"Team\">\(properties)</entity>\n"),
        "App.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    try desk.write(
      "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string></dict></plist>",
      "App.xcdatamodeld/.xccurrentversion")
    return desk
  }

  private static let name = #"<attribute name="motto" optional="YES" attributeType="String"/>"#
  private static let city = #"<attribute name="city" attributeType="String"/>"#

  @Test("The review says which of several versions it reads, and asks where another has a higher number")
  func currentVersion() throws {
    var versions = ["App", "App v2", "App 10", "Draft 11"].map { (name: $0, properties: Self.name) }
    versions[2].properties += Self.city.replacing("attributeType", with: "optional=\"YES\" attributeType")
    let desk = try bundle(versions, current: "App 10")
    desk.review()
    #expect(desk.output == "nothing to report\nreviewed: App 10, one of 4 versions\n")
    let old = try bundle(versions, current: "App v2")
    #expect(old.review() == .success)
    #expect(
      old.output.contains(
        "App.xcdatamodeld: question: App v2 is marked as the current one of 4 versions, and App 10 has the highest number; is the "
          + "mark right? [currentVersion]\n  → if not: choose App 10 in Xcode's File inspector"), "\(old.output)")
    #expect(old.output.hasSuffix("reviewed: App v2, one of 4 versions\n"))
  }

  @Test("A step that no lightweight migration takes is asked about, unless the project has a mapping model")
  func migrations() throws {
    let number = Self.name.replacing("String", with: "Integer 32")
    let versions = [
      ("App", Self.name), ("App 2", Self.name + Self.city), ("App 3", Self.name + Self.city),
      ("App 4", number + Self.city),
      ("App 5", number),
    ].map { (name: $0.0, properties: $0.1) }
    let desk = try bundle(versions, current: "App 5")
    #expect(desk.review() == .success)
    #expect(
      desk.output.contains(
        "App.xcdatamodeld: question: a lightweight migration from App 3 to App 4 fails: Team.motto becomes Integer32 and was String; so "
          + "does one from App to App 2 (Team.city); is there a mapping model, or code for it? [unmappedVersions]\n  → if not: graphbook model diff "
          + "--from \"App 3\" --to \"App 4\""), "\(desk.output)")
    try desk.write("", "Migrations/3to4.xcmappingmodel/xcmapping.xml")
    desk.review()
    #expect(desk.rules == [], "\(desk.output)")
    let required = try bundle(Array(versions.prefix(2)), current: "App 2")
    required.review()
    #expect(
      required.output.contains(
        "from App to App 2 fails wherever there are objects: Team.city is required and has no default (134110);"),
      "\(required.output)")
    // A wider number is converted.
    let wider = try bundle(
      [("App", number), ("App 2", number.replacing("32", with: "64"))].map { (name: $0.0, properties: $0.1) },
      current: "App 2")
    wider.review()
    #expect(wider.rules == [], "\(wider.output)")
  }

  /// The part of a mapping model that names its versions, as Xcode writes it.
  private static func mapping(from old: String, to new: String, of bundle: String = "App") -> String {
    func path(_ version: String) -> String { "Shop/\(bundle).xcdatamodeld/\(version).xcdatamodel" }
    return """
      <object type="XDDEVMAPPINGMODEL" id="z102">
        <attribute name="sourcemodelpath" type="string">\(path(old))</attribute>
        <attribute name="sourcemodeldata" type="binary">YnBsaXN0</attribute>
        <attribute name="destinationmodelpath" type="string">\(path(new))</attribute>
      </object>
      """
  }

  @Test("A mapping model answers for its own versions, and a step after the current version matters to no store")
  func mappings() throws {
    let number = Self.name.replacing("String", with: "Integer 32")
    let versions = [("App", number), ("App 2", Self.name), ("App 3", number), ("App 4", Self.name)]
      .map { (name: $0.0, properties: $0.1) }
    let desk = try bundle(versions, current: "App 3")
    desk.review()
    #expect(
      desk.output.contains(
        "from App 2 to App 3 fails: Team.motto becomes Integer32 and was String; so does one from App to App 2 (Team.motto); is"
      ),
      "\(desk.output)")
    #expect(!desk.output.contains("to App 4 fails"))
    #expect(desk.output.contains("choose App 4") && desk.output.contains("a lightweight migration to it fails"))
    // One past a step takes its stores along.
    try desk.write(Self.mapping(from: "App 2", to: "App 3"), "Migrations/2to3.xcmappingmodel/xcmapping.xml")
    desk.review()
    #expect(
      desk.output.contains("from App to App 2 fails: Team.motto becomes String and was Integer32; is"), "\(desk.output)"
    )
    try desk.write(Self.mapping(from: "App", to: "App 3"), "Migrations/1to3.xcmappingmodel/xcmapping.xml")
    desk.review()
    #expect(desk.rules == ["currentVersion"], "\(desk.output)")
    let other = try bundle(versions, current: "App 3")
    try other.write(
      Self.mapping(from: "App 2", to: "App 3", of: "Shop"), "Migrations/2to3.xcmappingmodel/xcmapping.xml")
    other.review()
    #expect(other.rules == ["currentVersion", "unmappedVersions"], "\(other.output)")
  }

  @Test("A newest version that equals the current one is not asked about")
  func equalVersions() throws {
    let desk = try bundle(["App", "App 2"].map { (name: $0, properties: Self.name) }, current: "App")
    desk.review()
    #expect(desk.output == "nothing to report\nreviewed: App, one of 2 versions\n")
  }

  @Test("A version without entities, and a copy of another one, is proposed by no question")
  func emptyVersions() throws {
    let number = Self.name.replacing("String", with: "Decimal")
    let versions = [
      ("App", Self.name), ("App 2", number), ("App 3", number), ("Draft", Self.name),
    ]
    .map { (name: $0.0, properties: $0.1) }
    let desk = try bundle(versions, current: "App 3")
    let empty = ModelReviewToolTests.contents("")
    for name in ["App 1.5", "App 5", "Draft 2"] {
      try desk.write(empty, "App.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    desk.review()
    #expect(desk.rules == ["unmappedVersions"], "\(desk.output)")
    #expect(
      desk.output.contains("from App to App 2 fails: Team.motto becomes Decimal and was String; is"), "\(desk.output)")
  }

  @Test("A name that is replaced by one like it, without a renaming identifier, is asked about")
  func unsaidRenamings() throws {
    func attribute(_ name: String, _ more: String = "", type: String = "String") -> String {
      #"<attribute name="\#(name)" optional="YES" attributeType="\#(type)"\#(more)/>"#
    }
    func rules(_ old: String, _ new: String) throws -> (rules: [String], output: String) {
      let desk = try bundle([("App", old), ("App 2", new)].map { (name: $0.0, properties: $0.1) }, current: "App 2")
      desk.review()
      return (desk.rules, desk.output)
    }
    let type = attribute("type", type: "Integer 16")
    let found = try rules(
      attribute("importType", type: "Integer 16") + type + attribute("nick"),
      attribute("coinType", type: "Integer 16") + attribute("nickName") + attribute("walletID"))
    #expect(
      found.output.contains(
        "App.xcdatamodeld: question: App 2 seems to rename Team.type to coinType, Team.nick to nickName without renaming identifiers, "
          + "and a lightweight migration from App to App 2 then drops what they hold; were they renamed? [unsaidRenaming]\n"
          + "  → if so: give Team.coinType the renaming ID type, and the others theirs\n"), "\(found.output)")
    #expect(try rules(attribute("weigth"), attribute("weight")).rules == ["unsaidRenaming"])
    let capital = try rules(
      attribute("subSpeciesName"), attribute("speciesName") + "\n" + attribute("subspeciesName"))
    #expect(capital.output.contains("Team.subSpeciesName to subspeciesName"), "\(capital.output)")
    #expect(try rules(type, attribute("rank", type: "Integer 16")).rules == ["unsaidRenaming"])
    #expect(try rules(type, attribute("coinType", #" elementID="type""#, type: "Integer 16")).rules == [])
    #expect(try rules(attribute("nick"), attribute("country")).rules == [])
    #expect(try rules(type, attribute("coinType")).rules == [])
    #expect(try rules(type, Self.name).rules == [])
  }

  @Test("A store of a version of another name meets the current one too")
  func otherNames() throws {
    let number = Self.name.replacing("String", with: "Decimal")
    let desk = try bundle(
      [("Notes_v5", Self.name), ("Notes_v6", Self.name), ("Shop_v1", number)].map { (name: $0.0, properties: $0.1) },
      current: "Shop_v1")
    desk.review()
    #expect(
      desk.output.contains(
        "a lightweight migration from Notes_v6 to Shop_v1 fails: Team.motto becomes Decimal and was String; is there a mapping model, "
          + "or code for it? [unmappedVersions]"), "\(desk.output)")
    #expect(desk.rules == ["unmappedVersions"])
  }

  @Test("What has other names in between is asked about for the version that stores skip from")
  func skippedVersions() throws {
    func date(_ name: String) -> String { #"<attribute name="\#(name)" optional="YES" attributeType="Date"/>"# }
    let versions = [
      ("App", date("syncDate")), ("App 2", date("changed")), ("App 3", date("lastSyncDate")),
      ("App 4", date("lastSyncDate")),
    ].map { (name: $0.0, properties: Self.name + $0.1) }
    let desk = try bundle(versions, current: "App 4")
    desk.review()
    // The step from App 2 to App 3 is the newest that says so; each step names what the current version still has.
    #expect(desk.rules == ["unsaidRenaming"], "\(desk.output)")
    let flag = #"<attribute name="flag" optional="YES" attributeType="Boolean"/>"#
    let gone = try bundle(
      [
        ("App", date("syncDate")), ("App 2", date("syncDate") + flag), ("App 3", flag),
        ("App 4", date("lastSyncDate") + flag),
      ].map { (name: $0.0, properties: Self.name + $0.1) }, current: "App 4")
    gone.review()
    #expect(
      gone.output.contains(
        "App 4 seems to rename Team.syncDate to lastSyncDate without a renaming identifier, and a lightweight migration from App to "
          + "App 4 then drops what it holds; was it renamed?"), "\(gone.output)")
  }

  @Test("A version that names what is not there is reported in its bundle, in its own file")
  func brokenVersions() throws {
    let broken = #"<relationship name="players" optional="YES" toMany="YES" destinationEntity="Player"/>"#
    let desk = try bundle(
      [("App", Self.name), ("App 2", broken), ("App 3", Self.name)].map { (name: $0.0, properties: $0.1) },
      current: "App 3")
    #expect(desk.review() == .success)
    #expect(
      desk.output.contains(
        "App.xcdatamodeld/App 2.xcdatamodel/contents: warning: the version App 2 is incomplete: Team.players leads to Player, which "
          + "does not exist [unfinished]\n  → mend it, or delete the version if no store is of it"), "\(desk.output)")
    #expect(desk.rules == ["unfinished"])
  }

  @Test("An attribute that becomes a relationship of the same name loses its values, and a to-one may become a to-many")
  func otherKinds() throws {
    func relationship(_ name: String, _ more: String = "") -> String {
      #"<relationship name="\#(name)" optional="YES"\#(more) deletionRule="Nullify" destinationEntity="Team"/>"#
    }
    let image = #"<attribute name="coach" optional="YES" attributeType="Binary"/>"#
    let turned = try bundle(
      [("App", image), ("App 2", relationship("coach"))].map { (name: $0.0, properties: Self.name + $0.1) },
      current: "App 2")
    turned.review()
    #expect(
      turned.output.contains(
        "Team.coach is an attribute in App and a relationship in App 2, and a lightweight migration drops what it holds; does the app "
          + "move it? [unsaidRenaming]"), "\(turned.output)")
    let many = try bundle(
      [("App", relationship("image")), ("App 2", relationship("images", #" toMany="YES""#))].map {
        (name: $0.0, properties: Self.name + $0.1)
      }, current: "App 2")
    many.review()
    #expect(
      many.output.contains("App 2 seems to rename Team.image to images without a renaming identifier"), "\(many.output)"
    )
  }

  @Test("The earlier versions that look alike are named with what they seem to rename")
  func earlier() throws {
    func text(_ name: String) -> String { #"<attribute name="\#(name)" optional="YES" attributeType="String"/>"# }
    let desk = try bundle(
      [
        ("App", text("type") + text("nick")), ("App 2", text("coinType") + text("nick")),
        ("App 3", text("coinType") + text("nickName")),
      ]
      .map { (name: $0.0, properties: $0.1) }, current: "App 3")
    desk.review()
    #expect(
      desk.output.contains(
        "App 3 seems to rename Team.nick to nickName without a renaming identifier, and a lightweight migration from App 2 to App 3 then "
          + "drops what it holds; App 2 (Team.type to coinType) looks alike; were they renamed? [unsaidRenaming]"),
      "\(desk.output)")
  }

  @Test("Attributes that a version has in a new entity instead are asked about, from two on")
  func moves() throws {
    func text(_ name: String) -> String { #"<attribute name="\#(name)" optional="YES" attributeType="String"/>"# }
    func output(_ new: String, named name: String = "Sepa", gone: String = "") throws -> String {
      let desk = try bundle(
        [("App", text("creditor") + text("debtor") + Self.name), ("App 2", Self.name + gone)].map {
          (name: $0.0, properties: $0.1)
        },
        current: "App 2")
      try desk.write(
        ModelReviewToolTests.contents(
          "    <entity name=\"Team\">\(Self.name)\(gone)</entity>\n    <entity name=\"\(name)\">\(new)</entity>\n"),
        "App.xcdatamodeld/App 2.xcdatamodel/contents")
      desk.review()
      return desk.output
    }
    let found = try output(text("debtor") + text("creditor"))
    #expect(
      found.contains(
        "Team.creditor, Team.debtor of App are in the new entity Sepa in App 2, and a lightweight migration drops what they hold; does "
          + "the app move it? [unsaidRenaming]\n  → if not: a mapping model can move the values"), "\(found)")
    #expect(!(try output(text("creditor")).contains("new entity")))
    #expect(!(try output(text("creditor") + text("debtor"), gone: text("creditor")).contains("new entity")))
  }
}
