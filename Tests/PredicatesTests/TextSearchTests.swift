import Testing

@testable import Predicates

@Suite("Looking for texts in texts")
struct TextSearchTests {
  /// All texts of up to three of these, some of which join with their neighbours to one character.
  private static let texts: [String] = {
    let pieces = ["a", "b", "e", "é", "\u{301}", "\r", "\n", "👍"]
    var texts = [""]
    for length in 1...3 {
      texts += texts.filter { $0.unicodeScalars.count == length - 1 }.flatMap { text in pieces.map { text + $0 } }
    }
    return texts
  }()

  @Test("find what comparing at every place finds, in all short texts")
  func allShortTexts() {
    for needle in Self.texts where needle.unicodeScalars.count <= 2 {
      let search = TextSearch(needle)
      let wanted = Array(needle)
      for text in Self.texts {
        let characters = Array(text)
        let expected =
          !wanted.isEmpty
          && characters.indices.contains { Array(characters[$0...].prefix(wanted.count)) == wanted }
        #expect(search.isFound(in: text) == expected, "\(text.debugDescription) \(needle.debugDescription)")
      }
    }
  }

  @Test("LIKE takes what a pattern takes that is tried in every way", arguments: ["a", "aé\n", "ab", "a\nb"])
  func like(alphabet: String) {
    func all(_ characters: String, upTo length: Int) -> [String] {
      var all = [""]
      var last = [""]
      for _ in 0..<length {
        last = last.flatMap { text in characters.map { text + String($0) } }
        all += last
      }
      return all
    }
    let texts = all(alphabet, upTo: 4)
    for pattern in all(alphabet + "?*", upTo: 4) {
      let prepared = LikePattern(pattern)
      for text in texts {
        #expect(
          prepared.matches(text) == Self.matches(Array(pattern)[...], Array(text)[...]),
          "\(text.debugDescription) LIKE \(pattern.debugDescription)")
      }
    }
  }

  private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return matches(pattern.dropFirst(), text)
        || text.first.map { !$0.isNewline && matches(pattern, text.dropFirst()) } ?? false
    }
    guard let character = text.first, first == "?" ? !character.isNewline : first == character else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }

  @Test("LIKE finds parts of any length with ? in them", arguments: [1, 62, 63, 64, 65, 127, 128, 200])
  func longParts(length: Int) {
    let part = "?" + String(repeating: "a", count: length - 1)
    let text = "bb" + String(repeating: "a", count: length + 3) + "c"
    #expect(LikePattern("*\(part)c*").matches(text))
    #expect(LikePattern("b*\(part)*c").matches(text))
    #expect(!LikePattern("*\(part)d*").matches(text))
  }

  /// A letter that counts how often it is compared.
  private struct Counted: Hashable, Sendable {
    final class Tally: @unchecked Sendable { var count = 0 }
    var letter: Character
    let tally: Tally

    static func == (first: Counted, second: Counted) -> Bool {
      first.tally.count += 1
      return first.letter == second.letter
    }

    func hash(into hasher: inout Hasher) { hasher.combine(letter) }
  }

  @Test("no text takes more comparisons than a few for each of its characters", arguments: [1_000, 2_000, 4_000])
  func comparisons(count: Int) {
    let tally = Counted.Tally()
    func counted(_ text: String) -> [Counted] { text.map { Counted(letter: $0, tally: tally) } }
    let search = SequenceSearch(counted(String(repeating: "a", count: count / 2) + "b"))
    #expect(search.place(in: counted(String(repeating: "a", count: count))) == nil)
    #expect(tally.count <= 5 * count)
  }

  @Test("a prepared list holds what comparing with each element finds")
  func constantSets() {
    let values: [Value] = [
      .null, .boolean(true), .boolean(false), .integer(0), .integer(1), .integer(.max), .integer(.min),
      .integer(9_007_199_254_740_993), .double(0), .double(-0.0), .double(1), .double(0.1), .double(5.1),
      .double(9_007_199_254_740_992), .double(0x1p63), .double(.nan), .double(.infinity), .double(1e300),
      .decimal(1), .decimal(.init(string: "0.1") ?? 0), .decimal(.init(string: "5.1") ?? 0),
      .decimal(.init(string: "9007199254740993") ?? 0), .decimal(.init(string: "9223372036854775807") ?? 0),
      .string("a"), .string("A"), .string("é"), .string("e\u{301}"), .date(.init(timeIntervalSinceReferenceDate: 1)),
      .date(.init(timeIntervalSinceReferenceDate: 1.5)), .array([.integer(1)]), .set([.integer(1), .null]),
      .set([.null, .double(1)]), .array([]),
    ]
    for options in [[], .caseInsensitive, .diacriticInsensitive] as [Predicate.Comparison.Options] {
      for element in values {
        let set = ConstantSet([element, .string("z")], options: options)
        for value in values {
          #expect(
            set.holds(value) == element.isEqual(to: value, options: options), "\(value) among \(element)")
          #expect(set.contains(value) == (!value.isNull && set.holds(value)))
        }
      }
    }
  }
}
