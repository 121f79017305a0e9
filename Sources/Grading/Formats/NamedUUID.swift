import Support

/// UUIDs that are derived from a name: the same name gives the same UUID (RFC 9562, version 5).
package enum NamedUUID {
  /// The RFC's namespace *URL*, because it has none for other texts.
  private static let namespace: [UInt8] = [
    0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ]

  /// `cfbff0d1-9375-5685-968c-48ce8b15ae17`.
  package static func make(from name: String) -> String {
    var bytes = Array(sha1(namespace + name.utf8)[..<16])
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map(\.hexadecimal)
    return [digits[..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]].map { $0.joined() }
      .joined(separator: "-")
  }

  /// Returns the SHA-1 digest (FIPS 180-4), which version 5 requires; it protects nothing here. O(bytes).
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    let bits = UInt64(message.count) * 8
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + 4 * word + $1]) }
      }
      for place in 16..<80 {
        words.append(rotated(words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16], by: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for (place, word) in words.enumerated() {
        let (mix, constant): (UInt32, UInt32) =
          switch place {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (rotated(a, by: 5) &+ mix &+ e &+ constant &+ word, a, rotated(b, by: 30), c, d)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
