/// A pattern of LIKE: `*` stands for any text, `?` for exactly one character, `\*` and `\?` for themselves.
///
/// `*` and `?` do not cross a line break, as on Apple's systems, where LIKE becomes a regular expression.
struct LikePattern: Hashable, Sendable {
  /// The parts between the `*`; one more than there are `*`.
  private let parts: [LikePart]

  init(_ text: String) {
    var parts: [LikePart] = []
    var part: [Character?] = []
    var isEscaped = false
    for character in text {
      if isEscaped {
        part.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        // Two in a row are one.
        if parts.isEmpty || !part.isEmpty { parts.append(LikePart(part)) }
        part = []
      } else {
        part.append(character == "?" ? nil : character)
      }
    }
    if isEscaped { part.append("\\") }
    self.parts = parts + [LikePart(part)]
  }

  /// The same as a regular expression of ICU.
  var regularExpression: String {
    parts.map { part in
      part.characters.map { character in
        guard let character else { return "." }
        return character.isLetter || character.isNumber || character.isWhitespace ? "\(character)" : "\\\(character)"
      }.joined()
    }.joined(separator: ".*")
  }

  /// Whether the whole text is of the pattern. O(text), and O(text × part / 64) for a part with `?` in it.
  ///
  /// Each part is taken at the first place where it fits. No later one is better: as `*` takes no line break, a part with
  /// one fits at a single place, and after any other part an earlier end leaves more ways to go on.
  func matches(_ text: String) -> Bool {
    let text = Array(text)
    guard let first = parts.first, let last = parts.last, first.fits(text[...]) else { return false }
    guard parts.count > 1 else { return text.count == first.characters.count }
    var position = first.characters.count
    let end = text.count - last.characters.count
    guard position <= end, last.fits(text[end...]) else { return false }
    for part in parts[1..<(parts.count - 1)] {
      guard let skipped = part.place(in: text[position..<end]),
        !text[position..<(position + skipped)].contains(where: \.isNewline)
      else { return false }
      position += skipped + part.characters.count
    }
    return !text[position..<end].contains(where: \.isNewline)
  }
}

/// A part of a pattern of LIKE without `*`.
private struct LikePart: Hashable, Sendable {
  /// Nil where any character fits but a line break.
  let characters: [Character?]
  /// Finds the part where it is a plain text.
  private let search: SequenceSearch<Character>?

  init(_ characters: [Character?]) {
    self.characters = characters
    let plain = characters.compactMap(\.self)
    search = plain.count == characters.count ? SequenceSearch(plain) : nil
  }

  private static func fits(_ character: Character?, _ other: Character) -> Bool {
    character.map { $0 == other } ?? !other.isNewline
  }

  /// Whether a text begins with the part.
  func fits(_ text: ArraySlice<Character>) -> Bool {
    text.count >= characters.count && zip(characters, text).allSatisfy { Self.fits($0, $1) }
  }

  /// The number of characters before the first place where the part fits.
  func place(in text: ArraySlice<Character>) -> Int? {
    if let search { return search.place(in: text) }
    // A bit for each length of what fits so far, 64 to a word (Baeza-Yates and Gonnet, A new approach to text searching,
    // 1992).
    let wordCount = (characters.count + 63) / 64
    var fitting: [Character: [UInt64]] = [:]
    var open = [UInt64](repeating: 0, count: wordCount)
    for place in characters.indices where characters[place] == nil { open[place / 64] |= 1 << UInt64(place % 64) }
    for (place, character) in characters.enumerated() {
      if let character { fitting[character, default: open][place / 64] |= 1 << UInt64(place % 64) }
    }
    // A line break of the pattern fits itself alone.
    for character in fitting.keys where character.isNewline {
      for word in 0..<wordCount { fitting[character]?[word] &= ~open[word] }
    }
    let none = [UInt64](repeating: 0, count: wordCount)
    var state = none
    for (offset, character) in text.enumerated() {
      let mask = fitting[character] ?? (character.isNewline ? none : open)
      var carried: UInt64 = 1
      for word in 0..<wordCount {
        let next = state[word] << 1 | carried
        carried = state[word] >> 63
        state[word] = next & mask[word]
      }
      let last = characters.count - 1
      if state[last / 64] >> UInt64(last % 64) & 1 == 1 { return offset + 1 - characters.count }
    }
    return nil
  }
}
