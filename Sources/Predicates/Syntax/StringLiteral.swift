import Diagnostics

/// A piece of a string literal: text as it reads after its escapes, or the place of an expression in `\(…)`.
package enum StringSegment: Hashable, Sendable {
  case text(String)
  /// The range of the expression, without `\(` and `)`.
  case interpolation(SourceRange)
}

/// Reads the text between the quotes of a string token.
///
/// Escapes: `\\ \" \' \n \t \r \a \b \f \v`, `\ooo` (three octal digits), `\xhh`, `\uhhhh`, `\Uhhhh` (two such for a
/// character beyond U+FFFF). Any other `\c` is `c` in a format string, as on Apple's systems, and an error in the
/// workbook, where it is far more often a regular expression that lost a backslash.
package struct StringLiteral {
  package private(set) var segments: [StringSegment] = []
  package private(set) var diagnostics: [Diagnostic] = []

  private let bytes: [UInt8]
  private let start: Int
  private let dialect: Lexer.Dialect
  private var position: Int
  private var run: [UInt8] = []

  /// - Parameters:
  ///   - text: the text of a `.string` token, with its quotes.
  ///   - range: the token's place; the ranges of segments and diagnostics count from there.
  package init(_ text: some StringProtocol, at range: SourceRange, isTerminated: Bool, dialect: Lexer.Dialect) {
    var bytes = Array(text.utf8)
    if isTerminated, bytes.count >= 2 { bytes.removeLast() }
    self.bytes = bytes
    self.dialect = dialect
    start = range.lowerBound
    position = min(1, bytes.count)
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        readEscape()
      } else {
        run.append(bytes[position])
        position += 1
      }
    }
    endRun()
    if segments.isEmpty { segments.append(.text("")) }
  }

  /// The whole text, when nothing is interpolated.
  package var text: String? {
    guard segments.count == 1, case .text(let text) = segments[0] else { return nil }
    return text
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    segments.append(.text(String(decoding: run, as: UTF8.self)))
    run.removeAll()
  }

  private mutating func append(_ scalar: Unicode.Scalar) { run.append(contentsOf: String(scalar).utf8) }

  /// escape = "\" ( simple | octal octal octal | "x" 2 hex | ( "u" | "U" ) 4 hex | "(" expression ")" )
  private mutating func readEscape() {
    let escapeStart = position
    position += 1
    guard position < bytes.count else { return run.append(UInt8(ascii: "\\")) }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): run.append(byte)
    case UInt8(ascii: "n"): run.append(10)
    case UInt8(ascii: "t"): run.append(9)
    case UInt8(ascii: "r"): run.append(13)
    case UInt8(ascii: "a"): run.append(7)
    case UInt8(ascii: "b"): run.append(8)
    case UInt8(ascii: "f"): run.append(12)
    case UInt8(ascii: "v"): run.append(11)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): readHexadecimal(2, from: escapeStart)
    case UInt8(ascii: "u"), UInt8(ascii: "U"): readHexadecimal(4, from: escapeStart)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): readOctal(byte, from: escapeStart)
    case UInt8(ascii: "(") where dialect == .workbook: readInterpolation()
    default: readUnknown(byte, from: escapeStart)
    }
  }

  private mutating func readOctal(_ first: UInt8, from escapeStart: Int) {
    let digits = bytes[(position - 1)..<min(position + 2, bytes.count)]
    guard digits.count == 3, digits.allSatisfy({ $0 & 0xF8 == 0x30 }) else {
      return readUnknown(first, from: escapeStart)
    }
    position += 2
    append(Unicode.Scalar(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 3 | UInt32($1 & 7) })))
  }

  private mutating func readHexadecimal(_ count: Int, from escapeStart: Int) {
    guard var value = hexadecimal(count, at: position) else {
      let sample = count == 2 ? "\\x62" : "\\u0062"
      report(
        Diagnostic.ID.incompleteEscape, "this escape needs \(count == 2 ? "two" : "four") hexadecimal digits",
        escapeStart..<position, hint: "as in \(sample)")
      return
    }
    position += count
    if value & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] | 0x20 == UInt8(ascii: "u"), let low = hexadecimal(4, at: position + 2),
      low & 0xFC00 == 0xDC00
    {
      position += 6
      value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(value) else {
      return report(
        Diagnostic.ID.incompleteEscape, "this is half a character", escapeStart..<position,
        hint: "a character beyond \\uFFFF takes two escapes: \\uD83E\\uDD84")
    }
    append(scalar)
  }

  private func hexadecimal(_ count: Int, at start: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + count] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func readInterpolation() {
    let first = position
    var depth = 1
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { position += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { break }
      }
      position += 1
    }
    position = min(position, bytes.count)
    endRun()
    segments.append(.interpolation(SourceRange(start + first, start + position)))
    position = min(position + 1, bytes.count)
  }

  private mutating func readUnknown(_ byte: UInt8, from escapeStart: Int) {
    // The rest of a character with several bytes.
    var character = [byte]
    while position < bytes.count, bytes[position] & 0xC0 == 0x80 {
      character.append(bytes[position])
      position += 1
    }
    run.append(contentsOf: character)
    guard dialect == .workbook else { return }
    let name = String(decoding: character, as: UTF8.self)
    report(
      "unknown-escape", "there is no escape \\\(name)", escapeStart..<position,
      hint: "a backslash is written \\\\: \\\\\(name)", replacement: "\\\\" + name)
  }

  private mutating func report(
    _ id: String, _ message: String, _ range: Range<Int>, hint: String, replacement: String? = nil
  ) {
    let place = SourceRange(start + range.lowerBound, start + range.upperBound)
    diagnostics.append(
      Diagnostic(id, message, at: place, hint: hint, fix: replacement.map { Diagnostic.Fix(place, with: $0) }))
  }
}
