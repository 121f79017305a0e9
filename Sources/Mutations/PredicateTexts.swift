/// Format strings of every form that the language has, for tests and fuzzing.
package enum PredicateTexts {
  package static let forms = [
    "a == 1", "a = 1", "a <> 1", "a =< 1 OR b => 2", "a == TRUE", "a == NO", "a != NULL", "name ==[c] 'x'",
    "a == 1 AND (b == 2 OR NOT c == 3)", "NOT NOT a == 1", "a == 1 AND (b == 2 AND c == 3)", "TRUEPREDICATE",
    "NONE players.age > 3", "ALL players.age BETWEEN {1, 2}", "ANY a.b CONTAINS[cd] 'é'",
    "SUBQUERY(items, $x, $x.price > 3 AND $x.name LIKE 'a*').@count == 2", "(a.b)[0] == 1", "a.b[SIZE] == 1",
    "a[FIRST].b == $x", "items[$i + 1].name == 'x'", "FUNCTION(a, 'pow:', 3) == 1", "FUNCTION('a', 'uppercase') == 'A'",
    "CAST(12.5, 'NSDate') < d", "TERNARY(a == 1, 2, 3) == b", "$a := 3 == 4", "a.#size == #in", "g.@max.#self == 9",
    "1 + 2 * 3 ** 2 == (1 + 2) * 3", "-a == -(b + c)", "-3 == --3", "~a == 1 << 3 | 4 & 5 ^ 6", "a UNION {1} == {1, 2}",
    "add:to:(1, 2) == 3", "modulus:by:(5, 3) == 2", "sum(a, b) == count(c)", "now() > d", "%K == %@ AND %K.%K > %lld",
    "x == 'it\\'s \\\"q\\\" \\\\ \\n \\u00e9'", "x == 0x1F", "x == 1.5e3 OR y == 2.0", "SELF.name == SELF",
    "SELF IN {}", "a IN {{1, 2}, {3}}", "ANYKEY == 1", "$a.$b == 1", "@count == 1", "a.@sum.b.c > 2",
  ]
}
