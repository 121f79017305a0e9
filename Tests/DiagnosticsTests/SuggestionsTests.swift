import Testing

@testable import Diagnostics

@Suite("The nearest names")
struct SuggestionsTests {
  @Test(
    "slips and what was meant",
    arguments: [
      ("Playr", ["Player"]), ("palyer", ["Player"]), ("PLAYER", ["Player"]), ("Tema", ["Team"]),
      ("firstNme", ["firstName"]), ("xyz", []), ("", []), ("lastname", ["lastName"]), ("fir", ["firstName"]),
    ])
  func slip(word: String, expected: [String]) {
    let names = ["Player", "Team", "firstName", "lastName"]
    let found = Suggestions.nearest(to: word, among: names)
    #expect(expected.allSatisfy(found.contains), "\(found)")
    if expected.isEmpty { #expect(found == []) }
  }

  @Test(
    "the article follows the sound",
    arguments: [
      "a Player", "an Appearance", "an Umbrella", "a User", "a Unit", "a UUID", "an Hour", "a House", "an entity",
      "an Order",
    ])
  func article(text: String) {
    #expect(DisplayText.withArticle(String(text.drop { $0 != " " }.dropFirst())) == text)
  }

  @Test("a question names at most four, nearest first")
  func question() {
    #expect(Suggestions.didYouMean("ab", among: ["ac", "ad", "ae", "af", "ag"]) == "did you mean ac, ad, ae or af?")
    #expect(Suggestions.didYouMean("nothing", among: ["team"]) == nil)
  }

  @Test("a diagnostic knows the names that its hint asks about, until the hint is another")
  func asked() {
    var problem = Diagnostic("unknown", "there is no 'Tema'", nearest: ["Team"], hint: "type model")
    #expect(problem.hint == "did you mean Team?" && problem.nearest == ["Team"])
    problem.hint = "write Team"
    #expect(problem.nearest == [])
    problem.ask(about: ["Team", "Theme"])
    #expect(problem.hint == "did you mean Team or Theme?" && problem.nearest == ["Team", "Theme"])
    #expect(Diagnostic("unknown", "there is no 'x'", nearest: [], hint: "type model").hint == "type model")
  }

  @Test("the distance is that of the slow, obvious definition, for all short words over two letters")
  func reference() {
    let words = (0...4).flatMap { (length: Int) -> [[Character]] in
      (0..<(1 << length)).map { (bits: Int) -> [Character] in
        (0..<length).map { (place: Int) -> Character in bits >> place & 1 == 0 ? "a" : "b" }
      }
    }
    for first in words {
      for second in words {
        #expect(Suggestions.editDistance(first, second) == slowDistance(first[...], second[...]))
      }
    }
  }

  private func slowDistance(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
    guard let x = a.last, let y = b.last else { return a.count + b.count }
    var best = min(
      slowDistance(a.dropLast(), b) + 1, slowDistance(a, b.dropLast()) + 1,
      slowDistance(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1))
    if a.count > 1, b.count > 1, a.dropLast().last == y, b.dropLast().last == x {
      best = min(best, slowDistance(a.dropLast(2), b.dropLast(2)) + 1)
    }
    return best
  }
}
