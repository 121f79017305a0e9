/// The cases of the corpus that do not hold, by reason. None of them was asserted on Apple's systems or in Apple's
/// documents; most are marked as another dialect's in the corpus itself, and the rest are Realm's own, marked unsure
/// there, but for one of GNUstep's.
enum DifferingCases {
  static let byReason: [(reason: String, cases: String)] = [
    (
      "a key that begins with $ prints with SELF, so that it parses to the same key again",
      """
      gs-032
      """
    ),
    (
      "Realm implies ANY over lists; NSPredicate compares the list itself",
      """
      rc-061 rc-062 rc-063 rc-064 rc-178 rc-199 rc-321
      """
    ),
    (
      "Realm's substring operators take NULL as a text; with NSPredicate nil is in nothing",
      """
      rc-101 rc-102 rc-103 rc-104 rc-105 rc-106 rc-107 rc-108 rc-115 rc-116
      """
    ),
    (
      "Realm counts a text's characters with @count; NSPredicate has length",
      """
      rc-119 rc-120 rc-128 rc-141 rc-142
      """
    ),
    (
      "Realm's variables may have a hyphen in them; to NSPredicate it is a minus",
      """
      rc-165
      """
    ),
    (
      "Realm compares with each element of a literal list; NSPredicate with the list itself",
      """
      rc-225 rc-229 rc-230 rc-231 rc-232 rc-233 rc-234 rc-235 rc-236 rc-241 rc-242 rc-243 rc-244
      rc-245 rc-269 rc-271 rc-294
      """
    ),
    (
      "Realm takes ANY, ALL and NONE on the right side; NSPredicate has them before the comparison",
      """
      rc-254 rc-258 rc-259 rc-260 rc-261 rc-262 rc-263 rc-264 rc-265 rc-266 rc-267 rc-268 rc-270
      rc-272 rc-273 rc-274 rc-275 rc-301 rc-302 rc-303 rc-304 rc-305 rc-306 rc-307 rc-308 rc-309
      rc-310 rc-311 rc-312 rc-313 rc-314 rc-315 rc-316 rc-317 rc-318 rc-319 rc-320 rc-322 rc-323
      rc-324 rc-326 rc-327 rc-328
      """
    ),
    (
      "Realm orders and multiplies lists element by element; lists have no order or arithmetic here",
      """
      rc-299 rc-325
      """
    ),
    (
      "Realm's division by zero gives no row; NSNumber's gives no number, and here it is an error",
      """
      rc-338 rc-339 rc-340
      """
    ),
    (
      "Realm's variables may have no name, and stand in the middle of a word",
      """
      rcs-025 rcs-026 rcs-028
      """
    ),
    (
      "Realm takes operator words for keys by their place; NSPredicate wants #in",
      """
      rcs-064 rcs-065 rcs-066 rcs-067
      """
    ),
    (
      "\\a is an escape here (the bell), and unknown in Realm",
      """
      rcs-111
      """
    ),
    (
      "valid in Apple's grammar, refused by Realm",
      """
      rcs-120 rcs-152 rcs-153 rcs-154 rcs-155 rcs-156 rcs-157 rcs-162
      """
    ),
  ]

  static let reasons: [String: String] = Dictionary(
    uniqueKeysWithValues: byReason.flatMap { group in
      group.cases.split(whereSeparator: \.isWhitespace).map { (String($0), group.reason) }
    })
}
