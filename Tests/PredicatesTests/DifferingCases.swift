/// The cases of the corpus that do not hold, with the reason and the evidence for it. All of them are Realm's.
///
/// `.corpus` are those that the corpus itself marks as another dialect's. Of every other one the evidence says what
/// speaks against it: Apple's grammar or documents, or a case that was asserted on Apple's systems.
enum DifferingCases {
  enum Evidence {
    /// The corpus says `"apple_compatible": false` of each.
    case corpus
    case that(String)
  }

  static let byReason: [(reason: String, evidence: Evidence, cases: String)] = [
    (
      "Realm implies ANY over lists; NSPredicate compares the list itself",
      .corpus,
      """
      rc-061 rc-062 rc-063 rc-064 rc-178 rc-199 rc-321
      """
    ),
    (
      "Realm's substring operators take NULL as a text; with NSPredicate nil is in nothing",
      .corpus,
      """
      rc-101 rc-102 rc-103 rc-104 rc-105 rc-106 rc-107 rc-108 rc-115 rc-116
      """
    ),
    (
      "Realm counts a text's characters with @count; NSPredicate has length",
      .corpus,
      """
      rc-119 rc-120 rc-128 rc-141 rc-142
      """
    ),
    (
      "Realm's variables may have a hyphen in them; to NSPredicate it is a minus",
      .that(
        "a variable is $ and an identifier in Apple's grammar, and - between two operands is a difference: $a-1 has to be one"
      ),
      """
      rc-165
      """
    ),
    (
      "Realm compares with each element of a literal list; NSPredicate with the list itself",
      .corpus,
      """
      rc-225 rc-229 rc-230 rc-231 rc-232 rc-233 rc-234 rc-235 rc-236 rc-241 rc-242 rc-243 rc-244
      rc-245 rc-269 rc-271 rc-294
      """
    ),
    (
      "Realm takes ANY, ALL and NONE on the right side; NSPredicate has them before the comparison",
      .corpus,
      """
      rc-254 rc-258 rc-259 rc-260 rc-261 rc-262 rc-263 rc-264 rc-265 rc-266 rc-267 rc-268 rc-270
      rc-272 rc-273 rc-274 rc-275 rc-301 rc-302 rc-303 rc-304 rc-305 rc-306 rc-307 rc-308 rc-309
      rc-310 rc-311 rc-312 rc-313 rc-314 rc-315 rc-316 rc-317 rc-318 rc-319 rc-320 rc-322 rc-323
      rc-324 rc-326 rc-327 rc-328
      """
    ),
    (
      "Realm orders and multiplies lists element by element; lists have no order or arithmetic here",
      .that(
        """
        The corpus marks the same habit false where it is alone: items.price > 3.0 (rc-061), items.price == 5.5 (rc-178). \
        < sends compare: to the left side, which a collection does not have; arithmetic takes numbers alone
        """),
      """
      rc-299 rc-325
      """
    ),
    (
      "Realm takes a whole number divided by zero for infinite; here it is an error",
      .that(
        """
        Whole numbers stay whole: 5 / 2 is 2 (asserted on Apple's systems), and no whole number is infinite. What C leaves \
        undefined Apple's documents do not promise either, so no answer can be given
        """),
      """
      rc-338 rc-339 rc-340
      """
    ),
    (
      "Realm's variables may have no name, and stand in the middle of a word",
      .that(
        "Predicate Format String Syntax: a variable is $ and a name; $ in the middle of a word begins another token"),
      """
      rcs-025 rcs-026 rcs-028
      """
    ),
    (
      "Realm takes operator words for keys by their place; NSPredicate wants #in",
      .that("Predicate Format String Syntax, Reserved Words: IN, CONTAINS, … are no keys unless they are written #in"),
      """
      rcs-064 rcs-065 rcs-066 rcs-067
      """
    ),
    (
      "\\a is an escape here (the bell), and unknown in Realm",
      .that("a public re-implementation of Apple's scanner reads \\a as the bell; no source of Apple's refuses it"),
      """
      rcs-111
      """
    ),
    (
      "valid in Apple's grammar, refused by Realm",
      .corpus,
      """
      rcs-120 rcs-162
      """
    ),
    (
      "keys in a list: valid in Apple's grammar, refused by Realm",
      .that(
        "BNF Definition of Cocoa Predicates: a literal_aggregate holds expressions; NSExpression: date between {$YESTERDAY, $TOMORROW}"
      ),
      """
      rcs-152
      """
    ),
    (
      "a comparison of what SUBQUERY gives, and collection operators behind it: valid in Apple's grammar",
      .that(
        """
        BNF Definition of Cocoa Predicates: a comparison is of any two expressions, and the parser does no semantic type \
        checking (Predicate Format String Syntax). Whether the values compare shows when they are compared
        """),
      """
      rcs-153 rcs-154 rcs-155 rcs-156 rcs-157
      """
    ),
  ]

  /// The evidence by case.
  static let evidence: [String: Evidence] = Dictionary(
    uniqueKeysWithValues: byReason.flatMap { group in
      group.cases.split(whereSeparator: \.isWhitespace).map { (String($0), group.evidence) }
    })
}
