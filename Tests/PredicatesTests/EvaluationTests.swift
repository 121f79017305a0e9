import Diagnostics
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

@testable import Predicates

@Suite("Evaluation")
struct EvaluationTests {
  static let trueOfWade = [
    "NOT nil IN {nil}", "NOT {nil, 1} CONTAINS nil", "NOT lastName IN {nil, 'x'}", "30.0 IN {30}", "TRUE IN {1}",
    "age IN {29, 30, 'x', nil}", "age IN {29, 30.0}", "firstName IN[c] {'x', 'DWYANE'}", "NOT '30' IN {30}",
    "'public.png' UTI-CONFORMS-TO 'public.image'", "'public.PNG' UTI-CONFORMS-TO 'public.item'",
    "NOT 'public.image' UTI-CONFORMS-TO 'public.png'", "'com.own.type' UTI-CONFORMS-TO 'com.own.type'",
    "'a' UTI-EQUALS 'a'", "firstName hasPrefix: 'Dwy'", "age isGreaterThan: 3", "NOT lastName isEqual: 'x'",
    "firstName isEqualToString: 'Dwyane'", "firstName isCaseInsensitiveLike: 'DW*'",
    "firstName isKindOfClass: 'NSString'",
    "NOT age isKindOfClass: 'NSString'", "friends doesContain: friends[FIRST]",
    "firstName localizedCaseInsensitiveContainsString: 'WY'",
    "firstName == 'Dwyane'", "firstName ==[c] 'DWYANE'", "team.name == 'Miami Heat'", "team.name BEGINSWITH 'Mi'",
    "team.name BEGINSWITH[c] 'mi'", "NOT team.name BEGINSWITH ''", "NOT team.name CONTAINS ''", "lastName == nil",
    "lastName != 'x'", "NOT lastName == 'x'", "NOT lastName < 'x'", "lastName <= nil", "NOT lastName CONTAINS 'x'",
    "ANY team.players.age > 20", "ALL team.players.age == 30", "NONE team.players.age > 30", "SOME friends.age == 40",
    "team.players.@count == 2", "team.players.@avg.age == 15", "team.players.@sum.age == 30",
    "team.players.@max.age == 30",
    "friends.friends.@count == 1", "friends.team.name == friends.team.name", "ANY friends.friends == SELF",
    "SUBQUERY(team.players, $x, $x.age == nil).@count == 1", "SUBQUERY(friends, $x, $x.age > age).@count == 1",
    "5 / 2 == 2", "5 / 2.0 == 2.5", "2 ** 10 == 1024", "-7 / 2 == -3", "7 - 2 - 1 == 4", "1 + 2 * 3 == 7", "1 & 3 == 1",
    "age BETWEEN {30, 31}", "age IN {29, 30}", "'y' IN 'xyz'", "NOT '' IN 'xyz'", "firstName LIKE 'D*e'",
    "firstName LIKE 'Dwy?ne'", "NOT firstName LIKE 'Dwyane?'", "NOT firstName LIKE 'D.*'", "'a*b' LIKE 'a\\\\*b'",
    "'' LIKE '*'", "NOT '' LIKE '?'", "firstName MATCHES 'D[a-z]+'", "NOT firstName MATCHES 'D'",
    "NOT firstName MATCHES ''",
    "'ab' MATCHES 'a|ab'", "firstName MATCHES[c] 'dwyane'", "'é' ==[d] 'e'", "'É' ==[cd] 'e'", "NOT 'É' ==[n] 'e'",
    "'CAFÉ' CONTAINS[cd] 'fe'", "'ΟΔΟΣ' ==[c] 'οδος'", "1 == TRUE", "NOT 2 == TRUE", "0 == NO", "NOT '1' == 1",
    "firstName.length == 6", "uppercase(firstName) == 'DWYANE'", "sum({1, 2, 3}) == 6", "average({1, 2}) == 1.5",
    "median({3, 1, 2}) == 2", "abs(-3) == 3", "trunc(-2.7) == -2", "log(100) == 2", "modulus:by:(7, 3) == 1",
    "now() == CAST(1000, 'NSDate')", "CAST(CAST(CAST(0, 'NSDate'), 'NSNumber') + 60, 'NSDate') == CAST(60, 'NSDate')",
    "TERNARY(age > 20, 'old', 'young') == 'old'", "{1, 2} == {1, 2}", "{1, 2} != {2, 1}", "{1, 2, 3}[FIRST] == 1",
    "{1, 2, 3}[LAST] == 3", "{1, 2, 3}[SIZE] == 3", "{1, 2, 3}[1] == 2", "{1, 2} UNION {2, 3} == {1} UNION {2, 3}",
    "team.captain.name == nil", "FUNCTION(firstName, 'length') == 6", "0.1 + 0.2 != 0.3", "{0.1, 0.2}.@sum.self == 0.3",
    "9007199254740993 != 9007199254740992.0", "$limit < age", "SELF == $wade", "friends CONTAINS $nash",
    "team.$key == 'Miami Heat'",
    "{1, 2, 2, 3}.@count == 4 AND mode({1, 2, 2, 3}) == {2}", "mode({1, 1, 2, 2, 3}) == {1, 2}", "mode(4, 5, 4) == {4}",
    "($n := 3) + $n == 6", "TRUEPREDICATE OR 1 / 0 == 1", "firstName ENDSWITH[c] 'NE'",
    "'b' IN {'a', 'B'} OR 'b' IN[c] {'a', 'B'}",
  ]

