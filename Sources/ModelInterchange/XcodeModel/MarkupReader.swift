import Diagnostics
import Platform

import struct Foundation.Data
import class Foundation.NSError
import class Foundation.NSObject

#if canImport(FoundationXML)
  import class FoundationXML.XMLParser
  import protocol FoundationXML.XMLParserDelegate
#else
  import class Foundation.XMLParser
  import protocol Foundation.XMLParserDelegate
#endif

extension MarkupDocument {
  /// The treatment of a document type. Entities can be declared in neither case, and nothing is ever loaded.
  enum DocumentType {
    case refused, permitted
  }

  /// Reads an XML document.
  ///
  /// Nothing outside the text is ever loaded. O(bytes).
  /// - Throws: a `Diagnostic` with its place if the text is not well-formed XML, is not in UTF-8, declares a document
  ///   type or entities, is longer than ``MarkupLimits/bytes``, has elements nested deeper than ``MarkupLimits/depth``
  ///   or more than ``MarkupLimits/elements`` of them.
  public init(_ source: SourceText) throws(Diagnostic) { try self.init(source, documentType: .refused) }

  init(_ source: SourceText, documentType: DocumentType) throws(Diagnostic) {
    self = try MarkupReader.read(source, documentType)
  }
}

/// The limits that keep a hostile file from using up memory and time.
public enum MarkupLimits {
  /// The length of a text, in bytes: 16 MB. The largest real model known is smaller than 1 MB.
  public static let bytes = 16 << 20
  /// How deep elements can be nested. Xcode's models need 5.
  public static let depth = 64
  /// How many elements there can be.
  public static let elements = 50_000
  /// How many entities a model can have: the time to use one grows with their square.
  public static let entities = 2_000
}

/// Builds a ``MarkupDocument`` from the events of an `XMLParser`.
private final class MarkupReader: NSObject, XMLParserDelegate {
  private let source: SourceText
  private let bytes: [UInt8]
  /// The place after everything that the parser has reported, except for text and end tags.
  private var cursor: Int
  private var open: [MarkupElement] = []
  private var root: MarkupElement?
  private var prolog: [MarkupNode] = []
  private var epilog: [MarkupNode] = []
  private var elementCount = 0
  private var problem: Diagnostic?

  private init(_ source: SourceText, bytes: [UInt8], cursor: Int) {
    self.source = source
    self.bytes = bytes
    self.cursor = cursor
  }

  static func read(
    _ source: SourceText, _ documentType: MarkupDocument.DocumentType
  ) throws(Diagnostic) -> MarkupDocument {
    func refusal(_ id: String, _ message: String, at range: SourceRange? = nil, hint: String? = nil) -> Diagnostic {
      Diagnostic(id, message, at: range, hint: hint, source: source)
    }
    let bytes = Array(source.text.utf8)
    if let (message, hint) = MarkupImpostor.words(for: source.text) { throw refusal("not-xml", message, hint: hint) }
    guard bytes.count <= MarkupLimits.bytes else {
      throw refusal("xml-too-long", "the file is longer than \(MarkupLimits.bytes >> 20) MB")
    }
    // A `<!` of this kind is nowhere else but in comments and CDATA, where no one needs it.
    let refused = documentType == .refused ? ["<!DOCTYPE", "<!ENTITY"] : ["<!ENTITY"]
    for opening in refused {
      if let place = bytes.place(of: Array(opening.utf8), from: 0) {
        if opening == "<!DOCTYPE", source.text.contains("<!DOCTYPE plist") {
          throw refusal(
            "not-a-model", "this is a property list, and no Core Data model", at: SourceRange(place, place + 9))
        }
        if opening == "<!DOCTYPE", source.text.contains("<database>") {
          throw refusal(
            "not-a-model", "this is a Core Data store in XML, and no model", at: SourceRange(place, place + 9))
        }
        throw refusal(
          "xml-document-type", "the file declares \(opening == "<!ENTITY" ? "an entity" : "a document type")",
          at: SourceRange(place, place + opening.utf8.count),
          hint: "Xcode's models have none; nothing that it refers to is loaded")
      }
    }
    let declaration = declaration(bytes)
    if let encoding = declaration.foreignEncoding {
      throw refusal(
        "xml-encoding", "the file says that its encoding is \(DisplayText.visible(encoding))",
        at: SourceRange(0, declaration.end), hint: "save it as UTF-8")
    }
    let reader = MarkupReader(source, bytes: bytes, cursor: declaration.end)
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    _ = parser.parse()
    if let problem = reader.problem { throw problem }
    guard let root = reader.root else {
      throw refusal("not-xml", "the file is not XML: it has no elements")
    }
    var document = MarkupDocument(root: root)
    document.hasByteOrderMark = declaration.start > 0
    document.usesCarriageReturns = source.hadCarriageReturns || bytes.place(of: Array("\r\n".utf8), from: 0) != nil
    document.declaration = String(decoding: bytes[declaration.start..<declaration.end], as: UTF8.self)
    document.prolog = reader.prolog
    document.epilog = reader.epilog
    document.endsWithLineFeed = bytes.last == UInt8(ascii: "\n")
    document.escapesGreaterThan = bytes.place(of: Array("&gt;".utf8), from: 0) != nil
    return document
  }

