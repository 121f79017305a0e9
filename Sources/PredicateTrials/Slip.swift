import Diagnostics
import Predicates

/// A slip that people make in format strings, made on purpose at every place of a text where it can be.
struct Slip: Sendable {
  /// A text with one slip in it.
  struct Result {
    var text: String
    /// The place of the slip in that text; empty if something was left out.
    var place: SourceRange
    /// One value too few for the placeholders.
    var arguments: [Value] = []
  }

  let name: String
  let make: @Sendable (_ text: String, _ tokens: [Token]) -> [Result]

  static let all: [Slip] = [
    leavingOut("a quote dropped") { text, token in
      guard case .string(isTerminated: true) = token.kind else { return [] }
      return [
        SourceRange(token.range.lowerBound, token.range.lowerBound + 1),
        SourceRange(token.range.upperBound - 1, token.range.upperBound),
      ]
    },
    leavingOut("a bracket dropped") { _, token in
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.rightParenthesis), .symbol(.leftBrace), .symbol(.rightBrace),
        .symbol(.leftBracket), .symbol(.rightBracket):
        [token.range]
      default: []
      }
    },
    words("CONTAIN and the like", misspelt),
    words("STARTSWITH", ["BEGINSWITH": "STARTSWITH"]),
    words("AND misspelt", ["AND": "ADN", "OR": "ORR"]),
    signs("=!", ["==": "=!", "!=": "=!", "=": "=!"]),
    signs("===", ["==": "===", "!=": "!=="]),
    signs("&&&", ["&&": "&&&", "||": "|||"]),
    signs("≤", ["<=": "≤", ">=": "≥", "!=": "≠"]),
    Slip(name: "IS NULL", make: isNull),
    words("NOT IN", ["IN": "NOT IN"]),
    Slip(name: "a missing argument", make: missingArgument),
    words("%k", ["%K": "%k", "%@": "%k"]),
    words("AND AND", ["AND": "AND AND", "OR": "OR OR", "&&": "&& &&"]),
    Slip(name: "a = b = c", make: chain),
    Slip(name: "a value left out", make: withoutValue),
    Slip(name: "an operator left out", make: withoutOperator),
    leavingOut("AND left out") { text, token in
      ["AND", "OR", "&&", "||"].contains(SourceText(text)[token.range].uppercased()) ? [token.range] : []
    },
    Slip(name: "typographic quotes", make: typographicQuotes),
    Slip(name: "round brackets for a list", make: listBrackets),
    Slip(name: "the end cut off", make: cutOff),
    Slip(name: "a ; at the end") { text, _ in
      [Result(text: text + ";", place: SourceRange(text.utf8.count, text.utf8.count + 1))]
    },
  ]

  private static let misspelt = [
    "CONTAINS": "CONTAIN", "BEGINSWITH": "BEGINWITH", "ENDSWITH": "ENDWITH", "MATCHES": "MATCH", "LIKE": "LIK",
    "BETWEEN": "BETWEN",
  ]

  // MARK: Making

  private static func replacing(_ range: SourceRange, in text: String, with piece: String) -> Result {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range.lowerBound..<range.upperBound, with: piece.utf8)
    return Result(
      text: String(decoding: bytes, as: UTF8.self),
      place: SourceRange(range.lowerBound, range.lowerBound + piece.utf8.count))
  }

  private static func leavingOut(_ name: String, _ ranges: @escaping @Sendable (String, Token) -> [SourceRange]) -> Slip
  {
    Slip(name: name) { text, tokens in
      tokens.flatMap { ranges(text, $0) }.map { replacing($0, in: text, with: "") }
    }
  }

  /// Words, in any letter case, exchanged for others.
  private static func words(_ name: String, _ exchange: [String: String]) -> Slip {
    Slip(name: name) { text, tokens in
      let source = SourceText(text)
      return tokens.compactMap { token in
        exchange[source[token.range].uppercased()].map { replacing(token.range, in: text, with: $0) }
      }
    }
  }

  private static func signs(_ name: String, _ exchange: [String: String]) -> Slip {
    Slip(name: name) { text, tokens in
      let source = SourceText(text)
      return tokens.compactMap { token in
        guard case .symbol = token.kind else { return nil }
        return exchange[String(source[token.range])].map { replacing(token.range, in: text, with: $0) }
      }
    }
  }

  @Sendable private static func isNull(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return zip(tokens, tokens.dropFirst()).compactMap { sign, value in
      guard ["NIL", "NULL"].contains(source[value.range].uppercased()) else { return nil }
      switch source[sign.range] {
      case "==", "=": return replacing(sign.range.union(value.range), in: text, with: " IS NULL")
      case "!=", "<>": return replacing(sign.range.union(value.range), in: text, with: " IS NOT NULL")
      default: return nil
      }
    }
  }

  @Sendable private static func missingArgument(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    let places = tokens.filter { $0.kind == .argument }
    guard let last = places.last, places.count > 1 else { return [] }
    let values = places.dropLast().map { token -> Value in
      switch source[token.range].last {
      case "K": "key"
      case "@": "value"
      case "s", "S": "text"
      case "f", "F", "g", "G", "e", "E", "a": 1.5
      default: 1
      }
    }
    return [Result(text: text, place: last.range, arguments: values)]
  }

  private static let comparisons: Set<String> = [
    "==", "=", "!=", "<>", "<", ">", "<=", ">=", "=<", "=>", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
    "IN", "BETWEEN",
  ]

  private static func isOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .integer, .number, .string, .variable, .argument: true
    default: false
    }
  }

  @Sendable private static func chain(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return zip(tokens, tokens.dropFirst()).compactMap { sign, value in
      guard ["==", "="].contains(source[sign.range]), isOperand(value) else { return nil }
      return replacing(value.range.end, in: text, with: " = other")
    }
  }

  /// The right side of a comparison.
  @Sendable private static func withoutValue(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return zip(tokens, tokens.dropFirst()).compactMap { sign, value in
      guard comparisons.contains(source[sign.range].uppercased()), isOperand(value) else { return nil }
      return replacing(value.range, in: text, with: "")
    }
  }

  @Sendable private static func withoutOperator(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return tokens.compactMap { sign in
      guard comparisons.contains(source[sign.range].uppercased()) else { return nil }
      return replacing(sign.range, in: text, with: " ")
    }
  }

  @Sendable private static func typographicQuotes(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return tokens.compactMap { token in
      guard case .string(isTerminated: true) = token.kind else { return nil }
      return replacing(token.range, in: text, with: "“\(source[token.range].dropFirst().dropLast())”")
    }
  }

  @Sendable private static func listBrackets(_ text: String, _ tokens: [Token]) -> [Result] {
    let source = SourceText(text)
    return tokens.indices.compactMap { index in
      guard tokens[index].kind == .symbol(.leftBrace), index > 0,
        source[tokens[index - 1].range].uppercased() == "IN",
        let close = tokens[index...].first(where: { $0.kind == .symbol(.rightBrace) })
      else { return nil }
      let range = tokens[index].range.union(close.range)
      return replacing(range, in: text, with: "(\(source[range].dropFirst().dropLast()))")
    }
  }

  @Sendable private static func cutOff(_ text: String, _ tokens: [Token]) -> [Result] {
    tokens.dropLast().suffix(3).dropFirst().map { token in
      let kept = String(decoding: Array(text.utf8)[..<token.range.lowerBound], as: UTF8.self)
      return Result(text: kept, place: SourceRange(kept.utf8.count, kept.utf8.count))
    }
  }
}
