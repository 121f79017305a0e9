/// A picture before it is drawn: boxes with rows of text, and lines between them.
///
/// It says what is shown, not where. ``DiagramLayout`` finds the places; ``dot()`` and ``mermaid()`` leave them to
/// other programs.
///
/// ```swift
/// let layout = DiagramLayout(Diagram(league), width: 80)
/// print(layout.text().joined(separator: "\n"))
/// ```
///
/// ## Topics
/// Making: ``init(_:)``, ``init(name:boxes:lines:)``
/// Drawing: ``DiagramLayout``, ``DiagramLayout/text(_:)``, ``DiagramLayout/svg()``
/// Text for others: ``dot()``, ``mermaid()``
public struct Diagram: Hashable, Sendable {
  /// A row of a box, below its title.
  public struct Row: Hashable, Sendable {
    /// Rows of the same section are next to each other; a rule divides sections.
    public enum Section: Hashable, Sendable {
      /// The text after the title: `: Person`, the entity's parent.
      case title
      case attributes
      case relationships
    }

    /// The row's section.
    public var section: Section
    /// The subject of the row: a property's name.
    public var name: String
    /// The text after the name: `: String?`.
    public var detail: String
    /// The text shown instead of `detail` if the row's line is not drawn: ` ->> Player?`; nil if it is the same.
    public var detailWithoutLine: String?

    /// A row of a box.
    public init(_ section: Section, _ name: String, _ detail: String = "", detailWithoutLine: String? = nil) {
      self.section = section
      self.name = name
      self.detail = detail
      self.detailWithoutLine = detailWithoutLine
    }

    /// The row's text, when all its lines are drawn.
    public var text: String { name + detail }

    /// The row's text, when a line of it is not drawn.
    public var textWithoutLine: String { name + (detailWithoutLine ?? detail) }
  }

  /// A box: a title, and rows below it.
  public struct Box: Hashable, Sendable {
    /// The name of its subject: an entity, or an object as it is named.
    public var name: String
    /// The text after the name: ` (abstract)`.
    public var remark: String
    /// The rows, those of a section one after the other.
    public var rows: [Row]

    /// A box with its rows.
    public init(_ name: String, remark: String = "", rows: [Row] = []) {
      self.name = name
      self.remark = remark
      self.rows = rows
    }

    /// The text of its first line.
    public var title: String { name + remark }
  }

  /// An end of a line.
  public struct End: Hashable, Sendable {
    /// The place of the box in ``Diagram/boxes``.
    public var box: Int
    /// The place of the row in the box's rows; nil for the box as a whole.
    public var row: Int?

    /// An end at a row, or at the box as a whole.
    public init(_ box: Int, row: Int? = nil) {
      self.box = box
      self.row = row
    }
  }

  /// The shape at an end of a line: the head belongs to the relationship that arrives there.
  public enum Head: Hashable, Sendable {
    /// Nothing: no relationship arrives.
    case none
    /// One arrowhead: a to-one arrives.
    case one
    /// Two arrowheads: a to-many arrives.
    case many
    /// A hollow triangle: whatever inherits from this.
    case parent
  }

  /// A line between two boxes, or from a box to itself.
  public struct Line: Hashable, Sendable {
    /// The end at which it begins.
    public var from: End
    /// The end to which it leads.
    public var to: End
    /// The head at `from`.
    public var fromHead: Head
    /// The head at `to`.
    public var toHead: Head

    /// A line from one end to another.
    public init(from: End, to: End, fromHead: Head = .none, toHead: Head = .none) {
      self.from = from
      self.to = to
      self.fromHead = fromHead
      self.toHead = toHead
    }

    /// Whether it says that one inherits from the other; such a line is drawn in another stroke.
    public var isInheritance: Bool { fromHead == .parent || toHead == .parent }
  }

  /// The picture's title.
  public var name: String
  /// The boxes; a layout reads well when those that come first in mind come first here.
  public var boxes: [Box]
  /// The lines. One whose ends are not in the picture is not drawn.
  public var lines: [Line]

  /// A picture of these boxes and lines.
  public init(name: String, boxes: [Box] = [], lines: [Line] = []) {
    self.name = name
    self.boxes = boxes
    self.lines = lines
  }

  /// Whether both ends of a line are in the picture.
  func contains(_ line: Line) -> Bool { contains(line.from) && contains(line.to) }

  private func contains(_ end: End) -> Bool {
    boxes.indices.contains(end.box) && (end.row.map { boxes[end.box].rows.indices.contains($0) } ?? true)
  }
}