  @Test("What holds for a player", arguments: trueOfWade)
  func holds(_ text: String) throws {
    let parsed = Predicate.parse(text)
    let predicate = try #require(parsed.predicate, "\(shown(parsed.diagnostics, text))")
    var source = LeagueSource.sample
    source.variables = ["limit": 20, "wade": LeagueSource.wade, "nash": LeagueSource.nash, "key": "name"]
    do {
      #expect(try predicate.compiled(over: source).matches(LeagueSource.wade))
    } catch let error as EvaluationError {
      Issue.record("\(shown([error.diagnostic], text))")
    }
  }

  static let errors: [(text: String, message: String)] = [
    (
      "lastNme == 'x'",
      """
      Player has no 'lastNme'
        lastNme == 'x'
        ^^^^^^^ did you mean lastName?
      """
    ),
    (
      "team.nam == 'x'",
      """
      Team has no 'nam'
        team.nam == 'x'
             ^^^ did you mean name?
      """
    ),
    (
      "firstName < 3",
      """
      "Dwyane" and 3 have no order
        firstName < 3
        ^^^^^^^^^^^^^
      """
    ),
    (
      "1 + firstName == 3",
      """
      + needs numbers, not "Dwyane"
        1 + firstName == 3
        ^^^^^^^^^^^^^
      """
    ),
    (
      "9223372036854775807 + 1 == 0",
      """
      the result of + is beyond 64 bits
        9223372036854775807 + 1 == 0
        ^^^^^^^^^^^^^^^^^^^^^^^ NSExpression would wrap around; with a Decimal, as CAST(x, "NSDecimalNumber"), it continues
      """
    ),
    (
      "age / 0 == 1",
      """
      this divides by zero
        age / 0 == 1
        ^^^^^^^
      """
    ),
    (
      "$x == 1",
      """
      nothing is named $x
        $x == 1
        ^^
      """
    ),
    (
      "ANY age == 1",
      """
      ANY needs a collection, not 30
        ANY age == 1
            ^^^ leave ANY out, or put a to-many relationship into the path
      """
    ),
    (
      "age BETWEEN {1, 2, 3}",
      """
      BETWEEN needs two bounds, not a list
        age BETWEEN {1, 2, 3}
        ^^^^^^^^^^^^^^^^^^^^^ write BETWEEN {1, 10}
      """
    ),
    (
      "firstName MATCHES '('",
      """
      "(" is not a regular expression
        firstName MATCHES '('
        ^^^^^^^^^^^^^^^^^^^^^
      """
    ),
    (
      "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' MATCHES '(a+)+'",
      """
      the regular expression "(a+)+" takes too many steps
        'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' MATCHES '(a+)+'
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ repetitions inside repetitions, as in (a+)+, try every split of a text
      """
    ),
    (
      "age CONTAINS 3",
      """
      CONTAINS needs a collection, not 30
        age CONTAINS 3
        ^^^^^^^^^^^^^^
      """
    ),
    (
      "{1, 2}[5] == 1",
      """
      there is no element 5 of 2
        {1, 2}[5] == 1
        ^^^^^^^^^ the first is [0], the last [LAST]
      """
    ),
    (
      "team == %@",
      """
      nothing has been given for %@
        team == %@
                ^^
      """
    ),
  ]

