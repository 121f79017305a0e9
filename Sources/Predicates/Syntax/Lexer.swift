import Diagnostics

/// Cuts text into tokens, for the predicate language alone or for the workbook that embeds it. Never fails: what it
/// does not know becomes a token of its own. O(text).
package struct Lexer {
  package enum Dialect: Hashable, Sendable {
    /// What `NSPredicate(format:)` takes.
    case predicateFormat
    /// The workbook: comments, dates, `...`, arrows; strings end on their line and may hold `\(…)`.
    case workbook
  }

  private let bytes: [UInt8]
  private let dialect: Dialect
  /// Where `bytes` starts in the whole text.
  private let base: Int
  private var position = 0

  /// The tokens of a text, or of a stretch of it; the last one is always `.end`. Their ranges count from the text's
  /// start.
  package static func tokens(of text: String, in range: SourceRange? = nil, dialect: Dialect) -> [Token] {
    read(text, in: range, dialect: dialect).tokens
  }

  /// The tokens, and the bytes that they were cut from: those of the range, or of the whole text.
  static func read(
    _ text: String, in range: SourceRange? = nil, dialect: Dialect
  ) -> (tokens: [Token], bytes: [UInt8]) {
    var lexer: Lexer
    if let range {
      let utf8 = text.utf8
      let bytes = utf8.dropFirst(range.lowerBound).prefix(range.upperBound - range.lowerBound)
      lexer = Lexer(bytes: Array(bytes), base: range.lowerBound, dialect: dialect)
    } else {
      lexer = Lexer(bytes: Array(text.utf8), base: 0, dialect: dialect)
    }
    var tokens: [Token] = []
    // A short line, which is most of what is read, gets its memory at once.
    tokens.reserveCapacity(lexer.bytes.count / (lexer.bytes.count < 100 ? 2 : 4) + 2)
    while true {
      let token = lexer.next()
      tokens.append(token)
      if case .end = token.kind { return (tokens, lexer.bytes) }
    }
  }

  private init(bytes: [UInt8], base: Int, dialect: Dialect) {
    self.bytes = bytes
    self.base = base
    self.dialect = dialect
  }

  private mutating func next() -> Token {
    let (startsLine, isSpaced) = skipTrivia()
    let start = position
    let kind = scan()
    return Token(
      kind: kind, range: SourceRange(base + start, base + position), startsLine: startsLine, isSpaced: isSpaced)
  }

  private mutating func skipTrivia() -> (startsLine: Bool, isSpaced: Bool) {
    let start = position
    var startsLine = position == 0
    while position < bytes.count {
      switch bytes[position] {
      case ascii("\n"):
        startsLine = true
        position += 1
      case ascii(" "), ascii("\t"), ascii("\r"), 0x0B, 0x0C:
        position += 1
      case ascii("/") where dialect == .workbook && peek(1) == ascii("/"):
        while position < bytes.count, bytes[position] != ascii("\n") { position += 1 }
      case 0xC2 where peek(1) == 0xA0:  // a no-break space, from pasted text
        position += 2
      case 0xEF where position == 0 && peek(1) == 0xBB && peek(2) == 0xBF:  // a byte order mark
        position += 3
      default:
        return (startsLine, position > start)
      }
    }
    return (startsLine, position > start)
  }

  private mutating func scan() -> Token.Kind {
    guard position < bytes.count else { return .end }
    let byte = bytes[position]
    if isIdentifierStart(byte) { return scanWord() }
    if isDigit(byte) { return scanNumber() }
    if byte == ascii("."), let next = peek(1), isDigit(next), !previousIsValue { return scanNumber() }
    switch byte {
    case ascii("\""), ascii("'"): return scanString(quote: byte)
    case ascii("$"):
      // A name may begin with a digit where no amount of money is meant: other engines number their variables.
      guard let next = peek(1), isIdentifierStart(next) || (dialect == .predicateFormat && isDigit(next)) else { break }
      position += 1
      scanIdentifier()
      return .variable
    case ascii("%"):
      if let kind = scanArgument() { return kind }
    default: break
    }
    return scanSymbol()
  }

  /// Whether the byte before belongs to a value, so that `.5` behind it is a key and not a number.
  private var previousIsValue: Bool {
    guard position > 0 else { return false }
    let before = bytes[position - 1]
    return isIdentifierPart(before) || before == ascii(")") || before == ascii("]")
  }

  // MARK: Words

  private mutating func scanWord() -> Token.Kind {
    let start = position
    scanIdentifier()
    // The two operators with hyphens in them.
    if position - start == 3, peek(0) == ascii("-"), matchesWord("UTI", at: start) {
      for tail in ["-CONFORMS-TO", "-EQUALS"] where matchesWord(tail, at: position) {
        let end = position + tail.utf8.count
        if end >= bytes.count || !isIdentifierPart(bytes[end]) {
          position = end
          break
        }
      }
    }
    return .identifier
  }

  private mutating func scanIdentifier() {
    while position < bytes.count, isIdentifierPart(bytes[position]) {
      if bytes[position] == 0xC2, peek(1) == 0xA0 { return }
      position += 1
    }
  }

  private func matchesWord(_ word: String, at start: Int) -> Bool {
    guard start + word.utf8.count <= bytes.count else { return false }
    for (offset, byte) in word.utf8.enumerated() where uppercased(bytes[start + offset]) != byte { return false }
    return true
  }

  // MARK: Numbers and dates

  private mutating func scanNumber() -> Token.Kind {
    if dialect == .workbook, let end = endOfDate() {
      position = end
      return .date
    }
    if bytes[position] == ascii("0"), let radix = peek(1).map(uppercased), "XOB".utf8.contains(radix),
      let digit = peek(2), isHexDigit(digit)
    {
      position += 2
      while let byte = peek(0), isHexDigit(byte) { position += 1 }
      return .integer
    }
    var kind = Token.Kind.integer
    skipDigits()
    if peek(0) == ascii("."), let next = peek(1), isDigit(next) {
      kind = .number
      position += 1
      skipDigits()
    } else if dialect == .predicateFormat, peek(0) == ascii("."),
      peek(1).map({ !isIdentifierStart($0) && $0 != ascii(".") }) ?? true
    {
      kind = .number  // `1.` is a number to Apple
      position += 1
    }
    if let e = peek(0), e == ascii("e") || e == ascii("E") {
      var digits = 1
      if let sign = peek(1), sign == ascii("+") || sign == ascii("-") { digits = 2 }
      if let digit = peek(digits), isDigit(digit) {
        kind = .number
        position += digits
        skipDigits()
      }
    }
    return kind
  }

  private mutating func skipDigits() {
    while let byte = peek(0), isDigit(byte) { position += 1 }
  }

  /// The end of `2026-11-20` or `2026-11-20T09:30:00Z` at the position, or nil. Whether the day exists is the parser's
  /// question: `2026-13-45` is one token.
  private func endOfDate() -> Int? {
    func matches(_ pattern: String, at start: Int) -> Bool {
      guard start + pattern.utf8.count <= bytes.count else { return false }
      for (offset, expected) in pattern.utf8.enumerated() {
        let byte = bytes[start + offset]
        guard expected == ascii("0") ? isDigit(byte) : byte == expected else { return false }
      }
      return true
    }
    guard matches("0000-00-00", at: position) else { return nil }
    var end = position + 10
    if end < bytes.count, isDigit(bytes[end]) { return nil }
    if matches("T00:00:00Z", at: end) {
      end += 10
    } else if matches("T00:00Z", at: end) {
      end += 7
    }
    return end
  }

  // MARK: Strings

  private mutating func scanString(quote: UInt8) -> Token.Kind {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return .string(isTerminated: true)
      }
      if dialect == .workbook, byte == ascii("\n") { return .string(isTerminated: false) }
      if byte == ascii("\\") {
        position += 1
        if dialect == .workbook, peek(0) == ascii("(") {
          if !skipInterpolation() { return .string(isTerminated: false) }
          continue
        }
        if dialect == .workbook, peek(0) == ascii("\n") { return .string(isTerminated: false) }
        // An escaped character may have several bytes; the rest of it cannot be a quote or a backslash.
      }
      if position < bytes.count { position += 1 }
    }
    return .string(isTerminated: false)
  }

  /// Skips `(…)` behind a backslash, with strings and parentheses inside it; false when it does not end on its line.
  private mutating func skipInterpolation() -> Bool {
    var depth = 0
    var quote: UInt8?
    while position < bytes.count, bytes[position] != ascii("\n") {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == ascii("\\") { position = min(position + 1, bytes.count) } else if byte == open { quote = nil }
      } else if byte == ascii("\"") || byte == ascii("'") {
        quote = byte
      } else if byte == ascii("(") {
        depth += 1
      } else if byte == ascii(")") {
        depth -= 1
        if depth == 0 { return true }
      }
    }
    return false
  }

  // MARK: Arguments and signs

  /// `%@`, `%K` and printf's numeric specifiers; in the workbook only the two that must be refused there.
  private mutating func scanArgument() -> Token.Kind? {
    func isBoundary(_ offset: Int) -> Bool { peek(offset).map { !isIdentifierPart($0) } ?? true }
    if peek(1) == ascii("@") || (peek(1) == ascii("K") && isBoundary(2)) {
      position += 2
      return .argument
    }
    guard dialect == .predicateFormat else { return nil }
    var end = position + 1
    while end < bytes.count, "0123456789.-+ #".utf8.contains(bytes[end]), bytes[end] != ascii(" ") { end += 1 }
    while end < bytes.count, "hlqLzt".utf8.contains(bytes[end]) { end += 1 }
    guard end < bytes.count, isIdentifierStart(bytes[end]) else { return nil }
    position = end + 1
    return .argument
  }

  private struct Spelling {
    let bytes: [UInt8]
    let symbol: Token.Symbol
    let isWorkbooks: Bool
  }

  /// The signs by their first byte, the longest first.
  private static let spellings: [[Spelling]] = {
    let onlyWorkbook: Set<Token.Symbol> = [
      .ellipsis, .toOne, .toMany, .fetched, .oneToOne, .oneToMany, .manyToOne, .manyToMany,
    ]
    var table = Array(repeating: [Spelling](), count: 128)
    for symbol in Token.Symbol.allCases {
      let bytes = Array(symbol.rawValue.utf8)
      table[Int(bytes[0])].append(
        Spelling(bytes: bytes, symbol: symbol, isWorkbooks: onlyWorkbook.contains(symbol)))
    }
    return table.map { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }()

  /// The sign that a byte is, where no longer one begins with it.
  private static let lone: [Token.Symbol?] = spellings.map {
    $0.count == 1 && $0[0].bytes.count == 1 ? $0[0].symbol : nil
  }

  private mutating func scanSymbol() -> Token.Kind {
    let first = Int(bytes[position])
    if first < 128 {
      if let only = Self.lone[first] {
        position += 1
        return .symbol(only)
      }
      for spelling in Self.spellings[first] where position + spelling.bytes.count <= bytes.count {
        if spelling.isWorkbooks, dialect == .predicateFormat { continue }
        if !bytes[position..<position + spelling.bytes.count].elementsEqual(spelling.bytes) { continue }
        position += spelling.bytes.count
        return .symbol(spelling.symbol)
      }
    }
    position += 1
    while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
    return .unknown
  }

  // MARK: Bytes

  private func peek(_ offset: Int) -> UInt8? {
    let index = position + offset
    return index < bytes.count ? bytes[index] : nil
  }

  private func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(ascii: scalar) }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (uppercased(byte) &- 0x41 < 6) }

  private func uppercased(_ byte: UInt8) -> UInt8 { byte &- 0x61 < 26 ? byte - 0x20 : byte }

  /// Letters of any script: every byte of a character beyond ASCII counts as one.
  private func isIdentifierStart(_ byte: UInt8) -> Bool {
    uppercased(byte) &- 0x41 < 26 || byte == 0x5F
      || (byte >= 0x80 && !(byte == 0xE2 && isPunctuationMark) && !isInvisible)
  }

  /// A soft hyphen, a byte order mark in the middle, an ideographic space: no letters, though they are beyond ASCII.
  private var isInvisible: Bool {
    switch (peek(0), peek(1), peek(2)) {
    case (0xC2, 0xAD, _), (0xEF, 0xBB, 0xBF), (0xE3, 0x80, 0x80): true
    default: false
    }
  }

  private func isIdentifierPart(_ byte: UInt8) -> Bool { isIdentifierStart(byte) || isDigit(byte) }

  /// Typographic quotes, dashes and dots (U+2000 to U+206F) and mathematical signs (U+2200 to U+227F) are not letters:
  /// `“` pasted for `"` and `≤` for `<=` are told as such.
  private var isPunctuationMark: Bool {
    peek(0) == 0xE2 && (peek(1) == 0x80 || peek(1) == 0x81 || peek(1) == 0x88 || peek(1) == 0x89)
  }
}
