/// A string of the workbook with expressions in it: `"First \(i)"`.
///
/// Its value is text: the segments between the expressions, and each expression's value as it is displayed.
package struct InterpolatedString: ExpressionExtension {
  package enum Part: Hashable, Sendable {
    case text(String)
    case expression(Expression)
  }

  package var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  package var operands: [Expression] {
    parts.compactMap { part in if case .expression(let expression) = part { expression } else { nil } }
  }

  package var canonicalText: String {
    let inside = parts.map { part in
      switch part {
      case .text(let text): CanonicalText.escaped(text)
      case .expression(let expression): "\\(\(expression.declaration))"
      }
    }
    return "\"" + inside.joined() + "\""
  }
}
