import struct Foundation.Decimal

extension Value {
  /// Whether the predicate language calls the two equal: what `==` in a predicate says.
  ///
  /// `nil` equals `nil` alone. Numbers and Booleans compare by value, whatever their type: `1`, `1.0` and `TRUE` are
  /// equal, `2` and `TRUE` are not. Text is never equal to a number. Lists are equal element by element, in order;
  /// sets whatever the order; a list and a set never.
  ///
  /// Text is equal scalar by scalar after what `options` fold: é as one scalar and as e with an accent are two texts, and
  /// one with `[d]`. So NSPredicate compares them in memory (`isEqual:`, whose documentation calls it literal; by
  /// disassembly `[c]` and `[n]` are literal about marks, too), and so does a SQLite store, which compares bytes: for
  /// uniqueness, `distinct` and groups as well. Order is another question, see ``compare(to:options:)``.
  ///
  /// O(size), if lists inside of sets are few.
  public func isEqual(to other: Value, options: Predicate.Comparison.Options = []) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.string(let a), .string(let b)):
      return options.folded(a).isLiterally(options.folded(b))
    case (.null, .null): return true
    case (.date(let a), .date(let b)): return a == b
    case (.data(let a), .data(let b)): return a == b
    case (.uuid(let a), .uuid(let b)): return a == b
    case (.url(let a), .url(let b)): return a == b
    case (.object(let a), .object(let b)): return a == b
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1, options: options) }
    case (.set(let a), .set(let b)):
      if options.isEmpty, Set(a) == Set(b) { return true }
      return a.count == b.count && a.allSatisfy(ConstantSet(b, options: options).holds)
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count && a.allSatisfy { key, value in b[key]?.isEqual(to: value, options: options) ?? false }
    case (.boolean, _), (.integer, _), (.double, _), (.decimal, _): return numericOrder(to: other) == .same
    default: return false
    }
  }
}
