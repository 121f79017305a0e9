/// Lists of names inside sentences, which may be arbitrarily long.
public enum Listing {
  /// Names beyond this number are counted and not shown.
  public static let limit = 10

  /// Returns `a, b, c`, and of a longer list the first ten: `a, b, … and 5 more`. O(limit).
  /// - Parameters:
  ///   - count: How many there are, where `names` are only the first of them.
  ///   - limit: Names beyond this number are counted and not shown.
  public static func text(
    _ names: some Collection<String>, of count: Int? = nil, upTo limit: Int = Listing.limit
  ) -> String {
    names.prefix(limit).joined(separator: ", ") + rest((count ?? names.count) - limit)
  }

  /// Returns `and 5 more` or, of lines, `and 1 more line` and `and 5 more lines`; nil if nothing is left. O(1).
  package static func more(_ count: Int, _ noun: String? = nil) -> String? {
    if count <= 0 { return nil }
    return "and " + (noun.map { counted(count, "more \($0)") } ?? "\(DisplayText.grouped(count)) more")
  }

  /// Returns the end of a list of which only the beginning is shown: ` and 5 more`, and nothing if that is all of it. O(1).
  /// - Parameter mark: a mark before it, such as a comma.
  package static func rest(_ count: Int, _ noun: String? = nil, after mark: String = "") -> String {
    more(count, noun).map { "\(mark) \($0)" } ?? ""
  }

  /// Returns `a`, `a or b`, or `a, b or c`. O(names).
  public static func alternatives(_ names: [String]) -> String { joined(names, " or ") }

  /// Returns `a`, `a and b`, or `a, b and c`. O(names).
  public static func all(_ names: [String]) -> String { joined(names, " and ") }

  /// Returns `a`, or the names with commas and, before the last, a word with its spaces. O(names).
  public static func joined(_ names: [String], _ word: String) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + word + last
  }

  /// Returns the first ten of a list of lines, and a last one that counts the rest. O(limit).
  public static func lines<Element>(_ elements: [Element], _ line: (Element) -> String) -> [String] {
    elements.prefix(limit).map(line) + (more(elements.count - limit).map { ["… \($0)"] } ?? [])
  }
}

/// Returns `1 student`, `300 students`. O(1).
/// - Parameter plural: a plural that does not end with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(DisplayText.grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
