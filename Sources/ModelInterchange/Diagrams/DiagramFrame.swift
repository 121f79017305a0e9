import Diagnostics

/// A box as it will be drawn, before it has a place: its lines of text, its size, and at which line what ends.
struct DiagramFrame {
  enum Line: Hashable {
    case title(String)
    case text(String)
    case rule
  }

  /// The lines between the upper and the lower border.
  private(set) var lines: [Line] = []
  /// The size with its borders.
  private(set) var width: Int
  /// For each row of the box, how far below the box's upper border its line is.
  private(set) var rowOffsets: [Int] = []
  /// The same for each of the lines that end at the box as a whole; the first ends at the title.
  private(set) var wholeOffsets: [Int] = []

  /// The size with its borders.
  var height: Int { lines.count + 2 }

  /// - Parameters:
  ///   - wholeEnds: How many separate lines end at the box as a whole.
  ///   - isWrittenOut: Whether a row says itself where it leads, because its line is not drawn.
  ///   - limit: The greatest width; longer texts go on in a further line.
  init(_ box: Diagram.Box, wholeEnds: Int, isWrittenOut: (Int) -> Bool, limit: Int) {
    let room = max(8, limit - 4)
    var texts: [(section: Diagram.Row.Section, row: Int?, text: String)] = []
    for piece in Self.pieces(box.title, room) { texts.append((.title, nil, piece)) }
    let titleLines = texts.count
    for (index, row) in box.rows.enumerated() {
      let text = isWrittenOut(index) ? row.textWithoutLine : row.text
      for piece in Self.pieces(text, room) { texts.append((row.section, index, piece)) }
    }
    width = 4 + (texts.map { DisplayText.width($0.text) }.max() ?? 0)
    rowOffsets = [Int](repeating: 1, count: box.rows.count)
    var seen: Set<Int> = []
    var section = Diagram.Row.Section.title
    wholeOffsets = [1]
    for (index, entry) in texts.enumerated() {
      if index == titleLines { addWholeLines(wholeEnds) }
      if entry.section != section {
        lines.append(.rule)
        section = entry.section
      }
      lines.append(index < titleLines ? .title(entry.text) : .text(entry.text))
      if let row = entry.row, seen.insert(row).inserted { rowOffsets[row] = lines.count }
    }
    if texts.count == titleLines { addWholeLines(wholeEnds) }
  }

  /// Blank lines below the title for the second and further lines that end at the box.
  private mutating func addWholeLines(_ count: Int) {
    for _ in 0..<max(0, count - 1) {
      lines.append(.text(""))
      wholeOffsets.append(lines.count)
    }
  }

  /// A text in pieces of at most `room` cells, broken between words unless that leaves a piece half empty; no character
  /// is lost except the blanks between pieces.
  private static func pieces(_ text: String, _ room: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(DisplayText.visible(text))
    while DisplayText.width(rest) > room {
      var cells = 0
      var end = rest.startIndex
      while end < rest.endIndex {
        cells += DisplayText.width(String(rest[end]))
        if cells > room { break }
        end = rest.index(after: end)
      }
      if end == rest.startIndex { end = rest.index(after: end) }
      if let blank = rest[..<end].lastIndex(of: " "), DisplayText.width(rest[..<blank]) * 2 >= room {
        pieces.append(String(rest[..<blank]))
        rest = rest[rest.index(after: blank)...]
      } else {
        pieces.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    return pieces + [String(rest)]
  }

  /// The box as wide as the widest of its column.
  mutating func widen(to width: Int) { self.width = max(self.width, width) }
}
