import Diagnostics
import Predicates
import WorkbookLanguage

/// Fingerprints of an answer's statements. They do not depend on names, comments, layout or the order of the
/// statements.
///
/// A unit is a leaf of the statement tree: a statement, the head of a block, a declaration inside braces. Its words and
/// symbols become numbers; for a name that the answer introduced, the number says only which of the unit's names it is.
/// A unit of fewer than nine numbers has one fingerprint, the hash of them all. In a longer unit, every five numbers in
/// a row are hashed, and the smallest of each four neighbouring hashes is a fingerprint (winnowing: Schleimer,
/// Wilkerson and Aiken, 2003), so eight words in common are always found.
package struct AnswerShape: Hashable, Sendable {
  package struct Unit: Hashable, Sendable {
    /// The line on which it begins.
    package var line: Int
    /// The fingerprints, of 48 bits each.
    package var marks: [UInt64]

    package init(line: Int, marks: [UInt64]) {
      self.line = line
      self.marks = marks
    }
  }

  package var units: [Unit] = []

  /// The most units that are kept: only the beginning of a longer answer is compared.
  static let unitLimit = 200
  /// The most fingerprints of a unit that are kept.
  static let markLimit = 16

  package init() {}

  /// - Parameters:
  ///   - ownNames: the names that the answer introduced with `let`; all others are the exercise's, and no answer can
  ///     change them.
  ///   - ownParts: the names of entities, properties and templates that the answer introduced.
  ///   - known: fingerprints to leave out, those of the exercise's own texts.
  /// - Complexity: O(length of the answer).
  package init(
    of answer: SourceText, ownNames: Set<String>, ownParts: Set<String> = [], without known: Set<UInt64> = []
  ) {
    let tokens = Lexer.tokens(of: answer.text, dialect: .workbook)
    var named = ownNames
    for (first, second) in zip(tokens, tokens.dropFirst()) where first.isIdentifier && second.isIdentifier {
      if ["let", "for"].contains(answer[first.range]) { named.insert(String(answer[second.range])) }
    }
    for unit in Self.units(tokens, of: answer) where units.count < Self.unitLimit {
      guard unit.count > 1, let first = unit.first else { continue }
      let marks = Self.winnowed(Self.numbers(unit, of: answer, named, ownParts)).filter { !known.contains($0) }
      if marks.isEmpty { continue }
      let line = answer.position(at: first.range.lowerBound).line
      units.append(Unit(line: line, marks: Array(marks.prefix(Self.markLimit))))
    }
  }

  /// All fingerprints.
  var marks: Set<UInt64> { Set(units.flatMap(\.marks)) }

  /// Returns the leaves of the statement tree, which braces, semicolons and line ends separate.
  private static func units(_ tokens: [Token], of source: SourceText) -> [ArraySlice<Token>] {
    var units: [ArraySlice<Token>] = []
    var start = 0
    var depth = 0
    func end(before place: Int) {
      if place > start { units.append(tokens[start..<place]) }
    }
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .symbol(.leftBrace), .symbol(.rightBrace), .symbol(.semicolon), .end:
        end(before: place)
        (start, depth) = (place + 1, 0)
      case .symbol(.leftParenthesis), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBracket): depth = max(0, depth - 1)
      default:
        if token.startsLine, depth == 0, place > start, !tokens[place - 1].continuesLine(in: source) {
          end(before: place)
          start = place
        }
      }
    }
    return units
  }

  private static func numbers(
    _ unit: ArraySlice<Token>, of source: SourceText, _ named: Set<String>, _ parts: Set<String>
  ) -> [UInt64] {
    var places: [String: UInt64] = [:]
    // The beginning and the end of a unit count as words.
    return [1]
      + unit.indices.map { index in
        let token = unit[index]
        let word = source[token.range]
        // After a dot or before a colon, a word is a property, even if a variable has the same name.
        let isKey =
          index > unit.startIndex && unit[index - 1].isSymbol(.dot)
          || index + 1 < unit.endIndex && unit[index + 1].isSymbol(.colon)
        let isOwn = token.isIdentifier && (parts.contains(String(word)) || !isKey && named.contains(String(word)))
        guard isOwn else { return StableHash.of(word) }
        let place = places[String(word)] ?? UInt64(places.count + 3)
        places[String(word)] = place
        return place
      } + [2]
  }

  private static func winnowed(_ numbers: [UInt64]) -> [UInt64] {
    let length = 5
    let window = 4
    func hash(_ place: Int) -> UInt64 {
      numbers[place..<place + length].reduce(0, StableHash.mixed) & 0xFFFF_FFFF_FFFF
    }
    // A short statement is hashed as a whole: two that differ only at the end might have the same smallest hash.
    guard numbers.count >= length + window else { return [numbers.reduce(0, StableHash.mixed) & 0xFFFF_FFFF_FFFF] }
    let hashes = (0...numbers.count - length).map(hash)
    var marks: [UInt64] = []
    for start in 0...hashes.count - window {
      guard let least = hashes[start..<start + window].min() else { continue }
      if !marks.contains(least) { marks.append(least) }
    }
    return marks
  }
}

extension AnswerShape.Unit {
  /// `3 5f0c1a2b3c4d 00b1…`: the line and the fingerprints.
  var text: String { "\(line) " + marks.map { StableHash.text($0, digits: 12) }.joined(separator: " ") }

  /// Reads such a text; nil for any other.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard let line = parts.first.flatMap({ Int($0) }), parts.count > 1 else { return nil }
    let marks = parts.dropFirst().compactMap { UInt64($0, radix: 16) }
    guard marks.count == parts.count - 1 else { return nil }
    self.init(line: line, marks: marks)
  }
}
