import Diagnostics
import Testing

@Suite("Texts without room are cut between words")
struct ShorteningTests {
  @Test(
    "the beginning",
    arguments: [
      ("", 5, ""), ("short", 5, "short"), ("Miami Heat", 10, "Miami Heat"), ("Miami Heat!", 10, "Miami …"),
      ("The Hitchhiker's Guide to the Galaxy", 31, "The Hitchhiker's Guide to the …"),
      ("The Hitchhiker's Guide to the Galaxy", 29, "The Hitchhiker's Guide to …"),
      // One word, and one that would leave less than half of the room filled.
      ("Donaudampfschifffahrt", 10, "Donaudamp…"), ("a Donaudampfschifffahrt", 10, "a Donauda…"),
      // Never inside a character.
      ("e\u{301}e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}…"), ("👨\u{200D}👩👨\u{200D}👩 x", 2, "👨\u{200D}👩…"),
      ("ab", 1, "…"), ("ab", 0, ""), ("ab", -3, ""),
    ])
  func beginning(_ text: String, _ limit: Int, _ expected: String) {
    #expect(DisplayText.beginning(of: text, upTo: limit) == expected)
    #expect(expected.count <= max(0, limit))
  }

  @Test(
    "the end",
    arguments: [
      ("short", 5, "short"), ("where age > 30 AND name", 12, "… AND name"), ("Donaudampfschifffahrt", 10, "…hifffahrt"),
      ("e\u{301}e\u{301}e\u{301}", 2, "…e\u{301}"), ("ab", 0, ""),
    ])
  func ending(_ text: String, _ limit: Int, _ expected: String) {
    #expect(DisplayText.ending(of: text, upTo: limit) == expected)
  }

  @Test("cells", arguments: [("山山山山", 8, "山山山山"), ("山山山山", 7, "山山山…"), ("山山山山", 6, "山山…"), ("ab山山", 5, "ab山…")])
  func cells(_ text: String, _ limit: Int, _ expected: String) {
    #expect(DisplayText.beginning(of: text, upTo: limit, in: .cells) == expected)
    #expect(DisplayText.width(expected) <= limit)
  }
}
