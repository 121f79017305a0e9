import Testing

@testable import Predicates

@Suite("Texts that differ only in Unicode composition")
struct CompositionTests {
  static let one: Value = "caf\u{E9}"
  static let two: Value = "cafe\u{301}"

  @Test(
    "Operators, with and without options",
    arguments: [
      ("a == b", false), ("a != b", true), ("a ==[c] b", false), ("a ==[n] b", false), ("a ==[d] b", true),
      ("a ==[cd] b", true), ("a IN {b, 'x'}", false), ("a IN {a, 'x'}", true), ("a IN list", false),
      ("a CONTAINS b", true), ("a BEGINSWITH b", true), ("a ENDSWITH b", true), ("a BEGINSWITH[n] b", false),
      ("a ENDSWITH[n] b", false), ("a CONTAINS[n] b", false), ("b CONTAINS[n] 'fe'", true), ("b CONTAINS 'fe'", false),
      ("a IN[n] b", false), ("a IN b", true), ("b LIKE 'caf?'", true), ("a LIKE b", true), ("a MATCHES b", false),
      ("a BEGINSWITH[n] 'caf'", true), ("b BEGINSWITH[n] 'cafe'", true),
      ("b BEGINSWITH 'cafe'", false), ("a CONTAINS[d] 'cafe'", true), ("a <= b", true), ("a >= b", true),
      ("a < b", false), ("a BETWEEN {b, b}", true), ("{a} == {b}", false), ("list CONTAINS a", false),
      ("set == other", false), ("set ==[d] other", true), ("both.@distinctUnionOfObjects.self.@count == 2", true),
    ])
  func operators(text: String, holds: Bool) throws {
    let predicate = try #require(Predicate.parse(text).predicate)
    let candidate: Value = .dictionary([
      "a": Self.one, "b": Self.two, "list": [Self.two, "x"], "set": .set([Self.one]), "other": .set([Self.two]),
      "both": [Self.one, Self.two, Self.one],
    ])
    #expect(try predicate.compiled(over: VariableSource()).matches(candidate) == holds, "\(text)")
  }

  @Test func values() {
    #expect(Self.one != Self.two)
    #expect(Set([Self.one, Self.two, Self.one]).count == 2)
    #expect(Set([Value.double(.nan), .double(-.nan), .double(0), .double(-0.0)]).count == 2)
    #expect(Self.one.compare(to: Self.two) == .same)
  }
}
