import Diagnostics
import Predicates

/// Reads a line of Swift that someone types into the workbook: statements, expressions and declarations of stored
/// properties. What it does not know makes it give up; it reports nothing.
struct SwiftReader {
  private let tokens: [Token]
  private let source: SourceText
  private var index = 0
  /// Nesting beyond this gives up, so that no text can exhaust the stack.
  private static let depthLimit = 40
  private var depth = 0

  private struct GivesUp: Error {}

  /// The statements of a text, or nil where it is no Swift that can be read. O(length).
  static func statements(of text: String) -> [SwiftStatement]? {
    var reader = SwiftReader(text)
    guard let statements = try? reader.statements(until: nil), !statements.isEmpty else { return nil }
    return statements
  }

  /// The expression that fills a text, or nil.
  static func expression(_ text: String) -> SwiftTree? {
    var reader = SwiftReader(text)
    guard let tree = try? reader.expression(), reader.isAtEnd else { return nil }
    return tree
  }

  private init(_ text: String) {
    // The lexer of the workbook takes `$0.5` for an amount of money.
    let text = text.replacing("$0", with: "$a0").replacing("$1", with: "$a1")
    source = SourceText(text)
    tokens = Lexer.tokens(of: text, dialect: .workbook)
  }

  // MARK: Tokens

  private var current: Token { tokens[index] }
  private var isAtEnd: Bool { current.kind == .end }
  private func peek(_ offset: Int = 1) -> Token { tokens[min(index + offset, tokens.count - 1)] }
  private func text(_ token: Token) -> String { String(source[token.range]) }
  private func at(_ symbol: Token.Symbol) -> Bool { current.isSymbol(symbol) }
  private func at(word: String) -> Bool { current.isIdentifier && text(current) == word }

  @discardableResult
  private mutating func advance() -> Token {
    let token = current
    if index < tokens.count - 1 { index += 1 }
    return token
  }

  private mutating func consume(_ symbol: Token.Symbol) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  private mutating func consume(word: String) -> Bool {
    guard at(word: word) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ symbol: Token.Symbol) throws {
    guard consume(symbol) else { throw GivesUp() }
  }

  private mutating func identifier() throws -> String {
    guard current.isIdentifier else { throw GivesUp() }
    return text(advance())
  }

  private mutating func nested<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    guard depth < Self.depthLimit else { throw GivesUp() }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: Statements

  private mutating func statements(until close: Token.Symbol?) throws -> [SwiftStatement] {
    var statements: [SwiftStatement] = []
    while !isAtEnd, close.map(at) != true {
      if consume(.semicolon) { continue }
      statements.append(try nested { try $0.statement() })
      guard isAtEnd || current.startsLine || at(.semicolon) || close.map(at) == true else { throw GivesUp() }
    }
    return statements
  }

