import Diagnostics
import Predicates

/// The syntax of Swift, SQL and Objective-C, and the one line to write instead.
extension WorkbookParser {
  /// Foreign syntax at the start of a statement, or nil.
  func foreignSyntaxAtStatementStart() -> Diagnostic? {
    let token = cursor.current
    switch token.kind {
    case .identifier:
      let next = cursor.peek()
      if cursor.token(token, is: Prompt.word), next.isSymbol(.greater), !next.isSpaced, cursor.peek(2).isSpaced {
        return foreignPrompt(from: token, through: next)
      }
      return foreignWord(token)
    case .symbol(.greater): return foreignPrompt(from: token, through: token)
    case .symbol(.leftBracket): return foreignMessages(token)
    case .symbol(.at):
      let next = cursor.peek()
      guard next.isIdentifier else {
        let literal = next.isText ? "string" : "literal"
        return Diagnostic(
          Diagnostic.ID.foreignSyntax, "a \(literal) is written without @", at: token.range, hint: "leave @ out")
      }
      return Diagnostic(
        Diagnostic.ID.unexpected, "there are no attributes with @ here", at: token.range,
        hint: "properties and their options are declared in the braces of an entity")
    default: return nil
    }
  }

  /// `class Team { … }`, also after `abstract`.
  func foreignClass(_ token: Token, _ meant: String) -> Diagnostic {
    var problem = foreignSyntax("a kind of object is an entity here", at: token.range, write: meant)
    problem.fix = Diagnostic.Fix(token.range, with: "entity")
    return problem
  }

  private func foreignWord(_ token: Token) -> Diagnostic? {
    let next = cursor.peek()
    guard !next.startsLine || next.kind == .end else { return nil }
    if next.isIdentifier, cursor.token(token, is: "set") || cursor.token(token, is: "update"), cursor.offersTranslations
    {
      let verb = cursor.text(of: token)
      let rest = cursor.source[SourceRange(next.range.lowerBound, endOfLine(from: token))]
      if verb == "set" || rest.contains("="), Self.parses(String(rest)) {
        return self.foreignSyntax("a value is set without \(verb)", at: token.range, write: String(rest))
      }
    }
    if next.isIdentifier, cursor.text(of: token).first?.isUppercase == true, let foreignSyntax = foreignCapitals(token)
    {
      return foreignSyntax
    }
    // Most statements are `Player(…)` or `Player#1.…`, and of foreign syntax `print(` alone is like them.
    if next.isSymbol(.hash) || next.isSymbol(.leftParenthesis) && !cursor.token(token, is: "print") { return nil }
    let capitals = cursor.packedWord(of: token, inCapitals: true)
    let word = cursor.text(of: token)
    if let sql = SQLWord(capitals) { return foreignSQL(sql, isLowercase: word == sql.rawValue) }
    guard let foreignSyntax = ForeignWord(capitals), word == foreignSyntax.rawValue else { return nil }
    let nextText = cursor.text(of: next)
    let isBeforeName = next.isIdentifier
    switch foreignSyntax {
    case .var, .const:
      return isBeforeName
        ? self.foreignSyntax("names are made with let here", at: token.range, write: "let \(nextText) = …") : nil
    case .print:
      guard next.isSymbol(.leftParenthesis) else { return isBeforeName ? foreignPrinting(token) : nil }
      let message = "a value is printed by writing it alone"
      guard let value = printedValue else {
        return self.foreignSyntax(message, at: token.range, leaveOut: "print and its brackets")
      }
      return self.foreignSyntax(message, at: token.range, write: value)
    case .new:
      return isBeforeName
        ? self.foreignSyntax("an object is made by its entity's name", at: token.range, write: "\(nextText)(…)") : nil
    case .class, .struct: return isBeforeName ? foreignClass(token, "entity \(nextText) { … }") : nil
    case .func:
      return isBeforeName
        ? Diagnostic(
          Diagnostic.ID.foreignSyntax, "the workbook has no functions", at: token.range,
          hint: "type the statements themselves, or put them in a file and run it")
        : nil
    case .if, .guard, .switch:
      return isBeforeName
        ? Diagnostic(
          Diagnostic.ID.foreignSyntax, "the workbook has no branches", at: token.range,
          hint: "a condition selects objects: fetch … where …, for p in (fetch … where …) { … }") : nil
    case .while where isBeforeName, .repeat where next.isSymbol(.leftBrace):
      return self.foreignSyntax(
        "the only loop is for", at: token.range, write: "for i in 1...10 { … }, or for p in (fetch … where …) { … }")
    case .while, .repeat: return nil
    case .return:
      return next.kind == .end
        ? nil : self.foreignSyntax("a value is printed by writing it alone", at: token.range, leaveOut: "return")
    case .try, .await:
      let rest = cursor.source[SourceRange(token.range.upperBound, endOfLine(from: token))].drop { $0 == " " }
      return isBeforeName && cursor.offersTranslations && Self.parses(String(rest))
        ? self.foreignSyntax("a statement that fails says so by itself", at: token.range, leaveOut: word) : nil
    case .import:
      return isBeforeName
        ? Diagnostic(
          Diagnostic.ID.foreignSyntax, "there is nothing to import: Core Data's words are all here", at: token.range,
          hint: "import and a file's name in quotes reads a model") : nil
    case .echo, .puts:
      return isBeforeName || next.isText
        ? self.foreignSyntax("a value is printed by writing it alone", at: token.range, leaveOut: word) : nil
    case .graphbook: return next.kind == .end ? nil : foreignCommand(token)
    }
  }

