import Diagnostics
import Predicates

/// The position of the cursor: the word that is being typed, the statement so far, and the brackets around it.
///
/// Found by cutting the text up to the cursor into tokens; what is closed again before the cursor, as `(a + b)`, becomes
/// one item. O(text).
struct CompletionPosition {
  /// A token, or a closed bracket with all that was in it.
  struct Item: Hashable {
    enum Kind: Hashable {
      case word, number, text, variable, argument
      case sign(Token.Symbol)
      /// `(…)`, `[…]` or `{…}`.
      case closed
    }

    var kind: Kind
    var text: String

    func isWord(_ word: String) -> Bool { kind == .word && text == word }
    func isSign(_ symbol: Token.Symbol) -> Bool { kind == .sign(symbol) }
  }

  /// The meaning of an open bracket.
  enum Bracket: Hashable {
    /// The members of an entity.
    case members(of: String)
    /// The statements of `expect`, `check` or `for`.
    case block
    /// The values of a new object, if there is a name before the parenthesis.
    case arguments(of: String)
    case other
  }

  /// The word at the cursor, and its UTF-8 offset in the text; empty when none has begun.
  private(set) var word: String
  private(set) var start: Int
  /// The items of the statement or member at the cursor, before the word; those outside open parentheses included.
  private(set) var items: [Item] = []
  /// The innermost open bracket.
  private(set) var bracket: Bracket?
  /// Whether the cursor is where nothing can be completed: in a string or a comment.
  private(set) var isOutside = false
  /// Entities that the text itself declares before the cursor.
  private(set) var declaredEntities: [String] = []

  private struct Frame {
    var bracket: Bracket
    /// The place in `items` at which the bracket opened.
    var opening: Int
    /// The place in `items` at which its current statement starts.
    var statement: Int

    var separatesLines: Bool {
      switch bracket {
      case .members, .block: true
      case .arguments, .other: false
      }
    }
  }

  init(_ text: String) {
    var tokens = Lexer.tokens(of: text, dialect: .workbook)
    if !tokens.isEmpty { tokens.removeLast() }
    let length = text.utf8.count
    let source = SourceText(text)
    word = ""
    start = length
    if let last = tokens.last, last.range.upperBound == length {
      let isDollar = last.kind == .unknown && source[last.range] == "$"
      switch last.kind {
      case .identifier, .variable,
        .unknown where isDollar:
        word = String(source[last.range])
        start = last.range.lowerBound
        tokens.removeLast()
      case .symbol: break
      default:
        // Nothing begins directly after a number or a string.
        isOutside = true
        return
      }
    } else if Self.endsInComment(text, after: tokens.last?.range.upperBound ?? 0) {
      isOutside = true
      return
    }
    // `@` belongs to the operator after it.
    if let at = tokens.last, at.isSymbol(.at), at.range.upperBound == start {
      word = "@" + word
      start = at.range.lowerBound
      tokens.removeLast()
    }
    read(
      tokens, in: source, wordStartsLine: Self.hasLineBreak(text, from: tokens.last?.range.upperBound ?? 0, to: start))
  }

  private mutating func read(_ tokens: [Token], in source: SourceText, wordStartsLine: Bool) {
    var frames: [Frame] = []
    var statement = 0
    func currentStart() -> Int { frames.last?.statement ?? statement }
    func begin(at index: Int) {
      if frames.isEmpty { statement = index } else { frames[frames.count - 1].statement = index }
    }
    func separatesLines() -> Bool { frames.last?.separatesLines ?? true }
    for token in tokens {
      if token.startsLine, separatesLines(), !Self.goesOn(items.last) { begin(at: items.count) }
      let text = String(source[token.range])
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace):
        let bracket = Self.bracket(token, after: items[currentStart()...])
        items.append(Item(kind: Self.kind(of: token), text: text))
        frames.append(Frame(bracket: bracket, opening: items.count - 1, statement: items.count))
      case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
        guard let frame = frames.popLast() else { continue }
        items.removeSubrange(frame.opening...)
        items.append(Item(kind: .closed, text: ""))
      case .symbol(.semicolon) where separatesLines():
        begin(at: items.count)
      default:
        if items.last?.isWord("entity") == true, token.isIdentifier { declaredEntities.append(text) }
        items.append(Item(kind: Self.kind(of: token), text: text))
      }
    }
    if wordStartsLine, separatesLines(), !Self.goesOn(items.last) { begin(at: items.count) }
    bracket = frames.last?.bracket
    // Open parentheses belong to the statement around them; a block's statements do not.
    let outermost = frames.lastIndex { $0.separatesLines }
    items.removeSubrange(..<(outermost.map { frames[$0].statement } ?? statement))
  }

  private static func bracket(_ token: Token, after statement: ArraySlice<Item>) -> Bracket {
    switch token.kind {
    case .symbol(.leftBrace):
      if let index = statement.firstIndex(where: { $0.isWord("entity") || $0.isWord("composite") }),
        index <= statement.startIndex + 1
      {
        return .members(of: index + 1 < statement.endIndex ? statement[index + 1].text : "")
      }
      if let first = statement.first,
        statement.count == 1 ? first.isWord("expect") : first.isWord("check") || first.isWord("for")
      {
        return .block
      }
      return .other
    case .symbol(.leftParenthesis):
      guard let callee = statement.last, callee.kind == .word, !token.isSpaced else { return .other }
      return .arguments(of: callee.text)
    default:
      return .other
    }
  }

  private static func kind(of token: Token) -> Item.Kind {
    switch token.kind {
    case .identifier: .word
    case .integer, .number, .date: .number
    case .string, .unknown, .end: .text
    case .variable: .variable
    case .argument: .argument
    case .symbol(let symbol): .sign(symbol)
    }
  }

  /// Whether a line break after this item ends nothing.
  private static func goesOn(_ item: Item?) -> Bool {
    guard let item else { return false }
    switch item.kind {
    case .word: return Keyword(word: item.text)?.continuesLine ?? false
    case .sign(let symbol): return symbol.continuesLine
    case .number, .text, .variable, .argument, .closed: return false
    }
  }

  private static func hasLineBreak(_ text: String, from: Int, to: Int) -> Bool {
    from < to && text.utf8.dropFirst(from).prefix(to - from).contains(UInt8(ascii: "\n"))
  }

  private static func endsInComment(_ text: String, after offset: Int) -> Bool {
    let rest = text.utf8.dropFirst(offset)
    guard let lineStart = rest.lastIndex(of: UInt8(ascii: "\n")).map({ rest.index(after: $0) }) ?? rest.indices.first
    else { return false }
    var slashes = 0
    for byte in rest[lineStart...] {
      slashes = byte == UInt8(ascii: "/") ? slashes + 1 : 0
      if slashes == 2 { return true }
    }
    return false
  }
}
