import Diagnostics

/// The questions that a repair asks about tokens.
extension Token {
  var isString: Bool {
    if case .string = kind { true } else { false }
  }

  var isWord: Bool { kind == .identifier || kind == .integer || kind == .number }

  /// AND, OR, NOT and their signs.
  func isJoint(in source: SourceText) -> Bool {
    switch kind {
    case .symbol(.ampersandAmpersand), .symbol(.barBar), .symbol(.exclamation): true
    case .identifier: [.and, .or, .not].contains(Keyword(word: source[range]))
    default: false
    }
  }

  /// A value of one token.
  var isOperandAlone: Bool {
    switch kind {
    case .identifier, .integer, .number, .string, .variable, .argument, .symbol(.rightParenthesis),
      .symbol(.rightBrace), .symbol(.rightBracket):
      true
    case .date, .symbol, .unknown, .end: false
    }
  }

  var startsOperandAlone: Bool {
    switch kind {
    case .identifier, .integer, .number, .string, .variable, .argument, .symbol(.leftParenthesis),
      .symbol(.leftBrace), .symbol(.hash), .symbol(.at):
      true
    case .date, .symbol, .unknown, .end: false
    }
  }
}

extension SourceRange {
  var firstByte: SourceRange { SourceRange(lowerBound, min(lowerBound + 1, upperBound)) }
  var lastByte: SourceRange { SourceRange(max(lowerBound, upperBound - 1), upperBound) }
}
