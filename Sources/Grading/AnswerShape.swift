import Diagnostics
import Predicates
import WorkbookLanguage

/// Fingerprints of an answer's statements, which do not change with its names, its comments, its layout and the order of its
/// statements.
///
/// A unit is a leaf of the statement tree: a statement, the head of a block, a declaration inside braces. Its words and signs
/// become numbers, of which the answer's own names only have their place in the unit. A unit of fewer than nine has the hash of
/// all; of a longer one the fingerprints are chosen from the hashes of every five in a row, the smallest of four neighbours
/// (winnowing: Schleimer, Wilkerson and Aiken, 2003), so that eight words in common are always found.
package struct AnswerShape: Hashable, Sendable {
  package struct Unit: Hashable, Sendable {
    /// The line on which it begins.
    package var line: Int
    /// Of 48 bits each.
    package var marks: [UInt64]

    package init(line: Int, marks: [UInt64]) {
      self.line = line
      self.marks = marks
    }
  }

  package var units: [Unit] = []

  /// How many units are kept: an answer that is longer is compared by its beginning.
  static let unitLimit = 200
  /// How many fingerprints of a unit are kept.
  static let markLimit = 16

  package init() {}

  /// - Parameters:
  ///   - ownNames: the names of `let` that the answer brought; others are the exercise's, and no one can change them.
  ///   - ownParts: the same of entities, properties and templates.
  ///   - known: fingerprints that are left out: those of the exercise's own texts.
  /// - Complexity: O(length of the answer).
  package init(
    of answer: SourceText, ownNames: Set<String>, ownParts: Set<String> = [], without known: Set<UInt64> = []
  ) {
    let tokens = Lexer.tokens(of: answer.text, dialect: .workbook)
    var named = ownNames
    for (first, second) in zip(tokens, tokens.dropFirst()) where first.isIdentifier && second.isIdentifier {
      if ["let", "for"].contains(answer[first.range]) { named.insert(String(answer[second.range])) }
    }
    for unit in Self.units(tokens) where units.count < Self.unitLimit {
      guard unit.count > 1, let first = unit.first else { continue }
      let marks = Self.winnowed(Self.numbers(unit, of: answer, named, ownParts)).filter { !known.contains($0) }
      if marks.isEmpty { continue }
      let line = answer.position(at: first.range.lowerBound).line
      units.append(Unit(line: line, marks: Array(marks.prefix(Self.markLimit))))
    }
  }

  /// All fingerprints.
  var marks: Set<UInt64> { Set(units.flatMap(\.marks)) }

  /// The leaves of the statement tree: what braces, semicolons and the ends of lines divide.
  private static func units(_ tokens: [Token]) -> [ArraySlice<Token>] {
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
        if token.startsLine, depth == 0, place > start, !tokens[place - 1].continuesLine {
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
    // The beginning and the end of a unit are words too.
    return [1]
      + unit.indices.map { index in
        let token = unit[index]
        let word = source[token.range]
        // After a point, and before a colon, there is a property, whatever a variable is called.
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
    // A short statement is one whole: of two that differ at its end only, the smallest might be the same.
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

extension Token {
  /// Whether a statement goes on in the next line after it.
  fileprivate var continuesLine: Bool {
    switch kind {
    case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.question), .symbol(.rightBrace): false
    case .symbol: true
    default: false
    }
  }
}
