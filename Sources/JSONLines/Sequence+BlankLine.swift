extension Sequence<UInt8> {
  /// Whether this is a blank line of JSON Lines, one that has no value and is passed over: white space of JSON only
  /// (RFC 8259, section 2). A line of other control characters is not JSON. O(bytes).
  package var isBlankLine: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }
}
