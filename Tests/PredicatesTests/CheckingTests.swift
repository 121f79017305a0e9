import Diagnostics
import Predicates
import Testing

@Suite("Checking against a model")
struct CheckingTests {
  static let sound = [
    "firstName == 'x' AND age > 3 AND active == TRUE", "team.name BEGINSWITH[c] 'M'", "ANY friends.age > 3",
    "friends.@count > 2", "friends.@avg.age < height",
    "SUBQUERY(friends, $x, $x.age > age AND ANY $x.friends.active == 1).@count == 1",
    "team == nil OR team == $heat", "friends CONTAINS $heat", "age BETWEEN {1, 2.5}", "age IN {1, 2}",
    "team.players.@max.birthday < now()",
    "birthday > CAST(0, 'NSDate')", "firstName.length > 3", "active == 0", "ALL team.players.team.name == 'x'",
    "age + 1 > height * 2", "firstName IN {'a', 'b'}", "firstName CONTAINS 'nil'",
    "firstName == 'nilly' OR firstName == nil", "'x' IN firstName", "SELF IN friends", "age == $heat.anything",
    "team.rivals[0].name == 'x'", "team.players.@count == team.captain.friends.@count",
    "ANY team.rivals.players.age == 3",
  ]

  static let decided: [(text: String, message: String)] = [
    (
      "firstName == 'nil'",
      """
      note: "nil" is a text, which no object without a value has
        firstName == 'nil'
                     ^^^^^ write nil without quotes, if that is meant
      """
    ),
    (
      "ANY friends.firstName != \"NULL\"",
      """
      note: "NULL" is a text, which no object without a value has
        ANY friends.firstName != "NULL"
                                 ^^^^^^ write nil without quotes, if that is meant
      """
    ),
    (
      "age > 30 AND age < 20",
      """
      warning: no age passes both of these
        age > 30 AND age < 20
        ^^^^^^^^^^^^^^^^^^^^^ did you mean OR?
      """
    ),
    (
      "age > 3 AND age < 4",
      """
      warning: no age passes both of these
        age > 3 AND age < 4
        ^^^^^^^^^^^^^^^^^^^ did you mean OR?
      """
    ),
    (
      "firstName == 'a' AND firstName == 'b'",
      """
      warning: no firstName passes both of these
        firstName == 'a' AND firstName == 'b'
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ did you mean OR?
      """
    ),
    (
      "firstName != 'a' OR firstName != 'b'",
      """
      warning: every firstName passes one of these
        firstName != 'a' OR firstName != 'b'
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ did you mean AND?
      """
    ),
    (
      "1 == 2",
      """
      warning: this is never true
        1 == 2
        ^^^^^^ both sides are constants
      """
    ),
    (
      "age BETWEEN {10, 1}",
      """
      warning: nothing is between 10 and 1
        age BETWEEN {10, 1}
                    ^^^^^^^ write {1, 10}
      """
    ),
    ("age > 3 OR age <= 3", ""), ("height > 3 AND height < 4", ""), ("age == 1 OR age == 2", ""),
    ("team.name == 'a' OR team.name == 'b'", ""), ("firstName >= 'a' AND firstName < 'b'", ""),
    (
      "active == TRUE AND active == FALSE",
      """
      warning: no active passes both of these
        active == TRUE AND active == FALSE
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ did you mean OR?
      """
    ),
    (
      "lastName == Wade",
      """
      Player has no 'Wade'
        lastName == Wade
                    ^^^^ write text in quotes: "Wade"
      """
    ),
    (
      "lastName == ages",
      """
      Player has no 'ages'
        lastName == ages
                    ^^^^ did you mean age? write text in quotes: "ages"
      """
    ),
  ]

  @Test("What always or never holds, and words without quotes", arguments: decided)
  func decidedHasAWarning(_ row: (text: String, message: String)) throws {
    #expect(try messages(row.text) == row.message)
  }

