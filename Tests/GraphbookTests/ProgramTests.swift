import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileHandle
import class Foundation.FileManager
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL
import struct Foundation.UUID

/// The program as it was built, in a process of its own.
@Suite("The built program")
struct ProgramTests {
  static func run(_ arguments: [String], input: String = "") throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = BuiltProgram.url
    process.arguments = arguments
    let state = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: state) }
    process.environment = ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": state]
    let standardInput = Pipe()
    let output = Pipe()
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  static let league = """
    model League
    entity Team { name: String; players ->> Player?, inverse team, delete deny }
    entity Player { lastName: String; team -> Team?, inverse players }
    let heat = Team(name: "Miami Heat")
    let wade = Player(lastName: "Wade", team: heat)
    expect heat.players.@count == 1
    expect { delete heat; save } fails "players"
    change Team.players, delete cascade
    explain delete heat
    delete heat
    save
    expect count Player == 0
    undo
    expect count Player == 1

    """

  @Test("exercise show prints a task and its start, and with --allowed what an answer may change")
  func exerciseShow() throws {
    let task = try Self.run(["exercise", "show", "four-slips"])
    #expect(task.status == 0 && task.output.hasPrefix("Four slips of the finger\n"))
    #expect(task.output.contains("It begins with:") && task.output.contains("entity Recipe"))
    #expect(try Self.run(["exercise", "show", "four-slips", "--allowed"]).output.contains("Recipe.servings"))
    #expect(try Self.run(["exercise", "show", "five-slips"]).status == 1)
  }

  /// What a run printed, without the line breaks.
  private static func words(_ run: (output: String, status: Int32)) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("makes, opens, shows, dumps and checks Core Data stores")
  func stores() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/Shop.sqlite"
    let made = try Self.run(
      ["run", "-"],
      input: """
        entity Shelf { label: String; books ->> Book?, inverse shelf }
        entity Book { title: String; pages: Integer16?; shelf -> Shelf?, inverse books }
        export "\(folder)/shop.graph", model only
        store shop at "\(path)"
        close main
        let a = Shelf(label: "A")
        Book(title: "Emma", pages: 474, shelf: a)
        save
        show tables
        """)
    #expect(made.status == 0, "\(made.output)")
    #expect(
      Self.words(made).contains("the file keeps its model, but not the version hashes by which Core Data recognises"))
    #expect(made.output.contains("Z_PK  Z_ENT  Z_OPT  ZPAGES  ZSHELF  ZTITLE"))

    let model = ["--model", folder + "/shop.graph"]
    let shown = try Self.run(["store", "show", path] + model)
    #expect(
      shown.output == """
        \(path): a Core Data store
        model: the one given with --model
        entity  table   Z_ENT  objects
        ──────  ──────  ─────  ───────
        Book    ZBOOK       1        1
        Shelf   ZSHELF      2        1

        """ && shown.status == 0, "\(shown.output)")
    let dumped = try Self.run(["store", "dump", path] + model)
    #expect(dumped.output.contains("\"books\": [\n") && dumped.output.contains("\"Book#1\""), "\(dumped.output)")
    let checked = try Self.run(["store", "check", path] + model)
    #expect(checked.output == "nothing wrong\n" && checked.status == 0)
    #expect(try Self.run(["store", "check", folder + "/None.sqlite"]).status == 1)

    // Another process has the model with its types, and what is required.
    let opened = try Self.run(
      ["open", path], input: "show model\nBook(title: nil)\nsave\nrollback\nShelf(label: \"B\")\nsave\n")
    #expect(opened.output.contains("  books ->> Book?, inverse shelf\n"), "\(opened.output)")
    #expect(opened.output.contains("title is a required value (1570)"), "\(opened.output)")
    #expect(opened.output.contains("saved: 1 inserted"), "\(opened.output)")
    #expect(try Self.run(["store", "show", path]).output.contains("model: the store's own"))
    #expect(try Self.run(["store", "check", path]).output == "nothing wrong\n")
    #expect(FileManager.default.fileExists(atPath: path + ".backup"))
    let again = try Self.run(["store", "show", path] + model)
    #expect(again.output.contains("Shelf   ZSHELF      2        2"), "\(again.output)")
  }

  @Test("fetches from a store without reading the whole of it")
  func lazyStores() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lazy-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/Shop.sqlite"
    let made = try Self.run(
      ["run", "-"],
      input: """
        entity Shelf { label: String; books ->> Book?, inverse shelf }
        entity Book { title: String?; pages: Integer16?; shelf -> Shelf?, inverse books }
        export "\(folder)/shop.graph", model only
        store shop at "\(path)"
        close main
        let a = Shelf(label: "A")
        let b = Shelf(label: "B")
        Book(title: "Emma", pages: 474, shelf: a)
        Book(title: "Éloïse", pages: 30, shelf: a)
        Book(title: "Persuasion", shelf: b)
        Book(pages: 7)
        save
        explain fetch Book where pages > 100
        """)
    #expect(made.status == 0, "\(made.output)")
    // A store whose objects are all in memory shows the SQL, too.
    #expect(made.output.contains("WHERE t0.Z_ENT IN (1) AND (t0.ZPAGES > 100)"), "\(made.output)")
    let model = ["--model", folder + "/shop.graph"]
    func fetch(_ query: String, _ options: String...) throws -> String {
      let (output, status) = try Self.run(["store", "fetch", path, query] + options + model)
      return "\(status)\n" + output
    }
    #expect(
      try fetch("Book where pages < 100 AND shelf.label == 'A'") == """
        0
        Book    title   pages  shelf
        ──────  ──────  ─────  ─────────
        Book#2  Éloïse  30     Shelf#1 A
        1 object

        """)
    #expect(try fetch("count Book where pages != 474") == "0\n3\n")
    #expect(try fetch("count Book where pages != 474", "--store-semantics") == "0\n2\n")
    #expect(try fetch("count Book where shelf == Shelf#1") == "0\n2\n")
    #expect(try fetch("count Book where shelf IN (fetch Shelf where label == 'B')") == "0\n1\n")
    #expect(
      try fetch("Book where pages > 5 AND title BEGINSWITH 'E' AND title.length > 3 sort pages", "--explain") == """
        0
          SELECT t0.Z_PK, t0.Z_ENT FROM ZBOOK AS t0 WHERE t0.Z_ENT IN (1) AND ((t0.ZPAGES > 5) AND
            (SUBSTR(t0.ZTITLE, 1, 1) = 'E' OR LENGTH(t0.ZTITLE) <> LENGTH(CAST(t0.ZTITLE AS BLOB)) OR
            INSTR(t0.ZTITLE, CHAR(13)) > 0))
          └ SCAN t0
        part                  decided by
        ────────────────────  ───────────────────
        pages > 5             SQLite
        title BEGINSWITH "E"  SQLite, then memory
        title.length > 3      memory
        sort pages            memory
        1 object found; 2 objects read into memory

        """)
    let opened = try Self.run(
      ["open", path, "--lazy"],
      input: "fetch Book where PAGES > 100\ncount Book\nsave\nshow Shelf\nclose shop\nsave\n")
    #expect(opened.output.contains("shop is open lazily: "), "\(opened.output)")
    #expect(
      opened.output.contains(
        """
        4
        shop is open lazily, so only fetch, count and explain fetch read its objects
          save
          ^^^^ to do more with them: close shop, and open it without lazy
        entity Shelf
        """), "\(opened.output)")
    #expect(opened.output.contains("shop is closed\nnothing to save"), "\(opened.output)")
    #expect(try fetch("Nook").hasPrefix("1\nthere is no entity 'Nook'"))
    #expect(try Self.run(["store", "fetch", folder + "/None.sqlite", "Book"]).status == 1)
  }

  @Test("does what the lessons tell learners to type outside of them")
  func linesOfLessons() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lessons-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lessons = BuiltProgram.root.appendingPathComponent("Lessons")
    func block(_ lesson: String, after words: String) throws -> String {
      let text = try String(contentsOf: lessons.appendingPathComponent(lesson), encoding: .utf8)
      let rest = try #require(text.range(of: words)).upperBound
      let start = try #require(text.range(of: "```text\n", range: rest..<text.endIndex)).upperBound
      let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
      return String(text[start..<end])
    }
    // The files go where they cannot be in the way.
    func inFolder(_ text: String) -> String {
      text.replacing("\"todo", with: "\"\(folder.path)/todo").replacing("\"TodoCore", with: "\"\(folder.path)/TodoCore")
    }
    let store = try Self.run(
      ["run", "-"], input: inFolder(block("14-stores.md", after: "A lesson keeps everything in memory.")))
    #expect(store.status == 0, "\(store.output)")
    let rows = try block("14-stores.md", after: "any other tool for SQLite").split(separator: "\n")
    let last = try #require(rows.last).split(separator: "|").map(String.init)
    #expect(last == ["1", "1", "1", "0", "Buy milk"])
    #expect(
      store.output.split(separator: "\n").contains { line in
        line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: "|") == "1|1|1|0|Buy|milk"
      }, "\(store.output)")
    let model = try Self.run(
      ["run", "-"],
      input: "model TodoCore\nentity Task { title: String }\n"
        + inFolder(block("02-todo.md", after: "A model can go to Xcode")))
    #expect(model.status == 0 && model.output.contains("wrote"), "\(model.output)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "TodoCore.xcdatamodeld", "todo.sqlite",
      ])
  }

  @Test("takes the empty model of a new Xcode project for a model", arguments: ["/>", ">\n    <elements/>\n</model>"])
  func emptyModels(_ end: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let version = folder + "/App.xcdatamodeld/App.xcdatamodel"
    try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
    let contents = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift"\(end)
      """
    try Data(contents.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    let app = folder + "/App.xcdatamodeld"
    #expect(try Self.run(["model", "show", app]).status == 0)
    for ending in ["graph", "swift", "sql", "svg", "dot", "mmd", "xcdatamodel", "xcdatamodeld"] {
      let converted = try Self.run(["model", "convert", app, folder + "/m.\(ending)"])
      #expect(converted.status == 0, "\(converted.output)")
    }
    #expect(try String(contentsOfFile: folder + "/m.xcdatamodel/contents", encoding: .utf8) == contents)
    #expect(try Self.run(["model", "convert", folder + "/m.graph", folder + "/n.xcdatamodeld"]).status == 0)
    #expect(try Self.run(["model", "review", app, folder + "/m.graph", folder + "/n.xcdatamodeld"]).status == 0)
    // A file of other statements is no model.
    try Data("let a = 1\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.graph"))
    #expect(try Self.run(["model", "show", folder + "/a.graph"]).status == 1)
  }

  @Test("says what statements and tables lack of a model")
  func losses() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let version = folder + "/App.xcdatamodel"
    try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
    let contents = """
      <model usedWithCloudKit="YES"><entity name="Team" representedClassName="Team" sparkle="1" \
      coreSpotlightDisplayNameExpression="name">
      <relationship name="captain" optional="YES" minCount="1" maxCount="1" destinationEntity="Team"/>
      <attribute name="name" optional="YES" attributeType="String"/><attribute name="x" optional="YES" attributeType="Double"/>
      <fetchIndex name="byLength"><fetchIndexElement expression="length:(name)" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byX"><fetchIndexElement property="x" type="RTree" order="ascending"/></fetchIndex>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity></model>
      """
    try Data(contents.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    let statements = Self.words(try Self.run(["model", "convert", version, folder + "/m.graph"]))
    #expect(statements.contains("not written: CloudKit") && statements.contains("not written: fetch indexes over"))
    for loss in ["display names in Spotlight", "entity sparkle=", "the minimum count of the to-one Team.captain"] {
      #expect(statements.contains("not written: \(loss)"), "\(loss): \(statements)")
    }
    let tables = Self.words(try Self.run(["model", "convert", version, folder + "/m.sql"]))
    #expect(tables.contains("not written: the index Team.byX") && tables.contains("not written: fetch indexes over"))
    #expect(!tables.contains("not written: CloudKit"))
    let sql = try String(contentsOfFile: folder + "/m.sql", encoding: .utf8)
    #expect(sql.contains("CREATE UNIQUE INDEX Z_Team_UNIQUE_name ON ZTEAM (ZNAME COLLATE BINARY ASC);"))
  }

  @Test(
    "reads and writes files whose names have to be escaped",
    arguments: ["a\"b", "a\\b", "a\\(b)", "a\tb", "a\rb", "a\nb", "a\u{202E}b", "a\u{1B}b", "a\u{9B}b", "a'é😀"])
  func oddPaths(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("model M\nentity Shelf { name: String }\n".utf8).write(to: URL(fileURLWithPath: folder + "/m.graph"))
    let odd = "\(folder)/\(name)"
    func isSafe(_ output: String) {
      let unsafe: Set<Unicode.Scalar> = ["\u{202E}", "\u{9B}", "\u{1B}", "\r", "\t"]
      #expect(!output.unicodeScalars.contains { unsafe.contains($0) }, "\(output.debugDescription)")
    }
    for (input, output) in [("\(folder)/m.graph", odd + ".graph"), (odd + ".graph", odd + ".xcdatamodel")] {
      let converted = try Self.run(["model", "convert", input, output])
      #expect(converted.status == 0, "\(converted.output.debugDescription)")
      #expect(FileManager.default.fileExists(atPath: output))
    }
    let opened = try Self.run(["open", odd + ".xcdatamodel"], input: "expect count Shelf == 0\n")
    #expect(opened.status == 0 && opened.output.contains("Shelf"), "\(opened.output.debugDescription)")
    let made = try Self.run(
      ["run", "-"],
      input: "entity Cup { height: Int16 }\nclose main\nstore app at \"\(folder)/s.sqlite\"\nCup(height: 3)\nsave\n")
    #expect(made.status == 0, "\(made.output)")
    try FileManager.default.moveItem(atPath: folder + "/s.sqlite", toPath: odd + ".sqlite")
    for options in [[], ["--lazy"]] {
      let stored = try Self.run(["open", odd + ".sqlite"] + options, input: "count Cup\n")
      #expect(
        stored.status == 0 && stored.output.split(separator: "\n").contains("1"), "\(stored.output.debugDescription)")
      isSafe(stored.output)
    }
    let asked = try Self.run(["store", "fetch", odd + ".sqlite", "count Cup"])
    #expect(asked.status == 0 && asked.output.contains("1"), "\(asked.output)")
    isSafe(opened.output + asked.output)
  }

  @Test("opens, shows, reviews and converts Xcode models")
  func models() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)").path
    let version = folder + "/Shop.xcdatamodeld/Shop 2.xcdatamodel"
    try FileManager.default.createDirectory(atPath: version, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let contents = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="20084">
          <entity name="Shelf" representedClassName="Shelf" syncable="YES">
              <attribute name="name" attributeType="String"/>
          </entity>
      </model>
      """
    try Data(contents.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
    let shop = folder + "/Shop.xcdatamodeld"
    let shown = try Self.run(["model", "show", shop])
    #expect(
      shown.output == "model \"Shop 2\"\nentity Shelf {\n  name: String\n  codegen none\n}\n" && shown.status == 0)
    let reviewed = try Self.run(["model", "review", shop])
    #expect(reviewed.output == "nothing to report\n" && reviewed.status == 0)
    let statements = try Self.run(["model", "convert", shop, folder + "/shop.graph"])
    #expect(Self.words(statements).contains("wrote \(folder)/shop.graph: the model as statements"))
    #expect(statements.status == 0)
    #expect(try Self.run(["model", "convert", folder + "/shop.graph", folder + "/New.xcdatamodeld"]).status == 0)
    #expect(
      try Self.run(["model", "show", folder + "/New.xcdatamodeld"]).output == shown.output)
    // Nothing is replaced, and what is missing is said.
    let again = try Self.run(["model", "convert", shop, folder + "/New.xcdatamodeld"])
    #expect(Self.words(again).contains("already, and this model is not from it") && again.status == 1)
    #expect(try Self.run(["model", "show", folder + "/None.xcdatamodeld"]).status == 1)
    let copy = try Self.run(["model", "convert", shop, folder + "/Copy.xcdatamodel"])
    #expect(copy.status == 0)
    #expect(try String(contentsOfFile: folder + "/Copy.xcdatamodel/contents", encoding: .utf8) == contents)
    let opened = try Self.run(["open", shop], input: "add Shelf.floor: Int16?\nexport \"\(shop)\"\n")
    #expect(Self.words(opened).contains("wrote \(shop): the model for Xcode, version Shop 2"))
    #expect(
      try String(contentsOfFile: version + "/contents", encoding: .utf8)
        == contents.replacing(
          "        <attribute name=\"name\"",
          with:
            "        <attribute name=\"floor\" optional=\"YES\" attributeType=\"Integer 16\" usesScalarValueType=\"YES\"/>\n"
            + "        <attribute name=\"name\""))
  }

  @Test("converts all versions, reads models under other names, and leaves a bundle as it was when an export fails")
  func versions() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bundle = folder + "/App.xcdatamodeld"
    func contents(_ version: String) -> String { "\(bundle)/\(version).xcdatamodel/contents" }
    for (version, start) in [("App", "<model>"), ("App 2", "<model usedWithCloudKit=\"YES\">")] {
      try FileManager.default.createDirectory(
        atPath: "\(bundle)/\(version).xcdatamodel", withIntermediateDirectories: true)
      try Data((start + "<entity name=\"Team\"/></model>").utf8).write(to: URL(fileURLWithPath: contents(version)))
    }
    let all = Self.words(try Self.run(["model", "convert", bundle, folder + "/v.graph", "--all"]))
    #expect(all.contains("wrote \(folder)/v/: the model as statements"), "\(all)")
    #expect(all.contains("in 2 files: App, App 2 (current) not written: CloudKit (of App 2)"), "\(all)")
    for version in ["App", "App 2"] {
      let shown = try Self.run(["model", "show", "\(folder)/v/\(version).graph"])
      #expect(shown.status == 0 && shown.output.contains("entity Team"), "\(shown.output)")
    }
    #expect(try Self.run(["model", "convert", bundle, folder + "/v.graph", "--all"]).status == 1)
    #expect(try Self.run(["model", "convert", bundle, folder + "/v.svg", "--all"]).status == 0)
    #expect(try Self.run(["model", "convert", bundle, folder + "/w.xcdatamodel", "--all"]).status == 1)

    let other = folder + "/old.xml"
    try FileManager.default.copyItem(atPath: contents("App"), toPath: other)
    for command in [["show"], ["review", "--fail-on", "never"], ["diff"]] {
      let found = try Self.run(["model"] + command + [other])
      #expect(found.status == 0, "\(command) \(found.output)")
    }

    let script =
      "import \"\(bundle)\"\nadd Team.a: String?\nuse version \"App\"\n" + "add Team.b: String?\nversion \"App 3\"\n"
    let before = try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
    let texts = try ["App", "App 2"].map { try String(contentsOfFile: contents($0), encoding: .utf8) }
    let obstacle = contents("App 2") + ".saving-lock"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    let failed = try Self.run(["run", "-"], input: script + "export \"\(bundle)\"\n")
    #expect(failed.status == 1 && Self.words(failed).contains("cannot be written"), "\(failed.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bundle).sorted() == before)
    #expect(try ["App", "App 2"].map { try String(contentsOfFile: contents($0), encoding: .utf8) } == texts)
    try FileManager.default.removeItem(atPath: obstacle)
    let twice = try Self.run(
      ["run", "-"],
      input: script + "export \"\(bundle)\"\nadd Team.c: String?\nexport \"\(folder)/./App.xcdatamodeld/\"\n")
    #expect(twice.status == 0 && Self.words(twice).contains("version App 3"), "\(twice.output)")
  }

  @Test("writes the classes of a model in Swift")
  func swift() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swift-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let model = folder + "/club.graph"
    try Data("entity Team { name: String }\nentity Player { name: String; codegen none }".utf8)
      .write(to: URL(fileURLWithPath: model))
    let one = try Self.run(["model", "convert", model, folder + "/Model.swift"])
    #expect(Self.words(one).contains("wrote \(folder)/Model.swift: 1 class for Core Data") && one.status == 0)
    let all = try Self.run(["model", "convert", model, folder + "/Model.swift", "--all"])
    #expect(Self.words(all).contains("2 classes for Core Data, in place of the file that was there"))
    let split = try Self.run(["model", "convert", model, folder + "/Classes", "--split", "--swiftdata"])
    #expect(Self.words(split).contains("wrote \(folder)/Classes: 2 classes for SwiftData in 2 files"))
    let team = folder + "/Classes/Team.swift"
    #expect(try String(contentsOfFile: team, encoding: .utf8).contains("@Model\nfinal class Team {"))
    // What someone wrote stays, and so does everything else then.
    try Data("class Team {}".utf8).write(to: URL(fileURLWithPath: team))
    let refused = try Self.run(["model", "convert", model, folder + "/Classes", "--split"])
    #expect(Self.words(refused).contains("already, and it was not generated") && refused.status == 1)
    #expect(try String(contentsOfFile: team, encoding: .utf8) == "class Team {}")
    #expect(try Self.run(["model", "convert", model, folder + "/x.svg", "--swiftdata"]).status == 1)
  }

  @Test("runs a script from standard input, finds the lessons, and says how it went")
  func program() throws {
    let script = try Self.run(["run", "-"], input: Self.league)
    #expect(script.status == 0, "\(script.output)")
    #expect(script.output.contains("└ players (cascade): Player#1 Wade"))
    #expect(!script.output.contains("\u{1B}"))
    #expect(try Self.run(["run", "-"], input: "expect 1 == 2").status == 1)
    #expect(try Self.run(["run", "/nowhere/at/all.graph"]).status == 1)
    #expect(try Self.run(["run"]).status == 64)
    #expect(try Self.run(["--nonsense"]).status == 64)
    // In a build of a package, its commit follows.
    #expect(try Self.run(["--version"]).output.contains(/^0\.1\.0(?: \([0-9a-f]{12}\))?\n$/))
    #expect(try Self.run(["lessons"]).output.contains("Delete rules"))
    #expect(try Self.run(["grade", "x", "-", "--format", "canvas"]).status == 64)
    #expect(try Self.run(["grade", "x", "-", "--format", "xapi", "--student", "a", "--home-page", "x y"]).status == 64)
    #expect(try Self.run(["grade", "x", "-", "--format", "csv", "--student", "a", "--time", "noon"]).status == 64)
    #expect(try Self.run(["grade", "--all", "/nowhere", "--exercise", "x"]).status == 64)
    let unknown = try Self.run(["grade", "nothing-of-this-name", "-", "--format", "tap"], input: "let a = 1")
    #expect(unknown.status == 1 && unknown.output.hasPrefix("TAP version 14\n1..1\nnot ok 1 - nothing-of-this-name: "))
    let fourth = try Self.run(["learn", "4"])
    #expect(fourth.output.contains("Lesson 4 · Normal forms"))
    let learn = try Self.run(["learn"])
    #expect(learn.status == 0 && learn.output.contains("Lesson 1 · Entities and models"))
    let people = "{\"age\": 31}\n{\"age\": 29}\n"
    let filtered = try Self.run(["filter", "age > 30"], input: people)
    #expect(filtered.status == 0 && filtered.output == "{\"age\": 31}\n")
    #expect(try Self.run(["filter", "age > $n", "--let", "n=10", "--count"], input: people).output == "2\n")
    #expect(try Self.run(["filter", "age >", "-"], input: people).status == 1)
    #expect(try Self.run(["filter", "age > 30", "--explain"], input: people).output.contains("line 2: age is 29"))
    let answered = try Self.run(["predicate", "--jsonl"], input: "{\"id\": 1, \"format\": \"a = 1\"}\n")
    #expect(
      answered.output == "{\"id\": 1, \"parsed\": true, \"canonical\": \"a == 1\", \"result\": \"a == 1\"}\n")
    let prompt = try Self.run([], input: "1 + 1\n")
    #expect(prompt.status == 0 && prompt.output.hasSuffix("2\n"))
  }

  @Test(
    "A subcommand that does not exist gets the nearest name",
    arguments: [
      ("lesons", "graphbook has no subcommand 'lesons'\n  did you mean lessons or lesson?\n"),
      ("fliter 'a == 1'", "graphbook has no subcommand 'fliter'\n  did you mean filter?\n"),
      ("lesson chek 3", "graphbook lesson has no subcommand 'chek'\n  did you mean check?\n"),
      ("zebra", "graphbook has no subcommand 'zebra'\n  graphbook --help lists them\n"),
      ("lesson 3", "graphbook lesson is for authors of lessons\n  graphbook learn 3 starts lesson 3\n"),
    ])
  func unknownSubcommand(_ arguments: String, _ errors: String) throws {
    #expect(
      try StandardStreamTests.Folder().shell("graphbook \(arguments)")
        == StandardStreamTests.Result(output: "", errors: errors, status: 64))
  }

  @Test("The manual page in docs is what the program prints: make man writes it")
  func manual() throws {
    let page = try String(contentsOf: BuiltProgram.root.appendingPathComponent("docs/graphbook.1"), encoding: .utf8)
    let printed = try Self.run(["man"])
    #expect(printed.status == 0)
    #expect(printed.output == page)
    // Every command that the program shows is in it.
    let help = try Self.run(["--help"]).output
    let commands = help.matches(of: #/(?m)^  ([a-z]+)(?: \(default\))? +\S/#).map { String($0.output.1) }
    #expect(commands.contains("run") && commands.contains("filter"))
    for command in commands where command != "help" {
      #expect(page.contains("graphbook \(command)") || page.contains("graphbook \\-\\-"), "\(command)")
    }
  }

  @Test("Completion for three shells", arguments: ["bash", "zsh", "fish"])
  func completion(_ shell: String) throws {
    let script = try Self.run(["--generate-completion-script", shell])
    #expect(script.status == 0)
    for word in ["lessons", "exercise", "filter", "discover"] { #expect(script.output.contains(word), "\(word)") }
  }

  @Test(
    "what is run is bounded by options, and says where it stopped",
    arguments: [
      (
        ["--steps", "3"], "1\n2\n3\n4\n",
        "1\n2\n3\n<stdin>:4:1: stopped after 3 steps\n  4\n  ^ make the loops shorter, or allow more with --steps\n"
      ),
      (
        ["--steps", "5"], "for i in 1...10 { i }\n",
        "<stdin>:1:1: stopped after 5 steps\n  for i in 1...10 { i }\n  ^^^^^^^^^^^^^^^^^^^^^ make the loops shorter, or allow more with --steps\n"
      ),
      (
        ["--objects", "1"], "entity A { }\nA()\nA()\n",
        "entity A\nmade A#1\n<stdin>:3:1: stopped after 1 objects\n  A()\n  ^^^ make fewer objects, or allow more with --objects\n"
      ),
      (
        ["--nesting", "1"], "for i in 1...2 { for j in 1...2 { i } }\n",
        "<stdin>:1:18: blocks and files are nested more than 1 deep\n  for i in 1...2 { for j in 1...2 { i } }\n                   ^^^^^^^^^^^^^^^^^^^^ does a file run itself? --nesting allows more\n"
      ),
      (
        ["--bytes", "4"], "1\n2\n3\n",
        "1\n2\nthe text is longer than 4 bytes\n  write a shorter one, or allow more with --bytes\n"
      ),
    ])
  func budgets(options: [String], input: String, expected: String) throws {
    let result = try Self.run(["run", "-"] + options, input: input)
    #expect(result.output == expected)
    #expect(result.status == 1)
  }

  @Test(
    "A command does not show the statement that stands for it",
    arguments: [
      (
        ["model", "show", "None.xcdatamodeld"], "there is no folder 'None.xcdatamodeld'\n  an Xcode model is a folder\n"
      ),
      (["open", "None.xcdatamodeld"], "there is no folder 'None.xcdatamodeld'\n  an Xcode model is a folder\n"),
      (
        ["model", "convert", "None.xcdatamodeld", "a.swift"],
        "there is no folder 'None.xcdatamodeld'\n  an Xcode model is a folder\n"
      ),
    ])
  func commandsWithoutStatements(_ arguments: [String], output: String) throws {
    let result = try Self.run(arguments, input: "")
    #expect(result.output == output)
    #expect(result.status == 1)
  }

  @Test("options that make no sense are refused")
  func senselessBudgets() throws {
    #expect(try Self.run(["run", "-", "--steps", "0"]).status == 64)
    #expect(try Self.run(["run", "-", "--nesting", "1000"]).status == 64)
    #expect(try Self.run(["--steps", "many"]).status == 64)
  }
}
