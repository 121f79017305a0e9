import Diagnostics

extension Predicate {
  /// Returns the predicate with variables replaced by values: a template that can then be printed, kept or run.
  ///
  /// ```swift
  /// Predicate.parse("uniformColor == $COLOR").predicate?.substituting(["COLOR": "Green"])   // uniformColor == "Green"
  /// ```
  ///
  /// A value becomes a constant and never a key path, as `withSubstitutionVariables(_:)` has it: `$a` with the text `name`
  /// is the text. Only as a key, in `team.$a`, a text is the key. Variables that are not named stay open. O(nodes).
  public func substituting(_ variables: [String: Value]) -> Predicate {
    rewriting { $0.substituted(variables) }
  }
}

extension Expression {
  /// Returns the expression with variables replaced by values. See ``Predicate/substituting(_:)``. O(nodes).
  public func substituting(_ variables: [String: Value]) -> Expression {
    rewriting { $0.substituted(variables) }
  }

  fileprivate func substituted(_ variables: [String: Value]) -> Expression? {
    switch kind {
    case .variable(let name): return variables[name].map { Expression(.constant($0), at: range) }
    case .variableKey(let base, let name):
      return variables[name].flatMap { base.substituting(variables).appending($0, at: range) }
    default: return nil
    }
  }

  /// The expression followed by the keys of a text, `name` or `team.name`; nil for a value that is no such text.
  package func appending(_ path: Value, at range: SourceRange) -> Expression? {
    guard case .string(let text) = path else { return nil }
    let keys = text.split(separator: ".").map(String.init)
    return keys.isEmpty ? nil : keys.reduce(self) { Expression(.key($0, $1), at: range) }
  }
}