  private mutating func block() throws -> [SwiftStatement] {
    try expect(.leftBrace)
    let body = try statements(until: .rightBrace)
    try expect(.rightBrace)
    return body
  }

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "final", "static", "override", "lazy", "weak", "unowned",
    "dynamic", "nonisolated", "required", "convenience", "mutating",
  ]

  private mutating func statement() throws -> SwiftStatement {
    var attributes: [SwiftProperty.Attribute] = []
    while at(.at), peek().isIdentifier {
      advance()
      let name = try identifier()
      attributes.append(.init(name: name, arguments: at(.leftParenthesis) ? try arguments() : []))
    }
    while current.isIdentifier, Self.modifiers.contains(text(current)), peek().isIdentifier { advance() }
    if at(word: "private") || at(word: "public"), peek().isSymbol(.leftParenthesis) {
      advance()
      _ = try arguments()
    }
    switch text(current) {
    case "class", "struct", "enum", "extension", "actor":
      if peek().isIdentifier { return .type(try type()) }
    case "let", "var":
      if peek().isIdentifier || peek().isSymbol(.backslash) { return try binding(attributes) }
    case "try", "await", "return", "defer":
      if !attributes.isEmpty { break }
      advance()
      if !consume(.question) { _ = consume(.exclamation) }
      if at(.leftBrace) { return try inline(try block()) }
      return try statement()
    case "do" where peek().isSymbol(.leftBrace):
      advance()
      let body = try block()
      if consume(word: "catch") {
        while !at(.leftBrace), !isAtEnd { advance() }
        _ = try block()
      }
      return try inline(body)
    case "if", "guard":
      guard attributes.isEmpty, !peek().isSymbol(.dot) else { break }
      let isGuard = text(advance()) == "guard"
      var condition: SwiftTree
      var bound: (name: String, value: SwiftTree)?
      if consume(word: "let") || consume(word: "var") {
        let name = try identifier()
        let value = consume(.equal) ? try expression(allowsTrailingClosure: false) : .name(name)
        bound = (name, value)
        condition = .infix(value, "!=", .name("nil"))
      } else {
        condition = try expression(allowsTrailingClosure: false)
      }
      while consume(.comma) { condition = .infix(condition, "&&", try expression(allowsTrailingClosure: false)) }
      if let bound { condition = condition.replacing(bound.name, with: bound.value) }
      if isGuard {
        guard consume(word: "else") else { throw GivesUp() }
        try skipBraces()
        return .expression(condition)
      }
      var body = try block()
      if let bound { body = body.map { $0.replacing(bound.name, with: bound.value) } }
      guard consume(word: "else") else { return .branch(condition, body) }
      guard let first = printed(body), let second = printed(try block()) else { throw GivesUp() }
      return .expression(.ternary(condition, first, second))
    case "for":
      guard peek().isIdentifier else { break }
      advance()
      let variable = try identifier()
      guard consume(word: "in") else { throw GivesUp() }
      var sequence = try expression(allowsTrailingClosure: false)
      if consume(word: "where") {
        let condition = try expression(allowsTrailingClosure: false)
        let closure = SwiftTree.closure(parameters: [variable], body: [.expression(condition)])
        sequence = .call(.member(sequence, "filter"), [.init(label: nil, value: closure)])
      }
      return .loop(variable, sequence, try block())
    default: break
    }
    // @Relationship(deleteRule: .deny) Author.books
    if attributes.count == 1, attributes[0].name == "Relationship", let rule = attributes[0].arguments["deleteRule"] {
      return .assignment(.member(try expression(), "deleteRule"), "=", rule)
    }
    guard attributes.isEmpty else { throw GivesUp() }
    let left = try expression()
    if let sign = assignmentSign() {
      return .assignment(left, sign, try expression())
    }
    return .expression(left)
  }

  /// The value that a block of one statement prints.
  private func printed(_ body: [SwiftStatement]) -> SwiftTree? {
    guard body.count == 1, case .expression(.call(.name("print", _), let arguments)) = body[0] else { return nil }
    return arguments.sole
  }

  private func inline(_ body: [SwiftStatement]) throws -> SwiftStatement {
    guard body.count == 1 else { throw GivesUp() }
    return body[0]
  }

  /// `=`, `+=`, `-=`, `*=`, `/=`, consumed.
  private mutating func assignmentSign() -> String? {
    if consume(.equal) || consume(.assign) { return "=" }
    for (symbol, sign) in [(Token.Symbol.plus, "+"), (.minus, "-"), (.star, "*"), (.slash, "/")]
    where at(symbol) && peek().isSymbol(.equal) && !peek().isSpaced {
      advance()
      advance()
      return sign
    }
    return nil
  }

  private mutating func binding(_ attributes: [SwiftProperty.Attribute]) throws -> SwiftStatement {
    advance()
    let property = try property(attributes)
    if at(.leftBrace) { throw GivesUp() }
    if attributes.isEmpty, property.type == nil || property.initial != nil {
      guard let value = property.initial else { throw GivesUp() }
      return .binding(property.name, value)
    }
    return .property(property)
  }

  /// `name: Type? = value`, after its keyword.
  private mutating func property(_ attributes: [SwiftProperty.Attribute]) throws -> SwiftProperty {
    var property = SwiftProperty(attributes: attributes, name: try identifier())
    if consume(.colon) {
      if consume(.leftBracket) {
        property.type = try typeName()
        if consume(.colon) { _ = try typeName() }
        try expect(.rightBracket)
        property.isCollection = true
      } else {
        let name = try typeName()
        property.type = name
        if consume(.less) {
          property.type = try typeName()
          property.isCollection = ["Set", "Array", "FetchedResults", "OrderedSet", "List"].contains(name)
          property.isOptional = name == "Optional"
          try expect(.greater)
        }
      }
      if consume(.question) { property.isOptional = true } else { _ = consume(.exclamation) }
    }
    if consume(.equal) { property.initial = try expression() }
    return property
  }

  private mutating func typeName() throws -> String {
    var name = try identifier()
    while at(.dot), peek().isIdentifier {
      advance()
      name = try identifier()
    }
    return name
  }

  private mutating func type() throws -> SwiftType {
    var type = SwiftType(keyword: text(advance()), name: try identifier(), parents: [], properties: [], cases: [])
    if consume(.colon) {
      repeat { type.parents.append(try typeName()) } while consume(.comma)
    }
    guard !isAtEnd else { return type }
    try expect(.leftBrace)
    while !isAtEnd, !at(.rightBrace) {
      if consume(.semicolon) { continue }
      try nested { try $0.member(of: &type) }
    }
    try expect(.rightBrace)
    return type
  }

  /// One member; methods and initializers are skipped.
  private mutating func member(of type: inout SwiftType) throws {
    var attributes: [SwiftProperty.Attribute] = []
    while at(.at), peek().isIdentifier {
      advance()
      let name = try identifier()
      attributes.append(.init(name: name, arguments: at(.leftParenthesis) ? try arguments() : []))
    }
    while current.isIdentifier, Self.modifiers.contains(text(current)) { advance() }
    if consume(word: "case") {
      repeat {
        type.cases.append(try identifier())
        if consume(.equal) { advance() }
      } while consume(.comma)
      return
    }
    if consume(word: "let") || consume(word: "var") {
      let property = try property(attributes)
      // A computed property.
      if at(.leftBrace) { return try skipBraces() }
      type.properties.append(property)
      return
    }
    guard current.isIdentifier, ["init", "func", "deinit", "subscript"].contains(text(current)) else { throw GivesUp() }
    while !isAtEnd, !at(.leftBrace) {
      if at(.rightBrace) { throw GivesUp() }
      advance()
    }
    try skipBraces()
  }

  private mutating func skipBraces() throws {
    try expect(.leftBrace)
    var open = 1
    while open > 0, !isAtEnd {
      if at(.leftBrace) { open += 1 }
      if at(.rightBrace) { open -= 1 }
      advance()
    }
    if open > 0 { throw GivesUp() }
  }

  // MARK: Expressions

  /// The operators of two operands, the loosest first.
  private static let precedence: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "<", ">", "<=", ">=", "===", "!=="], ["??"], ["...", "..<"], ["+", "-"],
    ["*", "/", "%"],
  ]

  private var allowsTrailingClosure = true

  private mutating func expression(allowsTrailingClosure: Bool) throws -> SwiftTree {
    let outer = self.allowsTrailingClosure
    self.allowsTrailingClosure = allowsTrailingClosure
    defer { self.allowsTrailingClosure = outer }
    return try expression()
  }

  private mutating func expression() throws -> SwiftTree {
    try nested { reader in
      let condition = try reader.operation(at: 0)
      guard reader.at(.question), reader.current.isSpaced, !reader.current.startsLine else { return condition }
      reader.advance()
      let first = try reader.expression()
      try reader.expect(.colon)
      return .ternary(condition, first, try reader.expression())
    }
  }

  private mutating func operation(at level: Int) throws -> SwiftTree {
    guard level < Self.precedence.count else { return try prefixed() }
    var left = try operation(at: level + 1)
    while let (sign, length) = operatorHere(), Self.precedence[level].contains(sign) {
      for _ in 0..<length { advance() }
      left = .infix(left, sign, try operation(at: level + 1))
    }
    return left
  }

  /// The operator at the cursor, and of how many tokens it consists.
  private func operatorHere() -> (String, Int)? {
    guard case .symbol(let symbol) = current.kind, !current.startsLine else { return nil }
    func isNext(_ symbol: Token.Symbol) -> Bool { peek().isSymbol(symbol) && !peek().isSpaced }
    switch symbol {
    case .plus, .minus, .star, .slash, .percent: return isNext(.equal) ? nil : (symbol.rawValue, 1)
    case .equalEqual, .notEqual: return isNext(.equal) ? (symbol.rawValue + "=", 2) : (symbol.rawValue, 1)
    case .less, .greater, .lessOrEqual, .greaterOrEqual, .barBar, .ampersandAmpersand: return (symbol.rawValue, 1)
    case .ellipsis: return ("...", 1)
    case .dot where isNext(.dot) && peek(2).isSymbol(.less): return ("..<", 3)
    case .question where isNext(.question): return ("??", 2)
    default: return nil
    }
  }

  private mutating func prefixed() throws -> SwiftTree {
    if consume(.exclamation) { return .not(try nested { try $0.prefixed() }) }
    if consume(.minus) { return .negative(try nested { try $0.prefixed() }) }
    if at(word: "try") || at(word: "await"), !peek().startsLine {
      advance()
      if !consume(.question) { _ = consume(.exclamation) }
      return try nested { try $0.prefixed() }
    }
    return try postfixed(try primary())
  }

  private mutating func primary() throws -> SwiftTree {
    switch current.kind {
    case .identifier:
      let name = text(advance())
      return .name(name, generics: generics())
    case .integer, .number, .date: return .literal(text(advance()))
    case .string(let isTerminated):
      guard isTerminated else { throw GivesUp() }
      return .text(String(text(advance()).dropFirst().dropLast()))
    case .variable: return .name(text(advance()).replacing("$a", with: "$"))
    case .symbol(.hash) where peek().isIdentifier:
      advance()
      let name = "#" + text(advance())
      return .name(name, generics: generics())
    case .symbol(.dot) where peek().isIdentifier:
      advance()
      return .implicit(text(advance()))
    case .symbol(.backslash): return try keyPath()
    case .symbol(.leftParenthesis):
      advance()
      let outer = allowsTrailingClosure
      allowsTrailingClosure = true
      let inside = try expression()
      allowsTrailingClosure = outer
      try expect(.rightParenthesis)
      return inside
    case .symbol(.leftBracket):
      advance()
      var elements: [SwiftTree] = []
      while !at(.rightBracket) {
        elements.append(try expression())
        guard consume(.comma) else { break }
      }
      try expect(.rightBracket)
      return .list(elements)
    case .symbol(.leftBrace): return try closure()
    default: throw GivesUp()
    }
  }

  /// `<Player>` directly after a name and before what makes it a type: a call, a closure or a member.
  private mutating func generics() -> [String] {
    guard at(.less), !current.isSpaced, peek().isIdentifier, peek(2).isSymbol(.greater) else { return [] }
    let after = peek(3)
    guard after.isSymbol(.leftParenthesis) || after.isSymbol(.leftBrace) || after.isSymbol(.dot) else { return [] }
    advance()
    let name = text(advance())
    advance()
    return [name]
  }

  private mutating func keyPath() throws -> SwiftTree {
    advance()
    var root: String?
    if current.isIdentifier { root = text(advance()) }
    var names: [String] = []
    while at(.dot), peek().isIdentifier {
      advance()
      names.append(text(advance()))
      if at(.question) || at(.exclamation), !current.isSpaced { advance() }
    }
    guard !names.isEmpty else { throw GivesUp() }
    return .keyPath(root: root, names)
  }

  private mutating func postfixed(_ start: SwiftTree) throws -> SwiftTree {
    var tree = start
    while !isAtEnd {
      if at(.dot), peek().isIdentifier {
        advance()
        tree = .member(tree, text(advance()))
      } else if at(.question) || at(.exclamation), !current.isSpaced,
        peek().isSymbol(.dot) || peek().isSymbol(.leftBracket) || at(.exclamation) && !peek().isSymbol(.equal)
      {
        advance()
      } else if at(.leftParenthesis), !current.isSpaced {
        tree = .call(tree, try nested { try $0.arguments() })
      } else if at(.leftBracket), !current.isSpaced {
        advance()
        tree = .index(tree, try nested { try $0.expression() })
        try expect(.rightBracket)
      } else if at(.leftBrace), allowsTrailingClosure, !current.startsLine, canTakeClosure(tree) {
        let closure = try nested { try $0.closure() }
        if case .call(let callee, let arguments) = tree {
          tree = .call(callee, arguments + [.init(label: nil, value: closure)])
        } else {
          tree = .call(tree, [.init(label: nil, value: closure)])
        }
      } else if at(word: "as"), !current.startsLine, isCast {
        advance()
        if !consume(.exclamation) { _ = consume(.question) }
        let isList = consume(.leftBracket)
        _ = try typeName()
        if isList { try expect(.rightBracket) }
        if consume(.less) {
          _ = try typeName()
          try expect(.greater)
        }
        _ = consume(.question)
      } else {
        break
      }
    }
    return tree
  }

  /// Whether a type follows `as`: Swift's types begin with a capital.
  private var isCast: Bool {
    let offset = peek().isSymbol(.exclamation) || peek().isSymbol(.question) ? 2 : 1
    return peek(offset).isSymbol(.leftBracket) || text(peek(offset)).first?.isUppercase == true
  }

  private func canTakeClosure(_ tree: SwiftTree) -> Bool {
    switch tree {
    case .name, .member, .call: true
    default: false
    }
  }

  private mutating func arguments() throws -> [SwiftTree.Argument] {
    try expect(.leftParenthesis)
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    var arguments: [SwiftTree.Argument] = []
    while !at(.rightParenthesis) {
      var label: String?
      if current.isIdentifier, peek().isSymbol(.colon) {
        label = text(advance())
        advance()
      }
      // `reduce(0, +)`
      if at(.plus), peek().isSymbol(.rightParenthesis) || peek().isSymbol(.comma) {
        advance()
        arguments.append(.init(label: label, value: .name("+")))
      } else if at(.less) || at(.greater), peek().isSymbol(.rightParenthesis) {
        arguments.append(.init(label: label, value: .name(text(advance()))))
      } else {
        arguments.append(.init(label: label, value: try expression()))
      }
      guard consume(.comma) else { break }
    }
    try expect(.rightParenthesis)
    return arguments
  }

  /// `{ $0.age > 3 }`, `{ player in … }`, `{ (a, b) -> Bool in … }`
  private mutating func closure() throws -> SwiftTree {
    try expect(.leftBrace)
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    var parameters: [String] = []
    let start = index
    if consume(.leftBracket) {
      while !at(.rightBracket), !isAtEnd { advance() }
      advance()
    }
    if at(.leftParenthesis) || current.isIdentifier {
      let isTuple = consume(.leftParenthesis)
      while current.isIdentifier, !at(word: "in") {
        parameters.append(text(advance()))
        if consume(.colon) { _ = try? typeName() }
        guard consume(.comma) else { break }
      }
      if isTuple { _ = consume(.rightParenthesis) }
      if consume(.toOne) { _ = try? typeName() }
    }
    if !consume(word: "in") {
      index = start
      parameters = []
    }
    let body = try statements(until: .rightBrace)
    try expect(.rightBrace)
    return .closure(parameters: parameters, body: body)
  }
}
