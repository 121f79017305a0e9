import Support

/// Hashes that are the same on every machine and in every run, unlike those of `Hasher`. They group what is alike; they do
/// not resist anyone who wants two texts to have one hash.
package enum StableHash {
  /// The hash FNV-1a of a text's bytes, 64 bits.
  package static func of(_ text: some StringProtocol) -> UInt64 {
    of(text.utf8)
  }

  /// The same for bytes, from the hash of those before them, or from the beginning.
  package static func of(_ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A number for two numbers, in order, by the last steps of SplitMix64 (Steele, Lea and Flood, 2014).
  package static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var number = first &* 0x9E37_79B9_7F4A_7C15 &+ second &+ 0x632B_E59B_D9B4_E019
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// A hash as text: so many of its last hexadecimal digits.
  package static func text(_ hash: UInt64, digits: Int = 16) -> String {
    String(hash.hexadecimal.suffix(digits))
  }
}