  /// The place of the XML declaration, after a byte order mark, and the encoding that it names if that is not UTF-8. It is
  /// empty if there is none.
  private static func declaration(_ bytes: [UInt8]) -> (start: Int, end: Int, foreignEncoding: String?) {
    let mark = Array(MarkupDocument.byteOrderMark.utf8)
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard bytes[start...].starts(with: "<?xml ".utf8), let closing = bytes.place(of: Array("?>".utf8), from: start)
    else { return (start, start, nil) }
    let text = String(decoding: bytes[start..<closing], as: UTF8.self)
    guard let range = text.firstRange(of: "encoding") else { return (start, closing + 2, nil) }
    let quotes: Set<Character> = ["\"", "'"]
    let encoding = text[range.upperBound...].drop { !quotes.contains($0) }.dropFirst().prefix { !quotes.contains($0) }
    return (start, closing + 2, encoding.lowercased() == "utf-8" ? nil : String(encoding))
  }

  // MARK: Events

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard problem == nil else { return }
    while cursor < bytes.count {
      guard let bracket = bytes.place(of: UInt8(ascii: "<"), from: cursor) else { break }
      cursor = bracket
      // End tags, and what has events of its own.
      if bracket + 1 < bytes.count, !Self.marksOfOthers.contains(bytes[bracket + 1]) { break }
      cursor += 1
    }
    let offset = min(cursor, bytes.count)
    elementCount += 1
    if open.count >= MarkupLimits.depth {
      return stop(
        parser, "xml-too-deep", "elements are nested more than \(MarkupLimits.depth) levels deep", name, offset)
    }
    if elementCount > MarkupLimits.elements {
      return stop(
        parser, "xml-too-long", "the file has more than \(DisplayText.grouped(MarkupLimits.elements)) elements", name,
        offset)
    }
    // Inside a start tag there is no other `<`.
    let end = bytes.place(of: UInt8(ascii: "<"), from: offset + 1) ?? bytes.count
    var element = MarkupElement(name)
    element.attributes = ordered(attributes, of: name, tag: min(offset, end)..<end)
    element.offset = offset
    open.append(element)
    cursor = offset + 1
  }

  private static let marksOfOthers: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")]

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard problem == nil, var element = open.popLast() else { return }
    let hasText = element.children.contains {
      if case .text(let text) = $0 { !text.allSatisfy(\.isXMLSpace) } else { false }
    }
    if !hasText {
      element.children.removeAll { if case .text = $0 { true } else { false } }
    }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(.element(element)) }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard problem == nil, !open.isEmpty else { return }
    let last = open.count - 1
    if case .text(let before)? = open[last].children.last {
      open[last].children[open[last].children.count - 1] = .text(before + text)
    } else {
      open[last].children.append(.text(text))
    }
  }

  func parser(_ parser: XMLParser, foundCDATA data: Data) {
    skip(from: "<![CDATA[", to: "]]>")
    self.parser(parser, foundCharacters: String(decoding: data, as: UTF8.self))
  }

  func parser(_ parser: XMLParser, foundComment text: String) {
    skip(from: "<!--", to: "-->")
    append(.comment(text))
  }

  func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
    skip(from: "<?", to: "?>")
    append(.instruction(target: target, data: data ?? ""))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    let code = (error as NSError).code
    // A namespace prefix that is not declared is only a part of a name here.
    guard problem == nil, !Self.namespaceErrors.contains(code) else { return }
    let offset = source.offset(
      line: source.firstLine - 1 + parser.lineNumber, byteColumn: parser.columnNumber)
    // The parser has read on to the end of the tag.
    let repeated = code == Self.repeatedAttribute ? self.repeatedAttribute(inTagBefore: offset) : nil
    let words = (Self.words[code] ?? "error \(code) of the parser") + (repeated.map { ": \($0.name)" } ?? "")
    problem = Diagnostic(
      "not-xml", "this is not well-formed XML: \(words)", at: repeated?.range ?? SourceRange(offset, offset),
      source: source)
    parser.abortParsing()
  }

  private static let repeatedAttribute = 42

  /// The first attribute of a start tag whose name an earlier one has; nil if there is none. O(length of the tag).
  private func repeatedAttribute(inTagBefore end: Int) -> (name: String, range: SourceRange)? {
    let end = min(end, bytes.count)
    guard var place = bytes[..<end].lastIndex(of: UInt8(ascii: "<")) else { return nil }
    func isSpace(_ place: Int) -> Bool { bytes[place] <= UInt8(ascii: " ") }
    while place < end, !isSpace(place) { place += 1 }
    var names: Set<String> = []
    while true {
      while place < end, isSpace(place) { place += 1 }
      let start = place
      while place < end, !isSpace(place), bytes[place] != UInt8(ascii: "=") { place += 1 }
      let name = String(decoding: bytes[start..<place], as: UTF8.self)
      while place < end, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "'") { place += 1 }
      guard place < end, let close = bytes.place(of: bytes[place], from: place + 1, before: end) else { return nil }
      place = close + 1
      if !names.insert(name).inserted { return (DisplayText.visible(name), SourceRange(start, place)) }
    }
  }

  private func stop(_ parser: XMLParser, _ id: String, _ message: String, _ name: String, _ offset: Int) {
    problem = Diagnostic(id, message, at: SourceRange(offset, offset + 1 + name.utf8.count), source: source)
    parser.abortParsing()
  }

  private func skip(from opening: String, to closing: String) {
    guard let start = bytes.place(of: Array(opening.utf8), from: cursor),
      let end = bytes.place(of: Array(closing.utf8), from: start + opening.utf8.count)
    else { return }
    cursor = end + closing.utf8.count
  }

  private func append(_ node: MarkupNode) {
    guard problem == nil else { return }
    if !open.isEmpty {
      open[open.count - 1].children.append(node)
    } else if root == nil {
      prolog.append(node)
    } else {
      epilog.append(node)
    }
  }

  // MARK: Attributes

  /// The attributes in the order of the start tag; in Xcode's order if the tag has quotes inside quotes.
  ///
  /// The parser gives them as a dictionary. Their names are the parts of the tag outside double quotes.
  private func ordered(
    _ attributes: [String: String], of element: String, tag: Range<Int>
  ) -> [MarkupElement.Attribute] {
    if attributes.count < 2 { return attributes.map { MarkupElement.Attribute(name: $0.key, value: $0.value) } }
    var names: [String] = []
    var start = tag.lowerBound
    while let open = bytes.place(of: UInt8(ascii: "\""), from: start, before: tag.upperBound), open > start,
      bytes[open - 1] == UInt8(ascii: "="),
      let close = bytes.place(of: UInt8(ascii: "\""), from: open + 1, before: tag.upperBound)
    {
      var first = open - 1
      while first > start, bytes[first - 1] > UInt8(ascii: " ") { first -= 1 }
      names.append(String(decoding: bytes[first..<open - 1], as: UTF8.self))
      start = close + 1
    }
    if names.count != attributes.count || !names.allSatisfy({ attributes[$0] != nil })
      || Set(names).count != names.count
    {
      names = XcodeVocabulary.sorted(Array(attributes.keys), of: element)
    }
    return names.map { MarkupElement.Attribute(name: $0, value: attributes[$0] ?? "") }
  }

  // MARK: Words

  private static let namespaceErrors = 200...205

  /// libxml2's numbers of errors (its header xmlerror.h), as far as people meet them.
  private static let words: [Int: String] = [
    1: "a value is longer than 10 MB", 4: "there is no element at the start",
    5: "there is more after the end of the root element, or the end of an element is missing",
    6: "a character reference has no number", 7: "a character reference has no number",
    8: "a character reference has a wrong number", 9: "a character is not allowed in XML", 22: "an entity has no ';'",
    23: "an entity has no ';'", 26: "an entity is not declared", 28: "an entity is not declared",
    38: "'<' is not allowed in the value of an attribute", 39: "the value of an attribute needs quotes",
    40: "the closing quote of an attribute's value is missing", 41: "an attribute has no value",
    42: "an attribute is there twice", 45: "a comment is not closed", 47: "an instruction is not closed",
    57: "the XML declaration is not closed", 62: "']]>' is not allowed in text", 63: "a CDATA section is not closed",
    65: "white space is missing between attributes", 68: "a name is missing", 73: "a '>' is missing",
    76: "an end tag does not match its start tag", 77: "the end of an element is missing",
    80: "a '--' is not allowed in a comment", 81: "the encoding is wrong", 89: "an entity refers to itself",
  ]
}

