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

  private static let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
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
        "App.xcdatamodeld: question: a lightweight migration from App 3 to App 4 fails: Team.name becomes Integer32 and was String; so "
          + "does one from App to App 2; is there a mapping model, or code for it? [unmappedVersions]\n  → if not: graphbook model diff "
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
    // Whether numbers are converted is not established.
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
        "from App 2 to App 3 fails: Team.name becomes Integer32 and was String; so does one from App to App 2; is"),
      "\(desk.output)")
    #expect(!desk.output.contains("to App 4 fails"))
    #expect(desk.output.contains("choose App 4") && desk.output.contains("a lightweight migration to it fails"))
    // One past a step takes its stores along.
    try desk.write(Self.mapping(from: "App 2", to: "App 3"), "Migrations/2to3.xcmappingmodel/xcmapping.xml")
    desk.review()
    #expect(
      desk.output.contains("from App to App 2 fails: Team.name becomes String and was Integer32; is"), "\(desk.output)")
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
    #expect(try rules(type, attribute("rank", type: "Integer 16")).rules == ["unsaidRenaming"])
    #expect(try rules(type, attribute("coinType", #" elementID="type""#, type: "Integer 16")).rules == [])
    #expect(try rules(attribute("nick"), attribute("country")).rules == [])
    #expect(try rules(type, attribute("coinType")).rules == [])
    #expect(try rules(type, Self.name).rules == [])
  }
}
