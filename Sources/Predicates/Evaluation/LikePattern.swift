/// A pattern of LIKE: `*` stands for any text, `?` for exactly one character, `\*` and `\?` for themselves.
///
/// As on Apple's systems, where LIKE becomes a regular expression, `*` and `?` do not cross a line break.
struct LikePattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case character(Character)
    case one, many
  }

  private let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var isEscaped = false
    for character in text {
      if isEscaped {
        pieces.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        if pieces.last != .many { pieces.append(.many) }
      } else {
        pieces.append(character == "?" ? .one : .character(character))
      }
    }
    if isEscaped { pieces.append(.character("\\")) }
    self.pieces = pieces
  }

  /// The same as a regular expression of ICU.
  var regularExpression: String {
    pieces.map { piece in
      switch piece {
      case .many: ".*"
      case .one: "."
      case .character(let character):
        character.isLetter || character.isNumber || character.isWhitespace ? "\(character)" : "\\\(character)"
      }
    }.joined()
  }

  /// Whether the whole text is of the pattern. O(text × pattern) at worst.
  func matches(_ text: String) -> Bool {
    let text = Array(text)
    var position = 0
    var piece = 0
    // Where to go on when the last `*` has to take one character more.
    var retry: (piece: Int, position: Int)?
    while true {
      if piece < pieces.count {
        switch pieces[piece] {
        case .many:
          retry = (piece + 1, position)
          piece += 1
          continue
        case .one:
          if position < text.count, !text[position].isNewline {
            piece += 1
            position += 1
            continue
          }
        case .character(let character):
          if position < text.count, text[position] == character {
            piece += 1
            position += 1
            continue
          }
        }
      } else if position == text.count {
        return true
      }
      guard let (next, start) = retry, start < text.count, !text[start].isNewline else { return false }
      retry = (next, start + 1)
      piece = next
      position = start + 1
    }
  }
}
