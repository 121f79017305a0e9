import Diagnostics

/// The texts that are one change away from a text with an error, the likeliest first.
struct RepairCandidates {
  private(set) var texts: [String] = []

  let text: String
  let source: SourceText
  let tokens: [Token]
  let error: Diagnostic
  /// The place of the token where the error is, or of the end.
  let index: Int

  init(_ text: String, _ diagnostics: [Diagnostic]) {
    self.text = text
    source = SourceText(text)
    tokens = Lexer.tokens(of: text, dialect: .predicateFormat)
    error = diagnostics.first { $0.severity == .error } ?? Diagnostic("none", "")
    let place = error.range?.lowerBound ?? text.utf8.count
    index = tokens.firstIndex { $0.range.upperBound > place || $0.kind == .end } ?? tokens.count - 1
    let fixes = diagnostics.filter { $0.severity == .error }.compactMap(\.fix)
    if !fixes.isEmpty { texts.append(Self.applying(fixes, to: text)) }
    if let first = error.fix, fixes.count > 1 { texts.append(Self.applying([first], to: text)) }
    addQuotes()
    addByKind()
    addBrackets()
    addWords()
    addDeletions()
  }

  /// The text with changes made, from the last to the first; those that overlap a later one are left out.
  static func applying(_ fixes: [Diagnostic.Fix], to text: String) -> String {
    var bytes = Array(text.utf8)
    var limit = bytes.count
    for fix in fixes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) where fix.range.upperBound <= limit {
      bytes.replaceSubrange(max(0, fix.range.lowerBound)..<fix.range.upperBound, with: fix.replacement.utf8)
      limit = fix.range.lowerBound
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Changes

  mutating func replace(_ range: SourceRange, _ replacement: String) {
    texts.append(Self.applying([.init(range, with: replacement)], to: text))
  }

  mutating func insert(_ piece: String, at place: Int) { replace(SourceRange(place, place), piece) }

  /// Puts a word in, with the spaces that it lacks.
  mutating func insertWord(_ word: String, at place: Int) {
    let bytes = Array(text.utf8)
    let before = place > 0 && place <= bytes.count ? bytes[place - 1] : 0x20
    let behind = place < bytes.count ? bytes[place] : 0x20
    let isOpen = before == 0x20 || before == UInt8(ascii: "(") || before == UInt8(ascii: "{")
    let isClosed =
      place >= bytes.count || behind == 0x20 || ")}],.".utf8.contains(behind)
    insert((isOpen ? "" : " ") + word + (isClosed ? "" : " "), at: place)
  }

  /// Takes a token out, with the space before it.
  mutating func remove(_ range: SourceRange) {
    let bytes = Array(text.utf8)
    var lower = range.lowerBound
    while lower > 0, bytes[lower - 1] == 0x20 { lower -= 1 }
    let isEnd = range.upperBound >= bytes.count || bytes[range.upperBound] == 0x20
    replace(SourceRange(isEnd ? lower : range.lowerBound, range.upperBound), "")
  }

  func token(_ offset: Int) -> Token? {
    tokens.indices.contains(index + offset) ? tokens[index + offset] : nil
  }

  func word(_ token: Token) -> Substring { source[token.range] }

  // MARK: By the kind of the error

  private mutating func addByKind() {
    guard let range = error.range else { return }
    switch error.id {
    case Diagnostic.ID.unexpectedEnd, Diagnostic.ID.missingOperand:
      if error.id == Diagnostic.ID.unexpectedEnd, let closing = missingClosing { insert(closing, at: text.utf8.count) }
      addMissingOperand()
    case Diagnostic.ID.missingArgument, Diagnostic.ID.argumentType, Diagnostic.ID.placeholder,
      Diagnostic.ID.openPlaceholder:
      replace(range, "$value")
    case Diagnostic.ID.conditionAsValue: replace(range, "TERNARY(\(source[range]), 1, 0)")
    case Diagnostic.ID.loneExpression: insertWord("== TRUE", at: range.upperBound)
    case Diagnostic.ID.unknownFunction:
      // Perhaps a word is missing between the name and the bracket.
      insertWord("IN", at: range.upperBound)
    case Diagnostic.ID.chainedComparison:
      if let middle = token(-1) { insert(" AND \(word(middle))", at: middle.range.upperBound) }
    case Diagnostic.ID.misplacedWord: remove(range)
    case Diagnostic.ID.numberTooLarge:
      // Beyond 64 bits a number is still a double.
      replace(range, source[range] + ".0")
      replace(range, "0")
    case Diagnostic.ID.badDigit: replace(range, "0")
    case Diagnostic.ID.incompleteEscape: replace(range, "")
    case Diagnostic.ID.castType: replace(range, "\"NSNumber\"")
    case Diagnostic.ID.selector: replace(range, "\"description\"")
    case Diagnostic.ID.argumentCount: replace(range, "$value")
    default: break
    }
  }

  /// The closing brackets that the whole text lacks; nil when it lacks none.
  var missingClosing: String? {
    var open: [String] = []
    for token in tokens {
      switch token.kind {
      case .symbol(.leftParenthesis): open.append(")")
      case .symbol(.leftBrace): open.append("}")
      case .symbol(.leftBracket): open.append("]")
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket):
        if open.last == String(word(token)) { open.removeLast() }
      default: break
      }
    }
    return open.isEmpty ? nil : open.reversed().joined()
  }

