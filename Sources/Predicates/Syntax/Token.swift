import Diagnostics

/// A word, literal or sign of the predicate language or of the workbook language around it.
package struct Token: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A word: name or keyword, which only its place decides.
    case identifier
    case integer
    /// A number with a point or an exponent.
    case number
    /// A string with its quotes; `isTerminated` is false when the quote at its end is missing.
    case string(isTerminated: Bool)
    /// `2026-11-20` or `2026-11-20T09:30:00.25Z`, in the workbook only.
    case date
    /// `$name`, with the dollar sign.
    case variable
    /// `%@`, `%K`, `%lld`, with the per cent sign.
    case argument
    case symbol(Symbol)
    /// A character that neither language knows.
    case unknown
    case end
  }

  /// Longest match wins; those marked are the workbook's alone.
  package enum Symbol: String, Hashable, Sendable, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case comma = ","
    case dot = "."
    case ellipsis = "..."  // workbook
    case semicolon = ";"
    case colon = ":"
    case assign = ":="
    case equal = "="
    case equalEqual = "=="
    case notEqual = "!="
    case lessGreater = "<>"
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case equalLess = "=<"
    case greaterOrEqual = ">="
    case equalGreater = "=>"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case starStar = "**"
    case slash = "/"
    case bar = "|"
    case barBar = "||"
    case ampersand = "&"
    case ampersandAmpersand = "&&"
    case caret = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case exclamation = "!"
    case tilde = "~"
    case question = "?"
    case percent = "%"  // workbook
    case at = "@"
    case hash = "#"
    case toOne = "->"  // workbook
    case toMany = "->>"  // workbook
    case fetched = "~>"  // workbook
    case oneToOne = "<-->"  // workbook
    case oneToMany = "<-->>"  // workbook
    case manyToOne = "<<-->"  // workbook
    case manyToMany = "<<-->>"  // workbook
    case backslash = "\\"
  }

  package var kind: Kind
  package var range: SourceRange
  /// Whether there is a line break between this token and the one before it.
  package var startsLine: Bool
  /// Whether there is white space or a comment between this token and the one before it.
  package var isSpaced: Bool

  /// The quote that a string begins with. A mark may follow it that makes one character of both.
  func quote(in source: SourceText) -> String {
    source[SourceRange(range.lowerBound, range.lowerBound + 1)] == "'" ? "'" : "\""
  }

  package var isIdentifier: Bool { if case .identifier = kind { true } else { false } }

  package func isSymbol(_ symbol: Symbol) -> Bool { if case .symbol(let own) = kind { own == symbol } else { false } }
}

extension Token.Symbol {
  /// Whether a statement continues on the next line after this symbol, outside brackets: after an operator or a comma.
  /// A bracket that closes, an optional type's `?` and an open range can end one.
  package var continuesLine: Bool {
    switch self {
    case .rightParenthesis, .rightBrace, .rightBracket, .ellipsis, .semicolon, .question: false
    case .leftParenthesis, .leftBrace, .leftBracket, .comma, .dot, .colon, .assign, .equal, .equalEqual, .notEqual,
      .lessGreater, .less, .greater, .lessOrEqual, .equalLess, .greaterOrEqual, .equalGreater, .plus, .minus, .star,
      .starStar, .slash, .bar, .barBar, .ampersand, .ampersandAmpersand, .caret, .shiftLeft, .shiftRight, .exclamation,
      .tilde, .percent, .at, .hash, .toOne, .toMany, .fetched, .oneToOne, .oneToMany, .manyToOne, .manyToMany,
      .backslash:
      true
    }
  }
}

extension Keyword {
  /// Whether a condition continues on the next line after this word.
  package var continuesLine: Bool { self == .and || self == .or || self == .not }
}

extension Token {
  /// Whether a statement continues on the next line after this token, outside brackets.
  package func continuesLine(in source: SourceText) -> Bool {
    switch kind {
    case .symbol(let symbol): symbol.continuesLine
    case .identifier: Keyword(word: source[range])?.continuesLine ?? false
    case .integer, .number, .string, .date, .variable, .argument, .unknown, .end: false
    }
  }
}
