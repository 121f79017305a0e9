/// A line of text with the little Markdown that remarks and choices have: `code` and *emphasis*.
///
/// An asterisk is a mark only at the edge of a word, so that `2 * 3` and `a*b*c` stay as they are.
package enum RemarkText {
  package enum Kind: Hashable, Sendable {
    case plain, code, emphasis
  }

  /// Returns the parts of a line in order, without their marks. O(length).
  package static func parts(of text: String) -> [(text: String, kind: Kind)] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { place, part in
      let isCode = place % 2 == 1 && place < parts.count - 1
      return isCode ? [(String(part), .code)] : emphasized(Array(part))
    }
  }

  private static func emphasized(_ text: [Character]) -> [(text: String, kind: Kind)] {
    var parts: [(text: String, kind: Kind)] = []
    var start = 0
    var place = 0
    func isMark(_ index: Int) -> Bool { text.indices.contains(index) && text[index] == "*" }
    func isWord(_ index: Int) -> Bool { text.indices.contains(index) && (text[index].isLetter || text[index].isNumber) }
    func isBlank(_ index: Int) -> Bool {
      !text.indices.contains(index) || text[index].isWhitespace || text[index] == "*"
    }
    while place < text.count {
      guard text[place] == "*", !isWord(place - 1), !isMark(place - 1), !isBlank(place + 1),
        let end = text.indices.first(where: {
          $0 > place && text[$0] == "*" && !isBlank($0 - 1) && !isWord($0 + 1) && !isMark($0 + 1)
        })
      else {
        place += 1
        continue
      }
      if start < place { parts.append((String(text[start..<place]), .plain)) }
      parts.append((String(text[(place + 1)..<end]), .emphasis))
      (start, place) = (end + 1, end + 1)
    }
    if start < text.count { parts.append((String(text[start...]), .plain)) }
    return parts
  }
}
