import Diagnostics

extension Predicate {
  /// Returns a text near `text` that parses, or nil when none was found: the one thing to offer with an error.
  ///
  /// ```swift
  /// Predicate.suggestion(for: "name CONTAIN 'x")   // name CONTAINS 'x'
  /// ```
  ///
  /// Small changes around the place of the first error are tried, the likeliest first, and again on what they leave:
  /// the changes that the errors themselves propose, quotes and brackets put in, words exchanged, what is too much
  /// left out. The first result that parses is given. A value that is missing becomes `$value`. Nothing is tried on
  /// texts of more than 4,000 bytes. O(length), at most some hundred times.
  public static func suggestion(for text: String, arguments: [Value] = []) -> String? {
    Repair.suggestion(for: text) { parse($0, arguments: arguments).diagnostics }
  }
}

extension Expression {
  /// Returns a text near `text` that parses as an expression. See ``Predicate/suggestion(for:arguments:)``. O(length),
  /// at most some hundred times.
  public static func suggestion(for text: String, arguments: [Value] = []) -> String? {
    Repair.suggestion(for: text) { parse($0, arguments: arguments).diagnostics }
  }
}
