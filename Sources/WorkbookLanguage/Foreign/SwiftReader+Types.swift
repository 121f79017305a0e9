import Predicates

/// Stored properties, and the classes and enumerations that have them.
extension SwiftReader {
  mutating func binding(_ attributes: [SwiftProperty.Attribute]) throws -> SwiftStatement {
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
  mutating func property(_ attributes: [SwiftProperty.Attribute]) throws -> SwiftProperty {
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
        } else if at(.leftBracket), peek().isSymbol(.rightBracket) {
          // `Book[]`, as in TypeScript
          advance()
          advance()
          property.isCollection = true
        }
      }
      if consume(.question) { property.isOptional = true } else { _ = consume(.exclamation) }
    }
    if consume(.equal) { property.initial = try expression() }
    return property
  }

  mutating func typeName() throws -> String {
    var name = try identifier()
    while at(.dot), peek().isIdentifier {
      advance()
      name = try identifier()
    }
    return name
  }

  mutating func type() throws -> SwiftType {
    var type = SwiftType(
      keyword: text(advance()), name: try identifier(), parents: [], properties: [], cases: [], macros: [])
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
  mutating func member(of type: inout SwiftType) throws {
    var attributes: [SwiftProperty.Attribute] = []
    while at(.at), peek().isIdentifier {
      advance()
      let name = try identifier()
      attributes.append(.init(name: name, arguments: at(.leftParenthesis) ? try arguments() : []))
    }
    while current.isIdentifier, Self.modifiers.contains(text(current)) { advance() }
    if attributes.isEmpty, at(.hash) {
      type.macros.append(try expression())
      return
    }
    if consume(word: "case") {
      repeat {
        type.cases.append(try identifier())
        if consume(.equal) { advance() }
      } while consume(.comma)
      return
    }
    if consume(word: "let") || consume(word: "var") || current.isIdentifier && peek().isSymbol(.colon) {
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

  mutating func skipBraces() throws {
    try expect(.leftBrace)
    var open = 1
    while open > 0, !isAtEnd {
      if at(.leftBrace) { open += 1 }
      if at(.rightBrace) { open -= 1 }
      advance()
    }
    if open > 0 { throw GivesUp() }
  }
}
