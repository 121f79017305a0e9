/// Texts that regular expressions match, and texts that distinguish one from another: for searches that need an
/// example.
package enum PatternTexts {
  /// Shortest texts that all of some patterns match and none of others; every text was shown to the engine.
  ///
  /// They are written in ASCII, in a few other letters, and in the characters that the patterns name. A text that was
  /// not found may still exist.
  /// - Parameters:
  ///   - lengths: how long a text may be.
  ///   - count: how many texts are wanted; fewer come where no more are found.
  package static func texts(
    matching included: [String], notMatching excluded: [String] = [], lengths: ClosedRange<Int> = 1...300,
    ignoresCase: Bool = false, count: Int = 1
  ) -> [String] {
    let patterns = included + excluded
    let options: Predicate.Comparison.Options = ignoresCase ? .caseInsensitive : []
    let expressions = patterns.compactMap { WholeTextExpression($0, options: options) }
    guard expressions.count == patterns.count,
      patterns.allSatisfy({ $0.unicodeScalars.count <= PatternReader.lengthLimit })
    else { return [] }
    var language = TextLanguage(characters: characters(of: patterns))
    var parts: [TextLanguage.Term] = []
    for (place, pattern) in patterns.enumerated() {
      var reader = PatternReader(pattern, ignoresCase: ignoresCase, language: language)
      let term = reader.read()
      language = reader.language
      parts.append(place < included.count ? term : language.not(term))
    }
    var wanted = language.both(parts + [language.texts(of: lengths)])
    var found: [String] = []
    // The reader may accept more than the pattern matches: the engine has the last word.
    for _ in 0..<(count + 6) where found.count < count {
      guard let text = language.shortest(of: wanted) else { break }
      let fits = expressions.enumerated().allSatisfy { place, expression in
        expression.match(text) == (place < included.count ? .matches : .differs)
      }
      if fits { found.append(text) }
      wanted = language.both([wanted, language.not(language.text(text))])
    }
    return found
  }

  /// Texts that one of two patterns matches and the other does not, one for each direction where there is one.
  package static func telling(
    _ first: String, from second: String, lengths: ClosedRange<Int> = 1...300, ignoresCase: Bool = false
  ) -> [String] {
    texts(matching: [first], notMatching: [second], lengths: lengths, ignoresCase: ignoresCase)
      + texts(matching: [second], notMatching: [first], lengths: lengths, ignoresCase: ignoresCase)
  }

  /// Returns the characters that texts are made of, the most readable first, all of one UTF-16 unit.
  private static func characters(of patterns: [String]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    func add(_ range: ClosedRange<UInt8>) { result += range.map { Unicode.Scalar($0) } }
    add(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    add(UInt8(ascii: "a")...UInt8(ascii: "z"))
    add(UInt8(ascii: "1")...UInt8(ascii: "9"))
    result.append("0")
    result += "-_.,:;!?@#$%&*+/=()[]{}<>|\\^~`'\" éßΩя日٣\t\n".unicodeScalars
    for scalar in patterns.joined().unicodeScalars
    where scalar.value < 0xFFFF && !scalar.isASCII && !result.contains(scalar) {
      result.append(scalar)
    }
    return result
  }
}
