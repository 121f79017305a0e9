import Diagnostics

extension Predicate {
  /// Parses a format string, as `NSPredicate(format:)` does; what is wrong is a diagnostic and never an exception.
  ///
  /// ```swift
  /// Predicate.parse("name ==[c] %@ AND ANY players.age > %d", arguments: ["heat", 30]).predicate
  /// ```
  ///
  /// Each `%@`, `%K`, `%d` … is replaced by the next argument: `%@` by a constant, `%K` by a key path.
  /// Without any they stay open. The predicate is nil exactly when one of the diagnostics is an error. O(text).
  public static func parse(_ text: String, arguments: [Value] = []) -> (
    predicate: Predicate?, diagnostics: [Diagnostic]
  ) {
    var parser = PredicateParser(formatting: text, arguments)
    let predicate = parser.parsePredicate()
    parser.finish(predicate != nil, wanted: "AND, OR or the end")
    let diagnostics = parser.placedDiagnostics
    return (diagnostics.containsError ? nil : predicate, diagnostics)
  }
}

extension Expression {
  /// Parses an expression, as `NSExpression(format:)` does; nil exactly when one of the diagnostics is an error.
  /// See ``Predicate/parse(_:arguments:)``. O(text).
  public static func parse(
    _ text: String, arguments: [Value] = []
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    var parser = PredicateParser(formatting: text, arguments)
    let expression = parser.parseExpression()
    parser.finish(expression != nil, wanted: "an operator or the end")
    let diagnostics = parser.placedDiagnostics
    return (diagnostics.containsError ? nil : expression, diagnostics)
  }
}

extension PredicateParser {
  fileprivate init(formatting text: String, _ arguments: [Value]) {
    self.init(TokenCursor(SourceText(text), dialect: .predicateFormat))
    if !arguments.isEmpty { self.arguments = arguments }
  }

  /// The diagnostics, the first error moved to where its cause is likely to be.
  fileprivate var placedDiagnostics: [Diagnostic] {
    var diagnostics = cursor.diagnostics
    // The cause is anywhere in a text as long as a file.
    guard cursor.source.text.utf8.count <= 10_000,
      let first = diagnostics.firstIndex(where: { $0.severity == .error })
    else { return diagnostics }
    diagnostics[first] = LikelyPlace(cursor.source).placing(diagnostics[first])
    return diagnostics
  }

  /// Nothing may follow, and no argument may be left.
  fileprivate mutating func finish(_ isParsed: Bool, wanted: String) {
    guard isParsed else { return }
    if !cursor.atEnd { return reportLeftover(wanted: wanted) }
    guard let arguments, argumentCount < arguments.count else { return }
    func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? " is" : "s are")" }
    report(
      Diagnostic.ID.unusedArgument,
      "\(counted(arguments.count, "argument")) given, but there \(argumentCount == 1 ? "is" : "are") \(argumentCount) "
        + "placeholder\(argumentCount == 1 ? "" : "s")", at: placeBehind, severity: .warning,
      hint: "a placeholder in quotes is text: write %@ without them")
  }

  /// There is text after the part that was parsed.
  mutating func reportLeftover(wanted: String) {
    guard !cursor.diagnostics.containsError else { return }
    report(
      Diagnostic.ID.unexpected, "expected \(wanted), found \(name(of: cursor.current))", at: cursor.current.range,
      hint: hintForUnexpected())
  }

  /// An expression instead of a condition: nothing is compared.
  mutating func reportLoneExpression(_ expression: Expression) {
    // One error is enough; what follows is usually the cause.
    if cursor.diagnostics.containsError { return }
    switch cursor.current.kind {
    case .end, .symbol(.rightParenthesis), .symbol(.comma): break
    case .symbol(.ampersandAmpersand), .symbol(.barBar): break
    case .identifier where keyword == .and || keyword == .or: break
    default:
      report(
        Diagnostic.ID.unexpected, "expected a comparison such as == or CONTAINS, found \(name(of: cursor.current))",
        at: cursor.current.range, hint: hintForUnexpected())
      return
    }
    let hint: String
    switch expression.kind {
    case .constant(.boolean(let flag)): hint = "write \(flag ? "TRUEPREDICATE" : "FALSEPREDICATE")"
    case .key: hint = "compare it: \(expression) == TRUE"
    default:
      let text = cursor.source[expression.range]
      hint = "compare it with something: \(text.count <= 40 ? text : "…") == …"
    }
    report(Diagnostic.ID.loneExpression, "this is a value, not a condition", at: expression.range, hint: hint)
  }
}
