/// Text as a terminal shows it.
public enum DisplayText {
  /// Returns the number of terminal cells that a text takes: 2 for East Asian wide characters and emoji, 0 for
  /// combining marks. O(bytes).
  public static func width(_ text: String) -> Int {
    isPlain(text.utf8) ? text.utf8.count : width(ofCharacters: text)
  }

  /// Returns the number of terminal cells that a part of a text takes. O(bytes).
  public static func width(_ text: Substring) -> Int {
    isPlain(text.utf8) ? text.utf8.count : width(ofCharacters: text)
  }

  private static func width(ofCharacters text: some StringProtocol) -> Int {
    var total = 0
    for character in text {
      if let scalar = character.unicodeScalars.first { total += width(of: scalar, in: character) }
    }
    return total
  }

  /// Returns the text with control characters made visible, so that a name cannot move the cursor, colour the screen or
  /// imitate our own lines: `\u{1B}` becomes `␛`. Line breaks and tabs are made visible as well. O(bytes).
  public static func visible(_ text: String) -> String { isPlain(text.utf8) ? text : visible(scalars: text) }

  /// Returns a part of a text with its control characters made visible. O(bytes).
  public static func visible(_ text: Substring) -> String {
    isPlain(text.utf8) ? String(text) : visible(scalars: text)
  }

  /// Returns a noun after its article: `a Player`, `an Appearance`, `a User`, `an Hour`. O(1).
  public static func withArticle(_ noun: String) -> String {
    let lowered = noun.prefix(4).lowercased()
    let isVowel = lowered.first.map("aeiou".contains) ?? false
    let soundsOpen =
      isVowel ? !consonantSounds.contains(where: lowered.hasPrefix) : vowelSounds.contains(where: lowered.hasPrefix)
    return soundsOpen ? "an \(noun)" : "a \(noun)"
  }

  /// How words begin that are written with a vowel and spoken with a consonant.
  private static let consonantSounds = ["eu", "one", "uni", "uri", "usa", "use", "usu", "uti", "uu"]
  /// How words begin that are written with a consonant and spoken with a vowel.
  private static let vowelSounds = ["heir", "hono", "hour"]

  private static func visible(scalars text: some StringProtocol) -> String {
    if text.unicodeScalars.allSatisfy({ !isHidden($0) }) { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: result.append("\u{2421}")
      default: result.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(result)
  }

  /// Returns a whole number with its digits in groups of three: `100,000`. O(digits).
  public static func grouped(_ number: Int) -> String {
    if number.magnitude < 1000 { return String(number) }
    var digits = Array(String(number.magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// Whether all of it is printable ASCII, a byte and a cell a character, as most text is.
  @inline(__always)
  private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }
    return bytes.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) } ?? bytes.allSatisfy(isPlain)
  }

  /// C0 and C1 controls, line separators, and the bidirectional marks that can show a line in another order than it is.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  private static func width(of scalar: Unicode.Scalar, in character: Character) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if scalar.properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains("\u{FE0F}"), scalar.properties.isEmoji { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
