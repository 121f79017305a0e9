import Diagnostics
import Predicates

extension StringProtocol {
  /// The expected condition on one line, without the words around it: `a == 1` for `expect a == 1 else "Look again."`.
  /// For any other statement, the whole statement.
  package var claimText: String {
    let text = String(self)
    let source = SourceText(text)
    var tokens = Lexer.tokens(of: text, dialect: .workbook)[...]
    if tokens.last?.kind == .end { tokens.removeLast() }
    func isWord(_ word: String, _ token: Token?) -> Bool {
      token.map { $0.kind == .identifier && source[$0.range] == word } ?? false
    }
    if let first = tokens.first, isWord("expect", first), tokens.count > 1 {
      tokens.removeFirst()
      if case .string? = tokens.last?.kind, isWord("else", tokens.dropLast().last) { tokens.removeLast(2) }
    }
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return source[first.range.union(last.range)].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