  /// `graphbook league.graph`, `graphbook lesson 9`: a command of the shell, typed in the workbook.
  private func foreignCommand(_ token: Token) -> Diagnostic? {
    let start = cursor.peek().range.lowerBound
    let rest = String(cursor.source[SourceRange(start, endOfLine(from: cursor.peek()))])
    let write = rest.hasSuffix(".graph") && !rest.contains("\"") ? "run \"\(rest)\"" : rest
    guard cursor.offersTranslations, Self.parses(write) else { return nil }
    return foreignSyntax("this is Graphbook already", at: token.range, write: write)
  }

  /// `Fetch Player`, `Entity Team { … }`; nil for other words, and for those in capitals, which are another language's.
  private func foreignCapitals(_ token: Token) -> Diagnostic? {
    let typed = cursor.text(of: token)
    let word = typed.lowercased()
    guard typed.dropFirst() == word.dropFirst(), StatementWord(rawValue: word) != nil, cursor.offersTranslations else {
      return nil
    }
    let end = cursor.source.text.utf8.count
    let rest = cursor.source[SourceRange(token.range.upperBound, end)].prefix { !$0.isNewline }
    let head = rest.prefix { $0 != "{" }
    // The rest may be wrong as well.
    return foreignSyntax(
      Diagnostic.beginsWithCapital, at: token.range,
      write: Self.parses(word + rest) ? word + rest : head.count < rest.count ? word + head + "{ … }" : word)
  }

  /// The value in the brackets of `print(heat.name)`, where it can be written alone.
  private var printedValue: String? {
    var (offset, depth) = (2, 0)
    while depth > 0 || !cursor.peek(offset).isSymbol(.rightParenthesis) {
      let token = cursor.peek(offset)
      if token.kind == .end || token.startsLine { return nil }
      if token.isSymbol(.leftParenthesis) { depth += 1 }
      if token.isSymbol(.rightParenthesis) { depth -= 1 }
      offset += 1
    }
    guard offset > 2, cursor.offersTranslations else { return nil }
    let value = String(cursor.source[cursor.peek(2).range.union(cursor.peek(offset - 1).range)])
    return Self.parses(value) ? value : nil
  }

  /// `print heat.name`; nil where no statement follows the word.
  private func foreignPrinting(_ token: Token) -> Diagnostic? {
    let statement = cursor.source[SourceRange(cursor.peek().range.lowerBound, endOfLine(from: cursor.peek()))]
    guard cursor.offersTranslations, Self.parses(String(statement)) else { return nil }
    return foreignSyntax("a value is printed by writing it alone", at: token.range, write: String(statement))
  }

