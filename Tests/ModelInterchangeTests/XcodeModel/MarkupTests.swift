import Diagnostics
import ModelInterchange
import Testing

@Suite("XML documents")
struct MarkupTests {
  static func read(_ text: String) throws -> MarkupDocument { try MarkupDocument(SourceText(text, name: "contents")) }

  /// The message with its place, as `line:column: id: message`.
  static func refusal(_ text: String) -> String {
    do {
      _ = try read(text)
      return "read"
    } catch let problem as Diagnostic {
      let place = problem.range.flatMap { range in problem.source?.position(at: range.lowerBound) }
      return "\(place.map { "\($0.line):\($0.column): " } ?? "")\(problem.id): \(problem.message)"
    } catch {
      return "\(error)"
    }
  }

  static let everything = """
    <?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!-- before -->
    <model zeta="1" xmlns:x="urn:x" alpha="2 &lt; 3 &amp; &quot;x&quot; &gt; é&#10;line&#9;tab">
        <entity name="Team" x:unknown="1"/>
        <?tool do this?>
        <!-- <entity name="Ghost"/> -->
        <note>some <b>bold</b> text &amp; <![CDATA[<raw>]]></note>
        <elements>
            <element name="Team" positionX="-54"/>
        </elements>
    </model>
    <!-- after -->
    """

  @Test("Everything is kept, in order, and written as it was")
  func everything() throws {
    let document = try Self.read(Self.everything)
    #expect(document.root.attributes.map(\.name) == ["zeta", "xmlns:x", "alpha"])
    #expect(document.root["alpha"] == "2 < 3 & \"x\" > é\nline\ttab")
    #expect(document.root.elements.map(\.name) == ["entity", "note", "elements"])
    #expect(document.root.elements("entity").count == 1)
    #expect(document.prolog == [.comment(" before ")] && document.epilog == [.comment(" after ")])
    // CDATA is text.
    #expect(document.text == Self.everything.replacing("<![CDATA[<raw>]]>", with: "&lt;raw&gt;"))
    #expect(try Self.read(document.text) == document)
    #expect(try canonicalLines(document.text) == canonicalLines(Self.everything))
  }

  @Test(
    "Layout is normalized, content is not",
    arguments: [
      ("<a></a>", "<a/>"), ("<a>\n\n<b/></a>\n", "<a>\n    <b/>\n</a>\n"),
      ("<a b='1'  c='\"'/>", "<a b=\"1\" c=\"&quot;\"/>"),
      ("<a> x </a>", "<a> x </a>"), ("<a>x<b/> </a>", "<a>x<b/> </a>"), ("<a b=\"x > y\"/>", "<a b=\"x > y\"/>"),
      ("<a b=\"x &gt; y\"/>", "<a b=\"x &gt; y\"/>"), ("<a b=\"1&#13;2\"/>", "<a b=\"1&#13;2\"/>"),
      ("<a>\u{E9}\u{FFFD}\u{1F600}</a>", "<a>\u{E9}\u{FFFD}\u{1F600}</a>"),
    ])
  func layout(_ pair: (String, String)) throws {
    #expect(try Self.read(pair.0).text == pair.1)
    #expect(try Self.read(pair.1) == Self.read(pair.0))
  }

  @Test("An element knows its place, whatever comes before it")
  func places() throws {
    let source = SourceText(Self.everything, name: "contents")
    let root = try MarkupDocument(source).root
    let places = ([root] + root.elements + (root.elements.last?.elements ?? [])).map { element in
      let place = source.position(at: element.offset ?? -1)
      return "\(element.name) \(place.line):\(place.column)"
    }
    #expect(places == ["model 3:1", "entity 4:5", "note 7:5", "elements 8:5", "element 9:9"])
  }

  @Test(
    "What is not well-formed is refused with its place",
    arguments: [
      ("", "not-xml: the file is empty"),
      ("hello", "1:1: not-xml: this is not well-formed XML: there is no element at the start"),
      (
        "<model>\n  <entity name=\"a\">\n</model>",
        "3:9: not-xml: this is not well-formed XML: an end tag does not match its start tag"
      ),
      ("<a b=\"1\" b=\"2\"/>", "1:10: not-xml: this is not well-formed XML: an attribute is there twice: b"),
      ("<a>&nbsp;</a>", "1:10: not-xml: this is not well-formed XML: an entity is not declared"),
      ("<a b=\"\u{1}\"/>", "1:7: not-xml: this is not well-formed XML: a character is not allowed in XML"),
      (
        "<a/><b/>",
        "1:5: not-xml: this is not well-formed XML: there is more after the end of the root element, or the end of an element is missing"
      ),
      (
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>",
        "1:1: xml-encoding: the file says that its encoding is ISO-8859-1"
      ),
    ])
  func malformed(_ pair: (text: String, message: String)) { #expect(Self.refusal(pair.text) == pair.message) }

  @Test(
    "Other things in the place of a model are known for what they are",
    arguments: [
      (" \r\n\t\n", "not-xml: the file is empty"),
      (
        "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n",
        "not-xml: this is a pointer of Git LFS, and the file itself is not here"
      ), ("<model>\n<<<<<<< HEAD\n<a/>\n=======\n>>>>>>> b\n</model>", "not-xml: the file has a merge conflict"),
      ("<\u{0}m\u{0}/\u{0}>\u{0}", "not-xml: the file has NUL bytes, as text in UTF-16 does"),
      (
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist/>",
        "1:1: not-a-model: this is a property list, and no Core Data model"
      ),
      (
        "<!DOCTYPE database SYSTEM \"x\"><database></database>",
        "1:1: not-a-model: this is a Core Data store in XML, and no model"
      ),
    ])
  func impostors(_ pair: (text: String, message: String)) { #expect(Self.refusal(pair.text) == pair.message) }

  @Test("Entities, document types and external files are refused unread")
  func hostileDeclarations() {
    var bomb = "<!DOCTYPE m [<!ENTITY a0 \"lol\">"
    for level in 1...12 {
      bomb += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    let message = "1:1: xml-document-type: the file declares a document type"
    for text in [
      bomb + "]><m>&a12;</m>", "<!DOCTYPE m SYSTEM \"/etc/passwd\"><m/>",
      "<!DOCTYPE m [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><m>&x;</m>",
    ] {
      #expect(Self.refusal(text) == message)
    }
  }

  @Test("Nesting, numbers of elements and lengths have limits")
  func limits() {
    let deep = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
    #expect(Self.refusal(deep) == "1:193: xml-too-deep: elements are nested more than 64 levels deep")
    let fitting = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
    #expect(Self.refusal(fitting) == "read")
    let many = "<a>" + String(repeating: "<b/>", count: MarkupLimits.elements) + "</a>"
    #expect(Self.refusal(many) == "1:200000: xml-too-long: the file has more than 50,000 elements")
    let long = "<a>" + String(repeating: " ", count: MarkupLimits.bytes) + "</a>"
    #expect(Self.refusal(long) == "xml-too-long: the file is longer than 16 MB")
  }

  @Test("Damage anywhere gives a message or a document, and never a crash")
  func damage() {
    let bytes = Array(Self.everything.utf8)
    var random = SystemRandomNumberGenerator()
    for place in bytes.indices {
      for byte in [UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8.random(in: 0...127, using: &random)]
      {
        var damaged = bytes
        damaged[place] = byte
        if let text = String(validating: damaged, as: UTF8.self) { #expect(!Self.refusal(text).isEmpty) }
      }
      #expect(!Self.refusal(String(decoding: bytes[..<place], as: UTF8.self)).isEmpty)
    }
  }
}
