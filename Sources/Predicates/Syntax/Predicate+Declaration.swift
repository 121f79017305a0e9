extension Predicate {
  /// The predicate as a statement writes it: canonical text with the workbook's literals, `born < 2000-01-01`, where
  /// NSPredicate's text has a CAST, and with `true` and `false`.
  package var declaration: String { rewriting(Expression.inDeclaration).description }
}

extension Expression {
  /// The expression as a statement writes it; see ``Predicate/declaration``.
  package var declaration: String { rewriting(Expression.inDeclaration).description }

  fileprivate static func inDeclaration(_ expression: Expression) -> Expression? {
    guard case .constant(let value) = expression.kind, let literal = value.declaredLiteral else { return nil }
    return Expression(.extension(AnyExpressionExtension(DeclaredLiteral(canonicalText: literal))), at: expression.range)
  }
}

extension Value {
  /// The literal that a statement has for the value and a format string has not; nil where both write the same.
  package var declaredLiteral: String? {
    switch self {
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let date): date.internetText
    case .data(let data): "data \"\(Self.hexadecimal(data))\""
    case .uuid(let uuid): "uuid \"\(uuid.uuidString)\""
    case .url(let url): "url \(CanonicalText.quoted(url.absoluteString))"
    case .array(let elements), .set(let elements):
      "{" + elements.map { $0.declaredLiteral ?? $0.canonicalText }.joined(separator: ", ") + "}"
    case .null, .integer, .double, .decimal, .string, .object, .dictionary: nil
    }
  }
}

/// A constant with the text that a statement has for it.
private struct DeclaredLiteral: ExpressionExtension {
  var canonicalText: String
}
