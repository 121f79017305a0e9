import Diagnostics
import Testing

@Suite("Lists that show only their beginning")
struct ListingTests {
  @Test(
    "The rest is counted, and not mentioned where there is none",
    arguments: [
      (-1, "", "", ""), (0, "", "", ""), (1, " and 1 more", " and 1 more line", ", and 1 more"),
      (5, " and 5 more", " and 5 more lines", ", and 5 more"),
      (1_234_567, " and 1,234,567 more", " and 1,234,567 more lines", ", and 1,234,567 more"),
    ])
  func rest(count: Int, alone: String, withNoun: String, afterComma: String) {
    #expect(Listing.rest(count) == alone)
    #expect(Listing.rest(count, "line") == withNoun)
    #expect(Listing.rest(count, after: ",") == afterComma)
    #expect(Listing.more(count) == (alone.isEmpty ? nil : String(alone.dropFirst())))
  }

  @Test func names() {
    let names = ["a", "b", "c"]
    #expect(Listing.text(names, upTo: 3) == "a, b, c")
    #expect(Listing.text(names, upTo: 2) == "a, b and 1 more")
    #expect(Listing.text(names, of: 12, upTo: 3) == "a, b, c and 9 more")
    #expect(Listing.text([String](), upTo: 2) == "")
  }

  @Test func lines() {
    #expect(Listing.lines(Array(1...10)) { "\($0)" } == (1...10).map { "\($0)" })
    #expect(Listing.lines(Array(1...12)) { "\($0)" } == (1...10).map { "\($0)" } + ["… and 2 more"])
  }
}
