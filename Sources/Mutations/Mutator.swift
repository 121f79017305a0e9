import Support

/// Makes wrong texts out of right ones: the same texts in every run with the same seed.
///
/// ```swift
/// var mutator = Mutator(["a == 1"], pieces: ["(", " AND "], seed: 1)
/// let text = mutator.next()
/// ```
package struct Mutator {
  private let texts: [[UInt8]]
  private let pieces: [[UInt8]]
  package var random: SplitMix

  /// - Parameters:
  ///   - texts: what to begin with.
  ///   - pieces: what is put into them: words and signs of the language, and what it does not know.
  package init(_ texts: [String], pieces: [String], seed: UInt64) {
    self.texts = texts.isEmpty ? [[]] : texts.map { Array($0.utf8) }
    self.pieces = pieces.isEmpty ? [[]] : pieces.map { Array($0.utf8) }
    random = SplitMix(state: seed)
  }

  /// The next text, mended where its bytes are no UTF-8.
  package mutating func next() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// One of: random bytes; pieces; a text with some changes; two halves of texts.
  private mutating func bytes() -> [UInt8] {
    let kind = random.below(16)
    if kind == 0 { return (0..<random.below(64)).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    if kind == 1 { return (0..<random.below(24)).flatMap { _ in pieces[random.below(pieces.count)] } }
    var bytes = texts[random.below(texts.count)]
    if kind == 2 {
      let other = texts[random.below(texts.count)]
      bytes = Array(bytes.prefix(random.below(bytes.count + 1)) + other.suffix(random.below(other.count + 1)))
    }
    for _ in 0..<(1 + random.below(4)) {
      let place = random.below(bytes.count + 1)
      switch random.below(5) {
      case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
      case 1: if place < bytes.count { bytes.remove(at: place) }
      case 2: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.below(8)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(12))], at: place)
      }
    }
    return bytes
  }
}
