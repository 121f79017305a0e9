import Predicates

extension SwiftReader {
  mutating func statements(until close: Token.Symbol?) throws -> [SwiftStatement] {
    var statements: [SwiftStatement] = []
    while !isAtEnd, close.map(at) != true {
      if consume(.semicolon) { continue }
      statements.append(try nested { try $0.statement() })
      guard isAtEnd || current.startsLine || at(.semicolon) || close.map(at) == true else { throw GivesUp() }
    }
    return statements
  }

  mutating func block() throws -> [SwiftStatement] {
    try expect(.leftBrace)
    let body = try statements(until: .rightBrace)
    try expect(.rightBrace)
    return body
  }

  static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "final", "static", "override", "lazy", "weak", "unowned",
    "dynamic", "nonisolated", "required", "convenience", "mutating",
  ]

  mutating func statement() throws -> SwiftStatement {
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
      return try nested { try $0.statement() }
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
      guard peek().isIdentifier || peek().isSymbol(.leftParenthesis) else { break }
      advance()
      // for (i, book) in ann.books.enumerated()
      var number: String?
      if consume(.leftParenthesis) {
        number = try identifier()
        try expect(.comma)
      }
      let variable = try identifier()
      if number != nil { try expect(.rightParenthesis) }
      guard consume(word: "in") else { throw GivesUp() }
      var sequence = try expression(allowsTrailingClosure: false)
      if number != nil {
        guard case (let list?, "enumerated", _)? = sequence.calledMethod else { throw GivesUp() }
        sequence = list
      }
      if consume(word: "where") {
        let condition = try expression(allowsTrailingClosure: false)
        let closure = SwiftTree.closure(parameters: [variable], body: [.expression(condition)])
        sequence = .call(.member(sequence, "filter"), [.init(label: nil, value: closure)])
      }
      // The numbers of the turns have no counterpart: what prints them beside other values prints those.
      let body = try block()
      return .loop(variable, sequence, number.map { name in body.map { $0.replacing(name, with: .name("_")) } } ?? body)
    default: break
    }
    if attributes.isEmpty, let (name, offset) = declaredName {
      for _ in 0...(offset + 1) { advance() }
      return .binding(name, try expression())
    }
    // @Attribute(.unique) name: String
    if !attributes.isEmpty, current.isIdentifier, peek().isSymbol(.colon) {
      return .property(try property(attributes))
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
  func printed(_ body: [SwiftStatement]) -> SwiftTree? {
    guard body.count == 1, case .expression(.call(.name("print", _), let arguments)) = body[0] else { return nil }
    return arguments.sole
  }

  func inline(_ body: [SwiftStatement]) throws -> SwiftStatement {
    guard body.count == 1 else { throw GivesUp() }
    return body[0]
  }

  /// `=`, `+=`, `-=`, `*=`, `/=`, consumed.
  mutating func assignmentSign() -> String? {
    if consume(.equal) || consume(.assign) { return "=" }
    for (symbol, sign) in [(Token.Symbol.plus, "+"), (.minus, "-"), (.star, "*"), (.slash, "/")]
    where at(symbol) && peek().isSymbol(.equal) && !peek().isSpaced {
      advance()
      advance()
      return sign
    }
    return nil
  }
}
