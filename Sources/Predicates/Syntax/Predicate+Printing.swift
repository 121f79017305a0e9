extension Predicate: CustomStringConvertible {
  /// The canonical text, as Apple's `predicateFormat` gives it: `dummyID == 20 OR (name ==[c] "x" AND slug IN {"a",
  /// "b"})`.
  ///
  /// It parses to an equal predicate, and canonical text is its own canonical text. O(size).
  public var description: String {
    switch kind {
    case .constant(let flag): flag ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): comparison.description
    case .and(let operands):
      operands.isEmpty ? "TRUEPREDICATE" : operands.map(\.asOperand).joined(separator: " AND ")
    case .or(let operands):
      operands.isEmpty ? "FALSEPREDICATE" : operands.map(\.asOperand).joined(separator: " OR ")
    case .not(let operand): "NOT " + operand.asOperand
    case .truth(let expression): expression.description
    }
  }

  /// In parentheses when it is made of conditions itself.
  private var asOperand: String {
    switch kind {
    case .and(let operands), .or(let operands): operands.isEmpty ? description : "(\(description))"
    case .not: "(\(description))"
    case .constant, .comparison, .truth: description
    }
  }
}

extension Predicate.Comparison: CustomStringConvertible {
  /// `ANY players.age >= 30`: modifier, left side, operator with its options, right side.
  public var description: String {
    let quantifier = modifier == .direct ? "" : modifier.rawValue + " "
    return "\(quantifier)\(left) \(CanonicalText.spelling(of: `operator`))\(options.description) \(right)"
  }
}

extension Predicate.Comparison.Options: CustomStringConvertible {
  /// `[cd]`, or nothing. O(1).
  public var description: String {
    isEmpty ? "" : "[" + String(Self.letters.filter { contains($0.option) }.map(\.letter)) + "]"
  }

  private static let letters: [(letter: Character, option: Self)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
  ]

  /// The option of a letter in either case; nil for any other letter.
  package init?(letter: Character) {
    guard let found = Self.letters.first(where: { String($0.letter) == letter.lowercased() }) else { return nil }
    self = found.option
  }
}