  /// `graph> fetch Pet`, copied with the prompt.
  private func foreignPrompt(from start: Token, through sign: Token) -> Diagnostic? {
    let place = sign == start ? 1 : 2
    let first = cursor.peek(place)
    guard first.kind != .end, !first.startsLine else { return nil }
    let statement = cursor.source[SourceRange(first.range.lowerBound, endOfLine(from: first))]
    return foreignSyntax(
      "the prompt is not part of a statement", at: start.range.union(sign.range), write: String(statement))
  }

  /// `[fetch Player]`.
  private func foreignBracketedQuery(_ bracket: Token, _ word: Token) -> Diagnostic {
    var query = cursor.source[SourceRange(word.range.lowerBound, endOfLine(from: word))]
    if query.last == "]" { query.removeLast() }
    let message =
      cursor.token(word, is: "count") ? "a count is one number, and needs no brackets" : "a query gives a list already"
    return foreignSyntax(message, at: bracket.range, write: String(query))
  }

  /// `[team setName:@"Heat"]`, `[wade age]`, `[[Team alloc] init]`.
  private func foreignMessages(_ bracket: Token) -> Diagnostic? {
    if cursor.peek().isSymbol(.leftBracket), cursor.peek(2).isIdentifier,
      cursor.token(cursor.peek(3), is: "alloc")
    {
      return foreignSyntax(
        "an object is made by its entity's name", at: bracket.range.union(cursor.peek(3).range),
        write: "\(cursor.text(of: cursor.peek(2)))(…)")
    }
    let receiver = cursor.peek()
    let message = cursor.peek(2)
    guard receiver.isIdentifier, message.isIdentifier, !message.startsLine,
      !cursor.token(message, is: "where")
    else { return nil }
    let object = cursor.text(of: receiver)
    let selector = cursor.text(of: message)
    if ["fetch", "count", "group"].contains(object), selector.first?.isUppercase == true {
      return foreignBracketedQuery(bracket, receiver)
    }
    let write: String
    let known =
      keyValueStatement(for: selector, of: object, argumentsAt: 3)
      ?? managedObjectStatement(for: selector, of: object, argumentsAt: 3)
    if let (_, statement) = known {
      write = statement
    } else if selector.hasPrefix("set"), let first = selector.dropFirst(3).first, first.isUppercase {
      write = "\(object).\(first.lowercased() + selector.dropFirst(4)) = …"
    } else {
      write = cursor.peek(3).isSymbol(.colon) ? "\(object).\(selector) = …" : "\(object).\(selector)"
    }
    return foreignSyntax(
      "messages are sent without brackets here", at: bracket.range.union(message.range), write: write)
  }

  private func foreignSyntax(_ message: String, at range: SourceRange, leaveOut word: some StringProtocol) -> Diagnostic
  {
    Diagnostic(Diagnostic.ID.foreignSyntax, message, at: range, hint: "leave \(word) out")
  }

  func foreignSyntax(_ message: String, at range: SourceRange, write: String) -> Diagnostic {
    var diagnostic = Diagnostic(Diagnostic.ID.foreignSyntax, message, at: range, hint: "write \(write)")
    diagnostic.offer = write
    return diagnostic
  }
}

extension Token {
  var isText: Bool { if case .string = kind { true } else { false } }
}

/// The words that begin a line in Swift and other languages, and hardly ever one of the workbook.
enum ForeignWord: String, FirstWord {
  case `var`, const, print, new, `class`, `struct`, `func`, `if`, `guard`, `switch`, `while`, `repeat`, `return`, `try`,
    await, `import`, echo, puts, graphbook

  static let table = tableOfCases()
}

/// The words that begin a statement of SQL, in capitals or not.
package enum SQLWord: String, FirstWord {
  case select, insert, update, create, delete, alter, commit, drop, rollback

  static let table = tableOfCases()
}

protocol FirstWord: CaseIterable, RawRepresentable<String> {
  static var table: [PackedWord: Self] { get }
}

extension FirstWord {
  /// The word that a text spells in any case, or nil: asked for the first word of every statement.
  init?(_ word: PackedWord?) {
    guard let word, let found = Self.table[word] else { return nil }
    self = found
  }

  static func tableOfCases() -> [PackedWord: Self] {
    Dictionary(
      uniqueKeysWithValues: allCases.compactMap { word in
        PackedWord(word.rawValue, inCapitals: true).map { ($0, word) }
      })
  }
}
