import Diagnostics

extension MarkdownDocument {
  /// A fenced block whose closing fence is missing.
  struct OpenFence: Hashable {
    /// The line on which it opens.
    var line: Int
    /// The line that would close it: as many signs as it opens with.
    var marker: String
    /// The text after the opening fence.
    var info: String
  }

  /// Reads a text in which closing fences may be missing.
  ///
  /// CommonMark closes such a block with the next fence it finds, and reads everything after that inside out. Here it ends
  /// where the author must have meant it to: before the next line that opens a block with a name or begins a step.
  ///
  /// - Returns: the document, and the first fence that is never closed.
  /// - Complexity: O(text) for each of the first ``openFenceLimit`` missing fences; the text after them is read as it is.
  static func closingFences(
    in text: String, firstLine: Int
  ) -> (document: MarkdownDocument, open: OpenFence?) {
    let lines = lines(of: text)
    var blocks: [Block] = []
    var first: OpenFence?
    var start = 0
    for _ in 0..<openFenceLimit {
      let rest = start == 0 ? text : lines[start...].joined(separator: "\n")
      let document = MarkdownDocument(rest, firstLine: firstLine + start)
      guard let (place, fence, end) = document.firstOpenFence(lines, firstLine: firstLine) else {
        return (MarkdownDocument(blocks: blocks + document.blocks), first)
      }
      first = first ?? fence
      blocks += document.blocks[..<place]
      if case .code(var code) = document.blocks[place].kind {
        let inner = code.firstLine - firstLine
        code.text = lines[min(inner, end)..<end].map { $0 + "\n" }.joined()
        code.isClosed = false
        blocks.append(Block(.code(code), line: fence.line))
      }
      start = end
      if start >= lines.count { break }
    }
    if start < lines.count {
      blocks += MarkdownDocument(lines[start...].joined(separator: "\n"), firstLine: firstLine + start).blocks
    }
    return (MarkdownDocument(blocks: blocks), first)
  }

  /// The lines of a text as CommonMark counts them: they also end at a carriage return.
  static func lines(of text: String) -> [Substring] {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return SourceText(text).lines }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  /// How many missing fences are made up for.
  static let openFenceLimit = 16

  /// The first block of the document that is never closed, and the line at which it should end, counted from 0.
  private func firstOpenFence(_ lines: [Substring], firstLine: Int) -> (place: Int, fence: OpenFence, end: Int)? {
    for (place, block) in blocks.enumerated() {
      guard case .code(let code) = block.kind, lines.indices.contains(block.line - firstLine),
        let opening = FenceLine(lines[block.line - firstLine])
      else { continue }
      let height = code.text.utf8.count { $0 == UInt8(ascii: "\n") }
      let inner = code.firstLine - firstLine
      let content = lines[inner..<min(inner + height, lines.count)]
      let opensAnother = { (line: Substring) in
        FenceLine(line).map { !$0.info.isEmpty && $0.closes(opening) } ?? false
      }
      let beginsStep = { (line: Substring) in line.hasPrefix("## ") }
      // No statement and no output begins like a step. In a note it may be a heading.
      let holdsCode = Fence(info: code.info)?.holdsCode == true
      guard !code.isClosed || content.contains(where: { opensAnother($0) || holdsCode && beginsStep($0) }) else {
        continue
      }
      let end = content.firstIndex { opensAnother($0) || beginsStep($0) }
      let fence = OpenFence(line: block.line, marker: opening.marker, info: code.info)
      return (place, fence, end ?? lines.count)
    }
    return nil
  }
}

extension MarkdownDocument.Code {
  /// The lines of the block, its fences among them.
  /// - Parameter line: the line on which the block starts.
  func lines(from line: Int) -> Range<Int> {
    let height = text.utf8.count { $0 == UInt8(ascii: "\n") }
    // An indented block has no fences.
    let hasClosingFence = isClosed && firstLine > line
    return line..<max(line, firstLine + height + (hasClosingFence ? 1 : 0))
  }
}

extension Diagnostic {
  /// The message about a block that is never closed.
  static func unclosed(_ fence: MarkdownDocument.OpenFence, in source: SourceText) -> Diagnostic {
    let name = Fence(info: fence.info).map { "\($0.rawValue) " } ?? ""
    return Diagnostic(
      Diagnostic.ID.unclosedFence, "this \(name)block is never closed", line: fence.line, of: source,
      hint: "write \(fence.marker) on a separate line after it")
  }
}

extension Sequence<Diagnostic> {
  /// Whether a block is reported that is never closed, so that it is uncertain where the blocks after it begin.
  package var reportOpenFence: Bool { contains { $0.id == Diagnostic.ID.unclosedFence } }
}

/// A line that begins with a fence.
private struct FenceLine {
  var marker: String
  var info: Substring

  /// Nil for any other line.
  init?(_ line: Substring) {
    // Nearly all lines end here, at the price of a byte.
    guard let byte = line.utf8.first, " `~".utf8.contains(byte) else { return nil }
    let text = line.drop { $0 == " " }
    guard line.count - text.count <= 3, let sign = text.first, sign == "`" || sign == "~" else { return nil }
    let signs = text.prefix { $0 == sign }
    guard signs.count >= 3 else { return nil }
    marker = String(signs)
    info = text[signs.endIndex...].drop(while: \.isWhitespace)
    if sign == "`", info.contains("`") { return nil }
  }

  /// Whether its signs alone would close another fence.
  func closes(_ other: FenceLine) -> Bool { marker.hasPrefix(other.marker) }
}
