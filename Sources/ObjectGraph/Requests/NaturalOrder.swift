import Predicates

/// The order of a file list: "Chapter 9" before "Chapter 10", é next to e.
enum NaturalOrder {
  /// A text whose plain order is the natural order of the texts that they are made from. O(length).
  ///
  /// Four levels, one after the other: letters without case and marks and digits as numbers; marks; case; the text
  /// itself.
  static func key(of text: String) -> String {
    let letters: Predicate.Comparison.Options = [.caseInsensitive, .diacriticInsensitive]
    let levels = [
      numbered(letters.folded(text)),
      Predicate.Comparison.Options.caseInsensitive.folded(text),
      // Small letters before capitals.
      String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isUppercase ? "1" : "0" })),
      text,
    ]
    return levels.joined(separator: "\u{0}")
  }

  /// Every run of digits preceded by its length, so that longer numbers come later; leading zeros are left out.
  private static func numbered(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var digits = String.UnicodeScalarView()
    func flush() {
      guard !digits.isEmpty else { return }
      let number = Array(digits.drop { $0 == "0" })
      // Digits come before letters, and a longer number after a shorter one: by a length in as many marks as needed.
      var length = number.count
      while length >= 9 {
        result.append("9")
        length -= 9
      }
      result.append(Unicode.Scalar(UInt8(48 + length)))
      result.append(contentsOf: number)
      digits = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if scalar >= "0", scalar <= "9" {
        digits.append(scalar)
      } else {
        flush()
        result.append(scalar)
      }
    }
    flush()
    return String(result)
  }
}
