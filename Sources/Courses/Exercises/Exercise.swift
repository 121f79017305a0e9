import Diagnostics

/// One exercise: a folder in `Exercises/`, read.
///
/// An answer continues from ``start``, or starts anew when its first statement is `model`; ``check`` says what must hold
/// then. What ``right`` and ``wrong`` hold keeps the checks honest: ``ExerciseReader`` reads them, Grading's checker runs them.
public struct Exercise: Hashable, Sendable {
  /// The folder's name: `links`.
  public var slug: String
  /// The folder around it: `13-dice`.
  public var folder: String
  public var title: String
  /// What the whole is worth; the checks' own points are scaled to it.
  public var points: Int
  /// The lessons that should come before, as slugs.
  public var needs: [String]
  /// The names that the task fixes: `Team.players`.
  public var names: [String]
  /// How many steps an answer may take; nil: as many as the grader allows.
  public var steps: Int?
  public var task: MarkdownDocument
  /// From the gentlest on.
  public var hints: [MarkdownDocument]
  /// The teacher's own.
  public var notes: [MarkdownDocument]
  public var start: SourceText
  public var check: SourceText
  public var solution: SourceText
  /// Further answers that must pass, and answers that must fail, each with its own feedback; by file name.
  public var right: [SourceText]
  public var wrong: [SourceText]
  /// The text of `task.md`, for messages.
  public var source: SourceText

  /// What verdicts and progress call it: `13-dice/links`, or the slug alone without a folder around it.
  public var id: String { folder.isEmpty ? slug : "\(folder)/\(slug)" }
}
