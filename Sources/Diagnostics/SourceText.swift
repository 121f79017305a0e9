/// A piece of text that someone wrote, with the name it goes by in messages.
///
/// ```swift
/// let source = SourceText("fetch Playr", name: "setup.graph")
/// source.position(at: 6)   // line 1, column 7
/// ```
///
/// Offsets count UTF-8 bytes from the start of `text`. Finding a line is a binary search: O(log lines); the column is
/// then counted, O(line).
public struct SourceText: Hashable, Sendable {
  /// Every diagnostic, statement and outcome has a source: what it is made of is held once.
  private final class Storage: Sendable {
    let name: String?
    let text: String
    let firstLine: Int
    let lineStarts: [Int]
    let hadCarriageReturns: Bool

    init(name: String?, text: String, firstLine: Int, lineStarts: [Int], hadCarriageReturns: Bool) {
      self.hadCarriageReturns = hadCarriageReturns
      self.name = name
      self.text = text
      self.firstLine = firstLine
      self.lineStarts = lineStarts
    }
  }

  private let storage: Storage

  /// The file's name as the learner would say it, or nil for what was typed at the prompt.
  public var name: String? { storage.name }
  /// The whole text, line breaks included.
  public var text: String { storage.text }
  /// The line number of the first line, counting from 1: a fence in a lesson starts further down its file.
  public var firstLine: Int { storage.firstLine }
  /// The byte offset at which each line starts; never empty.
  private var lineStarts: [Int] { storage.lineStarts }

  /// A text with the beginnings of its lines found: O(bytes).
  public init(_ text: String, name: String? = nil, firstLine: Int = 1) {
    self.init(text, name: name, firstLine: firstLine, hadCarriageReturns: false)
  }

  /// The same for a text whose Windows line ends have been replaced.
  package init(_ text: String, name: String?, firstLine: Int, hadCarriageReturns: Bool) {
    storage = Storage(
      name: name, text: text, firstLine: firstLine, lineStarts: Self.lineStarts(of: text),
      hadCarriageReturns: hadCarriageReturns)
  }

  /// Whether the lines of the file end as on Windows, which the text here does not show any more.
  package var hadCarriageReturns: Bool { storage.hadCarriageReturns }

  /// The line starts of most texts, as of a prompt's input: stored once.
  private static let oneLine = [0]

  private static func lineStarts(of text: String) -> [Int] {
    func starts(_ bytes: some Collection<UInt8>) -> [Int] {
      guard bytes.contains(UInt8(ascii: "\n")) else { return oneLine }
      var starts = [0]
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
      return starts
    }
    return text.utf8.withContiguousStorageIfAvailable(starts) ?? starts(text.utf8)
  }

  /// A place in the text as people count: both from 1, the column in characters (grapheme clusters).
  public struct Position: Hashable, Sendable {
    /// The line, counted on from the text's ``SourceText/firstLine``.
    public let line: Int
    /// The column; a tab or a wide character counts as one.
    public let column: Int
  }

  /// Returns the line and column of a byte offset. An offset outside the text is clamped to its nearest end.
  /// O(log lines + line).
  public func position(at offset: Int) -> Position {
    let index = lineIndex(at: offset)
    let start = utf8Index(lineStarts[index])
    let end = utf8Index(max(lineStarts[index], offset))
    return Position(line: firstLine + index, column: text[start..<end].count + 1)
  }

  /// Returns the byte offset of a line and of a column that counts bytes, as XML parsers count; both from 1. A place
  /// outside the text is clamped to its nearest end. O(1).
  public func offset(line: Int, byteColumn: Int) -> Int {
    let index = min(max(line - firstLine, 0), lineStarts.count - 1)
    let end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : text.utf8.count
    return min(lineStarts[index] + max(byteColumn - 1, 0), max(end, lineStarts[index]))
  }

  /// Returns the text of the line that holds the offset, without its line break, and the offset at which it starts.
  /// O(log lines).
  public func line(containing offset: Int) -> (text: Substring, start: Int) {
    let index = lineIndex(at: offset)
    let start = lineStarts[index]
    let end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : text.utf8.count
    var line = text[utf8Index(start)..<utf8Index(end)]
    if line.last == "\r" { line.removeLast() }
    return (line, start)
  }

  /// The lines of the text without their line feeds; the last one is empty where the text ends with a line feed. O(lines).
  package var lines: [Substring] {
    let ends = lineStarts.dropFirst().map { $0 - 1 } + [text.utf8.count]
    return zip(lineStarts, ends).map { text[utf8Index($0)..<utf8Index($1)] }
  }

  /// The text inside a range; both ends are clamped to the text, and an end inside a Unicode scalar moves to its start.
  /// O(1) in a native string.
  public subscript(range: SourceRange) -> Substring {
    text[utf8Index(range.lowerBound)..<utf8Index(range.upperBound)]
  }

  /// Returns the text inside a range as a separate string; the whole text is not copied. O(length of the range).
  public func string(in range: SourceRange) -> String {
    range.lowerBound <= 0 && range.upperBound >= text.utf8.count ? text : String(self[range])
  }

  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func utf8Index(_ offset: Int) -> String.Index {
    let clamped = min(max(offset, 0), text.utf8.count)
    let utf8 = text.utf8
    var index = utf8.index(utf8.startIndex, offsetBy: clamped)
    // An offset inside a Unicode scalar moves to the scalar's start, so that a larger offset never comes out smaller.
    while index < utf8.endIndex, index > utf8.startIndex, utf8[index] & 0xC0 == 0x80 {
      index = utf8.index(before: index)
    }
    return index
  }

  /// Whether two texts have the same name, first line and content; O(bytes).
  public static func == (left: SourceText, right: SourceText) -> Bool {
    left.name == right.name && left.firstLine == right.firstLine && left.text == right.text
  }

  /// Feeds the name and the content; O(bytes).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(text)
  }
}
