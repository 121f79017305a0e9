/// Breaks prose into lines between its words, counting cells and not characters.
///
/// ```swift
/// TextWrap(width: 20, first: "- ", rest: "  ").lines("a list item that goes on")
/// // ["- a list item that", "  goes on"]
/// ```
///
/// A word wider than a line gets its own line and overflows: names and paths are never broken. Where no line ends, the
/// blanks between two words stay as they are: they may be a part of someone's value. O(text).
package struct TextWrap: Sendable {
  /// The cells of a line, the indents included.
  package var width: Int
  /// The text before the first line.
  package var first: StyledText
  /// The text before each further line: a hanging indent.
  package var rest: StyledText

  package init(width: Int, first: StyledText = StyledText(), rest: StyledText = StyledText()) {
    self.width = width
    self.first = first
    self.rest = rest
  }

  package func lines(_ text: String) -> [String] {
    lines(StyledText(text)).map(\.text)
  }

  /// The lines, each with the indent that belongs to it; one line with the first indent alone for an empty text.
  /// A line break in the text is a line break in the result.
  package func lines(_ text: StyledText) -> [StyledText] {
    if let line = loneLine(text) { return [line] }
    var result: [StyledText] = []
    var line = first
    var used = first.width
    var isLineEmpty = true
    func breakLine() {
      result.append(line)
      line = rest
      used = rest.width
      isLineEmpty = true
    }
    for piece in Self.pieces(of: text) {
      switch piece {
      case .lineBreak: breakLine()
      case .word(let word, let space, let blanks):
        let cells = word.width
        if !isLineEmpty, used + blanks + cells > width {
          breakLine()
        }
        if !isLineEmpty {
          line.append(String(repeating: " ", count: blanks), space)
          used += blanks
        }
        line = line + word
        used += cells
        isLineEmpty = false
      }
    }
    result.append(line)
    return result
  }

  /// The one line of a text that needs no change: plain words with a space between them that fit into the width. Nil for
  /// any other text.
  private func loneLine(_ text: StyledText) -> StyledText? {
    // A byte of plain words is a cell.
    guard text.isPlainWords, first.width + text.byteCount <= width else { return nil }
    return first.isEmpty ? text : first + text
  }

  private enum Piece {
    /// A word with its styles, the style of the space before it, and its width.
    case word(StyledText, space: TextStyle.Role, blanks: Int)
    case lineBreak
  }

  private static func pieces(of text: StyledText) -> [Piece] {
    var pieces: [Piece] = []
    var word = StyledText()
    var space = TextStyle.Role.body
    var blanks = 0
    func finish() {
      guard !word.isEmpty else { return }
      pieces.append(.word(word, space: space, blanks: blanks))
      word = StyledText()
      blanks = 0
    }
    for run in text.runs {
      var piece = ""
      for character in run.text {
        if character == " " || character == "\n" || character == "\t" || character == "\r\n" {
          word.append(piece, run.role)
          piece = ""
          finish()
          space = run.role
          blanks += 1
          if character != " " && character != "\t" { pieces.append(.lineBreak) }
        } else {
          if word.isEmpty && piece.isEmpty && space != run.role { space = .body }
          piece.append(character)
        }
      }
      word.append(piece, run.role)
    }
    finish()
    return pieces
  }
}