extension Character {
  /// White space as XML defines it.
  fileprivate var isXMLSpace: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\r\n" }
}

extension [UInt8] {
  /// The first place of a byte at or after `start` and before `end`; nil if there is none. O(bytes), by the C library.
  fileprivate func place(of byte: UInt8, from start: Int, before end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start >= 0, start < end else { return nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), end - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The first place at or after `start` where these bytes are; nil if there is none. O(bytes).
  fileprivate func place(of text: [UInt8], from start: Int) -> Int? {
    guard let first = text.first else { return nil }
    var start = start
    while let next = place(of: first, from: start), next + text.count <= count {
      if self[next..<next + text.count].elementsEqual(text) { return next }
      start = next + 1
    }
    return nil
  }
}

/// A file of another kind, in the place of an XML file.
private enum MarkupImpostor {
  /// A message and what to do, if a text is one of these; nil for anything else.
  static func words(for text: String) -> (message: String, hint: String?)? {
    if text.allSatisfy(\.isXMLSpace) { return ("the file is empty", nil) }
    if text.utf8.contains(0) { return ("the file has NUL bytes, as text in UTF-16 does", "save it as UTF-8") }
    if text.hasPrefix("version https://git-lfs.github.com/spec/") {
      return ("this is a pointer of Git LFS, and the file itself is not here", "git lfs pull fetches it")
    }
    let marks = ["<<<<<<< ", ">>>>>>> "]
    if marks.allSatisfy({ text.hasPrefix($0) || text.contains("\n" + $0) || text.contains("\r\n" + $0) }) {
      return ("the file has a merge conflict", "resolve it first: the conflict begins with <<<<<<<")
    }
    return nil
  }
}