  @Test("Sound conditions", arguments: sound)
  func soundHasNoMessage(_ text: String) throws { #expect(try messages(text) == "") }

  static let unsound: [(text: String, message: String)] = [
    (
      "lastNme BEGINSWITH 'W'",
      """
      Player has no 'lastNme'
        lastNme BEGINSWITH 'W'
        ^^^^^^^ did you mean lastName?
      """
    ),
    (
      "team.nme == 'x'",
      """
      Team has no 'nme'
        team.nme == 'x'
             ^^^ did you mean name?
      """
    ),
    (
      "zzz == 1",
      """
      Player has no 'zzz'
        zzz == 1
        ^^^ it has firstName, lastName, age, active, birthday, height, key, page, team, friends
      """
    ),
    (
      "team == heat",
      """
      Player has no heat
        team == heat
                ^^^^ for your own heat, write $heat; for the text, "heat"
      """
    ),
    (
      "team.players.age > 3",
      """
      team.players.age leads to many
        team.players.age > 3
        ^^^^^^^^^^^^^^^^ write ANY team.players.age > 3, or ALL, or NONE
      """
    ),
    (
      "friends == nil",
      """
      friends leads to many
        friends == nil
        ^^^^^^^ write friends.@count == 0
      """
    ),
    (
      "friends > 3",
      """
      friends leads to many
        friends > 3
        ^^^^^^^ write friends.@count > 3
      """
    ),
    (
      "team.players.name == 'x'",
      """
      Player has no 'name'
        team.players.name == 'x'
                     ^^^^ it has firstName, lastName, age, active, birthday, height, key, page, team, friends
      """
    ),
    (
      "friends.count > 2",
      """
      a collection has no 'count'
        friends.count > 2
                ^^^^^ write @count
      """
    ),
    (
      "friends.isEmpty == TRUE",
      """
      a collection has no 'isEmpty'
        friends.isEmpty == TRUE
                ^^^^^^^ write @count == 0
      """
    ),
    (
      "age == 'x'",
      """
      age is a whole number, not text
        age == 'x'
               ^^^
      """
    ),
    (
      "age == '30'",
      """
      age is a whole number, not text
        age == '30'
               ^^^^ write 30 without quotes
      """
    ),
    (
      "firstName == 3",
      #"""
      firstName is text, not a whole number
        firstName == 3
                     ^ write "3"
      """#
    ),
    (
      "active == 'true'",
      """
      active is a Boolean, not text
        active == 'true'
                  ^^^^^^ write TRUE or FALSE
      """
    ),
    (
      "active > 1",
      """
      active is a Boolean, which has no order
        active > 1
        ^^^^^^ write == TRUE or == FALSE
      """
    ),
    (
      "active == 2",
      """
      a Boolean is never 2
        active == 2
                  ^ write TRUE or FALSE
      """
    ),
    (
      "team < 3",
      """
      team is an object (Team), which has no order
        team < 3
        ^^^^ < takes numbers, dates and text
      """
    ),
    (
      "age BEGINSWITH 'x'",
      """
      BEGINSWITH compares text, and age is a whole number
        age BEGINSWITH 'x'
        ^^^
      """
    ),
    (
      "age BETWEEN {1, 2, 3}",
      """
      BETWEEN needs two bounds, not 3
        age BETWEEN {1, 2, 3}
                    ^^^^^^^^^ write BETWEEN {1, 10}
      """
    ),
    (
      "age BETWEEN {9, 1}",
      """
      warning: nothing is between 9 and 1
        age BETWEEN {9, 1}
                    ^^^^^^ write {1, 9}
      """
    ),
    (
      "age BETWEEN {1, 'x'}",
      """
      age is a whole number, not text
        age BETWEEN {1, 'x'}
                        ^^^
      """
    ),
    (
      "birthday == '2026-11-20'",
      #"""
      birthday is a date, not text
        birthday == '2026-11-20'
                    ^^^^^^^^^^^^ write 2026-11-20 without quotes
      """#
    ),
    (
      "key == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'",
      #"""
      key is a UUID, not text
        key == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write uuid "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      """#
    ),
    (
      "page == 'https://a.b'",
      #"""
      page is a URL, not text
        page == 'https://a.b'
                ^^^^^^^^^^^^^ write url "https://a.b"
      """#
    ),
    (
      "team == 'Miami Heat'",
      """
      team is an object (Team), not text
        team == 'Miami Heat'
                ^^^^^^^^^^^^ name one of its attributes, as in team.name
      """
    ),
    (
      "ANY age > 3",
      """
      ANY needs a to-many, and age is one value
        ANY age > 3
            ^^^ leave ANY out
      """
    ),
    (
      "age IN 3",
      """
      IN needs a collection or text, and 3 is a whole number
        age IN 3
               ^ write a list: {1, 2, 3}
      """
    ),
    (
      "firstName IN {1, 2}",
      """
      {1, 2} has a whole number in it, never text
        firstName IN {1, 2}
                     ^^^^^^ write {"1", "2"}
      """
    ),
    (
      "$heet == team",
      """
      nothing is named $heet
        $heet == team
        ^^^^^ did you mean $heat?
      """
    ),
    (
      "firstName + 1 == 2",
      """
      + needs numbers, and firstName is text
        firstName + 1 == 2
        ^^^^^^^^^
      """
    ),
    (
      "friends.@average.age == 2",
      """
      there is no collection operator '@average'
        friends.@average.age == 2
                ^^^^^^^^ the operators are @count, @sum, @avg, @min, @max, @unionOfObjects, @distinctUnionOfObjects, @unionOfArrays, @distinctUnionOfArrays, @unionOfSets, @distinctUnionOfSets
      """
    ),
    (
      "age.@count == 2",
      """
      @count needs a collection, and age is a whole number
        age.@count == 2
            ^^^^^^
      """
    ),
    (
      "firstName.count == 2",
      """
      text has no 'count'
        firstName.count == 2
                  ^^^^^ write length
      """
    ),
    (
      "SUBQUERY(friends, $x, $x.nme == 1).@count == 1",
      """
      Player has no 'nme'
        SUBQUERY(friends, $x, $x.nme == 1).@count == 1
                                 ^^^ it has firstName, lastName, age, active, birthday, height, key, page, team, friends
      """
    ),
    (
      "3 < friends.age",
      """
      friends.age leads to many
        3 < friends.age
            ^^^^^^^^^^^ write ANY friends.age > 3, or ALL, or NONE
      """
    ),
    (
      "friends.firstName CONTAINS 'x' AND lastNme == 1",
      """
      Player has no 'lastNme'
        friends.firstName CONTAINS 'x' AND lastNme == 1
                                           ^^^^^^^ did you mean lastName?
      """
    ),
    (
      "SUBQUERY(friends, $x, $x.age > 1) > 2",
      """
      SUBQUERY(friends, $x, $x.age > 1) is many, not a whole number
        SUBQUERY(friends, $x, $x.age > 1) > 2
                                            ^ ask for SUBQUERY(friends, $x, $x.age > 1).@count
      """
    ),
    (
      "friends.firstName IN {'a'}",
      #"""
      friends.firstName leads to many
        friends.firstName IN {'a'}
        ^^^^^^^^^^^^^^^^^ write ANY friends.firstName IN {"a"}, or ALL, or NONE
      """#
    ),
    (
      "friends.@sum.team > 1",
      """
      @sum needs numbers, not an object (Team)
        friends.@sum.team > 1
        ^^^^^^^^^^^^^^^^^
      """
    ),
  ]

  @Test("Unsound conditions", arguments: unsound)
  func unsoundHasMessage(_ example: (text: String, message: String)) throws {
    let found = try messages(example.text)
    #expect(found == example.message)
  }

  private func messages(_ text: String) throws -> String {
    let parsed = Predicate.parse(text)
    let predicate = try #require(parsed.predicate, "\(shown(parsed.diagnostics, text))")
    return shown(
      predicate.check(against: LeagueShape(), entity: "Player", variables: ["heat"], ownNames: ["heat"]), text)
  }

  @Test("In a template any variable may be bound later")
  func template() throws {
    let predicate = try #require(Predicate.parse("age > $AGE").predicate)
    #expect(predicate.check(against: LeagueShape(), entity: "Player").isEmpty)
  }
}
