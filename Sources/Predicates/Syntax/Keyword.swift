/// The words that the predicate language keeps for itself, in any letter case.
///
/// Source: Predicate Programming Guide, "Reserved Words"; the words that Apple's printer marks with `#` as well.
package enum Keyword: String, Hashable, Sendable, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `in` = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case utiConformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"
  case null = "NULL"
  case `nil` = "NIL"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case `self` = "SELF"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case function = "FUNCTION"
  case ternary = "TERNARY"

  /// The keyword that a word spells, or nil. O(length of the word).
  package init?(word: some StringProtocol) {
    guard let packed = PackedWord(word, inCapitals: true) else { return nil }
    self.init(packed)
  }

  /// The keyword that a word in capitals spells, or nil.
  package init?(_ word: PackedWord) {
    guard let keyword = Self.table[word] else { return nil }
    self = keyword
  }

  private static let table: [PackedWord: Keyword] = {
    var table: [PackedWord: Keyword] = [:]
    for keyword in Keyword.allCases {
      if let packed = PackedWord(keyword.rawValue, inCapitals: true) { table[packed] = keyword }
    }
    return table
  }()

  /// Whether a key of this name must be written `#name`, so that it is not taken for the keyword.
  package static func isReserved(_ name: String) -> Bool {
    if let keyword = Keyword(word: name) { return keyword != .ternary }
    return ["APPLY", "INTERSECTION", "TOKENMATCHES"].contains(name.uppercased())
  }

  /// The operators that are words of letters: `IN`, `BETWEEN`, `CONTAINS`, `BEGINSWITH`, …
  package static let operatorWords = allCases.filter { $0.comparison != nil && !$0.rawValue.contains("-") }.map(
    \.rawValue)

  /// The comparison operator that the word means.
  package var comparison: Predicate.Comparison.Operator? {
    switch self {
    case .in: .in
    case .between: .between
    case .contains: .contains
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .like: .like
    case .matches: .matches
    case .utiConformsTo: .utiConformsTo
    case .utiEquals: .utiEquals
    case .and, .or, .not, .any, .some, .all, .none, .null, .nil, .true, .yes, .false, .no, .self, .anyKey,
      .truePredicate, .falsePredicate, .first, .last, .size, .union, .intersect, .minus, .subquery, .cast, .function,
      .ternary:
      nil
    }
  }
}
