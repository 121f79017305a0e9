/// Typographic quotation marks, which phones type by themselves, as the straight ones of the language.
enum StraightQuotes {
  private static let double: Set<Character> = ["“", "”", "„", "‟", "«", "»"]
  private static let single: Set<Character> = ["‘", "’", "‚", "‛"]

  /// Replaces typographic marks wherever they can only stand for straight ones: outside a text in straight quotes. An
  /// apostrophe inside a text stays. O(text).
  static func straightened(_ text: String) -> String {
    var result = ""
    /// The straight quote that opened the text that is being read, and whether a typographic one did.
    var open: (mark: Character, isTypographic: Bool)?
    var isEscaped = false
    for character in text {
      defer { isEscaped = character == "\\" && !isEscaped }
      let straight: Character? = double.contains(character) ? "\"" : single.contains(character) ? "'" : nil
      if let current = open {
        if isEscaped {
          result.append(character)
        } else if character == current.mark {
          open = nil
          result.append(character)
        } else if current.isTypographic, straight == current.mark {
          open = nil
          result.append(current.mark)
        } else {
          result.append(character)
        }
      } else if character == "\"" || character == "'" {
        open = (character, false)
        result.append(character)
      } else if let straight {
        open = (straight, true)
        result.append(straight)
      } else {
        if character == "\n" { open = nil }
        result.append(character)
      }
    }
    return result
  }
}
