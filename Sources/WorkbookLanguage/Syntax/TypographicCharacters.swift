import Diagnostics

/// The characters that phones and word processors put in place of what was typed: quotation marks, dashes, `…` and arrows.
package struct TypographicCharacters {
  private static let double: Set<Character> = ["“", "”", "„", "‟", "«", "»"]
  private static let single: Set<Character> = ["‘", "’", "‚", "‛"]

  /// The text with the language's own characters in place of the typographic ones.
  package private(set) var plain = ""
  /// The typographic characters that were replaced, each once.
  package private(set) var found: [Character] = []
  /// The place of the first of them.
  package private(set) var first: SourceRange?

  /// Whether quotation marks are among them.
  package var hasQuotes: Bool { found.contains { Self.straight($0) != nil } }

  /// Replaces typographic characters wherever they can only stand for the language's own: outside a text in straight quotes,
  /// and outside comments. An apostrophe inside a text stays. O(text).
  package init(in text: String) {
    let characters = Array(text)
    /// The straight quote that opened the text that is being read, and whether a typographic one did.
    var open: (mark: Character, isTypographic: Bool)?
    var (isEscaped, isComment) = (false, false)
    var offset = 0
    for (place, character) in characters.enumerated() {
      defer {
        isEscaped = character == "\\" && !isEscaped
        offset += character.utf8.count
      }
      let straight = Self.straight(character)
      if character.isNewline {
        (open, isComment) = (nil, false)
        plain.append(character)
      } else if let current = open {
        let isClosing = !isEscaped && (character == current.mark || current.isTypographic && straight == current.mark)
        if isClosing { open = nil }
        if isClosing, straight != nil {
          replace(character, with: String(current.mark), at: offset)
        } else {
          plain.append(character)
        }
      } else if isComment {
        plain.append(character)
      } else if character == "\"" || character == "'" {
        open = (character, false)
        plain.append(character)
      } else if let straight {
        open = (straight, true)
        replace(character, with: String(straight), at: offset)
      } else if let sign = Self.sign(characters, at: place) {
        replace(character, with: sign, at: offset)
      } else {
        isComment = character == "/" && plain.last == "/"
        plain.append(character)
      }
    }
  }

  private mutating func replace(_ character: Character, with sign: String, at offset: Int) {
    plain += sign
    if !found.contains(character) { found.append(character) }
    if first == nil { first = SourceRange(offset, offset + character.utf8.count) }
  }

  private static func straight(_ character: Character) -> Character? {
    double.contains(character) ? "\"" : single.contains(character) ? "'" : nil
  }

  /// The sign for which a character outside texts stands; nil for any other. `…` between two values or next to a digit is that of a
  /// range, and elsewhere it is left for the reader to fill in.
  private static func sign(_ characters: [Character], at place: Int) -> String? {
    switch characters[place] {
    case "–", "—", "−": return characters[..<place].last == "<" ? "--" : "-"
    case "→": return "->"
    case "…":
      let before = characters[..<place].last { $0 != " " }
      let after = characters[(place + 1)...].first { $0 != " " }
      func isValue(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || "\"'”“)-".contains($0) } ?? false
      }
      let isAtDigit = place > 0 && characters[place - 1].isNumber
      if isAtDigit || place + 1 < characters.count && characters[place + 1].isNumber { return "..." }
      return isValue(before) && isValue(after) ? "..." : nil
    default: return nil
    }
  }
}
