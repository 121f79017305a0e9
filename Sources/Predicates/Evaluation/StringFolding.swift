import Foundation

extension Predicate.Comparison.Options {
  /// Whether they change text before it is compared. `n` compares text as it is and turns the others off.
  var folds: Bool { !contains(.normalized) && !isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) }

  /// The text without the differences that the options leave out: letter case (`c`), marks on letters (`d`). O(length).
  package func folded(_ text: String) -> String {
    guard folds else { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return contains(.caseInsensitive) ? text.lowercased() : text }
    var text = text
    if contains(.diacriticInsensitive) {
      let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !Self.isDiacritic($0) }
      text = String(String.UnicodeScalarView(scalars))
    }
    // Through the capitals, so that ς and σ, ß and ss meet.
    return contains(.caseInsensitive) ? text.uppercased().lowercased() : text
  }

  /// The blocks of combining diacritical marks; the vowel signs of other scripts are letters.
  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
