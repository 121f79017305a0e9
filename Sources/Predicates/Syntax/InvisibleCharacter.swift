import Diagnostics

/// Invisible characters that come along with pasted text: U+200B, a soft hyphen, a byte order mark.
enum InvisibleCharacter {
  /// The tokens without those that consist of invisible characters, with one error for all on a line.
  static func removed(from tokens: [Token], in source: SourceText) -> (tokens: [Token], diagnostics: [Diagnostic]) {
    guard tokens.contains(where: { $0.kind == .unknown && name(in: source[$0.range]) != nil }) else {
      return (tokens, [])
    }
    var kept: [Token] = []
    var diagnostics: [Diagnostic] = []
    var counts: [Int] = []
    for token in tokens {
      guard token.kind == .unknown, let name = name(in: source[token.range]) else {
        kept.append(token)
        continue
      }
      if let first = diagnostics.last?.range,
        !source[SourceRange(first.lowerBound, token.range.lowerBound)].contains(where: \.isNewline)
      {
        counts[counts.count - 1] += 1
        continue
      }
      counts.append(0)
      diagnostics.append(
        Diagnostic(
          "invisible-character", "there is an invisible character here: \(name)", at: token.range,
          hint: "erase it, or type the words again", fix: Diagnostic.Fix(token.range, with: token.isSpaced ? "" : " ")))
    }
    for (place, count) in counts.enumerated() where count > 0 {
      diagnostics[place].message +=
        count == 1 ? "; there is another one after it" : "; there are \(count) more after it"
      diagnostics[place].hint = "type the line again"
      diagnostics[place].fix = nil
    }
    return (kept, diagnostics)
  }

  /// The character's name, when it is one that leaves no mark: `U+200B, zero width space`.
  private static func name(in text: Substring) -> String? {
    guard let scalar = text.unicodeScalars.first else { return nil }
    let name: String
    switch scalar.value {
    case 0x00AD: name = "soft hyphen"
    case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: name = "wide or narrow space"
    case 0x200B: name = "zero width space"
    case 0x200C, 0x200D: name = "zero width joiner"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: name = "direction mark"
    case 0x2028, 0x2029: name = "line separator"
    case 0x2060...0x2064: name = "word joiner"
    case 0xFEFF: name = "byte order mark"
    default: return nil
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ", " + name
  }
}
