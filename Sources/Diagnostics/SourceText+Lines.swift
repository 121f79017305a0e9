extension SourceText {
  /// The range of a line by its number as people count it in the file, without its line break. A line outside the text
  /// gives the nearest one. O(text): for messages.
  package func range(ofLine number: Int) -> SourceRange {
    var line = firstLine
    var start = 0
    var offset = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") {
        if line >= number { return SourceRange(start, offset) }
        line += 1
        start = offset + 1
      }
      offset += 1
    }
    return SourceRange(start, offset)
  }

  /// The text with the line ends of Windows and of the first Macs as plain line feeds: every line keeps its number, and every
  /// character its column. To Swift `\r\n` is one character and no line feed, so whoever splits lines needs this first.
  /// O(text).
  package var withLineFeeds: SourceText {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "\r")) else { return self }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
        kept.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
      }
      previous = byte
    }
    return SourceText(
      String(decoding: kept, as: UTF8.self), name: name, firstLine: firstLine,
      hadCarriageReturns: kept.count < bytes.count)
  }

  /// The number of the last line; a line break at the end of the text begins none.
  package var lastLine: Int { position(at: max(0, text.utf8.count - 1)).line }
}

extension Diagnostic {
  /// A message about a line of a file.
  package init(
    _ id: String, _ message: String, line: Int, of source: SourceText, severity: Severity = .error,
    nearest: [String] = [], hint: String? = nil, notes: [String] = []
  ) {
    self.init(
      id, message, at: source.range(ofLine: line), severity: severity, nearest: nearest, hint: hint, notes: notes,
      source: source)
  }

  /// The same message, bound to the text that its range counts in.
  package func bound(to source: SourceText) -> Diagnostic {
    var bound = self
    bound.source = self.source ?? source
    return bound
  }
}

extension SourceText {
  /// The name of its file, without folders and extension: `cascade`.
  package var stem: String {
    let file = (name ?? "").split(separator: "/").last ?? ""
    return String(file.hasSuffix(".graph") ? file.dropLast(6) : file)
  }
}

extension String {
  /// The words in lower case, separated by single spaces.
  package var inOneLine: String { lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
