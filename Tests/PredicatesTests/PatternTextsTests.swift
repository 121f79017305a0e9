import Testing

@testable import Predicates

@Suite("Texts that patterns match")
struct PatternTextsTests {
  @Test(
    "a shortest text of a pattern",
    arguments: [
      ("a", "a"), ("abc|de", "de"), ("[a-c]+", "a"), ("(ab){2,3}", "abab"), (#"\d{3}-\d{2}"#, "111-11"),
      ("[^@]+@[^@]+\\.[a-z]{2,}", "A@A.aa"), ("(?=.*\\d)(?=.*[A-Z]).{4,}", "AAA1"), ("(?!A)[A-C]+", "B"),
      ("(?i)abc", "ABC"),
      ("^[A-Z][a-z]*$", "A"), (#"\Qa.b\E"#, "a.b"), (#"(a|b)\1x"#, "aax"), (#"\x{41}\u0042"#, "AB"),
      ("[[:alpha:]&&[^A-Z]]", "a"), (#"\p{Lu}{2}"#, "AA"), ("日本?", "日"), ("a*?b", "b"), ("(?:x(?:y(?:z)))", "xyz"),
      (#"\bab\b"#, "ab"), ("(?<year>[0-9]{4})", "1111"), (".*", "A"), ("", nil), ("a{3,1}", nil), ("[a", nil),
      ("a(?#b)c", "ac"),
    ] as [(String, String?)])
  func shortest(pattern: String, expected: String?) {
    #expect(PatternTexts.texts(matching: [pattern]).first == expected)
  }

  @Test(
    "texts that one pattern matches and another does not, in both directions",
    arguments: [
      ("a{1,40}", "a{1,41}", [String(repeating: "a", count: 41)]),
      ("[a-y]", "[a-z]", ["z"]), ("a+", "a*", []), ("(ab)*", "a(ba)*b|x", ["x"]), ("[a-c]+", "(a|b|c)(a|b|c)*", []),
      ("colou?r", "color|colour", []), (".*", #"[\s\S]*"#, ["\n"]), ("[^@]+@[^@]+", ".+@.+", ["A@\n", "A@@"]),
      (#"\w+"#, "[A-Za-z0-9_]+", ["é"]), ("a(?=b)b", "ab", []),
      ("(a|b)*a(a|b){3}", "(a|b)*a(a|b){4}", ["aaaa", "abaaa"]),
    ])
  func telling(first: String, second: String, expected: [String]) {
    #expect(PatternTexts.telling(first, from: second) == expected)
  }

  @Test("texts of a length, and several of them")
  func lengths() {
    #expect(PatternTexts.texts(matching: ["[a-c]*"], lengths: 5...9) == ["aaaaa"])
    #expect(PatternTexts.texts(matching: ["[a-c]*", ".*b"], lengths: 1...9, count: 3) == ["b", "ab", "bb"])
    #expect(PatternTexts.texts(matching: ["a{5}"], lengths: 1...4) == [])
    #expect(PatternTexts.texts(matching: ["ab"], ignoresCase: true, count: 5) == ["AB", "Ab", "aB", "ab"])
  }

  @Test("what takes too many steps is not found, and ends")
  func limits() {
    #expect(PatternTexts.texts(matching: ["(a|b)*a(a|b){60}", "(a|b)*b(a|b){61}", "(a|b)*a(a|b){62}"]).count <= 1)
    #expect(
      PatternTexts.texts(matching: [String(repeating: "(", count: 150) + "a" + String(repeating: ")", count: 150)])
        == [])
    #expect(PatternTexts.texts(matching: [String(repeating: "a?", count: 500)]) == [])
  }
}
