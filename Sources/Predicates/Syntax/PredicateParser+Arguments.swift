import Diagnostics

extension PredicateParser {
  /// specifier = "%" ( "@" | "K" | printf's numbers and strings )
  mutating func parseArgument() -> Expression? {
    let token = cursor.advance()
    height = 1
    guard dialect == .predicateFormat else {
      report(
        Diagnostic.ID.placeholder, "a placeholder takes its value from a program", at: token.range,
        hint: "write your own name: $name")
      return nil
    }
    guard let specifier = specifier(token) else { return nil }
    let position = argumentCount
    argumentCount += 1
    guard let arguments else { return Expression(.argument(specifier, position), at: token.range) }
    guard let value = argument(position, of: arguments, for: token) else { return nil }
    if specifier == .keyPath {
      return keys(
        value, of: Expression(.candidate, at: SourceRange(token.range.lowerBound, token.range.lowerBound)), token)
    }
    return constant(value, for: specifier, position, token)
  }

  /// `%K` after a dot. Without arguments the key remains `%K`.
  mutating func parseKeyArgument(of base: Expression) -> Expression? {
    let token = cursor.advance()
    guard cursor.text(of: token) == "%K" else {
      report(Diagnostic.ID.placeholder, "a key's placeholder is %K", at: token.range, hint: "write %K", fix: "%K")
      return nil
    }
    let position = argumentCount
    argumentCount += 1
    let range = base.range.union(token.range)
    guard let arguments else {
      guard grow(over: height, at: range) else { return nil }
      return Expression(.key(base, "%K"), at: range)
    }
    guard let value = argument(position, of: arguments, for: token) else { return nil }
    return keys(value, of: base, token)
  }

  private mutating func argument(_ position: Int, of arguments: [Value], for token: Token) -> Value? {
    if position < arguments.count { return arguments[position] }
    let given = arguments.count == 1 ? "one argument is" : "\(arguments.count) arguments are"
    report(
      Diagnostic.ID.missingArgument, "there is no argument for \(name(of: token))", at: token.range,
      hint: "\(given) given, this is placeholder \(position + 1)")
    return nil
  }

  private mutating func keys(_ value: Value, of base: Expression, _ token: Token) -> Expression? {
    guard case .string(let path) = value else {
      report(Diagnostic.ID.argumentType, "%K takes a key path as text, not \(value.kindDescription)", at: token.range)
      return nil
    }
    var result = base
    let range = base.range.union(token.range)
    let keys = path.split(separator: ".", omittingEmptySubsequences: false)
    if keys.contains(where: \.isEmpty) {
      report(Diagnostic.ID.argumentType, "'\(path)' is not a key path", at: token.range, hint: "such as team.name")
      return nil
    }
    for (index, key) in keys.enumerated() {
      if index == 0, key.uppercased() == "SELF", base.kind == .candidate { continue }
      guard grow(over: height, at: range) else { return nil }
      result = Expression(.key(result, String(key)), at: range)
    }
    return result
  }

  private mutating func constant(
    _ value: Value, for specifier: Expression.ArgumentSpecifier, _ position: Int, _ token: Token
  ) -> Expression? {
    guard case .printf(let letters) = specifier, let letter = letters.last else {
      return Expression(.constant(value), at: token.range)
    }
    let isFloat = "eEfFgGaA".contains(letter)
    switch value {
    case .integer(let integer) where isFloat: return Expression(.constant(.double(Double(integer))), at: token.range)
    case .boolean(let flag) where isFloat: return Expression(.constant(.double(flag ? 1 : 0)), at: token.range)
    case .integer, .boolean:
      if !"sSp".contains(letter) { return Expression(.constant(value), at: token.range) }
    case .double(let double) where !isFloat && !"sSp".contains(letter) && Int64(exactly: double) != nil:
      // A whole number that came through a text without types, such as JSON.
      return Expression(.constant(.integer(Int64(double))), at: token.range)
    case .double, .decimal:
      if isFloat { return Expression(.constant(value), at: token.range) }
    case .string:
      if "sS".contains(letter) { return Expression(.constant(value), at: token.range) }
    case .null, .date, .data, .uuid, .url, .object, .array, .set, .dictionary: break
    }
    let wanted = isFloat ? "a number" : "sS".contains(letter) ? "text" : "a whole number"
    report(
      Diagnostic.ID.argumentType,
      "\(name(of: token)) takes \(wanted), but argument \(position + 1) is \(value.kindDescription)",
      at: token.range, hint: "%@ takes any value")
    return nil
  }

  private mutating func specifier(_ token: Token) -> Expression.ArgumentSpecifier? {
    let text = cursor.text(of: token)
    switch text {
    case "%@": return .object
    case "%K": return .keyPath
    default: break
    }
    if let last = text.last, "diuxXoOcCDUeEfFgGaAsSp".contains(last) { return .printf(String(text.dropFirst())) }
    let hint = text.hasSuffix("k") ? "a key path's placeholder is %K" : "%@ takes a value, %K a key path"
    report(Diagnostic.ID.placeholder, "there is no placeholder '\(text)'", at: token.range, hint: hint)
    return nil
  }
}
