/// An XML document as a value that keeps everything an application can see of it: unknown elements and attributes,
/// comments, the order of all of them, the XML declaration, and how lines end.
///
/// The rest of the layout is not kept: white space between elements is written as Xcode writes it. Two documents are equal when
/// their content is, wherever in their texts it was.
///
/// ```swift
/// let document = try MarkupDocument(SourceText(#"<model><entity name="Team"/></model>"#))
/// document.root.elements("entity").first?["name"]   // "Team"
/// document.text                                     // with line breaks and an indentation of four spaces
/// ```
public struct MarkupDocument: Hashable, Sendable {
  /// The XML declaration as it was written, such as `<?xml version="1.0" encoding="UTF-8"?>`; empty if there is none.
  public var declaration: String
  /// The comments and instructions before the root element.
  public var prolog: [MarkupNode]
  /// The outermost element.
  public var root: MarkupElement
  /// The comments and instructions after the root element.
  public var epilog: [MarkupNode]
  /// Whether the last line ends in a line feed; in most of Xcode's files it does not.
  public var endsWithLineFeed: Bool
  /// Whether lines end with a carriage return and a line feed, as on Windows.
  public var usesCarriageReturns: Bool
  /// Whether the text begins with a byte order mark.
  public var hasByteOrderMark: Bool
  /// Whether `>` is written as `&gt;`. Versions of Xcode differ; XML allows both.
  public var escapesGreaterThan: Bool

  /// A document as Xcode begins one.
  public init(root: MarkupElement) {
    declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
    prolog = []
    self.root = root
    epilog = []
    endsWithLineFeed = false
    usesCarriageReturns = false
    hasByteOrderMark = false
    escapesGreaterThan = true
  }
}

/// A part of an element's content.
public enum MarkupNode: Hashable, Sendable {
  /// An element.
  case element(MarkupElement)
  /// Text that is not only white space, with entities replaced.
  case text(String)
  /// A comment, without its `<!--` and `-->`.
  case comment(String)
  /// A processing instruction, `<?target data?>`.
  case instruction(target: String, data: String)

  /// The element, or nil for anything else.
  public var element: MarkupElement? {
    if case .element(let element) = self { element } else { nil }
  }
}

/// An XML element: its name, its attributes and its content, all in order.
public struct MarkupElement: Sendable {
  /// An attribute with its value, in which entities are replaced.
  public struct Attribute: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// The name, with its namespace prefix if it has one.
  public var name: String
  /// The attributes as they were written; names are unique.
  public var attributes: [Attribute]
  /// The content. White space between elements is left out.
  public var children: [MarkupNode]
  /// The place of the start tag's `<` in the text that was read, in UTF-8 bytes; nil for an element that was made here.
  public var offset: Int?

  /// An element without a place. O(attributes).
  public init(_ name: String, _ attributes: [(String, String)] = [], children: [MarkupNode] = []) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0, value: $1) }
    self.children = children
  }

  /// The value of an attribute; nil when it is absent. O(attributes).
  public subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// The child elements, in order. O(children).
  public var elements: [MarkupElement] { children.compactMap(\.element) }

  /// Returns the child elements of a name, in order. O(children).
  public func elements(_ name: String) -> [MarkupElement] {
    children.compactMap { node in
      if case .element(let element) = node, element.name == name { element } else { nil }
    }
  }

  /// The text directly inside the element. O(children + length).
  public var text: String {
    children.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }
}

extension MarkupElement: Hashable {
  /// Whether two elements have the same name, attributes and content; the place does not matter. O(size).
  public static func == (left: MarkupElement, right: MarkupElement) -> Bool {
    left.name == right.name && left.attributes == right.attributes && left.children == right.children
  }

  /// Feeds the name, the attributes and the content. O(size).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(attributes)
    hasher.combine(children)
  }
}
