import Testing

@testable import Predicates

@Suite("One form for what is said in several ways")
struct NormalFormTests {
  private func parsed(_ text: String) throws -> Predicate {
    try #require(Predicate.parse(text).predicate, "\(text)")
  }

  @Test(
    "Ways to say the same",
    arguments: [
      ("age > 3 AND name == 'Ray'", "name == 'Ray' AND 3 < age"),
      ("age BETWEEN {1, 3}", "age <= 3 AND NOT NOT age >= 1"),
      ("NOT (age == 3 OR name != 'Ray')", "'Ray' == name AND age != 3"),
      ("active == TRUE AND (age > 3 AND age > 3)", "age > 3 AND TRUEPREDICATE AND TRUE == active"),
      ("NOT (age < 3 AND name LIKE 'R*')", "NOT name LIKE 'R*' OR NOT 3 > age"),
      ("age IN {3, 1, 1}", "age IN {1, 3}"),
      ("friends.@count != 0", "friends.@count >= 1"),
      ("NOT friends.@count > 0", "friends.@count < 1"),
      (
        "SUBQUERY(friends, $f, $f.age > 3 AND $f.active == TRUE).@count > 0",
        "0 != SUBQUERY(friends, $other, TRUE == $other.active AND $other.age > 3).@count"
      ),
      ("team == $FETCH_SOURCE.team AND SELF != $FETCH_SOURCE", "$FETCH_SOURCE != SELF AND $FETCH_SOURCE.team == team"),
      ("age > 3 AND FALSEPREDICATE", "NOT TRUEPREDICATE"),
    ])
  func same(first: String, second: String) throws {
    #expect(try parsed(first).normalForm == parsed(second).normalForm)
  }

  @Test(
    "Conditions that differ, if only where a value is nil",
    arguments: [
      ("age BETWEEN {low, high}", "age >= low AND age <= high"),
      ("age BETWEEN {nil, 3}", "age >= nil AND age <= 3"),
      ("NOT ANYKEY == 3", "ANYKEY != 3"), ("NOT age < 3", "age >= 3"), ("ANY friends.age > 3", "3 < friends.age"),
      ("age < 3", "3 < age"),
      ("NOT ANY friends.age == 3", "ANY friends.age != 3"), ("name ==[c] 'Ray'", "name == 'Ray'"),
      ("team.players.@count != 0", "team.players.@count > 0"), ("age == $A", "age == $B"),
      ("age > 3 OR active == TRUE AND age < 1", "(age > 3 OR active == TRUE) AND age < 1"),
      (
        "SUBQUERY(friends, $x, SUBQUERY($x.friends, $y, $y.age == $x.age).@count > 0).@count > 0",
        "SUBQUERY(friends, $x, SUBQUERY($x.friends, $y, $y.age == $y.age).@count > 0).@count > 0"
      ),
    ])
  func different(first: String, second: String) throws {
    #expect(try parsed(first).normalForm != parsed(second).normalForm)
  }

  static let conditions = [
    "age BETWEEN {1, 3}", "NOT age BETWEEN {1, 3}", "NOT (age == 3 OR name != 'Ray')",
    "NOT (age < 3 AND active == TRUE)",
    "NOT (age IN {3, 1} OR NOT (name == nil AND age != nil))", "3 >= age", "nil == team", "NOT friends.@count > 0",
    "NOT friends.@count != 0", "team.players.@count != 0", "NOT ANY friends.age > 3", "NOT ALL friends.age > 3",
    "ALL friends.age > 3 OR NOT NONE friends.age == 3", "'R' IN name", "NOT (3 < age AND (age > 4 OR active == FALSE))",
    "SUBQUERY(friends, $f, NOT ($f.age < 3 OR $f.active == TRUE)).@count >= 1", "NOT (TRUEPREDICATE AND age <= 3)",
    "SUBQUERY(friends, $x0, $x0.age > 3).@count == 0", "age + 1 > 3 AND 3 < 1 + age", "name BETWEEN {'A', 'C'}",
  ]

  @Test("The answer stays for every object of every small graph", arguments: conditions)
  func answers(_ text: String) throws {
    let condition = try parsed(text)
    let found = Predicate.distinguish(
      condition, condition.normalForm, entity: "Player", in: PairedShape(),
      limits: SearchLimits(objects: 2, graphs: 20_000))
    guard case .agree = found else {
      Issue.record("\(condition.normalForm): \(found)")
      return
    }
    #expect(condition.normalForm.normalForm == condition.normalForm)
  }
}
