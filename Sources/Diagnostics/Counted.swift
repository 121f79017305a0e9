/// Returns `1 student`, `300 students`. O(1).
/// - Parameter plural: a plural that does not end with an s.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(DisplayText.grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
