/// What is wrong with something that a learner wrote, where, and what to do about it.
///
/// ```swift
/// Diagnostic("unknown-entity", "there is no entity 'Playr'", at: range, hint: "did you mean Player?")
/// ```
///
/// A diagnostic is a value: parsers and checkers return as many as they find, an operation throws one, and
/// ``DiagnosticFormatter`` makes the text of it at the edge.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    case error, warning, note
  }

  /// A change of the text that would mend it.
  public struct Fix: Hashable, Sendable {
    public var range: SourceRange
    public var replacement: String

    public init(_ range: SourceRange, with replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The stable name of this kind of finding, lower case with hyphens: `unknown-entity`.
  public var id: String
  public var severity: Severity
  /// What is wrong, in the learner's words: lower case, no full stop, one line.
  public var message: String
  /// The place that is underlined; nil when there is none.
  public var range: SourceRange?
  /// The text that `range` counts in, where it is not the one at hand (a file that was run from another).
  public var source: SourceText?
  /// What to do: one line, set beside the underline.
  public var hint: String?
  /// Further lines below the place: the values on both sides, the object that breaks it.
  public var notes: [String]
  public var fix: Fix?

  public init(
    _ id: String, _ message: String, at range: SourceRange? = nil, severity: Severity = .error, hint: String? = nil,
    notes: [String] = [], fix: Fix? = nil, source: SourceText? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.source = source
    self.hint = hint
    self.notes = notes
    self.fix = fix
  }
}

extension Sequence<Diagnostic> {
  /// Whether any of them is an error: what it belongs to must not be run.
  public var containsError: Bool { contains { $0.severity == .error } }
}
