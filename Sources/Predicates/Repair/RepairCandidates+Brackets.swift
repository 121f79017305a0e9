import Diagnostics

/// Changes of quotes and brackets.
extension RepairCandidates {
  // MARK: Quotes

  /// A missing or superfluous quote: strings end where no end was meant.
  mutating func addQuotes() {
    guard let open = tokens.firstIndex(where: { $0.kind == .string(isTerminated: false) }) else { return }
    let quote = tokens[open].quote(in: source)
    // The text may have gone wrong at any of the strings before: the last three are looked into, from the front.
    let strings = tokens.indices.filter { $0 <= open && tokens[$0].isString }.suffix(3)
    for index in strings where tokens[index].quote(in: source) == quote { addClosingQuotes(in: tokens[index], quote) }
    if tokens[open].range.upperBound - tokens[open].range.lowerBound == 1 {
      // An opening quote was lost: the words before it were the text.
      for back in 1...4 where open - back >= 0 {
        let token = tokens[open - back]
        insert(quote, at: token.range.lowerBound)
        if !token.isWord { break }
      }
    }
    insert(quote, at: text.utf8.count)
    if let apostrophe = tokens.indices.last(where: { $0 < open && tokens[$0].kind == .string(isTerminated: true) }) {
      // `'JR's Pad'`: the quote inside was an apostrophe.
      replace(tokens[apostrophe].range.lastByte, "\\" + quote)
    }
    replace(tokens[open].range.firstByte, "")
  }

  /// Closing quotes before what looks like the text's end: AND, OR, a bracket or a comma first, then any white space.
  private mutating func addClosingQuotes(in token: Token, _ quote: String) {
    let bytes = Array(word(token).utf8)
    var later: [Int] = []
    for place in bytes.indices.dropFirst() {
      let byte = bytes[place]
      let rest = bytes[place...]
      if byte == 0x20 {
        let next = String(decoding: rest.dropFirst().prefix(4), as: UTF8.self).uppercased()
        if next.hasPrefix("AND ") || next.hasPrefix("OR ") || next.hasPrefix("&&") || next.hasPrefix("||") {
          insert(quote, at: token.range.lowerBound + place)
        } else {
          later.append(place)
        }
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ",") {
        insert(quote, at: token.range.lowerBound + place)
      }
      if texts.count > 60 { break }
    }
    for place in later.prefix(20) { insert(quote, at: token.range.lowerBound + place) }
  }

  // MARK: Brackets

  mutating func addBrackets() {
    guard let here = token(0) else { return }
    let start = here.range.lowerBound
    if case .symbol(let symbol) = here.kind {
      switch symbol {
      case .rightParenthesis, .rightBrace, .rightBracket:
        replace(here.range, "")
        if symbol == .rightParenthesis { insert("(", at: 0) }
        if symbol == .rightBrace { addOpening("{") }
        if symbol == .rightBracket { addOpening("[") }
      default: break
      }
    }
    if error.id == Diagnostic.ID.missingBracket || error.id == Diagnostic.ID.unexpectedEnd
      || error.id == Diagnostic.ID.unexpected
    {
      let behind = token(-1)?.range.upperBound ?? start
      for closing in [")", "}", "]"] { insert(closing, at: behind) }
      if let closing = missingClosing { insert(closing, at: text.utf8.count) }
    }
    if let before = token(-1), before.isIdentifier, here.kind != .end {
      // `SUBQUERY a, $x, …`, `@count`'s neighbours: a bracket after a word was lost.
      insert("(", at: before.range.upperBound)
      if let further = token(-2), further.isIdentifier { insert("(", at: further.range.upperBound) }
    }
  }

  /// An opening bracket after one of the last words, nearest first.
  private mutating func addOpening(_ bracket: String) {
    for back in 1...8 {
      guard let token = token(-back) else { break }
      insert(bracket, at: token.range.lowerBound)
      if token.isIdentifier { insert(bracket, at: token.range.upperBound) }
    }
  }
}
