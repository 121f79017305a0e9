/// Characters that distinguish code which counts bytes, Unicode scalars or characters: they join the one before, are
/// invisible, change the direction of a line or the length of a text whose case changes.
package enum OddCharacters {
  /// Each by itself; a text puts them together.
  package static let pieces: [String] = [
    // Joining: combining marks, joiners, selectors, skin tones, flags, jamo, a mark that joins the next character.
    "\u{301}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{20E3}", "\u{1F3FD}", "\u{1F1E9}", "\u{E0067}", "\u{1161}",
    "\u{11A8}", "\u{E33}", "\u{94D}", "\u{915}", "\u{600}", "\u{110BD}",
    // Joined, or joining at both ends.
    "é", "e\u{301}", "👨", "👨\u{200D}👩", "1\u{FE0F}\u{20E3}", "\u{1100}", "🏴", "“", "’", "…", "≤", "–",
    // Hidden.
    "\u{200B}", "\u{AD}", "\u{FEFF}", "\u{A0}", "\u{3000}", "\u{2060}", "\u{180E}", "\u{3164}", "\u{2028}",
    "\u{2029}", "\u{85}", "\u{B}", "\u{C}", "\r", "\r\n", "\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{FFFD}",
    "\u{FFFF}", "\u{10FFFF}",
    // Changing direction.
    "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}", "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}", "ש", "ع",
    // Longer or shorter, or another character, in the other case or when normalised.
    "ß", "İ", "ı", "ſ", "ﬅ", "ŉ", "\u{212A}", "\u{37E}", "\u{1FEF}", "ǰ",
  ]

  /// Calls `body` with each text of at most `limit` of the pieces: 1 + n + n² + … of them, in the same order every time.
  package static func forEachText(of pieces: [String], upTo limit: Int, _ body: (String) throws -> Void) rethrows {
    try body("")
    guard limit > 0, !pieces.isEmpty else { return }
    for length in 1...limit {
      var digits = [Int](repeating: 0, count: length)
      while true {
        try body(digits.map { pieces[$0] }.joined())
        guard let place = digits.lastIndex(where: { $0 + 1 < pieces.count }) else { break }
        digits[place] += 1
        for later in (place + 1)..<length { digits[later] = 0 }
      }
    }
  }
}
