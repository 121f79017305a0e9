import Diagnostics
import Predicates
import Testing

@Suite("What the parser says")
struct ParserMessageTests {
  static let formatStrings: [(text: String, message: String)] = [
    (
      "name CONTAIN 'x'",
      #"""
      there is no operator 'CONTAIN'
        name CONTAIN 'x'
             ^^^^^^^ did you mean CONTAINS?
      """#
    ),
    (
      "a == b ADN c == 3",
      #"""
      expected AND, OR or the end, found 'ADN'
        a == b ADN c == 3
               ^^^ did you mean AND?
      """#
    ),
    (
      "a == b c == 3",
      #"""
      expected AND, OR or the end, found 'c'
        a == b c == 3
               ^ AND or OR is missing before it
      """#
    ),
    (
      "name STARTSWITH 'x'",
      #"""
      there is no operator 'STARTSWITH'
        name STARTSWITH 'x'
             ^^^^^^^^^^ did you mean BEGINSWITH?
      """#
    ),
    (
      "a NOT IN {1, 2}",
      #"""
      warning: NSPredicate has no NOT IN
        a NOT IN {1, 2}
          ^^^^^^ write NOT x IN y
      """#
    ),
    (
      "x =! 3",
      #"""
      there is no operator '=!'
        x =! 3
          ^^ write !=
      """#
    ),
    (
      "x === 3",
      #"""
      there is no operator '==='
        x === 3
          ^^^ write ==
      """#
    ),
    (
      "x !== 3",
      #"""
      there is no operator '!=='
        x !== 3
          ^^^ write !=
      """#
    ),
    (
      "name IS NULL",
      #"""
      'IS NULL' is SQL
        name IS NULL
             ^^^^^^^ write == nil
      """#
    ),
    (
      "name IS NOT NULL",
      #"""
      'IS NOT NULL' is SQL
        name IS NOT NULL
             ^^^^^^^^^^^ write != nil
      """#
    ),
    (
      "a = b = c",
      #"""
      comparisons don't chain
        a = b = c
              ^ write … AND b = …
      """#
    ),
    (
      "a == 1 &&& b == 2",
      #"""
      there is no operator '&&&'
        a == 1 &&& b == 2
               ^^^ write &&
      """#
    ),
    (
      "a == 1 ||| b == 2",
      #"""
      there is no operator '|||'
        a == 1 ||| b == 2
               ^^^ write ||
      """#
    ),
    (
      "x ==",
      #"""
      expected a value after '==', but the text ends here
        x ==
            ^
      """#
    ),
    (
      "x == ",
      #"""
      expected a value after '==', but the text ends here
        x == 
            ^
      """#
    ),
    (
      "x == 1 AND",
      #"""
      expected a condition after 'AND', but the text ends here
        x == 1 AND
                  ^
      """#
    ),
    (
      "NOT",
      #"""
      expected a condition after 'NOT', but the text ends here
        NOT
           ^
      """#
    ),
    (
      "ANY",
      #"""
      expected a value after 'ANY', but the text ends here
        ANY
           ^
      """#
    ),
    (
      "",
      #"""
      expected a condition, but the text ends here
        
        ^
      """#
    ),
    (
      "== 1",
      #"""
      expected a condition, found '=='
        == 1
        ^^
      """#
    ),
    (
      "name == “Heat”",
      #"""
      these quotes are typographic
        name == “Heat”
                ^^^^^^ write "Heat"
      """#
    ),
    (
      "name == 'JR's Pad'",
      #"""
      expected AND, OR or the end, found 's'
        name == 'JR's Pad'
                    ^ inside '…' an apostrophe is written \', or write "…"
      """#
    ),
    (
      "name == 'abc",
      #"""
      this text has no ' at its end
        name == 'abc
                ^^^^ inside '…' an apostrophe is written \', or write "…"
      """#
    ),
    (
      "(a == 1",
      #"""
      the ( is not closed
        (a == 1
               ^ ) is missing here
        the ( is on line 1, column 1
      """#
    ),
    (
      "a == 1)",
      #"""
      expected AND, OR or the end, found ')'
        a == 1)
              ^ nothing is open that ) would close
      """#
    ),
    (
      "a IN {1, 2",
      #"""
      the { is not closed
        a IN {1, 2
                  ^ } is missing here
        the { is on line 1, column 6
      """#
    ),
    (
      "a IN {1 2}",
      #"""
      expected }, found '2'
        a IN {1 2}
                ^ a comma or an operator is missing
        the { is on line 1, column 6
      """#
    ),
    (
      "a IN (1, 2)",
      #"""
      a list in a condition needs braces
        a IN (1, 2)
             ^^^^^^ write {1, 2}
      """#
    ),
    (
      "a IN [1, 2]",
      #"""
      a list in a condition needs braces
        a IN [1, 2]
             ^^^^^^ write {1, 2}
      """#
    ),
    (
      "name LIKE '%x%'",
      #"""
      note: in LIKE, * matches any text and % matches itself
        name LIKE '%x%'
                  ^^^^^ write "*x*"
      """#
    ),
    (
      "a ==[x] 1",
      #"""
      there is no option 'x'
        a ==[x] 1
             ^ c ignores letter case, d accents; n compares text as it is, l by locale
      """#
    ),
    (
      "%k == 1",
      #"""
      there is no placeholder '%k'
        %k == 1
        ^^ a key path's placeholder is %K
      """#
    ),
    (
      "size == 3",
      #"""
      'size' is a word of the language
        size == 3
        ^^^^ a key of this name is written #size
      """#
    ),
    (
      "a ? b",
      #"""
      expected a comparison such as == or CONTAINS, found '?'
        a ? b
          ^ write $name for a value that is filled in later
      """#
    ),
    (
      "TRUE",
      #"""
      this is a value, not a condition
        TRUE
        ^^^^ write TRUEPREDICATE
      """#
    ),
    (
      "active",
      #"""
      this is a value, not a condition
        active
        ^^^^^^ compare it: active == TRUE
      """#
    ),
    (
      "1 + 2",
      #"""
      this is a value, not a condition
        1 + 2
        ^^^^^ compare it with something: 1 + 2 == …
      """#
    ),
    (
      "SUBQUERY(a, b, c == 1).@count > 0",
      #"""
      expected a variable after ',', found 'b'
        SUBQUERY(a, b, c == 1).@count > 0
                    ^ write $b
      """#
    ),
    (
      "SUBQUERY(a, $x).@count > 0",
      #"""
      expected a comma and a condition after '$x', found ')'
        SUBQUERY(a, $x).@count > 0
                      ^
      """#
    ),
    (
      "foo(1) == 2",
      #"""
      there is no function 'foo'
        foo(1) == 2
        ^^^
      """#
    ),
    (
      "averge(a) == 2",
      #"""
      there is no function 'averge'
        averge(a) == 2
        ^^^^^^ did you mean average?
      """#
    ),
    (
      "sqrt(1, 2) == 2",
      #"""
      sqrt takes one argument, not 2
        sqrt(1, 2) == 2
        ^^^^^^^^^^
      """#
    ),
    (
      "CAST(a, 'Date') == 2",
      #"""
      there is no type 'Date' to cast to
        CAST(a, 'Date') == 2
                ^^^^^^ NSString, NSNumber, NSDecimalNumber or NSDate
      """#
    ),
    (
      "CAST(a, NSDate) == 2",
      #"""
      the type to cast to is a string
        CAST(a, NSDate) == 2
                ^^^^^^ such as "NSDate" or "NSNumber"
      """#
    ),
    (
      "x == 999999999999999999999999999999999999999",
      #"""
      this number has more than 38 digits
        x == 999999999999999999999999999999999999999
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a Decimal keeps 38 digits, a Double 17
      """#
    ),
    (
      "x == 0b12",
      #"""
      '0b12' has a digit that base 2 does not
        x == 0b12
             ^^^^
      """#
    ),
    (
      "x == 03a",
      #"""
      expected AND, OR or the end, found 'a'
        x == 03a
               ^ a name begins with a letter
      """#
    ),
    (
      "a == 5 % 2",
      #"""
      expected AND, OR or the end, found '%'
        a == 5 % 2
               ^ a remainder is written modulus:by:(a, b), a placeholder %@
      """#
    ),
    (
      "a..b == 1",
      #"""
      expected a key after '.', found '.'
        a..b == 1
          ^
      """#
    ),
    (
      "a. == 1",
      #"""
      expected a key after '.', found '=='
        a. == 1
           ^^
      """#
    ),
    (
      "team?.name == 'x'",
      #"""
      a key path needs no '?'
        team?.name == 'x'
            ^ write . alone: nil goes through by itself
      """#
    ),
    (
      "(a == 1) == (b == 2)",
      #"""
      a condition is not a value
        (a == 1) == (b == 2)
        ^^^^^^^^ TERNARY(condition, a, b) makes a value of one
      """#
    ),
    (
      "(a == 1) + 2 == 3",
      #"""
      a condition is not a value
        (a == 1) + 2 == 3
        ^^^^^^^^ TERNARY(condition, a, b) makes a value of one
      """#
    ),
    (
      "a == ANY b",
      #"""
      ANY must come before the whole comparison
        a == ANY b
             ^^^ move it to the left: ANY a == b
      """#
    ),
    (
      "a == NOT b",
      #"""
      NOT must come before the whole comparison
        a == NOT b
             ^^^ move it to the left: NOT a == b
      """#
    ),
    (
      "a ≤ 3",
      #"""
      there is no operator '≤'
        a ≤ 3
          ^ write <=
      """#
    ),
    (
      "a == 1 adn b == 2",
      #"""
      expected AND, OR or the end, found 'adn'
        a == 1 adn b == 2
               ^^^ did you mean AND?
      """#
    ),
    (
      "a == 1;",
      #"""
      expected AND, OR or the end, found ';'
        a == 1;
              ^ a condition ends without ;
      """#
    ),
    (
      #"x == '\u12'"#,
      #"""
      this escape needs four hexadecimal digits
        x == '\u12'
              ^^ as in \u0062
      """#
    ),
    (
      "a == b c",
      #"""
      expected AND, OR or the end, found 'c'
        a == b c
               ^ write text in quotes: "b c"
      """#
    ),
    (
      "$ == 1",
      #"""
      the name is missing after $
        $ == 1
        ^ it begins with a letter, as in $name
      """#
    ),
    (
      "a == 3 – 2",
      #"""
      this is a dash, not a minus
        a == 3 – 2
               ^ write -
      """#
    ),
    (
      "BETWEEN {1,2}",
      #"""
      expected a condition, found 'BETWEEN'
        BETWEEN {1,2}
        ^^^^^^^
      """#
    ),
    (
      "a BETWEEN",
      #"""
      expected a value after 'BETWEEN', but the text ends here
        a BETWEEN
                 ^
      """#
    ),
    (
      "a += 1 == 2",
      #"""
      there is no operator '+='
        a += 1 == 2
           ^ a condition changes nothing: write +
      """#
    ),
    (
      "a == 1 AND (b == 2 OR c == )",
      #"""
      expected a value after '==', found ')'
        a == 1 AND (b == 2 OR c == )
                                   ^
      """#
    ),
    (
      "a == {1, 2",
      #"""
      the { is not closed
        a == {1, 2
                  ^ } is missing here
        the { is on line 1, column 6
      """#
    ),
  ]

  @Test("In a format string", arguments: formatStrings)
  func formatMessage(_ example: (text: String, message: String)) {
    #expect(shown(Predicate.parse(example.text).diagnostics, example.text) == example.message)
  }

  static let workbook: [(text: String, message: String)] = [
    (
      "d > 2026-02-30",
      #"""
      there is no day 2026-02-30
        d > 2026-02-30
            ^^^^^^^^^^ this month has 28 days
      """#
    ),
    (
      "d > 2026-13-01T10:00:00Z",
      #"""
      there is no time 2026-13-01T10:00:00Z
        d > 2026-13-01T10:00:00Z
            ^^^^^^^^^^^^^^^^^^^^ the months go from 01 to 12
      """#
    ),
    (
      "%@ == 1",
      #"""
      a placeholder takes its value from a program
        %@ == 1
        ^^ write your own name: $name
      """#
    ),
    (
      #"uuid "x""#,
      #"""
      'x' is no UUID
        uuid "x"
             ^^^ as in E621E1F8-C36C-495A-93FC-0C247A3E6E5F
      """#
    ),
    (
      #"data "0a0""#,
      #"""
      '0a0' is no data
        data "0a0"
             ^^^^^ as in 0a0b, two hexadecimal digits a byte
      """#
    ),
    (
      #""a \(1 +) b""#,
      #"""
      expected a value after '+', but the text ends here
        "a \(1 +) b"
                ^
      """#
    ),
    (
      #""a \() b""#,
      #"""
      expected a value in \( )
        "a \() b"
             ^
      """#
    ),
    (
      #""\d""#,
      #"""
      there is no escape \d
        "\d"
         ^^ a backslash is written \\: \\d
      """#
    ),
    (
      #""abc"#,
      #"""
      this text has no " at its end
        "abc
        ^^^^ write " where it ends
      """#
    ),
    (
      "p NOT IN {1}",
      #"""
      warning: NSPredicate has no NOT IN
        p NOT IN {1}
          ^^^^^^ write NOT x IN y
      """#
    ),
    (
      "a ==",
      #"""
      expected a value after '==', but the text ends here
        a ==
            ^
      """#
    ),
    (
      "a == // comment",
      #"""
      expected a value after '==', but the text ends here
        a == // comment
            ^
      """#
    ),
    (
      #"name CONTAIN "x""#,
      #"""
      there is no operator 'CONTAIN'
        name CONTAIN "x"
             ^^^^^^^ did you mean CONTAINS?
      """#
    ),
    (
      "name IS NULL",
      #"""
      'IS NULL' is SQL
        name IS NULL
             ^^^^^^^ write == nil
      """#
    ),
    (
      "(1, 2)",
      #"""
      a list in a condition needs braces
        (1, 2)
        ^^^^^^ write {1, 2}
      """#
    ),
    (
      "a IN [1, 2]",
      #"""
      a list in a condition needs braces
        a IN [1, 2]
             ^^^^^^ write {1, 2}
      """#
    ),
  ]

  @Test("In the workbook", arguments: workbook)
  func workbookMessage(_ example: (text: String, message: String)) {
    var parser = PredicateParser(TokenCursor(SourceText(example.text), dialect: .workbook))
    parser.allowsInterpolation = true
    _ = parser.parseConditionOrExpression()
    #expect(shown(parser.cursor.diagnostics, example.text) == example.message)
  }

  @Test(
    "A text that ends too early is told apart from one that is wrong",
    arguments: [
      "x ==", "x == 1 AND", "NOT", "(a == 1", "a IN {1, 2", "a IN {1,", "f.", "a[0", "sum(1,", "SUBQUERY(a, $x,", "-",
      "$a :=", "CAST(a", "ANY", "a BETWEEN", "TERNARY(a == 1, 2",
    ])
  func unexpectedEnd(_ text: String) {
    for dialect in [Lexer.Dialect.predicateFormat, .workbook] {
      var parser = PredicateParser(TokenCursor(SourceText(text), dialect: dialect))
      _ = parser.parseConditionOrExpression()
      #expect(parser.cursor.diagnostics.map(\.id) == ["unexpected-end"], "\(text)")
    }
  }

  @Test(
    "A fix is text that parses",
    arguments: ["a =! 1", "a === 1", "name IS NULL", "a CONTAIN 'x'", "a IN (1, 2)", "size == 1", "b == “x”"])
  func fixes(_ text: String) throws {
    let diagnostic = try #require(Predicate.parse(text).diagnostics.first)
    let fix = try #require(diagnostic.fix)
    let bytes = Array(text.utf8)
    let mended =
      String(decoding: bytes[..<fix.range.lowerBound], as: UTF8.self) + fix.replacement
      + String(decoding: bytes[fix.range.upperBound...], as: UTF8.self)
    #expect(Predicate.parse(mended).predicate != nil, "\(mended)")
  }
}
