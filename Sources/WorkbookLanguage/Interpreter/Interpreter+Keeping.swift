import Diagnostics
import Predicates

/// Expressions whose values have to stay as they are, inside loops and blocks too.
struct KeptExpressions {
  struct Expression {
    /// The expression as its author wrote it: `Department.employees.deleteRule`.
    var text: String
    var syntax: ValueSyntax
    /// The value that has to stay.
    var value: Value
  }

  var expressions: [Expression]
  /// The texts of the expressions that a statement inside the last statement has changed, each once.
  var changedInside: [String] = []
}

/// Watching that an answer leaves some values as they are, at every moment.
extension Interpreter {
  /// Watches expressions from now on, copies of this interpreter included. Expressions without a value are not watched.
  /// - Parameter texts: the expressions, as an exercise's head lists them; none ends the watch.
  /// - Returns: the values by text.
  @discardableResult
  package mutating func keep(_ texts: [String]) -> [String: Value] {
    var kept = KeptExpressions(expressions: [])
    for text in texts {
      guard let syntax = WorkbookParser.parseValue(SourceText(text)).value, let value = current(syntax) else {
        continue
      }
      kept.expressions.append(.init(text: text, syntax: syntax, value: value))
    }
    self.kept = kept.expressions.isEmpty ? nil : kept
    return Dictionary(kept.expressions.map { ($0.text, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The watched expressions whose values were not as they have to be at some moment inside the last statement: between
  /// the rounds of a loop, or in a block. Those that only its end has changed are not among them.
  package var keptThatChangedInside: [String] { kept?.changedInside ?? [] }

  /// The values of the watched expressions in the context at hand; nil for what it does not have.
  func keptValues() -> [Value?] { kept?.expressions.map { current($0.syntax) } ?? [] }

  /// Notes which watched expressions a statement inside another one has changed.
  /// - Parameter before: their values before it, which it is not blamed for.
  mutating func noteKept(since before: [Value?]) {
    for (expression, (now, before)) in zip(kept?.expressions ?? [], zip(keptValues(), before)) {
      // In a context that does not know the object, there is nothing to compare.
      guard let now, now != before, now != expression.value else { continue }
      if kept?.changedInside.contains(expression.text) == false { kept?.changedInside.append(expression.text) }
    }
  }

  private func current(_ syntax: ValueSyntax) -> Value? {
    var copy = rehearsal()
    return try? copy.value(of: syntax)
  }
}
