import Courses
import Diagnostics

extension FixedWords {
  /// Returns the text of a key with pieces in its places, such as words to type.
  func styled(_ key: Key, _ role: TextStyle.Role = .body, _ pieces: StyledText...) -> StyledText {
    var text = StyledText("")
    var rest = self(key)[...]
    while let place = rest.firstMatch(of: /%([1-9])/) {
      text = text + StyledText(String(rest[..<place.range.lowerBound]), role)
      if let number = Int(place.1), pieces.indices.contains(number - 1) { text = text + pieces[number - 1] }
      rest = rest[place.range.upperBound...]
    }
    return text + StyledText(String(rest), role)
  }
}
