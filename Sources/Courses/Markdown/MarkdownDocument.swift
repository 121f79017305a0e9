/// A Markdown text as a tree of values: what the terminal and the web page both render.
///
/// ```swift
/// let document = MarkdownDocument("A *team* has players.")
/// document.plainText   // "A team has players."
/// ```
///
/// The dialect is GitHub's (CommonMark 0.29 with tables, strikethrough, task lists and bare links), so that a lesson
/// reads the same on a forge. Any text is a Markdown text: reading never fails. Elements nested deeper than
/// ``nestingLimit`` are left out.
///
/// ## Topics
/// - ``Block``, ``Inline``
/// - ``init(_:firstLine:)``
/// - ``plainText``
package struct MarkdownDocument: Hashable, Sendable {
  package var blocks: [Block]

  package init(blocks: [Block]) { self.blocks = blocks }

  /// How deep quotes, lists and emphasis can be nested. Anything deeper is left out, so that no text can exhaust the
  /// stack when the tree is walked.
  package static let nestingLimit = 32

  /// One block, with the line at which it starts in its file, counting from 1.
  package struct Block: Hashable, Sendable {
    package var kind: Kind
    package var line: Int

    package init(_ kind: Kind, line: Int) {
      self.kind = kind
      self.line = line
    }

    package indirect enum Kind: Hashable, Sendable {
      /// `# Title`: the level is 1…6.
      case heading(level: Int, [Inline])
      case paragraph([Inline])
      case list(List)
      case quote([Block])
      case code(Code)
      case table(Table)
      case thematicBreak
      /// Raw HTML as written, comments among it.
      case html(String)
    }
  }

  /// A bullet or numbered list.
  package struct List: Hashable, Sendable {
    package var isOrdered: Bool
    /// The first number of an ordered list.
    package var start: Int
    /// Whether the items have no blank lines between them.
    package var isTight: Bool
    package var items: [Item]

    package init(isOrdered: Bool = false, start: Int = 0, isTight: Bool = true, items: [Item]) {
      self.isOrdered = isOrdered
      self.start = start
      self.isTight = isTight
      self.items = items
    }

    package struct Item: Hashable, Sendable {
      package var blocks: [Block]
      /// Whether the item's box `[x]` is ticked; nil for an item without a box.
      package var isTicked: Bool?

      package init(blocks: [Block], isTicked: Bool? = nil) {
        self.blocks = blocks
        self.isTicked = isTicked
      }
    }
  }

  /// A fenced or indented block of code.
  package struct Code: Hashable, Sendable {
    /// The text after the opening fence: `graph`; empty for an indented block.
    package var info: String
    /// The lines between the fences, with a line break at the end unless empty.
    package var text: String
    /// The line of the file on which `text` starts.
    package var firstLine: Int
    /// Whether the closing fence is there; true for an indented block.
    package var isClosed: Bool

    package init(info: String, text: String, firstLine: Int, isClosed: Bool = true) {
      self.info = info
      self.text = text
      self.firstLine = firstLine
      self.isClosed = isClosed
    }
  }

  package struct Table: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable {
      case none, left, center, right
    }

    /// One per column.
    package var alignments: [Alignment]
    package var header: [[Inline]]
    /// Rows of cells; each row has as many cells as there are columns.
    package var rows: [[[Inline]]]

    package init(alignments: [Alignment], header: [[Inline]], rows: [[[Inline]]]) {
      self.alignments = alignments
      self.header = header
      self.rows = rows
    }
  }

  /// The text inside a paragraph, heading or cell.
  package indirect enum Inline: Hashable, Sendable {
    case text(String)
    case code(String)
    case emphasis([Inline])
    case strong([Inline])
    case strikethrough([Inline])
    case link([Inline], destination: String)
    case image([Inline], destination: String)
    /// A line break in the source that a renderer may fill up.
    case softBreak
    /// A line break that stays.
    case lineBreak
    case html(String)
  }
}

extension MarkdownDocument {
  /// The words alone, a line per paragraph: for searching and for titles. O(document).
  package var plainText: String { Self.plainText(of: blocks) }

  /// The words of some inlines, line breaks as spaces.
  package static func plainText(of inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .code(let text): text
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner): plainText(of: inner)
      case .link(let inner, _), .image(let inner, _): plainText(of: inner)
      case .softBreak, .lineBreak: " "
      case .html: ""
      }
    }.joined()
  }

  static func plainText(of blocks: [Block]) -> String {
    blocks.map { block in
      switch block.kind {
      case .heading(_, let inlines), .paragraph(let inlines): plainText(of: inlines)
      case .list(let list): list.items.map { plainText(of: $0.blocks) }.joined(separator: "\n")
      case .quote(let inner): plainText(of: inner)
      case .code(let code): code.text
      case .table(let table):
        ([table.header] + table.rows).map { $0.map(plainText).joined(separator: " ") }.joined(separator: "\n")
      case .thematicBreak, .html: ""
      }
    }.joined(separator: "\n")
  }
}
