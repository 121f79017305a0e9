import Predicates

extension SwiftReader {
  /// The operators of two operands, the loosest first.
  static let precedence: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "<", ">", "<=", ">=", "===", "!=="], ["??"], ["...", "..<"], ["+", "-"],
    ["*", "/", "%"],
  ]

  mutating func expression(allowsTrailingClosure: Bool) throws -> SwiftTree {
    let outer = self.allowsTrailingClosure
    self.allowsTrailingClosure = allowsTrailingClosure
    defer { self.allowsTrailingClosure = outer }
    return try expression()
  }

  mutating func expression() throws -> SwiftTree {
    try nested { reader in
      let condition = try reader.operation(at: 0)
      guard reader.at(.question), reader.current.isSpaced, !reader.current.startsLine else { return condition }
      reader.advance()
      let first = try reader.expression()
      try reader.expect(.colon)
      return .ternary(condition, first, try reader.expression())
    }
  }

  mutating func operation(at level: Int) throws -> SwiftTree {
    guard level < Self.precedence.count else { return try prefixed() }
    var left = try operation(at: level + 1)
    while let (sign, length) = operatorHere(), Self.precedence[level].contains(sign) {
      for _ in 0..<length { advance() }
      try link()
      left = .infix(left, sign, try operation(at: level + 1))
    }
    return left
  }

  /// The operator at the cursor, and of how many tokens it consists.
  func operatorHere() -> (String, Int)? {
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

  mutating func prefixed() throws -> SwiftTree {
    if consume(.exclamation) { return .not(try nested { try $0.prefixed() }) }
    if consume(.minus) { return .negative(try nested { try $0.prefixed() }) }
    if at(word: "try") || at(word: "await"), !peek().startsLine {
      advance()
      if !consume(.question) { _ = consume(.exclamation) }
      return try nested { try $0.prefixed() }
    }
    return try postfixed(try primary())
  }

  /// An operand, without what follows it: a name, a literal, a list, a closure, a message.
  mutating func primary() throws -> SwiftTree {
    switch current.kind {
    case .identifier:
      let name = text(advance())
      return .name(["YES": "true", "NO": "false"][name] ?? name, generics: generics())
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
    case .symbol(.at):
      advance()
      return try boxed()
    case .symbol(.leftBracket):
      advance()
      var elements: [SwiftTree] = []
      while !at(.rightBracket) {
        let element = try nested { try $0.expression() }
        if elements.isEmpty, isAtSelector { return try message(to: element) }
        elements.append(element)
        guard consume(.comma) else { break }
      }
      try expect(.rightBracket)
      return .list(elements)
    case .symbol(.leftBrace): return try closure()
    default: throw GivesUp()
    }
  }

  /// `<Player>` directly after a name and before what makes it a type: a call, a closure or a member.
  mutating func generics() -> [String] {
    guard at(.less), !current.isSpaced, peek().isIdentifier, peek(2).isSymbol(.greater) else { return [] }
    let after = peek(3)
    guard after.isSymbol(.leftParenthesis) || after.isSymbol(.leftBrace) || after.isSymbol(.dot) else { return [] }
    advance()
    let name = text(advance())
    advance()
    return [name]
  }

  mutating func keyPath() throws -> SwiftTree {
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

  mutating func postfixed(_ start: SwiftTree) throws -> SwiftTree {
    var tree = start
    while !isAtEnd {
      try link()
      if at(.dot), peek().isIdentifier {
        advance()
        tree = .member(tree, text(advance()))
      } else if at(.question) || at(.exclamation), !current.isSpaced,
        peek().isSymbol(.dot) || peek().isSymbol(.leftBracket) || at(.exclamation) && !peek().isSymbol(.equal)
          || isBeforeAssignment
      {
        advance()
      } else if at(.leftParenthesis), !current.isSpaced {
        // Python's calls of methods name their arguments with an equals sign.
        let isMethod = if case .member = tree { true } else { false }
        tree = .call(tree, try nested { try $0.arguments(allowsEqual: isMethod) })
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

  /// `one.price? *= 2`, `one.price? = 2`
  private var isBeforeAssignment: Bool {
    let sign = [Token.Symbol.plus, .minus, .star, .slash].contains { peek().isSymbol($0) }
    return peek(sign ? 2 : 1).isSymbol(.equal)
  }

  /// Whether a type follows `as`: Swift's types begin with a capital.
  var isCast: Bool {
    let offset = peek().isSymbol(.exclamation) || peek().isSymbol(.question) ? 2 : 1
    return peek(offset).isSymbol(.leftBracket) || text(peek(offset)).first?.isUppercase == true
  }

  func canTakeClosure(_ tree: SwiftTree) -> Bool {
    switch tree {
    case .name, .member, .call: true
    default: false
    }
  }

  mutating func arguments(allowsEqual: Bool = false) throws -> [SwiftTree.Argument] {
    try expect(.leftParenthesis)
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    var arguments: [SwiftTree.Argument] = []
    while !at(.rightParenthesis) {
      var label: String?
      if current.isIdentifier, peek().isSymbol(.colon) || allowsEqual && peek().isSymbol(.equal) {
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
  mutating func closure() throws -> SwiftTree {
    try expect(.leftBrace)
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    defer { allowsTrailingClosure = outer }
    var parameters: [String] = []
    // `{ @MainActor in … }`
    while text(current) == "@", peek().isIdentifier {
      advance()
      advance()
    }
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
