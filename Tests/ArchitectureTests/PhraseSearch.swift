/// Finds phrases in text, in one pass over its bytes.
///
/// A phrase is found in any case and across the ends of lines, but not as part of a word (`shallow`), of a slug
/// (`nobody-without`) or as an argument label (`beside:`). O(bytes × phrases that begin with the same letter).
struct PhraseSearch {
  struct Place: Equatable {
    var line: Int
    var phrase: String
  }

  /// The phrases in lower case, by their first byte.
  private let phrases: [UInt8: [(text: String, bytes: [UInt8])]]
  /// Whether lines that begin with `//` are left out.
  private let skipsComments: Bool

  init(_ phrases: [String], skippingComments: Bool) {
    self.phrases = Dictionary(grouping: phrases.map { ($0, Array($0.utf8)) }, by: { $0.1[0] })
    skipsComments = skippingComments
  }

  func places(in text: String) -> [Place] {
    var text = text
    return text.withUTF8 { places(in: $0) }
  }

  private func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Place] {
    var found: [Place] = []
    var (line, place, isLineStart, isInWord) = (1, 0, true, false)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n") {
        line += 1
        isLineStart = true
        isInWord = false
      } else if Self.isPartOfWord(byte) {
        if !isInWord {
          for phrase in phrases[Self.lowercased(byte)] ?? [] where matches(phrase.bytes, bytes, at: place) {
            found.append(Place(line: line, phrase: phrase.text))
          }
        }
        isInWord = true
        isLineStart = false
      } else {
        isInWord = false
        if byte != UInt8(ascii: " ") {
          if skipsComments, isLineStart, byte == UInt8(ascii: "/"), place + 1 < bytes.count, bytes[place + 1] == byte {
            while place + 1 < bytes.count, bytes[place + 1] != UInt8(ascii: "\n") { place += 1 }
          }
          isLineStart = false
        }
      }
      place += 1
    }
    return found
  }

  /// Whether a phrase is at a place. A space in it stands for any white space, and for `\` at the end of a line.
  private func matches(_ phrase: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var place = start
    for wanted in phrase {
      if wanted == UInt8(ascii: " ") {
        let before = place
        while place < bytes.count, Self.isGap(bytes[place]) { place += 1 }
        if place == before { return false }
      } else {
        guard place < bytes.count, Self.lowercased(bytes[place]) == wanted else { return false }
        place += 1
      }
    }
    return place >= bytes.count || !Self.isPartOfWord(bytes[place]) && bytes[place] != UInt8(ascii: ":")
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\\")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte >= 0x80
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
