extension String {
  /// Whether it is a number as people write it, `-12.5e3`: Foundation reads the 0 of `0x10` and ignores the rest, and
  /// the standard library reads it as sixteen.
  package var isDecimalNumber: Bool {
    var rest = utf8[...]
    func digits(_ rest: inout Substring.UTF8View) -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    func take(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("+-", &rest)
    let hasWhole = digits(&rest)
    let hasFraction = take(".", &rest) && digits(&rest)
    guard hasWhole || hasFraction else { return false }
    if take("eE", &rest) {
      _ = take("+-", &rest)
      guard digits(&rest) else { return false }
    }
    return rest.isEmpty
  }
}
