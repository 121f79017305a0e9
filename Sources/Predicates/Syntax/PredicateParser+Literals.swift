import Diagnostics

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

extension PredicateParser {
  // MARK: Plain literals

  /// The value of a whole number of at most eighteen decimal digits; nil for any other number.
  func plainNumber(_ token: Token) -> Value? {
    guard case .integer = token.kind else { return nil }
    var value: Int64 = 0
    var digits = 0
    for byte in cursor.bytes(of: token) {
      guard byte &- 0x30 < 10, digits < 18 else { return nil }
      value = value &* 10 &+ Int64(byte &- 0x30)
      digits += 1
    }
    return .integer(value)
  }

  /// Returns the text between the quotes if it has no escapes; nil if it contains a backslash.
  func plainText(_ token: Token) -> String? {
    let inside = SourceRange(token.range.lowerBound + 1, max(token.range.lowerBound + 1, token.range.upperBound - 1))
    let bytes = cursor.bytes(in: inside)
    return bytes.contains(UInt8(ascii: "\\")) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Numbers

  /// number = digits [ "." digits ] [ "e" [ sign ] digits ] | "0x" hex | "0o" octal | "0b" binary
  mutating func number(_ token: Token, isNegative: Bool) -> Value? {
    let text = cursor.text(of: token)
    let sign = isNegative ? "-" : ""
    if token.kind == .number || !text.dropFirst().contains(where: \.isLetter) {
      if let value = Value(number: sign + (text.hasSuffix(".") ? text.dropLast() : text)) { return value }
      let isLong = Value.significantDigits(of: text) > 38
      report(
        Diagnostic.ID.numberTooLarge, isLong ? "this number has more than 38 digits" : "this number is too large",
        at: token.range, hint: isLong ? "a Decimal keeps 38 digits, a Double 17" : "the largest is about 1.8e308")
      return nil
    }
    let radix =
      switch text.dropFirst().first {
      case "x", "X": 16
      case "o", "O": 8
      case "b", "B": 2
      default: 10
      }
    let digits = radix == 10 ? text : text.dropFirst(2)
    if let integer = Int64(sign + digits, radix: radix) { return .integer(integer) }
    if digits.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false }) {
      report(
        Diagnostic.ID.numberTooLarge, "this number is too large", at: token.range, hint: "the largest is \(Int64.max)")
    } else {
      report(
        Diagnostic.ID.badDigit, "'\(text)' has a digit that base \(radix) does not", at: token.range)
    }
    return nil
  }

  // MARK: Dates

  /// A date; see ``DateLiteral``.
  mutating func parseDate() -> Expression? {
    let token = cursor.advance()
    switch DateLiteral.date(Array(cursor.bytes(of: token))) {
    case .success(let date): return Expression(.constant(.date(date)), at: token.range)
    case .failure(let problem):
      report("invalid-date", problem.message, at: token.range, hint: problem.hint, fix: problem.fix)
      return nil
    }
  }

  // MARK: Strings

  /// string = "'" … "'" | '"' … '"', with `\(expression)` in the workbook
  package mutating func parseString() -> Expression? {
    let token = cursor.advance()
    guard case .string(let isTerminated) = token.kind else { return nil }
    let text = cursor.text(of: token)
    if !isTerminated {
      let quote = token.quote(in: cursor.source)
      report(
        "unterminated-string", "this text has no \(quote) at its end", at: token.range,
        hint: quote == "'" ? "inside '…' an apostrophe is written \\', or write \"…\"" : "write \(quote) where it ends")
      return nil
    }
    let literal = StringLiteral(text, at: token.range, isTerminated: true, dialect: dialect)
    for diagnostic in literal.diagnostics { cursor.report(diagnostic) }
    height = 1
    if let text = literal.text { return Expression(.constant(.string(text)), at: token.range) }
    return interpolated(literal.segments, at: token.range)
  }

  private mutating func interpolated(_ segments: [StringSegment], at range: SourceRange) -> Expression? {
    guard cursor.enter() else { return nil }
    defer { cursor.leave() }
    var parts: [InterpolatedString.Part] = []
    var highest = 0
    for segment in segments {
      switch segment {
      case .text(let text): parts.append(.text(text))
      case .interpolation(let inside):
        guard allowsInterpolation else {
          report(
            "interpolation", "a condition takes no \\( )",
            at: SourceRange(inside.lowerBound - 2, inside.upperBound + 1),
            hint: "write $name for a name of your own")
          return nil
        }
        guard let expression = interpolation(in: inside) else { return nil }
        highest = max(highest, height)
        parts.append(.expression(expression))
      }
    }
    guard grow(over: highest, at: range) else { return nil }
    return Expression(.extension(AnyExpressionExtension(InterpolatedString(parts: parts))), at: range)
  }

  private mutating func interpolation(in range: SourceRange) -> Expression? {
    var inner = self
    inner.cursor = TokenCursor(cursor.source, in: range, depth: cursor.depth, dialect: dialect)
    var expression: Expression?
    if inner.cursor.atEnd {
      inner.report(Diagnostic.ID.missingOperand, "expected a value in \\( )", at: range)
    } else {
      expression = inner.parseExpression()
      if expression != nil, !inner.cursor.atEnd { inner.reportLeftover(wanted: "an operator or the end") }
    }
    for var diagnostic in inner.cursor.diagnostics {
      // More text cannot help: the string has ended.
      if diagnostic.id == Diagnostic.ID.unexpectedEnd { diagnostic.id = Diagnostic.ID.missingOperand }
      cursor.report(diagnostic)
    }
    height = inner.height
    return inner.cursor.diagnostics.containsError ? nil : expression
  }

  // MARK: Typographic quotes

  static let typographicQuotes: Set<Character> = ["“", "”", "„", "‘", "’", "‚", "«", "»"]

  static let dashes: Set<Character> = ["–", "—", "−"]

  /// Reports a dash from a word processor or a phone: a minus, or the two hyphens of an arrow.
  mutating func reportDash(at range: SourceRange) {
    let text = cursor.source.text.utf8
    let before = text.dropFirst(max(0, range.lowerBound - 1)).first
    let after = text.dropFirst(range.upperBound).first
    let isArrow = before == UInt8(ascii: "<") || after == UInt8(ascii: ">")
    report(
      "unknown-sign", isArrow ? "this is a dash, and an arrow has two hyphens" : "this is a dash, not a minus",
      at: range,
      hint: isArrow ? "write --" : "write -", fix: isArrow ? "--" : "-")
  }

  /// `“Heat”`, pasted from a document: read as a string, with an error.
  mutating func parseTypographicString() -> Expression? {
    let opening = cursor.current
    guard Self.typographicQuotes.contains(cursor.text(of: opening).first ?? " ") else {
      if Self.dashes.contains(cursor.text(of: opening).first ?? " ") {
        reportDash(at: opening.range)
      } else if cursor.text(of: opening) == "$" {
        report(
          "unknown-sign", "the name is missing after $", at: opening.range,
          hint: "it begins with a letter, as in $name")
      } else {
        report("unknown-sign", "unexpected character \(name(of: opening))", at: opening.range)
      }
      return nil
    }
    var closing = cursor.advance()
    while !cursor.atEnd, !(cursor.current.startsLine && dialect == .workbook) {
      closing = cursor.advance()
      if closing.kind == .unknown, Self.typographicQuotes.contains(cursor.text(of: closing).first ?? " ") { break }
    }
    let range = opening.range.union(closing.range)
    let inside = cursor.source[range].drop { Self.typographicQuotes.contains($0) }
    let content = inside.last.map { Self.typographicQuotes.contains($0) } ?? false ? inside.dropLast() : inside
    let right = content.count > 30 ? "\"…\"" : "\"\(content)\""
    report(
      "typographic-quotes", "these quotes are typographic", at: range, hint: "write \(right)", fix: "\"\(content)\"")
    return Expression(.constant(.string(String(content))), at: range)
  }

  // MARK: The workbook's literals

  /// word literal = "uuid" string | "url" string | "data" string
  mutating func parseWordLiteral() -> Expression? {
    guard dialect == .workbook, case .string(isTerminated: true) = cursor.peek().kind, !cursor.peek().startsLine else {
      return nil
    }
    let word = cursor.current
    let kind = String(cursor.text(of: word))
    guard ["uuid", "url", "data"].contains(kind) else { return nil }
    cursor.advance()
    let token = cursor.advance()
    let range = word.range.union(token.range)
    let literal = StringLiteral(cursor.text(of: token), at: token.range, isTerminated: true, dialect: dialect)
    for diagnostic in literal.diagnostics { cursor.report(diagnostic) }
    guard let text = literal.text else {
      report("interpolation", "\(kind) takes a text without \\( )", at: token.range)
      return Expression(.constant(.null), at: range)
    }
    if let value = Value(text, as: kind) { return Expression(.constant(value), at: range) }
    let sample =
      switch kind {
      case "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      case "url": "https://example.org/a"
      default: "0a0b, two hexadecimal digits a byte"
      }
    report(
      "bad-literal", "'\(text)' is no \(kind == "data" ? "data" : kind.uppercased())", at: token.range,
      hint: "as in \(sample)")
    return Expression(.constant(.null), at: range)
  }
}

