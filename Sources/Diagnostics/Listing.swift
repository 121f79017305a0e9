/// Lists of names inside sentences, which may be arbitrarily long.
public enum Listing {
  /// Names beyond this number are counted and not shown.
  public static let limit = 10

  /// Returns `a, b, c`, and of a longer list the first ten: `a, b, … and 5 more`. O(limit).
  /// - Parameter count: How many there are, where `names` are only the first of them.
  public static func text(_ names: some Collection<String>, of count: Int? = nil) -> String {
    let shown = names.prefix(limit).joined(separator: ", ")
    let count = count ?? names.count
    return count > limit ? "\(shown) and \(DisplayText.grouped(count - limit)) more" : shown
  }

  /// Returns `a`, `a or b`, or `a, b or c`. O(names).
  public static func alternatives(_ names: [String]) -> String { joined(names, " or ") }

  /// Returns `a`, `a and b`, or `a, b and c`. O(names).
  public static func all(_ names: [String]) -> String { joined(names, " and ") }

  private static func joined(_ names: [String], _ word: String) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + word + last
  }

  /// Returns the first ten of a list of lines, and a last one that counts the rest. O(limit).
  public static func lines<Element>(_ elements: [Element], _ line: (Element) -> String) -> [String] {
    elements.prefix(limit).map(line)
      + (elements.count > limit ? ["… and \(DisplayText.grouped(elements.count - limit)) more"] : [])
  }
}

/// Returns `1 student`, `300 students`. O(1).
/// - Parameter plural: a plural that does not end with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(DisplayText.grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
