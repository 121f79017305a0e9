import Diagnostics

/// `1 student`, `300 students`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(DisplayText.grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}