  @Test("What has no value says why, and where", arguments: errors)
  func error(_ example: (text: String, message: String)) throws {
    let predicate = try #require(Predicate.parse(example.text).predicate)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.compiled(over: LeagueSource.sample).matches(LeagueSource.wade)
    }
    #expect(shown(error.map { [$0.diagnostic] } ?? [], example.text) == example.message)
  }

  @Test("Nothing wraps around", arguments: ["-", "+", "*"])
  func overflow(_ sign: String) throws {
    let predicate = try #require(Predicate.parse("-9223372036854775808 \(sign) a == 0").predicate)
    let other: Value = sign == "*" ? -1 : sign == "+" ? -1 : 1
    #expect(throws: EvaluationError.self) {
      try predicate.compiled(over: VariableSource()).matches(.dictionary(["a": other]))
    }
  }

  @Test("A path through sets leaves out nil and repetitions, one through lists keeps them")
  func mapping() throws {
    func value(_ text: String) throws -> Value {
      let parsed = Expression.parse(text)
      return try #require(parsed.expression).compiled(over: LeagueSource.sample).value(for: LeagueSource.wade)
    }
    #expect(try value("team.players.age") == .set([30]))
    #expect(try value("friends.team") == .set([LeagueSource.heat]))
    #expect(try value("friends.friends") == .set([LeagueSource.wade]))
    #expect(try value("{SELF, SELF}.age") == .array([30, 30]))
    #expect(try value("friends.@unionOfObjects.firstName") == .array(["Ray", "Steve"]))
    #expect(try value("friends.@min.age") == 40)
    #expect(try value("team.players.@distinctUnionOfObjects.team.@count") == 1)
  }

  @Test("Of nothing: sum 0, count 0, the others nil")
  func empty() throws {
    let team: Value = .object(ObjectReference(rawValue: 2))
    let text =
      "players.@sum.age == 0 AND players.@count == 0 AND players.@avg.age == nil AND players.@max.age == nil "
      + "AND NOT (ANY players.age > 1) AND ALL players.age > 1 AND NONE players.age > 1"
    let predicate = try #require(Predicate.parse(text).predicate)
    #expect(try predicate.compiled(over: LeagueSource.sample).matches(team))
  }

  @Test("An interpolated string joins displayed values")
  func interpolation() throws {
    var parser = PredicateParser(
      TokenCursor(
        SourceText(#""\(firstName) is \(age + 1) on \(2026-11-20), \(team), \(active), \(1 == 1)""#), dialect: .workbook
      ))
    parser.allowsInterpolation = true
    #expect(parser.parseExpression() == nil)
    parser = PredicateParser(
      TokenCursor(SourceText(#""\(firstName) is \(age + 1) on \(2026-11-20), \(team), \(active)""#), dialect: .workbook)
    )
    parser.allowsInterpolation = true
    let parsed = parser.parseExpression()
    let expression = try #require(parsed)
    let value = try expression.compiled(over: LeagueSource.sample).value(for: LeagueSource.wade)
    #expect(value == "Dwyane is 31 on 2026-11-20, Object#1, nil")
  }

  @Test("Values that are equal, and their order")
  func values() {
    #expect(Value.integer(1).isEqual(to: .decimal(1)))
    #expect(Value.double(5.1).isEqual(to: .decimal(Decimal(string: "5.1") ?? 0)))
    #expect(!Value.array([1]).isEqual(to: .set([1])))
    #expect(Value.set([1, 2]).isEqual(to: .set([.double(2), .boolean(true)])))
    #expect(Value.null.compare(to: 1) == .ascending)
    #expect(Value.integer(.max).compare(to: .double(0x1p63)) == .ascending)
    #expect(Value.integer(.min).compare(to: .double(-0x1p63)) == .same)
    #expect(Value.double(.nan).compare(to: 1) == nil)
    #expect(Value.string("a").compare(to: 1) == nil)
    #expect(Value.string("B").compare(to: "a", options: .caseInsensitive) == .descending)
  }

  @Test("Arguments become constants and key paths")
  func arguments() throws {
    let parsed = Predicate.parse(
      "%K == %@ AND ANY %K.%K >= %d AND x < %f", arguments: ["team.name", "a\"b", "friends", "age", 3, 2])
    #expect(
      try #require(parsed.predicate).description
        == #"team.name == "a\"b" AND ANY friends.age >= 3 AND x < 2.0"#)
    let text = "a == %@ AND b == %d AND c == %@"
    #expect(
      shown(Predicate.parse(text, arguments: [1, "x"]).diagnostics, text) == """
        '%d' takes a whole number, but argument 2 is text
          a == %@ AND b == %d AND c == %@
                           ^^ %@ takes any value
        """)
    #expect(
      shown(Predicate.parse("a == '%@'", arguments: [1]).diagnostics, "a == '%@'") == """
        warning: 1 argument is given, but there are 0 placeholders
          a == '%@'
                   ^ a placeholder in quotes is text: write %@ without them
        """)
    #expect(
      shown(Predicate.parse(text, arguments: [1, 2]).diagnostics, text) == """
        there is no argument for '%@'
          a == %@ AND b == %d AND c == %@
                                       ^^ 2 arguments are given, this is placeholder 3
        """)
  }

  @Test("%K never makes a variable, and $name behind a dot is a key")
  func keys() throws {
    let plain = try #require(Predicate.parse("%K == 1", arguments: ["$a"]).predicate)
    #expect(plain.description == "$a == 1")
    #expect(plain.substituting(["a": "b"]).description == "$a == 1")
    let source = VariableSource(variables: ["a": "b"])
    #expect(try plain.compiled(over: source).matches(.dictionary(["$a": 1, "b": 2])))
    let variable = try #require(Predicate.parse("SELF.$a == 1 AND c.$a.d == 2").predicate)
    #expect(variable.description == "SELF.$a == 1 AND c.$a.d == 2")
    #expect(variable.substituting(["a": "x.y"]).description == "x.y == 1 AND c.x.y.d == 2")
    #expect(
      try variable.compiled(over: source).matches(
        .dictionary(["b": 1, "c": .dictionary(["b": .dictionary(["d": 2])])])))
    let text = "team.$key == 1"
    let problems = Predicate.parse(text).predicate?.check(against: LeagueShape(), entity: "Player", variables: []) ?? []
    #expect(
      shown(problems, text) == """
        nothing is named $key
          team.$key == 1
               ^^^^
        """)
  }

  @Test("A distance is between two places")
  func distance() throws {
    let text = "distanceToLocation:fromLocation:(here, there)"
    let expression = try #require(Expression.parse(text).expression).compiled(over: VariableSource())
    let paris = Value.dictionary(["latitude": 48.8566, "longitude": 2.3522])
    let london = Value.dictionary(["latitude": 51.5074, "longitude": -0.1278])
    let metres = try expression.value(for: .dictionary(["here": paris, "there": london]))
    #expect(abs(metres.asDouble - 343_556) < 100)
    #expect(try expression.value(for: .dictionary(["here": paris, "there": paris])) == 0.0)
    let error = #expect(throws: EvaluationError.self) {
      try expression.value(for: .dictionary(["here": paris, "there": 3]))
    }
    #expect(
      shown(error.map { [$0.diagnostic] } ?? [], text) == """
        a distance is between two places, and 3 is none
          distanceToLocation:fromLocation:(here, there)
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a place has numbers for latitude and longitude
        """)
  }

  @Test("A source's own way along a key path is taken, once compiled")
  func accessor() throws {
    struct Columns: KeyValueSource {
      var now: Date { .init(timeIntervalSinceReferenceDate: 0) }
      func value(forKey key: String, of object: ObjectReference) throws -> Value { "slow" }
      func accessor(forKeyPath keys: [String], of entity: String?) -> ((ObjectReference) throws -> Value)? {
        guard keys == ["a", "b"], entity == "Thing" else { return nil }
        return { .integer(Int64($0.rawValue)) }
      }
    }
    let predicate = try #require(Predicate.parse("a.b == 7 AND c == 'slow'").predicate)
    #expect(try predicate.compiled(over: Columns(), entity: "Thing").matches(.object(ObjectReference(rawValue: 7))))
    #expect(throws: EvaluationError.self) {
      try predicate.compiled(over: Columns()).matches(.object(ObjectReference(rawValue: 7)))
    }
  }
}
