extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte, in small letters: `00ff`. O(bytes).
  package var hexadecimal: String { lazy.map(\.hexadecimal).joined() }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All hexadecimal digits of the number, leading zeros included, in small letters: `0000beef` of a `UInt32`.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

extension StringProtocol {
  /// The text as a part of an address (RFC 3986): ASCII letters and digits stay, and what else is named; every other byte of
  /// its UTF-8 becomes `%` and two digits. O(bytes).
  /// - Parameter punctuation: the characters that stay, of ASCII.
  package func percentEncoded(keeping punctuation: String) -> String {
    var result = ""
    for byte in utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || punctuation.contains(character) {
        result.append(character)
      } else {
        result += "%" + byte.hexadecimal.uppercased()
      }
    }
    return result
  }
}
