/// A mistake in something that a learner wrote: what is wrong, where, and what to do about it.
///
/// ```swift
/// Diagnostic("unknown-entity", "there is no entity 'Playr'", at: SourceRange(6, 11), hint: "did you mean Player?")
/// ```
///
/// A diagnostic is a value: parsers and checkers return as many as they find, an operation throws one, and
/// ``DiagnosticFormatter`` makes the text of it at the edge.
///
/// ## Topics
/// What: ``id``, ``severity-swift.property``, ``message``, ``notes``
/// Where: ``range``, ``source``, ``SourceRange``, ``SourceText``
/// Advice: ``hint``, ``statements``, ``fix-swift.property``, ``Suggestions``
/// Codes: ``code``, ``gathered``
public struct Diagnostic: Error, Hashable, Sendable {
  /// How much it matters; only an error keeps what it belongs to from being run.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Wrong; suspicious but run; additional information.
    case error, warning, note
  }

  /// The kinds of messages and notes that are no plain facts.
  package enum Role: Hashable, Sendable {
    /// Says only that something is not as it should be; notes say why.
    case headline
    /// Says only that a condition is false.
    case unmet
    /// A condition and whether it holds.
    case condition
    /// The value of what is written out in the condition.
    case given
    /// The list that an expression gives and the one that was expected, as the note writes them.
    case lists(String)
  }

  /// One of several errors that are reported together.
  public struct CodedError: Hashable, Sendable {
    /// The error code, one of Core Data's header.
    public var code: Int
    /// The words, one line.
    public var message: String

    /// An error with its code.
    public init(_ code: Int, _ message: String) {
      self.code = code
      self.message = message
    }
  }

  /// A change of the text that would mend it.
  public struct Fix: Hashable, Sendable {
    /// The range that is replaced; an empty one inserts.
    public var range: SourceRange
    /// The new text; the empty string deletes.
    public var replacement: String

    /// A change of one range, which counts in the diagnostic's source.
    public init(_ range: SourceRange, with replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The stable name of this kind of finding, lower case with hyphens: `unknown-entity`.
  public var id: String
  /// An error unless it was made otherwise.
  public var severity: Severity
  /// The problem in the learner's words: lower case, no full stop, one line.
  public var message: String
  /// The place that is underlined; nil when there is none.
  public var range: SourceRange?
  /// The text that `range` counts in, if it is not the current one (a file that was run from another).
  public var source: SourceText?
  /// The advice: one line, shown next to the underline.
  public var hint: String? { didSet { nearest = [] } }
  /// The names that the hint asks about, nearest first: `did you mean Player?`. Empty for any other hint. Code decides by them,
  /// and not by the words of the hint.
  public private(set) var nearest: [String] = []
  /// The statement that the hint says to write, where it is a whole one; with `…` in it, a pattern to fill in. Code decides
  /// by it, and not by the words of the hint.
  public var offer: String?
  /// Statements that do what was wanted, to be typed one after the other in place of the one that failed.
  public var statements: [String] = []
  /// Further lines below the place: the values on both sides, the object that breaks it.
  public var notes: [String]
  /// The role of the message; nil for a plain fact.
  package var role: Role?
  /// The roles of notes that are no plain facts, by their places in ``notes``.
  package var noteRoles: [Int: Role] = [:]
  /// The one change that would mend it; nil when there is none, or several would do.
  public var fix: Fix?
  /// The error code that it reports, one of Core Data's header; nil where it has none.
  public var code: Int?
  /// The errors with a code that it gathers, each with its words; empty where it is about one alone.
  public var gathered: [CodedError] = []

  /// A finding; `id` and `message` are facts for a program and a person, all the rest may be left out. O(1).
  /// - Parameters:
  ///   - id: the stable name of the kind of finding.
  ///   - message: the problem.
  ///   - range: the place.
  ///   - severity: how much it matters.
  ///   - nearest: the names that may be meant, nearest first; the hint then asks about them.
  ///   - hint: the advice if no name is near.
  ///   - notes: further lines.
  ///   - fix: the change that would mend it.
  ///   - source: the text that `range` counts in, if it is not the current one.
  public init(
    _ id: String, _ message: String, at range: SourceRange? = nil, severity: Severity = .error,
    nearest: [String] = [], hint: String? = nil,
    notes: [String] = [], fix: Fix? = nil, source: SourceText? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.source = source
    self.hint = Suggestions.didYouMean(nearest) ?? hint
    self.nearest = nearest
    self.notes = notes
    self.fix = fix
  }

  /// Returns the same with an error code, and with the errors that it gathers. O(1).
  public func with(code: Int, gathering errors: [CodedError] = []) -> Diagnostic {
    var coded = self
    coded.code = code
    coded.gathered = errors
    return coded
  }

  /// Asks whether other names were meant, instead of the hint that there is. O(length of the names).
  public mutating func ask(about names: [String]) {
    hint = Suggestions.didYouMean(names)
    nearest = names
  }
}

extension Sequence<Diagnostic> {
  /// Whether any of them is an error: what it belongs to must not be run. O(diagnostics).
  @inlinable
  public var containsError: Bool { contains { $0.severity == .error } }
}
