import Predicates
import Testing

@Suite("Why a predicate holds or not")
struct ExplanationTests {
  static let wade = LeagueSource.wade
  static let allen = LeagueSource.allen
  static let nash = LeagueSource.nash

  static let cases: [(text: String, candidate: Value, reasons: [String])] = [
    ("team.name == 'X'", nash, [#"team is nil, so team.name == "X" is false"#]),
    ("team.name == 'X'", wade, [#"team.name is "Miami Heat", so team.name == "X" is false"#]),
    ("age > 35", wade, ["age is 30, so age > 35 is false"]),
    ("age > 35 AND team.name == 'X'", nash, [#"team is nil, so team.name == "X" is false"#]),
    ("age > 35 AND team.name == 'X'", wade, ["age is 30, so age > 35 is false"]),
    (
      "age > 35 OR team == nil", wade, ["age is 30, so age > 35 is false", "team is Object#1, so team == nil is false"]
    ),
    ("age > 35 OR team == nil", nash, ["age is 40, so age > 35 is true"]),
    ("NOT age > 35", nash, ["age is 40, so age > 35 is true, so NOT age > 35 is false"]),
    (
      "NOT (age > 35 OR team == nil)", nash,
      ["age is 40, so age > 35 is true, so NOT (age > 35 OR team == nil) is false"]
    ),
    ("ANY friends.age > 50", wade, ["friends.age is 40, so ANY friends.age > 50 is false"]),
    ("ANY friends.age > 50", nash, ["friends is empty, so ANY friends.age > 50 is false"]),
    ("ALL friends.age > 50", nash, ["friends is empty, so ALL friends.age > 50 is true"]),
    ("friends.@count > 5", wade, ["friends.@count is 2, so friends.@count > 5 is false"]),
    ("age + 1 == 3", wade, ["age is 30 and age + 1 is 31, so age + 1 == 3 is false"]),
    (
      "SUBQUERY(friends, $f, $f.age > 50).@count > 0", wade,
      [
        "SUBQUERY(friends, $f, $f.age > 50).@count is 0, so SUBQUERY(friends, $f, $f.age > 50).@count > 0 is false"
      ]
    ),
    ("1 == 2", wade, ["1 == 2 is false"]), ("TRUEPREDICATE", wade, ["TRUEPREDICATE is true"]),
    ("height > 'x'", wade, [#"height is 1.93, so height > "x" has no answer: 1.93 and "x" have no order"#]),
    ("age == nil", allen, ["age is nil, so age == nil is true"]),
  ]

  @Test("The part that decided, with what the object has there", arguments: cases)
  func reasons(_ row: (text: String, candidate: Value, reasons: [String])) throws {
    let predicate = try #require(Predicate.parse(row.text).predicate)
    let explanation = predicate.explanation(for: row.candidate, over: LeagueSource.sample, entity: "Player")
    #expect(explanation.reasons == row.reasons)
    if case .raises = explanation.outcome { return }
    let holds = try predicate.compiled(over: LeagueSource.sample).matches(row.candidate)
    #expect(explanation.outcome == (holds ? .holds : .fails))
  }

  @Test("Every NOT adds one part to the sentence, and no second look at the rest")
  func manyNegations() throws {
    let predicate = try #require(Predicate.parse(String(repeating: "NOT ", count: 60) + "age > 35").predicate)
    let reasons = predicate.explanation(for: Self.wade, over: LeagueSource.sample).reasons
    #expect(reasons.count == 1)
    #expect(reasons.first?.hasPrefix("age is 30, so age > 35 is false, so NOT age > 35 is true, so NOT") == true)
    #expect(reasons.first?.split(separator: ", so ").count == 62)
  }

  @Test("A part that is not asked says so")
  func notAsked() throws {
    let predicate = try #require(Predicate.parse("age > 35 AND team == nil AND height > 1").predicate)
    let explanation = predicate.explanation(for: Self.wade, over: LeagueSource.sample)
    #expect(explanation.parts.map(\.outcome) == [.fails, .notAsked, .notAsked])
  }

  @Test("How many objects go through each part")
  func profile() throws {
    let predicate = try #require(Predicate.parse("team != nil AND (age > 35 OR NOT height == nil)").predicate)
    let profile = try predicate.profile(over: LeagueSource.sample, entity: "Player")
    let found = try [Self.wade, Self.allen, Self.nash].map { try profile.matches($0) }
    #expect(found == [true, false, false])
    #expect(
      profile.rows.map { "\($0.depth) \($0.predicate): \($0.rowsIn) in, \($0.rowsOut) out" } == [
        "0 team != nil AND (age > 35 OR (NOT height == nil)): 3 in, 1 out", "1 team != nil: 3 in, 2 out",
        "1 age > 35 OR (NOT height == nil): 2 in, 1 out", "2 age > 35: 2 in, 0 out", "2 NOT height == nil: 2 in, 1 out",
        "3 height == nil: 2 in, 1 out",
      ])
  }

  static let bounds: [(text: String, bound: String?)] = [
    ("age > 30", "age > 30"), ("30 < age", "age > 30"), ("team.name == 'X'", "team.name == \"X\""),
    ("age IN {1, 2}", "age IN {1, 2}"), ("age == -3", "age == -3"), ("ANY friends.age > 3", nil),
    ("age == height", nil),
    ("friends.@count > 3", nil), ("age == $x", nil), ("NOT age == 3", nil), ("'a' IN name", nil),
  ]

  @Test("What an index can answer", arguments: bounds)
  func bound(_ row: (text: String, bound: String?)) throws {
    let bound = try #require(Predicate.parse(row.text).predicate).bound
    let text = bound.map { bound in
      "\(bound.keyPath.joined(separator: ".")) "
        + Predicate.Comparison(Expression(.candidate), bound.operator, Expression(.constant(bound.constant)))
        .description.dropFirst(5)
    }
    #expect(text == row.bound)
  }

  static let substitutions: [(text: String, result: String)] = [
    ("$a == 1", "\"name\" == 1"), ("$x.$a == $n", "$x.name == 3"), ("team.$a == $open", "team.name == $open"),
    ("SUBQUERY(friends, $n, $n.age > $a).@count > $n", "SUBQUERY(friends, $n, $n.age > \"name\").@count > 3"),
    ("age BETWEEN {$n, $n + 1}", "age BETWEEN {3, 3 + 1}"),
  ]

  @Test("Variables replaced by values", arguments: substitutions)
  func substitutes(_ row: (text: String, result: String)) throws {
    let predicate = try #require(Predicate.parse(row.text).predicate)
    #expect(predicate.substituting(["a": "name", "n": 3]).description == row.result)
  }

  @Test("A predicate taken apart and put together")
  func conjuncts() throws {
    let predicate = try #require(Predicate.parse("a == 1 AND (b == 2 OR c == 3) AND TRUEPREDICATE").predicate)
    #expect(predicate.conjuncts.map(\.description) == ["a == 1", "b == 2 OR c == 3"])
    #expect(Predicate(conjuncts: predicate.conjuncts).description == "a == 1 AND (b == 2 OR c == 3)")
    #expect(Predicate(conjuncts: []).description == "TRUEPREDICATE")
  }
}
