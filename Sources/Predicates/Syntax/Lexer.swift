import Diagnostics

/// Cuts text into tokens, for the predicate language alone or for the workbook that embeds it. Never fails: unknown
/// text becomes a token too. O(text).
package struct Lexer {
  package enum Dialect: Hashable, Sendable {
    /// The language of `NSPredicate(format:)`.
    case predicateFormat
    /// The workbook: comments, dates, `...`, arrows; strings end on their line and may hold `\(…)`.
    case workbook
  }

  private let bytes: [UInt8]
  private let dialect: Dialect
  /// The offset of `bytes` in the whole text.
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
    if isWordStart(at: position) { return scanWord() }
    if isDigit(byte) { return scanNumber() }
    if byte == ascii("."), let next = peek(1), isDigit(next), !previousIsValue { return scanNumber() }
    switch byte {
    case ascii("\""), ascii("'"): return scanString(quote: byte)
    case ascii("$"):
      // A name may begin with a digit where no amount of money is meant: other engines number their variables.
      guard let next = peek(1),
        isWordStart(at: position + 1) || (dialect == .predicateFormat && isDigit(next))
      else { break }
      position += 1
      scanIdentifier()
      return .variable
    case ascii("%"):
      if let kind = scanArgument() { return kind }
    default: break
    }
    return scanSymbol()
  }

  /// Whether the byte before belongs to a value, so that a following `.5` is a key and not a number.
  private var previousIsValue: Bool {
    guard position > 0 else { return false }
    let before = bytes[position - 1]
    if before == ascii(")") || before == ascii("]") { return true }
    var start = position - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return isIdentifierPart(at: start)
  }

  // MARK: Words

  private mutating func scanWord() -> Token.Kind {
    let start = position
    scanIdentifier()
    // The two operators with hyphens in them.
    if position - start == 3, peek(0) == ascii("-"), matchesWord("UTI", at: start) {
      for tail in ["-CONFORMS-TO", "-EQUALS"] where matchesWord(tail, at: position) {
        let end = position + tail.utf8.count
        if !isIdentifierPart(at: end) {
          position = end
          break
        }
      }
    }
    return .identifier
  }

  private mutating func scanIdentifier() {
    while isIdentifierPart(at: position) { position = endOfScalar(at: position) }
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
      !isIdentifierStart(at: position + 1), peek(1) != ascii(".")
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

  /// The end of `2026-11-20` or `2026-11-20T09:30:00.25+02:00` at the position, or nil. Whether there is such a day is
  /// the parser's question: `2026-13-45`, `12026-01-01` and `2026-01-01T9` are one token each.
  private func endOfDate() -> Int? {
    func digits(from start: Int) -> Int {
      var end = start
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      return end - start
    }
    func has(_ scalar: Unicode.Scalar, at place: Int) -> Bool { place < bytes.count && bytes[place] == ascii(scalar) }
    let year = digits(from: position)
    var end = position + year
    guard year >= 4, has("-", at: end), digits(from: end + 1) == 2, has("-", at: end + 3), digits(from: end + 4) == 2
    else { return nil }
    end += 6
    guard has("T", at: end), digits(from: end + 1) > 0 else { return end }
    end += 1
    while end < bytes.count, isDigit(bytes[end]) || bytes[end] == ascii(":") { end += 1 }
    if has(".", at: end), digits(from: end + 1) > 0 { end += 1 + digits(from: end + 1) }
    if has("Z", at: end) { return end + 1 }
    if has("+", at: end) || has("-", at: end), digits(from: end + 1) > 0 {
      end += 1
      while end < bytes.count, isDigit(bytes[end]) || bytes[end] == ascii(":") { end += 1 }
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

  /// Skips `(…)` after a backslash, with strings and parentheses inside it; false when it does not end on its line.
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
    if peek(1) == ascii("@") || (peek(1) == ascii("K") && !isIdentifierPart(at: position + 2)) {
      position += 2
      return .argument
    }
    guard dialect == .predicateFormat else { return nil }
    var end = position + 1
    while end < bytes.count, "0123456789.-+ #".utf8.contains(bytes[end]), bytes[end] != ascii(" ") { end += 1 }
    while end < bytes.count, "hlqLzt".utf8.contains(bytes[end]) { end += 1 }
    guard isWordStart(at: end) else { return nil }
    position = endOfScalar(at: end)
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
    position = endOfScalar(at: position)
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

  /// The end of the Unicode scalar that begins at a place.
  private func endOfScalar(at start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// Whether a letter of any script begins at a place: an underscore, or any Unicode scalar beyond ASCII that is neither
  /// a space, nor invisible, nor one of the punctuation marks that pasted text brings along.
  private func isIdentifierStart(at place: Int) -> Bool {
    guard place < bytes.count else { return false }
    let byte = bytes[place]
    if byte < 0x80 { return uppercased(byte) &- 0x41 < 26 || byte == 0x5F }
    func following(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }
    switch byte {
    // C1 controls, which a terminal obeys, a no-break space and a soft hyphen.
    case 0xC2: return following(1) > 0xA0 && following(1) != 0xAD
    // Typographic quotes, dashes, dots, joiners and direction marks (U+2000 to U+206F), mathematical signs (U+2200 to
    // U+227F): `“` pasted for `"` and `≤` for `<=` are reported as such.
    case 0xE2: return ![0x80, 0x81, 0x88, 0x89].contains(following(1))
    // The Arabic letter mark, which changes the direction of a line.
    case 0xD8: return following(1) != 0x9C
    // An ideographic space.
    case 0xE3: return following(1) != 0x80 || following(2) != 0x80
    // A byte order mark that is not the text's first character.
    case 0xEF: return following(1) != 0xBB || following(2) != 0xBF
    default: return true
    }
  }

  /// Whether a word begins at a place. A mark that joins the character before it is part of a word, but begins none: it
  /// would make one character of the sign before the word and the word's first letter.
  private func isWordStart(at place: Int) -> Bool {
    guard isIdentifierStart(at: place) else { return false }
    guard bytes[place] >= 0x80 else { return true }
    let scalar = String(decoding: bytes[place..<endOfScalar(at: place)], as: UTF8.self).unicodeScalars.first
    return scalar.map { !$0.properties.isGraphemeExtend && $0.properties.generalCategory != .spacingMark } ?? false
  }

  private func isIdentifierPart(at place: Int) -> Bool {
    place < bytes.count && (isDigit(bytes[place]) || isIdentifierStart(at: place))
  }
}
