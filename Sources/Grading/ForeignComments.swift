import Courses
import Diagnostics
import WorkbookLanguage

/// Reads the comments of other languages in an answer as comments: what stands between `/*` and `*/`, and lines that begin with
/// `#` and a space, or with `--`.
enum ForeignComments {
  /// Returns the answer with blanks in place of them, so that everything keeps its line and column, and a note about the first one.
  /// Any other text is returned unchanged. O(text).
  /// - Parameter answer: a text with plain line feeds.
  static func blanked(_ answer: SourceText, _ words: FixedWords) -> (SourceText, [Diagnostic]) {
    var bytes = Array(answer.text.utf8)
    var first: SourceRange?
    func blank(_ range: Range<Int>) {
      first = first ?? SourceRange(range)
      for place in range where bytes[place] != lineFeed { bytes[place] = space }
    }
    func has(_ sign: StaticString, at place: Int) -> Bool {
      sign.withUTF8Buffer { bytes[place...].prefix($0.count).elementsEqual($0) }
    }
    func end(from place: Int) -> Int { bytes[place...].firstIndex(of: lineFeed) ?? bytes.count }
    var place = 0
    var startsLine = true
    while place < bytes.count {
      switch bytes[place] {
      case lineFeed:
        startsLine = true
        place += 1
        continue
      case space: break
      case quote:
        // A text ends on its line.
        place = closingQuote(in: bytes, from: place + 1)
        startsLine = false
        continue
      case _ where has("//", at: place):
        place = end(from: place)
        continue
      case _ where has("/*", at: place):
        guard let close = (place + 2..<bytes.count).first(where: { has("*/", at: $0) }) else { return (answer, []) }
        blank(place..<close + 2)
      case _ where startsLine && (has("# ", at: place) || has("--", at: place)):
        blank(place..<end(from: place))
      default: startsLine = false
      }
      place += 1
    }
    guard let first else { return (answer, []) }
    let note = Diagnostic(
      "foreign-comment", words(.foreignComments), at: first, severity: .note, source: answer)
    return (SourceText(String(decoding: bytes, as: UTF8.self), name: answer.name, firstLine: answer.firstLine), [note])
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let quote = UInt8(ascii: "\"")

  /// The place after the text that begins before a place, or of the end of its line.
  private static func closingQuote(in bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != lineFeed {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
        continue
      }
      if bytes[place] == quote { return place + 1 }
      place += 1
    }
    return min(place, bytes.count)
  }
}