  /// An operand is missing.
  private mutating func addMissingOperand() {
    guard let here = token(0) else { return }
    let before = token(-1)
    if let before, before.isJoint(in: source) {
      // AND and OR too many, or a condition too few.
      remove(before.range)
      if before.range.lowerBound == 0 || token(-2) == nil {
        insertWord("$value == TRUE", at: before.range.upperBound)
        return
      }
    }
    if here.isJoint(in: source) { remove(here.range) }
    let place = here.kind == .end ? text.utf8.count : before?.range.upperBound ?? here.range.lowerBound
    insertWord("$value", at: place)
    insertWord("== $value", at: place)
    if let before { remove(before.range) }
  }

  // MARK: Words

  private mutating func addWords() {
    guard let here = token(0), here.kind != .end else { return }
    let start = here.range.lowerBound
    if here.isIdentifier {
      let spelled = word(here).uppercased()
      let near = Suggestions.nearest(
        to: spelled, among: ["AND", "OR"] + Keyword.operatorWords, limit: 2)
      for word in near { replace(here.range, word) }
      // `'…'ANDb == 1` and `a == 1 ANDb == 2`: the space after a word was lost.
      for joint in ["AND", "OR", "NOT"] + Keyword.operatorWords
      where word(here).utf8.count > joint.utf8.count
        && word(here).utf8.prefix(joint.utf8.count).elementsEqual(joint.utf8, by: { $0 & 0xDF == $1 })
      {
        insert(" ", at: start + joint.utf8.count)
      }
    }
    if here.startsOperandAlone {
      insertWord("AND", at: start)
      if let before = token(-1), before.isOperandAlone {
        insertWord("==", at: start)
        insert(", ", at: start)
        insert(".", at: start)
      }
    }
    if here.kind == .unknown {
      replace(here.range, "")
      replace(here.range, " ")
    }
  }

  // MARK: Deletions

  private mutating func addDeletions() {
    guard let here = token(0) else { return }
    if here.kind != .end { remove(here.range) }
    if let before = token(-1) { remove(before.range) }
    // Several words that belong to no condition: a sentence's end in quotes.
    if let before = token(-1), here.kind != .end, before.isOperandAlone,
      let last = tokens.dropFirst(index).prefix(while: { $0.isWord && !$0.isJoint(in: source) }).last
    {
      replace(before.range.union(last.range), "\"\(source[before.range.union(last.range)])\"")
    }
    if let before = token(-1), before.range.lowerBound > 0, here.kind != .end {
      // The rest of the text goes if nothing else helps.
      replace(SourceRange(here.range.lowerBound, text.utf8.count), "")
      replace(SourceRange(before.range.lowerBound, text.utf8.count), "")
    }
  }
}
