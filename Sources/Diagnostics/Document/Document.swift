/// The form of a result before it is known where it is shown: blocks, from which a terminal gets lines of its width, and a page
/// elements.
///
/// ```swift
/// let document: Document = ["marked Team#1 for deletion"] + Document("a long sentence", rest: "  ")
/// document.lines(.plain)   // ["marked Team#1 for deletion", "a long sentence"]
/// ```
///
/// ## Topics
/// - ``Block``, ``blocks``
/// - ``lines(width:)``, ``lines(_:)``
package struct Document: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A part of a document that begins on a line of its own.
  package enum Block: Sendable {
    /// A line that is never broken.
    case line(StyledText)
    /// Words that are broken into lines, with the text before the first line and before each further one.
    case prose(StyledText, first: StyledText, rest: StyledText)
    /// A line that is cut where it is too long; a narrow screen breaks it.
    case cut(StyledText, first: StyledText)
    /// A statement, broken so that it can be typed as it is shown.
    case source(String, TextStyle.Role, first: StyledText, rest: StyledText)
    case table(TextTable, indent: Int)
    case message(Diagnostic, SourceText?, showsPlaces: Bool)
    case picture(any Picture)
    /// A document with a text before its first line and before each further one, such as an item of a list.
    indirect case nested(Document, first: StyledText, rest: StyledText)
  }

  package private(set) var blocks: [Block]

  package init() { blocks = [] }

  package init(_ blocks: [Block]) { self.blocks = blocks }

  /// Lines that are never broken.
  package init(arrayLiteral lines: StyledText...) { blocks = lines.map(Block.line) }

  package init(_ lines: [StyledText]) { blocks = lines.map(Block.line) }

  package init(lines: some Sequence<String>) { blocks = lines.map { .line(StyledText($0)) } }

  /// Words that are broken into lines.
  package init(_ text: StyledText, first: StyledText = StyledText(), rest: StyledText = StyledText()) {
    blocks = [.prose(text, first: first, rest: rest)]
  }

  /// A message about a text; the text is left out where the message brings its own.
  package init(_ diagnostic: Diagnostic, in source: SourceText? = nil, showsPlaces: Bool = true) {
    blocks = [.message(diagnostic, source, showsPlaces: showsPlaces)]
  }

  package init(_ table: TextTable, indent: Int = 0) { blocks = [.table(table, indent: indent)] }

  /// A statement, in the looks of code.
  package init(source: String, indent: Int = 0) {
    let margin = StyledText(String(repeating: " ", count: indent))
    blocks = [.source(source, .code, first: margin, rest: margin)]
  }

  package var isEmpty: Bool { blocks.isEmpty }

  /// The size of what is shown, in UTF-8, without what a medium puts around it. O(blocks and cells).
  package var byteCount: Int {
    blocks.reduce(0) { sum, block in
      switch block {
      case .line(let text): sum + text.byteCount
      case .prose(let text, let first, _), .cut(let text, let first): sum + first.byteCount + text.byteCount
      case .source(let text, _, let first, _): sum + first.byteCount + text.utf8.count
      case .table(let table, _): sum + table.byteCount
      case .message(let diagnostic, _, _):
        sum + diagnostic.message.utf8.count + (diagnostic.hint?.utf8.count ?? 0)
          + diagnostic.notes.reduce(0) { $0 + $1.utf8.count }
      case .picture(let picture): sum + picture.byteCount
      case .nested(let document, _, _): sum + document.byteCount
      }
    }
  }

  package mutating func append(_ line: StyledText) { blocks.append(.line(line)) }

  package mutating func append(_ block: Block) { blocks.append(block) }

  package static func + (first: Document, second: Document) -> Document {
    first.isEmpty ? second : Document(first.blocks + second.blocks)
  }

  package static func += (document: inout Document, more: Document) {
    if document.isEmpty { document = more } else { document.blocks += more.blocks }
  }
}

extension Document {
  /// Two documents are the same where they have the same lines. O(text).
  package static func == (first: Document, second: Document) -> Bool {
    first.lines(width: 80) == second.lines(width: 80)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(lines(width: 80)) }
}

extension TextTable {
  package func document(indent: Int = 0) -> Document { Document(self, indent: indent) }
}

/// A drawing that has the form of each medium.
package protocol Picture: Sendable {
  /// The lines for a terminal. Lines may be wider where a line of the drawing cannot be narrower.
  func lines(width: Int) -> [StyledText]
  /// The drawing as an SVG element; nil where it would not be clear.
  /// - Parameters:
  ///   - width: its width in characters.
  ///   - id: begins the ids in it.
  func svg(width: Int, id: String) -> String?
  /// The form where the drawing would not be clear.
  var otherwise: Document { get }
  /// About how much memory its lines take.
  var byteCount: Int { get }
}

extension Sequence {
  /// The documents made of the elements, one after the other.
  package func flatMap(_ document: (Element) throws -> Document) rethrows -> Document {
    try reduce(into: Document()) { all, element in try all += document(element) }
  }
}
