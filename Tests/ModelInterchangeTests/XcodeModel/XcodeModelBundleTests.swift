import Diagnostics
import ModelInterchange
import ObjectGraph
import Testing

@Suite("Bundles of Xcode's models")
struct XcodeModelBundleTests {
  static func contents(_ entity: String) -> String { "<model><entity name=\"\(entity)\"/></model>" }

  static func current(_ folder: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>other</key><string>x</string><key>_XCCurrentVersionName</key><string>\(folder)</string></dict></plist>
    """
  }

  /// Reads a bundle from texts by their paths.
  static func bundle(_ path: String, _ files: [String: String]) throws -> XcodeModelBundle {
    try XcodeModelBundle(
      path,
      files: XcodeModelBundle.Files(
        read: { path in
          guard let text = files[path] else { throw Diagnostic("no-such-file", "there is no file '\(path)'") }
          return SourceText(text, name: path)
        },
        list: { folder in
          let inside = files.keys.filter { $0.hasPrefix(folder + "/") }
          let names = Set(inside.map { $0.dropFirst(folder.count + 1).prefix { $0 != "/" } })
          return names.isEmpty ? nil : names.map(String.init).sorted()
        }))
  }

  static func message(_ path: String, _ files: [String: String]) -> String {
    do {
      let bundle = try bundle(path, files)
      return (["\(bundle.versions.map(\.name)) \(bundle.currentName)"] + bundle.findings.map(\.message))
        .joined(separator: "; ")
    } catch {
      return (error as? Diagnostic)?.message ?? "\(error)"
    }
  }

  static let two = [
    "L.xcdatamodeld/L.xcdatamodel/contents": contents("A"), "L.xcdatamodeld/L 2.xcdatamodel/contents": contents("B"),
    "L.xcdatamodeld/L 10.xcdatamodel/contents": contents("C"),
  ]

  @Test("A version that cannot be read is named, and the others are read")
  func unreadableVersions() throws {
    var files = Self.two
    files["L.xcdatamodeld/Old.xcdatamodel/elements"] = ""
    files["L.xcdatamodeld/Old.xcdatamodel/layout"] = ""
    files["L.xcdatamodeld/L 3.xcdatamodel/.keep"] = ""
    files["L.xcdatamodeld/L 2.xcdatamodel/contents"] = "<<<<<<< a\n>>>>>>> b\n"
    files["L.xcdatamodeld/.xccurrentversion"] = Self.current("L 10.xcdatamodel")
    let left =
      "; the version 'L 2' can't be read, so it is left out: the file has a merge conflict"
      + "; the version 'L 3' can't be read, so it is left out: 'L.xcdatamodeld/L 3.xcdatamodel' has no file 'contents' inside"
      + "; the version 'Old' can't be read, so it is left out: 'L.xcdatamodeld/Old.xcdatamodel' is in the binary format that Xcode used before version 4"
    #expect(Self.message("L.xcdatamodeld", files) == #"["L", "L 10"] L 10"# + left)
    #expect(try Self.bundle("L.xcdatamodeld", files).unreadable.keys.sorted() == ["L 2", "L 3", "Old"])
    // That the current one is none of the others is an error.
    files["L.xcdatamodeld/.xccurrentversion"] = Self.current("Old.xcdatamodel")
    let bundle = try Self.bundle("L.xcdatamodeld", files)
    #expect(bundle.currentName == "L 10" && bundle.findings.last?.severity == .error)
    // A change leaves their folders alone, and a copy says that it lacks them.
    var history = ModelHistory(bundle.current.document.model(named: "L 10").model)
    history.model[entity: "C"]?[property: "x"] = .attribute(AttributeDescription("x", .string, isOptional: true))
    #expect(try bundle.merging(history).files.map(\.path) == ["L.xcdatamodeld/L 10.xcdatamodel/contents"])
    #expect(
      try XcodeModelBundle.creating("M.xcdatamodeld", from: bundle, history).losses == [
        "the version L 2, which can't be read", "the version L 3, which can't be read",
        "the version Old, which can't be read",
      ])
    // With none that can be read, the first reason is the message.
    files = files.filter { !$0.key.contains("L.xcdatamodel/") && !$0.key.contains("L 10") }
    #expect(Self.message("L.xcdatamodeld", files) == "the file has a merge conflict")
  }

  @Test("Windows line ends and a byte order mark stay", arguments: [false, true])
  func lineEnds(hasMark: Bool) throws {
    let text =
      (hasMark ? "\u{FEFF}" : "")
        + """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Team" representedClassName="Team" syncable="YES">
                <attribute name="note" optional="YES" attributeType="String" defaultValueString="a&#13;&#10;b"/>
            </entity>
        </model>
        """.replacing("\n", with: "\r\n")
    // As the program reads files, and as they are.
    let plain = SourceText(text.replacing("\r\n", with: "\n"), name: nil, firstLine: 1, hadCarriageReturns: true)
    for source in [plain, SourceText(text)] {
      let document = try XcodeModelDocument(source)
      #expect(document.text == text)
      var model = document.model(named: "L").model
      model[entity: "Team"]?[property: "note"] = nil
      let changed = document.merging(model).document.text
      #expect(changed.utf8.count { $0 == UInt8(ascii: "\r") } == 3 && changed.hasPrefix("\u{FEFF}") == hasMark)
    }
  }

  @Test("Versions are in the order of their numbers, and one is current")
  func versions() {
    func message(_ folder: String?) -> String {
      var files = Self.two
      files["L.xcdatamodeld/.xccurrentversion"] = folder.map(Self.current)
      return Self.message("L.xcdatamodeld/", files)
    }
    let names = #"["L", "L 2", "L 10"]"#
    #expect(message("L 2.xcdatamodel") == names + " L 2")
    #expect(message(nil) == names + " L 10; no version is marked as current, so L 10 is taken")
    #expect(
      message("Gone.xcdatamodel")
        == names + " L 10; the current version should be 'Gone.xcdatamodel', which does not exist, so L 10 is used")
    #expect(message("<!ENTITY") == "the file declares an entity")
    #expect(message("</dict>").hasPrefix("this is not well-formed XML"))
  }

  @Test("A single version is a folder or a file")
  func single() {
    let files = ["a/L.xcdatamodel/contents": Self.contents("A")]
    #expect(Self.message("a/L.xcdatamodel", files) == #"["L"] L"#)
    #expect(Self.message("a/L.xcdatamodel/contents", files) == #"["L"] L"#)
    #expect(Self.message("contents", ["contents": Self.contents("A")]) == #"["Model"] Model"#)
    let only = ["L.xcdatamodeld/V.xcdatamodel/contents": Self.contents("A")]
    #expect(Self.message("L.xcdatamodeld", only) == #"["V"] V"#)
  }

  @Test("Missing, old and foreign files are refused")
  func refusals() {
    #expect(Self.message("L.xcdatamodeld", [:]) == "there is no folder 'L.xcdatamodeld'")
    #expect(Self.message("L.xcdatamodeld", ["L.xcdatamodeld/x": ""]) == "'L.xcdatamodeld' has no .xcdatamodel inside")
    #expect(Self.message("L.xcdatamodel", ["L.xcdatamodel/x": ""]) == "'L.xcdatamodel' has no file 'contents' inside")
    #expect(
      Self.message("L.xcdatamodel", ["L.xcdatamodel/elements": "", "L.xcdatamodel/layout": ""])
        == "'L.xcdatamodel' is in the binary format that Xcode used before version 4")
    #expect(Self.message("L.graph", [:]) == "'L.graph' is not an Xcode model")
  }

  @Test("A model under another name is recognised by its content, where it cannot be anything else")
  func otherNames() {
    let text = "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- a <b> -->\n" + Self.contents("A")
    let no = "'m' is not an Xcode model"
    #expect(Self.message("a/m.xml", ["a/m.xml": text]) == #"["m"] m"#)
    #expect(Self.message("L.xcdatamodel/contents.orig", ["L.xcdatamodel/contents.orig": text]) == #"["L"] L"#)
    #expect(Self.message("m", ["m/contents": text]) == #"["m"] m"#)
    #expect(Self.message("m/", ["m/.DS_Store": "", "m/contents": text]) == #"["m"] m"#)
    let renamed = Dictionary(
      uniqueKeysWithValues: Self.two.map { ($0.key.replacing("L.xcdatamodeld", with: "m"), $0.value) })
    // Models that are side by side are no versions of each other.
    #expect(Self.message("m", renamed) == no)
    let marked = renamed.merging(["m/.xccurrentversion": Self.current("L 2.xcdatamodel")]) { $1 }
    #expect(Self.message("m", marked) == #"["L", "L 2", "L 10"] L 2"#)
    #expect(Self.message("m", ["m/V.xcdatamodel/contents": text]) == #"["V"] V"#)
    #expect(Self.message("m", ["m/V.xcdatamodel/contents": text, "m/a.swift": ""]) == no)
    #expect(Self.message("m.graph", ["m.graph": text]) == "'m.graph' is not an Xcode model")
    for other in ["", "entity A", "<models/>", "<plist/>", "<?xml", "<!-- <model>", "<model", "\u{0}\u{1}"] {
      #expect(Self.message("m", ["m": other]) == no, "\(other)")
      #expect(Self.message("m", ["m/contents": other]) == no, "\(other)")
    }
    #expect(Self.message("m", ["m": "<model type='x'/>"]).hasPrefix("this is XML, but no Core Data model"))
  }

  @Test("Only the versions that changed are written")
  func update() throws {
    var files = Self.two
    files["L.xcdatamodeld/.xccurrentversion"] = Self.current("L 2.xcdatamodel")
    let bundle = try Self.bundle("L.xcdatamodeld", files)
    var history = ModelHistory(bundle.versions[0].document.model(named: "L").model)
    for version in bundle.versions.dropFirst() {
      try history.add(version.name)
      history.model = version.document.model(named: version.name).model
    }
    try history.use("L 2")
    #expect(try bundle.merging(history).files.isEmpty)
    history.model[entity: "B"]?.isAbstract = true
    var update = try bundle.merging(history)
    #expect(update.files.map(\.path) == ["L.xcdatamodeld/L 2.xcdatamodel/contents"] && update.folders.isEmpty)
    try history.add("L 11")
    update = try bundle.merging(history)
    #expect(
      update.files.map(\.path) == [
        "L.xcdatamodeld/L 2.xcdatamodel/contents", "L.xcdatamodeld/L 11.xcdatamodel/contents",
        "L.xcdatamodeld/.xccurrentversion",
      ])
    #expect(update.folders == ["L.xcdatamodeld/L 11.xcdatamodel"])
    let marks = update.files.last?.text.split(separator: "\n").suffix(6)
    #expect(
      marks == [
        "<plist version=\"1.0\">", "<dict>", "\t<key>_XCCurrentVersionName</key>",
        "\t<string>L 11.xcdatamodel</string>",
        "</dict>", "</plist>",
      ])
    for file in update.files { files[file.path] = file.text }
    let again = try Self.bundle("L.xcdatamodeld", files)
    #expect(again.versions == update.bundle.versions && again.currentName == "L 11")
    #expect(again.current.document.model(named: "L 11").model[entity: "B"]?.isAbstract == true)
  }
}