extension Value {
  /// The number that a text in decimal digits is: a whole number where 64 bits hold it, a double where one has all its
  /// digits, else a decimal of up to 38 digits. Nil for any other text.
  ///
  /// NSPredicate's treatment of digits that no double keeps is not established; losing none is our choice.
  init?(number text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
      return
    }
    guard text.isDecimalNumber, Self.significantDigits(of: text) <= 38 else { return nil }
    let isWhole = text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let double = Double(text)
    if isWhole || Self.significantDigits(of: text) > 15, let decimal = Decimal(string: text),
      isWhole || decimal != double.flatMap({ Decimal(string: $0.description) })
    {
      self = .decimal(decimal)
      return
    }
    guard let double, double.isFinite else { return nil }
    self = .double(double)
  }

  /// How many digits of a decimal number count: neither zeros before the first other digit nor those after the last.
  static func significantDigits(of text: some StringProtocol) -> Int {
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 &- 0x30 < 10 }
    let start = mantissa.firstIndex { $0 != 0x30 } ?? mantissa.endIndex
    let end = mantissa.lastIndex { $0 != 0x30 }.map { $0 + 1 } ?? start
    return end - start
  }

  /// The value of the workbook's literals `uuid "…"`, `url "…"` and `data "…"`; nil when the text is not one.
  package init?(_ text: String, as kind: String) {
    switch kind {
    case "uuid":
      guard let uuid = UUID(uuidString: text) else { return nil }
      self = .uuid(uuid)
    case "url":
      guard !text.isEmpty, let url = URL(string: text) else { return nil }
      self = .url(url)
    case "data":
      let digits = text.filter { $0 != " " }.map { $0.isASCII ? $0.hexDigitValue : nil }
      guard digits.count.isMultiple(of: 2) else { return nil }
      var bytes: [UInt8] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        bytes.append(UInt8(high << 4 | low))
      }
      self = .data(Data(bytes))
    default: return nil
    }
  }
}
