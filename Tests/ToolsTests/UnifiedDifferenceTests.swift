import Testing
import Tools

@Suite("Differences of texts")
struct UnifiedDifferenceTests {
  static let numbers = (1...20).map { "\($0)\n" }.joined()

  @Test(arguments: [
    ("a\n", "a\n", []), ("", "", []),
    ("a\nb\n", "a\nc\n", ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]),
    ("", "a\n", ["@@ -0,0 +1,1 @@", "+a"]), ("a\n", "", ["@@ -1,1 +0,0 @@", "-a"]),
    ("a\r\nb\r\n", "a\r\nc\r\n", ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]),
    ("\u{1B}[2J\n", "a\n", ["@@ -1,1 +1,1 @@", "-␛[2J", "+a"]),
    (
      numbers, numbers.replacing("\n10\n", with: "\nten\n").replacing("\n12\n", with: "\n"),
      ["@@ -8,7 +8,6 @@", " 8", " 9", "-10", "+ten", " 11", "-12", " 13", " 14"]
    ),
    (
      numbers, numbers.replacing("\n3\n", with: "\n").replacing("\n18\n", with: "\n18\n18b\n"),
      ["@@ -1,5 +1,4 @@", " 1", " 2", "-3", " 4", " 5", "@@ -17,4 +16,5 @@", " 17", " 18", "+18b", " 19", " 20"]
    ),
  ])
  func lines(old: String, new: String, expected: [String]) {
    let found = UnifiedDifference(of: old, and: new, name: "t.md").lines(.plain)
    #expect(found == (expected.isEmpty ? [] : ["--- t.md", "+++ t.md"] + expected))
  }
}
