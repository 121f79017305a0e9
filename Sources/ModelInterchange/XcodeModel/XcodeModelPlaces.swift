import Diagnostics

/// The places of declarations in a `contents` file, looked up by name.
///
/// ```swift
/// let places = XcodeModelPlaces(document)
/// places.range(of: "Player", property: "team", attributes: ["deletionRule"])   // deletionRule="Deny"
/// ```
///
/// Ranges count in the document's `source`; a document that was made here has none.
public struct XcodeModelPlaces: Sendable {
  private let source: SourceText?
  /// Entities, composites, fetch requests and configurations; of several with one name the first.
  private var declarations: [String: MarkupElement] = [:]
  /// The second declaration of a name that several have.
  private var repetitions: [String: MarkupElement] = [:]
  private var properties: [String: [String: MarkupElement]] = [:]

  /// Looks through a document. O(elements).
  public init(_ document: XcodeModelDocument) {
    source = document.source
    for element in document.markup.root.elements {
      guard let name = element["name"] else { continue }
      if let first = declarations[name] {
        if first.name == element.name, repetitions[name] == nil { repetitions[name] = element }
        continue
      }
      switch element.name {
      case "entity", "composite":
        declarations[name] = element
        for property in element.elements {
          guard let key = property["name"], Self.propertyNames.contains(property.name) else { continue }
          if properties[name]?[key] == nil { properties[name, default: [:]][key] = property }
        }
      case "fetchRequest", "configuration": declarations[name] = element
      default: break
      }
    }
  }

  private static let propertyNames: Set = ["attribute", "relationship", "fetchedProperty"]

  /// Returns the place of a declaration: the first of the XML attributes that its element has, with the value, or else
  /// the beginning of its start tag. O(length of the start tag).
  /// - Parameters:
  ///   - name: The name of an entity, composite, fetch request or configuration.
  ///   - property: The name of a property that it declares; empty, or a name that it does not declare, for the whole.
  ///   - attributes: The XML attributes to look for, also in the fetch request of a fetched property.
  /// - Returns: nil if the file has no such declaration.
  public func range(of name: String, property: String = "", attributes: [String] = []) -> SourceRange? {
    guard let owner = declarations[name], let source else { return nil }
    let element = properties[name]?[property] ?? owner
    let candidates = [element] + (element.name == "fetchedProperty" ? element.elements("fetchRequest") : [])
    // What belongs to a property that is not declared here, such as an inherited one, is not looked for in the entity.
    for attribute in property.isEmpty || element.name != owner.name ? attributes : [] {
      for candidate in candidates {
        if let range = candidate.range(ofAttribute: attribute, in: source) { return range }
      }
    }
    return element.range
  }

  /// Returns the place of the second declaration of a name; nil if there is only one. O(1).
  public func range(ofRepetitionOf name: String) -> SourceRange? { repetitions[name]?.range }

  /// Returns the place of a uniqueness constraint; nil if the entity does not declare it. O(constraints).
  public func range(ofConstraint keys: [String], of entity: String) -> SourceRange? {
    let constraints = declarations[entity]?.elements("uniquenessConstraints").flatMap(\.elements) ?? []
    return constraints.first { $0.elements("constraint").map { $0["value"] ?? "" } == keys }?.range
  }
}

extension MarkupElement {
  /// The place of an attribute with its value, `name="Team"`, in the text that the element was read from; nil if it has no
  /// such attribute. O(length of the start tag).
  func range(ofAttribute name: String, in source: SourceText) -> SourceRange? {
    guard let offset, self[name] != nil else { return nil }
    let bytes = source.text.utf8
    guard
      var index = bytes.index(bytes.startIndex, offsetBy: offset + 1 + self.name.utf8.count, limitedBy: bytes.endIndex)
    else { return nil }
    var place = offset + 1 + self.name.utf8.count
    func at(_ byte: UInt8) -> Bool { index < bytes.endIndex && bytes[index] == byte }
    func advance() {
      bytes.formIndex(after: &index)
      place += 1
    }
    func skipSpace() { while index < bytes.endIndex, bytes[index] <= UInt8(ascii: " ") { advance() } }
    while true {
      skipSpace()
      let (start, first) = (index, place)
      while index < bytes.endIndex, bytes[index] > UInt8(ascii: " "), !at(UInt8(ascii: "=")), !at(UInt8(ascii: ">")) {
        advance()
      }
      let found = bytes[start..<index]
      skipSpace()
      guard at(UInt8(ascii: "=")) else { return nil }
      advance()
      skipSpace()
      guard at(UInt8(ascii: "\"")) || at(UInt8(ascii: "'")) else { return nil }
      let quote = bytes[index]
      advance()
      while index < bytes.endIndex, !at(quote) { advance() }
      guard index < bytes.endIndex else { return nil }
      advance()
      if found.elementsEqual(name.utf8) { return SourceRange(first, place) }
    }
  }
}
